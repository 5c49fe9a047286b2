"""The gate in a rush: players throw tiles over four of them; what share does the table count?

Our readers and the package `mfrc522` run in the same virtual time: each system call to a bus costs what it costs a Pi,
besides its bits. Ours are charged for late timers and for each wake of the processor, too, the package is not: it never
sleeps. The display is written meanwhile, whole, more often than the table ever does.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Final

from msgspec.structs import replace

from bench.shared.figure import Figure
from bench.shared.rush import CALLS_US, CASTLES, FRAME_EVERY_S, TILES_A_SECOND, mfrc522, ours
from tests.support.busy_loop import Charges

WINDOWS_S: Final = (0.020, 0.045, 0.100)
PROMISED_S: Final = 0.045
COUNTED_AT_LEAST_PERCENT: Final = 99.9
THROWN_AT_LEAST_PERCENT: Final = 90.0
"""Of tiles that no ramp brakes."""
SEEDS: Final = range(1, 6)

SMALLEST: Final = Charges(call_s=60e-6, late_s=100e-6, wake_s=300e-6)
"""A Zero 2 W under load."""


def run() -> list[Figure]:
    """Share of the tiles counted, for three times in the field, next to the package; then the smallest Pi's."""
    figures = []
    for window_s in WINDOWS_S:
        for call_us in CALLS_US:
            call_s = call_us / 1e6
            peer = 100 * mfrc522(window_s, SEEDS[0], call_s).share if find_spec("mfrc522") else None
            figures.append(
                Figure(
                    f"gate: {CASTLES} x {TILES_A_SECOND} tiles a second, {window_s * 1e3:.0f} ms in the field, "
                    f"{call_us} us a call, counted",
                    100 * ours(window_s, SEEDS[0], Charges(call_s=call_s)).share,
                    "%",
                    least=COUNTED_AT_LEAST_PERCENT if window_s >= PROMISED_S else THROWN_AT_LEAST_PERCENT,
                    peers={"mfrc522": peer},
                )
            )
    return figures + list(_smallest()) + list(_pn532())


def _pn532() -> Iterator[Figure]:
    """The same rush at readers that list two tags at most: it misses one of three at a time."""
    for window_s in WINDOWS_S[1:]:
        shares = [100 * ours(window_s, seed, SMALLEST, chip="pn532").share for seed in SEEDS]
        yield Figure(f"gate: rush of {window_s * 1e3:.0f} ms at PN532s, worst of {len(SEEDS)} seeds", min(shares), "%")


def _smallest() -> Iterator[Figure]:
    """The worst seed of a rush on the smallest Pi, and with whole pictures on a display at either clock of I2C."""
    late = f"{1e6 * SMALLEST.call_s:.0f} us a call, wakes {1e6 * SMALLEST.late_s:.0f} us late for "
    rush = f"gate: rush of 45 ms, {late}{1e6 * SMALLEST.wake_s:.0f} us each"
    for i2c_hz in (None, 400_000, 100_000):
        charges = SMALLEST if i2c_hz is None else replace(SMALLEST, i2c_hz=i2c_hz)
        shares = [100 * ours(PROMISED_S, seed, charges, frames=i2c_hz is not None).share for seed in SEEDS]
        shown = "" if i2c_hz is None else f", a whole picture at {i2c_hz // 1000} kHz every {FRAME_EVERY_S} s"
        name = f"{rush}{shown}, worst of {len(SEEDS)} seeds"
        yield Figure(name, min(shares), "%", least=COUNTED_AT_LEAST_PERCENT)
