"""The round of polls in a thread: real time, with readers that answer at once."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

import pytest

from hw.errors import BusError
from hw.iso14443.anticollision import EMPTY, CardsFound
from hw.poll import Found, PollThread
from hw.values import Uid

PACE_S = 0.005
PATIENCE_S = 20.0
TILE = CardsFound(frozenset({Uid(bytes.fromhex("04a1b2c3d4e580"))}), garbled=False)


@dataclass
class QuickReader:
    """What is in its field changes when it is told so; it notes in which thread it was asked what."""

    near: CardsFound = EMPTY
    fault: BusError | None = None
    fault_of_hearing: BusError | None = None
    asked: set[str] = field(default_factory=set)
    told: list[tuple[Found | None, str]] = field(default_factory=list)
    asks: int = 0
    answers_after_s: float = 0.0003

    async def start(self) -> None:
        """It is always ready."""

    async def poll(self) -> CardsFound:
        self.asked.add(f"poll {threading.current_thread().name}")
        return self.near

    def ask(self) -> bool:
        self.asked.add(f"ask {threading.current_thread().name}")
        self.asks += 1
        if self.fault is not None:
            raise self.fault
        return True

    @property
    def silence(self) -> None:
        """It is asked anew each time."""

    def suspect(self) -> None:
        """It is never deaf."""

    def heard_nothing(self, asked_s: float, heard: bytes | None = None) -> bool:
        assert asked_s > 0
        assert heard is None
        if self.fault_of_hearing is not None:
            raise self.fault_of_hearing
        return self.near is EMPTY

    async def poll_on(self) -> CardsFound:
        self.asked.add(f"poll_on {threading.current_thread().name}")
        return self.near

    def found(self, cards: Found | None, at_s: float) -> None:
        assert at_s > 0
        self.told.append((cards, threading.current_thread().name))


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not true():  # noqa: ASYNC110  # what another thread does has no event
            await asyncio.sleep(0.001)


def played(scene: Callable[[PollThread], Coroutine[Any, Any, None]], every_s: float = PACE_S) -> None:
    asyncio.run(scene(PollThread(every_s)))


async def left(*tasks: "asyncio.Task[Any]") -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def test_empty_fields_are_the_threads_and_whatever_answers_is_the_loops() -> None:
    async def scene(polls: PollThread) -> None:
        readers = [QuickReader() for _ in range(4)]
        tasks = [asyncio.create_task(polls.poll(reader, reader.found)) for reader in readers]
        await until(lambda: all(len(reader.told) > 5 for reader in readers))
        for reader in readers:
            assert reader.asked == {"poll MainThread", "ask polls"}
            assert reader.told[0] == (EMPTY, "MainThread")
            assert set(reader.told[1:]) == {(None, "polls")}
        readers[2].near = TILE
        await until(lambda: (TILE, "MainThread") in readers[2].told)
        assert "poll_on MainThread" in readers[2].asked
        rounds = readers[0].asks
        await until(lambda: readers[0].asks > rounds + 2)
        readers[2].near = EMPTY
        await until(lambda: readers[2].told[-1] == (None, "polls"))
        await left(*tasks)

    played(scene)


@pytest.mark.parametrize("half", ["fault", "fault_of_hearing"])
def test_a_reader_that_fails_ends_its_taking_part_in_the_loop_and_the_others_go_on(half: str) -> None:
    async def scene(polls: PollThread) -> None:
        good, bad = QuickReader(), QuickReader()
        going = asyncio.create_task(polls.poll(good, good.found))
        ending = asyncio.create_task(polls.poll(bad, bad.found))
        await until(lambda: len(bad.told) > 2)
        setattr(bad, half, BusError("reader", seen="a fault", expected="none", remedy="None."))
        with pytest.raises(BusError, match="a fault"):
            await ending
        rounds, asks = good.asks, bad.asks
        await until(lambda: good.asks > rounds + 3)
        assert bad.asks == asks
        await left(going)

    played(scene)


def test_whoever_has_left_is_asked_no_more_and_the_thread_ends_with_the_last() -> None:
    async def scene(polls: PollThread) -> None:
        reader = QuickReader()
        for _ in range(3):
            task = asyncio.create_task(polls.poll(reader, reader.found))
            told = len(reader.told)
            await until(lambda told=told: len(reader.told) > told + 2)  # type: ignore[misc]
            await left(task)
            asks = reader.asks
            await until(lambda: "polls" not in {thread.name for thread in threading.enumerate()})
            assert reader.asks == asks

    played(scene)


def test_another_pace_holds_at_once() -> None:
    async def scene(polls: PollThread) -> None:
        reader = QuickReader()
        task = asyncio.create_task(polls.poll(reader, reader.found))
        await until(lambda: len(reader.told) == 1)
        polls.set_pace(PACE_S)
        await until(lambda: reader.asks > 5)
        await left(task)

    played(scene, every_s=1000.0)
