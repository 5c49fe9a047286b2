"""Ingest: receive the tables' logs, commit them to the database, then acknowledge."""

import asyncio
import os
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import islice, zip_longest
from typing import Any, Final

import msgspec
from asyncpg import Connection
from msgspec import Struct
from msgspec.structs import replace

from controller import limits, log
from controller.backoff import Backoff
from controller.fleet.connection import BrokerConfig, BrokerConnection
from controller.fleet.log_messages import Ack, BadMessageError, Hello, HubPresence, LogPiece, Want, decode_message
from controller.fleet.messages import Presence
from controller.fleet.topics import ACK, HELLO, HUB, HUB_TOPIC, LOG, PRESENCE, WANT, parse_topic
from controller.reading import JSON_ERRORS
from hub.alerts import ClockAndLogFaults
from hub.replay.child import parse_game_name
from hub.restarts import run_with_restarts
from hub.store.connection import (
    DATABASE_ERRORS,
    INGEST_LOCK,
    VALUE_ERRORS,
    connect_with_retry,
    hold_table,
    load_held_tables,
    save_table_names,
)
from hub.store.stored_games import (
    GameHead,
    GameKey,
    JournalUid,
    NewEntries,
    append_entries,
    load_checksums,
    load_game_heads,
    load_journal_game_heads,
    register_journals,
)
from hub.validation import (
    AcceptedLogPiece,
    DailyQuota,
    VerifiedLogPiece,
    accept_or_answer_log_piece,
    build_hello_answer,
    limit_hello_to_page,
    parse_and_clamp,
    positions_where_hub_is_ahead,
    verify_log_piece,
)

MAX_BATCH_MESSAGES: Final = 200
"""Messages in one commit; messages that arrive meanwhile share the next commit."""

SMALL_COMMIT_ENTRIES: Final = 100

COMMIT_EVERY_S: Final = 0.025
"""Shortest time after a small commit: each costs as much as some twenty messages."""

MEMORY_PER_MESSAGE_BYTE: Final = 6
"""Bytes in memory per byte of a waiting message: strings, checksums and rows are Python objects."""


class ReceivedMessage(Struct, frozen=True):
    table: str
    message: Hello | VerifiedLogPiece
    journal: JournalUid
    size: int


class IngestQueue:
    def __init__(self) -> None:
        self.memory_bytes = 0
        self._messages_by_table: dict[str, deque[ReceivedMessage]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._messages_by_table.values()))

    def has_room_for(self, table: str) -> bool:
        return len(self._messages_by_table.get(table, ())) < limits.HUB_QUEUED_MESSAGES_PER_TABLE

    def append(self, message: ReceivedMessage) -> None:
        self._messages_by_table.setdefault(message.table, deque()).append(message)
        self.memory_bytes += MEMORY_PER_MESSAGE_BYTE * message.size

    def peek_batch(self) -> list[ReceivedMessage]:
        """Return the next batch, round robin over tables; it stays queued until removed."""
        turns = zip_longest(*(islice(batch, MAX_BATCH_MESSAGES) for batch in self._messages_by_table.values()))
        return list(islice((each for turn in turns for each in turn if each is not None), MAX_BATCH_MESSAGES))

    def remove_batch(self, batch: Sequence[ReceivedMessage]) -> None:
        """Remove the latest batch; its tables go to the end of the round."""
        for each in batch:
            rest = self._messages_by_table.pop(each.table)
            self.memory_bytes -= MEMORY_PER_MESSAGE_BYTE * rest.popleft().size
            if rest:
                self._messages_by_table[each.table] = rest

    def clear(self) -> None:
        self._messages_by_table.clear()
        self.memory_bytes = 0


FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 30.0
"""Pauses between database connections, doubled until entries are stored: each connection makes every table send
a hello."""

CLIENT_ID: Final = "hub-intake"
"""Constant, so that a restarted hub replaces its old session and last will."""

SUBSCRIBED_KINDS: Final = (HELLO, LOG, PRESENCE)

STANDBY_CHECK_EVERY_S: Final = 1.0
"""How often a standby tries to get the lock of the active hub."""

HOUSEKEEPING_EVERY_S: Final = 5.0
"""How often to save the tables' names and check whether tables over quota may send again."""


class Ingest:
    """Writes tables' logs to the database, under a lock that only one hub can hold; others are standbys.

    Attributes:
        active: this hub has had the lock, and no other one since.
        standby: another hub has it. Neither is set until the database has answered.
    """

    def __init__(self, url: str, broker: BrokerConfig) -> None:
        self.stored_entry_count = 0
        self.active, self.standby = asyncio.Event(), asyncio.Event()
        self._url = url
        self.quota = DailyQuota()
        self.clock_and_log_faults = ClockAndLogFaults()
        self._queue = IngestQueue()
        self._message_arrived = asyncio.Event()
        self._name_by_table: dict[str, str] = {}
        self._boot = ""
        self._retries = log.RetryLog()
        self._owners: dict[JournalUid, str] = {}
        self._heads: dict[GameKey, GameHead] = {}
        self._connection_task: asyncio.Task[None] | None = None
        self._broker = BrokerConnection(
            broker,
            CLIENT_ID,
            will=(HUB_TOPIC, HubPresence(online=False, boot="")),
            filters=[kind.topic_of("+") for kind in SUBSCRIBED_KINDS],
            on_connect=self._publish_presence,
            on_message=self.verify_and_queue_message,
        )

    async def run(self) -> None:
        """Ingest forever; on exit publish that the hub is offline."""
        backoff = Backoff(FIRST_PAUSE_S, LONGEST_PAUSE_S)
        try:
            while True:
                before = self.stored_entry_count
                with suppress(*DATABASE_ERRORS):
                    await self._ingest_until_connection_lost()
                if self.stored_entry_count > before:
                    backoff.reset()
                    self._retries.log_recovery()
                await asyncio.sleep(backoff.pause_after_failure_s())
        finally:
            await self._go_offline()

    async def run_while_active(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run ``work``, which raises nothing, each time this hub is active, and cancel it when another one is."""
        while True:
            await self.active.wait()
            async with asyncio.TaskGroup() as tasks:
                task = tasks.create_task(work())
                await self.standby.wait()
                task.cancel()

    async def _ingest_until_connection_lost(self) -> None:
        """Each connection has a new boot id: the database may be another."""
        connection = await connect_with_retry(self._url)
        try:
            while not await connection.fetchval("select pg_try_advisory_lock($1)", INGEST_LOCK):
                if not self.standby.is_set():
                    log.info("hub_waits", why="another hub writes to this database")
                    self.active.clear()
                    self.standby.set()
                    await self._go_offline()
                await asyncio.sleep(STANDBY_CHECK_EVERY_S)
            self.standby.clear()
            self.active.set()
            self._boot = os.urandom(8).hex()
            self._owners.clear()
            self._heads.clear()
            self.quota.set_held(await load_held_tables(connection))
            self._publish_presence()
            if self._connection_task is None:
                self._connection_task = asyncio.create_task(
                    run_with_restarts("the connection to the broker", self._broker.run)
                )
            log.info("hub_takes", boot=self._boot)
            await self._store_batches_forever(connection)
        except DATABASE_ERRORS as fault:
            now_s, waiting = asyncio.get_running_loop().time(), {"waiting": len(self._queue)}
            self._retries.log_failure("hub_database_lost", now_s, waiting, seen=f"{type(fault).__name__}: {fault}")
            raise
        finally:
            connection.terminate()

    async def _go_offline(self) -> None:
        """The next hub with the lock publishes its own presence."""
        if self._connection_task is not None:
            self._boot = ""
            self._publish_presence()
            await self._broker.close()
            self._connection_task.cancel()
            self._connection_task = None
            self._queue.clear()

    async def _store_batches_forever(self, connection: Connection) -> None:
        loop = asyncio.get_running_loop()
        look_at_s = loop.time() + HOUSEKEEPING_EVERY_S
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(look_at_s):
                    await self._message_arrived.wait()
            begun_s = loop.time()
            if begun_s >= look_at_s:
                await save_table_names(connection, self._name_by_table)
                await self._request_hellos_after_release(connection)
                look_at_s = loop.time() + HOUSEKEEPING_EVERY_S
            before = self.stored_entry_count
            await self._commit_and_answer_batch(connection)
            if self.stored_entry_count - before < SMALL_COMMIT_ENTRIES:
                await asyncio.sleep(begun_s + COMMIT_EVERY_S - loop.time())

    async def _commit_and_answer_batch(self, connection: Connection) -> None:
        """If the connection is lost before the commit, the batch stays queued."""
        now = self._queue.peek_batch()
        answers: list[tuple[str, Ack | Want]] = []
        if now:
            try:
                answers = await self._store_batch(connection, now)
            except VALUE_ERRORS as fault:
                answers = await self._store_one_by_one(connection, now, fault)
            self._queue.remove_batch(now)
        for table, answer in answers:
            kind = ACK if isinstance(answer, Ack) else WANT
            self._broker.publish(kind.topic_of(table), kind, replace(answer, boot=self._boot))
        if self._queue.memory_bytes < limits.HUB_QUEUE_BYTES // 2:
            self._broker.set_reading_paused(paused=False)  # first: paused connections read no acks
        if any(isinstance(answer, Want) for _, answer in answers):
            with suppress(TimeoutError):
                await self._broker.wait_for_acks()
        if not self._queue:
            self._message_arrived.clear()

    async def _store_one_by_one(
        self, connection: Connection, all_: Sequence[ReceivedMessage], why: Exception
    ) -> list[tuple[str, Ack | Want]]:
        if len(all_) == 1:
            log.warning("hub_not_kept", table=all_[0].table, seen=why)
            return []
        answers = []
        for each in all_:
            try:
                answers += await self._store_batch(connection, [each])
            except VALUE_ERRORS as fault:
                log.warning("hub_not_kept", table=each.table, seen=fault)
        return answers

    async def _store_batch(
        self, connection: Connection, batch: Sequence[ReceivedMessage]
    ) -> list[tuple[str, Ack | Want]]:
        mine = await self._register_and_filter_by_owner(connection, batch)
        greeted = {each.table: each for each in mine if isinstance(each.message, Hello)}
        for each in greeted.values():
            if isinstance(each.message, Hello):
                self.clock_and_log_faults.check_clock_clear_refusals(each.table, each.message.utc, datetime.now(UTC))
        answers: list[tuple[str, Ack | Want]] = list(await self._store_log_pieces(connection, mine))
        for each in greeted.values():  # of repeated hellos, answer only the latest
            if isinstance(hello := each.message, Hello):
                if each.table in self.quota.held_tables:
                    answers.append((each.table, Want(hello.journal, page=hello.first)))
                    continue
                hello = limit_hello_to_page(hello)
                kept = await load_journal_game_heads(connection, each.journal, hello.first, hello.last)
                places = positions_where_hub_is_ahead(hello, kept)
                there = await load_checksums(connection, each.journal, places) if places else {}
                answer = build_hello_answer(hello, kept, there)
                for refused in answer.refused:
                    self.clock_and_log_faults.record_refusal(each.table, refused.why)
                answers.append((each.table, answer))
        return answers

    async def _register_and_filter_by_owner(
        self, connection: Connection, batch: Sequence[ReceivedMessage]
    ) -> list[ReceivedMessage]:
        new: dict[JournalUid, tuple[str, JournalUid | None]] = {}
        for each in batch:
            if isinstance(each.message, Hello):
                continues = each.message.continues
                new[each.journal] = each.table, None if continues is None else JournalUid(bytes.fromhex(continues))
            elif each.journal not in self._owners:
                new.setdefault(each.journal, (each.table, None))
        if new:
            if len(self._owners) > limits.HUB_JOURNALS_CACHED:
                self._owners.clear()
            self._owners |= await register_journals(connection, new)
        for each in batch:
            if (owner := self._owners.get(each.journal)) is None:
                why = (
                    f"more than {limits.HUB_JOURNALS_PER_TABLE} journals of a table, "
                    f"or more than {limits.HUB_TABLES_STORED} tables"
                )
                log.warning("hub_refuses", table=each.table, why=why)
            elif owner != each.table:
                log.warning("hub_refuses", table=each.table, why="the journal belongs to another table")
        return [each for each in batch if self._owners.get(each.journal) == each.table]

    async def _store_log_pieces(
        self, connection: Connection, batch: Sequence[ReceivedMessage]
    ) -> list[tuple[str, Ack | Want]]:
        pieces = [
            (each, (each.journal, message.piece.game), message)
            for each in batch
            if isinstance(message := each.message, VerifiedLogPiece)
        ]
        if not pieces:
            return []
        keys = {key for _, key, _ in pieces}
        if len(self._heads) > limits.HUB_JOURNALS_CACHED:
            self._heads.clear()
        if unknown := keys - self._heads.keys():
            self._heads |= await load_game_heads(connection, unknown)
        kept = {key: self._heads[key] for key in keys & self._heads.keys()}
        new_entries: dict[GameKey, NewEntries] = {}
        answers: dict[tuple[str, GameKey, type[Ack | Want]], Ack | Want] = {}
        stored: list[tuple[str, int, int]] = []
        for each, key, message in pieces:
            table, piece, found = each.table, message.piece, accept_or_answer_log_piece(message, kept.get(key))
            if isinstance(found, AcceptedLogPiece):
                last = found.entries[-1]
                after, rules = bytes.fromhex(piece.after), parse_game_name(found.entries[0].action)
                begun = NewEntries(key, piece.begun_utc, piece.castles, after, (), (), None, piece.fixture, rules)
                growth = new_entries.get(key, begun)
                outcome = None if found.outcome is None else msgspec.json.encode(found.outcome).decode()
                new_entries[key] = replace(
                    growth,
                    entries=(*growth.entries, *found.entries),
                    rows=(*growth.rows, *found.rows),
                    outcome=outcome,
                )
                kept[key] = GameHead(last.seq, last.checksum, over=found.outcome is not None)
                stored.append((table, each.size, len(found.entries)))
                answer: Ack | Want = Ack(piece.journal, piece.game, last.seq)
                if found.broken is not None:
                    answers[table, key, Ack] = answer
                    answer = Want(piece.journal, refused=(found.broken,))
            else:
                answer = found
            answers[table, key, type(answer)] = answer
            for refused in answer.refused if isinstance(answer, Want) else ():
                self.clock_and_log_faults.record_refusal(table, refused.why)
                log.warning("hub_refuses", table=table, game=piece.game, seq=refused.seq, why=refused.why)
        if new_entries:
            await append_entries(connection, new_entries.values())
            self._heads |= {key: kept[key] for key in new_entries}
            self.stored_entry_count += sum(len(each.entries) for each in new_entries.values())
        for table, size, count in stored:
            if self.quota.count(table, size, count, asyncio.get_running_loop().time()):
                log.warning(
                    "hub_holds", table=table, why=f"it sent over {limits.HUB_TABLE_BYTES_PER_DAY} bytes in a day"
                )
                await hold_table(connection, table)
        return [(table, answer) for (table, _, _), answer in answers.items()]

    def verify_and_queue_message(self, topic: str, payload: bytes) -> None:
        table, name = parse_topic(topic)
        if not table:
            return
        if name == PRESENCE.name:
            presence = parse_and_clamp(payload, Presence)
            if (
                presence is not None
                and presence.name
                and (table in self._name_by_table or len(self._name_by_table) < limits.HUB_TABLES)
            ):
                self._name_by_table[table] = presence.name
            return
        try:
            if name == LOG.name and table in self.quota.held_tables:
                return  # over quota: the table sends it again later
            if not self._queue.has_room_for(table):
                log.warning("hub_drops", table=table, why="its queue is full; it will send the message again")
                return
            message = (
                verify_log_piece(decode_message(payload, LogPiece))
                if name == LOG.name
                else decode_message(payload, Hello)
            )
        except (BadMessageError, *JSON_ERRORS) as fault:
            log.warning("hub_not_understood", table=table, topic=name, seen=fault)
            return
        journal = message.piece.journal if isinstance(message, VerifiedLogPiece) else message.journal
        self._queue.append(ReceivedMessage(table, message, JournalUid(bytes.fromhex(journal)), len(payload)))
        self._message_arrived.set()
        if self._queue.memory_bytes > limits.HUB_QUEUE_BYTES:
            self._broker.set_reading_paused(paused=True)

    async def _request_hellos_after_release(self, connection: Connection) -> None:
        """A new boot id makes all tables send a hello."""
        if self.quota.held_tables and self.quota.set_held(await load_held_tables(connection)):
            self._boot = os.urandom(8).hex()
            self._publish_presence()

    def _publish_presence(self) -> None:
        utc = datetime.now(UTC).isoformat(timespec="seconds")
        self._broker.publish(HUB_TOPIC, HUB, HubPresence(self._boot != "", self._boot, version("royaltable"), utc))
