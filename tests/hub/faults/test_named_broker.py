"""A hub at a broker that is not its own, where anybody may have left anything."""

import asyncio
from pathlib import Path

import asyncpg
import pytest

from bench.shared.ports import free_port
from controller import limits
from controller.fleet.line import Broker, Line
from controller.fleet.messages import Presence
from controller.fleet.shipping import Hello
from controller.fleet.topics import HELLO, PRESENCE, TopicKind
from hub.intake import Intake
from hub.room import RoomLoop
from tests.fleet.mosquitto import Mosquitto, need_mosquitto
from tests.hub.light_table import LightTable
from tests.hub.test_intake import JOURNALS, PATIENCE_S, at_work, kept_whole, until

GHOSTS = 10_000
AT_ONCE = 200


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MQTT_CONNECT_S", PATIENCE_S)  # a busy machine's broker acknowledges later


def open_broker(folder: Path) -> Mosquitto:
    need_mosquitto()
    return Mosquitto(folder, "allow_anonymous true\nmax_queued_messages 0\n", port=free_port())


async def said_by_ghosts(line: Line, kind: TopicKind, values: list[object], *, of: str) -> None:
    """Each value of a table of its own, no more at once than a broker acknowledges."""
    for number, value in enumerate(values):
        line.say(kind.of(f"{of}-{number}"), kind, value)
        if number % AT_ONCE == AT_ONCE - 1:
            await line.heard_out()
    await line.heard_out()


def test_ten_thousand_tables_that_a_broker_remembers_hide_none_that_is_there(tmp_path: Path) -> None:
    mosquitto = open_broker(tmp_path)
    broker = Broker("127.0.0.1", mosquitto.port)

    async def run() -> None:
        hostile, table = (Line(broker, name, will=None) for name in ("hostile", "rt-one"))
        room = RoomLoop(broker)
        async with at_work(hostile.run(), table.run()):
            await until(lambda: hostile.connected and table.connected)
            ghosts: list[object] = [Presence(online=True, boot="x", name="n" * 200)] * GHOSTS
            await said_by_ghosts(hostile, PRESENCE, ghosts, of="ghost")
            async with at_work(room.run()):
                await until(lambda: room.room.counts()["known"] == limits.HUB_TABLES)
                table.say(PRESENCE.of("rt-one"), PRESENCE, Presence(online=True, boot="y", name="By the window"))
                await until(lambda: room.room.is_here("rt-one"))
                assert room.room.counts()["known"] == limits.HUB_TABLES

    mosquitto.start()
    try:
        asyncio.run(run())
    finally:
        mosquitto.kill()


def test_ten_thousand_tables_that_greet_take_no_more_of_the_database_than_a_room(tmp_path: Path, database: str) -> None:
    mosquitto = open_broker(tmp_path)
    broker = Broker("127.0.0.1", mosquitto.port)

    async def run() -> None:
        hostile = Line(broker, "hostile", will=None)
        table = LightTable(broker, "rt-one", JOURNALS["rt-one"])
        table.play(1, 1)
        intake = Intake(database, broker)
        async with at_work(intake.run(), hostile.run(), table.line.run()):
            await until(lambda: hostile.connected and table.is_kept)
            hellos: list[object] = [Hello(f"{number + 16:032x}", 1, 0) for number in range(GHOSTS)]
            await said_by_ghosts(hostile, HELLO, hellos, of="ghost")
            table.play(1, 30)
            await until(lambda: table.is_kept and not intake._waiting)
        await kept_whole(database, table)
        connection = await asyncpg.connect(database)
        assert await connection.fetchval("select count(*) from tables") == limits.HUB_TABLES_KEPT
        assert await connection.fetchval("select count(*) from journals") == limits.HUB_TABLES_KEPT
        await connection.close()

    mosquitto.start()
    try:
        asyncio.run(run())
    finally:
        mosquitto.kill()
