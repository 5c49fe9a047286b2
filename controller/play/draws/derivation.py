"""What follows from a seed: its commitment, and what it answers. ``docs/draws.md`` has the same in ten lines.

``salt`` and ``seed`` are 32 octets, and so is all that follows. Two parties make a result: the table with the seed, to
which it commits itself first, and people with the log, which they do not know how to choose while the seed is hidden.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

from controller.games.contract.values import Action
from controller.show.arrow import ArrowTarget

T = TypeVar("T")

SECTOR_MARGIN_DEG: Final = 4.0
"""The arrow stays this far away from a sector's edges, so that nobody has to argue about a line."""

STEPS: Final = 1_000_000
"""So many places to stop there are between a sector's margins."""


def plain(value: Any) -> bytes:
    """A JSON value in the one way in which it goes into what follows."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


NEWEST: Final = 2
VERSIONS: Final[Mapping[int, bytes]] = {1: b"", NEWEST: b"royaltable game "}
"""What comes before a salt where it is hashed to the game's name.

Version 1 had nothing there, so that the name was the hash of a log without actions: a visitor could compute a deal.
"""


def game_name(salt: bytes, version: int = NEWEST) -> str:
    """What stands for a game in its commitments: 64 hex digits, which tell nothing about its salt or its log."""
    return hashlib.sha256(VERSIONS[version] + salt).hexdigest()


def commitment(salt: bytes, n: int, seed: bytes, version: int = NEWEST) -> str:
    """What is shown before draw ``n`` of a game: 64 hex digits."""
    return hashlib.sha256(f"royaltable draw {n} of {game_name(salt, version)} ".encode() + seed).hexdigest()


def version_of(salt: bytes, n: int, seed: bytes, shown: str) -> int | None:
    """By which version a draw's commitment was made; None if by none, so that it is of another seed."""
    return next((each for each in VERSIONS if commitment(salt, n, seed, each) == shown), None)


class LogHash:
    """The running hash of a game's log; whoever does not have the salt cannot try what people may hide in it."""

    def __init__(self, salt: bytes) -> None:
        self._hash = hashlib.sha256(salt)

    def add(self, action: Action) -> None:
        """The next action of the log."""
        self._hash.update(plain(action) + b"\n")

    def digest(self) -> bytes:
        """Of all actions so far."""
        return self._hash.digest()


class Answers:
    """What a seed answers when it is asked for something after a log, in the order in which it is asked.

    Attributes:
        stop: where the arrow stops; None if nothing was spun.
        taken: how many numbers were.
    """

    def __init__(self, seed: bytes, asked: Mapping[str, Any], log: bytes) -> None:
        self.stop: ArrowTarget | None = None
        self._key = hmac.digest(seed, plain(asked) + log, "sha256")
        self.taken = 0

    def spin(self, sectors: Sequence[tuple[int, int]]) -> ArrowTarget:
        """A stop: sectors of (value, degrees), clockwise from the home mark, as likely as they are wide."""
        at = self._below(sum(degrees for _, degrees in sectors))
        begin = 0
        for value, degrees in sectors:
            if at < begin + degrees:
                margin = min(SECTOR_MARGIN_DEG, degrees / 4)
                inside = (degrees - 2 * margin) * self._below(STEPS) / STEPS
                self.stop = ArrowTarget(value, begin + margin + inside)
                return self.stop
            begin += degrees
        raise AssertionError("unreachable: the draw is below the sum")

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """The same things in another order, each as likely (Fisher and Yates, from the end)."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self._below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def _below(self, bound: int) -> int:
        """A number from 0, each as likely: those that would make the first ones likelier are passed over."""
        while True:
            block = hmac.digest(self._key, self.taken.to_bytes(8, "big"), "sha256")
            self.taken += 1
            number = int.from_bytes(block, "big")
            if number < (1 << 256) - (1 << 256) % bound:
                return number % bound
