"""The bench of a castle board measures what a tile and a tag really do."""

from bench.suites.node import WORST_MS, latencies_ms, reads_a_second
from hw.testing.clock import run_virtual
from tests.firmware.rigs import needs


def test_each_tile_reaches_the_host_before_it_has_left_a_ramp() -> None:
    needs("MicroPython")
    took_ms = run_virtual(latencies_ms(10))
    assert len(took_ms) == 10
    assert min(took_ms) > 5.0  # seven exchanges and the line take that
    assert max(took_ms) < WORST_MS


def test_a_resting_tag_is_read_with_each_poll() -> None:
    needs("MicroPython")
    assert 90.0 <= run_virtual(reads_a_second(4.0)) <= 100.0
