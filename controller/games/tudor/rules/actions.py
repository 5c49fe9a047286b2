"""How moves stand in the log: decoded JSON to moves and back; faults of shape and of names are refused (LOG)."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field

from controller import limits
from controller.games.contract.values import NO_RULE, RefusedError, Text
from controller.games.naming import sentence
from controller.games.tudor.box.edition import CHAMBERS, FINGERS, RoundToken, Side
from controller.games.tudor.rules import moves
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.state import LORD, State
from controller.games.tudor.rules.table import SUPPLY, Table

Value: TypeAlias = str | int

PREFIX: Final = "tudor-refused-"
"""What the keys of all reasons begin with."""

FROM_SUPPLY: Final = "supply"
"""What a log has for ``SUPPLY``."""

_WORDS: Final = "red grey brown blue yellow green purple influence intrigue"
_TRANSLATED: Final = frozenset(_WORDS.split())
"""Words of the shipped edition that are texts themselves; those of a house edition are said as they are."""

_LONGEST: Final = 200
_LARGEST: Final = 10**9


class Refusal(RefusedError):
    """An action that the rules do not allow; the state is unchanged. ``str()`` is the English sentence.

    Attributes:
        rule: id such as ``TU-7.3``; None for a fault of the action's shape, ``LOG`` as the argument.
        reason: the name of the sentence, without its prefix.
        values: what was seen and expected, to fill into the sentence.
        text: the sentence by key, for the table's translations.
    """

    def __init__(self, rule: str, reason: str, **values: Value) -> None:
        self.reason = reason
        self.values = {name: _fit(value) for name, value in values.items()}
        said = {name: Text(f"tudor-{value}") if value in _TRANSLATED else value for name, value in self.values.items()}
        super().__init__(None if rule == NO_RULE else rule, reason, Text(PREFIX + reason, said))

    def __str__(self) -> str:
        return sentence(self.text, "en")


def _fit(value: Value) -> Value:
    if isinstance(value, int):
        return value if abs(value) < _LARGEST else "..."
    printable = "".join(letter if letter.isprintable() else "?" for letter in value[:_LONGEST])
    return printable if len(value) <= _LONGEST else printable + "..."


_ENOUGH: Final = Meta(ge=-limits.EDITION_NUMBER, le=limits.EDITION_NUMBER)
"""Of one correction: a browser counts to some thousand millions of these."""


class Action(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="do"):
    """A line of the log; ``do`` says which action it is."""


class SeatedPlayer(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A player at the start, with the castle board before him (TU-0.1)."""

    color: str
    gate: str


class LaidSpace(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The two tokens that a space gets (TU-0.5)."""

    round: RoundToken
    token: str


class LaidHand(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    thumb: tuple[str, ...]
    index: tuple[str, ...]
    middle: tuple[str, ...]
    ring: tuple[str, ...]
    pinky: tuple[str, ...]


class Swap(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A ring of the stand for one of the hand (TU-9.2)."""

    take: str
    give: str


class Start(Action, frozen=True, gc=False, tag="start"):
    """Set the game up (TU-0).

    Attributes:
        edition: ``standard``, or an object that ``reading.parse`` has yet to judge.
    """

    game: Literal["tudor"]
    edition: str | dict[str, Any]
    players: tuple[SeatedPlayer, ...]
    first: str
    scoring: tuple[int, ...]
    scenario: int
    spaces: dict[str, LaidSpace]


class Scenario(Action, frozen=True, gc=False, tag="scenario"):
    """What a side of the scenario card allows (TU-12); which fields there are depends on the card.

    Attributes:
        to: a chamber with card 1, a space with card 3.
    """

    player: str
    side: Side
    chamber: int | UnsetType = UNSET
    chair: int | UnsetType = UNSET
    to: int | str | UnsetType = UNSET
    spaces: tuple[str, ...] | UnsetType = UNSET
    card: str | UnsetType = UNSET
    chairs: tuple[int, ...] | UnsetType = UNSET
    from_: str | UnsetType = field(name="from", default=UNSET)
    mine: str | UnsetType = UNSET
    theirs: str | UnsetType = UNSET
    path: tuple[str, ...] | UnsetType = UNSET
    space: str | UnsetType = UNSET


class Amend(Action, frozen=True, gc=False, tag="amend"):
    """A human corrects the table; exactly one of the three is there, ``parse`` sees to it."""

    cards: dict[str, dict[str, int]] | UnsetType = UNSET
    prestige: dict[str, Annotated[int, _ENOUGH]] | UnsetType = UNSET
    swap: tuple[str, ...] | UnsetType = UNSET


class Undo(Action, frozen=True, gc=False, tag="undo"):
    """Take back the latest action that still stands; the log does it, not the engine."""


class Kind(Struct, frozen=True):
    """How a value of a move stands in the log.

    Attributes:
        type: of the value in a line.
        read: the value that it means in this game, or a refusal.
        tell: the way back, to JSON.
    """

    type: Any
    read: Callable[[Table, Any], Any]
    tell: Callable[[Table, Any], Any]


def _named(
    numbers: Callable[[Table], Mapping[str, int]],
    names: Callable[[Table], Any],
    refusal: Callable[[Table, str], Refusal],
) -> Kind:
    def read(table: Table, name: str) -> int:
        number = numbers(table).get(name)
        if number is None:
            raise refusal(table, name)
        return number

    return Kind(str, read, lambda table, number: names(table)[number])


def _counted(last: Callable[[Table], int], refusal: Callable[[Table, int], Refusal]) -> Kind:
    def read(table: Table, number: int) -> int:
        if not 1 <= number <= last(table):
            raise refusal(table, number)
        return number - 1

    return Kind(int, read, lambda _, number: number + 1)


def _many(kind: Kind) -> Kind:
    return Kind(
        tuple[str, ...],
        lambda table, names: tuple([kind.read(table, name) for name in names]),
        lambda table, values: [kind.tell(table, value) for value in values],
    )


def _words(*words: str) -> Kind:
    return Kind(Literal[words], lambda _, word: word, lambda _, word: word)


SEAT: Final = _named(
    lambda table: table.seats, lambda table: table.colors, lambda _, name: Refusal("LOG", "player-unknown", seen=name)
)
RING: Final = _named(
    lambda table: table.pieces.ring_numbers,
    lambda table: table.pieces.rings,
    lambda _, name: Refusal("LOG", "ring-unknown", seen=name),
)
TOKEN: Final = _named(
    lambda table: table.pieces.token_numbers,
    lambda table: table.pieces.tokens,
    lambda _, name: Refusal("LOG", "token-unknown", seen=name),
)
FACTION: Final = _named(
    lambda table: table.factions,
    lambda table: table.names,
    lambda _, name: Refusal("LOG", "faction-unknown", seen=name),
)
SPACE: Final = _named(
    lambda table: table.board.numbers,
    lambda table: table.board.names,
    lambda table, name: Refusal("LOG", "space-unknown", seen=name, last=table.board.names[-1]),
)
CHAMBER: Final = _counted(lambda _: CHAMBERS, lambda _, number: Refusal("LOG", "chamber-unknown", seen=number))
CHAIR: Final = _counted(
    lambda table: table.chairs, lambda table, number: Refusal("LOG", "chair-unknown", seen=number, last=table.chairs)
)
FIGURE: Final = Kind(
    int | Literal["lord"],
    lambda table, chair: LORD if chair == "lord" else CHAIR.read(table, chair),
    lambda _, chair: "lord" if chair == LORD else chair + 1,
)
ORIGIN: Final = Kind(
    str,
    lambda table, name: SUPPLY if name == FROM_SUPPLY else SPACE.read(table, name),
    lambda table, space: FROM_SUPPLY if space == SUPPLY else table.board.names[space],
)
RINGS: Final = _many(RING)
HAND: Final = Kind(
    LaidHand,
    lambda table, laid: tuple([RINGS.read(table, getattr(laid, finger)) for finger in FINGERS]),
    lambda table, hand: {finger: RINGS.tell(table, rings) for finger, rings in zip(FINGERS, hand, strict=True)},
)
SWAPS: Final = Kind(
    tuple[Swap, ...],
    lambda table, swaps: tuple([(RING.read(table, swap.take), RING.read(table, swap.give)) for swap in swaps]),
    lambda table, swaps: [{"take": RING.tell(table, take), "give": RING.tell(table, give)} for take, give in swaps],
)
PATH: Final = _many(SPACE)
CARDS: Final = _many(FACTION)
CARD: Final = Kind(
    str | UnsetType,
    lambda table, name: None if name is UNSET else FACTION.read(table, name),
    lambda table, card: UNSET if card is None else table.names[card],
)
ONLY_CARD: Final = Kind(
    str, lambda table, name: (FACTION.read(table, name),), lambda table, cards: table.names[cards[0]]
)


def _hands_told(table: Table, changes: Any) -> dict[str, dict[str, int]]:
    hands: dict[str, dict[str, int]] = {}
    for seat, faction, change in changes:
        hands.setdefault(table.colors[seat], {})[table.names[faction]] = change
    return hands


HANDS: Final = Kind(
    None,
    lambda table, hands: tuple(
        [
            (SEAT.read(table, color), FACTION.read(table, name), change)
            for color, hand in hands.items()
            for name, change in hand.items()
        ]
    ),
    _hands_told,
)
PRESTIGE: Final = Kind(
    None,
    lambda table, changes: tuple([(SEAT.read(table, color), change) for color, change in changes.items()]),
    lambda table, changes: {table.colors[seat]: change for seat, change in changes},
)

_ATTRIBUTES: Final = {"player": "seat", "from_": "origin", "action": "letter"}
"""Of moves, by the fields of lines, where the names differ."""


class Form:
    """How a kind of move stands in the log.

    Args:
        do: says which action it is.
        move: what it is in a game.
        kinds: of a line's fields, in their order.
        shape: of a line, or the name of it where it is not called like ``do``.
        of: the move's attribute of a field that is called otherwise.
    """

    def __init__(self, do: str, move: type, kinds: Mapping[str, Kind], shape: Any = "", **of: str) -> None:
        self.do, self.move, self.kinds = do, move, kinds
        names = {**_ATTRIBUTES, **of}
        self._fields = [(name, name.rstrip("_"), names.get(name, name), kind) for name, kind in kinds.items()]
        self.shape: Any = shape
        if isinstance(shape, str):
            self.shape = msgspec.defstruct(
                shape or do.title().replace("_", ""),
                [
                    (name, kind.type, field(name=log, default=UNSET if kind is CARD else msgspec.NODEFAULT))
                    for name, log, _, kind in self._fields
                ],
                bases=(Action,),
                namespace={"__doc__": (move.__doc__ or "").partition("\n")[0]},
                module=__name__,
                tag=do,
                frozen=True,
                gc=False,
            )

    def read(self, table: Table, line: Action) -> Move:
        given = {attribute: kind.read(table, getattr(line, name)) for name, _, attribute, kind in self._fields}
        move: Move = self.move(**given)
        return move

    def tell(self, table: Table, move: Move) -> dict[str, Any]:
        line: dict[str, Any] = {"do": self.do}
        for _, name, attribute, kind in self._fields:
            value = kind.tell(table, getattr(move, attribute))
            if value is not UNSET:
                line[name] = value
        return line


_PLAYER: Final = {"player": SEAT}
_WAY: Final = {"from_": ORIGIN, "path": PATH}

OTHERS: Final = (
    Form("choose_ring", moves.ChooseRing, {**_PLAYER, "ring": RING}),
    Form("wear", moves.Wear, {**_PLAYER, "hand": HAND}),
    Form("assign", moves.Assign, {**_PLAYER, "chamber": CHAMBER}),
    Form("pass", moves.Pass, _PLAYER),
    Form("recall", moves.Recall, {**_PLAYER, "space": SPACE}),
    Form("place_lord", moves.PlaceLord, {**_PLAYER, "chamber": CHAMBER}),
    Form("activate", moves.Activate, {**_PLAYER, "chamber": CHAMBER, "chair": FIGURE}),
    Form("move", moves.BonusMove, {**_PLAYER, **_WAY, "tokens": _many(TOKEN)}),
    Form("exchange", moves.Exchange, {**_PLAYER, "give": CARDS, "take": FACTION}),
    Form("ambassador", moves.Ambassador, _PLAYER),
    Form("decline", moves.Decline, _PLAYER),
    Form("draw", moves.Draw, {"token": TOKEN}),
    Form("take_ring", moves.TakeRing, {**_PLAYER, "ring": RING, "hand": HAND}),
    Form("end_turn", moves.EndTurn, _PLAYER),
)


def _act(shape: str, letters: str, move: type, kinds: Mapping[str, Kind], **of: str) -> Form:
    return Form("act", move, {**_PLAYER, "action": _words(*letters), **kinds}, shape, **of)


ACTS: Final = {
    "A": _act("ActStep", "A", moves.Walk, _WAY),
    "B": _act("ActSwap", "B", moves.SwapRings, {"swaps": SWAPS, "card": CARD}),
    "C": _act("ActWalk", "CG", moves.Walk, {**_WAY, "cards": CARDS}),
    "D": _act("ActPair", "D", moves.GainCards, {"cards": CARDS}),
    "E": _act("ActClimb", "E", moves.Walk, {**_WAY, "cards": CARDS, "card": CARD}, card="bonus"),
    "F": _act("ActAny", "F", moves.GainCards, {"cards": CARDS, "back": CARD}),
    "H": _act("ActOwn", "H", moves.GainCards, {"card": ONLY_CARD}, card="cards"),
}
ACTS["G"] = ACTS["C"]


def _side(side: Side, move: type, **kinds: Kind) -> Form:
    return Form("scenario", move, {**_PLAYER, "side": _words(side), **kinds}, Scenario)


SIDES: Final = {
    (1, "left"): _side("left", moves.Bench, chamber=CHAMBER, chair=CHAIR, to=CHAMBER),
    (1, "right"): _side("right", moves.SwapTokens, spaces=PATH),
    (2, "left"): _side("left", moves.TokenForCard, card=FACTION),
    (2, "right"): _side("right", moves.ChangeChairs, chamber=CHAMBER, chairs=_many(CHAIR)),
    (3, "left"): _side("left", moves.BuyCard, card=FACTION),
    (3, "right"): _side("right", moves.Jump, to=SPACE, from_=SPACE),
    (4, "left"): _side("left", moves.TradeRings, mine=RING, theirs=RING),
    (5, "left"): _side("left", moves.Stroll, **_WAY),
    (5, "right"): _side("right", moves.Banish, space=SPACE),
}
"""By card and side (TU-12)."""

_AMENDS: Final = {
    "cards": Form("amend", moves.AmendCards, {"cards": HANDS}, Amend, cards="changes"),
    "prestige": Form("amend", moves.AmendPrestige, {"prestige": PRESTIGE}, Amend, prestige="changes"),
    "swap": Form("amend", moves.AmendSwap, {"swap": PATH}, Amend, swap="spaces"),
}

_SHAPES: Final[dict[str, type[Action]]] = {
    "start": Start,
    **{form.do: form.shape for form in OTHERS[:9]},
    "scenario": Scenario,
    **{form.do: form.shape for form in OTHERS[9:]},
    "amend": Amend,
    "undo": Undo,
}
SHAPES: Final[dict[str, tuple[type[Action], ...]]] = {
    **{do: (shape,) for do, shape in _SHAPES.items()},
    "act": tuple(dict.fromkeys(form.shape for form in ACTS.values())),
}
"""Of lines, by ``do``."""

NAMES: Final = tuple(SHAPES)
"""The values of ``do``."""

_BY_SHAPE: Final = {form.shape: form for form in (*OTHERS, *ACTS.values())}
_BY_MOVE: Final = {form.move: form for form in (*OTHERS, *ACTS.values(), *SIDES.values(), *_AMENDS.values())}


_PAIRS: Final = {"tokens", "give", "swap", "spaces", "chairs"}


def parse(obj: object) -> Action:
    """The line that decoded JSON describes.

    Raises:
        Refusal: a fault of shape (``LOG``).
    """
    if not isinstance(obj, Mapping):
        raise Refusal("LOG", "no-object", seen=type(obj).__name__)
    do = obj.get("do")
    shape = None
    if do == "act":
        letter = obj.get("action")
        form = ACTS.get(letter) if isinstance(letter, str) else None
        if form is None:
            raise Refusal("LOG", "letter-unknown", seen=str(letter))
        shape = form.shape
    elif isinstance(do, str):
        shape = _SHAPES.get(do)
    if shape is None:
        raise Refusal("LOG", "do-unknown", seen=str(do), actions=", ".join(NAMES))
    try:
        action: Action = msgspec.convert(obj, shape)
    except (msgspec.ValidationError, UnicodeError, RecursionError, TypeError) as error:
        raise Refusal("LOG", "shape", do=str(do), detail=str(error)) from None
    if isinstance(action, Start):
        if isinstance(action.edition, str) and action.edition != "standard":
            raise Refusal("LOG", "edition-name", seen=action.edition)
        if not all(player.gate for player in action.players):
            raise Refusal("LOG", "gate-empty")
        if any("\ud800" <= letter <= "\udfff" for player in action.players for letter in player.gate):
            raise Refusal("LOG", "shape", do="start", detail="a gate's name holds half a character")
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
        if name in _PAIRS and len(listed) != 2:
            raise Refusal("LOG", "no-pair", name=name, seen=len(listed))
        if name == "swaps" and len(listed) not in {1, 2}:
            raise Refusal("LOG", "swaps-number", seen=len(listed))
    return action


def resolve(state: State, action: Action) -> Move:
    """The move that ``action`` describes in this game; neither a start nor an undo.

    Raises:
        Refusal: it names something that is not there (``LOG``).
    """
    table = state.table
    if isinstance(action, Amend):
        form = next(form for name, form in _AMENDS.items() if getattr(action, name) is not UNSET)
    elif isinstance(action, Scenario):
        form = _of_side(table.scenario, action)
    else:
        form = _BY_SHAPE[type(action)]
    return form.read(table, action)


def _of_side(card: int, action: Scenario) -> Form:
    """What the side of this game's card asks for (TU-12)."""
    form = SIDES.get((card, action.side))
    if form is None:
        raise Refusal("LOG", "side-unknown", side=action.side, card=card)
    given = {name for name in Scenario.__struct_fields__ if getattr(action, name) is not UNSET}
    if given != form.kinds.keys():
        wanted = ", ".join(name.removesuffix("_") for name in Scenario.__struct_fields__[2:] if name in form.kinds)
        raise Refusal("LOG", "scenario-fields", card=card, side=action.side, fields=wanted)
    if "to" in given and type(action.to) is not form.kinds["to"].type:
        raise Refusal("LOG", "shape", do="scenario", detail="`to` is a chamber with card 1, a space with card 3")
    return form


def as_line(table: Table, move: Move) -> dict[str, Any]:
    letter = getattr(move, "letter", None)
    return (_BY_MOVE[type(move)] if letter is None else ACTS[letter]).tell(table, move)
