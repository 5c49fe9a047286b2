"""The watchdog starves when sensing, game or effects hang; memory is trimmed once after the start."""

import asyncio
import socket
from collections.abc import Callable, Generator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from controller.games.contract.effects import Announce, NumberScreen
from controller.games.contract.values import Text
from controller.play.console import PIN_SHOWN_S
from controller.play.table import Table
from controller.service import service_manager
from controller.service.service_manager import ServiceManager, Watchdog, service_manager_from_env
from controller.show.effect_loop import PointArrow
from hw.clock import LoopClock
from hw.ntag.twin import Ntag213
from hw.stepper.driver import Spinner
from hw.values import Uid
from tests.support.playing import playing

WATCHDOG_S = 30.0


@pytest.mark.parametrize("abstract", [False, True])
def test_a_notification_is_one_datagram_with_a_line_per_variable(tmp_path: Path, *, abstract: bool) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind("" if abstract else str(tmp_path / "notify"))  # the kernel chooses an abstract one
        address = "@" + listener.getsockname()[1:].decode() if abstract else str(tmp_path / "notify")
        ServiceManager(address).notify(READY=1, STATUS="It plays")
        assert listener.recv(4096) == b"READY=1\nSTATUS=It plays\n"


def test_without_systemd_or_with_a_dead_socket_nothing_happens(tmp_path: Path) -> None:
    ServiceManager().notify(READY=1)
    ServiceManager(str(tmp_path / "nobody")).notify(READY=1)


@pytest.mark.parametrize(
    ("environment", "watchdog_s"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "30000000"}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, None),
    ],
)
def test_a_watchdog_of_another_process_is_ignored(environment: dict[str, str], watchdog_s: float | None) -> None:
    assert service_manager_from_env(environment).watchdog_s == watchdog_s


async def count_feeds(folder: Path, hang: Callable[[Table], None], after_s: float) -> int:
    """Return how often the watchdog is fed within its time, from ``after_s`` after ``hang`` was applied."""
    feeds: list[object] = []
    manager: Any = SimpleNamespace(watchdog_s=WATCHDOG_S, notify=lambda **variables: feeds.append(variables))
    async with playing(folder, make_table=Table) as play:
        task = asyncio.create_task(Watchdog(play.table, manager, play.table.clock, lambda: "").run())
        await play.wait(WATCHDOG_S)
        assert feeds != []
        hang(play.table)
        await play.wait(after_s)
        feeds.clear()
        await play.wait(WATCHDOG_S)
        task.cancel()
        return len(feeds)


async def for_ever(*_arguments: object) -> None:
    await asyncio.Event().wait()


def dead_reader(table: Table, _monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a device fail, which never stops the game."""
    table.hardware.ports.faults.switch("reader_deaf", "blue", on=True)  # type: ignore[attr-defined]


def tile_at_a_reader(table: Table, _monkeypatch: pytest.MonkeyPatch) -> None:
    name = next(iter(table.hardware.readers.chips))
    table.hardware.ports.readers[name].enter(Ntag213(Uid(bytes.fromhex("04112233445566"))))  # type: ignore[attr-defined]


def pin_is_shown(table: Table, _monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for the watchdog's time without input."""
    assert PIN_SHOWN_S == WATCHDOG_S
    table.loop.show_effects([Announce(NumberScreen(123456, Text("caption-pin")), PIN_SHOWN_S)])


def arrow_turns(table: Table, _monkeypatch: pytest.MonkeyPatch) -> None:
    table.loop.show_effects([PointArrow(3, 359.0)])


def arrow_is_slow(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Delay each half-step, as on a busy machine: a spin takes over half a minute."""
    step = Spinner._make_half_step

    def late(spinner: Spinner, direction: int, rate: float) -> Generator[float, None, float]:
        yield table.clock.now_s() + 3 / rate
        return (yield from step(spinner, direction, rate))

    monkeypatch.setattr(Spinner, "_make_half_step", late)
    arrow_turns(table, monkeypatch)


def hung_parts(table: Table, part: str) -> list[tuple[object, str]]:
    """Return the methods that hang: of a reader's driver, the journal, the display's driver or the arrow's clock."""
    chip = next(iter(table.hardware.readers.chips.values()))
    by_part: dict[str, list[tuple[object, str]]] = {
        "blue": [(chip, "poll"), (chip, "finish_answered_poll")],
        "game": [(table.loop.journal_queue, "write")],
        "screen": [(table.hardware.screen, "show_without_blocking")],
        "arrow": [(LoopClock, "run_steps")],
    }
    return by_part[part]


@pytest.mark.parametrize(
    ("deed", "after_s", "feeds", "hanging"),
    [
        (lambda *_: None, WATCHDOG_S, {9, 10}, None),
        (pin_is_shown, 0.0, {9, 10}, None),
        (arrow_is_slow, 0.0, {9, 10}, None),
        (dead_reader, WATCHDOG_S, {3, 4, 5}, None),  # it is tried every 8 s
        (tile_at_a_reader, WATCHDOG_S, {0}, "blue"),
        (lambda *_: None, WATCHDOG_S, {0}, "game"),
        (lambda *_: None, WATCHDOG_S, {0}, "screen"),
        (arrow_turns, WATCHDOG_S, {0}, "arrow"),
    ],
)
async def test_the_watchdog_starves_only_if_a_loop_hangs_which_is_logged(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    deed: Callable[[Table, pytest.MonkeyPatch], None],
    after_s: float,
    feeds: set[int],
    hanging: str | None,
) -> None:
    def hang(table: Table) -> None:
        for owner, name in hung_parts(table, hanging) if hanging else ():
            monkeypatch.setattr(owner, name, for_ever)
        deed(table, monkeypatch)

    assert await count_feeds(tmp_path, hang, after_s) in feeds
    logged = [line for line in caplog.messages if "loops_hang" in line]
    assert (logged == []) if hanging is None else any(hanging in line for line in logged)


PIECES = 30_000
OCTETS = 1_000


def resident_kb() -> int:
    lines = Path("/proc/self/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Anonymous:"))


def test_freed_memory_between_used_blocks_returns_to_the_system() -> None:
    pieces = [bytes(OCTETS) for _ in range(PIECES)]
    del pieces[1000:-1]  # the last one keeps all before it from being given back by itself
    before_kb = resident_kb()
    service_manager.trim_malloc()
    assert resident_kb() < before_kb - 20_000


async def test_memory_is_trimmed_once_two_seconds_after_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = LoopClock()
    given_s: list[float] = []
    monkeypatch.setattr(service_manager, "trim_malloc", lambda: given_s.append(clock.now_s()))
    began_s = clock.now_s()
    await service_manager.trim_malloc_after_start(clock)
    assert given_s == [pytest.approx(began_s + 2.0)]
