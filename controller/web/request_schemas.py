"""What may be posted: the shape and size of each body; requests of the game have theirs in ``games.requests``."""

from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from starlette.exceptions import HTTPException
from starlette.requests import Request

from controller.games.contract.effects import HOUSE_TIMER_S

MAX_BODY_OCTETS: Final = 16 * 1024
"""A longest action, a reveal or an amend, has a few hundred; a whole edition for ``start`` about twelve thousand."""

_SHOWN_OCTETS: Final = 60

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Body = TypeVar("Body")


class PassTile(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand holds a tile over a gate."""

    handle: Name
    castle: Name
    dwell_s: Annotated[float, Meta(ge=0.01, le=5)] = 0.15


class Press(Struct, frozen=True, forbid_unknown_fields=True):
    """A finger on a knob or button."""

    control: Name
    long: bool = False


class Lift(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand lifts a tile to look below."""

    handle: Name


class SwitchFault(Struct, frozen=True, forbid_unknown_fields=True):
    """Something to break, or to mend."""

    name: Name
    on: bool
    place: Annotated[str, Meta(max_length=40)] = ""


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """What people say to the table's question."""

    yes: bool


class ParkedGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A parked game, by its number."""

    game: Annotated[int, Meta(ge=1)]


class Login(Struct, frozen=True, forbid_unknown_fields=True):
    """Who knows the referee's PIN, or the owner's password; one of them."""

    pin: Annotated[str, Meta(max_length=40)] = ""
    password: Annotated[str, Meta(max_length=200)] = ""


class Knock(Struct, frozen=True, forbid_unknown_fields=True):
    """Whom the knob at the table shall let in; an owner only while there is no password."""

    role: Literal["referee", "owner"] = "referee"


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """The owner's password; ``old`` is the one so far, if there is one."""

    password: Annotated[str, Meta(min_length=8, max_length=200)]
    old: Annotated[str, Meta(max_length=200)] = ""


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """A machine that has a token, or is to have one."""

    name: Name


class Rules(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Rules of the house; what is left out stays."""

    hourglass_s: Annotated[int, Meta(ge=HOUSE_TIMER_S[0], le=HOUSE_TIMER_S[1])] | UnsetType = UNSET
    language: Literal["en", "de", "es"] | UnsetType = UNSET
    silent: bool | UnsetType = UNSET
    idle_game_h: Annotated[float, Meta(gt=0, le=168)] | UnsetType = UNSET
    locked: bool | UnsetType = UNSET


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a table.toml."""

    text: Annotated[str, Meta(max_length=12_000)]


class Stickers(Struct, frozen=True, forbid_unknown_fields=True):
    """Teach stickers, count the box, or end it; ``tile`` if only one is to be taught."""

    do: Literal["teach", "census", "end"]
    tile: Annotated[str, Meta(max_length=40)] = ""


class HomeAngle(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the arrow points at its home mark; null lets it go there."""

    mark_deg: Annotated[float, Meta(ge=0, lt=360)] | None = None


class Pause(Struct, frozen=True, forbid_unknown_fields=True):
    """The hourglass stands still, or goes on."""

    on: bool


class Speed(Struct, frozen=True, forbid_unknown_fields=True):
    """How fast the simulated table's time passes; 1 is real."""

    speed: Annotated[float, Meta(ge=1, le=100)]


async def read(request: Request, shape: type[Body]) -> Body:
    """The request's JSON body as ``shape``.

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
        if len(octets) > MAX_BODY_OCTETS:
            raise HTTPException(413, f"The body has more than {MAX_BODY_OCTETS} octets; send one action at a time.")
    try:
        return msgspec.json.decode(octets, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        seen = bytes(octets[:_SHOWN_OCTETS]).decode("utf-8", "replace")
        seen += "…" if len(octets) > _SHOWN_OCTETS else ""
        raise HTTPException(400, f"Seen {seen!r}. Expected {_expected(shape)}. {error}.") from error


def _expected(shape: Any) -> str:
    if not (isinstance(shape, type) and issubclass(shape, Struct)):
        return "a JSON object, one action of the game log"
    fields = msgspec.structs.fields(shape)
    return "a JSON object with " + ", ".join(
        f.encode_name + ("" if f.required else " (may be left out)") for f in fields
    )
