"""Who sat where, what came of it, and what is forgotten: in a real database, with rows."""

import asyncio
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

import msgspec
import pytest
from asyncpg import Connection
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from controller.__main__ import main
from controller.fleet.log_messages import LogEntry
from controller.games.contract.rules import Outcome, place_by_castle
from controller.games.contract.values import CastleId
from controller.store.journal import chain
from hub.maintenance import GameMaintenance
from hub.names import fold_name
from hub.page.access import Role
from hub.players.history import HistoryFilters, list_finished_games, load_names_at_tables, load_pace_by_game
from hub.players.ratings import PlacedGame, Rating, compute_ratings, update_ratings_if_changed
from hub.players.registry import (
    Player,
    PlayerError,
    erase_player,
    find_or_create_player,
    find_player_by_code,
    list_names_starting_with,
    save_seat,
)
from hub.replay.child import GameReplay
from hub.replay.public_replays import PublicReplays
from hub.store.connection import ConnectionPool, connect_with_retry, save_table_names
from hub.store.stored_games import JournalUid, append_entries, register_journals
from tests.hub.recorded import FOLLOWS, UID, load_seats, new_entries, recorded_game, rows, run_at_database, store_game
from tests.hub.recorded import OTHER as COPY
from tests.hub.running import PageInProcess, run_maintenance
from tests.support.limits import set_limits

pytestmark = pytest.mark.real_time

A = ("a", 0)
CASTLES = list(map(CastleId, ("blue", "yellow", "purple", "grey")))


@pytest.mark.parametrize(
    ("winners", "points", "expected"),
    [
        (["blue"], {"blue": 3, "yellow": 5, "purple": 5, "grey": 1}, [1, 2, 2, 4]),
        (["yellow", "grey"], {"blue": 3, "yellow": 9, "purple": 2, "grey": 8}, [3, 1, 4, 1]),
        (["grey"], {}, [2, 2, 2, 1]),
        ([], {"blue": 3, "yellow": 5}, [1, 1, 1, 1]),
    ],
)
def test_the_winner_is_rated_first_and_the_others_by_points(
    winners: list[str], points: dict[str, int], expected: list[int]
) -> None:
    outcome = Outcome(3, tuple(map(CastleId, winners)), {CastleId(name): n for name, n in points.items()})
    assert list(place_by_castle(outcome, CASTLES).values()) == expected


def test_a_win_over_a_stronger_player_tells_more_than_one_over_a_weaker() -> None:
    strong = [PlacedGame(A, {1: 1, 2: 2})] * 20
    before = compute_ratings(strong)
    upset = compute_ratings([*strong, PlacedGame(A, {2: 1, 1: 2})])
    usual = compute_ratings([*strong, PlacedGame(A, {1: 1, 2: 2})])
    assert upset[A, 2].mu - before[A, 2].mu > usual[A, 1].mu - before[A, 1].mu > 0
    assert upset[A, 2].wins == 1
    assert upset[A, 2].games == 21


def test_a_curve_has_the_strength_after_each_of_the_latest_24_games() -> None:
    won, lost = PlacedGame(A, {1: 1, 2: 2}), PlacedGame(A, {1: 2, 2: 1})
    first, second, third = (compute_ratings(games)[A, 1].curve for games in ([won], [won, lost], [won, lost, won]))
    assert len(third) == 3
    assert third[:2] == second
    assert second[:1] == first
    assert first[0] > 1000
    assert second[1] < first[0]
    many = compute_ratings([won, lost] * 20)[A, 1]
    assert (many.games, len(many.curve), many.curve[-1]) == (40, 24, round(40 * many.mu))


@given(st.lists(st.dictionaries(st.integers(1, 6), st.integers(1, 4), max_size=4), max_size=12))
def test_pools_are_rated_apart_and_solo_games_are_not_rated(games: list[dict[int, int]]) -> None:
    alone = compute_ratings(PlacedGame(A, places) for places in games)
    mixed = compute_ratings(PlacedGame(pool, places) for places in games for pool in (A, ("b", 0)))
    assert {key: each for key, each in mixed.items() if key[0] == A} == alone
    assert {player for _, player in alone} == {player for places in games if len(places) > 1 for player in places}
    assert all(each.sigma < Rating().sigma + 1 and each.games >= each.wins for each in alone.values())


async def test_a_name_is_one_player_with_one_code_in_any_spelling(connection: Connection) -> None:
    ana = await find_or_create_player(connection, "  Ana\tMaría ")
    assert (ana.name, ana.is_new, len(ana.code)) == ("Ana María", True, 8)
    again = Player(ana.player_no, "Ana María", ana.code)
    assert await find_or_create_player(connection, "ana maría") == again
    assert await find_or_create_player(connection, f"{ana.code[:4].upper()} {ana.code[4:]}") == again
    assert await find_player_by_code(connection, ana.code) == again
    assert await find_player_by_code(connection, "bcdfghjk"[:7]) is None
    with pytest.raises(PlayerError, match="saw a name of 0 letters"):
        await find_or_create_player(connection, " \0\x07 ")
    with pytest.raises(PlayerError, match="saw a name of 65 letters"):
        await find_or_create_player(connection, "x" * 65)
    await find_or_create_player(connection, "50% Bot")
    assert await list_names_starting_with(connection, "50%") == ["50% Bot"]
    assert await list_names_starting_with(connection, "%") == []


@given(st.text(max_size=20))
def test_the_fold_of_a_name_is_that_of_all_its_spellings(name: str) -> None:
    spellings = (name.upper(), name.lower(), *(unicodedata.normalize(form, name) for form in ("NFC", "NFD")))
    assert {fold_name(each) for each in (*spellings, fold_name(name))} == {fold_name(name)}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Émile Øst", "ÉMILE ØST"),
        ("Ana O`Ek", "ANA  O'EK"),
        ("Ångström", unicodedata.normalize("NFD", "ÅNGSTRÖM")),
        ("Strauß", "STRAUSS"),
        ("Ιάσων", "ΙΆΣΩΝ"),
        ("çiçek \u0131ş\u0131l", "ÇİÇEK IŞIL"),
        ("D'Arcy-Roe", "D\u2019ARCY\u2010ROE"),
        ("Łukasz", "ŁUKASZ"),
    ],
)
async def test_capitals_of_any_alphabet_make_no_other_player(connection: Connection, one: str, other: str) -> None:
    first = await find_or_create_player(connection, one)
    assert await find_or_create_player(connection, other) == Player(first.player_no, first.name, first.code)
    assert await list_names_starting_with(connection, other[:2]) == [first.name]


async def test_two_stewards_who_type_the_same_new_name_at_once_make_one_player(
    connection: Connection, database: str
) -> None:
    others = [await connect_with_retry(database) for _ in range(4)]
    found = await asyncio.gather(*(find_or_create_player(each, "Ana") for each in others))
    assert len({each.player_no for each in found}) == 1
    assert sum(each.is_new for each in found) == 1
    for each in others:
        await each.close()


async def test_the_number_of_players_is_limited(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, PLAYERS=2)
    await find_or_create_player(connection, "Ana")
    await find_or_create_player(connection, "Kim")
    with pytest.raises(PlayerError, match="saw 2 players") as full:
        await find_or_create_player(connection, "Lou")
    assert full.value.error_code == "full"
    assert (await find_or_create_player(connection, "kim")).name == "Kim"


async def test_names_at_a_table_are_those_of_the_game_that_it_plays(connection: Connection) -> None:
    await store_game(connection, 1)
    await save_seat(connection, 1, 1, "blue", "Ana", "steward")
    (table,) = [table for (table,) in await connection.fetch("select table_id from tables")]
    assert await load_names_at_tables(connection, {table: 1}) == {table: {"blue": "Ana"}}
    assert await load_names_at_tables(connection, {table: 2, "rt-x": 1}) == {table: {}, "rt-x": {}}


async def test_a_seat_has_one_player_and_no_player_sits_twice(connection: Connection) -> None:
    await store_game(connection, 1)
    ana = await save_seat(connection, 1, 1, "blue", "Ana", "steward")
    assert ana is not None
    with pytest.raises(PlayerError, match="two castles of one game"):
        await save_seat(connection, 1, 1, "grey", "ana", "steward")
    with pytest.raises(PlayerError, match="saw the castle 'red', expected one of those that played: blue yellow"):
        await save_seat(connection, 1, 1, "red", "Kim", "steward")
    with pytest.raises(PlayerError, match="expected one of those that played: none"):
        await save_seat(connection, 1, 9, "blue", "Kim", "steward")
    await save_seat(connection, 1, 1, "grey", "Kim", "organiser")
    assert {castle: each["name"] for castle, each in (await load_seats(connection, 1, 1)).items()} == {
        "blue": "Ana",
        "grey": "Kim",
    }
    assert await save_seat(connection, 1, 1, "blue", " ", "steward") is None
    await save_seat(connection, 1, 1, "grey", "Ana", "steward")
    assert await load_seats(connection, 1, 1) == {"grey": {"player": ana.player_no, "name": "Ana"}}
    assert await connection.fetchval("select told_by from seats where castle = 'grey'") == "steward"


async def table_of_ratings(connection: Connection) -> dict[str, tuple[int, int]]:
    rows = await connection.fetch("select name, games, wins from ratings join players using (player_no)")
    return {name: (games, wins) for name, games, wins in rows}


async def never(_: list[Any]) -> list[Any]:
    raise AssertionError


async def test_ratings_follow_every_change_of_a_result(connection: Connection, database: str) -> None:
    outcome = await store_game(connection, 1)
    winner = outcome.winners[0]
    loser = next(castle for castle in CASTLES if castle not in outcome.winners)
    await run_maintenance(database, connection)
    await save_seat(connection, 1, 1, winner, "Ana", "steward")
    await save_seat(connection, 1, 1, loser, "Kim", "steward")
    await run_maintenance(database, connection)
    assert await table_of_ratings(connection) == {"Ana": (1, 1), "Kim": (1, 0)}
    assert not await update_ratings_if_changed(connection, never), "nothing has changed since"
    rated = await connection.fetch("select pool, mu > 25 as up, wins from ratings order by wins")
    assert [tuple(row) for row in rated] == [("tumult_royale", False, 0), ("tumult_royale", True, 1)]

    await save_seat(connection, 1, 1, winner, "Lou", "steward")
    await run_maintenance(database, connection)
    assert await table_of_ratings(connection) == {"Lou": (1, 1), "Kim": (1, 0)}

    last = recorded_game(1, 1).rows[-1]
    undo = (last.seq + 1, '{"do":"undo"}', "knob", "t")
    more = LogEntry(*undo, chain.row_checksum(bytes.fromhex(last.checksum), 1, *undo).hex())
    await append_entries(connection, [new_entries([more], game=1)])
    await run_maintenance(database, connection)
    assert await table_of_ratings(connection) == {}, "the end was taken back"


async def test_games_of_an_erased_player_stay_anonymous(connection: Connection) -> None:
    await store_game(connection, 1)
    ana = await save_seat(connection, 1, 1, "blue", "Ana", "steward")
    assert ana is not None
    assert await erase_player(connection, ana.player_no)
    assert not await erase_player(connection, ana.player_no)
    assert await find_player_by_code(connection, ana.code) is None
    assert await load_seats(connection, 1, 1) == {"blue": {"player": ana.player_no, "name": None}}
    assert (await find_or_create_player(connection, "Ana")).player_no != ana.player_no, "who comes anew is another"
    everything = await connection.fetch(
        "select row_to_json(p)::text from players p where player_no = $1", ana.player_no
    )
    assert ana.code not in everything[0][0]
    assert "Ana" not in everything[0][0]


async def test_after_400_days_the_log_is_deleted_and_the_result_stays(connection: Connection, database: str) -> None:
    await store_game(connection, 1)
    await store_game(connection, 2, seed=2)
    await run_maintenance(database, connection)
    head = await connection.fetchval("select head from games where game = 1")
    await connection.execute("update games set last_got = now() - interval '401 days' where game = 1")
    await GameMaintenance(database, PublicReplays(ConnectionPool(database))).expire_logs_if_due(connection, 1000.0)
    rows = await connection.fetch(
        "select packed is null as gone, packed_to, outcome is null, replayed from games order by game"
    )
    assert tuple(rows[0]) == (True, head, False, "agrees")
    assert rows[1]["gone"] is False
    await run_maintenance(database, connection)
    assert await connection.fetchval("select count(*) from games where damaged") == 0


SET_CLOCK: Final = """
create or replace function public.now() returns timestamptz language sql as
$$ select pg_catalog.now() + interval '{} years' $$;
set search_path = public, pg_catalog
"""


async def test_a_hubs_clock_that_jumps_by_years_expires_no_log(connection: Connection, database: str) -> None:
    await store_game(connection, 1)
    await run_maintenance(database, connection)
    running = GameMaintenance(database, PublicReplays(ConnectionPool(database)))
    await running.expire_logs_if_due(connection, 1000.0)
    for hours, years in enumerate((20, -20, 20), start=1):
        await connection.execute(SET_CLOCK.format(years))
        await running.expire_logs_if_due(connection, 1000.0 + 3600 * hours)
        restarted = GameMaintenance(database, PublicReplays(ConnectionPool(database)))
        await restarted.expire_logs_if_due(connection, 10.0)
    assert await connection.fetchval("select packed is not null from games") is True


def test_alarms_of_a_game_are_counted_except_undone_ones() -> None:
    kept = recorded_game(1, 1)
    again = GameReplay()
    again.apply_actions(row.action for row in kept.rows)
    assert not any('"undo"' in row.action for row in kept.rows)
    words = {each.words["en"]: each.times for each in again.counted_announcements}
    assert words, "four bots never keep the people content"
    assert all(word.startswith("Tumult: ") for word in words)
    assert {each.words["es"].split(":")[0] for each in again.counted_announcements} == {"Tumulto"}


def test_an_undone_alarm_is_not_counted() -> None:
    again = GameReplay()
    for row in recorded_game(1, 1).rows:
        again.apply_actions([row.action])
        if again.counted_announcements:
            break
    assert sum(each.times for each in again.counted_announcements) > 0
    again.apply_actions(['{"do":"undo"}'])
    assert again.counted_announcements == []


def test_the_command_erases_by_name_and_reports_unknown_players(database: str, tmp_path: Any) -> None:
    async def work(connection: Connection) -> None:
        await find_or_create_player(connection, "Ana")

    run_at_database(database, work)
    (tmp_path / "hub.toml").write_text(f'[database]\nurl = "{database}"\n')
    erased = CliRunner().invoke(main, ["hub", "--folder", str(tmp_path), "erase", "--yes", "ana"])
    assert erased.stdout == "Ana has been erased; the games are kept.\n"
    again = CliRunner().invoke(main, ["hub", "--folder", str(tmp_path), "erase", "--yes", "ana"])
    assert again.exit_code == 1
    assert "is not a player's name or code" in again.output


async def test_games_with_one_number_in_two_journals_have_separate_seats(connection: Connection) -> None:
    other = JournalUid(bytes(16))
    await register_journals(connection, {other: ("rt-other", None)})
    await store_game(connection, 1)
    await append_entries(
        connection, [msgspec.structs.replace(new_entries(recorded_game(1, 1).rows[:3]), key=(other, 1))]
    )
    number = await connection.fetchval("select journal_no from journals where uid = $1", other)
    await save_seat(connection, number, 1, "blue", "Ana", "steward")
    assert await load_seats(connection, 1, 1) == {}


async def test_the_history_shows_a_tables_current_name(connection: Connection) -> None:
    names_heard = {"rt-later": "By the door", "rt-kdmxqz": "By the window"}
    await save_table_names(connection, names_heard)
    names = "select table_id, name from tables order by table_id"
    assert [tuple(row) for row in await connection.fetch(names)] == [("rt-kdmxqz", "By the window")]
    await register_journals(connection, {JournalUid(bytes(16)): ("rt-later", None)})
    await save_table_names(connection, names_heard)
    assert await connection.fetchval("select name from tables where table_id = 'rt-later'") == "By the door"


async def test_a_game_is_forecast_by_the_pace_of_five_earlier_ones(connection: Connection, database: str) -> None:
    for game in range(1, 5):
        await store_game(connection, game)
    await run_maintenance(database, connection)
    assert await load_pace_by_game(connection) == {}, "too few"
    outcome = await store_game(connection, 5)
    await run_maintenance(database, connection)
    await connection.execute("update games set lasted_s = 3600")
    pace = (await load_pace_by_game(connection))["tumult_royale"]
    lefts = [pace.expected_minutes_left(number) for number in range(1, int(max(pace.rounds)) + 5)]
    assert lefts == sorted(lefts, reverse=True)
    assert outcome.rounds is not None
    assert lefts[0] in range(40, 90)
    assert [left for left in lefts if left > 10 and left % 5 != 0] == []
    assert lefts[-1] in range(1, 5), "half a round"


GAMES_LASTING: Final = """
insert into games
(journal_no, game, begun_utc, castles, follows, head, head_checksum, rules, outcome, ended_at, lasted_s)
select 1, game, '', 'blue grey', $1, 1, $1, 'tudor', json_build_object('rounds', rounds), now(), lasted_s
from unnest($2::int[], $3::int[], $4::int[]) as played (game, rounds, lasted_s)
"""


def rounds_of_a_game(chance: Random) -> list[float]:
    """How long each round of a game takes: 6 to 14 rounds of about five minutes, at a pace of its players."""
    pace = chance.lognormvariate(0, 0.25)
    return [300 * pace * chance.lognormvariate(0, 0.3) for _ in range(chance.randint(6, 14))]


async def test_half_of_all_games_take_longer_than_their_forecast(connection: Connection) -> None:
    chance = Random(5)
    before = [rounds_of_a_game(chance) for _ in range(150)]
    lasted = [round(sum(each)) for each in before]
    await connection.execute(GAMES_LASTING, FOLLOWS, range(150), [len(each) for each in before], lasted)
    pace = (await load_pace_by_game(connection))["tudor"]
    late_min: dict[int, list[float]] = {}
    for rounds in (rounds_of_a_game(chance) for _ in range(600)):
        for number, lasts_s in enumerate(rounds, start=1):
            left_min = (lasts_s / 2 + sum(rounds[number:])) / 60
            late_min.setdefault(number, []).append(left_min - pace.expected_minutes_left(number))
    every = [late for each in late_min.values() for late in each]
    assert 0.4 < sum(late > 0 for late in every) / len(every) < 0.6
    assert max(abs(median(late_min[number])) for number in range(1, 11)) < 7.5, "a round and a half"


async def store_games(connection: Connection, uid: JournalUid, seeds: Sequence[int]) -> None:
    """Store finished games 1, 2, ... of a journal, each with its seed."""
    for game, seed in enumerate(seeds, start=1):
        kept = recorded_game(seed, game)
        whole = new_entries(kept.rows, game, kept.outcome, uid)
        await append_entries(connection, [msgspec.structs.replace(whole, castles="blue yellow purple grey")])


async def test_the_past_of_a_copied_card_counts_once(connection: Connection, database: str, tmp_path: Path) -> None:
    await register_journals(connection, {COPY: ("rt-copied", UID)})
    await store_games(connection, UID, (1, 2, 3))
    await store_games(connection, COPY, (1, 2, 4))  # two games before the card was copied, and another third one
    await run_maintenance(database, connection)
    page = PageInProcess(tmp_path, database)
    pin = page.keys.replace_pin(Role.STEWARD).reveal()
    async with page.browser() as client:
        assert (await client.get("/api/records?rules=tumult_royale")).json()["games"] == 4
        played = (await client.get("/api/games")).json()["games"]
        assert sorted((game["table"], game["game"]) for game in played) == [
            ("rt-copied", 3), ("rt-kdmxqz", 1), ("rt-kdmxqz", 2), ("rt-kdmxqz", 3),
        ]  # fmt: skip
        assert (await client.post("/api/login", json={"pin": pin})).status_code == 204
        for castle, who in (("blue", "Ana"), ("grey", "Kim")):
            at_the_copy = await client.post("/api/games/2/1/seats", json={"castle": castle, "who": who})
            assert at_the_copy.status_code == 200
        seats = (await client.get("/api/games/1/1")).json()["seats"]
        assert {castle: each["name"] for castle, each in seats.items()} == {"blue": "Ana", "grey": "Kim"}
        assert (await client.get("/api/games/2/1")).json()["seats"] == seats
        await run_maintenance(database, connection)
        assert {name: games for name, (games, _) in (await table_of_ratings(connection)).items()} == {
            "Ana": 1,
            "Kim": 1,
        }


async def test_a_reopened_game_of_a_copied_card_counts_at_both(connection: Connection, database: str) -> None:
    await register_journals(connection, {COPY: ("rt-copied", UID)})
    await store_games(connection, UID, (1,))
    await store_games(connection, COPY, (1,))
    assert len((await list_finished_games(connection, HistoryFilters()))["games"]) == 1
    kept = recorded_game(1, 1)
    undo = rows(1, first=len(kept.rows) + 1, after=kept.rows[-1].checksum)
    await append_entries(connection, [new_entries(undo, 1, kept.outcome)])
    assert len((await list_finished_games(connection, HistoryFilters()))["games"]) == 2
