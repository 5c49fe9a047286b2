"""Convert log lines to moves and back; refuse malformed lines and unknown names (``LOG``)."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, Final, Literal, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field

from controller import limits
from controller.games.contract.values import Action, PublicAction
from controller.games.tudor.box.edition import RoundTokenKind, Side
from controller.games.tudor.rules import moves
from controller.games.tudor.rules.moves import OPTIONAL_CARD_CODEC, SINGLE_CARD_CODEC, FieldCodec, Move, Refusal
from controller.games.tudor.rules.state import State
from controller.games.tudor.rules.table import Table

_PRESTIGE_CHANGE_BOUNDS: Final = Meta(ge=-limits.EDITION_NUMBER, le=limits.EDITION_NUMBER)
"""Bounds of one amendment of prestige, to keep it exact in a browser."""


class TypedAction(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="do"):
    """A line of the log, tagged by ``do``."""


class SeatedPlayer(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A player's colour, and the castle board (``gate``) at the seat (TU-0.1)."""

    color: str
    gate: str


class LaidSpace(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The two tokens of a space (TU-0.5)."""

    round: RoundTokenKind
    token: str


class Start(TypedAction, frozen=True, gc=False, tag="start"):
    """Set the game up (TU-0).

    Attributes:
        edition: ``standard``, or an unchecked object.
    """

    game: Literal["tudor"]
    edition: str | dict[str, Any]
    players: tuple[SeatedPlayer, ...]
    first: str
    scoring: tuple[int, ...]
    scenario: int
    spaces: dict[str, LaidSpace]


class Amend(TypedAction, frozen=True, gc=False, tag="amend"):
    """Correct the state by hand; ``parse_action`` requires exactly one field."""

    cards: dict[str, dict[str, int]] | UnsetType = UNSET
    prestige: dict[str, Annotated[int, _PRESTIGE_CHANGE_BOUNDS]] | UnsetType = UNSET
    swap: tuple[str, ...] | UnsetType = UNSET


class Undo(TypedAction, frozen=True, gc=False, tag="undo"):
    """Undo the latest action; handled by the log, not the engine."""


LOG_FIELD_NAMES: Final = {"origin": "from", "bonus": "card"}
"""By a move's attribute, its field name in the log if they differ."""


class MoveLineFormat:
    """The format of a move's log lines, derived from its attributes' annotations.

    Args:
        move: the type of the move.
        only: attributes in the line, by default all.
        letters: letters of ``act`` with this format.
        line_type: the type's name; by default from ``do``.

    Attributes:
        fields: each field's name, its attribute of the move, and its codec.
        line_type: the type of the lines.
    """

    def __init__(self, move: type[Move], *only: str, letters: str = "", line_type: str = "") -> None:
        self.move, self.do = move, str(move.__struct_config__.tag)
        hints = get_type_hints(move, include_extras=True)
        self.fields: list[tuple[str, str, FieldCodec]] = []
        if issubclass(move, moves.PlayerMove):
            self.fields.append(("player", "seat", moves.SEAT_CODEC))
        if letters:
            self.fields.append(("action", "letter", moves.literal_codec(*letters)))
        if issubclass(move, moves.ScenarioMove):
            self.fields.append(("side", "side", moves.literal_codec(move.side)))
        for name in only or move.__struct_fields__:
            if name not in {"seat", "letter"}:
                self.fields.append((LOG_FIELD_NAMES.get(name, name), name, hints[name].__metadata__[0]))
        if letters == "H":
            self.fields[-1] = ("card", "cards", SINGLE_CARD_CODEC)
        self._line_type_name = line_type or self.do.title().replace("_", "")

    @cached_property
    def line_type(self) -> Any:
        summary = (self.move.__doc__ or "").partition("\n")[0]
        types = [
            (name, kind.type, UNSET if kind is OPTIONAL_CARD_CODEC else msgspec.NODEFAULT)
            for name, _, kind in self.fields
        ]
        return _define_line_type(self._line_type_name, self.do, types, summary)

    def decode(self, table: Table, line: TypedAction) -> Move:
        given = {
            attribute: kind.decode(table, getattr(line, _attribute_name(name)))
            for name, attribute, kind in self.fields
            if attribute in self.move.__struct_fields__
        }
        return self.move(**given)

    def encode(self, table: Table, move: Move) -> dict[str, Any]:
        line: dict[str, Any] = {"do": self.do}
        for name, attribute, kind in self.fields:
            value = kind.encode(table, getattr(move, attribute))
            if value is not UNSET:
                line[name] = value
        return line


def _define_line_type(name: str, do: str, types: list[tuple[str, Any, Any]], summary: str) -> Any:
    """Make a type of lines; ``types`` has each field's name, type and default."""
    return msgspec.defstruct(
        name,
        [(_attribute_name(log), type_, field(name=log, default=default)) for log, type_, default in types],
        bases=(TypedAction,),
        namespace={"__doc__": summary},
        module=__name__,
        tag=do,
        frozen=True,
        gc=False,
    )


def _attribute_name(name: str) -> str:
    return "from_" if name == "from" else name


ACT_FORMATS: Final = {
    "A": MoveLineFormat(moves.Walk, "origin", "path", letters="A", line_type="ActStep"),
    "B": MoveLineFormat(moves.SwapRings, letters="B", line_type="ActSwap"),
    "C": MoveLineFormat(moves.Walk, "origin", "path", "cards", letters="CG", line_type="ActWalk"),
    "D": MoveLineFormat(moves.GainCards, "cards", letters="D", line_type="ActPair"),
    "E": MoveLineFormat(moves.Walk, letters="E", line_type="ActClimb"),
    "F": MoveLineFormat(moves.GainCards, letters="F", line_type="ActAny"),
    "H": MoveLineFormat(moves.GainCards, "cards", letters="H", line_type="ActOwn"),
}
ACT_FORMATS["G"] = ACT_FORMATS["C"]

SCENARIO_FORMATS: Final = {
    (1, "left"): MoveLineFormat(moves.BenchCourtier),
    (1, "right"): MoveLineFormat(moves.SwapTokens),
    (2, "left"): MoveLineFormat(moves.GiveTokenForCard),
    (2, "right"): MoveLineFormat(moves.SwapChairs),
    (3, "left"): MoveLineFormat(moves.BuyCard),
    (3, "right"): MoveLineFormat(moves.JumpOverCourtier),
    (4, "left"): MoveLineFormat(moves.TradeRings),
    (5, "left"): MoveLineFormat(moves.Stroll),
    (5, "right"): MoveLineFormat(moves.BanishCourtier),
}
"""Formats of the scenario moves, by card and side (TU-12)."""


def _define_scenario_line_type() -> Any:
    """Fields that depend on the side are optional."""
    types: dict[str, Any] = {}
    for format_ in SCENARIO_FORMATS.values():
        for name, _, kind in format_.fields[2:]:
            types[name] = types.get(name, UnsetType) | kind.type
    given = [("player", str, msgspec.NODEFAULT), ("side", Side, msgspec.NODEFAULT)]
    may_be = [(name, type_, UNSET) for name, type_ in types.items()]
    return _define_line_type(
        "Scenario", "scenario", [*given, *may_be], "What a side of the scenario card allows (TU-12)."
    )


Scenario: Final = _define_scenario_line_type()

_AMENDMENT_FORMATS: Final = {
    "cards": MoveLineFormat(moves.AmendCards),
    "prestige": MoveLineFormat(moves.AmendPrestige),
    "swap": MoveLineFormat(moves.AmendSwappedTokens),
}

_MOVE_TYPES: Final[list[type[Move]]] = [*moves.PlayerMove.__subclasses__(), moves.PlaceDrawnToken]
_OTHER_FORMATS: Final = [
    MoveLineFormat(kind) for kind in _MOVE_TYPES if kind.__struct_config__.tag not in {"act", "scenario"}
]

_LINE_TYPES: Final[dict[str, type[TypedAction]]] = {
    "start": Start,
    **{format_.do: format_.line_type for format_ in _OTHER_FORMATS},
    "scenario": Scenario,
    "amend": Amend,
    "undo": Undo,
}
LINE_TYPES: Final[dict[str, tuple[type[TypedAction], ...]]] = {
    **{do: (line_type,) for do, line_type in _LINE_TYPES.items()},
    "act": tuple(dict.fromkeys(format_.line_type for format_ in ACT_FORMATS.values())),
}
"""By ``do``, the types of lines; only ``act`` has several."""

ACTION_NAMES: Final = tuple(LINE_TYPES)
"""The values of ``do``."""

_FORMAT_BY_LINE_TYPE: Final = {format_.line_type: format_ for format_ in (*_OTHER_FORMATS, *ACT_FORMATS.values())}
_FORMATS: Final = (*_OTHER_FORMATS, *ACT_FORMATS.values(), *SCENARIO_FORMATS.values(), *_AMENDMENT_FORMATS.values())
_FORMAT_BY_MOVE: Final = {format_.move: format_ for format_ in _FORMATS}


def example_lines() -> Iterator[dict[str, Any]]:
    """Yield an example of each line type except ``start``."""
    for format_ in _FORMATS:
        yield {"do": format_.do, **{name: kind.example for name, _, kind in format_.fields}}
    yield {"do": "undo"}


def public_field_names(do: str) -> set[str]:
    """Return the fields of this ``do`` that are public in a game: no cards or faction tokens."""
    if do == "start":
        return {"game", "players", "first", "scoring", "scenario"}
    return {name for format_ in _FORMATS if format_.do == do for name, _, kind in format_.fields if not kind.hidden}


def public_action(action: Action) -> PublicAction:
    may_be = {"do", *public_field_names(str(action.get("do")))}
    return PublicAction({key: value for key, value in action.items() if key in may_be})


_PAIR_FIELDS: Final = {"tokens", "give", "swap", "spaces", "chairs"}


def parse_action(obj: object) -> TypedAction:
    """Return the typed line of decoded JSON; raise Refusal (``LOG``) if malformed."""
    if not isinstance(obj, Mapping):
        raise Refusal("LOG", "no-object", seen=type(obj).__name__)
    do = obj.get("do")
    line_type = None
    if do == "act":
        letter = obj.get("action")
        format_ = ACT_FORMATS.get(letter) if isinstance(letter, str) else None
        if format_ is None:
            raise Refusal("LOG", "letter-unknown", seen=str(letter))
        line_type = format_.line_type
    elif isinstance(do, str):
        line_type = _LINE_TYPES.get(do)
    if line_type is None:
        raise Refusal("LOG", "do-unknown", seen=str(do), actions=", ".join(ACTION_NAMES))
    try:
        action: TypedAction = msgspec.convert(obj, line_type)
    except (msgspec.ValidationError, UnicodeError, RecursionError, TypeError) as error:
        raise Refusal("LOG", "shape", do=str(do), detail=str(error)) from None
    if isinstance(action, Start):
        if isinstance(action.edition, str) and action.edition != "standard":
            raise Refusal("LOG", "edition-name", seen=action.edition)
        if not all(player.gate for player in action.players):
            raise Refusal("LOG", "gate-empty")
        if any("\ud800" <= letter <= "\udfff" for player in action.players for letter in player.gate):
            raise Refusal(
                "LOG", "shape", do="start", detail="a gate's name has an invalid character (a lone surrogate)"
            )
    elif isinstance(action, Amend):
        given = [part for part in (action.cards, action.prestige, action.swap) if part is not UNSET]
        if len(given) != 1:
            raise Refusal("LOG", "amend-one")
        if given[0] == {} or (action.cards is not UNSET and not all(action.cards.values())):
            raise Refusal("LOG", "amend-empty")
    for name in action.__struct_fields__ if do != "start" else ():
        listed = getattr(action, name)
        if not isinstance(listed, tuple):
            continue
        if name in {"path", "cards"} and not listed:
            raise Refusal("LOG", "list-empty", name=name)
        if name in _PAIR_FIELDS and len(listed) != 2:
            raise Refusal("LOG", "no-pair", name=name, seen=len(listed))
        if name == "swaps" and len(listed) not in {1, 2}:
            raise Refusal("LOG", "swaps-number", seen=len(listed))
    return action


def line_to_move(state: State, action: TypedAction) -> Move:
    """Return the move of a line (no start or undo); raise Refusal (``LOG``) if unknown."""
    if isinstance(action, Amend):
        format_ = next(format_ for name, format_ in _AMENDMENT_FORMATS.items() if getattr(action, name) is not UNSET)
    elif isinstance(action, Scenario):
        format_ = _scenario_format_of_side(state.table.scenario, action)
    else:
        format_ = _FORMAT_BY_LINE_TYPE[type(action)]
    return format_.decode(state.table, action)


def _scenario_format_of_side(card: int, action: Any) -> MoveLineFormat:
    """Return a scenario side's format (TU-12); raise Refusal if the fields do not match."""
    format_ = SCENARIO_FORMATS.get((card, action.side))
    if format_ is None:
        raise Refusal("LOG", "side-unknown", side=action.side, card=card)
    types = {name: kind.type for name, _, kind in format_.fields[2:]}
    fields = Scenario.__struct_encode_fields__[2:]
    given = {name for name in fields if getattr(action, _attribute_name(name)) is not UNSET}
    if given != types.keys():
        wanted = ", ".join(name for name in fields if name in types)
        raise Refusal("LOG", "scenario-fields", card=card, side=action.side, fields=wanted)
    if "to" in given and type(action.to) is not types["to"]:
        raise Refusal("LOG", "shape", do="scenario", detail="`to` is a chamber with card 1, a space with card 3")
    return format_


def move_to_line(table: Table, move: Move) -> dict[str, Any]:
    letter = getattr(move, "letter", None)
    return (_FORMAT_BY_MOVE[type(move)] if letter is None else ACT_FORMATS[letter]).encode(table, move)
