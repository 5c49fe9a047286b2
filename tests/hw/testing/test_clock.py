"""Virtual time stands still while somebody outside is at work, but not for ever."""

import asyncio
import time

import pytest

from hw.testing import clock
from hw.testing.clock import run_virtual


async def test_a_thread_at_work_holds_virtual_time_up() -> None:
    loop = asyncio.get_running_loop()
    working = loop.run_in_executor(None, time.sleep, 0.05)
    await asyncio.sleep(0)
    began_s = loop.time()
    await working
    assert loop.time() - began_s == 0.0


async def test_threads_that_end_with_the_loop_are_given_no_virtual_time() -> None:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, clock.VirtualLoop)
    await asyncio.to_thread(time.sleep, 0.01)
    await loop.shutdown_default_executor(300.0)  # as Python's runner does from 3.12 on
    assert loop.time() == 0.0


def test_somebody_who_has_stuck_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "PATIENCE_S", 0.1)

    async def scene() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, clock.VirtualLoop)
        loop.outside_work += 1  # and nobody ever ends it
        try:
            await asyncio.sleep(1.0)
        finally:
            loop.outside_work -= 1

    with pytest.raises(TimeoutError, match="without a word: a thread or a simulated board is at work"):
        run_virtual(scene())


def test_a_scene_that_waits_for_what_nobody_will_do_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "PATIENCE_S", 0.1)

    async def scene() -> None:
        await asyncio.Event().wait()

    with pytest.raises(TimeoutError, match="without a word: nothing is timed, and nobody is at work"):
        run_virtual(scene())
