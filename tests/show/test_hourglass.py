"""The hourglass is a deadline on the loop's clock, not a count of ticks."""

import asyncio

from controller.config import TableSection
from controller.show.hourglass import GRACE_S, Hourglass
from controller.store.house_rules import HouseRules
from hw.clock import LoopClock
from hw.testing.clock import run_virtual

HOUSE = HouseRules(TableSection(hourglass_s=20))


def test_it_runs_out_once_and_says_when_its_deadline_was() -> None:
    told: list[tuple[float, float]] = []

    async def run() -> None:
        clock = LoopClock()
        glass = Hourglass(clock, HOUSE)
        glass.ran_out.listen(lambda deadline_s: told.append((deadline_s, clock.now_s())))
        begins_s = clock.now_s()
        glass.turn_over()
        await clock.sleep_until(begins_s + 5)
        glass.turn_over()  # one that runs already goes on as it was
        assert glass.left_s() == 15.0
        await clock.sleep_until(begins_s + 60)
        assert told == [(begins_s + 20, begins_s + 20 + GRACE_S)]
        assert glass.runs  # until whoever was told lays it down
        glass.lay_down()
        assert not glass.runs

    run_virtual(run())


def test_what_is_seen_after_the_deadline_is_past_even_before_the_stop_is_declared() -> None:
    async def run() -> None:
        clock = LoopClock()
        glass = Hourglass(clock, HOUSE)
        glass.turn_over()
        deadline_s = glass.deadline_s
        assert deadline_s is not None
        await clock.sleep_until(deadline_s + GRACE_S / 2)
        assert glass.is_past(deadline_s + 0.001)
        assert not glass.is_past(deadline_s)
        glass.lay_down()

    run_virtual(run())


def test_laid_down_it_says_nothing() -> None:
    told: list[float] = []

    async def run() -> None:
        clock = LoopClock()
        glass = Hourglass(clock, HOUSE)
        glass.ran_out.listen(told.append)
        glass.turn_over()
        glass.lay_down()
        await clock.sleep_until(clock.now_s() + 60)
        assert (told, glass.left_s(), glass.runs) == ([], 0.0, False)

    run_virtual(run())


def test_a_paused_hourglass_keeps_what_is_left_and_runs_out_so_much_later() -> None:
    async def story() -> None:
        clock, ended = LoopClock(), list[float]()
        hourglass = Hourglass(clock, HOUSE)
        hourglass.ran_out.listen(ended.append)
        began_s = clock.now_s()
        hourglass.turn_over()
        await asyncio.sleep(5)
        hourglass.pause()
        await asyncio.sleep(100)
        assert (hourglass.paused, hourglass.runs, hourglass.left_s()) == (True, False, 15.0)
        hourglass.go_on()
        await asyncio.sleep(30)
        assert ended == [began_s + 120.0]
        hourglass.pause()
        assert not hourglass.paused  # there is nothing left to keep

    run_virtual(story())
