"""The same messages through a broker of amqtt's: one that needs no other program than Python.

It speaks MQTT 3.1.1 and nothing newer, and the hub's line speaks 5: tried with it, amqtt 0.12.1 does not answer its
CONNECT, and the line gives up after ten seconds. So both its ends are gmqtt's own client, as bare as it is, and the end
that keeps is that of the HTTP posts.
"""

import asyncio
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import asyncpg
import gmqtt

from bench.crowd.keeping import Keeping
from bench.crowd.running_hub import RunningHub
from bench.crowd.shipper import Shipper
from bench.crowd.taken import CLIENTS, ENTRIES, FOR_S, Taken
from bench.shared.other_packages import FOLDER, PYTHON
from bench.shared.ports import free_port
from bench.shared.processes import cpu_s, running
from controller.fleet.line import Broker

PATIENCE_S: Final = 20.0
PIECES: Final = "pieces/"
KEPT: Final = "kept/"


async def by_amqtt(hub: RunningHub) -> Taken:
    """Messages of ten entries from so many clients, each the next when the last is acknowledged."""
    database = await asyncpg.connect(hub.url)
    await database.execute("create database carried")
    port, url = free_port(), hub.url.replace("/postgres?", "/carried?")
    keeper = [sys.executable, "-m", "bench.crowd.by_amqtt", url, str(port)]
    with running([str(PYTHON), str(FOLDER / "peer_amqtt.py"), str(port)]) as broker, running(keeper) as keeps:
        tables = [_Table(port, f"rt-{number}") for number in range(CLIENTS)]
        await asyncio.gather(*(table.begin() for table in tables))
        until_s = time.perf_counter() + FOR_S
        before_s = cpu_s(broker.pid) + cpu_s(keeps.pid) + hub.spent_s()["database"]
        count = sum(await asyncio.gather(*(table.ship_until(until_s) for table in tables)))
        spent_s = cpu_s(broker.pid) + cpu_s(keeps.pid) + hub.spent_s()["database"] - before_s
        await asyncio.gather(*(table.end() for table in tables))
    await database.execute("drop database carried with (force)")
    await database.close()
    return Taken(count / FOR_S, 1e6 * spent_s / count)


class _Table:
    def __init__(self, port: int, name: str) -> None:
        self._port, self._name = port, name
        self._shipper = Shipper(Broker("127.0.0.1", port, name))
        self._kept = asyncio.Event()

    async def begin(self) -> None:
        """On the line, and heard by the other end."""
        self._client = await _connected(self._port, self._name, KEPT + self._name, lambda *_: self._kept.set())
        async with asyncio.timeout(PATIENCE_S):
            await self._ship(again_s=1.0)

    async def ship_until(self, until_s: float) -> int:
        """How many were kept."""
        count = 0
        while time.perf_counter() < until_s:
            await self._ship(again_s=PATIENCE_S)
            count += 1
        return count

    async def end(self) -> None:
        """Hang up."""
        await self._client.disconnect()

    async def _ship(self, again_s: float) -> None:
        octets = self._shipper.piece(ENTRIES)
        self._kept.clear()
        while not self._kept.is_set():
            self._client.publish(PIECES + self._name, octets, qos=1)
            with suppress(TimeoutError):
                async with asyncio.timeout(again_s):
                    await self._kept.wait()


async def _connected(port: int, name: str, hears: str, heard: Callable[..., Any]) -> gmqtt.Client:
    async with asyncio.timeout(PATIENCE_S):
        while True:
            client = gmqtt.Client(name)
            client.on_message = heard
            try:
                await client.connect("127.0.0.1", port, version=gmqtt.constants.MQTTv311)
            except OSError:  # the broker begins
                await asyncio.sleep(0.1)
                continue
            client.subscribe(hears, qos=0)
            return client


async def _keep(url: str, port: int) -> None:
    keeping = Keeping(url)
    tasks: set[asyncio.Task[None]] = set()
    client: gmqtt.Client

    async def keep(table: str, octets: bytes) -> None:
        await keeping.keep(table, octets)
        client.publish(KEPT + table, b"", qos=0)

    def heard(_client: object, topic: str, payload: bytes, _qos: int, _properties: object) -> int:
        task = asyncio.get_running_loop().create_task(keep(topic.removeprefix(PIECES), payload))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        return 0

    client = await _connected(port, "keeps", f"{PIECES}+", heard)
    await keeping.run()


if __name__ == "__main__":
    asyncio.run(_keep(sys.argv[1], int(sys.argv[2])))
