"""The time that a house gives a turn: said once when it is up, anew with each turn."""

import asyncio

from controller.config import TableSection
from controller.show.hourglass import STEPS, TurnTimer
from controller.store.house_rules import HouseRules
from hw.clock import LoopClock


def timer(seconds: int) -> tuple[TurnTimer, HouseRules, list[float]]:
    clock, house = LoopClock(), HouseRules(TableSection())
    house.set(turn_timer_s=seconds)
    made, told = TurnTimer(clock, house), list[float]()
    house.changed.listen(made.look)
    made.ran_out.listen(lambda _: told.append(clock.now_s()))
    return made, house, told


async def test_a_turn_s_time_is_up_once_and_the_next_one_begins_anew() -> None:
    turns, _, told = timer(30)
    begun_s = asyncio.get_running_loop().time()
    turns.follow("1:yellow")
    await asyncio.sleep(20)
    turns.follow("1:yellow")
    await asyncio.sleep(20)
    assert [at_s - begun_s for at_s in told] == [30]
    assert (turns.runs, turns.left_s(), turns.steps_left()) == (True, 0, 0)
    turns.follow("1:blue")
    assert (turns.left_s(), turns.steps_left()) == (30, STEPS)
    turns.follow(None)
    await asyncio.sleep(60)
    assert len(told) == 1
    assert turns.steps_left() is None


async def test_a_house_that_does_not_mind_has_no_timer_and_may_change_its_mind_in_a_turn() -> None:
    turns, house, told = timer(0)
    turns.follow("1:yellow")
    await asyncio.sleep(40)
    assert (turns.runs, turns.steps_left(), turns.next_step_s(), told) == (False, None, None, [])
    house.set(turn_timer_s=60)
    assert turns.left_s() == 20
    await asyncio.sleep(21)
    assert len(told) == 1
    house.set(turn_timer_s=0)
    assert not turns.runs


async def test_its_ring_drains_in_equal_steps() -> None:
    turns, _, _ = timer(240)
    turns.follow("1:yellow")
    seen = []
    while (next_s := turns.next_step_s()) is not None:
        seen.append(turns.steps_left())
        await asyncio.sleep(next_s - asyncio.get_running_loop().time())
    assert seen == list(range(STEPS, 0, -1))
    assert turns.steps_left() == 0
