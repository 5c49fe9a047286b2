"""A tournament's value as it changes: with its desk, with what tables say of their games, with their points."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from controller import limits
from hub.needs import Cause, Code
from hub.organising.desk import TournamentDesk
from hub.organising.lateness import late_tables
from hub.organising.view import Report, view
from hub.room import Room
from hub.tournament.tournament import Tournament

POINTS_EVERY_S: Final = 2.0
"""How often it is looked at what tables say of their games."""

SHARE: Final = 20
"""Of the time the value takes one part in so many at most, however many people play."""


@dataclass(frozen=True, slots=True)
class _Made:
    """A value of so many acts of a tournament."""

    of: Tournament | None
    acts: int
    at_s: float
    value: dict[str, Any]

    def old(self, now_s: float) -> bool:
        """Tables may have said something since."""
        return now_s - self.at_s >= POINTS_EVERY_S


class LiveTournament:
    """What pages are told. Owner of the value that was made last.

    Args:
        desk: where it stands.
        report: what tables say of their games.
        room: what castles have at tables now.
    """

    def __init__(self, desk: TournamentDesk, report: Report, room: Room) -> None:
        self.desk = desk
        self._report = report
        self._room = room
        self._making = asyncio.Lock()
        self._made: _Made | None = None

    async def value(self) -> dict[str, Any]:
        """As it is; see `view`. It is made in a thread, once for all who ask about the same acts within two seconds."""
        async with self._making:
            loop, made = asyncio.get_running_loop(), self._made
            if (
                made is None
                or made.of is not self.desk.tournament
                or made.acts != len(self.desk.acts)
                or made.old(loop.time())
            ):
                async with self.desk.still():
                    of, acts = self.desk.tournament, len(self.desk.acts)
                    points = self._room.points_at_tables()
                    value = await asyncio.to_thread(view, of, points, self._report, self._clock_began())
                # From now on, however long it took: those who wait for it take it, and do not each make another.
                self._made = made = _Made(of, acts, loop.time(), value)
            return made.value

    def causes(self, now: datetime) -> frozenset[Cause]:
        """The tables to which somebody should go, since they are behind the round's clock."""
        late = late_tables(self.desk.tournament, self._clock_began(), now)
        return frozenset(Cause(table, Code.LATE) for table in late)

    def _clock_began(self) -> datetime | None:
        tournament = self.desk.tournament
        if tournament is None or tournament.clock is None:
            return None
        at = tournament.clock[0] - 1
        return self.desk.acts[at].at if at < len(self.desk.acts) else None

    async def values(self) -> AsyncIterator[dict[str, Any]]:
        """The value now, then whenever it may have changed; it never ends."""
        loop, changed = asyncio.get_running_loop(), asyncio.Event()
        self.desk.listen(changed)
        try:
            while True:
                changed.clear()
                begun_s = loop.time()
                yield await self.value()
                await asyncio.sleep(max(limits.ROOM_TOLD_EVERY_S, SHARE * (loop.time() - begun_s)))
                with suppress(TimeoutError):
                    async with asyncio.timeout(POINTS_EVERY_S):
                        await changed.wait()
        finally:
            self.desk.leave(changed)
