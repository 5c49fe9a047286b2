"""What comes first at a start: the page, for who looks on; then the devices; then all that people can do."""

import asyncio
import contextlib
import json
import signal
import socket
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bench.shared.ports import free_port
from controller import config
from controller.devices import stickers
from controller.devices.hardware import Hardware
from controller.devices.part_or_twin import twins
from controller.games import installed
from controller.games.naming import ids
from controller.play.draws.derivation import Chance
from controller.service import daemon
from controller.service.service_manager import ServiceManager
from controller.store.house_rules import HouseRules
from controller.store.journal import Journal
from controller.store.keyring import Keyring
from controller.store.table_files import TableFiles

PATIENCE_S = 60.0

VIRTUALLY_S = 3600.0
"""The clock may leap many times while octets are on their way between two sockets."""


@dataclass
class Beginning:
    """A daemon that has begun to serve, and whose drivers are not there before ``come`` is set."""

    port: int
    come: threading.Event
    ready: "asyncio.Future[str]"
    manager: socket.socket

    async def ask(self, method: str, path: str) -> tuple[int, Any]:
        """One request; its status, and what it was told."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        with contextlib.closing(writer):
            body = b"" if method == "GET" else b'{"on": true}'
            head = f"{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {len(body)}"
            writer.write(f"{head}\r\ncontent-type: application/json\r\n\r\n".encode() + body)
            answer = await reader.read()
        said = answer.partition(b"\r\n\r\n")[2]
        return int(answer.split(b" ", 2)[1]), json.loads(said) if said.startswith(b"{") else None

    def is_told_ready(self) -> bool:
        """Whether the service manager has heard so."""
        with contextlib.suppress(BlockingIOError):
            return b"READY=1" in self.manager.recv(4096, socket.MSG_PEEK)
        return False


async def test_the_page_shows_the_table_while_drivers_are_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with beginning(tmp_path, monkeypatch) as start:
        status, view = await start.ask("GET", "/api/view")
        assert (status, view["view"]["devices"]) == (200, [])


async def test_what_somebody_asks_for_before_the_table_plays_is_done_once_it_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with beginning(tmp_path, monkeypatch) as start:
        asked = asyncio.create_task(start.ask("POST", "/api/pause"))
        await start.ask("GET", "/api/view")
        assert not asked.done()

        start.come.set()
        assert await asked == (204, None)
        names = [device["name"] for device in (await start.ask("GET", "/api/view"))[1]["view"]["devices"]]
        assert {"blue", "oled", "console"} <= set(names)


async def test_the_service_manager_is_told_ready_only_when_the_devices_are_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with beginning(tmp_path, monkeypatch) as start:
        await start.ask("GET", "/api/view")
        assert not start.ready.done()
        assert not start.is_told_ready()

        start.come.set()
        await start.ready
        assert start.is_told_ready()


async def test_nobody_may_referee_only_because_the_knob_is_not_open_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daemon, "if_simulated", lambda _: None)  # as on parts: nobody has hands for them by the page
    async with beginning(tmp_path, monkeypatch) as start:
        before = await start.ask("GET", "/api/me")
        start.come.set()
        await start.ready
        assert before == await start.ask("GET", "/api/me")
        assert before[1]["roles"] == ["spectator"]


@contextlib.asynccontextmanager
async def beginning(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Beginning]:
    """A simulated table at its start; it is ended at the end, and has then to end in order."""
    come, port = threading.Event(), free_port()
    monkeypatch.setattr(Hardware, "load", lambda _: come.wait(PATIENCE_S))
    settings = config.simulator()
    settings = replace(settings, page=replace(settings.page, host="127.0.0.1", port=port))
    files = TableFiles(folder / "start.journal")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager, Journal(files.journal) as journal:
        manager.bind("")  # an abstract address of the kernel's choice
        manager.setblocking(False)
        ready = asyncio.get_running_loop().create_future()
        serving = asyncio.create_task(
            daemon.serve(
                settings,
                lambda clock: twins(settings, clock),
                stickers.book(ids(installed.game())),
                journal,
                chance=Chance(1),
                house=HouseRules(settings.table, files.house_rules),
                keyring=Keyring(files.keys),
                files=files,
                notices=ServiceManager("@" + manager.getsockname()[1:].decode(), None),
                ready=ready.set_result,
            )
        )
        async with asyncio.timeout(VIRTUALLY_S):
            await asyncio.sleep(0)  # it listens
            yield Beginning(port, come, ready, manager)
            come.set()
            await ready
            signal.raise_signal(signal.SIGTERM)
            await serving
