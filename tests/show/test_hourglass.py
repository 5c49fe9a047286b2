"""The hourglass and the turn timer."""

import asyncio

from controller.config.schema import TableSection
from controller.show.hourglass import GRACE_S, RING_STEPS, Hourglass, TurnTimer
from controller.store.house_rules import HouseRules
from hw.clock import LoopClock

HOUSE = HouseRules(TableSection(hourglass_s=20))


async def test_the_hourglass_runs_out_once_and_emits_its_deadline() -> None:
    emitted: list[tuple[float, float]] = []
    clock = LoopClock()
    glass = Hourglass(clock, HOUSE)
    glass.ran_out.connect(lambda deadline_s: emitted.append((deadline_s, clock.now_s())))
    begins_s = clock.now_s()
    glass.ensure_running()
    await clock.sleep_until(begins_s + 5)
    glass.ensure_running()  # one that runs already goes on as it was
    assert glass.remaining_s() == 15.0
    await clock.sleep_until(begins_s + 60)
    assert emitted == [(begins_s + 20, begins_s + 20 + GRACE_S)]
    assert glass.is_running  # until the handler stops it
    glass.stop()
    assert not glass.is_running


async def test_a_time_after_the_deadline_is_past_even_before_the_stop() -> None:
    clock = LoopClock()
    glass = Hourglass(clock, HOUSE)
    glass.ensure_running()
    deadline_s = glass.deadline_s
    assert deadline_s is not None
    await clock.sleep_until(deadline_s + GRACE_S / 2)
    assert glass.is_past_deadline(deadline_s + 0.001)
    assert not glass.is_past_deadline(deadline_s)
    glass.stop()


async def test_a_stopped_hourglass_emits_nothing() -> None:
    emitted: list[float] = []
    clock = LoopClock()
    glass = Hourglass(clock, HOUSE)
    glass.ran_out.connect(emitted.append)
    glass.ensure_running()
    glass.stop()
    await clock.sleep_until(clock.now_s() + 60)
    assert (emitted, glass.remaining_s(), glass.is_running) == ([], 0.0, False)


async def test_a_paused_hourglass_keeps_its_remaining_time() -> None:
    clock, ended = LoopClock(), list[float]()
    hourglass = Hourglass(clock, HOUSE)
    hourglass.ran_out.connect(ended.append)
    began_s = clock.now_s()
    hourglass.ensure_running()
    await asyncio.sleep(5)
    hourglass.pause()
    await asyncio.sleep(100)
    assert (hourglass.is_paused, hourglass.is_running, hourglass.remaining_s()) == (True, False, 15.0)
    hourglass.resume()
    await asyncio.sleep(30)
    assert ended == [began_s + 120.0]
    hourglass.pause()
    assert not hourglass.is_paused  # there is nothing left to keep


def timer(seconds: int) -> tuple[TurnTimer, HouseRules, list[float]]:
    clock, house = LoopClock(), HouseRules(TableSection())
    house.change_and_save(turn_timer_s=seconds)
    made, emitted = TurnTimer(clock, house), list[float]()
    house.changed.connect(made.reschedule_timer)
    made.ran_out.connect(lambda _: emitted.append(clock.now_s()))
    return made, house, emitted


async def test_the_turn_timer_runs_out_once_a_turn() -> None:
    turns, _, emitted = timer(30)
    begun_s = asyncio.get_running_loop().time()
    turns.set_turn("1:yellow")
    await asyncio.sleep(20)
    turns.set_turn("1:yellow")
    await asyncio.sleep(20)
    assert [at_s - begun_s for at_s in emitted] == [30]
    assert (turns.is_running, turns.remaining_s(), turns.ring_steps_left()) == (True, 0, 0)
    turns.set_turn("1:blue")
    assert (turns.remaining_s(), turns.ring_steps_left()) == (30, RING_STEPS)
    turns.set_turn(None)
    await asyncio.sleep(60)
    assert len(emitted) == 1
    assert turns.ring_steps_left() is None


async def test_the_turn_timer_is_off_by_default_and_can_change_in_a_turn() -> None:
    turns, house, emitted = timer(0)
    turns.set_turn("1:yellow")
    await asyncio.sleep(40)
    assert (turns.is_running, turns.ring_steps_left(), turns.next_ring_step_at_s(), emitted) == (False, None, None, [])
    house.change_and_save(turn_timer_s=60)
    assert turns.remaining_s() == 20
    await asyncio.sleep(21)
    assert len(emitted) == 1
    house.change_and_save(turn_timer_s=0)
    assert not turns.is_running


async def test_the_turn_timer_s_ring_drains_in_equal_steps() -> None:
    turns, _, _ = timer(240)
    turns.set_turn("1:yellow")
    seen = []
    while (next_s := turns.next_ring_step_at_s()) is not None:
        seen.append(turns.ring_steps_left())
        await asyncio.sleep(next_s - asyncio.get_running_loop().time())
    assert seen == list(range(RING_STEPS, 0, -1))
    assert turns.ring_steps_left() == 0
