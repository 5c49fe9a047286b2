"""The tournament for its page: the value that viewers see, kept while nothing changes, and overdue tables."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import msgspec

from controller import limits
from controller.store.certificates.page_encryption import now_utc
from controller.store.journal.times import EARLIEST_CREDIBLE_YEAR
from controller.texts.translation import translate
from hub.alerts import AlertCause, AlertCode
from hub.replay.worker import WorkerSet, json_of_answer
from hub.room import Room
from hub.table_management import TableManager
from hub.tournament_service.fixtures import overdue_tables
from hub.tournament_service.service import RecordedAction, TournamentService

NO_TOURNAMENT_VALUE: Final = b'{"exists":false,"count":0}'

POINTS_EVERY_S: Final = 2.0
"""How often points of running games are refreshed."""

PAUSE_PER_COMPUTE_TIME: Final = 2
"""The pause after each value, as a multiple of the time that computing it took."""


@dataclass(frozen=True, slots=True)
class _CachedValue:
    inputs: tuple[Any, ...]
    version: tuple[int, ...]
    at_s: float
    value: bytes


class LiveTournament:
    """The tournament for its page; ``utc_now`` tells after a restart how long a round's clock has run.

    What viewers see is computed by ``workers`` from the stored actions, while players go on.
    """

    def __init__(
        self,
        url: str,
        tables: TableManager,
        room: Room,
        utc_now: Callable[[], datetime] = now_utc,
        *,
        workers: WorkerSet,
    ) -> None:
        self.service = TournamentService(url)
        self._workers = workers
        self._utc_now = utc_now
        self._round_clock: tuple[RecordedAction, float] | None = None
        self._tables = tables
        self._room = room
        self._lock, self._computing = asyncio.Lock(), asyncio.Lock()
        self._rests_until_s = 0.0
        self._cached: _CachedValue | None = None

    async def current_json(self) -> bytes:
        """Return `tournament_to_json`'s value, computed for each count of actions, and when points change.

        Raises:
            WorkerError: it could not be computed.
        """
        async with self._lock:
            loop, made, service = asyncio.get_running_loop(), self._cached, self.service
            reports = {table: each.fixture for table, each in self._tables.desired.reports.items() if each.fixture}
            inputs = (self._room.castle_points_by_table(), reports, self._round_clock_end_s())
            if (
                made is None
                or made.version != service.version
                or (made.inputs != inputs and loop.time() - made.at_s >= POINTS_EVERY_S)
            ):
                version = service.version
                value = NO_TOURNAMENT_VALUE
                if service.tournament is not None:
                    value = await self._compute("tournament", [done.act for done in service.actions], *inputs)
                self._cached = made = _CachedValue(inputs, version, loop.time(), value)
            return made.value

    async def standings_csv(self, language: str) -> bytes:
        """Return a file that spreadsheets of this language open with columns and numbers; raise WorkerError."""
        heading = translate(language, "list-standings").split(", ")
        decimal_sign = translate(language, "number-separators")[1]
        text = await self._compute("standings", [done.act for done in self.service.actions], heading, decimal_sign)
        return msgspec.json.decode(text, type=bytes)

    async def record(self) -> bytes:
        """Raise WorkerError."""
        actions = self.service.actions
        text = await self._compute("record", [done.act for done in actions], [(done.by, done.at) for done in actions])
        return msgspec.json.decode(text, type=bytes)

    async def qr_svg(self, address: str) -> bytes:
        """Return the QR code of an address as SVG; raise WorkerError."""
        return msgspec.json.decode(json_of_answer(await self._workers.call_method("qr", address)), type=bytes)

    async def _compute(self, method: str, *args: Any) -> bytes:
        """Compute one value at a time, and rest after it: each of many actions makes another."""
        within_s, most = limits.TOURNAMENT_VALUE_S, 2 * limits.TOURNAMENT_RECORD_BYTES
        now_s = asyncio.get_running_loop().time
        async with self._computing:
            await asyncio.sleep(self._rests_until_s - now_s())
            begun_s = now_s()
            try:
                return json_of_answer(await self._workers.call_method(method, *args, within_s=within_s, most=most))
            finally:
                self._rests_until_s = now_s() + PAUSE_PER_COMPUTE_TIME * (now_s() - begun_s)

    def overdue_alert_causes(self) -> frozenset[AlertCause]:
        late = overdue_tables(self.service.tournament, self._round_clock_end_s(), asyncio.get_running_loop().time())
        return frozenset(AlertCause(table, AlertCode.LATE) for table in late)

    def _round_clock_end_s(self) -> float | None:
        """Return when the round's clock ends, on the loop's clock: a wall clock that is set moves no running round."""
        tournament = self.service.tournament
        if tournament is None or tournament.clock is None or tournament.clock[0] > len(self.service.actions):
            return None
        started = self.service.actions[tournament.clock[0] - 1]
        if self._round_clock is None or self._round_clock[0] != started:
            is_credible = started.at.year >= EARLIEST_CREDIBLE_YEAR
            elapsed_s = (self._utc_now() - started.at).total_seconds() if is_credible else 0.0
            self._round_clock = started, asyncio.get_running_loop().time() - max(0.0, elapsed_s)
        return self._round_clock[1] + 60 * tournament.clock[1]

    async def watch_json(self) -> AsyncIterator[msgspec.Raw]:
        with self.service.subscribers.subscribe() as changed:
            while True:
                changed.clear()
                yield msgspec.Raw(await self.current_json())
                await asyncio.sleep(limits.ROOM_UPDATE_EVERY_S)
                with suppress(TimeoutError):
                    async with asyncio.timeout(POINTS_EVERY_S):
                        await changed.wait()
