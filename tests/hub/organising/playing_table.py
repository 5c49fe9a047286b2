"""A light table that plays what a hub wants: it says that it waits, somebody presses, a game of bots is shipped."""

import asyncio
import zlib
from contextlib import suppress

from controller.fleet.line import Broker
from controller.fleet.messages import Desired, Fixture, FixtureReport, FixtureState, Presence, Reported
from controller.fleet.shipping import understood
from controller.fleet.topics import DESIRED, PRESENCE, REPORTED
from tests.hub.light_table import LightTable, ShippedGame
from tests.hub.recorded import recorded_game

SEEDS = 3
"""So many different games of bots there are."""

CHUNK = 60
"""Actions between two looks at it."""


class PlayingTable(LightTable):
    """Owner of the game that it plays.

    Attributes:
        wanted: what the hub wants; None for nothing.
        dead: it says nothing any more.
    """

    def __init__(self, broker: Broker, table: str, journal: str) -> None:
        super().__init__(broker, table, journal, hears=[DESIRED.of(table)])
        self.wanted: Fixture | None = None
        self.dead = False
        self._played: set[str] = set()
        self._running: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Until it dies."""
        self._running = asyncio.create_task(self.line.run())
        with suppress(asyncio.CancelledError):
            await self._running

    async def die(self) -> None:
        """Somebody has pulled its plug."""
        self.dead = True
        self._stop_waiting()
        assert self._running is not None
        self._running.cancel()
        await self.line.close()

    @property
    def waits(self) -> bool:
        """Whether a press would begin something."""
        return self.wanted is not None and self.wanted.id not in self._played and not self.plays

    @property
    def plays(self) -> bool:
        """A game goes on."""
        return bool(self.games) and self.games[max(self.games)].outcome is None

    def press(self) -> None:
        """Begin what is wanted."""
        assert self.wanted is not None
        self._played.add(self.wanted.id)
        number = len(self.games) + 1
        seats = " ".join(seat.castle for seat in self.wanted.seats)
        self.games[number] = ShippedGame(fixture=self.wanted.id, castles=seats)
        self._report("begun")
        self.go_on()

    def go_on(self) -> None:
        """Some more actions happen; with the last one the game is over."""
        number = max(self.games)
        mine = self.games[number]
        players = len(mine.castles.split())
        recorded = recorded_game(1 + zlib.crc32((mine.fixture or "").encode()) % SEEDS, number, players=players)
        mine.rows = recorded.rows[: len(mine.rows) + CHUNK]
        if len(mine.rows) == len(recorded.rows):
            mine.outcome = recorded.outcome
        self.hello()

    def _connected(self) -> None:
        super()._connected()
        self.line.say(PRESENCE.of(self.table), PRESENCE, Presence(online=True, boot="b", name=self.table))

    def _heard(self, topic: str, payload: bytes) -> None:
        if topic == DESIRED.of(self.table):
            self.wanted = understood(payload, Desired).fixture if payload else None
            if self.wanted is not None:
                self._report("begun" if self.wanted.id in self._played else "waits")
        else:
            super()._heard(topic, payload)

    def _report(self, state: FixtureState) -> None:
        assert self.wanted is not None
        reported = Reported(fixture=FixtureReport(self.wanted.id, state))
        self.line.say(REPORTED.of(self.table), REPORTED, reported)
