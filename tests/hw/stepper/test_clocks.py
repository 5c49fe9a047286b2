"""Clocks of the spinner: the loop, and a finer loop on parts."""

import asyncio
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

import controller.cli
from controller.cli.parts import arrow
from hw.clock import Clock, LoopClock, make_fine_timer_loop, run_on_fine_timer_loop


def test_the_fine_loop_waits_for_less_than_a_millisecond() -> None:
    async def shortest_wait_s() -> float:
        loop = asyncio.get_running_loop()
        waits = [1.0]
        while len(waits) < 50 or (min(waits) >= 0.001 and len(waits) < 5000):  # others may be at work for a while
            began_s = loop.time()
            await asyncio.sleep(0.0002)
            waits.append(loop.time() - began_s)
        return min(waits)

    with asyncio.Runner(loop_factory=make_fine_timer_loop) as runner:
        assert 0.0002 <= runner.run(shortest_wait_s()) < 0.001


def beats(clock: Clock, times: int, heard_s: list[float]) -> Generator[float, None, str]:
    for beat in range(times):
        heard_s.append(clock.now_s())
        yield (beat + 1) / 100
    return "over"


async def test_a_clock_resumes_a_generator_in_time_and_returns_its_result() -> None:
    heard_s: list[float] = []
    clock = LoopClock()
    assert await clock.run_steps(beats(clock, 4, heard_s)) == "over"

    assert heard_s == pytest.approx([0.0, 0.01, 0.02, 0.03])
    assert clock.now_s() == pytest.approx(0.04)


async def test_overdue_steps_run_at_once_and_let_other_callbacks_run() -> None:
    turns = []

    def past() -> Generator[float, None, None]:
        for _ in range(3):
            turns.append("moment")
            yield -1.0

    asyncio.get_running_loop().call_soon(turns.append, "other")
    await LoopClock().run_steps(past())

    assert turns == ["moment", "other", "moment", "moment"]


async def test_an_error_in_a_step_is_raised_in_the_waiting_task() -> None:
    def fails() -> Generator[float, None, None]:
        yield 1.0
        raise ValueError("seen at the second moment")

    with pytest.raises(ValueError, match="at the second moment"):
        await LoopClock().run_steps(fails())


async def test_after_cancelling_no_step_runs_even_a_due_one() -> None:
    heard_s: list[float] = []
    clock = LoopClock()
    waits = asyncio.create_task(clock.run_steps(beats(clock, 10, heard_s)))
    asyncio.get_running_loop().call_at(0.03 - 1e-10, waits.cancel)  # in the turn of the loop that has the moment too
    with pytest.raises(asyncio.CancelledError):
        await waits
    await clock.sleep_until(1.0)

    assert heard_s == [0.0, 0.01, 0.02]


async def test_a_step_costs_one_timer_of_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, clock = asyncio.get_running_loop(), LoopClock()
    calls: Counter[str] = Counter()

    def count(name: str) -> None:
        real = getattr(loop, name)

        def counted(*args: Any, **named: Any) -> Any:
            calls[name] += 1
            return real(*args, **named)

        monkeypatch.setattr(loop, name, counted)

    count("call_at")
    count("call_soon")
    await clock.run_steps(beats(clock, 1000, []))

    assert calls == {"call_at": 1000, "call_soon": 1}  # the one wakes the waiting task at the end


def test_commands_that_use_devices_run_on_the_daemons_loop() -> None:
    async def selector() -> str:
        return type(asyncio.get_running_loop()._selector).__name__  # type: ignore[attr-defined]  # asyncio does not tell

    assert run_on_fine_timer_loop(selector()) == "SelectSelector"
    assert arrow.run is run_on_fine_timer_loop
    cli = Path(controller.cli.__file__).parent
    of_devices = [*cli.glob("parts/*.py"), cli / "doctor.py"]
    assert [file.name for file in of_devices if "asyncio.run(" in file.read_text(encoding="utf-8")] == []
