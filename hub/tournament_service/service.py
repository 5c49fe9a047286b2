"""The tournament service: actions take effect after their commit to the database."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Final, TypeVar

import asyncpg
import msgspec
from asyncpg import Connection
from msgspec import Struct

from controller import log
from controller.reading import JSON_ERRORS
from controller.signals import Subscribers
from hub import RefusedError
from hub.store.connection import DATABASE_ERRORS, open_connection
from hub.tournament.actions import Action, BeginTournament, conflict_subjects_of
from hub.tournament.draw import draw_next_round
from hub.tournament.pairing import Seed, seed_of_draw
from hub.tournament.tournament import ActionRefusedError, Tournament, tournament_from_actions

SELECT_NEWEST_TOURNAMENT: Final = "select tournament_no, root from tournaments order by tournament_no desc limit 1"

SELECT_ACTIONS: Final = "select act, by, done_at from tournament_acts where tournament_no = $1 order by number"

INSERT_TOURNAMENT: Final = """
with begun as (insert into tournaments (root) values ($1) returning tournament_no)
insert into tournament_acts (tournament_no, number, act, by) select tournament_no, 1, $2, $3 from begun
"""

INSERT_ACTION: Final = """
insert into tournament_acts (tournament_no, number, act, by) values ($1, $2, $3, $4) returning done_at
"""


class RecordedAction(Struct, frozen=True):
    """A stored action, None if unreadable; who did it, and when (database clock)."""

    act: Action | None
    by: str
    at: datetime


class StoredTournament(Struct, frozen=True):
    """A tournament in the database; ``root`` is that of the seeds of all draws."""

    number: int
    root: Seed
    actions: list[RecordedAction]


class ConcurrentUpdateError(Exception):
    """Another hub wrote this action number; reload and retry."""


def encode_action(act: Action) -> str:
    """Return an action as JSON; raise ActionRefusedError if that cannot be decoded."""
    try:
        text = msgspec.json.encode(act).decode()
        msgspec.json.decode(text, type=Action)
    except (*JSON_ERRORS, UnicodeEncodeError) as fault:
        raise ActionRefusedError(
            "bounds", f"Saw an action that cannot be stored: {fault}. Enter it differently."
        ) from None
    return text


def decode_action(text: str) -> Action | None:
    try:
        act: Action = msgspec.json.decode(text, type=Action)
    except JSON_ERRORS:
        return None
    return act


async def load_newest_tournament(connection: Connection) -> StoredTournament | None:
    row = await connection.fetchrow(SELECT_NEWEST_TOURNAMENT)
    if row is None:
        return None
    rows = await connection.fetch(SELECT_ACTIONS, row["tournament_no"])
    actions = [RecordedAction(decode_action(act), by, at) for act, by, at in rows]
    return StoredTournament(row["tournament_no"], Seed(row["root"]), actions)


ResultT = TypeVar("ResultT")

ActionMaker = Callable[[Connection], Awaitable[Action]]
"""Write to the database and return the action to store in the same transaction."""


class DatabaseUnavailableError(Exception):
    """The database does not answer; nothing was changed."""


class ConflictError(RefusedError):
    """An action that the client had not seen changed the same subject."""

    def __init__(self, done: RecordedAction) -> None:
        message = f"The {done.by} has just changed this. Look at it again, then decide."
        super().__init__("overtaken", message)
        self.done = done


class TournamentService:
    """The latest ``tournament`` (read only; None before the first) and its ``actions``; it notifies ``subscribers``."""

    def __init__(self, url: str) -> None:
        self.tournament: Tournament | None = None
        self.actions: list[RecordedAction] = []
        self._url = url
        self._lock = asyncio.Lock()
        self._tournament_no = self._loads = 0
        self._root = Seed(b"")
        self._stale_marks = 0
        self._loaded_stale_marks: int | None = None
        self.subscribers = Subscribers()

    @property
    def version(self) -> tuple[int, ...]:
        """Differs if ``actions`` do: they grow, or are read anew."""
        return self._loads, self._tournament_no, len(self.actions)

    async def load_once(self) -> None:
        """Load the actions if they were never loaded; what viewers see is then kept up by others' reloads."""
        if not self._loads:
            await self.reload_if_stale()

    def mark_stale(self) -> None:
        """Reload the actions at the next refresh: the database may have changed."""
        self._stale_marks += 1
        self.subscribers.notify()

    async def reload_if_stale(self) -> None:
        async with self._lock:
            if self._loaded_stale_marks != self._stale_marks:
                await self.run_with_connection(self._load_tournament)
                self.subscribers.notify()

    async def run_with_connection(self, work: Callable[[Connection], Awaitable[ResultT]]) -> ResultT:
        try:
            async with open_connection(self._url) as connection:
                return await work(connection)
        except DATABASE_ERRORS as fault:
            raise DatabaseUnavailableError(f"The database does not answer; nothing was changed: {fault}") from None

    async def begin_tournament(self, begun: Callable[[str], BeginTournament], by: str) -> None:
        """Begin a tournament; ``begun`` makes its first action from the commitment.

        Raise ActionRefusedError if another one is not over.
        """
        await self.reload_if_stale()
        async with self._lock:
            if self.tournament is not None and not self.tournament.ended:
                raise ActionRefusedError("runs", f"{self.tournament.begun.name} is not over. End it first.")
            root = Seed(os.urandom(32))
            act = encode_action(begun(seed_of_draw(root, 0).hex()))

            async def insert_tournament(connection: Connection) -> None:
                await connection.execute(INSERT_TOURNAMENT, root, act, by)
                await self._load_tournament(connection)

            await self.run_with_connection(insert_tournament)
            self.subscribers.notify()

    async def apply_and_store(self, act: Action | ActionMaker, by: str, seen: int | None = None) -> bool:
        """Apply and store an action or an ``ActionMaker``'s; return False if nothing changed.

        Raise ActionRefusedError if it does not fit, ConflictError if an action on the same subject came after the
        first ``seen`` actions (None: no check).
        """
        await self.reload_if_stale()
        async with self._lock:
            return await self._apply_and_store_locked(act, by, seen)

    async def draw_and_store(self, said: str, by: str, seen: int) -> None:
        """Draw the next round in a thread; raise ActionRefusedError or ConflictError as `apply_and_store`."""
        await self.reload_if_stale()
        async with self._lock:
            tournament = self.tournament
            if tournament is None or not tournament.closed:
                raise ActionRefusedError("open", "Entry is still open. Close it first, then draw.")
            seed = seed_of_draw(self._root, len(tournament.seeds) + 1)
            await self._apply_and_store_locked(
                await asyncio.to_thread(draw_next_round, tournament, seed, said), by, seen
            )

    async def _apply_and_store_locked(self, wanted: Action | ActionMaker, by: str, seen: int | None) -> bool:
        tournament, text = self.tournament, ""
        if not callable(wanted):
            self._check_no_conflict(wanted, seen)
        if tournament is None:
            raise ActionRefusedError("none", "There is no tournament. Begin one.")
        if not callable(wanted):
            text = encode_action(wanted)
            if not tournament.apply_new(wanted):
                return False
        read_at, self._loaded_stale_marks = self._loaded_stale_marks, None  # stale until the action is stored

        async def insert_action(connection: Connection) -> RecordedAction:
            async with connection.transaction():
                act, kept_as = wanted, text
                if callable(act):
                    act = await act(connection)
                    kept_as = encode_action(act)
                    tournament.apply_new(act)
                try:
                    at = await connection.fetchval(
                        INSERT_ACTION, self._tournament_no, len(self.actions) + 1, kept_as, by
                    )
                except asyncpg.UniqueViolationError:
                    raise ConcurrentUpdateError from None
                return RecordedAction(act, by, at)

        try:
            self.actions.append(await self.run_with_connection(insert_action))
        except (ConcurrentUpdateError, DatabaseUnavailableError) as fault:
            self.tournament = tournament_from_actions([done.act for done in self.actions])  # without the failed action
            if isinstance(fault, DatabaseUnavailableError):
                raise
            await self.run_with_connection(self._load_tournament)
            raise ConflictError(self.actions[-1]) from None
        self._loaded_stale_marks = read_at
        self.subscribers.notify()
        return True

    def _check_no_conflict(self, act: Action, seen: int | None) -> None:
        about = conflict_subjects_of(act)
        for done in self.actions[len(self.actions) if seen is None else max(0, seen) :]:
            if done.act is not None and about & conflict_subjects_of(done.act) and done.act != act:
                raise ConflictError(done)

    async def _load_tournament(self, connection: Connection) -> None:
        stale_marks = self._stale_marks  # a mark set during this read requires another
        stored = await load_newest_tournament(connection)
        if stored is None:
            self.actions, self.tournament = [], None
        else:
            self._tournament_no, self._root, self.actions = stored.number, stored.root, stored.actions
            try:
                self.tournament = tournament_from_actions([done.act for done in self.actions])
            except ActionRefusedError:
                raise DatabaseUnavailableError(
                    "The first action of the tournament cannot be read; nothing was changed. Restore the hub's backup."
                ) from None
            if self.tournament.unfit:
                numbers = " ".join(map(str, self.tournament.unfit))
                log.warning("hub_acts_unfit", tournament=self.tournament.begun.commitment[:12], acts=numbers)
        self._loaded_stale_marks, self._loads = stale_marks, self._loads + 1
