"""Virtual time, and a loop that is slower."""

import asyncio
import contextlib
import os
import signal
import socket
import time

import pytest

from hw.testing import clock
from hw.testing.clock import ScaledLoop, ThreadlessLoop, run_virtual


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


class ImpatientLoop(clock.VirtualLoop):
    stuck_after_s = 0.1
    max_rounds_per_moment = 1000


def test_a_loop_with_a_stuck_thread_raises() -> None:
    async def scene() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, clock.VirtualLoop)
        loop.outside_work += 1  # never ended
        try:
            await asyncio.sleep(1.0)
        finally:
            loop.outside_work -= 1

    with pytest.raises(TimeoutError, match="without progress: a thread or a simulated board is busy"):
        run_virtual(scene(), ImpatientLoop)


def test_a_loop_that_waits_for_nothing_raises() -> None:
    async def scene() -> None:
        await asyncio.Event().wait()

    with pytest.raises(TimeoutError, match="without progress: there are no timers and no busy threads"):
        run_virtual(scene(), ImpatientLoop)


def test_a_loop_that_spins_without_progress_raises() -> None:
    async def scene() -> None:
        while True:  # noqa: ASYNC110  # just so
            await asyncio.sleep(0)

    with pytest.raises(TimeoutError, match=r"virtual time has stood still for 1000 rounds: .*scene"):
        run_virtual(scene(), ImpatientLoop)


async def test_a_signal_arrives_although_the_system_is_polled_rarely() -> None:
    heard = asyncio.Event()
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGUSR1, heard.set)
    try:
        os.kill(os.getpid(), signal.SIGUSR1)
        for _ in range(2 * clock.JUMPS_PER_SIGNAL_CHECK):
            await asyncio.sleep(0.001)
        assert heard.is_set()
    finally:
        loop.remove_signal_handler(signal.SIGUSR1)


async def test_bytes_from_a_socket_come_before_the_next_timer() -> None:
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


async def test_timers_run_in_order_without_cancelled_ones() -> None:
    loop = asyncio.get_running_loop()
    ran: list[int] = []
    shuffled = [7 * number % 300 for number in range(300)]
    timers = [loop.call_at(loop.time() + number / 10, ran.append, number) for number in shuffled]
    for timer in timers:
        if timer.when() - loop.time() < 20.05:
            timer.cancel()
    await asyncio.sleep(31)
    assert ran == list(range(201, 300))


def test_a_loop_without_threads_does_their_work_when_nothing_else_is_due() -> None:
    done: list[str] = []

    async def scene() -> None:
        loop = asyncio.get_running_loop()
        loop.call_later(0.0, done.append, "due")
        loop.call_later(0.001, done.append, "later")
        working = asyncio.create_task(asyncio.to_thread(done.append, "work"))
        loop.call_soon(done.append, "ready")
        await working
        assert loop.time() == 0.0
        assert done == ["ready", "due", "work"]

    run_virtual(scene(), ThreadlessLoop)


def test_a_loop_without_threads_passes_on_errors_of_jobs() -> None:
    async def scene() -> None:
        with pytest.raises(ZeroDivisionError):
            await asyncio.to_thread(divmod, 1, 0)

    run_virtual(scene(), ThreadlessLoop)


def test_a_loop_without_threads_also_runs_abandoned_jobs() -> None:
    done: list[str] = []

    async def scene() -> None:
        working = asyncio.create_task(asyncio.to_thread(done.append, "work"))
        await asyncio.sleep(0)
        working.cancel()

    run_virtual(scene(), ThreadlessLoop)
    assert done == ["work"]


async def test_a_wait_ends_at_its_time_however_near_it_is() -> None:
    """Two who look again and again whether theirs has come, less than asyncio's resolution away."""
    loop = asyncio.get_running_loop()
    await asyncio.sleep(40 - 4.3e-13)

    async def until(moment_s: float) -> None:
        for _ in range(100):
            if loop.time() >= moment_s:
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout_at(moment_s):
                    await asyncio.Event().wait()
        raise AssertionError(f"{moment_s} has not come")

    earlier = asyncio.create_task(until(40 - 1.4e-14))
    await asyncio.sleep(0)  # one wakes while the other falls asleep, and so there is always something to do
    await asyncio.gather(until(40.0), earlier)


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


def test_scaled_time_stands_still_during_a_computation() -> None:
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
