"""A tournament between its desk, its tables and its page."""

import asyncio
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import asyncpg
import msgspec
import pytest
from asyncpg import Connection

from controller.fleet.connection import BrokerConfig
from controller.fleet.messages import Fixture, FixtureReport, FixtureSeat
from controller.games.contract.rules import Outcome
from controller.games.contract.values import CastleId
from controller.web.live import Feed, Snapshot
from hub.alerts import AlertCause, AlertCode, Alerts
from hub.room import Room
from hub.store.stored_games import register_journals
from hub.table_management import TableManager
from hub.tournament import actions, page_value
from hub.tournament_service import fixtures
from hub.tournament_service.fixtures import (
    FixtureLoop,
    ResultMismatchError,
    make_set_result_action,
    next_fixture_by_table,
    overdue_tables,
)
from hub.tournament_service.live import LiveTournament
from hub.tournament_service.service import TournamentService
from tests.hub.recorded import UID, store_game
from tests.hub.running import WorkersHere
from tests.hub.tournament.simulated import Simulated, random_scores
from tests.hub.tournament_service.test_service import begin, begun, drawn

pytestmark = pytest.mark.real_time

PEOPLE = 1000


async def latest(told: Feed, news: asyncio.Event, before: Snapshot | None = None) -> Snapshot:
    while (edition := told.latest_snapshot) is None or edition is before:
        news.clear()
        await news.wait()
    return edition


def open_live(database: str, folder: Path, workers: WorkersHere, **more: Any) -> LiveTournament:
    tables = TableManager(BrokerConfig("127.0.0.1", 9), folder, lambda _: True)
    return LiveTournament(database, tables, Room(), workers=workers, **more)


async def shown(live: LiveTournament) -> dict[str, Any]:
    value: dict[str, Any] = msgspec.json.decode(await live.current_json())
    return value


async def test_a_hundred_pages_share_one_value_for_each_count_of_actions(database: str, tmp_path: Path) -> None:
    workers = WorkersHere()
    live = open_live(database, tmp_path, workers)
    desk = live.service
    told = Feed(lambda: None, live.watch_json, large=True)
    await desk.begin_tournament(begun, "organiser")
    await desk.apply_and_store(
        actions.AddEntrants(tuple(actions.Newcomer(f"P{number}") for number in range(PEOPLE)), here=True), "organiser"
    )
    values = await asyncio.gather(*(shown(live) for _ in range(100)))
    assert workers.called == ["tournament"]
    assert values == [values[0]] * 100
    assert len(values[0]["entrants"]) == PEOPLE

    with ExitStack() as open_pages:
        news = asyncio.Event()
        open_pages.enter_context(told.hold_subscription(news))
        first = await latest(told, news)
        for _ in range(100):
            open_pages.enter_context(told.hold_subscription(asyncio.Event()))
        assert workers.called == ["tournament"], "pages that open take the value that there is"
        await desk.apply_and_store(actions.SetPresence(7, here=False), "organiser")
        await latest(told, news, first)
        assert workers.called == ["tournament"] * 2


async def test_an_action_waits_for_nothing_that_viewers_ask_for(database: str, tmp_path: Path) -> None:
    workers = WorkersHere()
    live = open_live(database, tmp_path, workers)
    await drawn(live.service)
    workers.held = asyncio.Event()
    asked = asyncio.create_task(shown(live))
    while not workers.called:  # noqa: ASYNC110  # they say it to nobody
        await asyncio.sleep(0)
    before = len(live.service.actions)
    assert await live.service.apply_and_store(actions.AddEntrants((actions.Newcomer("Late"),)), "organiser")
    workers.held.set()
    assert (await asked)["count"] == before
    csv, record = await live.standings_csv("en"), await live.record()
    assert csv.startswith("\ufeffrank,name,club,".encode())
    assert len(msgspec.json.decode(record)["acts"]) == before + 1
    assert (await shown(live))["count"] == before + 1


OUT_S = 2700.0


def late(evening: Simulated, now_s: float) -> list[str]:
    ends_s = None if evening.tournament.clock is None else 60.0 * evening.tournament.clock[1]
    return list(overdue_tables(evening.tournament, ends_s, now_s))


def test_a_table_is_late_from_the_end_of_the_clock_until_it_has_a_result() -> None:
    evening = Simulated(8, tables=2)
    evening.draw()
    assert late(evening, OUT_S) == [], "no clock runs"
    evening.do(actions.SetClock(45))
    assert late(evening, OUT_S - 1) == []
    assert late(evening, OUT_S) == ["rt-1", "rt-2"]
    first = evening.tournament.rounds[0].games[0]
    evening.do(actions.SetResult(first.fixture, random_scores(1)(first.people)))
    assert late(evening, OUT_S) == ["rt-2"]
    evening.do(actions.SetClock(None))
    assert late(evening, OUT_S) == []


def test_games_without_a_table_are_never_overdue() -> None:
    evening = Simulated(8, tables=1)
    evening.draw()
    evening.do(actions.SetClock(45))
    assert late(evening, OUT_S) == ["rt-1"]
    assert list(overdue_tables(None, None, OUT_S)) == []


YEARS = timedelta(days=20 * 365)


class HubClocks:
    """The wall clock of a hub's machine."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def utc_now(self) -> datetime:
        return datetime.now(UTC) + self.ahead


@pytest.mark.parametrize("jump", [YEARS, -YEARS])
async def test_a_hubs_clock_that_jumps_by_years_moves_no_running_round(
    database: str, tmp_path: Path, jump: timedelta
) -> None:
    clocks = HubClocks()
    live = open_live(database, tmp_path, WorkersHere(), utc_now=clocks.utc_now)
    await drawn(live.service)
    await live.service.apply_and_store(actions.SetClock(45), "organiser")
    now_s = asyncio.get_running_loop().time()
    ends_s = (await shown(live))["clock_ends_s"]
    assert ends_s == pytest.approx(now_s + 2700, abs=60)
    clocks.ahead = jump
    await live.service.apply_and_store(actions.AddEntrants((actions.Newcomer("Late"),)), "organiser")
    assert (await shown(live))["clock_ends_s"] == ends_s
    assert live.overdue_alert_causes() == frozenset()
    again = open_live(database, tmp_path, WorkersHere(), utc_now=HubClocks().utc_now)  # after a restart
    await again.service.reload_if_stale()
    assert (await shown(again))["clock_ends_s"] == pytest.approx(ends_s, abs=60)


@pytest.mark.parametrize(("set_at", "left_s"), [("1970-01-01 00:10Z", 2700), ("2062-01-01 00:10Z", 2700)])
async def test_a_round_whose_start_a_wrong_clock_told_begins_anew_at_a_restart(
    database: str, tmp_path: Path, set_at: str, left_s: int
) -> None:
    desk = TournamentService(database)
    await drawn(desk)
    await desk.apply_and_store(actions.SetClock(45), "organiser")
    connection = await asyncpg.connect(database)
    await connection.execute(
        "update tournament_acts set done_at = $1::text::timestamptz where act like '%clocked%'", set_at
    )
    await connection.close()
    live = open_live(database, tmp_path, WorkersHere())
    await live.service.reload_if_stale()
    ends_s = (await shown(live))["clock_ends_s"]
    assert ends_s == pytest.approx(asyncio.get_running_loop().time() + left_s, abs=60)


def test_an_overdue_table_is_an_alert_after_a_minute_until_its_result() -> None:
    alerts, cause = Alerts(), AlertCause("rt-2", AlertCode.LATE)
    assert alerts.begin_and_end_alerts({cause}, 0.0) == ([], [])
    assert alerts.begin_and_end_alerts({cause}, 59.0) == ([], [])
    (begun,), ended = alerts.begin_and_end_alerts({cause}, 60.0)
    assert ((begun.table, begun.code), ended) == (("rt-2", "late"), [])
    assert [each.table for each in alerts.begin_and_end_alerts(set(), 61.0)[1]] == ["rt-2"]


SOURCE = ("0" * 32, 7)
BLUE, YELLOW, PURPLE, GREY = (CastleId(each) for each in ("blue", "yellow", "purple", "grey"))


def name(stage: str) -> str:
    return f"the {stage}"


def test_each_table_gets_its_open_fixture_and_none_after_it() -> None:
    evening = Simulated(8, tables=3)
    assert next_fixture_by_table(evening.tournament, name) == {"rt-1": None, "rt-2": None, "rt-3": None}
    evening.draw()
    one, two = evening.tournament.rounds[0].games
    seats = [
        FixtureSeat(castle, f"P{each}")
        for castle, each in zip(("blue", "yellow", "purple", "grey"), one.people, strict=True)
    ]
    found = next_fixture_by_table(evening.tournament, name)
    assert found["rt-1"] == Fixture(one.fixture, "1", tuple(seats))
    assert found["rt-3"] is None
    evening.do(actions.SetResult(one.fixture, random_scores(1)(one.people)))
    evening.do(actions.MoveGame(two.fixture, "rt-9"))
    found = next_fixture_by_table(evening.tournament, name)
    assert [table for table, fixture in found.items() if fixture is not None] == ["rt-9"]
    assert found["rt-1"] is found["rt-2"] is None


def test_a_bot_that_was_entered_plays_its_castle_on_its_level() -> None:
    evening = Simulated(3, tables=1)
    evening.do(actions.AddEntrants((actions.Newcomer("Robby", bot="hard"),), here=True))
    evening.draw()
    fixture = next_fixture_by_table(evening.tournament, name)["rt-1"]
    assert fixture is not None
    (castle,) = (seat.castle for seat in fixture.seats if seat.player == "Robby")
    assert fixture.bots == {castle: "hard"}


def test_a_semifinal_is_named_on_the_fixture() -> None:
    evening = Simulated(16, rounds=1, form="finals", tables=4)
    evening.play(random_scores(1))
    evening.draw()
    fixture = next_fixture_by_table(evening.tournament, name)["rt-4"]
    assert fixture is not None
    assert fixture.round == "the semifinal"


def test_a_result_counts_only_with_the_castles_of_its_fixture() -> None:
    evening = Simulated(4, tables=1)
    evening.draw()
    game = evening.tournament.rounds[0].games[0]
    outcome = Outcome(9, (GREY,), {BLUE: 3, YELLOW: 9, PURPLE: 9, GREY: 5})
    act = make_set_result_action(evening.tournament, game, "grey purple yellow blue", outcome, SOURCE)
    a, b, c, d = game.people
    assert act.scores == (
        actions.Score(a, 4, 3),
        actions.Score(b, 2, 9),
        actions.Score(c, 2, 9),
        actions.Score(d, 1, 5),
    )
    assert act.source == SOURCE
    with pytest.raises(ResultMismatchError, match="saw the castles blue grey, expected blue yellow purple grey"):
        make_set_result_action(evening.tournament, game, "blue grey", outcome, SOURCE)


@pytest.mark.parametrize("points", [5_000_000, -5_000_000])
def test_points_out_of_range_are_no_result(points: int) -> None:
    evening = Simulated(4, tables=1)
    evening.draw()
    game = evening.tournament.rounds[0].games[0]
    outcome = Outcome(9, (BLUE,), {BLUE: points, YELLOW: 9, PURPLE: 9, GREY: 5})
    with pytest.raises(ResultMismatchError, match=f"saw {points} points, expected -1000000 to 1000000") as told:
        make_set_result_action(evening.tournament, game, "grey purple yellow blue", outcome, SOURCE)
    assert told.value.error_code == "points"


def test_provisional_scores_need_points_of_all_seats() -> None:
    evening = Simulated(4, tables=1)
    evening.draw()
    game = evening.tournament.rounds[0].games[0]
    points = {"blue": 1, "yellow": 4, "purple": 2, "grey": 2}
    assert [score.place for score in page_value.provisional_scores(evening.tournament, game, points)] == [4, 1, 2, 2]
    assert page_value.provisional_scores(evening.tournament, game, {"blue": 1}) == ()


def test_nobody_has_a_rank_before_the_first_result() -> None:
    evening = Simulated(8, tables=2)
    evening.draw()
    assert page_value.tournament_to_json(evening.tournament, {}, lambda *_: None, None)["standing"] == []
    evening.results(random_scores(1))
    assert len(page_value.tournament_to_json(evening.tournament, {}, lambda *_: None, None)["standing"]) == 8


def test_the_page_gets_each_name_once_and_the_tables_reports() -> None:
    evening = Simulated(8, rounds=2, tables=2)
    evening.play(random_scores(1), 1)
    evening.draw()

    def report(table: str, fixture: str) -> FixtureReport | None:
        return (
            FixtureReport(fixture, "begun") if table == "rt-1" else FixtureReport(fixture, "refused", "no grey castle")
        )

    points = {"rt-1": {"blue": 5, "yellow": 1, "purple": 0, "grey": 0}}
    found = page_value.tournament_to_json(evening.tournament, points, report, None)
    expected = {"name": "P3", "club": "", "here": True, "announced": False, "player": None, "bot": None, "entry": 2}
    assert found["entrants"]["3"] == expected
    first, second = found["played"]
    assert [game["state"] for game in first["games"]] == [None, None]
    assert [(game["state"], game["why"]) for game in second["games"]] == [("begun", ""), ("refused", "no grey castle")]
    leads = evening.tournament.rounds[1].games[0].people[0]
    now, before = dict(map(tuple, found["if_now"])), {row[0]: row[1] for row in found["standing"]}
    assert now[leads] == before[leads] + 12


AGES = timedelta(hours=1)


async def tell(connection: Connection, game: int, fixture: str) -> None:
    """The table has played it, long ago."""
    await store_game(connection, game)
    await connection.execute("update games set fixture = $1 where game = $2", fixture, game)
    await age(connection, game)


async def age(connection: Connection, game: int) -> None:
    await connection.execute("update games set ended_at = ended_at - $1::interval where game = $2", AGES, game)


async def test_a_result_is_collected_once_and_again_when_it_changes(
    desk: TournamentService, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    real = fixtures.make_set_result_action

    def counted(*values: Any) -> Any:
        read.append(values[-1][1])
        return real(*values)

    monkeypatch.setattr(fixtures, "make_set_result_action", counted)
    tournament = await drawn(desk)
    one, other = tournament.rounds[0].games
    connection = await asyncpg.connect(database)
    table = one.table
    assert table is not None
    await register_journals(connection, {UID: (table, None)})
    loop = FixtureLoop(database, desk, lambda _fixtures: None, str)

    await tell(connection, 1, one.fixture)
    await loop.collect_and_publish(connection)
    assert (read, bool(one.scores), one.source) == ([1], True, (UID.hex(), 1))

    for game in range(2, 5):  # of other evenings
        await tell(connection, game, f"other {game}")
    await connection.execute("update games set ended_at = now() where game = 4")
    await loop.collect_and_publish(connection)
    assert read == [1, 1], "what had ended in the last minute before is read again"
    await loop.collect_and_publish(connection)
    await loop.collect_and_publish(connection)
    assert read == [1, 1]

    await tell(connection, 5, other.fixture)  # at the wrong table
    await loop.collect_and_publish(connection)
    assert (read, other.scores) == ([1, 1], ())
    other.table = table
    await loop.collect_and_publish(connection)
    assert (read, bool(other.scores)) == ([1, 1, 5], True), "however long ago that was"

    before = one.scores
    other_end = """jsonb_set(outcome::jsonb, '{winners}', '["grey"]')::json"""
    await connection.execute(f"update games set outcome = {other_end}, ended_at = now() where game = 1")
    await loop.collect_and_publish(connection)
    assert read == [1, 1, 5, 1]
    assert one.scores != before, "an end that was taken back, and came anew"
    await connection.close()


async def test_a_result_is_corrected_although_the_hubs_clock_was_ahead_before(
    desk: TournamentService, database: str
) -> None:
    one, _ = (await drawn(desk)).rounds[0].games
    connection = await asyncpg.connect(database)
    assert one.table is not None
    await register_journals(connection, {UID: (one.table, None)})
    loop = FixtureLoop(database, desk, lambda _fixtures: None, str)
    await tell(connection, 1, one.fixture)
    await connection.execute("update games set ended_at = now() + interval '20 years'")
    await loop.collect_and_publish(connection)
    before = one.scores
    other_end = """jsonb_set(outcome::jsonb, '{winners}', '["grey"]')::json"""
    await connection.execute(f"update games set outcome = {other_end}, ended_at = now()")
    await loop.collect_and_publish(connection)
    assert () != before != one.scores
    await connection.close()


async def test_a_refused_result_is_accepted_once_it_fits(desk: TournamentService, database: str) -> None:
    tournament = await drawn(desk)
    game = tournament.rounds[0].games[0]
    connection = await asyncpg.connect(database)
    assert game.table is not None
    await register_journals(connection, {UID: (game.table, None)})
    loop = FixtureLoop(database, desk, lambda _fixtures: None, str)
    await tell(connection, 1, game.fixture)
    await loop.collect_and_publish(connection)
    before = game.scores

    tournament.closed = True
    other_end = """jsonb_set(outcome::jsonb, '{winners}', '["grey"]')::json"""
    await connection.execute(f"update games set outcome = {other_end}, ended_at = now() where game = 1")
    await loop.collect_and_publish(connection)
    assert game.scores == before
    await tell(connection, 2, "another evening's")
    await connection.execute("update games set ended_at = now() + $1::interval where game = 2", AGES)
    await loop.collect_and_publish(connection)
    tournament.closed = False
    await loop.collect_and_publish(connection)
    assert game.scores != before
    await connection.close()


async def test_a_name_erased_while_disconnected_is_noticed_later(desk: TournamentService, database: str) -> None:
    await begin(desk)
    other = TournamentService(database)
    await other.apply_and_store(actions.SetPresence(1, here=False), "organiser")  # told to nobody
    loop = asyncio.create_task(FixtureLoop(database, desk, lambda _fixtures: None, str).run())
    with desk.subscribers.subscribe() as news:
        async with asyncio.timeout(30):
            while desk.tournament != other.tournament:
                await news.wait()
                news.clear()
    loop.cancel()
    await asyncio.gather(loop, return_exceptions=True)


async def test_fixtures_are_published_once_however_often_games_grow(desk: TournamentService, database: str) -> None:
    told: list[dict[str, Fixture | None]] = []
    await begin(desk)
    await desk.apply_and_store(actions.SetEntriesClosed(closed=True), "organiser")
    await desk.draw_and_store("", "organiser", seen=3)
    connection = await asyncpg.connect(database)
    loop = FixtureLoop(database, desk, lambda fixtures: told.append(dict(fixtures)), str)
    for _ in range(3):
        await loop.collect_and_publish(connection)
    assert desk.tournament is not None
    one, other = desk.tournament.rounds[0].games
    assert [{table: each and each.id for table, each in fixtures.items()} for fixtures in told] == [
        {"rt-a": one.fixture, "rt-b": other.fixture}
    ]
    await desk.apply_and_store(actions.MoveGame(other.fixture, "rt-c"), "organiser")
    await loop.collect_and_publish(connection)
    assert [table for table, each in told[-1].items() if each is not None] == ["rt-a", "rt-c"]
    await loop.collect_and_publish(connection)
    assert len(told) == 2
    await connection.close()
