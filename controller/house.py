"""The rules of the house: each is declared here once, with its type, bounds, default, and who may change it.

From here come ``[table]`` of table.toml and its check, the file that keeps what was set at the table, the owner's form
and what it may send, the knob's menu, and what a room may set. Their words in the texts are ``page-owner-NAME`` for the
form and, for those of `KNOB`, ``menu-NAME``.
"""

from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from controller.texts.translation import LANGUAGES, Language

COLORS: Final = ("blue", "yellow", "purple", "grey")

Color = Annotated[str, Meta(pattern=rf"^({'|'.join(COLORS)})\Z", description=f"one of {', '.join(COLORS)}")]

Saying = Literal["story", "console", "complaints", "devices"]
"""What a table may say aloud: the story; what its console shows; who is told no; which devices are lost."""


class HouseDefaults(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Those that table.toml may set, too, as long as nothing else was set at the table.

    Attributes:
        hourglass_s: length of the hourglass.
        language: of all that the table says.
        silent: the buzzer keeps quiet; whatever it would say is also shown.
        idle_game_h: after so many hours without a step the table asks whether the game goes on; a week at most.
        says: what of the table is said aloud, where it has a voice.
    """

    hourglass_s: Annotated[int, Meta(ge=10, le=60)] = 20
    language: Language = LANGUAGES[0]
    silent: bool = False
    idle_game_h: Annotated[float, Meta(gt=0, le=168)] = 2.0
    says: Annotated[tuple[Saying, ...], Meta(max_length=4)] = ()


class HouseSettings(HouseDefaults, frozen=True):
    """All of them.

    Attributes:
        turn_timer_s: after so long the table says that a turn's time is up; 0 for no timer.
        locked: visitors of the page cannot change anything, and idle pages go back to the start.
        listeners: the castles whose people hear what a piece is before it counts at their gate.
    """

    turn_timer_s: Annotated[int, Meta(ge=0, le=600)] = 0
    locked: bool = False
    listeners: Annotated[tuple[Color, ...], Meta(max_length=4)] = ()


A_ROOM_SETS: Final = ("hourglass_s", "turn_timer_s", "language", "silent", "idle_game_h", "says")
"""What a room may set. Who may do what on the page, and whose ears hear what, are the table's own affair."""


class Knob(NamedTuple):
    """How the knob sets one: by ``step`` for each detent, or the next of ``values`` for each press.

    ``needs`` is the device or the ``turns`` of the game, or the ``voice`` of the table, without which it means nothing.
    """

    step: int = 0
    values: tuple[Any, ...] = ()
    needs: str = ""


KNOB: Final = {
    "hourglass_s": Knob(step=5, needs="hourglass"),
    "turn_timer_s": Knob(step=30, needs="turns"),
    "language": Knob(values=LANGUAGES),
    "silent": Knob(values=(False, True)),
    "says": Knob(
        values=((), ("story", "complaints", "devices"), ("story", "console", "complaints", "devices")), needs="voice"
    ),
}
"""What the knob sets, in the order of its menu; a voice says nothing, the game, or all that the console shows."""


def bounds(name: str) -> tuple[int, int]:
    """Return the least and the most of a setting that is a whole number."""
    (kind,) = (field.type for field in msgspec.structs.fields(HouseSettings) if field.name == name)
    (meta,) = kind.__metadata__
    return meta.ge, meta.le


def schema() -> dict[str, Any]:
    properties: dict[str, Any] = msgspec.json.schema(HouseSettings)["$defs"]["HouseSettings"]["properties"]
    return properties
