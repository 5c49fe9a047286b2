"""The tournament page's live value, and the standings as a CSV file."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from controller import limits
from controller.fleet.messages import FixtureReport
from controller.store.certificates.page_encryption import now_utc
from controller.store.csv_files import format_csv
from controller.store.journal.times import EARLIEST_CREDIBLE_YEAR
from hub.alerts import AlertCause, AlertCode
from hub.room import Room
from hub.table_management import NO_REPORT, TableManager
from hub.tournament.standings import ProvisionalScores, StandingsRow, compute_standings
from hub.tournament.tournament import Game, Round, Tournament
from hub.tournament_service.fixtures import entrant_by_castle, overdue_tables, provisional_scores
from hub.tournament_service.service import RecordedAction, TournamentService

NO_TOURNAMENT_VALUE = {"exists": False, "count": 0}

FindReport = Callable[[str, str], FixtureReport | None]
"""Return the report on a fixture, from table id and fixture id."""


def tournament_to_json(
    tournament: Tournament | None,
    at_tables: Mapping[str, Mapping[str, int]],
    report: FindReport,
    clock_ends_s: float | None,
) -> dict[str, Any]:
    """Return the page's value.

    - ``exists``; ``count`` of actions, which clients send back with an action as ``seen``;
    - ``unfit``: how many stored actions cannot be applied;
    - ``name``, ``format``, ``rounds``, ``minutes``, ``tables``, ``castles``, ``commitment``, ``closed``, ``ended``,
      ``next`` (the stage that would be drawn, or null);
    - ``entrants`` by number: ``name``, ``club``, ``here``, ``announced``, ``player`` (its number, or null),
      ``bot`` (its level, or null);
    - ``played``: rounds in order, with ``stage``, ``draw``, ``seed``, ``said``, ``corrected`` and ``games``:
      ``fixture``, ``table``, ``seats`` (castle, entrant), ``scores`` (entrant, place, points), ``by_hand``, ``state``
      (``waits``, ``begun``, ``refused`` as the table reports, or null), ``why``;
    - ``standing``, once a game has a result: entrant, points, wins, counted, share in thousandths, opponents, played;
    - ``if_now``: entrant, points, as if running games ended now; null if none runs;
    - ``clock_ends_s``: when the round's clock ends, by the clock of the stream's ``clock``; null while stopped.
    """
    if tournament is None:
        return NO_TOURNAMENT_VALUE
    begun = tournament.begun
    now = _scores_of_running_games(tournament, at_tables, report)
    has_results = any(game.scores for _, game in tournament.games.values())
    return {
        "exists": True,
        "count": tournament.action_count,
        "unfit": len(tournament.unfit),
        "name": begun.name,
        "format": begun.format,
        "rounds": begun.rounds,
        "minutes": begun.minutes,
        "tables": list(tournament.tables),
        "castles": list(begun.castles),
        "commitment": begun.commitment,
        "closed": tournament.closed,
        "ended": tournament.ended,
        "next": tournament.stage_to_draw,
        "entrants": {
            str(each.number): {
                "name": each.name,
                "club": each.club,
                "here": each.here,
                "announced": each.announced,
                "player": each.player,
                "bot": each.bot,
            }
            for each in tournament.entrants.values()
        },
        "played": [_round_to_json(tournament, each, report) for each in tournament.rounds],
        "standing": [_standings_row_to_json(row) for row in compute_standings(tournament)] if has_results else [],
        "if_now": [[row.entrant, row.points] for row in compute_standings(tournament, now)] if now else None,
        "clock_ends_s": clock_ends_s,
    }


def _scores_of_running_games(
    tournament: Tournament, at_tables: Mapping[str, Mapping[str, int]], report: FindReport
) -> ProvisionalScores:
    if not tournament.rounds:
        return {}
    found = {}
    for game in tournament.rounds[-1].unfinished_games:
        if game.table is None or (points := at_tables.get(game.table)) is None:
            continue
        fixture_report = report(game.table, game.fixture)
        if (
            fixture_report is not None
            and fixture_report.state == "begun"
            and (scores := provisional_scores(tournament, game, points))
        ):
            found[game.fixture] = scores
    return found


def _round_to_json(tournament: Tournament, each: Round, report: FindReport) -> dict[str, Any]:
    latest = each is tournament.rounds[-1]
    return {
        "stage": each.stage,
        "draw": each.draw,
        "seed": tournament.seeds[each.draw - 1].hex(),
        "said": each.said,
        "corrected": list(each.corrected),
        "games": [_game_to_json(tournament, game, report if latest else None) for game in each.games],
    }


def _game_to_json(tournament: Tournament, game: Game, report: FindReport | None) -> dict[str, Any]:
    fixture_report = None if report is None or game.table is None or game.scores else report(game.table, game.fixture)
    return {
        "fixture": game.fixture,
        "table": game.table,
        "seats": [[castle, entrant] for castle, entrant in entrant_by_castle(tournament, game).items()],
        "scores": [[score.entrant, score.place, score.points] for score in game.scores],
        "by_hand": bool(game.scores) and game.source is None,
        "state": None if fixture_report is None else fixture_report.state,
        "why": "" if fixture_report is None else fixture_report.why,
    }


def _standings_row_to_json(row: StandingsRow) -> list[int]:
    share = row.share * 1000
    counts = (row.entrant, row.points, row.wins, row.counted)
    return [*counts, share.numerator // share.denominator, row.opponents, row.played]


CSV_HEADING: Final = ("rank", "name", "club", "points", "wins", "counted", "share", "opponents", "games")


def format_standings_csv(tournament: Tournament) -> str:
    rows = []
    for row in compute_standings(tournament):
        entrant = tournament.entrants[row.entrant]
        counts = (row.points, row.wins, row.counted, Decimal(f"{float(row.share):.3f}"), row.opponents, row.played)
        rows.append((row.rank, entrant.name, entrant.club, *counts))
    return format_csv(CSV_HEADING, rows)


POINTS_EVERY_S: Final = 2.0
"""How often points of running games are refreshed."""

PAUSE_PER_COMPUTE_TIME: Final = 20
"""The pause after each value, as a multiple of the time that computing it took."""


@dataclass(frozen=True, slots=True)
class _CachedValue:
    tournament: Tournament | None
    action_count: int
    at_s: float
    value: dict[str, Any]

    def is_stale(self, now_s: float) -> bool:
        return now_s - self.at_s >= POINTS_EVERY_S


class LiveTournament:
    """The tournament for its page; ``utc_now`` tells after a restart how long a round's clock has run."""

    def __init__(self, url: str, tables: TableManager, room: Room, utc_now: Callable[[], datetime] = now_utc) -> None:
        self.service = TournamentService(url)
        self._utc_now = utc_now
        self._round_clock: tuple[RecordedAction, float] | None = None
        self._tables = tables
        self._room = room
        self._lock = asyncio.Lock()
        self._cached: _CachedValue | None = None

    async def current_json(self) -> dict[str, Any]:
        """Return `tournament_to_json`'s value, computed in a thread and cached for two seconds."""
        async with self._lock:
            loop, made = asyncio.get_running_loop(), self._cached
            if (
                made is None
                or made.tournament is not self.service.tournament
                or made.action_count != len(self.service.actions)
                or made.is_stale(loop.time())
            ):
                async with self.service.hold_off_actions():
                    of, acts = self.service.tournament, len(self.service.actions)
                    points = self._room.castle_points_by_table()
                    value = await asyncio.to_thread(
                        tournament_to_json, of, points, self._find_fixture_report, self._round_clock_end_s()
                    )
                # Its age counts from now, so that callers who waited reuse it.
                self._cached = made = _CachedValue(of, acts, loop.time(), value)
            return made.value

    def overdue_alert_causes(self) -> frozenset[AlertCause]:
        late = overdue_tables(self.service.tournament, self._round_clock_end_s(), asyncio.get_running_loop().time())
        return frozenset(AlertCause(table, AlertCode.LATE) for table in late)

    def _find_fixture_report(self, table: str, fixture: str) -> FixtureReport | None:
        told = self._tables.desired.reports.get(table, NO_REPORT).fixture
        return told if told is not None and told.id == fixture else None

    def _round_clock_end_s(self) -> float | None:
        """Return when the round's clock ends, on the loop's clock: a wall clock that is set moves no running round."""
        tournament = self.service.tournament
        if tournament is None or tournament.clock is None or tournament.clock[0] > len(self.service.actions):
            return None
        started = self.service.actions[tournament.clock[0] - 1]
        if self._round_clock is None or self._round_clock[0] != started:
            is_credible = started.at.year >= EARLIEST_CREDIBLE_YEAR
            elapsed_s = (self._utc_now() - started.at).total_seconds() if is_credible else 0.0
            self._round_clock = started, asyncio.get_running_loop().time() - max(0.0, elapsed_s)
        return self._round_clock[1] + 60 * tournament.clock[1]

    async def watch_json(self) -> AsyncIterator[dict[str, Any]]:
        loop, changed = asyncio.get_running_loop(), asyncio.Event()
        self.service.subscribe(changed)
        try:
            while True:
                changed.clear()
                begun_s = loop.time()
                yield await self.current_json()
                await asyncio.sleep(max(limits.ROOM_UPDATE_EVERY_S, PAUSE_PER_COMPUTE_TIME * (loop.time() - begun_s)))
                with suppress(TimeoutError):
                    async with asyncio.timeout(POINTS_EVERY_S):
                        await changed.wait()
        finally:
            self.service.unsubscribe(changed)
