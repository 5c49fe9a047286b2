"""The actions of the game log, as they are written there."""

from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field

from controller import limits
from controller.games.tudor.box.words import RoundToken, Side

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


def to_mapping(action: Action) -> dict[str, Any]:
    """The action as decoded JSON, a copy of its own."""
    mapping: dict[str, Any] = _plain(msgspec.to_builtins(action))
    return mapping


def _plain(value: Any) -> Any:
    """``value`` with lists for tuples, as JSON has it."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, tuple | list) else value
