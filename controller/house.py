"""Declare each house rule once: type, bounds, default and who may change it.

Used by the check of ``[table]`` in table.toml, the stored rules, the owner's form, the knob's menu and a room's
settings. Labels are ``page-owner-NAME`` (form) and ``menu-NAME`` (menu).
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from controller.texts.translation import LANGUAGES, Language

COLORS: Final = ("blue", "yellow", "purple", "grey")

Color = Annotated[str, Meta(pattern=rf"^({'|'.join(COLORS)})\Z", description=f"one of {', '.join(COLORS)}")]

ScenePace = Literal["knob", "pause", "at_once"]
"""What scenes wait for: the knob; their seconds, or the knob where hands move pieces; nothing."""

SpokenKind = Literal["story", "console", "complaints", "devices"]
"""What a table may speak: the story, the console's screens, complaints, lost devices."""


class HouseDefaults(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """House rules with defaults in table.toml.

    Attributes:
        language: of the table's screens and speech.
        silent: mute the buzzer; the screen shows the same.
        idle_game_h: hours without action until the table asks whether to park the game; a week at most.
        says: what a table with a voice speaks.
        scenes: what the table waits for when it tells step by step what happened.
    """

    hourglass_s: Annotated[int, Meta(ge=10, le=60)] = 20
    language: Language = LANGUAGES[0]
    silent: bool = False
    idle_game_h: Annotated[float, Meta(gt=0, le=168)] = 2.0
    says: Annotated[tuple[SpokenKind, ...], Meta(max_length=4)] = ()
    scenes: ScenePace = "knob"


class HouseSettings(HouseDefaults, frozen=True):
    """All house rules.

    Attributes:
        turn_timer_s: time until the table announces the turn's end; 0 for no timer.
        locked: visitors cannot change anything, and idle pages return to the start.
        listeners: castles that hear a piece's name before it counts at their gate.
    """

    turn_timer_s: Annotated[int, Meta(ge=0, le=600)] = 0
    locked: bool = False
    listeners: Annotated[tuple[Color, ...], Meta(max_length=4)] = ()


ROOM_SETTINGS: Final = ("hourglass_s", "turn_timer_s", "language", "silent", "idle_game_h", "says")
"""House rules that a room may set; others are set only at the table."""


class KnobAdjustment(NamedTuple):
    """Set a house rule with the knob: by ``step`` per detent, or to the next of ``values`` per press.

    The menu shows the rule only if the table has what it ``needs``: a device, a game with ``turns``, or a ``voice``.
    """

    step: int = 0
    values: tuple[Any, ...] = ()
    needs: str = ""


KNOB_CONTROLS: Final = {
    "hourglass_s": KnobAdjustment(step=5, needs="hourglass"),
    "turn_timer_s": KnobAdjustment(step=30, needs="turns"),
    "language": KnobAdjustment(values=LANGUAGES),
    "silent": KnobAdjustment(values=(False, True)),
    "says": KnobAdjustment(
        values=((), ("story", "complaints", "devices"), ("story", "console", "complaints", "devices")), needs="voice"
    ),
    "scenes": KnobAdjustment(values=("knob", "pause", "at_once")),
}
"""Rules in the order of the knob's menu. ``says`` is nothing, the game, or also the console's screens."""


def house_rule_bounds(name: str) -> tuple[int, int]:
    """Return the smallest and largest value of an integer setting."""
    (kind,) = (field.type for field in msgspec.structs.fields(HouseSettings) if field.name == name)
    (meta,) = kind.__metadata__
    return meta.ge, meta.le


def describe_house_fields() -> dict[str, dict[str, Any]]:
    """Return what a form lets people enter for each rule: its type, and values or limits and step."""
    properties = msgspec.json.schema(HouseSettings)["$defs"]["HouseSettings"]["properties"]
    return {name: _describe_field(schema) for name, schema in properties.items()}


def _describe_field(schema: Mapping[str, Any]) -> dict[str, Any]:
    if "maximum" not in schema:
        return {"type": schema.get("type"), "values": schema.get("enum")}
    step = 1 if schema["type"] == "integer" else 0.5
    least = schema.get("minimum", schema.get("exclusiveMinimum", 0) + step)
    return {"type": "number", "values": None, "least": least, "most": schema["maximum"], "step": step}
