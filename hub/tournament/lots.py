"""Numbers that follow from a seed, so that anybody can draw them again: SHA-256 of a key with a counter."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from hub.tournament.seeds import Seed

T = TypeVar("T")


def key_of(seed: Seed, said: str, field: Any) -> bytes:
    """What a draw's numbers come from: its seed, what the room said, and the field as a JSON value."""
    text = json.dumps([said, field], ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(b"royaltable tournament " + seed + text.encode()).digest()


class Lots:
    """Owner of how many numbers were taken.

    Number ``n``, from 0 on, is octets ``8 * (n % 4)`` to ``8 * (n % 4) + 7`` of SHA-256(key, n // 4 as 8 octets), the
    first octet the largest.
    """

    def __init__(self, key: bytes) -> None:
        self._numbers = _numbers(key)

    def below(self, bound: int) -> int:
        """A number from 0 on: the next one modulo ``bound`` (its bias is under 2**-50 for what sits in a room)."""
        return next(self._numbers) % bound

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """In another order: from the last place down each is exchanged with one below it, or itself."""
        order = list(things)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return order


def _numbers(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        octets = hashlib.sha256(key + block.to_bytes(8, "big")).digest()
        for start in range(0, 32, 8):
            yield int.from_bytes(octets[start : start + 8], "big")
        block += 1
