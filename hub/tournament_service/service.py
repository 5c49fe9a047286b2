"""The desk of a tournament: each act is kept as a row before it counts."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Final, TypeVar

import asyncpg
import msgspec
from asyncpg import Connection
from msgspec import Struct

from controller import log
from controller.reading import NO_JSON
from hub import RefusedError
from hub.store.connection import DATABASE_ERRORS, open_connection
from hub.tournament.actions import Action, BeginTournament, subjects_of
from hub.tournament.draw import draw_round
from hub.tournament.pairing import Seed, seed_of
from hub.tournament.tournament import ActionRefusedError, Tournament, tournament_of

NEWEST: Final = "select tournament_no, root from tournaments order by tournament_no desc limit 1"

ACTS: Final = "select act, by, done_at from tournament_acts where tournament_no = $1 order by number"

BEGIN: Final = """
with begun as (insert into tournaments (root) values ($1) returning tournament_no)
insert into tournament_acts (tournament_no, number, act, by) select tournament_no, 1, $2, $3 from begun
"""

ADD: Final = """
insert into tournament_acts (tournament_no, number, act, by) values ($1, $2, $3, $4) returning done_at
"""


class RecordedAction(Struct, frozen=True):
    """An act with who did it, and when by the database's clock; None for one that cannot be read."""

    act: Action | None
    by: str
    at: datetime


class ConcurrentUpdateError(Exception):
    """Another hub has done something meanwhile: reload and retry."""


def encode_action(act: Action) -> str:
    """Return an act as JSON; raise ActRefusedError if it could not be read again."""
    try:
        text = msgspec.json.encode(act).decode()
        msgspec.json.decode(text, type=Action)
    except (*NO_JSON, UnicodeEncodeError) as fault:
        raise ActionRefusedError(
            "bounds", f"Saw an act that could not be read again: {fault}. Enter it otherwise."
        ) from None
    return text


def decode_action(text: str) -> Action | None:
    try:
        act: Action = msgspec.json.decode(text, type=Action)
    except NO_JSON:
        return None
    return act


T = TypeVar("T")

ActionMaker = Callable[[Connection], Awaitable[Action]]
"""What does something in the database and gives the act that belongs to it."""


class DatabaseAwayError(Exception):
    """The database is away, so nothing was done."""


class ConflictError(RefusedError):
    """Somebody else did something about the same meanwhile; nothing is lost, and nothing was done."""

    def __init__(self, done: RecordedAction) -> None:
        message = f"The {done.by} has changed the same meanwhile. Look at it as it is now, then do it again."
        super().__init__("overtaken", message)
        self.done = done


class TournamentService:
    """Owner of the latest ``tournament`` (None before the first; read only) and of the ``acts`` that it sums up."""

    def __init__(self, url: str) -> None:
        self.tournament: Tournament | None = None
        self.acts: list[RecordedAction] = []
        self._url = url
        self._one_by_one = asyncio.Lock()
        self._number = 0
        self._root = Seed(b"")
        self._doubts = 0
        self._read_at: int | None = None
        self._listening: set[asyncio.Event] = set()

    def listen(self, changed: asyncio.Event) -> None:
        self._listening.add(changed)

    def leave(self, changed: asyncio.Event) -> None:
        self._listening.discard(changed)

    @asynccontextmanager
    async def still(self) -> AsyncIterator[None]:
        """Let no act happen meanwhile, so a thread may look at the tournament."""
        async with self._one_by_one:
            yield

    def doubt(self) -> None:
        """Read the acts anew at the next look: the database may have others by now."""
        self._doubts += 1
        self._tell()

    async def look(self) -> None:
        async with self._one_by_one:
            if self._read_at != self._doubts:
                await self.asked(self._read)
                self._tell()

    async def asked(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        try:
            async with open_connection(self._url) as connection:
                return await work(connection)
        except DATABASE_ERRORS as fault:
            raise DatabaseAwayError(f"The database does not answer, so nothing was done: {fault}") from None

    async def begin(self, begun: Callable[[str], BeginTournament], by: str) -> None:
        """Begin a tournament, whose first act needs the commitment; raise ActRefusedError if one runs."""
        await self.look()
        async with self._one_by_one:
            if self.tournament is not None and not self.tournament.ended:
                raise ActionRefusedError("runs", f"{self.tournament.begun.name} is not over. End it first.")
            root = Seed(os.urandom(32))
            act = encode_action(begun(seed_of(root, 0).hex()))

            async def work(connection: Connection) -> None:
                await connection.execute(BEGIN, root, act, by)
                await self._read(connection)

            await self.asked(work)
            self._tell()

    async def do(self, act: Action | ActionMaker, by: str, seen: int | None = None) -> bool:
        """Do an act, or what ``Made`` does together with its act; return False if it was so already.

        Raise ActRefusedError if it does not fit, OvertakenError if something about the same was done after ``seen``
        acts; None is for all acts.
        """
        await self.look()
        async with self._one_by_one:
            return await self._do(act, by, seen)

    async def draw(self, said: str, by: str, seen: int) -> None:
        """Draw the next round in a thread; raise ActRefusedError or, after a change since ``seen``, OvertakenError."""
        await self.look()
        async with self._one_by_one:
            tournament = self.tournament
            if tournament is None or not tournament.closed:
                raise ActionRefusedError("open", "People still come and go: close the field first, then draw.")
            seed = seed_of(self._root, len(tournament.seeds) + 1)
            await self._do(await asyncio.to_thread(draw_round, tournament, seed, said), by, seen)

    async def _do(self, wanted: Action | ActionMaker, by: str, seen: int | None) -> bool:
        tournament, text = self.tournament, ""
        if not callable(wanted):
            self._see_that_it_is_not_overtaken(wanted, seen)
        if tournament is None:
            raise ActionRefusedError("none", "There is no tournament. Begin one.")
        if not callable(wanted):
            text = encode_action(wanted)
            if not tournament.take(wanted):
                return False
        read_at, self._read_at = self._read_at, None  # until it is kept

        async def work(connection: Connection) -> RecordedAction:
            async with connection.transaction():
                act, kept_as = wanted, text
                if callable(act):
                    act = await act(connection)
                    kept_as = encode_action(act)
                    tournament.take(act)
                try:
                    at = await connection.fetchval(ADD, self._number, len(self.acts) + 1, kept_as, by)
                except asyncpg.UniqueViolationError:
                    raise ConcurrentUpdateError from None
                return RecordedAction(act, by, at)

        try:
            self.acts.append(await self.asked(work))
        except (ConcurrentUpdateError, DatabaseAwayError) as fault:
            self.tournament = tournament_of([done.act for done in self.acts])  # without it
            if isinstance(fault, DatabaseAwayError):
                raise
            await self.asked(self._read)
            raise ConflictError(self.acts[-1]) from None
        self._read_at = read_at
        self._tell()
        return True

    def _see_that_it_is_not_overtaken(self, act: Action, seen: int | None) -> None:
        about = subjects_of(act)
        for done in self.acts[len(self.acts) if seen is None else max(0, seen) :]:
            if done.act is not None and about & subjects_of(done.act) and done.act != act:
                raise ConflictError(done)

    async def _read(self, connection: Connection) -> None:
        doubts = self._doubts  # those that come meanwhile are of what was read
        row = await connection.fetchrow(NEWEST)
        if row is None:
            self.acts, self.tournament = [], None
        else:
            self._number, self._root = row["tournament_no"], Seed(row["root"])
            self.acts = [
                RecordedAction(decode_action(act), by, at) for act, by, at in await connection.fetch(ACTS, self._number)
            ]
            try:
                self.tournament = tournament_of([done.act for done in self.acts])
            except ActionRefusedError:
                raise DatabaseAwayError(
                    "The first act of the tournament cannot be read, so nothing was done. Give the hub its backup back."
                ) from None
            if self.tournament.unfit:
                numbers = " ".join(map(str, self.tournament.unfit))
                log.warning("hub_acts_unfit", tournament=self.tournament.begun.commitment[:12], acts=numbers)
        self._read_at = doubts

    def _tell(self) -> None:
        for changed in self._listening:
            changed.set()
