"""What the spinner keeps time with: a finer loop on parts, a clock in the hand for thousands of spins."""

import asyncio
from pathlib import Path

import pytest

import controller.cli
from controller.cli.parts import device_session
from hw.fine_loop import fine_loop
from hw.fine_loop import run as fine_loop_run
from hw.testing.manual_clock import ManualClock, finish


def test_the_fine_loop_waits_for_less_than_a_millisecond() -> None:
    async def shortest_wait_s() -> float:
        loop = asyncio.get_running_loop()
        waits = []
        for _ in range(50):
            began_s = loop.time()
            await asyncio.sleep(0.0002)
            waits.append(loop.time() - began_s)
        return min(waits)

    with asyncio.Runner(loop_factory=fine_loop) as runner:
        assert 0.0002 <= runner.run(shortest_wait_s()) < 0.001


def test_only_waiting_moves_a_hand_clock_and_never_backwards() -> None:
    clock = ManualClock()
    finish(clock.sleep_until(5.0))
    finish(clock.sleep_until(3.0))

    assert (clock.now_s(), clock.now_s()) == (5.0, 5.0)


def test_a_late_hand_clock_ends_each_waiting_later() -> None:
    clock = ManualClock(lambda: 0.25)
    finish(clock.sleep_until(1.0))

    assert clock.now_s() == 1.25


def test_what_waits_for_more_than_its_clock_is_refused() -> None:
    with pytest.raises(ValueError, match="needs an event loop"):
        finish(asyncio.sleep(0))


def test_commands_that_use_devices_run_on_the_daemons_loop() -> None:
    async def selector() -> str:
        return type(asyncio.get_running_loop()._selector).__name__  # type: ignore[attr-defined]  # asyncio tells nobody

    assert fine_loop_run(selector()) == "SelectSelector"
    assert device_session.run is fine_loop_run
    cli = Path(controller.cli.__file__).parent
    of_devices = [*cli.glob("parts/*.py"), cli / "care/doctor.py"]
    assert [file.name for file in of_devices if "asyncio.run(" in file.read_text(encoding="utf-8")] == []
