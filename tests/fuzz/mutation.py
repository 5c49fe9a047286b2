"""Inputs by chance: seeds with a few mistakes in them, the same for the same seed of chance."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

NUMBERS: Final = (b"0", b"-1", b"1e400", b"NaN", b"255", b"65536", b"4294967296", b"9" * 40, b"1" * 5000)
NESTED: Final = (b"[" * 3000, b'{"a":' * 2000, b"{a=" * 1000)


def inputs(seeds: Sequence[bytes], words: Sequence[bytes], longest: int, chance: Random) -> Iterator[bytes]:
    """Inputs without end, ``longest`` octets at most."""
    pieces = [*words, *(word for word in (*NUMBERS, *NESTED) if len(word) < longest)]
    while True:
        octets = bytearray(chance.choice(seeds))
        for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 5, 9))):
            _spoil(octets, pieces, seeds, chance)
        yield bytes(octets[:longest])


def _spoil(octets: bytearray, pieces: Sequence[bytes], seeds: Sequence[bytes], chance: Random) -> None:
    """One mistake."""
    at = int(chance.random() * (len(octets) + 1))
    to = min(len(octets), at + int(chance.random() ** 3 * 40) + 1)
    match int(chance.random() * 10):
        case 0 if at < len(octets):
            octets[at] ^= 1 << int(chance.random() * 8)
        case 1 if at < len(octets):
            octets[at] = int(chance.random() * 256)
        case 2:
            del octets[at:to]
        case 3:
            octets[at:at] = octets[at:to] * chance.choice((1, 1, 2, 50))
        case 4 | 5:
            octets[at:at] = chance.choice(pieces)
        case 6 | 7:
            octets[at:to] = chance.choice(pieces)
        case 8:
            other = chance.choice(seeds)
            start = int(chance.random() * (len(other) + 1))
            octets[at:to] = other[start : start + int(chance.random() * 60)]
        case _:
            octets[at:to] = chance.randbytes(int(chance.random() * 8))
