"""Choices that no taken token tells: cards, chambers, chairs, and rings on fingers (TU-2.1, TU-2.2)."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from operator import attrgetter
from typing import Any, Final

from controller.games.tudor.box.edition import FINGERS
from controller.games.tudor.referee.memory import Features, HandInProgress
from controller.games.tudor.rules import move_groups, moves
from controller.games.tudor.rules.chapters.cards import FULL_HAND
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.options import Option
from controller.games.tudor.rules.state import EMPTY_HAND, Hand
from controller.games.tudor.rules.table import RingNumber


def _card(place: int) -> Callable[[Any], Hashable]:
    return lambda move: move.cards[place] if place < len(move.cards) else None


FEATURES: Final[dict[type, Features]] = {
    moves.GainCards: (("card-1", _card(0)), ("card-2", _card(1)), ("back", lambda move: move.back)),
    moves.ExchangeCards: (
        ("give-1", lambda move: move.give[0]),
        ("give-2", lambda move: move.give[1]),
        ("card-1", lambda move: move.take),
    ),
    moves.BenchCourtier: (("chair", lambda move: (move.chamber, move.chair)), ("chamber", lambda move: move.to)),
    moves.ChangeChairs: (("chairs", lambda move: (move.chamber, *move.chairs)),),
}
"""What is asked of some kinds of moves, in this order; of others that of ``ASKED`` which they have."""

ASKED: Final = (("card", "card-1"), ("space", "space"), ("chamber", "chamber"))


def features_of(kind: type[Move]) -> Features:
    return FEATURES.get(kind) or [
        (feature, attrgetter(name)) for name, feature in ASKED if name in kind.__struct_fields__
    ]


ORDER: Final = (
    "assign",
    "place_lord",
    *"ABCDEFGH",
    "ambassador",
    "end_turn",
    "left",
    "right",
    "decline",
    "move",
    "exchange",
    "recall",
    "pass",
)
"""What is likeliest comes first; figures before all, what is not here behind."""


def rank(name: Hashable) -> int:
    if not isinstance(name, str):
        return -1
    return ORDER.index(name) if name in ORDER else len(ORDER)


def name_of(option: Option) -> Hashable:
    """What people choose by: the letter or name of the action, or the figure itself."""
    if isinstance(option, moves.Activate):
        return option
    return option.letter if isinstance(option, move_groups.Payments) else option.name


def each(option: Option) -> Iterator[Move]:
    """The moves of an option; where an order makes no difference in both, since people say one after the other."""
    if not isinstance(option, move_groups.MoveGroup):
        yield option
        return
    for move in option:
        yield move
        match move:
            case moves.GainCards(seat, letter, (one, other), back) if one != other:
                yield moves.GainCards(seat, letter, (other, one), back)
            case moves.ExchangeCards(seat, (one, other), take) if one != other:
                yield moves.ExchangeCards(seat, (other, one), take)
            case _:
                pass


FIRST: Final = 0


def laid(
    rings: Sequence[RingNumber],
    taps: Sequence[tuple[RingNumber, int]],
    move: Callable[[Hand], Move],
    hand: Hand = EMPTY_HAND,
    taken: RingNumber | None = None,
) -> HandInProgress:
    """The hand so far: a tapped ring lies on the next finger, or as many on as the knob was turned after it.

    Args:
        rings: all that are to be worn.
        taps: of some of them in order, with the detents after each.
        move: what a whole hand does.
        hand: how rings lie that are not laid anew.
        taken: the one that came for an office.
    """
    fingers: tuple[int, ...] = ()
    following = FIRST
    for ring, turned in taps:
        fingers = open_fingers(hand, following, len(rings) - _worn(hand), len(rings))
        finger = fingers[turned % len(fingers)]
        hand, following = put(hand, finger, ring), finger + 1
    there = {ring for finger_ in hand for ring in finger_}
    left = tuple(ring for ring in rings if ring not in there)
    whole = hand
    if len(left) == 1:
        whole = put(hand, open_fingers(hand, following, 1, len(rings))[0], left[0])
    return HandInProgress(hand, left, fingers, taken, move(whole) if len(left) < 2 else None)


def begins(kept: Hand, rings: int) -> bool:
    """Whether rings that lie so need not be laid anew when so many are to be worn."""
    if rings < FULL_HAND:
        return all(len(finger) < 2 for finger in kept)
    return sum(not finger for finger in kept) <= rings - _worn(kept)


def _worn(hand: Hand) -> int:
    return sum(map(len, hand))


def open_fingers(hand: Hand, following: int, left: int, rings: int) -> tuple[int, ...]:
    """The fingers on which the next ring may go, from the following one on: bare ones where none may stay bare."""
    order = [(following + step) % len(FINGERS) for step in range(len(FINGERS))]
    bare = [finger for finger in order if not hand[finger]]
    return tuple(bare if rings < FULL_HAND or len(bare) >= left else [*bare, *(f for f in order if hand[f])])


def put(hand: Hand, finger: int, ring: RingNumber) -> Hand:
    return (*hand[:finger], (*hand[finger], ring), *hand[finger + 1 :])
