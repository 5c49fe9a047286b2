"""What may be posted: the shape and size of each body; requests of the game have theirs in ``games.requests``."""

from typing import Annotated, Any, Final, Literal, TypeVar, get_args

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field
from starlette.exceptions import HTTPException
from starlette.requests import Request

from controller.house import HouseSettings
from controller.reading import NO_JSON
from controller.secret import Secret

MAX_BODY_BYTES: Final = 16 * 1024
"""A longest action, a reveal or an amend, has a few hundred; a whole edition for ``start`` about twelve thousand."""

_SHOWN_OCTETS: Final = 60

MAX_PIN_LENGTH: Final = 40
PASSWORD: Final = range(8, 201)
"""Characters; of the one so far, and of one that logs in, only the most counts."""

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Body = TypeVar("Body")

Pin = Annotated[Secret, Meta(extra_json_schema={"maxLength": MAX_PIN_LENGTH})]
Password = Annotated[Secret, Meta(extra_json_schema={"minLength": PASSWORD.start, "maxLength": PASSWORD.stop - 1})]
LoginPassword = Annotated[Secret, Meta(extra_json_schema={"maxLength": PASSWORD.stop - 1})]


def _not_said() -> Secret:
    return Secret("")


def _must_be_as_long(name: str, secret: Secret, lengths: range) -> None:
    if len(secret) not in lengths:
        raise ValueError(f"{name}: saw {len(secret)} characters, expected {lengths.start} to {lengths.stop - 1}")


class PassPiece(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand holds a piece over a gate."""

    handle: Name
    castle: Name
    dwell_s: Annotated[float, Meta(ge=0.01, le=5)] = 0.15


class Press(Struct, frozen=True, forbid_unknown_fields=True):
    """A finger on a knob or button."""

    control: Name
    long: bool = False


class LiftPiece(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand lifts a piece to look below."""

    handle: Name


class SwitchFault(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    on: bool
    place: Annotated[str, Meta(max_length=40)] = ""


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """What people say to the table's question."""

    yes: bool


class JoinRoom(Struct, frozen=True, forbid_unknown_fields=True):
    """The address of a hub, with a port if it is not the usual one; "" for one that is found in the network."""

    hub: Annotated[str, Meta(max_length=260)] = ""


class ParkedGame(Struct, frozen=True, forbid_unknown_fields=True):
    game: Annotated[int, Meta(ge=1)]


class Login(Struct, frozen=True, forbid_unknown_fields=True):
    """Who knows the referee's PIN, or the owner's password; one of them."""

    pin: Pin = field(default_factory=_not_said)
    password: LoginPassword = field(default_factory=_not_said)

    def __post_init__(self) -> None:
        _must_be_as_long("pin", self.pin, range(MAX_PIN_LENGTH + 1))
        _must_be_as_long("password", self.password, range(PASSWORD.stop))


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Who read_body a seat's code at the console."""

    code: Pin

    def __post_init__(self) -> None:
        _must_be_as_long("code", self.code, range(MAX_PIN_LENGTH + 1))


class AccessRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Whom the knob at the table shall let in; an owner only while there is no password."""

    role: Literal["referee", "owner"] = "referee"


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """The owner's password; ``old`` is the one so far, if there is one."""

    password: Password
    old: LoginPassword = field(default_factory=_not_said)

    def __post_init__(self) -> None:
        _must_be_as_long("password", self.password, PASSWORD)
        _must_be_as_long("old", self.old, range(PASSWORD.stop))


class TokenName(Struct, frozen=True, forbid_unknown_fields=True):
    """A machine that has a token, or is to have one."""

    name: Name


HouseRulesChange = msgspec.defstruct(
    "HouseRulesChange",
    [(each.name, each.type | UnsetType, UNSET) for each in msgspec.structs.fields(HouseSettings)],
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
)
"""HouseRulesChange of the house; what is left out stays."""


class SettingsText(Struct, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(max_length=12_000)]


class StickerTask(Struct, frozen=True, forbid_unknown_fields=True):
    """Teach stickers, count the box, or end it; ``tile`` if only one piece is to be taught."""

    do: Literal["teach", "census", "end"]
    piece: Annotated[str, Meta(max_length=40)] = field(default="", name="tile")


class HomeAngle(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the arrow points at its home mark; null lets it go there."""

    mark_deg: Annotated[float, Meta(ge=0, lt=360)] | None = None


class Pause(Struct, frozen=True, forbid_unknown_fields=True):
    """The hourglass stands still, or goes on."""

    on: bool


class Speed(Struct, frozen=True, forbid_unknown_fields=True):
    """How fast the simulated table's time passes; 1 is real."""

    speed: Annotated[float, Meta(ge=1, le=100)]


async def read_body(request: Request, shape: type[Body], most: int = MAX_BODY_BYTES) -> Body:
    """The request's JSON body as ``shape``, of ``most`` octets at most.

    Raises:
        HTTPException: 415 for another type of content, 413 for too many octets, 400 for what is not the shape; the
            detail says what was seen and expected.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HTTPException(415, f"The body is {kind or 'of no type'}; send application/json.")
    octets = bytearray()
    async for chunk in request.stream():
        octets += chunk
        if len(octets) > most:
            raise HTTPException(413, f"The body has more than {most} octets; send one action at a time.")
    try:
        return msgspec.json.decode(octets, type=shape, dec_hook=_unwritten)
    except NO_JSON as error:
        seen = "what is not repeated here" if _takes_secrets(shape) else repr(_beginning(octets))
        raise HTTPException(400, f"Seen {seen}. Expected {_expected(shape)}. {error}.") from error


def _unwritten(kind: type, value: object) -> Secret:
    if kind is not Secret or not isinstance(value, str):
        raise TypeError(f"Expected a text, got {type(value).__name__}")
    return Secret(value)


def _beginning(octets: bytearray) -> str:
    seen = bytes(octets[:_SHOWN_OCTETS]).decode("utf-8", "replace")
    return seen + ("…" if len(octets) > _SHOWN_OCTETS else "")


def _takes_secrets(shape: Any) -> bool:
    return any(kind is Secret or Secret in get_args(kind) for kind in getattr(shape, "__annotations__", {}).values())


def _expected(shape: Any) -> str:
    if not (isinstance(shape, type) and issubclass(shape, Struct)):
        return "a JSON object, one action of the game log"
    fields = msgspec.structs.fields(shape)
    return "a JSON object with " + ", ".join(
        f.encode_name + ("" if f.required else " (may be left out)") for f in fields
    )
