"""What the ring that records the last minute costs a table with four gates on the Pi.

It is the time that the ring adds to a message, times the messages of a second.
The ports do nothing, so that only the recorder is measured. A Pi 4 takes about four times as long.
"""

import time
from collections.abc import Callable
from typing import Final, cast

from bench.shared.figure import Figure
from hw.bus.ports import Ports, SpiPort
from hw.bus.recorder import RecordedPorts, Recorder
from hw.poll import IDLE_POLL_EVERY_S, POLL_EVERY_S, RUSH_POLL_EVERY_S

GATES: Final = 4
MESSAGES_A_POLL: Final = 2
SPI_HZ: Final = 2_000_000
ROUNDS: Final = 200_000
REQUEST: Final = tuple(bytes((number, 0x52)) for number in range(6))
ANSWER: Final = bytes(9)

CASES: Final = {
    "between games": (IDLE_POLL_EVERY_S, 0.1),
    "in a game": (POLL_EVERY_S, 0.1),
    "in the rush": (RUSH_POLL_EVERY_S, 0.1),
}


class _NoPort(SpiPort):
    def transfer(self, _data: bytes) -> bytes:
        return ANSWER

    def prepare_transfers(self, _transfers: object) -> Callable[[], bytes]:
        return lambda: ANSWER


class _NoPorts:
    def spi_port(self, _bus: int, _select: int) -> SpiPort:
        return _NoPort()


def run() -> list[Figure]:
    """Measure a prepared message with and without the recorder."""
    recorder = Recorder(time.monotonic)
    recorded = RecordedPorts(cast("Ports", _NoPorts()), recorder, SPI_HZ).spi_port(0, 0)
    bare_s = _seconds_each(_NoPort().prepare_transfers(REQUEST))
    added_s = _seconds_each(recorded.prepare_transfers(REQUEST)) - bare_s
    figures = [Figure("recorder: added to a message", added_s * 1e9, "ns")]
    for case, (every_s, most) in CASES.items():
        share = 100 * added_s * GATES * MESSAGES_A_POLL / every_s
        figures.append(Figure(f"recorder: the ring, {case}", share, "% of a core", most=most))
    return figures


def _seconds_each(send: Callable[[], bytes]) -> float:
    best_s = float("inf")
    for _ in range(5):
        began_s = time.perf_counter()
        for _ in range(ROUNDS):
            send()
        best_s = min(best_s, (time.perf_counter() - began_s) / ROUNDS)
    return best_s
