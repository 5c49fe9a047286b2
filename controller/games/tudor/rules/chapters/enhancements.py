"""Enhancements: what the rings on a hand allow (TU-2.4)."""

from controller.games.tudor.box.words import Letter
from controller.games.tudor.rules.state import Hand
from controller.games.tudor.rules.table import Table


def enhanced(table: Table, hand: Hand, letter: Letter) -> bool:
    """Whether each finger of the action's enhancement wears a ring (TU-2.4)."""
    fingers = table.pieces.fingers[letter]
    return not any(not finger and fingers >> place & 1 for place, finger in enumerate(hand))


def ring_counts(table: Table, hand: Hand) -> list[int]:
    """How many rings of each faction are on the hand."""
    counts = [0] * len(table.names)
    factions = table.pieces.ring_factions
    for finger in hand:
        for ring in finger:
            counts[factions[ring]] += 1
    return counts
