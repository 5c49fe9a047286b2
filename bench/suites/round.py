"""What a round costs the hardware: bots play one on twins, seed 7, four players, virtual time."""

import tempfile
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from bench.shared.figure import Figure
from controller import config
from controller.play.simulated.demo_run import play_rounds
from controller.store.journal import Journal
from hw.bus.linux import SPI_HZ
from hw.testing.busy_loop import I2C_BITS_AN_OCTET
from hw.testing.clock import run_virtual
from hw.testing.machine import Costs

SEED: Final = 7


def run() -> list[Figure]:
    """Counts of one round; nothing here is timed."""
    settings = config.simulator()
    settings = replace(settings, table=replace(settings.table, map="honour"))

    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "bench.journal")
        played = run_virtual(play_rounds(settings, journal, rounds=1, seed=SEED))
        journal.close()
        journal_octets = sum(file.stat().st_size for file in Path(folder).iterdir())
    costs, seconds = played.costs, played.seconds
    readers = len(settings.castle)
    return [
        Figure("round: length", round(seconds, 1), "virtual s"),
        Figure("round: tiles carried over gates", played.passes, "tiles"),
        Figure("round: actions in the journal", played.actions, "actions"),
        Figure("round: journal file", journal_octets, "octets"),
        Figure("round: SPI messages", costs.spi_messages, "system calls"),
        Figure("round: SPI transfers", costs.spi_transfers, "transfers"),
        Figure("round: SPI octets", costs.spi_octets, "octets"),
        Figure("round: SPI transfers of one reader", round(costs.spi_transfers / readers / seconds), "transfers/s"),
        *(
            Figure(
                f"round: buses of four readers and display, {call_us} us a call, {i2c_khz} kHz",
                round(100 * _bus_s(costs, call_us / 1e6, i2c_khz * 1000) / seconds, 2),
                "% of the time",
            )
            for call_us in (20, 40, 60)
            for i2c_khz in (100, 400)
        ),
        Figure("round: airtime of one reader", round(100 * costs.airtime_s / readers / seconds, 2), "% of the time"),
        Figure("round: guard time violations", costs.guard_violations, "frames", most=0),
        Figure("round: octets to the OLED", costs.i2c_octets, "octets"),
        Figure("round: motor half-steps", costs.half_steps, "half-steps"),
    ]


def _bus_s(costs: Costs, call_s: float, i2c_hz: int) -> float:
    """What the counted calls and octets take on the buses of a Pi."""
    calls = costs.spi_messages + costs.i2c_messages
    return calls * call_s + 8 * costs.spi_octets / SPI_HZ + I2C_BITS_AN_OCTET * costs.i2c_octets / i2c_hz
