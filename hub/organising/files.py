"""What a tournament's people take home: the standing as a table for spreadsheets."""

from decimal import Decimal
from typing import Final

from controller.store.csv_files import as_csv
from hub.tournament.standing import standing
from hub.tournament.tournament import Tournament

HEADING: Final = ("rank", "name", "club", "points", "wins", "counted", "share", "opponents", "games")


def standing_as_csv(tournament: Tournament) -> str:
    """A line each, the first first."""
    rows = []
    for row in standing(tournament):
        entrant = tournament.entrants[row.entrant]
        counts = (row.points, row.wins, row.counted, Decimal(f"{float(row.share):.3f}"), row.opponents, row.played)
        rows.append((row.rank, entrant.name, entrant.club, *counts))
    return as_csv(HEADING, rows)
