"""A loop whose clock can run faster than the wall's."""

import asyncio
import time

import pytest

from hw.testing.clock import ScaledLoop


def test_at_speed_1_time_is_the_machines_own() -> None:
    async def waiting() -> list[float]:
        seen_s = [time.monotonic(), asyncio.get_running_loop().time(), time.monotonic()]
        await asyncio.sleep(0.05)
        return [*seen_s, time.monotonic(), asyncio.get_running_loop().time(), time.monotonic()]

    with asyncio.Runner(loop_factory=ScaledLoop) as runner:
        seen_s = runner.run(waiting())
    assert seen_s == sorted(seen_s)
    assert seen_s[3] - seen_s[2] >= 0.049


@pytest.mark.parametrize(("speed", "at_least_s"), [(5, 0.38), (100, 0.015)])
def test_faster_a_wait_takes_its_share_of_the_time_and_no_less(speed: float, at_least_s: float) -> None:
    async def waiting() -> tuple[float, float]:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, ScaledLoop)
        loop.set_speed(speed)
        began_s, began = time.monotonic(), loop.time()
        for _ in range(20):
            await asyncio.sleep(0.1)
        return time.monotonic() - began_s, loop.time() - began

    with asyncio.Runner(loop_factory=ScaledLoop) as runner:
        took_s, passed_s = runner.run(waiting())
    assert took_s >= at_least_s
    assert passed_s == pytest.approx(2.0)


def test_while_something_is_computed_hurried_time_stands_still() -> None:
    async def computing() -> float:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, ScaledLoop)
        loop.set_speed(100)
        before_s = loop.time()
        until_s = time.monotonic() + 0.05
        while time.monotonic() < until_s:
            pass
        return loop.time() - before_s

    with asyncio.Runner(loop_factory=ScaledLoop) as runner:
        assert runner.run(computing()) == 0


def test_time_never_goes_back_when_the_speed_changes() -> None:
    async def changing() -> list[float]:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, ScaledLoop)
        seen_s = []
        for speed in (1, 100, 5, 1, 100, 1):
            loop.set_speed(speed)
            seen_s.append(loop.time())
            await asyncio.sleep(0.01)
            seen_s.append(loop.time())
        return seen_s

    with asyncio.Runner(loop_factory=ScaledLoop) as runner:
        seen_s = runner.run(changing())
    assert seen_s == sorted(seen_s)


@pytest.mark.parametrize("speed", [0, -1, 101])
def test_another_speed_is_refused(speed: float) -> None:
    loop = ScaledLoop()
    with pytest.raises(ValueError, match="expected 1 to 100"):
        loop.set_speed(speed)
    loop.close()
