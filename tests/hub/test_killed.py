"""Hub, broker and database killed in turn, under tables that ship what they play: nothing is lost or doubled."""

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from controller.fleet.line import Broker
from hub.engines.broker_users import BrokerUsers
from hub.engines.postgres import PrivatePostgres
from hub.settings import load
from hub.store.connection import connected
from hub.store.kept_games import ENTRIES, Row, verified
from tests.hub.organising.playing_table import LightTable
from tests.hub.recorded import FOLLOWS
from tests.hub.running import at_work, folder_of_a_hub
from tests.soak import SOAK

KILLS = 200 if SOAK else 6
PATIENCE_S = 120.0
NAMES = ("rt-one", "rt-two", "rt-three")
VICTIMS = ("hub", "mosquitto", "postgres")


class KilledHub:
    """A hub in a process of its own, started again as systemd would."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = load(folder).broker_port
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "controller", "hub", "--folder", str(self.folder)]
        self._log = (self.folder / "said").open("ab")
        self._process = subprocess.Popen(command, stdout=self._log, stderr=self._log)
        self._log.close()

    def kill(self, victim: str) -> bool:
        """Kill it and no other; False where it does not run just now."""
        assert self._process is not None
        if victim == "hub":
            self._process.kill()
            self._process.wait()
            self.start()
            return True
        pids = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text().split()
        for pid in pids:
            with suppress(OSError):
                if Path(Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[0].decode()).name == victim:
                    os.kill(int(pid), signal.SIGKILL)
                    return True
        return False

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            code = self._process.wait(PATIENCE_S)
            assert code == 0, (self.folder / "said").read_text()[-5000:]


@pytest.fixture
def hub() -> Iterator[KilledHub]:
    with folder_of_a_hub() as folder:
        hub = KilledHub(folder)
        yield hub
        hub.stop()


async def kept_whole(url: str, *tables: LightTable) -> None:
    """The database has each entry of each table once, in order, as it was written."""
    connection = await connected(url)
    for table in tables:
        for game, mine in table.games.items():
            row = await connection.fetchrow(
                "select journal_no, head, head_checksum, outcome is not null as over from games "
                "join journals using (journal_no) where uid = $1 and game = $2",
                bytes.fromhex(table.journal),
                game,
            )
            kept = [Row(*each) for each in await connection.fetch(ENTRIES, row["journal_no"], game)]
            assert kept == mine.rows
            assert verified(game, FOLLOWS, kept) == row["head_checksum"]
            assert (row["head"], row["over"]) == (len(mine.rows), mine.outcome is not None)
    total = sum(len(mine.rows) for table in tables for mine in table.games.values())
    assert await connection.fetchval("select count(*) from entries") == total
    await connection.close()


def test_kill_9_of_hub_broker_and_database_in_turn_loses_and_doubles_nothing(hub: KilledHub) -> None:
    chance = random.Random(7)
    users = BrokerUsers(hub.folder)
    tables = [
        LightTable(Broker("127.0.0.1", hub.port, name, users.enter(name)), name, f"{number:032x}")
        for number, name in enumerate(NAMES, start=1)
    ]

    async def play() -> None:
        game = 1
        while True:
            for table in tables:
                if not table.play(game, 1) and table is tables[-1]:
                    game += 1
            await asyncio.sleep(0.02)

    async def settled() -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not all(table.games and table.is_kept for table in tables):  # noqa: ASYNC110  # others' processes
                await asyncio.sleep(0.02)

    async def run() -> None:
        hub.start()
        async with at_work(*(table.line.run() for table in tables)):
            killed = 0
            while killed < KILLS:
                async with at_work(play()):
                    await asyncio.sleep(chance.uniform(0.3, 1.5))
                    killed += hub.kill(VICTIMS[killed % 3])
                    await asyncio.sleep(chance.uniform(0.0, 1.0))
                if killed % 4 == 0:
                    await settled()
            await settled()
        await kept_whole(PrivatePostgres(hub.folder).url, *tables)

    asyncio.run(run())
