"""The desk of a tournament: each act is kept as a row before it counts."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
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
from hub.store.connection import FAULTS, opened
from hub.tournament.acts import Act, Begun, touched
from hub.tournament.draw import drawn
from hub.tournament.pairing import Seed, seed_of
from hub.tournament.tournament import ActRefusedError, Tournament, tournament_of

NEWEST: Final = "select tournament_no, root from tournaments order by tournament_no desc limit 1"

ACTS: Final = "select act, by, done_at from tournament_acts where tournament_no = $1 order by number"

BEGIN: Final = """
with begun as (insert into tournaments (root) values ($1) returning tournament_no)
insert into tournament_acts (tournament_no, number, act, by) select tournament_no, 1, $2, $3 from begun
"""

ADD: Final = """
insert into tournament_acts (tournament_no, number, act, by) values ($1, $2, $3, $4) returning done_at
"""


class Done(Struct, frozen=True):
    """An act with who did it, and when by the database's clock; None for one that cannot be read."""

    act: Act | None
    by: str
    at: datetime


class Kept(Struct, frozen=True):
    number: int
    root: Seed
    acts: Sequence[Done]


class TakenNumberError(Exception):
    """Another hub has done something meanwhile: read it anew."""


async def newest(connection: Connection) -> Kept | None:
    row = await connection.fetchrow(NEWEST)
    if row is None:
        return None
    acts = await connection.fetch(ACTS, row["tournament_no"])
    done = [Done(read(act), by, at) for act, by, at in acts]
    return Kept(row["tournament_no"], Seed(row["root"]), done)


async def begin(connection: Connection, root: Seed, act: str, by: str) -> None:
    await connection.execute(BEGIN, root, act, by)


async def add(connection: Connection, tournament: int, number: int, act: str, by: str) -> datetime:
    """One more act, as `written`; gives when it was done.

    Raises:
        TakenNumberError: there is one of that number.
    """
    try:
        at: datetime = await connection.fetchval(ADD, tournament, number, act, by)
    except asyncpg.UniqueViolationError:
        raise TakenNumberError from None
    return at


def written(act: Act) -> str:
    """An act as it is kept: nothing is that could not be read again.

    Raises:
        ActRefusedError: it could not.
    """
    try:
        text = msgspec.json.encode(act).decode()
        msgspec.json.decode(text, type=Act)
    except (*NO_JSON, UnicodeEncodeError) as fault:
        raise ActRefusedError(
            "bounds", f"Saw an act that could not be read again: {fault}. Enter it otherwise."
        ) from None
    return text


def read(text: str) -> Act | None:
    try:
        act: Act = msgspec.json.decode(text, type=Act)
    except NO_JSON:
        return None
    return act


T = TypeVar("T")

Made = Callable[[Connection], Awaitable[Act]]
"""What does something in the database and gives the act that belongs to it."""


class NotKeptError(Exception):
    """The database is away, so nothing was done."""


class OvertakenError(RefusedError):
    """Somebody else did something about the same meanwhile; nothing is lost, and nothing was done."""

    def __init__(self, done: Done) -> None:
        message = f"The {done.by} has changed the same meanwhile. Look at it as it is now, then do it again."
        super().__init__("overtaken", message)
        self.done = done


class TournamentDesk:
    def __init__(self, url: str) -> None:
        self._url = url
        self._one_by_one = asyncio.Lock()
        self._kept: Kept | None = None
        self._acts: list[Done] = []
        self._tournament: Tournament | None = None
        self._doubts = 0
        self._read_at: int | None = None
        self._listening: set[asyncio.Event] = set()

    @property
    def tournament(self) -> Tournament | None:
        """As it stands; None where there was none. Look, and do not touch."""
        return self._tournament

    @property
    def acts(self) -> Sequence[Done]:
        return self._acts

    def listen(self, changed: asyncio.Event) -> None:
        self._listening.add(changed)

    def leave(self, changed: asyncio.Event) -> None:
        self._listening.discard(changed)

    @asynccontextmanager
    async def still(self) -> AsyncIterator[None]:
        """Nobody does anything meanwhile, so a thread may look at the tournament."""
        async with self._one_by_one:
            yield

    def doubt(self) -> None:
        """The database may have something else by now: whoever looks next reads it anew."""
        self._doubts += 1
        self._tell()

    async def look(self) -> None:
        async with self._one_by_one:
            if self._read_at != self._doubts:
                await self.asked(self._read)
                self._tell()

    async def asked(self, work: Callable[[Connection], Awaitable[T]]) -> T:
        try:
            async with opened(self._url) as connection:
                return await work(connection)
        except FAULTS as fault:
            raise NotKeptError(f"The database does not answer, so nothing was done: {fault}") from None

    async def begin(self, begun: Callable[[str], Begun], by: str) -> None:
        """Begin a new one; ``begun`` gives its first act for the commitment to its draws.

        Raises:
            ActRefusedError: the one before is not over.
        """
        await self.look()
        async with self._one_by_one:
            if self._tournament is not None and not self._tournament.ended:
                raise ActRefusedError("runs", f"{self._tournament.begun.name} is not over. End it first.")
            root = Seed(os.urandom(32))
            act = written(begun(seed_of(root, 0).hex()))

            async def work(connection: Connection) -> None:
                await begin(connection, root, act, by)
                await self._read(connection)

            await self.asked(work)
            self._tell()

    async def do(self, act: Act, by: str, seen: int | None = None) -> bool:
        """Let an act happen; False where it was so already.

        Args:
            act: any but those that begin or draw.
            by: who does it.
            seen: how many acts whoever does it knew of; None for all.

        Raises:
            ActRefusedError: it does not fit.
            OvertakenError: something about the same was done after ``seen``.
        """
        await self.look()
        async with self._one_by_one:
            self._see_that_nobody_was_faster(act, seen)
            return await self._do(act, by)

    async def do_with(self, made: Made, by: str) -> None:
        """Let the act happen that ``made`` gives: what it does in the database is kept with the act, or not at all.

        Raises:
            ActRefusedError: it does not fit.
            OvertakenError: another hub did something meanwhile.
        """
        await self.look()
        async with self._one_by_one:
            await self._do(made, by)

    async def draw(self, said: str, by: str, seen: int) -> None:
        """Draw the next round, in a thread of its own.

        Raises:
            ActRefusedError: it does not fit.
            OvertakenError: the round was changed after ``seen``.
        """
        await self.look()
        async with self._one_by_one:
            tournament, kept = self._tournament, self._kept
            if tournament is None or kept is None or not tournament.closed:
                raise ActRefusedError("open", "People still come and go: close the field first, then draw.")
            seed = seed_of(kept.root, len(tournament.seeds) + 1)
            act = await asyncio.to_thread(drawn, tournament, seed, said)
            self._see_that_nobody_was_faster(act, seen)
            await self._do(act, by)

    def _see_that_nobody_was_faster(self, act: Act, seen: int | None) -> None:
        about = touched(act)
        for done in self._acts[len(self._acts) if seen is None else max(0, seen) :]:
            if done.act is not None and about & touched(done.act) and done.act != act:
                raise OvertakenError(done)

    async def _do(self, wanted: Act | Made, by: str) -> bool:
        tournament, kept = self._tournament, self._kept
        if tournament is None or kept is None:
            raise ActRefusedError("none", "There is no tournament. Begin one.")
        text = ""
        if not callable(wanted):
            text = written(wanted)
            if not tournament.take(wanted):
                return False
        read_at, self._read_at = self._read_at, None  # until it is kept

        async def work(connection: Connection) -> Done:
            async with connection.transaction():
                act, kept_as = wanted, text
                if callable(act):
                    act = await act(connection)
                    kept_as = written(act)
                    tournament.take(act)
                return Done(act, by, await add(connection, kept.number, len(self._acts) + 1, kept_as, by))

        try:
            self._acts.append(await self.asked(work))
        except (TakenNumberError, NotKeptError) as fault:
            self._tournament = tournament_of([done.act for done in self._acts])  # without it
            if isinstance(fault, NotKeptError):
                raise
            await self.asked(self._read)
            raise OvertakenError(self._acts[-1]) from None
        self._read_at = read_at
        self._tell()
        return True

    async def _read(self, connection: Connection) -> None:
        doubts = self._doubts  # those that come meanwhile are of what was read
        self._kept = await newest(connection)
        self._acts = [] if self._kept is None else list(self._kept.acts)
        try:
            self._tournament = tournament_of([done.act for done in self._acts]) if self._acts else None
        except ActRefusedError:
            raise NotKeptError(
                "The first act of the tournament cannot be read, so nothing was done. Give the hub its backup back."
            ) from None
        if self._tournament is not None and self._tournament.unfit:
            numbers = " ".join(map(str, self._tournament.unfit))
            log.warning("hub_acts_unfit", tournament=self._tournament.begun.commitment[:12], acts=numbers)
        self._read_at = doubts

    def _tell(self) -> None:
        for changed in self._listening:
            changed.set()
