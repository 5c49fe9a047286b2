"""Hours of tiles in the heap of a Pico: nothing piles up, and what is free does not fall to pieces."""

from hw.testing.pico.heap import heap_after
from tests.firmware.rigs import needs
from tests.soak import SOAK

EVENTS = 100_000 if SOAK else 3_000


def test_many_events_leave_most_of_the_heap_free_and_more_than_half_of_that_in_one_piece() -> None:
    needs("MicroPython")
    use = heap_after(EVENTS)
    assert (use.events, use.missed) == (EVENTS, 0)
    assert use.free_at_least > 120_000
    assert use.free_at_last > 0.9 * use.free_at_first
    assert use.largest_free > 0.5 * use.free_at_last
