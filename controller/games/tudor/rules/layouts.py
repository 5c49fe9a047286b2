"""The ways to wear some rings on five fingers (TU-2.1, TU-2.2); of orders on one finger it has one."""

from collections.abc import Iterator, Sequence
from itertools import permutations, product

from controller.games.tudor.box.words import FINGERS
from controller.games.tudor.rules.chapters.hands import FULL_HAND
from controller.games.tudor.rules.state import Hand
from controller.games.tudor.rules.table import RingNumber


def layouts(rings: list[RingNumber]) -> Iterator[Hand]:
    """The ways to wear these rings: 20 of two, 120 of five, 1,800 of six, and many more of more."""
    fingers = range(len(FINGERS))
    if len(rings) < FULL_HAND:
        for places in permutations(fingers, len(rings)):
            yield worn(rings, places)
        return
    for places in product(fingers, repeat=len(rings)):
        if len(set(places)) == len(fingers):
            yield worn(rings, places)


def worn(rings: Sequence[RingNumber], places: Sequence[int]) -> Hand:
    """The hand with each ring at its place."""
    hand: list[tuple[RingNumber, ...]] = [()] * len(FINGERS)
    for ring, place in zip(rings, places, strict=True):
        hand[place] = (*hand[place], ring)
    return tuple(hand)
