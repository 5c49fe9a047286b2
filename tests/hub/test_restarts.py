"""A part of the hub that fails begins anew, rarer and rarer, and whatever else the hub does goes on."""

import asyncio
import gc
import logging
from collections import Counter
from collections.abc import Callable, Collection, Coroutine
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest

from controller.fleet.connection import BrokerConfig
from hub import restarts
from hub.alerts import HYSTERESIS, AlertCause, AlertCode
from hub.game_restore import RestoreLoop
from hub.ingest import Ingest
from hub.maintenance import GameMaintenance
from hub.process import serve_hub
from hub.restarts import HEALTHY_RUN_S, LONGEST_PAUSE_S, run_with_restarts
from hub.room import RoomLoop
from hub.settings import load_settings
from hub.store.connection import GameNotifications
from hub.table_management import TableManager
from hub.tournament_service.fixtures import FixtureLoop
from tests.hub.running import page_settings
from tests.support.ports import free_port
from tests.support.virtual import run_virtual


async def test_a_failed_part_is_logged_and_restarts_with_backoff(
    caplog: pytest.LogCaptureFixture,
) -> None:
    began_s: list[float] = []

    async def fails() -> None:
        began_s.append(asyncio.get_running_loop().time())
        raise IndexError("secret")

    with caplog.at_level(logging.WARNING):
        part = asyncio.create_task(run_with_restarts("upkeep", fails))
        await asyncio.sleep(400.0)
        assert not part.done()
        part.cancel()
        await asyncio.gather(part, return_exceptions=True)
        assert part.cancelled()
    rests = [round(after - before) for before, after in pairwise(began_s)]
    assert rests == [1, 2, 4, 8, 16, 32, *[LONGEST_PAUSE_S] * (len(rests) - 6)]
    assert len(rests) > 8
    (logged,) = caplog.messages
    assert logged.startswith("event=hub_part_failed part=upkeep seen=IndexError at=test_restarts.py:")
    assert "secret" not in caplog.text


def test_a_long_run_resets_the_pause_and_a_finished_part_stays_ended() -> None:
    began_s: list[float] = []

    async def work() -> None:
        began_s.append(asyncio.get_running_loop().time())
        if len(began_s) == 4:
            return
        if len(began_s) == 3:
            await asyncio.sleep(HEALTHY_RUN_S)
        raise asyncio.CancelledError  # though nobody asked for it

    run_virtual(run_with_restarts("care", work))
    assert [round(each) for each in began_s] == [0, 1, 3, 3 + HEALTHY_RUN_S + 1]


async def test_a_part_that_fails_while_it_is_cancelled_ends() -> None:
    async def work() -> None:
        try:
            await asyncio.sleep(100.0)
        finally:
            raise OSError("it cannot be closed")

    part = asyncio.create_task(run_with_restarts("care", work))
    await asyncio.sleep(1.0)
    part.cancel()
    with pytest.raises(OSError, match="closed"):
        await part


async def test_the_room_keeps_receiving_while_looking_for_alerts_fails() -> None:
    looked: list[float] = []

    def seen() -> Collection[AlertCause]:
        looked.append(asyncio.get_running_loop().time())
        if len(looked) == 1:
            raise IndexError
        return {AlertCause("rt-a", AlertCode.LATE)}

    room = RoomLoop(BrokerConfig("127.0.0.1", 9), seen=seen)
    lines = 0

    async def heard() -> None:
        nonlocal lines
        lines += 1
        room._broker.connected = True
        await asyncio.Event().wait()

    room._broker.run = heard  # type: ignore[method-assign]
    task = asyncio.create_task(room.run())
    await asyncio.sleep(HYSTERESIS[AlertCode.LATE].begin_after_s + 10)
    assert [need.table for need in room.alerts.list_current()] == ["rt-a"]
    assert lines == 1
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


PARTS = (TableManager, RestoreLoop, GameNotifications, RoomLoop, FixtureLoop, GameMaintenance)


def test_a_hub_survives_failing_parts_and_ends_if_its_ingest_fails(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = free_port()
    (tmp_path / "hub.toml").write_text(
        f'[database]\nurl = "{database}"\n[broker]\nhost = "127.0.0.1"\nport = 9\n'
        f'{page_settings(page)}address = "127.0.0.1"\n'
    )
    begun: Counter[type] = Counter()
    again = asyncio.Event()

    def failing(part: type) -> Callable[[object], Coroutine[Any, Any, None]]:
        async def run(_: object) -> None:
            begun[part] += 1
            if len(begun) == len(PARTS) and min(begun.values()) > 1:
                again.set()
            raise IndexError

        return run

    async def taken(ingest: Ingest) -> None:
        ingest.active.set()
        await again.wait()
        async with httpx.AsyncClient(timeout=60) as client:
            assert (await client.get(f"http://127.0.0.1:{page}/")).status_code == 200
        raise MemoryError

    for part in PARTS:
        monkeypatch.setattr(part, "run", failing(part))
    monkeypatch.setattr(Ingest, "run", taken)
    monkeypatch.setattr(restarts, "FIRST_PAUSE_S", 0.01)
    with pytest.raises(MemoryError):
        asyncio.run(asyncio.wait_for(serve_hub(tmp_path, load_settings(tmp_path), lambda *_: None), 60))
    gc.collect()  # warns of connections to the database that are still open
    assert begun.keys() == set(PARTS)
