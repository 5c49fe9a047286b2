"""Tables that only ship or play, over a real line, by what a hub wants."""

import asyncio
import zlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import msgspec

from controller.fleet.line import Broker, Line
from controller.fleet.messages import Desired, Fixture, FixtureReport, FixtureState, Presence, Reported
from controller.fleet.shipping import Ack, Hello, HubPresence, LogEntry, LogPiece, Position, Want, Wanted, understood
from controller.fleet.topics import ACK, DESIRED, HELLO, HUB_TOPIC, LOG, PRESENCE, REPORTED, WANT
from controller.games.contract.rules import Outcome
from hub.store.kept_games import Row
from tests.hub.recorded import FOLLOWS, recorded_game

SEEDS = 3
"""So many different games of bots there are."""

CHUNK = 60
"""Actions between two looks at it."""


AGAIN_S = 3.0
"""Sooner than a real table would say it again."""

PIECE = 48


@dataclass
class ShippedGame:
    rows: list[Row] = field(default_factory=list)
    outcome: str | None = None
    fixture: str | None = None
    castles: str = "blue grey red white"


class LightTable:
    """Owner of what it has; ``kept`` is what was acknowledged, by game."""

    def __init__(self, broker: Broker, table: str, journal: str, hears: Sequence[str] = ()) -> None:
        self.table = table
        self.journal = journal
        self.games: dict[int, ShippedGame] = {}
        self.kept: dict[int, int] = {}
        self.wants: list[Want] = []
        self._boot = ""
        self._todo: list[Wanted] = []
        self._waits = False
        self._again: asyncio.TimerHandle | None = None
        self.line = Line(
            broker,
            table,
            will=None,
            hears=[HUB_TOPIC, WANT.of(table), ACK.of(table), *hears],
            on_connect=self._connected,
            on_message=self._heard,
        )

    def play(self, game: int, count: int) -> bool:
        """Let ``count`` more actions of a recorded game happen; False once it is over."""
        recorded = recorded_game(game=game)
        mine = self.games.setdefault(game, ShippedGame())
        mine.rows = recorded.rows[: len(mine.rows) + count]
        if len(mine.rows) == len(recorded.rows):
            mine.outcome = recorded.outcome
        if not self._waits:
            self.hello()
        return mine.outcome is None

    @property
    def is_kept(self) -> bool:
        return self.kept == {game: len(mine.rows) for game, mine in self.games.items()}

    def hello(self) -> None:
        told = tuple(
            Position(game, len(mine.rows), mine.rows[-1].checksum.hex())
            for game, mine in self.games.items()
            if mine.outcome is None
        )
        last = max(self.games, default=0)
        self._say(HELLO, Hello(self.journal, 1, last, told))

    def say(self, game: int, first: int, count: int = PIECE, **changes: Any) -> None:
        """A piece of a log, whatever the hub wants."""
        mine = self.games[game]
        rows = mine.rows[first - 1 : first - 1 + count]
        outcome = mine.outcome if len(mine.rows) == rows[-1].seq else None
        piece = LogPiece(
            self.journal,
            game,
            "2026-11-22T18:00:00+00:00",
            mine.castles,
            (mine.rows[first - 2].checksum if first > 1 else FOLLOWS).hex(),
            tuple(LogEntry(row.seq, row.action, row.origin, row.written_utc, row.checksum.hex()) for row in rows),
            None if outcome is None else msgspec.json.decode(outcome, type=Outcome),
            mine.fixture,
        )
        self._say(LOG, msgspec.structs.replace(piece, **changes))

    def _connected(self) -> None:
        self._boot = ""

    def _heard(self, topic: str, payload: bytes) -> None:
        if topic == HUB_TOPIC:
            hub = understood(payload, HubPresence)
            if hub.online and hub.boot != self._boot:
                self._boot = hub.boot
                self.hello()
        elif topic == WANT.of(self.table):
            want = understood(payload, Want)
            self.wants.append(want)
            for each in want.games:  # what it does not want it keeps
                self.kept.pop(each.game, None)
            self._todo = list(want.games)
            self._next()
        elif topic == ACK.of(self.table):
            ack = understood(payload, Ack)
            self.kept[ack.game] = ack.seq
            if self._todo and self._todo[0].game == ack.game:
                del self._todo[0]
                if ack.seq < len(self.games[ack.game].rows):
                    self._todo.insert(0, Wanted(ack.game, ack.seq + 1, None))
            self._next()

    def _next(self) -> None:
        self._stop_waiting()
        if self._todo:
            self.say(self._todo[0].game, self._todo[0].seq)
        elif any(self.kept.get(game, 0) < len(mine.rows) for game, mine in self.games.items()):
            self.hello()

    def _say(self, kind: Any, value: Any) -> None:
        self._stop_waiting()
        self.line.say(kind.of(self.table), kind, value)
        self._waits = True
        self._again = asyncio.get_running_loop().call_later(AGAIN_S, self.hello)

    def _stop_waiting(self) -> None:
        self._waits = False
        if self._again is not None:
            self._again.cancel()
            self._again = None


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
