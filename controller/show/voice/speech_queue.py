"""What waits to be said: in the order in which it matters, never much of it, and nothing that is old news."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from controller import limits
from controller.games.contract.values import CastleId, Text


class Kind(IntEnum):
    """Why something is said; what comes first here goes first."""

    PIECE = 0
    BY_HAND = 1
    COMPLAINT = 2
    STORY = 3
    WAITS = 4
    DEVICE = 5


OLD_S: Final[Mapping[Kind, float]] = {
    Kind.PIECE: 4.0,
    Kind.BY_HAND: 4.0,
    Kind.COMPLAINT: 8.0,
    Kind.STORY: 20.0,
    Kind.WAITS: 60.0,
    Kind.DEVICE: 60.0,
}
"""So long after it came nobody wants to hear it any more: a hand has gone on, the game is elsewhere."""

ONE_ONLY: Final = frozenset({Kind.PIECE, Kind.BY_HAND, Kind.WAITS})
"""Of these only the newest is true."""

AT_ONCE: Final = frozenset({Kind.PIECE, Kind.BY_HAND})
"""Answers to a hand: they cut short what is being said, unless that is a complaint."""


class Utterance(Struct, frozen=True):
    """Something to say.

    Attributes:
        texts: each a sentence.
        came_s: when it came about, by the loop's clock.
        ear: the castle whose people alone may hear it; None for all.
        again: it was cut short once.
    """

    kind: Kind
    texts: tuple[Text, ...]
    came_s: float
    ear: CastleId | None = None
    again: bool = False


class SpeechQueue:
    """Owner of what waits to be said.

    Attributes:
        dropped: how much was never said.
    """

    def __init__(self) -> None:
        self.dropped = 0
        self._waiting: list[Utterance] = []

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, utterance: Utterance) -> None:
        """One more waits; what it makes untrue goes, and of too many the oldest."""
        if utterance.kind in ONE_ONLY:
            self._keep([each for each in self._waiting if each.kind is not utterance.kind])
        self._waiting.append(utterance)
        if len(self._waiting) > limits.SAYINGS:
            self._keep(self._waiting[1:])

    def put_back(self, utterance: Utterance) -> None:
        """What was cut short is said once more, but no answer to a hand that has gone on, nor what is true no more."""
        newer = any(each.kind is utterance.kind for each in self._waiting)
        if utterance.again or utterance.kind in AT_ONCE or (utterance.kind in ONE_ONLY and newer):
            self.dropped += 1
            return
        self._waiting.insert(0, replace(utterance, again=True))
        self._keep(self._waiting[-limits.SAYINGS :])

    def take(self, now_s: float) -> Utterance | None:
        """What is to be said now; None if nothing is."""
        self._keep([each for each in self._waiting if now_s - each.came_s <= OLD_S[each.kind]])
        if not self._waiting:
            return None
        first = min(self._waiting, key=lambda each: each.kind)
        self._waiting.remove(first)
        return first

    def clear(self) -> None:
        """Nothing waits any more."""
        self._keep([])

    def _keep(self, kept: list[Utterance]) -> None:
        self.dropped += len(self._waiting) - len(kept)
        self._waiting = kept


def cuts_short(said: Utterance, newer: Utterance) -> bool:
    """Whether what is being said ends for what has just come."""
    if newer.kind in ONE_ONLY and said.kind is newer.kind:
        return True
    return newer.kind in AT_ONCE and said.kind not in {*AT_ONCE, Kind.COMPLAINT}
