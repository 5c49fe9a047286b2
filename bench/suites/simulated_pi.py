"""What the simulated Pi costs the tests of a program: processor time of this machine, in virtual time.

The bounds are what a first sketch of virtual time needed on the machine of this report.
"""

import asyncio
import contextlib
import importlib
import os
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from bench.shared.figure import Figure
from hw.testing.pi.machine import SimulatedPi

RUNS: Final = 20
"""The least of so many is shown: other work on the machine only adds."""

TURNS: Final = 500
LONG_TURNS: Final = 5000
APART_S: Final = 0.01


def run() -> list[Figure]:
    """A call over SPI, a look at a pin, its change, a Pi put into use; how fast time passes with tasks and threads."""
    _enter()  # the first loads what it needs
    entered_s = min(_processor_s(_enter) for _ in range(RUNS))
    pi = SimulatedPi()
    try:
        with pi.in_use():
            pi.trace.most = 0
            spi_s, look_s, change_s = _calls_s()
            rates = {what: _virtual_per_s(pi, work) for what, work in WORK.items()}
            with _one_core():
                rates["threads on one core"] = _virtual_per_s(pi, _sleep_in_threads)
    finally:
        pi.close()
    return [
        Figure("simulated_pi: an SPI call of 2 bytes, processor", 1e6 * spi_s, "us", most=15.0),
        Figure("simulated_pi: a look at a pin, processor", 1e6 * look_s, "us", most=4.5),
        Figure("simulated_pi: a change of a pin, processor", 1e6 * change_s, "us"),
        Figure("simulated_pi: a Pi made, put into use and closed, processor", 1e3 * entered_s, "ms"),
        Figure(
            "simulated_pi: two threads at 100 Hz on one core, virtual time a second of the processor",
            rates["threads on one core"],
            "s",
            least=109.0,
        ),
        Figure(
            "simulated_pi: two threads at 100 Hz on any, where each turn may wake another core",
            rates["threads"],
            "s",
        ),
        Figure(
            "simulated_pi: a task at 100 Hz, virtual time a second of the processor", rates["task"], "s", least=330.0
        ),
    ]


def _enter() -> None:
    pi = SimulatedPi()
    with pi.in_use():
        pass
    pi.close()


def _processor_s(work: Callable[[], object]) -> float:
    """Return the time of the calling thread: that of the process has steps of 4 ms while a Pi is in use."""
    began_s = time.thread_time()
    work()
    return time.thread_time() - began_s


def _calls_s() -> tuple[float, ...]:
    """Return the processor time of an SPI call, a look at a pin and a change of one."""
    gpio, spidev = importlib.import_module("RPi.GPIO"), importlib.import_module("spidev")
    device = spidev.SpiDev(0, 0)
    device.max_speed_hz = 1_000_000
    gpio.setmode(gpio.BCM)
    gpio.setup(16, gpio.IN, pull_up_down=gpio.PUD_UP)
    gpio.setup(12, gpio.OUT)
    calls: list[Callable[[int], Any]] = [
        lambda _turn: device.xfer2([0xEE, 0]),
        lambda _turn: gpio.input(16),
        lambda turn: gpio.output(12, turn & 1),
    ]

    def make(call: Callable[[int], Any]) -> None:
        for turn in range(TURNS):
            call(turn)

    costs = tuple(min(_processor_s(partial(make, call)) for _ in range(RUNS)) / TURNS for call in calls)
    device.close()
    gpio.cleanup()
    return costs


def _sleep_in_threads() -> None:
    def work() -> None:
        for _ in range(LONG_TURNS):
            time.sleep(APART_S)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


async def _sleep_in_task() -> None:
    for _ in range(LONG_TURNS):
        await asyncio.sleep(APART_S)


WORK: Final[dict[str, Callable[[], None]]] = {
    "threads": _sleep_in_threads,
    "task": lambda: asyncio.run(_sleep_in_task()),
}


@contextlib.contextmanager
def _one_core() -> Iterator[None]:
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _virtual_per_s(pi: SimulatedPi, work: Callable[[], None]) -> float:
    rates = []
    for _ in range(RUNS):
        began_s = pi.now_s()
        processor_s = time.process_time()
        work()
        rates.append((pi.now_s() - began_s) / (time.process_time() - processor_s))
    return max(rates)
