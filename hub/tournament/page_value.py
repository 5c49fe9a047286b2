"""What a tournament's page shows, from its actions alone: its value, the standings as a CSV file, its record.

Computed in a process for viewers (`hub.replay.child`), so that it delays no action.
"""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

import msgspec

from controller.fleet.messages import FixtureReport
from controller.games.contract.rules import Outcome
from controller.games.contract.values import CastleId
from controller.store.csv_files import format_csv
from hub.tournament.actions import Action, Score, scores_from_outcome
from hub.tournament.exchange import Origins, encode_tournament_record
from hub.tournament.standings import ProvisionalScores, StandingsRow, compute_standings
from hub.tournament.tournament import Game, Round, Tournament, tournament_from_actions

FindReport = Callable[[str, str], FixtureReport | None]
"""Return the report on a fixture, from table id and fixture id."""


def tournament_to_json(
    tournament: Tournament,
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
      ``bot`` (its level, or null), ``entry`` (equal for all of a list);
    - ``played``: rounds in order, with ``stage``, ``draw``, ``seed``, ``said``, ``corrected`` and ``games``:
      ``fixture``, ``table``, ``seats`` (castle, entrant), ``scores`` (entrant, place, points), ``by_hand``, ``state``
      (``waits``, ``begun``, ``refused`` as the table reports, or null), ``why``;
    - ``standing``, once a game has a result: entrant, points, wins, counted, share in thousandths, opponents, played;
    - ``if_now``: entrant, points, as if running games ended now; null if none runs;
    - ``clock_ends_s``: when the round's clock ends, by the clock of the stream's ``clock``; null while stopped.
    """
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
                "entry": each.entry,
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


def entrant_by_castle(tournament: Tournament, game: Game) -> dict[str, int]:
    return dict(zip(tournament.begun.castles, game.people, strict=False))


def provisional_scores(tournament: Tournament, game: Game, points: Mapping[str, int]) -> tuple[Score, ...]:
    """Return scores as if the game ended now; empty if the table sends no points."""
    seats = entrant_by_castle(tournament, game)
    if not set(seats) <= set(points):
        return ()
    return scores_from_outcome(seats, Outcome(0, (), {CastleId(castle): points[castle] for castle in seats}))


def compute_page_value(
    actions: list[Any], points: Mapping[str, Mapping[str, int]], reports: dict[str, Any], clock_ends_s: float | None
) -> dict[str, Any]:
    """Return `tournament_to_json` of actions and reports by table, as decoded JSON."""
    by_table = msgspec.convert(reports, dict[str, FixtureReport])

    def find_report(table: str, fixture: str) -> FixtureReport | None:
        found = by_table.get(table)
        return found if found is not None and found.id == fixture else None

    return tournament_to_json(_tournament_of(actions), points, find_report, clock_ends_s)


def compute_standings_csv(actions: list[Any], heading: list[str], decimal_sign: str) -> bytes:
    """Return a file for spreadsheets with this decimal sign; ``heading`` names nine columns, from the rank on."""
    tournament = _tournament_of(actions)
    rows = []
    for row in compute_standings(tournament):
        entrant = tournament.entrants[row.entrant]
        counts = (row.points, row.wins, row.counted, Decimal(f"{float(row.share):.3f}"), row.opponents, row.played)
        rows.append((row.rank, entrant.name, entrant.club, *counts))
    return format_csv(heading, rows, decimal_sign).encode("utf-8-sig")


def compute_record(actions: list[Any], done: list[Any]) -> bytes:
    """Return the record of the actions that could be read; ``done`` has the `Origins` of each."""
    known = msgspec.convert(actions, list[Action | None])
    origins = msgspec.convert(done, list[Origins])
    kept = [(act, (origin.by, origin.at)) for act, origin in zip(known, origins, strict=True) if act is not None]
    return encode_tournament_record((act for act, _ in kept), [origin for _, origin in kept])


def _tournament_of(actions: list[Any]) -> Tournament:
    return tournament_from_actions(msgspec.convert(actions, list[Action | None]))
