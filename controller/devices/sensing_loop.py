"""Polling one reader for ever: here the clock is read, and nowhere after."""

from collections.abc import Callable
from typing import Final, Protocol

from controller.devices.backoff import Backoff
from controller.devices.gate import Gate, Passage
from controller.devices.health import DeviceHealth
from hw.clock import Clock
from hw.errors import HardwareError
from hw.readings import TagReading
from hw.units import ReaderId, Uid

POLL_EVERY_S: Final = 0.010
"""A tile braked by a ramp is in the field for 45 ms and more: at least three polls see it."""


class Found(Protocol):
    """What one poll found."""

    @property
    def uids(self) -> frozenset[Uid]:
        """UIDs that were proved by their checksums."""
        ...

    @property
    def garbled(self) -> bool:
        """Whether something answered that could not be resolved."""
        ...


class Reader(Protocol):
    """A reader as the loop uses it, whichever package drives it."""

    async def start(self) -> object:
        """Reset and configure it, antenna on."""
        ...

    async def poll(self) -> Found:
        """Look once at the field."""
        ...


async def sense(
    name: ReaderId,
    reader: Reader,
    gate: Gate,
    clock: Clock,
    devices: DeviceHealth,
    passed: Callable[[Passage], None],
    went_round: Callable[[], None] = lambda: None,
) -> None:
    """Poll ``reader`` for ever; a fault of it is noted, and it is started again until it works.

    ``went_round`` is told of each poll and of each fault.
    """
    backoff = Backoff()

    def works() -> None:
        devices.works(name)
        backoff.worked()
        went_round()

    while True:
        try:
            await reader.start()
            await _poll(name, reader, gate, clock, passed, works)
        except HardwareError as fault:
            devices.lost(name, str(fault))
            gate.interrupted()
            went_round()
        await clock.sleep_until(clock.now_s() + backoff.after_failure_s())


async def _poll(
    name: ReaderId,
    reader: Reader,
    gate: Gate,
    clock: Clock,
    passed: Callable[[Passage], None],
    works: Callable[[], None],
) -> None:
    next_s = clock.now_s()
    while True:
        found = await reader.poll()
        works()
        at_s = clock.now_s()
        for passage in gate.feed(TagReading(name, found.uids, at_s, found.garbled)):
            passed(passage)
        next_s = max(next_s + POLL_EVERY_S, at_s)  # a slow poll delays the next one, it is not made up for
        await clock.sleep_until(next_s)
