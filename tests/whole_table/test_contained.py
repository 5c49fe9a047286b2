"""Only faults of the game loop and its journal end the table: all others are reported, counted and retried.

A fault is injected at each moment at which a task continues after a wait; in a quick run at a few of them.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Generator
from pathlib import Path
from typing import Any

import pytest

from controller.devices.guard import PROGRAM_PART_SUFFIX
from controller.games.contract.effects import Announce, NumberScreen
from controller.games.contract.values import Text
from controller.games.naming import translate_text
from controller.play.table import GAME_TASK, Table
from controller.show.console_screens import PROGRAM_PARTS, device_label
from controller.texts.translation import LANGUAGES
from tests.support.documents import ROOT
from tests.support.playing import playing
from tests.support.soak import SOAK
from tests.whole_table.napping import NappingTable

MOMENTS = tuple(range(40)) if SOAK else (0, 3)
"""Which of a task's moments are tried."""


class Injected(Exception):
    """A fault of our own code."""


class Broken:
    """Work that fails when it goes on for the ``moment``-th time, and only the first time that it is done."""

    def __init__(self, work: Callable[[], Awaitable[object]], moment: int) -> None:
        self._work = work
        self._moment = moment
        self.fired = False

    def __call__(self) -> Awaitable[object]:
        return self

    def __await__(self) -> Generator[Any, Any, Any]:
        inner = self._work().__await__()
        passes = 0
        thrown: BaseException | None = None
        while True:
            if passes == self._moment and thrown is None and not self.fired:
                self.fired, thrown = True, Injected("planted")
            try:
                waits_for = next(inner) if thrown is None else inner.throw(thrown)
            except StopIteration as done:
                return done.value
            passes, thrown = passes + 1, None
            try:
                yield waits_for
            except BaseException as fault:  # noqa: BLE001  # a cancelled task
                thrown = fault


def a_table_of_which(part: str, moment: int) -> tuple[Callable[..., Table], list[Broken]]:
    broken: list[Broken] = []

    class BrokenTable(NappingTable):
        def runners_by_part(self) -> dict[str, Callable[[], Awaitable[object]]]:
            parts = super().runners_by_part()
            broken.append(Broken(parts[part], moment))
            return parts | {part: broken[0]}

    return BrokenTable, broken


async def played(folder: Path, make_table: Callable[..., Table]) -> tuple[dict[str, str], list[str]]:
    """Begin a game, and go on to the next step but one; gives which devices were lost, and the steps."""
    lost: dict[str, str] = {}
    async with playing(folder, castles=2, make_table=make_table) as play:
        play.table.health.changed.connect(
            lambda device: lost.setdefault(device.name, device.fault) if device.fault is not None else None
        )
        await play.begin(players=2)
        steps = [play.table.loop.current_waiting().step]
        for _ in range(3):
            await play.wait(12)
            await play.press()
            await play.until_shown()
            steps.append(play.table.loop.current_waiting().step)
        await play.wait(12)
        for _ in range(10):  # one that failed a moment ago is mended, too
            if not any(device.fault for device in play.table.health):
                break
            await play.wait(1)
        assert {device.name for device in play.table.health if device.fault is not None} == set()
    return lost, steps


async def test_every_task_except_the_game_s_is_restarted_after_a_fault(tmp_path: Path) -> None:
    before = asyncio.all_tasks()
    async with playing(tmp_path, castles=2) as play:
        here = {task.get_name() for task in asyncio.all_tasks() - before}
        assert {name for name in here if not name.startswith("Task-")} - set(play.table.runners_by_part()) == {
            GAME_TASK
        }


@pytest.mark.parametrize("part", ["announcements", "screen", "menu", "backups", "idle game", "supply", "arrow", "blue"])
@pytest.mark.parametrize("moment", MOMENTS)
async def test_a_fault_in_one_part_is_reported_and_retried_and_the_game_goes_on(
    part: str, moment: int, tmp_path: Path
) -> None:
    make_table, broken = a_table_of_which(part, moment)
    lost, steps = await played(tmp_path, make_table)
    assert steps == ["place_first", "place_first", "spin", "set_aside"]
    assert broken[0].fired == (f"{part}{PROGRAM_PART_SUFFIX}" in lost)
    assert "Injected: planted" in lost.get(part + PROGRAM_PART_SUFFIX, "Injected: planted")
    assert broken[0].fired or moment > 0


async def test_an_announcement_that_fails_delays_nothing(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, make_table=NappingTable) as play:

        async def fails(*_: Any) -> None:
            raise Injected("in the middle")

        play.table.effects._show_announcement = fails  # type: ignore[method-assign, assignment]
        play.table.loop.show_effects([Announce(NumberScreen(3, Text("caption-try")), 2.0)])
        await play.wait(1)
        assert play.table.guard.fault_counts["announcements"] == 1
        assert not play.table.effects.is_busy


async def test_a_failing_listener_disturbs_neither_the_game_nor_other_listeners(tmp_path: Path) -> None:
    async with playing(tmp_path, castles=2, make_table=NappingTable) as play:
        heard: list[Any] = []

        def fails(*_: Any) -> None:
            raise Injected(f"the {len(heard)}th")

        play.table.effects.show_effects = fails  # type: ignore[method-assign, assignment]
        play.table.loop.effects.connect(heard.append)
        await play.begin(players=2)
        assert heard != []
        assert play.table.loop.seq == 1
        assert play.table.guard.fault_counts["announcements"] >= 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_part_of_the_program_has_a_name_in_each_language(language: str) -> None:
    assert (
        len(
            {
                translate_text(device_label(part + PROGRAM_PART_SUFFIX), language)
                for part in (*PROGRAM_PARTS, "blue", "yellow")
            }
        )
        == len(PROGRAM_PARTS) + 2
    )


def test_each_guarded_part_has_a_name() -> None:
    called = re.compile(r'(?:guarded|keep_running|guard_handler|background\.start_task)\([^"()]*"([a-z ]+)"')
    named = {part for file in (ROOT / "controller").rglob("*.py") for part in called.findall(file.read_text("utf-8"))}
    kept_up = re.compile(
        r'^ +(?:(?:parts|background)\["([a-z ]+)"\] =|"([a-z ]+)":) (?:partial\(|[a-z_.]+,?$)', re.MULTILINE
    )
    for file in ("play/table.py", "service/daemon.py"):  # they hold their parts by name
        named |= {one or other for one, other in kept_up.findall((ROOT / "controller" / file).read_text("utf-8"))}
    assert {"announcements", "bots", "encryption", "menu", "pace", "room"} <= named
    assert named <= set(PROGRAM_PARTS)
