"""Troubles of real parts, by a seed: contacts bounce, SPI has noise, I2C devices do not acknowledge, tags flicker.

The same seed gives the same troubles at the same moments to the same program.
"""

from collections.abc import Iterable
from random import Random
from typing import Final
from zlib import crc32

from hw.mfrc522.reader_twin import ReaderTwin

MOST_BOUNCES, BOUNCE_S = 6, 2e-3
"""Bounces of a cheap button's edge, and the longest pause between two."""

SPI_FLIPS: Final = 1e-4
"""Share of bytes read over SPI with a wrong bit, as on wires of a hand's length without a ground beside them."""

I2C_LOSS: Final = 0.005
"""Share of messages that nothing acknowledges."""

FLICKER_S, FLICKER_SHARE = 0.25, 0.06
"""Tags at the edge of a field answer in most of such slots of time."""


class Nasty:
    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._chance = Random(seed)  # noqa: S311  # no secret

    def bounces(self) -> list[float]:
        """Return the pauses between bounces of one edge, in seconds."""
        return [self._chance.uniform(0, BOUNCE_S) for _ in range(self._chance.randrange(MOST_BOUNCES + 1))]

    def with_noise(self, data: bytes) -> bytes:
        """Return bytes read over SPI, perhaps with wrong bits."""
        return bytes(
            byte ^ 1 << self._chance.randrange(8) if self._chance.random() < SPI_FLIPS else byte for byte in data
        )

    def loses_message(self) -> bool:
        return self._chance.random() < I2C_LOSS

    def make_tags_flicker(self, readers: Iterable[ReaderTwin]) -> None:
        def answers(at_s: float) -> bool:
            return crc32(f"{self.seed} {at_s // FLICKER_S}".encode()) / 2**32 >= FLICKER_SHARE

        for reader in readers:
            reader.field.audible = answers
