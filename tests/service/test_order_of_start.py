"""Order of the daemon's start, and what a failed part ends."""

import asyncio
import contextlib
import errno
import json
import signal
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from controller import config
from controller.devices import stickers
from controller.devices.guard import PROGRAM_PART_SUFFIX, FaultGuard
from controller.devices.hardware import Hardware
from controller.devices.health import DeviceHealth
from controller.devices.part_or_twin import make_twin_table
from controller.games import installed
from controller.games.naming import piece_ids
from controller.play.draws import Chance
from controller.play.game_loop import GameLoop
from controller.play.table import GameLoopFailed
from controller.service import daemon
from controller.service.service_manager import ServiceManager
from controller.store import house_rules, keyring, table_files
from controller.store.journal import Journal
from hw.clock import Clock, LoopClock
from hw.testing.table import TwinTable
from tests.support.ports import free_port

PATIENCE_S = 60.0

VIRTUALLY_S = 3600.0
"""Virtual time may jump often while bytes travel between two sockets."""


@dataclass
class Beginning:
    """A started daemon whose drivers are imported only after ``come`` is set."""

    port: int
    come: threading.Event
    ready: "asyncio.Future[str]"
    manager: socket.socket
    machines: list[TwinTable] = field(default_factory=list)
    powers_off: bool = False

    async def ask(self, method: str, path: str, asked: Any = None) -> tuple[int, Any]:
        """Send a request; return status and body."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        with contextlib.closing(writer):
            body = b"" if method == "GET" else json.dumps(asked or {"on": True}).encode()
            head = f"{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {len(body)}"
            writer.write(f"{head}\r\ncontent-type: application/json\r\n\r\n".encode() + body)
            answer = await reader.read()
        said = answer.partition(b"\r\n\r\n")[2]
        return int(answer.split(b" ", 2)[1]), json.loads(said) if said.startswith(b"{") else None

    def is_told_ready(self) -> bool:
        """Whether the service manager has received this."""
        with contextlib.suppress(BlockingIOError):
            return b"READY=1" in self.manager.recv(4096, socket.MSG_PEEK)
        return False


async def test_the_page_shows_the_table_at_once_but_changes_wait_until_it_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with beginning(tmp_path, monkeypatch) as start:
        asked = asyncio.create_task(start.ask("POST", "/api/pause"))
        status, view = await start.ask("GET", "/api/view")
        assert (status, view["view"]["devices"]) == (200, [])
        assert [asked.done(), start.ready.done(), start.is_told_ready()] == [False, False, False]

        start.come.set()
        assert await asked == (204, None)
        names = [device["name"] for device in (await start.ask("GET", "/api/view"))[1]["view"]["devices"]]
        assert {"blue", "oled", "console"} <= set(names)
        await start.ready
        assert start.is_told_ready()


async def test_the_referees_role_opens_with_the_knob(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with beginning(tmp_path, monkeypatch, simulated=False) as start:
        before = await start.ask("GET", "/api/me")
        start.come.set()
        await start.ready
        assert before == await start.ask("GET", "/api/me")
        assert before[1]["roles"] == ["spectator"]


@pytest.mark.parametrize(
    ("part", "fault"),
    [
        ("page", OSError(errno.EMFILE, "planted: too many open files")),
        ("watchdog", MemoryError("planted")),
        ("address", asyncio.CancelledError("planted")),
        ("broker", ExceptionGroup("planted", [ValueError("one"), KeyError("two")])),
        ("service", RuntimeError("planted")),
    ],
)
async def test_a_failed_part_is_reported_and_restarted_while_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str, fault: BaseException
) -> None:
    keep_running, counted, faults = FaultGuard.keep_running, list[FaultGuard](), [fault]

    async def failing(guard: FaultGuard, name: str, work: Callable[[], Awaitable[object]]) -> None:
        async def once() -> None:
            if name == part and faults and counted:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(10):
                        await work()
                raise faults.pop()
            await work()

        if name == part:
            counted.append(guard)
        await keep_running(guard, name, once)

    monkeypatch.setattr(FaultGuard, "keep_running", failing)
    async with beginning(tmp_path, monkeypatch) as start:
        start.come.set()
        await start.ready
        game = {"castles": ["blue", "yellow"], "options": {"map": "honour"}, "bots": ["blue", "yellow"]}
        assert (await start.ask("POST", "/api/game", game))[0] == 204
        while not counted[0].fault_counts[part]:  # noqa: ASYNC110  # the clock leaps
            await asyncio.sleep(1)
        await asyncio.sleep(2)
        seq = (await start.ask("GET", "/api/view"))[1]["view"]["seq"]
        await asyncio.sleep(20)
        view = (await start.ask("GET", "/api/view"))[1]["view"]
        assert view["seq"] > seq
        assert [device for device in view["devices"] if not device["ok"]] == []
        assert part + PROGRAM_PART_SUFFIX in {device["name"] for device in view["devices"]}
        assert counted[0].fault_counts[part] == 1


async def test_a_fault_of_the_loop_ends_the_process_with_all_devices_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = GameLoop.run

    async def fails(loop: GameLoop) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(5):
                await run(loop)
        raise KeyError("planted")

    monkeypatch.setattr(GameLoop, "run", fails)
    async with contextlib.AsyncExitStack() as stack:
        start = await stack.enter_async_context(beginning(tmp_path, monkeypatch))
        start.come.set()
        await start.ready
        await asyncio.sleep(10)
        with pytest.raises(ExceptionGroup) as ended:
            await stack.aclose()
    assert ended.group_contains(GameLoopFailed, match="royaltable report")
    assert start.machines[0].still_on() == []


@pytest.mark.parametrize(
    ("by", "poweroff", "simulated", "powers_off"),
    [
        ("knob", True, False, True),
        ("knob", False, False, False),
        ("knob", True, True, False),
        ("signal", True, False, False),
    ],
)
async def test_only_the_knob_of_a_real_table_powers_off_if_its_owner_allows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: str, *, poweroff: bool, simulated: bool, powers_off: bool
) -> None:
    async with beginning(tmp_path, monkeypatch, poweroff=poweroff, simulated=simulated) as start:
        start.come.set()
        await start.ready
        knob = start.machines[0].knob
        assert knob is not None
        await asyncio.sleep(10)
        if by == "knob":
            await knob.press()
            await asyncio.sleep(0.2)
            await knob.turn(20)
            await knob.press()
            await asyncio.sleep(1)
            await knob.press()
            await asyncio.sleep(10)
    assert start.powers_off is powers_off


@contextlib.asynccontextmanager
async def beginning(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *, poweroff: bool = False, simulated: bool = True
) -> AsyncIterator[Beginning]:
    """Start a table of twins, which unless ``simulated`` count as parts; at the end it has to stop cleanly."""
    if not simulated:
        monkeypatch.setattr(daemon, "twin_table_if_any", lambda _: None)
    come, port = threading.Event(), free_port()
    monkeypatch.setattr(Hardware, "import_drivers", lambda _: come.wait(PATIENCE_S))
    settings = config.simulator()
    assert settings.console is not None
    console = replace(settings.console, poweroff=poweroff)
    settings = replace(settings, page=replace(settings.page, host="127.0.0.1", port=port), console=console)
    files = table_files.TableFiles(folder / "start.journal")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager, Journal(files.journal) as journal:
        manager.bind("")  # an abstract address of the kernel's choice
        manager.setblocking(False)
        ready = asyncio.get_running_loop().create_future()
        start = Beginning(port, come, ready, manager)

        def machine(clock: Clock) -> TwinTable:
            start.machines.append(make_twin_table(settings, clock))
            return start.machines[0]

        serving = asyncio.create_task(
            daemon.serve_until_stop(
                settings,
                machine,
                stickers.simulated_tag_map(piece_ids(installed.make_game())),
                journal,
                chance=Chance(1),
                house=house_rules.HouseRules(settings.table, files.house_rules),
                keyring=keyring.Keyring(files.keys),
                files=files,
                notices=ServiceManager("@" + manager.getsockname()[1:].decode(), None),
                ready=ready.set_result,
            )
        )
        async with asyncio.timeout(VIRTUALLY_S):
            await asyncio.sleep(0)  # it listens
            yield start
            come.set()
            await ready
            if not serving.done():
                signal.raise_signal(signal.SIGTERM)
            start.powers_off = await serving is daemon.AfterStop.POWER_OFF


async def test_a_part_that_loses_a_cancellation_is_cancelled_again() -> None:
    async def loses_one() -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        await asyncio.Event().wait()

    async with daemon.running_in_background(FaultGuard(DeviceHealth(), LoopClock()), {"part": loses_one}) as tasks:
        await asyncio.sleep(0)
    assert all(task.cancelled() for task in tasks)
