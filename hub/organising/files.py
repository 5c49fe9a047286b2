"""What a tournament's people take home: the standing as a table for spreadsheets."""

import csv
import io
from typing import Final

from hub.tournament.standing import standing
from hub.tournament.tournament import Tournament

HEADING: Final = ("rank", "name", "club", "points", "wins", "counted", "share", "opponents", "games")

FORMULA: Final = ("=", "+", "-", "@")
"""What a spreadsheet would work out instead of showing it."""


def standing_as_csv(tournament: Tournament) -> str:
    """A line each, the first first."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(HEADING)
    for row in standing(tournament):
        entrant = tournament.entrants[row.entrant]
        counts = (row.points, row.wins, row.counted, f"{float(row.share):.3f}", row.opponents, row.played)
        writer.writerow([row.rank, _text(entrant.name), _text(entrant.club), *counts])
    return out.getvalue()


def _text(name: str) -> str:
    return f"'{name}" if name.startswith(FORMULA) else name
