"""Choices that need the knob: cards, chambers, chairs, and rings on fingers (TU-2.1, TU-2.2)."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from operator import attrgetter
from typing import Any, Final

from controller.games.tudor.box.edition import FINGERS
from controller.games.tudor.referee.memory import Features, HandInProgress
from controller.games.tudor.rules import move_groups, moves, options, state, table
from controller.games.tudor.rules.chapters.cards import FULL_HAND_RINGS
from controller.games.tudor.rules.moves import Move


def _card_getter(place: int) -> Callable[[Any], Hashable]:
    return lambda move: move.cards[place] if place < len(move.cards) else None


FEATURES_BY_MOVE: Final[dict[type, Features]] = {
    moves.GainCards: (("card-1", _card_getter(0)), ("card-2", _card_getter(1)), ("back", lambda move: move.back)),
    moves.ExchangeCards: (
        ("give-1", lambda move: move.give[0]),
        ("give-2", lambda move: move.give[1]),
        ("card-1", lambda move: move.take),
    ),
    moves.BenchCourtier: (("chair", lambda move: (move.chamber, move.chair)), ("chamber", lambda move: move.to)),
    moves.SwapChairs: (("chairs", lambda move: (move.chamber, *move.chairs)),),
}
"""Features of some types of moves, in the order of asking; others have ``COMMON_FEATURES``."""

COMMON_FEATURES: Final = (("card", "card-1"), ("space", "space"), ("chamber", "chamber"))


def question_features_of_move(kind: type[Move]) -> Features:
    return FEATURES_BY_MOVE.get(kind) or [
        (feature, attrgetter(name)) for name, feature in COMMON_FEATURES if name in kind.__struct_fields__
    ]


OPTION_ORDER: Final = (
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
"""Names of options, the likeliest first; figures come before them, unlisted names after."""


def option_rank(name: Hashable) -> int:
    if not isinstance(name, str):
        return -1
    return OPTION_ORDER.index(name) if name in OPTION_ORDER else len(OPTION_ORDER)


def option_name(option: options.Option) -> Hashable:
    """Return what players choose an option by: the action's letter or name, or the figure."""
    if isinstance(option, moves.ActivateFigure):
        return option
    return option.letter if isinstance(option, move_groups.PathPayments) else option.name


def moves_of_option(option: options.Option) -> Iterator[Move]:
    """Yield an option's moves; pairs of cards in both orders, as players name them one by one."""
    for move in option if isinstance(option, move_groups.LegalMoveGroup) else (option,):
        yield move
        match move:
            case moves.GainCards(seat, letter, (one, other), back) if one != other:
                yield moves.GainCards(seat, letter, (other, one), back)
            case moves.ExchangeCards(seat, (one, other), take) if one != other:
                yield moves.ExchangeCards(seat, (other, one), take)
            case _:
                pass


def lay_tapped_rings(
    rings: Sequence[table.RingNumber],
    taps: Sequence[tuple[table.RingNumber, int]],
    move: Callable[[state.Hand], Move],
    hand: state.Hand = state.EMPTY_HAND,
    taken: table.RingNumber | None = None,
) -> HandInProgress:
    """Lay each tapped ring on the next open finger, or as many open fingers on as the knob was turned.

    Args:
        rings: all rings to be worn.
        taps: the tapped rings in order, each with the detents after it.
        move: makes the move from a complete hand.
        hand: the rings that stay where they are.
        taken: the ring that an office brought.
    """
    fingers: tuple[int, ...] = ()
    following = 0
    for ring, turned in taps:
        fingers = fingers_for_next_ring(hand, following, len(rings) - _worn_ring_count(hand), len(rings))
        finger = fingers[turned % len(fingers)]
        hand, following = with_ring_on_finger(hand, finger, ring), finger + 1
    placed = {ring for finger_ in hand for ring in finger_}
    left = tuple(ring for ring in rings if ring not in placed)
    complete = hand
    if len(left) == 1:
        complete = with_ring_on_finger(hand, fingers_for_next_ring(hand, following, 1, len(rings))[0], left[0])
    return HandInProgress(hand, left, fingers, taken, move(complete) if len(left) < 2 else None)


def can_rings_stay(kept: state.Hand, rings: int) -> bool:
    """Whether the kept rings may stay on their fingers with ``rings`` to be worn (TU-2.1, TU-2.2)."""
    if rings < FULL_HAND_RINGS:
        return all(len(finger) < 2 for finger in kept)
    return sum(not finger for finger in kept) <= rings - _worn_ring_count(kept)


def _worn_ring_count(hand: state.Hand) -> int:
    return sum(map(len, hand))


def fingers_for_next_ring(hand: state.Hand, following: int, left: int, rings: int) -> tuple[int, ...]:
    """Return the fingers open to the next ring, from ``following`` on.

    Only bare ones are open if rings may not share a finger, or all ``left`` rings are needed to fill them.
    """
    order = [(following + step) % len(FINGERS) for step in range(len(FINGERS))]
    bare = [finger for finger in order if not hand[finger]]
    return tuple(bare if rings < FULL_HAND_RINGS or len(bare) >= left else [*bare, *(f for f in order if hand[f])])


def with_ring_on_finger(hand: state.Hand, finger: int, ring: table.RingNumber) -> state.Hand:
    return (*hand[:finger], (*hand[finger], ring), *hand[finger + 1 :])
