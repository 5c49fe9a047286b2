"""Results that tables tell, in a real database: each is read once, whatever grows beside it, and none is missed."""

import asyncio
from datetime import timedelta
from typing import Any

import asyncpg
import pytest
from asyncpg import Connection

from controller.fleet.messages import Fixture
from hub.organising import tournament_loop
from hub.organising import tournament_loop as fixtures
from hub.organising.desk import TournamentDesk
from hub.organising.tournament_loop import TournamentLoop
from hub.store.kept_games import meet
from hub.tournament.acts import FieldClosed, Here, Moved
from tests.hub.organising.test_desk import begin, drawn
from tests.hub.recorded import UID, play

pytestmark = pytest.mark.real_time

AGES = timedelta(hours=1)


async def tell(connection: Connection, game: int, fixture: str) -> None:
    """The table has played it, long ago."""
    await play(connection, game)
    await connection.execute("update games set fixture = $1 where game = $2", fixture, game)
    await age(connection, game)


async def age(connection: Connection, game: int) -> None:
    await connection.execute("update games set ended_at = ended_at - $1::interval where game = $2", AGES, game)


async def test_a_result_is_read_once_and_again_when_it_is_another(
    desk: TournamentDesk, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    real = fixtures.result

    def counted(*values: Any) -> Any:
        read.append(values[-1][1])
        return real(*values)

    monkeypatch.setattr(tournament_loop, "result", counted)
    tournament = await drawn(desk)
    one, other = tournament.rounds[0].games
    connection = await asyncpg.connect(database)
    table = one.table
    assert table is not None
    await meet(connection, {UID: (table, None)})
    loop = TournamentLoop(database, desk, lambda _fixtures: None, str)

    await tell(connection, 1, one.fixture)
    await loop._look(connection)
    assert (read, bool(one.scores), one.source) == ([1], True, (UID.hex(), 1))

    for game in range(2, 5):  # of other evenings
        await tell(connection, game, f"other {game}")
    await connection.execute("update games set ended_at = now() where game = 4")
    await loop._look(connection)
    assert read == [1, 1], "what had ended in the last minute before is read again"
    await loop._look(connection)
    await loop._look(connection)
    assert read == [1, 1]

    await tell(connection, 5, other.fixture)  # at the wrong table
    await loop._look(connection)
    assert (read, other.scores) == ([1, 1], ())
    other.table = table
    await loop._look(connection)
    assert (read, bool(other.scores)) == ([1, 1, 5], True), "however long ago that was"

    before = one.scores
    other_end = """jsonb_set(outcome::jsonb, '{winners}', '["grey"]')::json"""
    await connection.execute(f"update games set outcome = {other_end}, ended_at = now() where game = 1")
    await loop._look(connection)
    assert read == [1, 1, 5, 1]
    assert one.scores != before, "an end that was taken back, and came anew"
    await connection.close()


async def test_a_result_that_is_refused_now_is_taken_when_it_fits(desk: TournamentDesk, database: str) -> None:
    tournament = await drawn(desk)
    game = tournament.rounds[0].games[0]
    connection = await asyncpg.connect(database)
    assert game.table is not None
    await meet(connection, {UID: (game.table, None)})
    loop = TournamentLoop(database, desk, lambda _fixtures: None, str)
    await tell(connection, 1, game.fixture)
    await loop._look(connection)
    before = game.scores

    tournament.closed = True
    other_end = """jsonb_set(outcome::jsonb, '{winners}', '["grey"]')::json"""
    await connection.execute(f"update games set outcome = {other_end}, ended_at = now() where game = 1")
    await loop._look(connection)
    assert game.scores == before
    await tell(connection, 2, "another evening's")
    await connection.execute("update games set ended_at = now() + $1::interval where game = 2", AGES)
    await loop._look(connection)
    tournament.closed = False
    await loop._look(connection)
    assert game.scores != before
    await connection.close()


async def test_what_was_forgotten_while_nobody_listened_is_known_with_the_next_connection(
    desk: TournamentDesk, database: str
) -> None:
    await begin(desk)
    other = TournamentDesk(database)
    await other.do(Here(1, here=False), "organiser")  # told to nobody
    loop = asyncio.create_task(TournamentLoop(database, desk, lambda _fixtures: None, str).run())
    news = asyncio.Event()
    desk.listen(news)
    async with asyncio.timeout(30):
        while desk.tournament != other.tournament:
            await news.wait()
            news.clear()
    loop.cancel()
    await asyncio.gather(loop, return_exceptions=True)


async def test_tables_are_told_once_of_what_was_done_however_often_games_grow(
    desk: TournamentDesk, database: str
) -> None:
    told: list[dict[str, Fixture | None]] = []
    await begin(desk)
    await desk.do(FieldClosed(closed=True), "organiser")
    await desk.draw("", "organiser", seen=3)
    connection = await asyncpg.connect(database)
    loop = TournamentLoop(database, desk, lambda fixtures: told.append(dict(fixtures)), str)
    for _ in range(3):
        await loop._look(connection)
    assert desk.tournament is not None
    one, other = desk.tournament.rounds[0].games
    assert [{table: each and each.id for table, each in fixtures.items()} for fixtures in told] == [
        {"rt-a": one.fixture, "rt-b": other.fixture}
    ]
    await desk.do(Moved(other.fixture, "rt-c"), "organiser")
    await loop._look(connection)
    assert [table for table, each in told[-1].items() if each is not None] == ["rt-a", "rt-c"]
    await loop._look(connection)
    assert len(told) == 2
    await connection.close()


async def test_the_longer_telling_takes_the_rarer_it_looks(
    desk: TournamentDesk, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rests: list[float] = []
    await begin(desk)
    loop = TournamentLoop(database, desk, lambda _fixtures: None, str)
    looks = iter([0.0, 0.001, 0.2])

    async def look(_: Connection) -> None:
        loop._news.set()
        loop._telling_s = next(looks)

    async def rest(seconds: float) -> None:
        rests.append(seconds)

    monkeypatch.setattr(loop, "_look", look)
    monkeypatch.setattr("hub.organising.tournament_loop.asyncio.sleep", rest)
    connection = await asyncpg.connect(database)
    with pytest.raises(RuntimeError, match="StopIteration"):
        await loop._with(connection)
    await connection.close()
    assert rests == [0.5, 0.5, 4.0]
