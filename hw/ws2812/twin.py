"""Twin of a WS2812B ring: decodes the pulses at its input into colours. Written from the data sheet.

Not modelled: the time at which pulses come (each call is a frame of its own), and levels: the input wants 3.5 V of 5 V.
"""

from collections.abc import Sequence
from typing import Final

PIXEL_BITS: Final = 24
TOLERANCE_NS: Final = 150
PULSE_NS: Final = {0: (400, 850), 1: (800, 450)}
"""High and low of a bit."""

CHANNEL_MA: Final = 20.0
"""Current of one colour of a pixel at 255."""

IDLE_MA: Final = 1.0
"""Current of a dark pixel."""


class Ws2812Twin:
    """A ring; ``colors`` has red, green and blue of each pixel, ``wrong_pulses`` counts those of no bit."""

    def __init__(self, pixels: int = 24) -> None:
        self.colors = [(0, 0, 0)] * pixels
        self.wrong_pulses = 0

    @property
    def current_ma(self) -> float:
        return sum(IDLE_MA + CHANNEL_MA * sum(color) / 255 for color in self.colors)

    def receive(self, pulses: Sequence[tuple[int, int]]) -> None:
        """Take a frame, each pulse as ns high and ns low; pixels that it does not reach keep their colours."""
        bits = [self._decode(high_ns, low_ns) for high_ns, low_ns in pulses]
        for pixel in range(min(len(bits) // PIXEL_BITS, len(self.colors))):
            value = int("".join(map(str, bits[PIXEL_BITS * pixel : PIXEL_BITS * (pixel + 1)])), 2)
            green, red, blue = value.to_bytes(3)
            self.colors[pixel] = (red, green, blue)

    def _decode(self, high_ns: int, low_ns: int) -> int:
        for bit, (high, low) in PULSE_NS.items():
            if abs(high_ns - high) <= TOLERANCE_NS and abs(low_ns - low) <= TOLERANCE_NS:
                return bit
        self.wrong_pulses += 1
        return 0
