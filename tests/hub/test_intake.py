"""What a hub takes, over a real broker into a real database: what follows on, once, acknowledged when it is kept."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import msgspec
import pytest

from bench.shared.ports import free_port
from controller import limits
from controller.fleet.line import Broker, Line
from controller.fleet.messages import TableState
from controller.fleet.shipping import Ahead, Hello, HubPresence, Refused, Wanted, understood
from controller.fleet.topics import HELLO, HUB_TOPIC, LOG, STATE
from hub.engines.broker_users import LINES, BrokerUsers, user_of
from hub.engines.mosquitto import PrivateMosquitto
from hub.intake import Intake
from hub.store.connection import connected
from hub.store.kept_games import ENTRIES, Row, grow, verified
from tests.hub import light_table
from tests.hub.light_table import LightTable
from tests.hub.recorded import FOLLOWS, recorded_game
from tests.hub.running import folder_for_all, in_background, need_engines

PATIENCE_S = 60.0
NAMES = ("rt-one", "rt-two", "rt-three")
JOURNALS = {name: f"{number:032x}" for number, name in enumerate(NAMES, start=1)}


class Room:
    """A broker with three tables and the hub's lines, each by its name."""

    def __init__(self, folder: Path) -> None:
        users = BrokerUsers(folder)
        self.port = free_port()
        secret = users.enter_hub()
        self.brokers = {line: Broker("127.0.0.1", self.port, user_of(line), secret) for line in LINES}
        self.brokers |= {name: Broker("127.0.0.1", self.port, name, users.enter(name)) for name in NAMES}
        self.mosquitto = PrivateMosquitto(folder, users, "127.0.0.1", self.port)

    def table(self, name: str = "rt-one") -> LightTable:
        return LightTable(self.brokers[name], name, JOURNALS[name])


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    need_engines()
    with folder_for_all() as folder:
        room = Room(folder)
        room.mosquitto.prepare()
        with in_background(room.mosquitto.run()):
            yield room


@asynccontextmanager
async def at_work(*works: Any) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(work) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not true():  # noqa: ASYNC110  # others' processes are waited for
            await asyncio.sleep(0.01)


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


def test_games_that_are_played_and_were_played_come_whole_and_once(room: Room, database: str) -> None:
    async def run() -> None:
        tables = [room.table(name) for name in NAMES]
        for table in tables:
            while table.play(1, 50):
                pass
            table.play(2, 7)
        intake = Intake(database, room.brokers["intake"])
        async with at_work(intake.run(), *(table.line.run() for table in tables)):
            await until(lambda: all(table.kept.get(2) == 7 for table in tables))
            for step in range(10):
                for table in tables:
                    table.play(2, 1 + step % 3)
                await asyncio.sleep(0.01)
            await until(lambda: all(table.is_kept for table in tables))
        await kept_whole(database, *tables)
        assert intake.taken == sum(len(mine.rows) for table in tables for mine in table.games.values())

    asyncio.run(run())


def test_a_game_that_the_hub_had_wanted_comes_back_with_its_name(room: Room, database: str) -> None:
    async def run() -> None:
        table = room.table()
        table.play(1, 3)
        table.play(2, 3)
        table.games[2].fixture = "spring-2-7"
        async with at_work(table.line.run(), Intake(database, room.brokers["intake"]).run()):
            await until(lambda: table.is_kept)
            table.play(2, 3)
            await until(lambda: table.is_kept)
        connection = await connected(database)
        kept = await connection.fetch("select game, fixture from games order by game")
        assert [tuple(row) for row in kept] == [(1, None), (2, "spring-2-7")]
        await connection.close()

    asyncio.run(run())


def test_an_empty_hub_fills_itself_and_one_of_last_night_takes_what_it_lacks(
    room: Room, postgres: Any, database: str
) -> None:
    async def run() -> None:
        table = room.table()
        while table.play(1, 100):
            pass
        table.play(2, 20)
        async with at_work(table.line.run()):
            async with at_work(Intake(database, room.brokers["intake"]).run()):
                await until(lambda: table.is_kept)
            connection = await connected(database)
            await connection.execute(
                "update games set head = 10, head_checksum = $1, outcome = null where game = 1",
                table.games[1].rows[9].checksum,
            )
            await connection.execute("delete from entries where game = 1 and seq > 10")
            table.kept.clear()
            table.play(2, 5)
            async with at_work(Intake(database, room.brokers["intake"]).run()):
                await until(lambda: table.is_kept)
            await kept_whole(database, table)
            await connection.execute("truncate entries, games, journals, tables cascade")
            table.kept.clear()
            async with at_work(Intake(database, room.brokers["intake"]).run()):
                await until(lambda: table.is_kept)
            await connection.close()
        await kept_whole(database, table)

    asyncio.run(run())


def test_what_does_not_follow_on_or_is_not_what_was_written_is_refused_and_what_was_taken_stays(
    room: Room, database: str
) -> None:
    async def run() -> None:
        table = room.table()
        table.play(1, 30)
        mine = table.games[1].rows
        async with at_work(Intake(database, room.brokers["intake"]).run(), table.line.run()):
            await until(lambda: table.is_kept)
            table.wants.clear()

            table.play(1, 10)
            await until(lambda: table.is_kept)
            table.wants.clear()
            rows = table.games[1].rows
            table.games[1].rows = recorded_game().rows[:60]
            table.say(1, 51, 5)  # 41 to 50 were lost on their way
            lacks = (Wanted(1, 41, rows[39].checksum.hex()),)
            await until(lambda: any(want.games == lacks for want in table.wants))
            await until(lambda: table.is_kept)
            table.wants.clear()

            table.games[1].rows = [
                *recorded_game().rows[:60],
                msgspec.structs.replace(recorded_game().rows[60], origin="page:x"),
            ]
            table.say(1, 61, 1)
            await until(lambda: any(want.refused == (Refused(1, 61, "broken"),) for want in table.wants))
            table.wants.clear()

            table.games[1].rows = recorded_game(seed=2).rows[:61]  # another game under the same number
            table.say(1, 61, 1)
            await until(lambda: any(want.refused == (Refused(1, 60, "fork"),) for want in table.wants))
            table.wants.clear()

            table.games[1].rows = recorded_game().rows[:12]  # restored from an older backup
            table.hello()
            await until(lambda: any(want.ahead == (Ahead(1, 60),) for want in table.wants))

        table.games[1].rows = recorded_game().rows[:60]
        await kept_whole(database, table)
        assert mine == recorded_game().rows[:30]

    asyncio.run(run())


def test_octets_that_are_no_message_and_journals_of_others_hold_up_nobody(room: Room, database: str) -> None:
    async def run() -> None:
        table, thief = room.table(), LightTable(room.brokers["rt-two"], "rt-two", JOURNALS["rt-one"])
        table.play(1, 30)
        thief.play(2, 5)
        async with at_work(Intake(database, room.brokers["intake"]).run(), table.line.run()):
            await until(lambda: table.is_kept)
            async with at_work(thief.line.run()):
                await until(lambda: thief.line.connected)
                for octets in (b"", b"{", b"\xff", b"[" * 5000, b'{"journal": 7}'):
                    thief.line.say(LOG.of("rt-two"), LOG, octets)
                thief.say(2, 1, 5)
                table.play(1, 30)
                await until(lambda: table.is_kept)
            assert thief.kept == {}
        await kept_whole(database, table)

    asyncio.run(run())


def test_a_table_that_floods_the_hub_with_journals_is_bounded_and_delays_nobody(
    room: Room, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.limits.HUB_JOURNALS_A_TABLE", 5)
    monkeypatch.setattr(light_table, "AGAIN_S", PATIENCE_S)  # what waits is counted, so it is said once

    async def run() -> None:
        table, hostile = room.table(), room.table("rt-two")
        blocker = await connected(database)
        intake = Intake(database, room.brokers["intake"])
        async with at_work(intake.run(), table.line.run(), hostile.line.run()):
            table.play(1, 1)
            await until(lambda: table.is_kept and hostile.line.connected)
            async with blocker.transaction():
                await blocker.execute("lock table journals, games")
                for number in range(200):
                    hostile.line.say(HELLO.of("rt-two"), HELLO, Hello(f"{number:032x}".replace("0", "f", 1), 1, 0))
                await until(lambda: intake._waiting.counts().get("rt-two") == limits.HUB_WAITING_A_TABLE)
                table.play(1, 30)
                await until(lambda: "rt-one" in intake._waiting.counts())
                await asyncio.sleep(0.2)
                assert intake._waiting.counts()["rt-two"] == limits.HUB_WAITING_A_TABLE
                assert len(intake._waiting.next()) == limits.HUB_WAITING_A_TABLE + 1
                assert "rt-one" in {each.table for each in intake._waiting.next()[:2]}
            await until(lambda: table.is_kept)
            await until(lambda: not intake._waiting)
        counted = await blocker.fetch("select table_id, count(*) from journals group by 1 order by 1")
        assert [tuple(each) for each in counted] == [("rt-one", 1), ("rt-two", 5)]
        await kept_whole(database, table)
        await blocker.close()

    asyncio.run(run())


def test_the_latest_state_is_kept_and_the_hub_says_that_it_is_there_and_when_it_goes(
    room: Room, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hub.intake.EVERY_S", 0.05)

    async def run() -> None:
        table = room.table()
        table.play(1, 3)
        heard: list[HubPresence] = []
        listens = Line(
            room.brokers["rt-two"],
            "listens",
            will=None,
            hears=[HUB_TOPIC],
            on_message=lambda _, octets: heard.append(understood(octets, HubPresence)),
        )
        state = TableState("A game", True, "x", "y", 3, None, None, False, False, False)
        connection = await connected(database)
        async with at_work(listens.run(), table.line.run()):
            async with at_work(Intake(database, room.brokers["intake"]).run()):
                await until(lambda: table.is_kept and [hub.online for hub in heard][-1:] == [True])
                boot = heard[-1].boot
                for octets in (b"no state", b"", b"[" * 60_000, b'{"x":' + b"[" * 60_000):
                    table.line.say(STATE.of("rt-one"), STATE, octets)
                table.line.say(STATE.of("rt-one"), STATE, state)
                kept = None
                async with asyncio.timeout(PATIENCE_S):
                    while kept is None:
                        await asyncio.sleep(0.01)
                        kept = await connection.fetchval("select last_state from tables where table_id = 'rt-one'")
                assert msgspec.json.decode(kept, type=TableState) == state
            await until(lambda: not heard[-1].online)
            async with at_work(Intake(database, room.brokers["intake"]).run()):
                await until(lambda: heard[-1].online)
                assert heard[-1].boot != boot
        await connection.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    "fault",
    [
        asyncpg.InternalClientError("cannot switch to state 12; another operation (2) is in progress"),
        asyncpg.DiskFullError("could not extend file"),
        asyncpg.AdminShutdownError("terminating connection"),
        asyncpg.InterfaceError("connection is closed"),
        ConnectionResetError(),
        TimeoutError(),
    ],
    ids=lambda fault: type(fault).__name__,
)
def test_whatever_a_lost_database_says_the_hub_goes_on_when_it_is_back(
    room: Room, database: str, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    faults = [fault]

    async def failing(*values: Any) -> None:
        if faults:
            raise faults.pop()
        await grow(*values)

    monkeypatch.setattr("hub.intake.grow", failing)
    monkeypatch.setattr("hub.intake.AGAIN_S", 0.01)

    async def run() -> None:
        table = room.table()
        table.play(1, 30)
        async with at_work(Intake(database, room.brokers["intake"]).run(), table.line.run()):
            await until(lambda: table.is_kept)
        assert not faults
        await kept_whole(database, table)

    asyncio.run(run())


def test_a_second_hub_waits_without_a_word_and_takes_over(room: Room, database: str) -> None:
    async def run() -> None:
        table = room.table()
        table.play(1, 30)
        first, second = (Intake(database, room.brokers["intake"]) for _ in range(2))
        async with at_work(table.line.run()):
            async with at_work(first.run()):
                await until(lambda: table.is_kept)
                async with at_work(second.run()):
                    table.play(1, 30)
                    await until(lambda: table.is_kept)
                    await asyncio.sleep(0.3)
                    assert (first.taken, second.taken) == (60, 0)
            async with at_work(second.run()):
                table.play(1, 30)
                await until(lambda: table.is_kept)
            assert second.taken == 30
        await kept_whole(database, table)

    asyncio.run(run())


def test_while_the_database_is_away_no_more_is_read_than_fits_and_nothing_is_lost(
    room: Room, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("controller.limits.HUB_QUEUE_OCTETS", 200_000)
    monkeypatch.setattr("controller.limits.MQTT_CONNECT_S", 10 * PATIENCE_S)  # nobody waits for what cannot come

    async def run() -> None:
        tables = [room.table(name) for name in NAMES]
        blocker = await connected(database)
        intake = Intake(database, room.brokers["intake"])
        async with at_work(intake.run(), *(table.line.run() for table in tables)):
            tables[0].play(1, 1)
            await until(lambda: tables[0].is_kept)
            async with blocker.transaction():
                await blocker.execute("lock table games")
                for table in tables:
                    while table.play(1, 48):
                        pass
                for _ in range(20):
                    for table in tables:
                        for first in range(1, 300, 48):
                            table.say(1, first)
                    await asyncio.sleep(0.02)
                await until(lambda: intake._waiting.octets > 200_000)
                assert intake._waiting.octets < 600_000
                assert sum(table.kept.get(1, 0) for table in tables) <= 1
            await until(lambda: all(table.is_kept for table in tables))
        await kept_whole(database, *tables)
        await blocker.close()

    asyncio.run(run())
