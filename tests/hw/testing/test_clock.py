"""Virtual time stands still while somebody outside is at work, but not for ever."""

import asyncio
import os
import signal
import socket
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


async def test_a_signal_is_heard_though_the_system_is_asked_only_now_and_then() -> None:
    heard = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGUSR1, heard.set)
    try:
        os.kill(os.getpid(), signal.SIGUSR1)
        for _ in range(2 * clock.LOOKS_EVERY):
            await asyncio.sleep(0.001)
        assert heard.is_set()
    finally:
        loop.remove_signal_handler(signal.SIGUSR1)


async def test_what_comes_over_a_real_line_comes_before_the_next_timer() -> None:
    here, there = socket.socketpair()
    with here, there:
        reader, writer = await asyncio.open_connection(sock=here)
        there.send(b"now")
        loop = asyncio.get_running_loop()
        began_s = loop.time()
        asleep = asyncio.create_task(asyncio.sleep(1.0))
        assert await reader.read(3) == b"now"
        assert loop.time() == began_s
        asleep.cancel()
        writer.close()


async def test_timers_run_in_the_order_of_their_moments_without_those_that_were_cancelled() -> None:
    loop = asyncio.get_running_loop()
    ran: list[int] = []
    shuffled = [7 * number % 300 for number in range(300)]
    timers = [loop.call_at(loop.time() + number / 10, ran.append, number) for number in shuffled]
    for timer in timers:
        if timer.when() - loop.time() < 20.05:
            timer.cancel()
    await asyncio.sleep(31)
    assert ran == list(range(201, 300))
