"""A deterministic simulation of tables, broker, hub and database in virtual time, which ship and store logs.

The real tasks of table and hub run over a broker and a database in memory. For fifteen minutes processes are killed,
connections cut, journals copied and restored; then nothing fails, and all must agree in the end. To print one run:

    python -m tests.hub.simulation --seed N
"""

import asyncio
import copy
import logging
import random
from argparse import ArgumentParser
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import asyncpg
import msgspec

from controller import limits
from controller.fleet import backlog, log_messages, messages, topics
from controller.fleet.connection import WILL_DELAY_S, BrokerConfig
from controller.games.contract.rules import Outcome
from controller.service.fleet.shipping import LogShipper, NoMessage
from controller.store.journal import chain
from hub import ingest
from hub.ingest import Ingest
from hub.store.stored_games import GameHead, GameKey, JournalUid, NewEntries, verify_chain
from tests.support.virtual import run_virtual

TABLES = 4
ROUGH_S = 900.0
SETTLES_S = 1.5 * 3600.0
BROKER = BrokerConfig("broker", 1)
LATE = -1
"""Session of a duplicate: whichever is current when it arrives."""

BEGIN = bytes(8)
END = Outcome(1, (), {})
PIECE, PAGE, SETTLED_AFTER = 3, 2, 2
"""Entries of a piece, games of a hello, newest games that are always listed: few, so that all need several."""


class Failure(Exception):
    """A promise of the product is broken."""


class Net:
    """The broker and the network."""

    def __init__(self, world: "World") -> None:
        self.world = world
        self.chance = world.chance
        self.up = True
        self.retained: dict[str, bytes] = {}
        self.connections: list[SimConnection] = []
        self.log_message_at_s = 0.0

    def publish(self, topic: str, kind: topics.TopicKind, value: Any) -> None:
        self.world.check_message(topic, value)
        payload = value if isinstance(value, bytes) else msgspec.json.encode(value)
        if kind.retained:
            self.retained[topic] = payload
        for connection in self.connections:
            if connection.wants(topic):
                self.deliver(connection, topic, payload, tidy=kind.retained)

    def deliver(self, connection: "SimConnection", topic: str, payload: bytes, *, tidy: bool = False) -> None:
        loop, chance = asyncio.get_running_loop(), self.chance
        connection.next_at_s = max(connection.next_at_s, loop.time()) + chance.expovariate(20)
        copies = [(connection.next_at_s, connection.session)]
        if self.world.rough and not tidy:
            fate = chance.random()
            if fate < 0.05:
                copies = []
            elif fate < 0.12:
                copies = [(loop.time() + chance.uniform(0, 5), connection.session)]
            elif fate < 0.25:  # twice: at once, or much later
                later_s = chance.choice([0.0, chance.uniform(0, 120)])
                copies.append((connection.next_at_s + later_s, LATE))
        for at_s, session in copies:
            loop.call_at(at_s, connection.receive, session, topic, payload)

    def cut(self, connections: Collection["SimConnection"]) -> None:
        for connection in [each for each in self.connections if each in connections]:
            connection.drop()
            if connection.will is not None:
                asyncio.get_running_loop().call_later(WILL_DELAY_S, self._publish_will, connection)

    def _publish_will(self, connection: "SimConnection") -> None:
        if not any(each.client == connection.client for each in self.connections):
            topic, value = connection.will
            self.publish(topic, topics.PRESENCE, value)

    def restart(self) -> None:
        """Disconnect all; half of the time retained messages are lost."""
        self.cut(list(self.connections))
        if self.chance.random() < 0.5:
            self.retained.clear()


class SimConnection:
    """In the place of ``controller.fleet.connection.BrokerConnection``."""

    def __init__(
        self,
        net: Net,
        _broker: BrokerConfig,
        client: str,
        *,
        will: Any,
        filters: Sequence[str] = (),
        on_connect: Callable[[], None] = lambda: None,
        on_message: Callable[[str, bytes], object] = lambda _topic, _payload: None,
    ) -> None:
        self.net, self.client, self.will = net, client, will
        self.filters, self.on_connect, self.on_message = filters, on_connect, on_message
        self.connected, self.dead, self.paused = False, False, False
        self.waiting: list[tuple[int, str, bytes]] = []
        self.session, self.next_at_s = 0, 0.0
        self._lost = asyncio.Event()

    async def run(self) -> None:
        while not self.dead:
            await asyncio.sleep(self.net.chance.uniform(0.1, 3.0))
            if self.dead or not self.net.up:
                continue
            self.net.cut([connection for connection in self.net.connections if connection.client == self.client])
            self.net.connections.append(self)
            self.connected, self._lost = True, asyncio.Event()
            self.session += 1
            for topic, payload in self.net.retained.items():
                if self.wants(topic):
                    self.net.deliver(self, topic, payload, tidy=True)
            self.on_connect()
            await self._lost.wait()

    def wants(self, topic: str) -> bool:
        kind = topic.rpartition("/")[2]
        return topic in self.filters or (topic.count("/") == 3 and f"royaltable/v1/+/{kind}" in self.filters)

    def receive(self, session: int, topic: str, payload: bytes) -> None:
        if self.paused:
            self.waiting = [*self.waiting, (session, topic, payload)][:20]
            return
        if self.connected and (session == self.session or (session == LATE and self.net.world.rough)):
            self.on_message(topic, payload)

    def publish(self, topic: str, kind: topics.TopicKind, value: Any) -> None:
        if self.connected:
            self.net.publish(topic, kind, value)

    def set_reading_paused(self, *, paused: bool) -> None:
        self.paused = paused
        waiting = () if paused else self.waiting
        self.waiting = self.waiting if paused else []
        for each in waiting:
            asyncio.get_running_loop().call_soon(self.receive, *each)

    async def wait_for_acks(self) -> None:
        await asyncio.sleep(0.01)

    def drop(self) -> None:
        self.connected = False
        self._lost.set()
        if self in self.net.connections:
            self.net.connections.remove(self)

    async def close(self) -> None:
        self.drop()


@dataclass
class Game:
    """A game in a journal, or at the hub."""

    number: int
    entries: list[log_messages.LogEntry] = field(default_factory=list)
    open_to: int = 0
    over: bool = False
    reopened: bool = False

    def checksum(self, seq: int) -> str:
        return BEGIN.hex() if seq == 0 else self.entries[seq - 1].checksum

    def play(self, action: str, *, lies_open: bool, ends: bool) -> None:
        seq = len(self.entries) + 1
        checksum = chain.entry_checksum(
            bytes.fromhex(self.checksum(seq - 1)), self.number, seq, action, "knob", "2026"
        ).hex()
        self.entries.append(log_messages.LogEntry(seq, action, "knob", "2026", checksum))
        self.reopened |= self.over
        self.over = ends
        if lies_open or ends:
            self.open_to = seq


@dataclass
class Journal:
    """A table's journal; builds messages as ``MessageBuilder`` does."""

    uid: str
    continues: str | None = None
    games: dict[int, Game] = field(default_factory=dict)
    settled_after: int = SETTLED_AFTER

    def build(self, due: backlog.DueMessage) -> log_messages.Hello | log_messages.LogPiece | NoMessage:
        return self._hello(due.first) if isinstance(due, backlog.HelloDue) else self._piece(due)

    def length(self, number: int) -> int:
        return len(self.games[number].entries) if number in self.games else 0

    def is_listed(self, game: Game) -> bool:
        return not game.over or game.reopened or game.number > max(self.games) - self.settled_after

    def _hello(self, first: int) -> log_messages.Hello:
        listed = [game for game in self.games.values() if game.number >= first and self.is_listed(game)]
        last = listed[PAGE].number - 1 if len(listed) > PAGE else max(self.games, default=0)
        told = [(game.number, game.open_to, game.checksum(game.open_to)) for game in listed[:PAGE]]
        positions = tuple(
            log_messages.GameLogPosition(number, seq, checksum if seq else None) for number, seq, checksum in told
        )
        return log_messages.Hello(self.uid, first, last, positions, self.continues, len(listed) > PAGE)

    def _piece(self, due: log_messages.WantedEntries) -> log_messages.LogPiece | NoMessage:
        game = self.games.get(due.game)
        if game is None or due.seq > game.open_to + 1:
            return NoMessage.NOTHING
        if due.after is not None and game.checksum(due.seq - 1) != due.after:
            return NoMessage.FORK
        entries = tuple(game.entries[due.seq - 1 : min(game.open_to, due.seq - 1 + PIECE)])
        if not entries:
            return NoMessage.NOTHING
        ends = END if game.over and entries[-1].seq == len(game.entries) else None
        return log_messages.LogPiece(self.uid, game.number, "2026", "blue", game.checksum(due.seq - 1), entries, ends)


class Table:
    """A table: its journal, and the tasks of its process while it runs."""

    def __init__(self, world: "World", number: int) -> None:
        self.world = world
        self.name = f"table {number}"
        self.id = f"rt-{number}"
        self.journal = Journal(world.new_uid())
        self.saved = copy.deepcopy(self.journal)
        self.has_no_fork = True
        self.actions_played = 0
        self.shipping: LogShipper | None = None
        self.connection: SimConnection | None = None
        self.loop = SimpleNamespace(
            game_id=None, state=None, seq=0, game=self, journal_queue=SimpleNamespace(unwritten=0)
        )
        self.loop.journal_queue.continue_under_new_uid = self.continue_under_new_uid
        self.task: asyncio.Task[None] | None = None

    def is_open_moment(self, state: str) -> bool:
        return state == "open"

    def build(self, due: backlog.DueMessage) -> log_messages.Hello | log_messages.LogPiece | NoMessage:
        return self.journal.build(due)

    async def continue_under_new_uid(self) -> None:
        self.journal.continues, self.journal.uid = self.journal.uid, self.world.new_uid()
        self.world.record(f"{self.name} goes on under another name, {self.journal.uid[-3:]}")
        self.world.check(not self.has_no_fork, f"{self.name} hears of a fork, but there is none")

    def play(self, number: int, *, lies_open: bool, ends: bool) -> None:
        self.actions_played += 1
        game = self.journal.games.setdefault(number, Game(number))
        game.play(f"{self.name} {self.actions_played}", lies_open=lies_open, ends=ends)
        self.loop.game_id, self.loop.seq = number, len(game.entries)
        self.loop.state = "open" if lies_open or ends else "hidden"
        if self.shipping is not None:
            self.shipping.release_at_open_moment()

    def start(self) -> None:
        self.task = asyncio.create_task(self._run())

    def die(self) -> None:
        if self.connection is not None:
            self.connection.dead = True
            self.world.net.cut([self.connection])
        if self.task is not None:
            self.task.cancel()
        self.connection = self.shipping = self.task = None

    async def _run(self) -> None:
        def publish(kind: topics.TopicKind, value: Any) -> None:
            connection.publish(kind.topic_of(self.id), kind, value)

        logs = SimpleNamespace(build=self.build, release_up_to=lambda *_: None)
        with patch("controller.service.fleet.shipping.MessageBuilder", lambda _: logs):
            shipping = LogShipper(SimpleNamespace(loop=self.loop), Path(), publish)  # type: ignore[arg-type]

        def connected() -> None:
            shipping.forget_hub()
            publish(topics.PRESENCE, messages.Presence(online=True, boot=""))

        handlers: dict[str, Callable[[bytes], object]] = {
            topics.WANT.topic_of(self.id): shipping.handle_want,
            topics.ACK.topic_of(self.id): shipping.handle_ack,
            topics.HUB_TOPIC: shipping.handle_hub_presence,
        }
        will = (topics.PRESENCE.topic_of(self.id), messages.Presence(online=False, boot=""))
        connection = SimConnection(
            self.world.net,
            BROKER,
            self.id,
            will=will,
            filters=tuple(handlers),
            on_connect=connected,
            on_message=lambda topic, payload: handlers[topic](payload),
        )
        self.connection, self.shipping = connection, shipping
        await asyncio.gather(connection.run(), shipping.run())


LOST = (
    asyncpg.InternalClientError("cannot switch to state 12"),
    asyncpg.DiskFullError("could not extend file"),
    asyncpg.AdminShutdownError("terminating connection"),
    asyncpg.InterfaceError("connection is closed"),
    ConnectionResetError(),
    TimeoutError(),
)


class Connection:
    """A connection to the database in memory."""

    def __init__(self, database: "Database") -> None:
        self.database = database
        self.lost = False

    async def fetchval(self, *_: object) -> bool:
        """The advisory lock."""
        await self.database.answers(self)
        self.database.writer = self.database.writer or self
        return self.database.writer is self

    def terminate(self) -> None:
        self.lost = True
        if self.database.writer is self:
            self.database.writer = None


class Database:
    """In place of ``hub.store``: journals with their tables, and their games."""

    def __init__(self, world: "World") -> None:
        self.world = world
        self.up = True
        self.writer: Connection | None = None
        self.owners: dict[JournalUid, str] = {}
        self.games: dict[GameKey, Game] = {}
        self.backup: tuple[dict[JournalUid, str], dict[GameKey, Game]] = ({}, {})
        self.connections: list[Connection] = []
        self.held: set[str] = set()

    def of(self, uid: str) -> dict[int, Game]:
        key = bytes.fromhex(uid)
        return {number: game for (journal, number), game in self.games.items() if journal == key}

    def die(self) -> None:
        for connection in self.connections:
            connection.terminate()
        self.connections = []

    def restore(self) -> None:
        self.die()
        self.owners, self.games = copy.deepcopy(self.backup)

    async def answers(self, connection: Connection) -> None:
        await asyncio.sleep(self.world.chance.expovariate(20))
        if self.world.rough and self.world.chance.random() < 0.002:
            connection.terminate()
        if connection.lost:
            raise self.world.chance.choice(LOST)

    async def connect_with_retry(self, _url: str) -> Connection:
        await asyncio.sleep(1.0)
        while not self.up:  # noqa: ASYNC110  # the world's
            await asyncio.sleep(1.0)
        self.connections.append(Connection(self))
        return self.connections[-1]

    async def load_held_tables(self, connection: Connection) -> list[str]:
        await self.answers(connection)
        return sorted(self.held)

    async def save_table_names(self, connection: Connection, _: object) -> None:
        await self.answers(connection)

    async def hold_table(self, connection: Connection, table: str) -> None:
        await self.answers(connection)
        self.world.record(f"{table} is held")
        self.held.add(table)

    async def register_journals(
        self, connection: Connection, journals: Mapping[JournalUid, tuple[str, JournalUid | None]]
    ) -> dict[JournalUid, str]:
        await self.answers(connection)
        for uid, (table, _) in journals.items():
            self.owners.setdefault(uid, table)
        return {uid: self.owners[uid] for uid in journals}

    async def load_game_heads(self, connection: Connection, keys: Collection[GameKey]) -> dict[GameKey, GameHead]:
        await self.answers(connection)
        return {
            key: GameHead(len(game.entries), game.checksum(len(game.entries)), game.over)
            for key, game in self.games.items()
            if key in keys
        }

    async def load_journal_game_heads(
        self, connection: Connection, uid: JournalUid, first: int, last: int
    ) -> dict[int, GameHead]:
        found = await self.load_game_heads(connection, {(uid, number) for number in range(first, last + 1)})
        return {number: head for (_, number), head in found.items()}

    async def load_checksums(
        self, connection: Connection, uid: JournalUid, places: Collection[tuple[int, int]]
    ) -> dict[tuple[int, int], str]:
        await self.answers(connection)
        return {(number, seq): self.games[uid, number].checksum(seq) for number, seq in places}

    async def append_entries(self, connection: Connection, growths: Collection[NewEntries]) -> None:
        await self.answers(connection)
        self.world.check(self.writer is connection, "two hubs write")
        for growth in growths:
            if growth.key[0] not in self.owners:
                continue  # as its SQL does
            game = self.games.setdefault(growth.key, Game(growth.key[1]))
            if growth.entries[-1].seq > len(game.entries):
                game.entries += growth.entries
                game.over = growth.outcome is not None
        if self.world.rough and self.world.chance.random() < 0.03:
            connection.terminate()
            raise ConnectionResetError("after the commit")


class Hub:
    """A hub's process."""

    def __init__(self, world: "World") -> None:
        self.connections: list[SimConnection] = []

        def connection(*values: Any, **what: Any) -> SimConnection:
            self.connections.append(SimConnection(world.net, *values, **what))
            return self.connections[-1]

        with patch("hub.ingest.BrokerConnection", connection):
            self.ingest = Ingest("", BROKER)
        self.task = asyncio.create_task(self.ingest.run())

    def die(self, world: "World") -> None:
        for each in self.connections:
            each.dead = True
        world.net.cut(self.connections)
        self.task.cancel()


class World:
    """All parts of a run; ``story`` is its log."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.story: list[str] = []
        self.rough = True
        self.failed: BaseException | None = None
        self.hub: Hub | None = None
        self.spare: Hub | None = None
        self.net, self.database = Net(self), Database(self)
        self._uids = 0
        self.tables = [Table(self, number) for number in range(1, TABLES + 1)]
        self.tasks_of_events: list[asyncio.Task[None]] = []

    @property
    def now_s(self) -> float:
        return asyncio.get_running_loop().time()

    def new_uid(self) -> str:
        self._uids += 1
        return f"{self._uids:032x}"

    def record(self, text: str) -> None:
        self.story.append(f"{self.now_s:8.1f} s  {text}")

    def check(self, right: object, otherwise: str) -> None:
        """Check a promise; the first broken one ends the run."""
        if not right:
            self.record(f"FAILED: {otherwise}")
            self.failed = self.failed or Failure(otherwise)
            raise Failure(otherwise)

    def check_message(self, topic: str, value: Any) -> None:
        """Check each published message."""
        if isinstance(value, log_messages.Hello | log_messages.LogPiece):
            self.net.log_message_at_s = self.now_s
        if isinstance(value, log_messages.LogPiece):
            for table in self.tables:
                if table.journal.uid == value.journal and topics.LOG.topic_of(table.id) == topic:
                    open_to = table.journal.games[value.game].open_to
                    self.check(value.entries[-1].seq <= open_to, f"{table.name} publishes hidden entries")
        if isinstance(value, log_messages.Ack):
            kept = self.database.of(value.journal).get(value.game, Game(value.game))
            self.check(
                len(kept.entries) >= value.seq, f"an ack of entry {value.seq}, of which {len(kept.entries)} are kept"
            )

    def cause_event(self) -> None:
        """Let one random event happen."""
        chance, table, loop = self.chance, self.chance.choice(self.tables), asyncio.get_running_loop()
        match chance.choices(list(EVENT_WEIGHTS), list(EVENT_WEIGHTS.values()))[0]:
            case "play":
                number = min(chance.randint(1, 6), len(table.journal.games) + 1)
                length, ends = chance.randint(1, 5), chance.random() < 0.3
                self.record(f"{table.name} plays {length} steps of game {number}{', to its end' if ends else ''}")
                for step in range(length):
                    is_last = step == length - 1
                    table.play(number, lies_open=chance.random() < 0.6, ends=ends and is_last)
            case "cut":
                self.record(f"{table.name} is cut off")
                self.net.cut([] if table.connection is None else [table.connection])
            case "broker dies":
                self.record("the broker dies")
                self.net.up = False
                self.net.restart()
                loop.call_later(chance.uniform(0, 30), lambda: setattr(self.net, "up", True))
            case "table dies" if table.task is not None:
                self.record(f"{table.name} dies")
                table.die()
                loop.call_later(chance.choice([30, 30, 300]) * chance.random(), self._on, table)
            case "hub dies" if self.hub is not None:
                self.record("the hub dies")
                self.hub.die(self)
                self.hub = None
                loop.call_later(chance.uniform(0, 30), self._begin_hub)
            case "hub stops" if self.hub is not None and self.database.up:
                self.tasks_of_events.append(loop.create_task(self._stop_hub(self.hub)))
                self.hub = None
                loop.call_later(chance.uniform(5, 30), self._begin_hub)
            case "another hub":
                self.record(f"another hub {'begins' if self.spare is None else 'dies'}")
                if self.spare is None:
                    self.spare = Hub(self)
                else:
                    self.spare.die(self)
                    self.spare = None
            case "database away":
                self.record("the database is away")
                self.database.up = False
                self.database.die()
                loop.call_later(chance.uniform(0, 60), lambda: setattr(self.database, "up", True))
            case "backup":
                self.record("the database is saved")
                self.database.backup = copy.deepcopy((self.database.owners, self.database.games))
            case "restore":
                self.record("the database is of last night")
                self.database.restore()
            case "lost":
                self.record("the database is lost")
                self.database.die()
                self.database.owners, self.database.games = {}, {}
            case "let go":
                self.database.held.clear()
            case "save":
                self.record(f"the journal of {table.name} is saved")
                table.saved = copy.deepcopy(table.journal)
            case "put back" if table.task is not None:
                self._restore_older_journal(table, by_hand=chance.random() < 0.5)
            case "take back" if table.task is not None:
                self._restore_from_hub(table)
            case "card dies" if table.task is not None:
                self.record(f"the card of {table.name} dies")
                table.die()
                table.journal = Journal(self.new_uid())
                loop.call_later(chance.uniform(30, 100), self._on, table)
            case "bit rots" if (game := table.journal.games.get(1)) is not None and game.entries:
                self.record(f"an entry of {table.name} is not what was written")
                table.has_no_fork = False
                game.entries[-1] = log_messages.LogEntry(game.entries[-1].seq, "rotten", "knob", "2026", "0" * 16)
            case "impostor" if known := [
                each for each in self.tables if self.owner(each.journal) == each.id != table.id
            ]:
                other = chance.choice(known)
                self.record(f"{table.name} uses the journal of {other.name}")
                stolen = Journal(other.journal.uid)
                stolen.games[9] = Game(9)
                stolen.games[9].play("stolen", lies_open=True, ends=False)
                for each in [each for each in self.net.connections if each.wants(topics.LOG.topic_of(table.id))]:
                    each.receive(
                        each.session,
                        topics.LOG.topic_of(table.id),
                        msgspec.json.encode(stolen.build(log_messages.WantedEntries(9, 1, None))),
                    )
            case _:
                pass

    async def _stop_hub(self, hub: Hub) -> None:
        self.record("the hub is stopped")
        said = hub.ingest._boot  # nothing else tells which boot is whose
        hub.task.cancel()
        await asyncio.wait([hub.task])
        await asyncio.sleep(WILL_DELAY_S + 2)
        kept = msgspec.json.decode(self.net.retained.get(topics.HUB_TOPIC, b"{}"), type=dict)
        self.check(not said or kept.get("boot") != said, "a hub that has stopped is said to be there")

    def _on(self, table: Table) -> None:
        if table.task is None:
            self.record(f"{table.name} is on again")
            table.start()

    def _begin_hub(self) -> None:
        if self.hub is None:
            self.record("the hub begins")
            self.hub = Hub(self)

    def _restore_older_journal(self, table: Table, *, by_hand: bool) -> None:
        """Restore a saved journal: our command gives it a new uid, a copy by hand does not."""
        table.die()
        table.journal = copy.deepcopy(table.saved)
        by_hand &= self.owner(table.journal) in {None, table.id}
        table.has_no_fork &= not by_hand
        if by_hand:  # all games are listed, so that the fork is found
            table.journal.settled_after = 20
        else:
            table.journal.continues, table.journal.uid = table.journal.uid, self.new_uid()
        self.record(f"an older journal of {table.name} is put back{' by hand' if by_hand else ''}")
        table.start()

    def _restore_from_hub(self, table: Table) -> None:
        """Restore what only the hub has, if it continues the journal: all of it or nothing."""
        mine = copy.deepcopy(table.journal)
        for source in (mine.uid, mine.continues):
            kept = self.database.of(source) if source else {}
            listed = [
                log_messages.GameAtHub(each.number, len(each.entries), each.checksum(len(each.entries)))
                for each in kept.values()
            ]
            try:
                more = log_messages.find_missing_entries(
                    listed, mine.length, lambda game, seq: mine.games[game].checksum(seq)
                )
            except log_messages.ForkError:
                continue
            games = [(each, mine.games.setdefault(each.kept.game, Game(each.kept.game))) for each in more]
            if any(game.checksum(each.have) != kept[game.number].checksum(each.have) for each, game in games):
                return
            for each, game in games:
                game.entries += kept[game.number].entries[each.have :]
                game.open_to, game.over = len(game.entries), kept[game.number].over
            if more:
                self.record(f"{table.name} takes back {sum(each.kept.seq - each.have for each in more)} actions")
                table.die()
                table.journal = mine
                table.start()
                return

    def owner(self, journal: Journal) -> str | None:
        return self.database.owners.get(JournalUid(bytes.fromhex(journal.uid)))

    async def run(self) -> None:
        asyncio.get_running_loop().set_exception_handler(self._fails)
        self._begin_hub()
        for table in self.tables:
            table.start()
        while self.now_s < ROUGH_S:
            await asyncio.sleep(self.chance.expovariate(1 / 8))
            self.cause_event()
            self._raise_failure()
        self.record("from now on nothing fails")
        self.rough, self.net.up, self.database.up = False, True, True
        # a table finds a fork by its next hello
        self.net.cut(
            [table.connection for table in self.tables if table.connection is not None and not table.has_no_fork]
        )
        self._begin_hub()
        for table in self.tables:
            self._on(table)
        self._restore_older_journal(self.chance.choice(self.tables), by_hand=True)
        self.database.held.clear()
        ends_s = self.now_s + SETTLES_S
        with patch.object(limits, "HUB_TABLE_BYTES_PER_DAY", 1_000_000):  # of a day, of which this is an hour
            while (disorder := self.find_disorder()) and self.now_s < ends_s:
                await asyncio.sleep(20)
                self._raise_failure()
        self.check(not disorder, disorder)
        self.record("all is in order")
        quiet_s = self.now_s + 300
        await asyncio.sleep(700)
        self._raise_failure()
        self.check(self.net.log_message_at_s <= quiet_s, "messages never end")
        self.check(not (disorder := self.find_disorder()), disorder)
        for task in self._tasks():
            task.cancel()

    def _tasks(self) -> list[asyncio.Task[None]]:
        return [
            *(hub.task for hub in (self.hub, self.spare) if hub is not None),
            *self.tasks_of_events,
            *(table.task for table in self.tables if table.task is not None),
        ]

    def _fails(self, _: object, context: Mapping[str, Any]) -> None:
        self.failed = self.failed or context.get("exception") or Failure(context["message"])

    def _raise_failure(self) -> None:
        for task in self._tasks():
            if task.done() and not task.cancelled():
                task.result()
        if self.failed is not None:
            raise self.failed

    def find_disorder(self) -> str:
        """Return what is not yet as it must be in the end, or ""."""
        for table in self.tables:
            if table.connection is None or not table.connection.connected:
                return f"{table.name} is not connected"
            if wrong := self._find_difference(table):
                return wrong
        return ""

    def _find_difference(self, table: Table) -> str:
        """Return where the hub's games differ from what the table may publish, or "".

        The hub may believe that a game is over if it continued with entries that are still hidden.
        """
        kept, ahead = self.database.of(table.journal.uid), 0
        if 9 in kept:
            return f"of {table.name} a game is kept that another has told"
        for number, game in table.journal.games.items():
            there = kept.get(number, Game(number))
            rotten = [seq for seq, entry in enumerate(game.entries, 1) if entry.action == "rotten"]
            open_to = min([game.open_to, *(seq - 1 for seq in rotten)])
            verify_chain(number, BEGIN, there.entries)
            if there.entries[:open_to] != game.entries[:open_to]:
                return f"of game {number} of {table.name} {len(there.entries)} entries are kept, not its {open_to}"
            if rotten:
                continue
            if game.open_to and table.journal.is_listed(game):
                ahead += max(0, len(there.entries) - game.open_to)
            goes_on_hidden = game.reopened and game.open_to < len(game.entries)
            over = game.over and game.open_to == len(game.entries)
            if table.has_no_fork and len(there.entries) <= game.open_to and not goes_on_hidden and there.over != over:
                return f"game {number} of {table.name} is {'not ' if over else ''}over at the hub"
        told = 0 if table.shipping is None else table.shipping.hub_ahead_count
        return "" if told == ahead else f"{table.name} is told of {told} actions more, not {ahead}"


EVENT_WEIGHTS = {
    "play": 60, "cut": 6, "broker dies": 2, "table dies": 6, "hub dies": 4, "hub stops": 2, "another hub": 2,
    "database away": 3, "backup": 3, "restore": 2, "lost": 1, "let go": 2, "save": 5, "put back": 4, "take back": 2,
    "card dies": 1, "bit rots": 0.3, "impostor": 1,
}  # fmt: skip


@contextmanager
def simulated(seed: int) -> Iterator[World]:
    """A world of this seed, with its random numbers and its database in place of the product's."""
    with ExitStack() as stack:
        stack.enter_context(patch("os.urandom", random.Random(seed).randbytes))
        world = World(seed)

        logger, handler = logging.getLogger("royaltable"), logging.Handler(logging.INFO)
        handler.emit = lambda record: world.record(f"    {record.getMessage()}")  # type: ignore[method-assign]
        stack.enter_context(patch.multiple(logger, handlers=[handler], propagate=False, level=logging.INFO))
        names = (
            *("connect_with_retry", "load_held_tables", "hold_table", "save_table_names", "register_journals"),
            *("load_game_heads", "load_journal_game_heads", "load_checksums", "append_entries"),
        )
        stack.enter_context(patch.object(limits, "HUB_TABLE_BYTES_PER_DAY", 20_000))
        stack.enter_context(patch.object(limits, "HUB_QUEUE_BYTES", 8_000))
        stack.enter_context(patch.object(limits, "GAMES_PER_MESSAGE", 2))
        stack.enter_context(patch.multiple(ingest, **{name: getattr(world.database, name) for name in names}))
        yield world


def run(seed: int) -> World:
    """Run one seed; raise Failure with the story in its notes."""
    with simulated(seed) as world:
        try:
            run_virtual(world.run())
        except Exception as fault:
            fault.add_note("\n".join([*world.story, f"python -m tests.hub.simulation --seed {seed}"]))
            raise
        return world


if __name__ == "__main__":
    parser = ArgumentParser(description="How one seed of the simulation went.")
    parser.add_argument("--seed", type=int, required=True)
    print("\n".join(run(parser.parse_args().seed).story))
