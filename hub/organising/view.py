"""A tournament as its page shows it, as a JSON value: names once, everybody else by number."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from controller.fleet.messages import FixtureReport
from hub.organising.fixtures import as_it_stands, seated
from hub.tournament.standing import Provisional, Row, standing
from hub.tournament.tournament import Game, Round, Tournament

NONE = {"exists": False, "count": 0}

Report = Callable[[str, str], FixtureReport | None]
"""What has come of a game at a table, by the ids of both."""


def view(
    tournament: Tournament | None,
    at_tables: Mapping[str, Mapping[str, int]],
    report: Report,
    clock_began: datetime | None,
) -> dict[str, Any]:
    """All that is shown.

    - ``exists``; ``count`` of acts, which whoever does something sends along as what he had seen;
    - ``unfit``: how many kept acts cannot be used any more;
    - ``name``, ``format``, ``rounds``, ``minutes``, ``tables``, ``castles``, ``commitment``, ``closed``, ``ended``,
      ``next`` (the stage that would be drawn, or null);
    - ``entrants`` by number: ``name``, ``club``, ``here``, ``player`` (of the room's book, or null);
    - ``played``: the rounds in order, each with ``stage``, ``draw``, ``seed``, ``said``, ``corrected`` and ``games``:
      ``fixture``, ``table``, ``seats`` (castle, entrant), ``scores`` (entrant, place, points), ``by_hand``, ``state``
      (``waits``, ``begun``, ``refused`` as the table says, or null), ``why``;
    - ``standing``, once something was drawn: entrant, points, wins, counted, share in thousandths, opponents, played;
    - ``if_now``: entrant, points, as if games that go on ended now; null where none does;
    - ``clock_ends_utc``: when the round's clock has run out, in seconds since 1970; null while it stands.

    Args:
        tournament: as it stands; None where there was none.
        at_tables: what castles have now, by table, where a game goes on.
        report: what tables say of their games.
        clock_began: when the clock was set.
    """
    if tournament is None:
        return NONE
    begun = tournament.begun
    now = _provisional(tournament, at_tables, report)
    ends = None
    if tournament.clock is not None and clock_began is not None:
        ends = (clock_began + timedelta(minutes=tournament.clock[1])).timestamp()
    return {
        "exists": True,
        "count": tournament.count,
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
        "next": tournament.next_stage,
        "entrants": {
            str(each.number): {"name": each.name, "club": each.club, "here": each.here, "player": each.player}
            for each in tournament.entrants.values()
        },
        "played": [_round(tournament, each, report) for each in tournament.rounds],
        "standing": [_row(row) for row in standing(tournament)] if tournament.rounds else [],
        "if_now": [[row.entrant, row.points] for row in standing(tournament, now)] if now else None,
        "clock_ends_utc": ends,
    }


def _provisional(tournament: Tournament, at_tables: Mapping[str, Mapping[str, int]], report: Report) -> Provisional:
    if not tournament.rounds:
        return {}
    found = {}
    for game in tournament.rounds[-1].open:
        if game.table is None or (points := at_tables.get(game.table)) is None:
            continue
        said = report(game.table, game.fixture)
        if said is not None and said.state == "begun" and (scores := as_it_stands(tournament, game, points)):
            found[game.fixture] = scores
    return found


def _round(tournament: Tournament, each: Round, report: Report) -> dict[str, Any]:
    latest = each is tournament.rounds[-1]
    return {
        "stage": each.stage,
        "draw": each.draw,
        "seed": tournament.seeds[each.draw - 1].hex(),
        "said": each.said,
        "corrected": list(each.corrected),
        "games": [_game(tournament, game, report if latest else None) for game in each.games],
    }


def _game(tournament: Tournament, game: Game, report: Report | None) -> dict[str, Any]:
    said = None if report is None or game.table is None or game.scores else report(game.table, game.fixture)
    return {
        "fixture": game.fixture,
        "table": game.table,
        "seats": [[castle, entrant] for castle, entrant in seated(tournament, game).items()],
        "scores": [[score.entrant, score.place, score.points] for score in game.scores],
        "by_hand": bool(game.scores) and game.source is None,
        "state": None if said is None else said.state,
        "why": "" if said is None else said.why,
    }


def _row(row: Row) -> list[int]:
    share = row.share * 1000
    counts = (row.entrant, row.points, row.wins, row.counted)
    return [*counts, share.numerator // share.denominator, row.opponents, row.played]
