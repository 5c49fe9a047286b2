"""The actions of Tudor's log: decoded JSON to typed values; faults of shape are refused (LOG)."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field

from controller import limits
from controller.games.contract.values import NO_RULE, RefusedError, Text
from controller.games.naming import sentence
from controller.games.tudor.box.edition import RoundToken, Side
from controller.games.undoable_log import as_line

Value: TypeAlias = str | int

PREFIX: Final = "tudor-refused-"
"""What the keys of all reasons begin with."""

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


class Logged(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="do"):
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
    """The rings on each finger."""

    thumb: tuple[str, ...]
    index: tuple[str, ...]
    middle: tuple[str, ...]
    ring: tuple[str, ...]
    pinky: tuple[str, ...]


class Swap(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A ring of the stand for one of the hand (TU-9.2)."""

    take: str
    give: str


class Start(Logged, frozen=True, gc=False, tag="start"):
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


class ChooseRing(Logged, frozen=True, gc=False, tag="choose_ring"):
    """Choose a ring at the start (TU-1.1)."""

    player: str
    ring: str


class Wear(Logged, frozen=True, gc=False, tag="wear"):
    """Lay the rings on the fingers (TU-1.3, TU-8.3)."""

    player: str
    hand: LaidHand


class Assign(Logged, frozen=True, gc=False, tag="assign"):
    """Put a courtier on a chamber's bench (TU-3.1)."""

    player: str
    chamber: int


class Pass(Logged, frozen=True, gc=False, tag="pass"):
    """Give up a placement (TU-3.5)."""

    player: str


class Recall(Logged, frozen=True, gc=False, tag="recall"):
    """Take a courtier from the throne room back (TU-7.13)."""

    player: str
    space: str


class PlaceLord(Logged, frozen=True, gc=False, tag="place_lord"):
    """Put the lord into a chamber (TU-5.1)."""

    player: str
    chamber: int


class Activate(Logged, frozen=True, gc=False, tag="activate"):
    """Activate a figure (TU-6.2)."""

    player: str
    chamber: int
    chair: int | Literal["lord"]


class ActStep(Logged, frozen=True, gc=False, tag="act"):
    """Action A (TU-9.1)."""

    player: str
    action: Literal["A"]
    from_: str = field(name="from")
    path: tuple[str, ...]


class ActSwap(Logged, frozen=True, gc=False, tag="act"):
    """Action B (TU-9.2)."""

    player: str
    action: Literal["B"]
    swaps: tuple[Swap, ...]
    card: str | UnsetType = UNSET


class ActWalk(Logged, frozen=True, gc=False, tag="act"):
    """Actions C and G (TU-9.3, TU-9.7)."""

    player: str
    action: Literal["C", "G"]
    from_: str = field(name="from")
    path: tuple[str, ...]
    cards: tuple[str, ...]


class ActPair(Logged, frozen=True, gc=False, tag="act"):
    """Action D (TU-9.4)."""

    player: str
    action: Literal["D"]
    cards: tuple[str, ...]


class ActClimb(Logged, frozen=True, gc=False, tag="act"):
    """Action E (TU-9.5); ``card`` if enhanced (TU-10.5)."""

    player: str
    action: Literal["E"]
    from_: str = field(name="from")
    path: tuple[str, ...]
    cards: tuple[str, ...]
    card: str | UnsetType = UNSET


class ActAny(Logged, frozen=True, gc=False, tag="act"):
    """Action F (TU-9.6); ``back`` with two cards (TU-10.6)."""

    player: str
    action: Literal["F"]
    cards: tuple[str, ...]
    back: str | UnsetType = UNSET


class ActOwn(Logged, frozen=True, gc=False, tag="act"):
    """Action H (TU-9.8)."""

    player: str
    action: Literal["H"]
    card: str


class Move(Logged, frozen=True, gc=False, tag="move"):
    """The bonus move (TU-11.2)."""

    player: str
    from_: str = field(name="from")
    path: tuple[str, ...]
    tokens: tuple[str, ...]


class Exchange(Logged, frozen=True, gc=False, tag="exchange"):
    """Two cards against one (TU-11.3)."""

    player: str
    give: tuple[str, ...]
    take: str


class Scenario(Logged, frozen=True, gc=False, tag="scenario"):
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


class Ambassador(Logged, frozen=True, gc=False, tag="ambassador"):
    """The round token just taken for an ambassador (TU-13.6)."""

    player: str


class Decline(Logged, frozen=True, gc=False, tag="decline"):
    """Keep the token, or forgo the office's action (TU-12.7)."""

    player: str


class Draw(Logged, frozen=True, gc=False, tag="draw"):
    """A token was drawn for the first space that is due (TU-7.10)."""

    token: str


class TakeRing(Logged, frozen=True, gc=False, tag="take_ring"):
    """Take a ring for an office, with the whole layout (TU-8.2, TU-8.3)."""

    player: str
    ring: str
    hand: LaidHand


class EndTurn(Logged, frozen=True, gc=False, tag="end_turn"):
    """End the turn (TU-6.6)."""

    player: str


class Amend(Logged, frozen=True, gc=False, tag="amend"):
    """A human corrects the table; exactly one of the three is there, ``parse`` sees to it."""

    cards: dict[str, dict[str, int]] | UnsetType = UNSET
    prestige: dict[str, Annotated[int, _ENOUGH]] | UnsetType = UNSET
    swap: tuple[str, ...] | UnsetType = UNSET


class Undo(Logged, frozen=True, gc=False, tag="undo"):
    """Take back the latest action that still stands; the log does it, not the engine."""


Action: TypeAlias = Logged

to_mapping = as_line


_ACTS: Final[dict[str, type[Action]]] = {
    "A": ActStep,
    "B": ActSwap,
    "C": ActWalk,
    "D": ActPair,
    "E": ActClimb,
    "F": ActAny,
    "G": ActWalk,
    "H": ActOwn,
}
"""The shape of ``act`` by its action."""

_OTHERS: Final[dict[str, type[Action]]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (
        *(
            Start,
            ChooseRing,
            Wear,
            Assign,
            Pass,
            Recall,
            PlaceLord,
            Activate,
            Move,
            Exchange,
            Scenario,
            Ambassador,
        ),
        *(Decline, Draw, TakeRing, EndTurn, Amend, Undo),
    )
}

OTHER_SHAPES: Final = tuple(_OTHERS.values())

ACT_SHAPES: Final = tuple(dict.fromkeys(_ACTS.values()))

SHAPES: Final = (*OTHER_SHAPES, *ACT_SHAPES)
"""Every kind of line."""

NAMES: Final = (*_OTHERS, "act")
"""The values of ``do``."""


def parse(obj: object) -> Action:
    """The action that decoded JSON describes.

    Raises:
        Refusal: a fault of shape (``LOG``).
    """
    if not isinstance(obj, Mapping):
        raise Refusal("LOG", "no-object", seen=type(obj).__name__)
    do = obj.get("do")
    shape = None
    if do == "act":
        letter = obj.get("action")
        shape = _ACTS.get(letter) if isinstance(letter, str) else None
        if shape is None:
            raise Refusal("LOG", "letter-unknown", seen=str(letter))
    elif isinstance(do, str):
        shape = _OTHERS.get(do)
    if shape is None:
        raise Refusal("LOG", "do-unknown", seen=str(do), actions=", ".join(NAMES))
    try:
        action: Action = msgspec.convert(obj, shape)
    except (msgspec.ValidationError, UnicodeError, RecursionError, TypeError) as error:
        raise Refusal("LOG", "shape", do=str(do), detail=str(error)) from None
    _whole(action)
    return action


def _whole(action: Action) -> None:
    if isinstance(action, Start):
        if isinstance(action.edition, str) and action.edition != "standard":
            raise Refusal("LOG", "edition-name", seen=action.edition)
        for player in action.players:
            if not player.gate:
                raise Refusal("LOG", "gate-empty")
            if any("\ud800" <= letter <= "\udfff" for letter in player.gate):
                raise Refusal("LOG", "shape", do="start", detail="a gate's name holds half a character")
    elif isinstance(action, Amend):
        given = [part for part in (action.cards, action.prestige, action.swap) if part is not UNSET]
        if len(given) != 1:
            raise Refusal("LOG", "amend-one")
        if given[0] == {} or (action.cards is not UNSET and not all(action.cards.values())):
            raise Refusal("LOG", "amend-empty")
        if action.swap is not UNSET:
            _pair("swap", action.swap)
    elif isinstance(action, ActSwap):
        if len(action.swaps) not in {1, 2}:
            raise Refusal("LOG", "swaps-number", seen=len(action.swaps))
    elif isinstance(action, Move):
        _not_empty("path", action.path)
        _pair("tokens", action.tokens)
    elif isinstance(action, Exchange):
        _pair("give", action.give)
    elif isinstance(action, Scenario):
        for name, pair in (("spaces", action.spaces), ("chairs", action.chairs)):
            if pair is not UNSET:
                _pair(name, pair)
        if action.path is not UNSET:
            _not_empty("path", action.path)
    else:
        for name in ("path", "cards"):
            listed = getattr(action, name, None)
            if listed is not None:
                _not_empty(name, listed)


def _not_empty(name: str, listed: tuple[str, ...]) -> None:
    if not listed:
        raise Refusal("LOG", "list-empty", name=name)


def _pair(name: str, listed: tuple[str, ...] | tuple[int, ...]) -> None:
    if len(listed) != 2:
        raise Refusal("LOG", "no-pair", name=name, seen=len(listed))
