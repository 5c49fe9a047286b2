"""Polls of the readers: round, pace, and the thread for real time."""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from controller.devices.health import DeviceHealth
from controller.devices.readers import Passage, poll_reader
from controller.play.table import Table
from hw import clock, errors, values
from hw.mfrc522.driver import Mfrc522
from hw.mfrc522.field import Noise
from hw.mfrc522.reader_twin import StuckMiso
from hw.mfrc522.twin import Mfrc522Twin
from hw.ntag.twin import Ntag213
from hw.poll import (
    EMPTY_FIELD,
    IDLE_POLL_EVERY_S,
    POLL_EVERY_S,
    RUSH_POLL_EVERY_S,
    PollResult,
    PollScheduler,
    PollThread,
)
from hw.testing.clock import VirtualLoop
from tests.support.playing import Playing, playing

TILES = [values.Uid(bytes.fromhex(f"04a1b2c3d4e5{number:02x}")) for number in range(8)]


@dataclass
class Gates:
    """Four readers in one round, and the tags that passed them."""

    polls: PollScheduler = field(default_factory=PollScheduler)
    passages: list[Passage] = field(default_factory=list)
    health: DeviceHealth = field(default_factory=DeviceHealth)
    counted: Counter[str] = field(default_factory=Counter)

    async def open(self) -> None:
        self.clock = clock.LoopClock()
        self.twins = [Mfrc522Twin(self.clock.now_s) for _ in range(4)]
        self.tasks = []
        for number, twin in enumerate(self.twins):
            name = values.ReaderId(str(number))
            driver = Mfrc522(twin, self.clock, name=name)
            found = self.passages.append
            sensing = poll_reader(name, driver, self.clock, self.health, found, self.counted, self.polls)
            self.tasks.append(asyncio.create_task(sensing))
        await asyncio.sleep(0.5)

    @property
    def rounds(self) -> list[int]:
        return [self.counted[str(number)] for number in range(4)]

    @property
    def tiles(self) -> list[str]:
        return [passage.uid.hex() for passage in self.passages if passage.uid is not None]


async def rounds_in(gates: Gates, seconds: float) -> list[int]:
    before = list(gates.rounds)
    await asyncio.sleep(seconds)
    return [after - earlier for after, earlier in zip(gates.rounds, before, strict=True)]


async def test_empty_readers_are_polled_together_without_a_task_each() -> None:
    gates = Gates()
    await gates.open()
    loop, calls = asyncio.get_running_loop(), 0
    call_at = loop.call_at

    def counted(*args: object, **named: object) -> asyncio.TimerHandle:
        nonlocal calls
        calls += 1
        return call_at(*args, **named)  # type: ignore[arg-type]

    loop.call_at = counted  # type: ignore[method-assign]
    tasks = len(asyncio.all_tasks())
    polled = await rounds_in(gates, 100 * POLL_EVERY_S)
    assert polled == [100] * 4
    assert calls <= 2 * 100 + 2
    assert len(asyncio.all_tasks()) == tasks
    messages = [twin.messages for twin in gates.twins]
    assert len(set(messages)) == 1


async def test_an_empty_poll_is_two_messages_and_an_audit_one_more() -> None:
    gates = Gates()
    await gates.open()
    before = gates.twins[0].messages
    polled = await rounds_in(gates, 100 * POLL_EVERY_S)
    assert gates.twins[0].messages - before == 2 * polled[0] + 1


async def test_a_tile_at_one_reader_does_not_delay_the_others() -> None:
    gates = Gates()
    await gates.open()
    gates.twins[2].enter(Ntag213(TILES[0]))
    polled = await rounds_in(gates, 20 * POLL_EVERY_S)
    assert gates.tiles == [TILES[0].hex()]
    assert polled[0] == polled[1] == polled[3] == 20
    assert polled[2] > 10


async def test_a_failing_reader_is_restarted_and_does_not_delay_the_others() -> None:
    gates = Gates()
    await gates.open()
    gates.twins[1].stick_miso(StuckMiso.LOW)
    polled = await rounds_in(gates, 40 * POLL_EVERY_S)
    assert polled[0] == polled[2] == polled[3] == 40
    assert [device.name for device in gates.health if device.fault] == ["1"]
    gates.twins[1].stick_miso(None)
    await asyncio.sleep(9.0)
    assert [device.name for device in gates.health if device.fault] == []
    gates.twins[1].enter(Ntag213(TILES[1]))
    await asyncio.sleep(0.1)
    assert gates.tiles == [TILES[1].hex()]


async def test_a_change_of_pace_applies_to_all_readers_within_one_interval() -> None:
    gates = Gates()
    await gates.open()
    gates.polls.set_interval(IDLE_POLL_EVERY_S)
    await asyncio.sleep(IDLE_POLL_EVERY_S)
    assert await rounds_in(gates, 10 * IDLE_POLL_EVERY_S) == [10] * 4
    await asyncio.sleep(IDLE_POLL_EVERY_S / 3)
    gates.polls.set_interval(POLL_EVERY_S)
    gates.twins[0].enter(Ntag213(TILES[0]))
    assert (await rounds_in(gates, POLL_EVERY_S + 0.001))[1:] == [1] * 3
    await asyncio.sleep(0.02)
    assert gates.tiles == [TILES[0].hex()]


async def test_a_poll_round_without_readers_sets_no_timer() -> None:
    gates = Gates()
    await gates.open()
    for task in gates.tasks:
        task.cancel()
    await asyncio.gather(*gates.tasks, return_exceptions=True)
    await asyncio.sleep(1.0)
    assert cast("VirtualLoop", asyncio.get_running_loop()).next_timer_s() == inf


def every_s(play: Playing) -> float:
    return play.table.polls.every_s


async def test_polling_is_slow_without_a_game_and_quickest_during_the_taxes(tmp_path: Path) -> None:
    async with playing(tmp_path, make_table=Table) as play:
        await play.wait(1)
        assert every_s(play) == IDLE_POLL_EVERY_S
        await play.begin()
        assert every_s(play) == IDLE_POLL_EVERY_S, "first statues need no tiles"
        await play.press()
        await play.press()
        await play.press()
        await play.until_shown()
        assert every_s(play) == POLL_EVERY_S, "tiles are set aside"
        for n in range(6):
            await play.pass_tile(("blue", "yellow")[n % 2], play.state.table.pool.tiles[n].id)
        await play.press()
        assert play.table.hourglass.is_running
        assert every_s(play) == RUSH_POLL_EVERY_S


async def test_polling_is_slow_in_the_menu_and_while_the_screen_is_dark(tmp_path: Path) -> None:
    async with playing(tmp_path, gates=False) as play:
        await play.begin()
        for _ in range(3):
            await play.press()
        await play.until_shown()
        assert every_s(play) == POLL_EVERY_S
        await play.turn(1)
        await play.wait(0.2)
        assert play.table.console.own_screen() is not None
        assert every_s(play) == IDLE_POLL_EVERY_S
        play.table.console.close_menu()
        await play.wait(0.2)
        assert every_s(play) == POLL_EVERY_S
        await play.wait(1201)
        assert every_s(play) == IDLE_POLL_EVERY_S
        await play.press()
        await play.wait(0.2)
        assert every_s(play) == POLL_EVERY_S


async def until_others_clear(gates: Gates, at_most_s: float) -> tuple[float, str | None]:
    """How long after a reading at reader 0 the others are known not to hear its tag, and where one may."""
    loop, ended = asyncio.get_running_loop(), asyncio.Event()
    heard: list[str | None] = []

    def end(heard_at: str | None) -> None:
        heard.append(heard_at)
        ended.set()

    at_s = loop.time()
    gates.polls.call_when_others_clear("0", TILES[0], at_s, at_s + at_most_s, end)
    await ended.wait()
    return loop.time() - at_s, heard[0]


async def test_other_readers_are_polled_at_once_for_a_tag_that_one_has_read() -> None:
    gates = Gates(PollScheduler(IDLE_POLL_EVERY_S))
    await gates.open()
    took_s, heard_at = await until_others_clear(gates, at_most_s=0.08)
    assert 0.004 < took_s < 0.007
    assert heard_at is None
    assert await rounds_in(gates, 10 * IDLE_POLL_EVERY_S) == [10] * 4, "the pace is as before"


async def test_a_reader_that_hears_something_garbled_is_polled_again_and_named() -> None:
    gates = Gates()
    await gates.open()
    gates.twins[2].field.noise = Noise(Random(1), garble=1.0)
    gates.twins[2].enter(Ntag213(TILES[0]))
    await asyncio.sleep(0.1)
    took_s, heard_at = await until_others_clear(gates, at_most_s=0.08)
    assert 0.08 <= took_s < 0.085
    assert heard_at == "2"


async def test_a_reader_with_the_tag_in_an_earlier_visit_is_named() -> None:
    gates = Gates()
    await gates.open()
    gates.twins[3].enter(Ntag213(TILES[0]))
    await asyncio.sleep(1.0)
    assert (await until_others_clear(gates, at_most_s=0.08))[1] == "3"


async def test_a_tag_is_not_held_for_readers_that_have_failed() -> None:
    gates = Gates()
    await gates.open()
    gates.twins[1].stick_miso(StuckMiso.LOW)
    await asyncio.sleep(0.1)
    took_s, _ = await until_others_clear(gates, at_most_s=0.08)
    assert took_s < 0.01


PACE_S = 0.005
PATIENCE_S = 20.0
TILE = PollResult(frozenset({values.Uid(bytes.fromhex("04a1b2c3d4e580"))}), garbled=False)


@dataclass
class QuickReader:
    """What is in its field changes when it is told so; it notes in which thread it was asked what."""

    near: PollResult = EMPTY_FIELD
    fault: errors.BusError | None = None
    fault_of_hearing: errors.BusError | None = None
    asked: set[str] = field(default_factory=set)
    reports: list[tuple[PollResult | None, str]] = field(default_factory=list)
    asks: int = 0
    answers_after_s: float = 0.0003

    async def start(self) -> None:
        """It is always ready."""

    async def poll(self) -> PollResult:
        self.asked.add(f"poll {threading.current_thread().name}")
        return self.near

    def begin_quick_poll(self) -> bool:
        self.asked.add(f"ask {threading.current_thread().name}")
        self.asks += 1
        if self.fault is not None:
            raise self.fault
        return True

    @property
    def silent_field_fast_path(self) -> None:
        """It is asked anew each time."""

    def reset_at_next_poll(self) -> None:
        """It is never deaf."""

    def is_quick_poll_unanswered(self, asked_s: float, heard: bytes | None = None) -> bool:
        assert asked_s > 0
        assert heard is None
        if self.fault_of_hearing is not None:
            raise self.fault_of_hearing
        return self.near is EMPTY_FIELD

    async def finish_answered_poll(self) -> PollResult:
        self.asked.add(f"finish_answered_poll {threading.current_thread().name}")
        return self.near

    def found(self, cards: PollResult | None, at_s: float) -> None:
        assert at_s > 0
        self.reports.append((cards, threading.current_thread().name))


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


def test_the_thread_polls_empty_fields_and_the_loop_reads_tiles() -> None:
    async def scene(polls: PollThread) -> None:
        readers = [QuickReader() for _ in range(4)]
        tasks = [asyncio.create_task(polls.poll_until_failure(reader, reader.found)) for reader in readers]
        await until(lambda: all(len(reader.reports) > 5 for reader in readers))
        for reader in readers:
            assert reader.asked == {"poll MainThread", "ask polls"}
            assert reader.reports[0] == (EMPTY_FIELD, "MainThread")
            assert set(reader.reports[1:]) == {(None, "polls")}
        readers[2].near = TILE
        await until(lambda: (TILE, "MainThread") in readers[2].reports)
        assert "finish_answered_poll MainThread" in readers[2].asked
        rounds = readers[0].asks
        await until(lambda: readers[0].asks > rounds + 2)
        readers[2].near = EMPTY_FIELD
        await until(lambda: readers[2].reports[-1] == (None, "polls"))
        await left(*tasks)

    played(scene)


@pytest.mark.parametrize("half", ["fault", "fault_of_hearing"])
def test_a_failing_reader_leaves_the_thread_and_the_others_go_on(half: str) -> None:
    async def scene(polls: PollThread) -> None:
        good, bad = QuickReader(), QuickReader()
        going = asyncio.create_task(polls.poll_until_failure(good, good.found))
        ending = asyncio.create_task(polls.poll_until_failure(bad, bad.found))
        await until(lambda: len(bad.reports) > 2)
        setattr(bad, half, errors.BusError("reader", seen="a fault", expected="none", remedy="None."))
        with pytest.raises(errors.BusError, match="a fault"):
            await asyncio.wait_for(ending, PATIENCE_S)
        rounds, asks = good.asks, bad.asks
        await until(lambda: good.asks > rounds + 3)
        assert bad.asks == asks
        await left(going)

    played(scene)


def test_a_removed_reader_is_not_polled_and_the_thread_ends_with_the_last() -> None:
    async def scene(polls: PollThread) -> None:
        reader = QuickReader()
        for _ in range(3):
            task = asyncio.create_task(polls.poll_until_failure(reader, reader.found))
            reports = len(reader.reports)
            await until(lambda reports=reports: len(reader.reports) > reports + 2)  # type: ignore[misc]
            await left(task)
            asks = reader.asks
            await until(lambda: "polls" not in {thread.name for thread in threading.enumerate()})
            assert reader.asks == asks

    played(scene)


def test_the_thread_applies_a_new_pace_at_once() -> None:
    async def scene(polls: PollThread) -> None:
        reader = QuickReader()
        task = asyncio.create_task(polls.poll_until_failure(reader, reader.found))
        await until(lambda: len(reader.reports) == 1)
        polls.set_interval(PACE_S)
        await until(lambda: reader.asks > 5)
        await left(task)

    played(scene, every_s=1000.0)


def test_the_thread_polls_at_once_for_a_tag_that_another_reader_has_read() -> None:
    async def scene(polls: PollThread) -> None:
        reader, known = QuickReader(), asyncio.Event()
        task = asyncio.create_task(polls.poll_until_failure(reader, reader.found, "blue"))
        await until(lambda: len(reader.reports) == 1)
        at_s = asyncio.get_running_loop().time()
        polls.call_when_others_clear("yellow", TILES[0], at_s, at_s + 1000.0, lambda _: known.set())
        async with asyncio.timeout(PATIENCE_S):
            await known.wait()
        assert reader.asks == 3
        await left(task)

    played(scene, every_s=1000.0)
