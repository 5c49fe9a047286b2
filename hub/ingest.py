"""The task that takes what tables say: from the broker into the database, acknowledged once it is kept."""

import asyncio
import os
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import islice, zip_longest
from typing import Final

import msgspec
from asyncpg import Connection
from msgspec import Struct
from msgspec.structs import replace

from controller import limits, log
from controller.backoff import Backoff
from controller.fleet.connection import BrokerConfig, BrokerConnection
from controller.fleet.log_messages import Ack, BadMessageError, Hello, HubPresence, LogPiece, Want
from controller.fleet.log_messages import decode as read
from controller.fleet.topics import ACK, HELLO, HUB, HUB_TOPIC, LOG, PRESENCE, WANT
from controller.reading import NO_JSON
from hub.alerts import ShippingFaults
from hub.engines.broker_users import TABLE_ID
from hub.restarts import run_with_restarts
from hub.store.connection import (
    DATABASE_ERRORS,
    INTAKE_LOCK,
    VALUE_ERRORS,
    connect_with_retry,
    held_tables,
    hold,
    save_names,
)
from hub.store.stored_games import (
    GameKey,
    Head,
    JournalUid,
    NewEntries,
    append_entries,
    load_checksums,
    load_heads,
    load_heads_of_journal,
    register_journals,
)
from hub.validation import (
    Accepted,
    Duplicate,
    Gap,
    Quota,
    Rejected,
    VerifiedPiece,
    answer_hello,
    judge_piece,
    limit_to_page,
    positions_behind,
    verify_piece,
)
from hub.validation import parse_presence as presence_in

MAX_BATCH: Final = 200
"""Messages that share a commit at most; what comes meanwhile shares the next."""

MEMORY_FACTOR: Final = 5
"""Octets of a message that waits, for each that came: texts and checksums are values of their own then."""


class Received(Struct, frozen=True):
    table: str
    message: Hello | VerifiedPiece
    journal: JournalUid
    octets: int


class IngestQueue:
    def __init__(self) -> None:
        self.octets = 0
        self._of: dict[str, deque[Received]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._of.values()))

    def counts(self) -> Mapping[str, int]:
        return {table: len(told) for table, told in self._of.items()}

    def has_room(self, table: str) -> bool:
        return len(self._of.get(table, ())) < limits.HUB_QUEUED_MESSAGES_PER_TABLE

    def add(self, told: Received) -> None:
        self._of.setdefault(told.table, deque()).append(told)
        self.octets += MEMORY_FACTOR * told.octets

    def next(self) -> list[Received]:
        """One message of each table, then a second of each: nobody's many delay another's one. They wait on."""
        turns = zip_longest(*(islice(told, MAX_BATCH) for told in self._of.values()))
        return list(islice((each for turn in turns for each in turn if each is not None), MAX_BATCH))

    def done(self, told: Sequence[Received]) -> None:
        """These, as ``next`` gave them, wait no more; it is the others' turn first."""
        for each in told:
            rest = self._of.pop(each.table)
            self.octets -= MEMORY_FACTOR * rest.popleft().octets
            if rest:
                self._of[each.table] = rest

    def forget(self) -> None:
        self._of.clear()
        self.octets = 0


FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 30.0
"""Before the database is looked for anew: longer each time, until something could be kept, since each new connection
makes all tables say what they have."""

CLIENT_ID: Final = "hub-intake"
"""Always the same, so that a hub that is back takes back the will of the one that died."""

KINDS: Final = (HELLO, LOG, PRESENCE)

CHECK_EVERY_S: Final = 5.0
"""Between two looks at names, and at which tables may go on."""


class Ingest:
    """Owner of what waits for the database, and of the lock that lets one hub write; ``taken`` counts entries."""

    def __init__(self, url: str, broker: BrokerConfig) -> None:
        self.taken = 0
        self._url = url
        self.quota = Quota()
        self.watch = ShippingFaults()
        self._waiting = IngestQueue()
        self._came = asyncio.Event()
        self._names: dict[str, str] = {}
        self._boot = ""
        self._owners: dict[JournalUid, str] = {}
        self._talking: asyncio.Task[None] | None = None
        self._line = BrokerConnection(
            broker,
            CLIENT_ID,
            will=(HUB_TOPIC, HubPresence(online=False, boot="")),
            hears=[kind.of("+") for kind in KINDS],
            on_connect=self._say_who,
            on_message=self._on_message,
        )

    async def run(self) -> None:
        """Take what tables say, for ever; at the end the broker is told that the hub is gone."""
        backoff = Backoff(FIRST_PAUSE_S, LONGEST_PAUSE_S)
        try:
            while True:
                before = self.taken
                with suppress(*DATABASE_ERRORS):
                    await self._with_the_database()
                if self.taken > before:
                    backoff.reset()
                await asyncio.sleep(backoff.next_pause_s())
        finally:
            await self._fall_silent()

    async def _with_the_database(self) -> None:
        """Write while the connection lasts; each has a boot of its own, since what was kept may be another's."""
        connection = await connect_with_retry(self._url)
        try:
            if not await connection.fetchval("select pg_try_advisory_lock($1)", INTAKE_LOCK):
                log.info("hub_waits", why="another hub writes to this database")
                await self._fall_silent()
                await connection.execute("select pg_advisory_lock($1)", INTAKE_LOCK, timeout=None)
            self._boot = os.urandom(8).hex()
            self._owners.clear()
            self.quota.hold(await held_tables(connection))
            self._say_who()
            if self._talking is None:
                self._talking = asyncio.create_task(run_with_restarts("the line of what is kept", self._line.run))
            log.info("hub_takes", boot=self._boot)
            await self._take_for_ever(connection)
        except DATABASE_ERRORS as fault:
            log.warning(
                "hub_database_lost",
                seen=f"{type(fault).__name__}: {fault}",
                waiting=len(self._waiting),
            )
            raise
        finally:
            connection.terminate()

    async def _fall_silent(self) -> None:
        """Whoever writes now says so; until then nobody does."""
        if self._talking is not None:
            self._boot = ""
            self._say_who()
            await self._line.close()
            self._talking.cancel()
            self._talking = None
            self._waiting.forget()

    async def _take_for_ever(self, connection: Connection) -> None:
        loop = asyncio.get_running_loop()
        look_at_s = loop.time() + CHECK_EVERY_S
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(look_at_s):
                    await self._came.wait()
            if loop.time() >= look_at_s:
                await save_names(connection, self._names)
                await self._let_go_on(connection)
                look_at_s = loop.time() + CHECK_EVERY_S
            await self._take(connection)

    async def _take(self, connection: Connection) -> None:
        """One commit; what it was about waits on where the connection is lost in between."""
        now = self._waiting.next()
        answers: list[tuple[str, Ack | Want]] = []
        if now:
            try:
                answers = await self._kept(connection, now)
            except VALUE_ERRORS as fault:
                answers = await self._one_by_one(connection, now, fault)
            self._waiting.done(now)
        for table, answer in answers:
            kind = ACK if isinstance(answer, Ack) else WANT
            self._line.say(kind.of(table), kind, replace(answer, boot=self._boot))
        if self._waiting.octets < limits.HUB_QUEUE_BYTES // 2:
            self._line.hold(held=False)  # first: a line that is held reads no acknowledgement
        if any(isinstance(answer, Want) for _, answer in answers):
            with suppress(TimeoutError):
                await self._line.heard_out()
        if not self._waiting:
            self._came.clear()

    async def _one_by_one(
        self, connection: Connection, all_: Sequence[Received], why: Exception
    ) -> list[tuple[str, Ack | Want]]:
        if len(all_) == 1:
            log.warning("hub_not_kept", table=all_[0].table, seen=why)
            return []
        answers = []
        for each in all_:
            try:
                answers += await self._kept(connection, [each])
            except VALUE_ERRORS as fault:
                log.warning("hub_not_kept", table=each.table, seen=fault)
        return answers

    async def _kept(self, connection: Connection, told: Sequence[Received]) -> list[tuple[str, Ack | Want]]:
        mine = await self._of_their_own(connection, told)
        greeted = {each.table: each for each in mine if isinstance(each.message, Hello)}
        for each in greeted.values():
            if isinstance(each.message, Hello):
                self.watch.on_hello(each.table, each.message.utc, datetime.now(UTC))
        answers: list[tuple[str, Ack | Want]] = list(await self._logs(connection, mine))
        for each in greeted.values():  # a table that has said it again waits for the answer to the latest
            if isinstance(hello := each.message, Hello):
                if each.table in self.quota.held:
                    answers.append((each.table, Want(hello.journal, page=hello.first)))
                    continue
                hello = limit_to_page(hello)
                kept = await load_heads_of_journal(connection, each.journal, hello.first, hello.last)
                places = positions_behind(hello, kept)
                there = await load_checksums(connection, each.journal, places) if places else {}
                answer = answer_hello(hello, kept, there)
                for refused in answer.refused:
                    self.watch.on_refusal(each.table, refused.why)
                answers.append((each.table, answer))
        return answers

    async def _of_their_own(self, connection: Connection, told: Sequence[Received]) -> list[Received]:
        new: dict[JournalUid, tuple[str, JournalUid | None]] = {}
        for each in told:
            if isinstance(each.message, Hello):
                continues = each.message.continues
                new[each.journal] = each.table, None if continues is None else JournalUid(bytes.fromhex(continues))
            elif each.journal not in self._owners:
                new.setdefault(each.journal, (each.table, None))
        if new:
            if len(self._owners) > limits.HUB_JOURNALS_CACHED:
                self._owners.clear()
            self._owners |= await register_journals(connection, new)
        for each in told:
            if (owner := self._owners.get(each.journal)) is None:
                why = (
                    f"no more than {limits.HUB_JOURNALS_PER_TABLE} journals of a table are taken, "
                    f"of {limits.HUB_TABLES_STORED} tables"
                )
                log.warning("hub_refuses", table=each.table, why=why)
            elif owner != each.table:
                log.warning("hub_refuses", table=each.table, why="it speaks of another table's journal")
        return [each for each in told if self._owners.get(each.journal) == each.table]

    async def _logs(self, connection: Connection, told: Sequence[Received]) -> list[tuple[str, Ack | Want]]:
        pieces = [
            (each, (each.journal, message.piece.game), message)
            for each in told
            if isinstance(message := each.message, VerifiedPiece)
        ]
        if not pieces:
            return []
        kept = await load_heads(connection, {key for _, key, _ in pieces})
        growths: dict[GameKey, NewEntries] = {}
        answers: dict[tuple[str, GameKey, type[Ack | Want]], Ack | Want] = {}
        brought: list[tuple[str, int, int]] = []
        for each, key, message in pieces:
            table, piece, found = each.table, message.piece, judge_piece(message, kept.get(key))
            refused = found.refused if isinstance(found, Rejected) else None
            if isinstance(found, Gap):
                answers[table, key, Want] = Want(piece.journal, games=(found.wanted,))
            elif isinstance(found, Duplicate):
                answers[table, key, Ack] = Ack(piece.journal, piece.game, found.seq)
            elif isinstance(found, Accepted):
                refused, last = found.broken, found.rows[-1]
                after, fixture = bytes.fromhex(piece.after), piece.fixture
                begun = NewEntries(key, piece.begun_utc, piece.castles, after, (), None, fixture)
                growth = growths.get(key, begun)
                outcome = None if found.outcome is None else msgspec.json.encode(found.outcome).decode()
                growths[key] = replace(growth, rows=[*growth.rows, *found.rows], outcome=outcome)
                kept[key] = Head(last.seq, last.checksum, over=found.outcome is not None)
                answers[table, key, Ack] = Ack(piece.journal, piece.game, last.seq)
                brought.append((table, each.octets, len(found.rows)))
            if refused is not None:
                self.watch.on_refusal(table, refused.why)
                log.warning("hub_refuses", table=table, game=piece.game, seq=refused.seq, why=refused.why)
                answers[table, key, Want] = Want(piece.journal, refused=(refused,))
        if growths:
            await append_entries(connection, growths.values())
            self.taken += sum(len(each.rows) for each in growths.values())
        for table, octets, entries in brought:
            if self.quota.brings(table, octets, entries, asyncio.get_running_loop().time()):
                log.warning(
                    "hub_holds", table=table, why=f"it brought over {limits.HUB_TABLE_BYTES_PER_DAY} octets in a day"
                )
                await hold(connection, table)
        return [(table, answer) for (table, _, _), answer in answers.items()]

    def _on_message(self, topic: str, payload: bytes) -> None:
        table, _, name = topic.removeprefix("royaltable/v1/").partition("/")
        if TABLE_ID.fullmatch(table) is None:
            return
        if name == PRESENCE.name:
            presence = presence_in(payload)
            if (
                presence is not None
                and presence.name
                and (table in self._names or len(self._names) < limits.HUB_TABLES)
            ):
                self._names[table] = presence.name
            return
        try:
            if name == LOG.name and table in self.quota.held:
                return  # it says that again, and nobody asked
            if not self._waiting.has_room(table):
                log.warning("hub_drops", table=table, why="it says more than can be kept, and will say it again")
                return
            message = verify_piece(read(payload, LogPiece)) if name == LOG.name else read(payload, Hello)
        except (BadMessageError, *NO_JSON) as fault:
            log.warning("hub_not_understood", table=table, topic=name, seen=fault)
            return
        journal = message.piece.journal if isinstance(message, VerifiedPiece) else message.journal
        self._waiting.add(Received(table, message, JournalUid(bytes.fromhex(journal)), len(payload)))
        self._came.set()
        if self._waiting.octets > limits.HUB_QUEUE_BYTES:
            self._line.hold(held=True)

    async def _let_go_on(self, connection: Connection) -> None:
        """Hear which tables may bring more again; a new boot lets all say what they have."""
        if self.quota.held and self.quota.hold(await held_tables(connection)):
            self._boot = os.urandom(8).hex()
            self._say_who()

    def _say_who(self) -> None:
        """Which boot writes; none while the database is not ours."""
        utc = datetime.now(UTC).isoformat(timespec="seconds")
        self._line.say(HUB_TOPIC, HUB, HubPresence(self._boot != "", self._boot, version("royaltable"), utc))
