"""Types of request bodies; those about a game are in ``controller.games.requests``."""

from typing import Annotated, Any, Final, Literal, TypeVar, get_args

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field
from starlette.exceptions import HTTPException
from starlette.requests import Request

from controller.games.contract.values import CastleId, PieceId
from controller.house import HouseSettings
from controller.reading import JSON_ERRORS
from controller.secret import Secret

MAX_BODY_BYTES: Final = 16 * 1024
"""Largest body. Long actions, such as a reveal, have a few hundred bytes; ``start`` with an edition 12,000."""

_SHOWN_BYTES: Final = 60

MAX_PIN_LENGTH: Final = 40
PASSWORD_LENGTH: Final = range(8, 201)
"""Allowed lengths of a new password; for one to compare, only the maximum applies."""

WIFI_NAME_BYTES: Final = 32
WPA_PASSWORD_LENGTH: Final = range(8, 64)
"""IEEE 802.11-2020, 9.4.2.2 and J.4.1."""

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Body = TypeVar("Body")

Pin = Annotated[Secret, Meta(extra_json_schema={"maxLength": MAX_PIN_LENGTH})]
Password = Annotated[
    Secret, Meta(extra_json_schema={"minLength": PASSWORD_LENGTH.start, "maxLength": PASSWORD_LENGTH.stop - 1})
]
LoginPassword = Annotated[Secret, Meta(extra_json_schema={"maxLength": PASSWORD_LENGTH.stop - 1})]


def _empty_secret() -> Secret:
    return Secret("")


def _check_length(name: str, secret: Secret, lengths: range) -> None:
    if len(secret) not in lengths:
        raise ValueError(f"{name}: saw {len(secret)} characters, expected {lengths.start} to {lengths.stop - 1}")


class PassPiece(Struct, frozen=True, forbid_unknown_fields=True):
    """Hold a piece over a castle's gate for ``dwell_s``."""

    handle: Name
    castle: Name
    dwell_s: Annotated[float, Meta(ge=0.01, le=5)] = 0.15


class Press(Struct, frozen=True, forbid_unknown_fields=True):
    control: Name
    long: bool = False


class ReadStep(Struct, frozen=True, forbid_unknown_fields=True):
    """``seq`` of the last view that a newcomer has read; null: bots need not wait."""

    seq: Annotated[int, Meta(ge=0)] | None


class LiftPiece(Struct, frozen=True, forbid_unknown_fields=True):
    handle: Name


class SwitchFault(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    on: bool
    place: Annotated[str, Meta(max_length=40)] = ""


class ErrandDone(Struct, frozen=True, forbid_unknown_fields=True):
    castle: CastleId


class EnteredPiece(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece that passed a castle's gate while its reader did not work."""

    castle: CastleId
    piece: PieceId


class SeatBot(Struct, frozen=True, forbid_unknown_fields=True):
    """Let a bot of ``level`` play a castle from now on, "" for the usual one; null for a person."""

    castle: CastleId
    level: Annotated[str, Meta(max_length=40)] | None


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """``scene`` is the ``left`` of the scene to leave; if another one is shown by then, nothing happens."""

    yes: bool
    scene: int | None = None


class JoinRoom(Struct, frozen=True, forbid_unknown_fields=True):
    """``hub`` is the hub's address, with a port if it is unusual; "" to find it in the network."""

    hub: Annotated[str, Meta(max_length=260)] = ""


class WantedUpdate(Struct, frozen=True, forbid_unknown_fields=True):
    """``version`` is one that the table has found, or ``look`` to look for the newest."""

    version: Annotated[str, Meta(max_length=64)]


class ParkedGame(Struct, frozen=True, forbid_unknown_fields=True):
    game: Annotated[int, Meta(ge=1)]


class Login(Struct, frozen=True, forbid_unknown_fields=True):
    """Either the referee's PIN or the owner's password."""

    pin: Pin = field(default_factory=_empty_secret)
    password: LoginPassword = field(default_factory=_empty_secret)

    def __post_init__(self) -> None:
        _check_length("pin", self.pin, range(MAX_PIN_LENGTH + 1))
        _check_length("password", self.password, range(PASSWORD_LENGTH.stop))


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    code: Pin

    def __post_init__(self) -> None:
        _check_length("code", self.code, range(MAX_PIN_LENGTH + 1))


class AccessRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Ask for a role, granted with the knob; ``owner`` only while there is no password."""

    role: Literal["referee", "owner"] = "referee"


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """``old`` is the present password, if there is one."""

    password: Password
    old: LoginPassword = field(default_factory=_empty_secret)

    def __post_init__(self) -> None:
        _check_length("password", self.password, PASSWORD_LENGTH)
        _check_length("old", self.old, range(PASSWORD_LENGTH.stop))


class JoinWifi(Struct, frozen=True, forbid_unknown_fields=True):
    """Network and password ("" for an open one); the table's name; the owner's password, a new one if there is none."""

    network: Annotated[str, Meta(min_length=1, max_length=WIFI_NAME_BYTES)]
    password: Annotated[Secret, Meta(extra_json_schema={"maxLength": WPA_PASSWORD_LENGTH.stop - 1})]
    table: Annotated[str, Meta(min_length=1, max_length=60)]
    owner: LoginPassword

    def __post_init__(self) -> None:
        if len(self.network.encode()) > WIFI_NAME_BYTES:
            raise ValueError(f"network: saw {len(self.network.encode())} bytes, expected {WIFI_NAME_BYTES} at most")
        if self.password:
            _check_length("password", self.password, WPA_PASSWORD_LENGTH)
        _check_length("owner", self.owner, range(PASSWORD_LENGTH.stop))


class TokenName(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name


HouseRulesChange = msgspec.defstruct(
    "HouseRulesChange",
    [(each.name, each.type | UnsetType, UNSET) for each in msgspec.structs.fields(HouseSettings)],
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
)
"""House rules to change; the others stay."""


class SettingsText(Struct, frozen=True, forbid_unknown_fields=True):
    text: Annotated[str, Meta(max_length=12_000)]


class DeviceName(Struct, frozen=True, forbid_unknown_fields=True):
    """``device`` is the device's name in the overview."""

    device: Name


class StickerTask(Struct, frozen=True, forbid_unknown_fields=True):
    """Teach stickers, count the box, or stop; ``tile``: teach that piece alone."""

    do: Literal["teach", "census", "end"]
    piece: Annotated[str, Meta(max_length=40)] = field(default="", name="tile")


class StickerUid(Struct, frozen=True, forbid_unknown_fields=True):
    """The UID of a sticker at a phone, of 4, 7 or 10 bytes, as Web NFC writes it: ``04:a1:b2:c3:d4:e5:f6``."""

    uid: Annotated[str, Meta(pattern=r"^[0-9a-f]{2}(:[0-9a-f]{2}){3}((:[0-9a-f]{2}){3}){0,2}$")]


class ArrowCalibration(Struct, frozen=True, forbid_unknown_fields=True):
    """``mark_deg`` is where the arrow points at its home mark; null moves it there."""

    mark_deg: Annotated[float, Meta(ge=0, lt=360)] | None = None


class Recording(Struct, frozen=True, forbid_unknown_fields=True):
    """``on`` keeps more than the last minute of what goes over the table's buses and pins."""

    on: bool


class SetupStep(Struct, frozen=True, forbid_unknown_fields=True):
    """Start or stop the guided set-up, or answer its question."""

    do: Literal["start", "stop", "yes", "no"]


class Pause(Struct, frozen=True, forbid_unknown_fields=True):
    on: bool


class Speed(Struct, frozen=True, forbid_unknown_fields=True):
    """``speed`` is simulated seconds per real second."""

    speed: Annotated[float, Meta(ge=1, le=100)]


async def read_body(request: Request, body_type: type[Body], max_bytes: int = MAX_BODY_BYTES) -> Body:
    """Return the request's JSON body, decoded as ``body_type``.

    Raises:
        HTTPException: 415 for another content type, 413 for too many bytes, 400 for another shape; the
            detail says what was seen and expected.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise HTTPException(415, f"The body's content type is {kind or 'missing'}; send application/json.")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > max_bytes:
            raise HTTPException(413, f"The body has more than {max_bytes} bytes; send one action at a time.")
    try:
        return msgspec.json.decode(body, type=body_type, dec_hook=_decode_secret)
    except JSON_ERRORS as error:
        seen = "a body that is not repeated here" if _has_secrets(body_type) else repr(_decode_beginning(body))
        raise HTTPException(400, f"Saw {seen}, expected {_describe_expected(body_type)}. {error}.") from error


def _decode_secret(kind: type, value: object) -> Secret:
    if kind is not Secret or not isinstance(value, str):
        raise TypeError(f"Expected text, got {type(value).__name__}")
    return Secret(value)


def _decode_beginning(body: bytearray) -> str:
    seen = bytes(body[:_SHOWN_BYTES]).decode("utf-8", "replace")
    return seen + ("…" if len(body) > _SHOWN_BYTES else "")


def _has_secrets(body_type: Any) -> bool:
    return any(
        kind is Secret or Secret in get_args(kind) for kind in getattr(body_type, "__annotations__", {}).values()
    )


def _describe_expected(body_type: Any) -> str:
    if not (isinstance(body_type, type) and issubclass(body_type, Struct)):
        return "a JSON object, one action of the game log"
    fields = msgspec.structs.fields(body_type)
    return "a JSON object with " + ", ".join(f.encode_name + ("" if f.required else " (optional)") for f in fields)
