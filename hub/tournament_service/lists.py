"""Lists that organisers paste or upload: what they would enter, as entrants or as results of the latest round."""

import asyncio
from collections.abc import Sequence
from typing import Any

from asyncpg import Connection
from msgspec.structs import replace

from controller import limits
from hub.list_reader import ListOptions, ReadList, Remark, Row, read_list, with_doubts
from hub.names import fold_name
from hub.tournament.actions import AddEntrants, Newcomer, Score, SetResult
from hub.tournament.tournament import ActionRefusedError, Game, Tournament
from hub.tournament_service.entrants import resolve_player_codes


async def read_entrants(
    connection: Connection, tournament: Tournament, source: str | bytes, options: ListOptions | None = None
) -> tuple[ReadList, AddEntrants | None]:
    """Read a list of people in which players' codes stand for their names; entrants there already are doubtful."""
    read = await asyncio.to_thread(read_list, source, options)
    people = await resolve_player_codes(connection, [Newcomer(row.name, row.club) for row in read.rows])
    kept: list[Newcomer] = []
    doubtful: list[Remark] = []
    line_by_name: dict[str, int] = {}
    players = {each.player for each in tournament.entrants.values()} - {None}
    for row, person in zip(read.rows, people, strict=True):
        if tournament.entrant_named(person.name) is not None or person.player in players:
            doubtful.append(Remark(row.line, "entered", person.name))
        elif (first := line_by_name.setdefault(fold_name(person.name), row.line)) != row.line:
            doubtful.append(Remark(row.line, "twice", person.name, first))
        else:
            kept.append(person)
    named = tuple(replace(row, name=person.name) for row, person in zip(read.rows, people, strict=True))
    return with_doubts(replace(read, rows=named), doubtful), AddEntrants(tuple(kept)) if kept else None


async def read_results(
    tournament: Tournament, source: str | bytes, options: ListOptions | None = None
) -> tuple[ReadList, list[SetResult]]:
    """Read places or points of games of the latest round that have no result yet; a game needs all of its people."""
    read = await asyncio.to_thread(read_list, source, options)
    games = tournament.rounds[-1].unfinished_games if tournament.rounds else []
    waiting = {number for game in games for number in game.people}
    rows: dict[int, Row] = {}
    doubtful: list[Remark] = []
    for row in read.rows:
        entrant = tournament.entrant_named(row.name)
        if entrant is None or entrant.number not in waiting:
            doubtful.append(Remark(row.line, "no-entrant" if entrant is None else "no-game", row.name))
        elif row.place is None and row.points is None:
            doubtful.append(Remark(row.line, "no-result", row.name))
        else:
            rows[entrant.number] = row
    acts = []
    for game in games:
        told = [rows[number] for number in game.people if number in rows]
        if len(told) == len(game.people) and (scores := _scores_from_rows(game, told)):
            acts.append(SetResult(game.fixture, scores))
        else:
            doubtful += [Remark(row.line, "incomplete", row.name) for row in told]
    return with_doubts(read, doubtful), acts


def _scores_from_rows(game: Game, rows: Sequence[Row]) -> tuple[Score, ...]:
    """Place by the places, else by the points; empty if some have neither."""
    places = [row.place for row in rows if row.place is not None]
    points = [row.points for row in rows if row.points is not None and abs(row.points) <= limits.TOURNAMENT_POINTS]
    worth = places if len(places) == len(rows) else [-each for each in points]
    if len(worth) < len(rows):
        return ()
    return tuple(
        Score(number, 1 + sum(other < mine for other in worth), row.points if len(points) == len(rows) else None)
        for number, row, mine in zip(game.people, rows, worth, strict=True)
    )


def list_to_json(read: ReadList) -> dict[str, Any]:
    """Return what a page shows of a list before it is entered.

    - ``encoding`` of a file that is not Unicode, else ""; ``separator``;
    - ``columns``: heading, first values, and what the column is taken for;
    - ``people``: line, name, club;
    - ``doubtful`` and ``others``: line, reason, a line or number that it is about, text; as many as are shown;
    - ``doubtful_lines`` and ``other_lines``: how many there are.
    """
    most = limits.LIST_REMARKS_SHOWN
    return {
        "encoding": "" if read.encoding.startswith("utf") else read.encoding,
        "separator": read.separator,
        "columns": list(zip(read.headings, read.samples, read.columns, strict=True)),
        "people": [(row.line, row.name, row.club) for row in read.rows],
        "doubtful": [(each.line, each.why, each.about, each.text) for each in read.doubtful[:most]],
        "others": [(each.line, each.why, each.about, each.text) for each in read.others[:most]],
        "doubtful_lines": len(read.doubtful),
        "other_lines": len(read.others),
    }


def check_unchanged(expected: int, found: int) -> None:
    """Raise ActionRefusedError if the list would now enter another number than the preview said."""
    if expected != found:
        raise ActionRefusedError("changed", f"The preview said {expected}, now it would be {found}. Look at it again.")
