"""Fixtures: assign games to tables, and take their results into the tournament."""

import asyncio
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from asyncpg import Connection

from controller import limits, log
from controller.fleet.messages import Fixture, FixtureId, FixtureSeat
from controller.games.contract.rules import Outcome
from controller.reading import JSON_ERRORS
from hub import RefusedError
from hub.store.connection import open_connection
from hub.store.stored_games import GROWN_GAMES_CHANNEL, NOT_A_COPY
from hub.tournament.actions import JournalGame, SetResult, scores_from_outcome
from hub.tournament.page_value import entrant_by_castle
from hub.tournament.pairing import Stage
from hub.tournament.tournament import ActionRefusedError, Game, Tournament
from hub.tournament_service.entrants import NAME_ERASED_CHANNEL, registered_player_seats_by_game, save_seats
from hub.tournament_service.service import ConflictError, DatabaseUnavailableError, TournamentService


class ResultMismatchError(RefusedError):
    """A game that a table played does not fit its fixture."""


def next_fixture_by_table(tournament: Tournament, stage_name: Callable[[Stage], str]) -> dict[str, Fixture | None]:
    """Return the next fixture, or None, of each table that the tournament has used."""
    tables = [*tournament.begun.tables, *tournament.tables, *(game.table for _, game in tournament.games.values())]
    found: dict[str, Fixture | None] = dict.fromkeys(table for table in tables if table is not None)
    if tournament.ended or not tournament.rounds:
        return found
    latest = tournament.rounds[-1]
    name = str(len(tournament.rounds)) if latest.stage == "round" else stage_name(latest.stage)
    for game in reversed(latest.unfinished_games):
        if game.table is not None:
            sitting = [
                (castle, tournament.entrants[each]) for castle, each in entrant_by_castle(tournament, game).items()
            ]
            seats = tuple(FixtureSeat(castle, entrant.name) for castle, entrant in sitting)
            bots = {castle: entrant.bot for castle, entrant in sitting if entrant.bot is not None}
            found[game.table] = Fixture(game.fixture, name, seats, tournament.begun.game, bots=bots)
    return found


def make_set_result_action(
    tournament: Tournament, game: Game, castles: str, outcome: Outcome, source: JournalGame
) -> SetResult:
    """Raise ResultMismatchError if the game does not fit the fixture."""
    seats, most = entrant_by_castle(tournament, game), limits.TOURNAMENT_POINTS
    if set(castles.split()) != set(seats):
        raise ResultMismatchError("no_result", f"saw the castles {castles}, expected {' '.join(seats)}")
    if over := [points for points in outcome.points.values() if abs(points) > most]:
        raise ResultMismatchError(
            "points", f"saw {over[0]} points, expected {-most} to {most}. Enter the places by hand."
        )
    return SetResult(game.fixture, scores_from_outcome(seats, outcome), source)


SELECT_NEWEST_GAMES: Final = f"""
select encode(j.uid, 'hex') as journal, g.game, j.table_id as table, g.castles, g.rules, g.outcome::text as outcome,
       extract(epoch from g.ended_at)::float8 as ended_utc
from games g join journals j using (journal_no)
where g.outcome is not null and g.ended_at > now() - interval '1 day' and {NOT_A_COPY} order by g.ended_at desc limit $1
"""  # noqa: S608  # constants

SELECT_OUTCOME: Final = """
select g.castles, g.outcome::text as outcome from games g join journals j using (journal_no)
where j.uid = $1 and g.game = $2 and g.outcome is not null
"""


async def load_recent_unassigned_games(connection: Connection, taken: Collection[JournalGame]) -> list[dict[str, Any]]:
    """Return games that ended in the last 24 hours, newest first, without ``taken``."""
    rows = await connection.fetch(SELECT_NEWEST_GAMES, limits.TOURNAMENT_STRAY_GAMES_SHOWN + len(taken))
    games = [row for row in rows if (row["journal"], row["game"]) not in taken]
    return [
        {**row, "outcome": msgspec.to_builtins(msgspec.json.decode(row["outcome"], type=Outcome))}
        for row in games[: limits.TOURNAMENT_STRAY_GAMES_SHOWN]
    ]


async def load_castles_and_outcome(connection: Connection, source: JournalGame) -> tuple[str, Outcome] | None:
    row = await connection.fetchrow(SELECT_OUTCOME, bytes.fromhex(source[0]), source[1])
    return None if row is None else (row["castles"], msgspec.json.decode(row["outcome"], type=Outcome))


def overdue_tables(tournament: Tournament | None, clock_ends_s: float | None, now_s: float) -> Iterator[str]:
    if tournament is None or tournament.ended or clock_ends_s is None:
        return
    if now_s >= clock_ends_s:
        yield from (game.table for game in tournament.rounds[-1].unfinished_games if game.table is not None)


PublishFixtures = Callable[[Mapping[str, Fixture | None]], None]

MAX_CHECK_PAUSE_S: Final = 5.0

MIN_CHECK_PAUSE_S: Final = 0.5

SELECT_ENDED_GAMES: Final = f"""
select g.fixture, j.uid, g.game, j.table_id, g.castles, g.outcome::text as outcome, g.ended_at
from games g join journals j using (journal_no)
where g.fixture is not null and g.outcome is not null and {NOT_A_COPY}
and (g.fixture = any($1::text[]) or g.ended_at >= least($2, now() - interval '1 minute'))
order by g.ended_at
"""  # noqa: S608  # constants
"""Selects ended games: those of fixtures $1, and all fixtures' games that ended at $2 or later. The first read
passes all fixtures; later ones those without a result or with a refused one, and the last read's time, which is in the
future once a clock that was ahead has been set."""

REREAD_WINDOW: Final = timedelta(minutes=1)
"""Overlap of two successive reads, in case a commit became visible late."""


class FixtureLoop:
    """Publishes fixtures, stores seats and collects results as games end."""

    def __init__(
        self, url: str, service: TournamentService, want: PublishFixtures, stage_name: Callable[[Stage], str]
    ) -> None:
        self._url = url
        self._service = service
        self._publish_fixtures = want
        self._stage_name = stage_name
        self._logged: dict[tuple[FixtureId, JournalGame], str] = {}
        self._saved_seats: set[JournalGame] = set()
        self._read_until: datetime | None = None
        self._refused: set[FixtureId] = set()
        self._published: tuple[Tournament, int] | None = None

    async def run(self) -> None:
        """Work forever; raise a database error if the connection is lost."""
        with self._service.subscribers.subscribe() as changed:
            async with open_connection(self._url) as connection:
                await self._collect_and_publish_forever(connection, changed)

    async def _collect_and_publish_forever(self, connection: Connection, changed: asyncio.Event) -> None:
        self._read_until = self._published = None  # a backup may have been restored
        self._saved_seats.clear()
        await connection.add_listener(GROWN_GAMES_CHANNEL, lambda *_: changed.set())
        await connection.add_listener(NAME_ERASED_CHANNEL, lambda *_: self._service.mark_stale())
        self._service.mark_stale()  # notifications may have been missed
        while True:
            changed.clear()
            with suppress(DatabaseUnavailableError):
                await self.collect_and_publish(connection)
            await asyncio.sleep(MIN_CHECK_PAUSE_S)
            with suppress(TimeoutError):
                async with asyncio.timeout(MAX_CHECK_PAUSE_S):
                    await changed.wait()

    async def collect_and_publish(self, connection: Connection) -> None:
        await self._service.reload_if_stale()
        tournament = self._service.tournament
        if tournament is None:
            return
        if not tournament.ended:
            await self._collect_results(connection, tournament)
        if (
            self._published is None
            or self._published[0] is not tournament
            or self._published[1] != tournament.action_count
        ):
            count = tournament.action_count
            await self._save_new_seats(connection, tournament)
            self._publish_fixtures(next_fixture_by_table(tournament, self._stage_name))
            self._published = tournament, count

    async def _collect_results(self, connection: Connection, tournament: Tournament) -> None:
        since, games = self._read_until, tournament.games.items()
        waiting = self._refused
        looked_for = [each for each, (_, game) in games if since is None or not game.scores or each in waiting]
        rows = await connection.fetch(SELECT_ENDED_GAMES, looked_for, since)
        for row in rows:
            if row["fixture"] in tournament.games:
                await self._enter_table_result(tournament, row)
        if rows:
            self._read_until = rows[-1]["ended_at"] - REREAD_WINDOW

    async def _save_new_seats(self, connection: Connection, tournament: Tournament) -> None:
        """Repeating it after a restart has no effect."""
        new = registered_player_seats_by_game(tournament, self._saved_seats)
        if rows := [seat for seats in new.values() for seat in seats]:
            await save_seats(connection, rows)
        self._saved_seats.update(new)

    async def _enter_table_result(self, tournament: Tournament, row: Any) -> None:
        _, game = tournament.games[row["fixture"]]
        source = (row["uid"].hex(), row["game"])
        if game.scores and game.source != source:
            return
        if game.table != row["table_id"]:
            self._log_refusal_once(game, source, f"it belongs to {game.table or 'no table'}")
            return
        try:
            outcome = msgspec.json.decode(row["outcome"], type=Outcome)
            await self._service.apply_and_store(
                make_set_result_action(tournament, game, row["castles"], outcome, source), row["table_id"]
            )
            self._refused.discard(game.fixture)
        except (ResultMismatchError, ActionRefusedError, ConflictError, *JSON_ERRORS) as fault:
            self._refused.add(game.fixture)  # it may fit later, after a correction
            self._log_refusal_once(game, source, str(fault))

    def _log_refusal_once(self, game: Game, source: tuple[str, int], why: str) -> None:
        if self._logged.get((game.fixture, source)) != why:
            self._logged[game.fixture, source] = why
            log.warning("hub_no_result", fixture=game.fixture, journal=source[0], game=source[1], why=why)
