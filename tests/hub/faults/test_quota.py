"""A table that brings more in a day than any has is held until the room's owner lets it go on."""

import asyncio

import asyncpg
import pytest

from controller import limits
from hub.intake import Intake
from hub.needs import Code
from hub.room import RoomLoop
from hub.store.connection import let_go
from hub.taking import DAY_S, OF_AN_ENTRY, Quota
from tests.hub.test_intake import Room, at_work, kept_whole, room, until

assert room  # the fixture
KEPT = "select head from games join journals using (journal_no) where table_id = 'rt-one'"
DAY = limits.HUB_DAY_OCTETS


def test_so_much_a_day_and_one_octet_more_is_too_much_once() -> None:
    quota = Quota()
    assert not quota.brings("rt-a", DAY - 10 * OF_AN_ENTRY, 10, 0.0)
    assert not quota.brings("rt-b", 1, 0, 1.0)
    assert quota.brings("rt-a", 1, 0, 2.0)
    assert quota.held == {"rt-a"}
    assert not quota.brings("rt-a", 1, 0, 3.0), "it was said"


def test_each_day_begins_anew_and_who_is_held_stays_so() -> None:
    quota = Quota()
    assert not quota.brings("rt-a", DAY, 0, 0.0)
    assert not quota.brings("rt-a", DAY, 0, DAY_S)
    assert quota.brings("rt-a", 1, 0, DAY_S + 1)
    assert not quota.hold(["rt-a"])
    assert quota.hold([])
    assert not quota.brings("rt-a", DAY, 0, DAY_S + 2), "its day begins anew"


def test_many_small_entries_count_as_the_disk_has_them() -> None:
    assert Quota().brings("rt-a", 0, DAY // 64 + 1, 0.0)


def test_a_table_that_would_fill_the_disk_is_held_and_told_and_loses_nothing(
    room: Room, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "HUB_DAY_OCTETS", 30_000)
    monkeypatch.setattr("hub.intake.EVERY_S", 0.2)

    async def run() -> None:
        table, other = room.table(), room.table("rt-two")
        intake = Intake(database, room.brokers["intake"])
        shown = RoomLoop(room.brokers["rt-three"], held=lambda: intake.quota.held)
        while table.play(1, 100):
            pass
        async with at_work(intake.run(), shown.run(), table.line.run(), other.line.run()):
            await until(lambda: "rt-one" in intake.quota.held)
            await until(lambda: [(need.table, need.code) for need in shown.needs.standing()] == [("rt-one", Code.HELD)])
            other.play(1, 30)
            await until(lambda: other.is_kept)
            table.hello()
            await until(lambda: bool(table.wants) and not table.wants[-1].games)
        connection = await asyncpg.connect(database)
        kept = await connection.fetchval(KEPT)
        assert 100 < kept < len(table.games[1].rows)
        monkeypatch.setattr(limits, "HUB_DAY_OCTETS", 1_000_000)
        again = Intake(database, room.brokers["intake"])
        async with at_work(again.run(), table.line.run(), other.line.run()):
            await until(lambda: "rt-one" in again.quota.held)
            await until(lambda: other.line.connected)
            other.play(1, 5)
            await until(lambda: other.is_kept)
            assert await connection.fetchval(KEPT) == kept
            assert await let_go(connection, "rt-one")
            assert not await let_go(connection, "rt-one")
            await until(lambda: table.is_kept)
        await kept_whole(database, table, other)
        await connection.close()

    asyncio.run(run())
