"""A tournament's value as it changes: with its desk, with what tables say of their games, with their points."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import datetime
from typing import Any, Final

from controller import limits
from hub.organising.desk import TournamentDesk
from hub.organising.view import Report, view
from hub.room import Room

POINTS_EVERY_S: Final = 2.0
"""How often it is looked at what tables say of their games."""

SHARE: Final = 20
"""Of the time the value takes one part in so many at most, however many people play."""


class LiveTournament:
    """What pages are told.

    Args:
        desk: where it stands.
        report: what tables say of their games.
        room: what castles have at tables now.
    """

    def __init__(self, desk: TournamentDesk, report: Report, room: Room) -> None:
        self.desk = desk
        self._report = report
        self._room = room

    def value(self) -> dict[str, Any]:
        """As it is now; see `view`."""
        tournament = self.desk.tournament
        began: datetime | None = None
        if tournament is not None and tournament.clock is not None:
            at = tournament.clock[0] - 1
            began = self.desk.acts[at].at if at < len(self.desk.acts) else None
        return view(tournament, self._room.points_at_tables(), self._report, began)

    async def values(self) -> AsyncIterator[dict[str, Any]]:
        """The value now, then whenever it may have changed; it never ends."""
        changed = asyncio.Event()
        self.desk.listen(changed)
        try:
            while True:
                changed.clear()
                begun_s = time.process_time()
                yield self.value()
                await asyncio.sleep(max(limits.ROOM_TOLD_EVERY_S, SHARE * (time.process_time() - begun_s)))
                with suppress(TimeoutError):
                    async with asyncio.timeout(POINTS_EVERY_S):
                        await changed.wait()
        finally:
            self.desk.leave(changed)
