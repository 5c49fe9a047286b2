"""Fingers: how rings that are tapped from thumb to pinky lie on a hand (TU-2.1, TU-2.2)."""

from collections.abc import Callable, Sequence
from typing import Final

from controller.games.tudor.box.words import FINGERS
from controller.games.tudor.referee.reading import Laid
from controller.games.tudor.rules.chapters.hands import FULL_HAND
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.state import BARE, Hand
from controller.games.tudor.rules.table import RingNumber

FIRST: Final = 0


def laid(
    rings: Sequence[RingNumber],
    taps: Sequence[tuple[RingNumber, int]],
    move: Callable[[Hand], Move],
    hand: Hand = BARE,
    taken: RingNumber | None = None,
) -> Laid:
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
    return Laid(hand, left, fingers, taken, move(whole) if len(left) < 2 else None)


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
    """The hand with one more ring."""
    return (*hand[:finger], (*hand[finger], ring), *hand[finger + 1 :])
