"""The tables that are behind a round's clock: it has run out, and their game of the round has no result."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from hub.tournament.tournament import Tournament


def late_tables(tournament: Tournament | None, clock_began: datetime | None, now: datetime) -> Iterator[str]:
    """Their ids; nobody is late while no clock runs.

    Args:
        tournament: as it stands; None where there is none.
        clock_began: when the round's clock was set; None while it stands.
        now: with a time zone, as the other.
    """
    if tournament is None or tournament.ended or tournament.clock is None or clock_began is None:
        return
    if not tournament.rounds:  # older hubs let a clock run before anything was drawn
        return
    if now >= clock_began + timedelta(minutes=tournament.clock[1]):
        yield from (game.table for game in tournament.rounds[-1].open if game.table is not None)
