"""The log's actions as types, their parsing from decoded JSON, and ``Refusal``."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeAlias, get_args

import msgspec
from msgspec import UNSET, Struct, UnsetType

from controller.games.contract.values import PieceId, PublicAction
from controller.games.refusal import RuleRefusal
from controller.games.tumult_royale.box import words
from controller.games.undoable_log import struct_to_mapping


class Refusal(RuleRefusal):
    prefix = "refused-"
    text_key_by_value: ClassVar = {word: str(word) for word in (*words.COLORS, *words.COMMODITIES, *words.KINDS)}


class SeatedPlayer(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A player at the start, with the dealt rank (TR-0.1)."""

    color: words.Color
    rank: int


class SlotDealt(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A region tile in a slot of the frame; face down if ``tile`` is None (TR-0.3)."""

    slot: int
    tile: words.RegionId | None
    turns: int


class SlotTurnedUp(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A turned-up region tile, with its quarter turns clockwise (TR-6.3)."""

    slot: int
    tile: words.RegionId
    turns: int


class Start(Struct, frozen=True, tag_field="do", tag="start", forbid_unknown_fields=True):
    """Set the game up (TR-0).

    Attributes:
        edition: ``standard``, or an object that ``box.reading.EDITION_FORMAT`` parses later.
    """

    edition: str | dict[str, Any]
    variant: words.Variant
    map: words.MapMode
    players: tuple[SeatedPlayer, ...]
    regions: tuple[SlotDealt, ...]


class PlaceFirst(Struct, frozen=True, gc=False, tag_field="do", tag="place_first", forbid_unknown_fields=True):
    """Put the first statue on a pasture (TR-0.6); no ``field`` on an honour map."""

    player: words.Color
    field: words.FieldName | UnsetType = UNSET


class Spin(Struct, frozen=True, gc=False, tag_field="do", tag="spin", forbid_unknown_fields=True):
    """The arrow came to rest (TR-1.1); ``commodity`` only in ``gambler`` (TR-10.1).

    ``demand`` is what counts if the arrow stops between two sectors (TR-1.2).
    """

    demand: int
    commodity: str | UnsetType = UNSET


class ForgetSpin(Struct, frozen=True, gc=False, tag_field="do", tag="forget_spin", forbid_unknown_fields=True):
    """The spin was forgotten (TR-1.3)."""


class SetAside(Struct, frozen=True, gc=False, tag_field="do", tag="set_aside", forbid_unknown_fields=True):
    """Set a tile aside unseen (TR-2.1)."""

    tile: PieceId


class Collect(Struct, frozen=True, gc=False, tag_field="do", tag="collect", forbid_unknown_fields=True):
    """Start the hourglass (TR-2.2)."""


class Rob(Struct, frozen=True, gc=False, tag_field="do", tag="rob", forbid_unknown_fields=True):
    """Put a tile on a castle (TR-2.3)."""

    player: words.Color
    tile: PieceId


class Stop(Struct, frozen=True, gc=False, tag_field="do", tag="stop", forbid_unknown_fields=True):
    """The hourglass has run out (TR-2.5)."""


class Count(Struct, frozen=True, gc=False, tag_field="do", tag="count", forbid_unknown_fields=True):
    """Reveal and count all tiles (TR-2.6)."""


class Build(Struct, frozen=True, gc=False, tag_field="do", tag="build", forbid_unknown_fields=True):
    """Pay ``tiles`` and place statues (TR-4).

    ``action_from_json`` ensures ``field`` (tracked map) or ``kind`` and ``adjacent`` (honour map).
    """

    player: words.Color
    tiles: tuple[PieceId, ...]
    field: words.FieldName | UnsetType = UNSET
    kind: str | UnsetType = UNSET
    adjacent: bool | UnsetType = UNSET


class Pass(Struct, frozen=True, gc=False, tag_field="do", tag="pass", forbid_unknown_fields=True):
    """Build nothing this turn (TR-4.8); ``stuck`` only on an honour map (TR-11.2)."""

    player: words.Color
    stuck: bool | UnsetType = UNSET


class Reveal(Struct, frozen=True, gc=False, tag_field="do", tag="reveal", forbid_unknown_fields=True):
    """Turn up the due region tiles (TR-6.3)."""

    player: words.Color
    tiles: tuple[SlotTurnedUp, ...]


class MovedTile(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Where a tile really lies: a colour, ``people`` or ``set_aside``."""

    tile: PieceId
    to: str


class Amend(Struct, frozen=True, gc=False, tag_field="do", tag="amend", forbid_unknown_fields=True):
    """Correct the state by hand; ``action_from_json`` ensures exactly one field."""

    supporters: dict[str, int] | UnsetType = UNSET
    move: MovedTile | UnsetType = UNSET
    demand: dict[str, int] | UnsetType = UNSET


class Undo(Struct, frozen=True, gc=False, tag_field="do", tag="undo", forbid_unknown_fields=True):
    """Undo the latest action not yet undone; handled by the log, not the engine."""


Move: TypeAlias = (
    PlaceFirst | Spin | ForgetSpin | SetAside | Collect | Rob | Stop | Count | Build | Pass | Reveal | Amend
)
"""Actions that the engine applies to a state."""

Action: TypeAlias = Start | Move | Undo

_ACTION_TYPES: Final = get_args(Action)

ACTION_NAMES: Final = tuple(str(kind.__struct_config__.tag) for kind in _ACTION_TYPES)
"""The values of ``do``."""

RULE_BY_ACTION_TYPE: Final[dict[type, str]] = {
    PlaceFirst: "TR-0.6",
    Spin: "TR-1.1",
    ForgetSpin: "TR-1.3",
    SetAside: "TR-2.1",
    Collect: "TR-2.2",
    Rob: "TR-2.3",
    Stop: "TR-2.5",
    Count: "TR-2.6",
    Build: "TR-4.1",
    Pass: "TR-4.1",
    Reveal: "TR-6.3",
}
"""Rule broken by an action in a wrong phase or turn."""


PUBLIC_FIELDS_BY_ACTION: Final[Mapping[str, frozenset[str]]] = {
    "start": frozenset({"variant", "map", "players"}),
    "place_first": frozenset({"player", "field"}),
    "spin": frozenset({"demand", "commodity"}),
    "rob": frozenset({"player"}),
    "build": frozenset({"player", "field", "kind", "adjacent"}),
    "pass": frozenset({"player", "stuck"}),
    "reveal": frozenset({"player"}),
    "amend": frozenset({"supporters", "demand"}),
}
"""Public fields of each kind of action, besides ``do``."""


def public_action(action: Mapping[str, Any]) -> PublicAction:
    public = PUBLIC_FIELDS_BY_ACTION.get(str(action.get("do")), frozenset()) | {"do"}
    return PublicAction({key: value for key, value in action.items() if key in public})


def action_from_json(obj: object) -> Action:
    """Return the action of decoded JSON; raise Refusal for a wrong shape (``LOG``)."""
    if not isinstance(obj, Mapping):
        raise Refusal("LOG", "no-object", seen=type(obj).__name__)
    try:
        action: Action = msgspec.convert(obj, Action)
    except (msgspec.ValidationError, UnicodeError, RecursionError, TypeError) as error:
        raise Refusal("LOG", "shape", detail=str(error), actions=", ".join(ACTION_NAMES)) from None
    if isinstance(action, Build):
        by_kind = action.kind is not UNSET and action.adjacent is not UNSET
        without = action.kind is UNSET and action.adjacent is UNSET
        if not (without if action.field is not UNSET else by_kind):
            raise Refusal("LOG", "build-where")
    elif isinstance(action, Amend):
        given = [part for part in (action.supporters, action.move, action.demand) if part is not UNSET]
        if len(given) != 1:
            raise Refusal("LOG", "amend-one")
        if given[0] == {}:
            raise Refusal("LOG", "amend-empty")
    elif isinstance(action, Start) and isinstance(action.edition, str) and action.edition != "standard":
        raise Refusal("LOG", "edition-name", seen=action.edition)
    return action


action_to_mapping = struct_to_mapping
