"""Tables, a broker, a hub and its database in virtual time, all from one seed: what is shipped, who is let in, updates.

The real tasks of table and hub run over a broker and a database in memory. For fifteen minutes anything is killed, cut,
copied or put back; then all of it is left in peace, and has to end in order. To see how one seed went:

    python -m tests.hub.simulation --seed N
"""

import asyncio
import copy
import logging
import random
import secrets
import tempfile
from argparse import ArgumentParser
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import asyncpg
import msgspec
from msgspec.structs import replace

from controller import limits
from controller.fleet import enrolment
from controller.fleet.backlog import Due, HelloDue
from controller.fleet.connection import WILL_DELAY_S, BrokerConfig, BrokerConnection
from controller.fleet.enrolment import Begin, Invited, Membership, Opening
from controller.fleet.log_messages import (
    Ack,
    ForkError,
    Hello,
    LogEntry,
    LogPiece,
    Position,
    StoredGame,
    Wanted,
    missing_entries,
)
from controller.fleet.messages import Desired, Presence, Reported, UpdateReport
from controller.fleet.topics import ACK, ANSWER, ASK, DESIRED, HUB_TOPIC, LOG, PRESENCE, REPORTED, WANT, TopicKind
from controller.games.contract.rules import Outcome
from controller.service.fleet import room_joiner
from controller.service.fleet.room_joiner import TablePasswords
from controller.service.fleet.shipping import LogShipper, NoMessage
from controller.store.journal import chain
from controller.store.membership import load_membership, save_membership
from hub import ingest
from hub.engines.broker_users import BrokerUsers
from hub.enrolment import EnrolmentError, EnrolmentService, Invitations, TableAdmission
from hub.ingest import Ingest
from hub.password_rotation import PasswordRotation, PendingRotations
from hub.store.stored_games import GameKey, Head, JournalUid, NewEntries, Row, verify_chain
from hub.table_management import HEALTHY_S, Rollout, TableManager, load_rollout, rings, save_rollout
from tests.virtual import run_virtual

TABLES = 4
ROUGH_S = 900.0
SETTLES_S = 1.5 * 3600.0
LATE = -1
"""The connection of what comes twice: whichever there is by then."""

BEGIN = bytes(8)
END = Outcome(1, (), {})
PIECE, PAGE, SETTLED_AFTER = 3, 2, 2
"""Entries of a piece, games of a hello, games after which one that is over is not listed: few, so all take several."""


class Failure(Exception):  # of a promise, not of the simulation
    """Something is not as it was promised."""


class Net:
    """The broker, and the network between it and all others."""

    def __init__(self, world: "World") -> None:
        self.world = world
        self.chance = world.chance
        self.up = True
        self.retained: dict[str, bytes] = {}
        self.lines: list[SimLine] = []
        self.said_at_s = 0.0

    def line(self, broker: BrokerConfig | Callable[[], BrokerConfig], client: str, **what: Any) -> "SimLine":
        return SimLine(self, broker, client, **what)

    def admits(self, broker: BrokerConfig, password: str | None) -> bool:
        return broker.user is None or self.world.passwords.get(broker.user) == password

    def publish(self, topic: str, kind: TopicKind, value: Any) -> None:
        self.world.sees(topic, value)
        octets = value if isinstance(value, bytes) else msgspec.json.encode(value)
        if kind.retained:
            self.retained[topic] = octets
        for line in self.lines:
            if line.wants(topic):
                self.deliver(line, topic, octets, tidy=kind.retained)

    def deliver(self, line: "SimLine", topic: str, octets: bytes, *, tidy: bool = False) -> None:
        loop, chance = asyncio.get_running_loop(), self.chance
        line.next_at_s = max(line.next_at_s, loop.time()) + chance.expovariate(20)
        copies = [(line.next_at_s, line.connection)]
        if self.world.rough and not tidy:
            fate = chance.random()
            if fate < 0.05:
                copies = []
            elif fate < 0.12:
                copies = [(loop.time() + chance.uniform(0, 5), line.connection)]
            elif fate < 0.25:  # twice: at once, or much later
                later_s = chance.choice([0.0, chance.uniform(0, 120)])
                copies.append((line.next_at_s + later_s, LATE))
        for at_s, connection in copies:
            loop.call_at(at_s, line.hear, connection, topic, octets)

    def cut(self, lines: Collection["SimLine"]) -> None:
        for line in [each for each in self.lines if each in lines]:
            line.drop()
            if line.will is not None:
                asyncio.get_running_loop().call_later(WILL_DELAY_S, self._told_by_will, line)

    def _told_by_will(self, line: "SimLine") -> None:
        if not any(each.client == line.client for each in self.lines):
            topic, value = line.will
            self.publish(topic, PRESENCE, value)

    def restart(self) -> None:
        """It may have forgotten what it had kept."""
        self.cut(list(self.lines))
        if self.chance.random() < 0.5:
            self.retained.clear()

    async def run(self) -> None:
        """Throw out those whose password is another one by now, as the broker does when its files change."""
        while True:
            await asyncio.sleep(1.0)
            self.world.reads_passwords()
            self.cut([line for line in self.lines if not self.admits(line.broker, line.password)])
            self.world.looks()


class SimLine:
    """In the place of ``controller.fleet.connection.BrokerConnection``."""

    kept = False
    fault = None
    run_with: Any = BrokerConnection.run_with

    def __init__(
        self,
        net: Net,
        broker: BrokerConfig | Callable[[], BrokerConfig],
        client: str,
        *,
        will: Any,
        filters: Sequence[str] = (),
        on_connect: Callable[[], None] = lambda: None,
        on_message: Callable[[str, bytes], None] = lambda _topic, _payload: None,
    ) -> None:
        self.net, self.client, self.will = net, client, will
        self.find = broker if callable(broker) else lambda: broker
        self.filters, self.on_connect, self.on_message = filters, on_connect, on_message
        self.connected, self.dead, self.paused = False, False, False
        self.waits: list[tuple[int, str, bytes]] = []
        self.password: str | None = None
        self.connection, self.next_at_s = 0, 0.0
        self._lost = asyncio.Event()

    async def run(self) -> None:
        while not self.dead:
            await asyncio.sleep(self.net.chance.uniform(0.1, 3.0))
            self.broker = self.find()
            passwords = (*self.broker.newer, self.broker.password)
            self.password = next((each for each in passwords if self.net.admits(self.broker, each)), None)
            if self.dead or not self.net.up or (self.password is None and self.broker.user is not None):
                continue
            self.net.cut([line for line in self.net.lines if line.client == self.client])
            self.net.lines.append(self)
            self.connected, self._lost = True, asyncio.Event()
            self.connection += 1
            for topic, octets in self.net.retained.items():
                if self.wants(topic):
                    self.net.deliver(self, topic, octets, tidy=True)
            self.on_connect()
            await self._lost.wait()

    def wants(self, topic: str) -> bool:
        kind = topic.rpartition("/")[2]
        return topic in self.filters or (topic.count("/") == 3 and f"royaltable/v1/+/{kind}" in self.filters)

    def hear(self, connection: int, topic: str, octets: bytes) -> None:
        if self.paused:
            self.waits = [*self.waits, (connection, topic, octets)][:20]
            return
        if self.connected and (connection == self.connection or (connection == LATE and self.net.world.rough)):
            self.on_message(topic, octets)

    def publish(self, topic: str, kind: TopicKind, value: Any) -> None:
        if self.connected:
            self.net.publish(topic, kind, value)

    def pause_reading(self, *, paused: bool) -> None:
        self.paused = paused
        waits = () if paused else self.waits
        self.waits = self.waits if paused else []
        for each in waits:
            asyncio.get_running_loop().call_soon(self.hear, *each)

    async def wait_for_acks(self) -> None:
        await asyncio.sleep(0.01)

    def drop(self) -> None:
        self.connected = False
        self._lost.set()
        if self in self.net.lines:
            self.net.lines.remove(self)

    async def close(self) -> None:
        self.drop()


@dataclass
class Game:
    """A game as a journal has it, or the hub."""

    number: int
    lines: list[LogEntry] = field(default_factory=list)
    open_to: int = 0
    over: bool = False
    reopened: bool = False

    def checksum(self, seq: int) -> str:
        return BEGIN.hex() if seq == 0 else self.lines[seq - 1].checksum

    def play(self, action: str, *, lies_open: bool, ends: bool) -> None:
        seq = len(self.lines) + 1
        checksum = chain.entry_checksum(
            bytes.fromhex(self.checksum(seq - 1)), self.number, seq, action, "knob", "2026"
        ).hex()
        self.lines.append(LogEntry(seq, action, "knob", "2026", checksum))
        self.reopened |= self.over
        self.over = ends
        if lies_open or ends:
            self.open_to = seq


@dataclass
class Journal:
    """What lies on a table's card; answers as ``MessageBuilder`` does."""

    uid: str
    continues: str | None = None
    games: dict[int, Game] = field(default_factory=dict)
    settled_after: int = SETTLED_AFTER

    def build(self, due: Due) -> Hello | LogPiece | NoMessage:
        return self._hello(due.first) if isinstance(due, HelloDue) else self._piece(due)

    def length(self, number: int) -> int:
        return len(self.games[number].lines) if number in self.games else 0

    def is_listed(self, game: Game) -> bool:
        return not game.over or game.reopened or game.number > max(self.games) - self.settled_after

    def _hello(self, first: int) -> Hello:
        listed = [game for game in self.games.values() if game.number >= first and self.is_listed(game)]
        last = listed[PAGE].number - 1 if len(listed) > PAGE else max(self.games, default=0)
        told = [(game.number, game.open_to, game.checksum(game.open_to)) for game in listed[:PAGE]]
        positions = tuple(Position(number, seq, checksum if seq else None) for number, seq, checksum in told)
        return Hello(self.uid, first, last, positions, self.continues, len(listed) > PAGE)

    def _piece(self, due: Wanted) -> LogPiece | NoMessage:
        game = self.games.get(due.game)
        if game is None or due.seq > game.open_to + 1:
            return NoMessage.NOTHING
        if due.after is not None and game.checksum(due.seq - 1) != due.after:
            return NoMessage.FORK
        lines = tuple(game.lines[due.seq - 1 : min(game.open_to, due.seq - 1 + PIECE)])
        if not lines:
            return NoMessage.NOTHING
        ends = END if game.over and lines[-1].seq == len(game.lines) else None
        return LogPiece(self.uid, game.number, "2026", "blue", game.checksum(due.seq - 1), lines, ends)


class Table:
    """A table: what is on its card, and the tasks of its process while it is on."""

    def __init__(self, world: "World", number: int) -> None:
        self.world = world
        self.name = f"table {number}"
        self.machine = f"{number:016x}"
        self.file = world.folder / f"membership-{number}"
        self.journal = Journal(world.new_uid())
        self.saved = copy.deepcopy(self.journal)
        self.one_line = True
        self.words = 0
        self.version = "1.0"
        self.update: UpdateReport | None = None
        self.well_since_s: float | None = None
        self.gone_since_s: float | None = 0.0
        self.shipping: LogShipper | None = None
        self.line: SimLine | None = None
        self.loop = SimpleNamespace(
            game_id=None, state=None, seq=0, game=self, journal_queue=SimpleNamespace(unwritten=0)
        )
        self.loop.journal_queue.continue_under_new_uid = self.renamed
        self.task: asyncio.Task[None] | None = None

    def is_open_moment(self, state: str) -> bool:
        return state == "open"

    def build(self, due: Due) -> Hello | LogPiece | NoMessage:
        return self.journal.build(due)

    async def renamed(self) -> None:
        self.journal.continues, self.journal.uid = self.journal.uid, self.world.new_uid()
        self.world.tell(f"{self.name} goes on under another name, {self.journal.uid[-3:]}")
        self.world.see(not self.one_line, f"{self.name} is told of another line, and there is one")

    def play(self, number: int, *, lies_open: bool, ends: bool) -> None:
        self.words += 1
        game = self.journal.games.setdefault(number, Game(number))
        game.play(f"{self.name} {self.words}", lies_open=lies_open, ends=ends)
        self.loop.game_id, self.loop.seq = number, len(game.lines)
        self.loop.state = "open" if lies_open or ends else "hidden"
        if self.shipping is not None:
            self.shipping.check_game()

    @property
    def membership(self) -> Membership | None:
        return load_membership(self.file)

    @property
    def id(self) -> str:
        return "" if (member := self.membership) is None else member.table

    def start(self) -> None:
        self.task = asyncio.create_task(self._run())

    def die(self) -> None:
        if self.line is not None:
            self.line.dead = True
            self.world.net.cut([self.line])
        if self.task is not None:
            self.task.cancel()
        self.line = self.shipping = self.task = None

    async def _run(self) -> None:
        while (member := self.membership) is None:
            await self._join()

        def broker() -> BrokerConfig:
            now = keys.membership
            return BrokerConfig("broker", 1, now.table, now.password, newer=now.newer)

        def publish(kind: TopicKind, value: Any) -> None:
            line.publish(kind.of(member.table), kind, value)

        logs = SimpleNamespace(build=self.build, set_open_to=lambda *_: None)
        with patch("controller.service.fleet.shipping.MessageBuilder", lambda _: logs):
            shipping = LogShipper(SimpleNamespace(loop=self.loop), Path(), publish)  # type: ignore[arg-type]

        def connected() -> None:
            assert line.password is not None
            keys.confirm(line.password)
            shipping.on_connect()
            publish(PRESENCE, Presence(online=True, boot=""))
            publish(REPORTED, Reported(update=self.update))

        def desired(octets: bytes) -> None:
            wanted = msgspec.json.decode(octets, type=Desired).version
            if wanted not in {None, self.version} and self.update is None:
                self.update = UpdateReport(wanted, "trying")
                asyncio.get_running_loop().call_later(self.world.chance.uniform(5, 60), self._updated, publish)

        keys = TablePasswords(self.file, member, partial(publish, ANSWER))
        handlers: dict[str, Callable[[bytes], object]] = {
            ASK.of(member.table): keys.handle_rotate,
            DESIRED.of(member.table): desired,
            WANT.of(member.table): shipping.handle_want,
            ACK.of(member.table): shipping.handle_ack,
            HUB_TOPIC: shipping.handle_hub_presence,
        }
        will = (PRESENCE.of(member.table), Presence(online=False, boot=""))
        line = self.world.net.line(
            broker,
            member.table,
            will=will,
            filters=tuple(handlers),
            on_connect=connected,
            on_message=lambda topic, octets: handlers[topic](octets),
        )
        self.line, self.shipping = line, shipping
        await asyncio.gather(line.run(), shipping.run(), keys.run())

    def _updated(self, say: Callable[[TopicKind, Any], None]) -> None:
        assert self.update is not None
        if self.name in self.world.bad_at:
            self.update = replace(self.update, state="rolled-back")
        else:
            self.version, self.update = self.update.version, replace(self.update, state="holds")
        self.world.tell(f"{self.name} has updated: {self.update.state}")
        say(REPORTED, Reported(update=self.update))

    async def _join(self) -> None:
        """By letters or an invitation; the answer may be lost, and then the table asks again."""
        world = self.world
        await asyncio.sleep(world.chance.uniform(1, 20))
        if (hub := world.hub) is None:
            return
        try:
            if int(self.machine, 16) % 2:
                answer = await hub.admission.admit_by_invitation(Invited(world.token, self.machine))
            else:
                nonce = enrolment.new_nonce()
                offer = hub.desk.begin(Begin(1, enrolment.commit_to(nonce).hex(), self.machine), self.name)
                hub.desk.reveal(Opening(offer.session, nonce.hex()))
                letters = enrolment.derive_letters("pem", nonce, bytes.fromhex(offer.nonce))
                clicks = await asyncio.gather(*(hub.admission.admit_by_letters(letters, "") for _ in range(2)))
                world.see(clicks[0] == clicks[1], "two clicks let in two tables")
                answer = hub.desk.ask(offer.session)
        except (EnrolmentError, OSError) as fault:
            world.tell(f"{self.name} is not let in: {fault}")
            return
        world.reads_passwords()
        if answer.membership is not None and not (world.rough and world.chance.random() < 0.3):
            others = {table.id for table in world.tables if table is not self}
            world.see(answer.membership.table not in others, f"{self.name} is let in as another table")
            save_membership(self.file, answer.membership)
            world.tell(f"{self.name} is let in as {answer.membership.table}")


LOST = (
    asyncpg.InternalClientError("cannot switch to state 12"),
    asyncpg.DiskFullError("could not extend file"),
    asyncpg.AdminShutdownError("terminating connection"),
    asyncpg.InterfaceError("connection is closed"),
    ConnectionResetError(),
    TimeoutError(),
)


class Connection:
    """To the database in memory."""

    def __init__(self, database: "Database") -> None:
        self.database = database
        self.lost = False

    async def fetchval(self, *_: object) -> bool:
        """The advisory lock."""
        await self.database.answers(self)
        self.database.writer = self.database.writer or self
        return self.database.writer is self

    async def execute(self, *_: object, timeout: float | None = None) -> None:  # noqa: ASYNC109  # asyncpg's
        while self.database.writer not in {None, self}:
            await self.database.answers(self)
        self.database.writer = self

    def terminate(self) -> None:
        self.lost = True
        if self.database.writer is self:
            self.database.writer = None


class Database:
    """In the place of ``hub.store``: journals with the table of each, and their games; what is committed is kept."""

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

    async def held_tables(self, connection: Connection) -> list[str]:
        await self.answers(connection)
        return sorted(self.held)

    async def save_names(self, connection: Connection, _: object) -> None:
        await self.answers(connection)

    async def hold(self, connection: Connection, table: str) -> None:
        await self.answers(connection)
        self.world.tell(f"{table} is held")
        self.held.add(table)

    async def register_journals(
        self, connection: Connection, journals: Mapping[JournalUid, tuple[str, JournalUid | None]]
    ) -> dict[JournalUid, str]:
        await self.answers(connection)
        for uid, (table, _) in journals.items():
            self.owners.setdefault(uid, table)
        return {uid: self.owners[uid] for uid in journals}

    async def load_heads(self, connection: Connection, keys: Collection[GameKey]) -> dict[GameKey, Head]:
        await self.answers(connection)
        return {
            key: Head(len(game.lines), bytes.fromhex(game.checksum(len(game.lines))), game.over)
            for key, game in self.games.items()
            if key in keys
        }

    async def load_heads_of_journal(
        self, connection: Connection, uid: JournalUid, first: int, last: int
    ) -> dict[int, Head]:
        found = await self.load_heads(connection, {(uid, number) for number in range(first, last + 1)})
        return {number: head for (_, number), head in found.items()}

    async def load_checksums(
        self, connection: Connection, uid: JournalUid, places: Collection[tuple[int, int]]
    ) -> dict[tuple[int, int], bytes]:
        await self.answers(connection)
        return {(number, seq): bytes.fromhex(self.games[uid, number].checksum(seq)) for number, seq in places}

    async def append_entries(self, connection: Connection, growths: Collection[NewEntries]) -> None:
        await self.answers(connection)
        self.world.see(self.writer is connection, "two hubs write")
        for growth in growths:
            if growth.key[0] not in self.owners:
                continue  # as its SQL does
            game = self.games.setdefault(growth.key, Game(growth.key[1]))
            if growth.rows[-1].seq > len(game.lines):
                for row in growth.rows:
                    line = LogEntry(row.seq, row.action, row.origin, row.written_utc, row.checksum.hex())
                    game.lines.append(line)
                game.over = growth.outcome is not None
        if self.world.rough and self.world.chance.random() < 0.03:
            connection.terminate()
            raise ConnectionResetError("after the commit")


class Hub:
    """A hub's process."""

    def __init__(self, world: "World", *, spare: bool = False) -> None:
        self.lines: list[SimLine] = []
        net, folder, broker = world.net, world.folder, BrokerConfig("broker", 1)

        def line(*values: Any, **what: Any) -> SimLine:
            self.lines.append(net.line(*values, **what))
            return self.lines[-1]

        with (
            patch("hub.ingest.BrokerConnection", line),
            patch("hub.password_rotation.BrokerConnection", line),
            patch("hub.table_management.BrokerConnection", line),
        ):
            self.intake = Ingest("", broker)
            self.rotation = PasswordRotation(folder, world.users, broker)
            self.care = TableManager(broker, folder, world.is_here)
        self.started_s = world.now_s
        self.desk = EnrolmentService("pem", "The Crown", lambda: world.now_s)
        self.admission = TableAdmission(
            self.desk, world.users, Invitations(folder / "invitations"), 8883, world.is_here
        )
        loops = (self.intake,) if spare else (self.intake, self.rotation, self.care)
        self.tasks = [asyncio.create_task(loop.run()) for loop in loops]

    def die(self, world: "World") -> None:
        for line in self.lines:
            line.dead = True
        world.net.cut(self.lines)
        for task in self.tasks:
            task.cancel()


class World:
    """Owner of all of it; what has happened is its story."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.chance = random.Random(seed)
        self.folder = folder
        self.story: list[str] = []
        self.rough = True
        self.failed: BaseException | None = None
        self.hub: Hub | None = None
        self.spare: Hub | None = None
        self.users = BrokerUsers(folder)
        self.passwords: dict[str, str] = {}
        self._stamp: tuple[int, ...] = ()
        self.rotating: dict[str, str] = {}
        self.net, self.database = Net(self), Database(self)
        self._uids = 0
        self.tables = [Table(self, number) for number in range(1, TABLES + 1)]
        self.bad_at = set(self.chance.choice([(), ("table 1", "table 2"), [table.name for table in self.tables]]))
        self.token = Invitations(folder / "invitations").create(100, 30)
        self.ring = 0
        self.twins: list[asyncio.Task[None]] = []

    @property
    def now_s(self) -> float:
        return asyncio.get_running_loop().time()

    def new_uid(self) -> str:
        self._uids += 1
        return f"{self._uids:032x}"

    def tell(self, text: str) -> None:
        self.story.append(f"{self.now_s:8.1f} s  {text}")

    def see(self, right: object, otherwise: str) -> None:
        """Judge a promise: the first that is broken ends the run."""
        if not right:
            self.tell(f"FAILED: {otherwise}")
            self.failed = self.failed or Failure(otherwise)
            raise Failure(otherwise)

    def is_here(self, table: str) -> bool:
        octets = self.net.retained.get(PRESENCE.of(table))
        return octets is not None and msgspec.json.decode(octets, type=Presence).online

    def reads_passwords(self) -> None:
        """The broker reads its files anew; whoever waits for a password has to be let in by one that it has."""
        if self._stamp == (stamp := self.users.stamp()):
            return
        self._stamp = stamp
        self.passwords = {
            line.partition(":")[0]: line.partition(":")[2] for line in self.users.passwords.read_text().splitlines()
        }

    def sees(self, topic: str, value: Any) -> None:
        """What anybody says, when it is said."""
        if isinstance(value, Hello | LogPiece):
            self.net.said_at_s = self.now_s
        if isinstance(value, LogPiece):
            for table in self.tables:
                if table.journal.uid == value.journal and LOG.of(table.id) == topic:
                    open_to = table.journal.games[value.game].open_to
                    self.see(value.entries[-1].seq <= open_to, f"{table.name} says what is hidden")
        if isinstance(value, Ack):
            kept = self.database.of(value.journal).get(value.game, Game(value.game))
            self.see(len(kept.lines) >= value.seq, f"an ack of entry {value.seq}, of which {len(kept.lines)} are kept")
        if isinstance(value, Desired) and value.version is not None and (rollout := load_rollout(self.folder)):
            known = () if self.hub is None else self.hub.care.desired.reports
            told = topic.split("/")[2]
            self.see(told in rings(rollout, known)[rollout.ring], f"{told} is not in the ring")

    def looks(self) -> None:
        """Once a second."""
        for table in self.tables:
            member, here = table.membership, table.line is not None and table.line.connected
            if member is not None:
                ways = (member.password, *member.newer)
                self.see(self.passwords.get(member.table) in ways, f"{table.name} is shut out")
            table.gone_since_s = None if here else table.gone_since_s or self.now_s
            away = table.gone_since_s is not None and self.now_s > table.gone_since_s + 30
            well = not away and table.update is not None and table.update.state == "holds"
            table.well_since_s = (table.well_since_s or self.now_s) if well else None
        rollout = load_rollout(self.folder)
        if rollout is not None and rollout.ring > self.ring:
            self.tell(f"ring {rollout.ring} begins")
            before = () if self.hub is None else rings(rollout, self.hub.care.desired.reports)[self.ring]
            for table in self.tables:
                well_s = 0.0 if table.well_since_s is None else self.now_s - table.well_since_s
                self.see(table.id not in before or well_s > HEALTHY_S - 60, f"ring {rollout.ring} begins early")
            self.ring = rollout.ring

    def happens(self) -> None:
        """One thing, by chance."""
        chance, table, loop = self.chance, self.chance.choice(self.tables), asyncio.get_running_loop()
        match chance.choices(list(THINGS), list(THINGS.values()))[0]:
            case "play":
                number = min(chance.randint(1, 6), len(table.journal.games) + 1)
                length, ends = chance.randint(1, 5), chance.random() < 0.3
                self.tell(f"{table.name} plays {length} steps of game {number}{', to its end' if ends else ''}")
                for step in range(length):
                    is_last = step == length - 1
                    table.play(number, lies_open=chance.random() < 0.6, ends=ends and is_last)
            case "cut":
                self.tell(f"{table.name} is cut off")
                self.net.cut([] if table.line is None else [table.line])
            case "broker dies":
                self.tell("the broker dies")
                self.net.up = False
                self.net.restart()
                loop.call_later(chance.uniform(0, 30), lambda: setattr(self.net, "up", True))
            case "table dies" if table.task is not None:
                self.tell(f"{table.name} dies")
                table.die()
                loop.call_later(chance.choice([30, 30, 300]) * chance.random(), self._on, table)
            case "hub dies" if self.hub is not None:
                self.tell("the hub dies")
                self.hub.die(self)
                self.hub = None
                loop.call_later(chance.uniform(0, 30), self._begin_hub)
            case "hub stops" if self.hub is not None and self.database.up:
                self.twins.append(loop.create_task(self._stops(self.hub)))
                self.hub = None
                loop.call_later(chance.uniform(5, 30), self._begin_hub)
            case "another hub":
                self.tell(f"another hub {'begins' if self.spare is None else 'dies'}")
                if self.spare is None:
                    self.spare = Hub(self, spare=True)
                else:
                    self.spare.die(self)
                    self.spare = None
            case "database away":
                self.tell("the database is away")
                self.database.up = False
                self.database.die()
                loop.call_later(chance.uniform(0, 60), lambda: setattr(self.database, "up", True))
            case "backup":
                self.tell("the database is saved")
                self.database.backup = copy.deepcopy((self.database.owners, self.database.games))
            case "restore":
                self.tell("the database is of last night")
                self.database.restore()
            case "lost":
                self.tell("the database is lost")
                self.database.die()
                self.database.owners, self.database.games = {}, {}
            case "let go":
                self.database.held.clear()
            case "save":
                self.tell(f"the journal of {table.name} is saved")
                table.saved = copy.deepcopy(table.journal)
            case "put back" if table.task is not None:
                self._puts_back(table, by_hand=chance.random() < 0.5)
            case "take back" if table.task is not None:
                self._takes_back(table)
            case "card dies" if table.task is not None:
                self.tell(f"the card of {table.name} dies")
                table.die()
                table.journal = Journal(self.new_uid())
                table.file.unlink(missing_ok=True)
                loop.call_later(chance.uniform(30, 100), self._on, table)
            case "bit rots" if (game := table.journal.games.get(1)) is not None and game.lines:
                self.tell(f"an entry of {table.name} is not what was written")
                table.one_line = False
                game.lines[-1] = LogEntry(game.lines[-1].seq, "rotten", "knob", "2026", "0" * 16)
            case "rotate" if table.id:
                self.tell(f"{table.name} is to get another password")
                self.rotating.setdefault(table.id, self.passwords.get(table.id, ""))
                PendingRotations(self.folder).add([table.id])
            case "impostor" if known := [
                each for each in self.tables if self.owner(each.journal) == each.id != table.id
            ]:
                other = chance.choice(known)
                self.tell(f"{table.name} speaks of the journal of {other.name}")
                stolen = Journal(other.journal.uid)
                stolen.games[9] = Game(9)
                stolen.games[9].play("stolen", lies_open=True, ends=False)
                for line in [line for line in self.net.lines if line.wants(LOG.of(table.id))]:
                    line.hear(line.connection, LOG.of(table.id), msgspec.json.encode(stolen.build(Wanted(9, 1, None))))
            case "same machine" if self.hub is not None and table.id and self.is_here(table.id):
                self.twins.append(loop.create_task(self._comes_twice(self.hub, table)))
            case _:
                pass

    async def _stops(self, hub: Hub) -> None:
        self.tell("the hub is stopped")
        said = hub.intake._boot  # nothing else tells which boot is whose
        for task in hub.tasks:
            task.cancel()
        await asyncio.wait(hub.tasks)
        await asyncio.sleep(WILL_DELAY_S + 2)
        kept = msgspec.json.decode(self.net.retained.get(HUB_TOPIC, b"{}"), type=dict)
        self.see(not said or kept.get("boot") != said, "a hub that has stopped is said to be there")

    def _on(self, table: Table) -> None:
        if table.task is None:
            self.tell(f"{table.name} is on again")
            table.start()

    def _begin_hub(self) -> None:
        if self.hub is None:
            self.tell("the hub begins")
            self.hub = Hub(self)

    def _puts_back(self, table: Table, *, by_hand: bool) -> None:
        """By our own command it gets another name, by hand none; a journal of another table would be refused."""
        table.die()
        table.journal = copy.deepcopy(table.saved)
        by_hand &= self.owner(table.journal) in {None, table.id}
        table.one_line &= not by_hand
        if by_hand:  # what it plays now has all to be told for the other line to be found
            table.journal.settled_after = 20
        else:
            table.journal.continues, table.journal.uid = table.journal.uid, self.new_uid()
        self.tell(f"an older journal of {table.name} is put back{' by hand' if by_hand else ''}")
        table.start()

    def _takes_back(self, table: Table) -> None:
        """People say yes to what the hub has more, if it is more of the same: all of it comes, or nothing."""
        mine = copy.deepcopy(table.journal)
        for source in (mine.uid, mine.continues):
            kept = self.database.of(source) if source else {}
            listed = [
                StoredGame(each.number, len(each.lines), each.checksum(len(each.lines))) for each in kept.values()
            ]
            try:
                more = missing_entries(listed, mine.length, lambda game, seq: mine.games[game].checksum(seq))
            except ForkError:
                continue
            games = [(each, mine.games.setdefault(each.kept.game, Game(each.kept.game))) for each in more]
            if any(game.checksum(each.have) != kept[game.number].checksum(each.have) for each, game in games):
                return
            for each, game in games:
                game.lines += kept[game.number].lines[each.have :]
                game.open_to, game.over = len(game.lines), kept[game.number].over
            if more:
                self.tell(f"{table.name} takes back {sum(each.kept.seq - each.have for each in more)} actions")
                table.die()
                table.journal = mine
                table.start()
                return

    def owner(self, journal: Journal) -> str | None:
        return self.database.owners.get(JournalUid(bytes.fromhex(journal.uid)))

    async def _comes_twice(self, hub: Hub, table: Table) -> None:
        """Another card says that it is the machine of a table that is there."""
        answer = await hub.admission.admit_by_invitation(Invited(self.token, table.machine))
        assert answer.membership is not None
        self.tell(f"another card of {table.name} is let in as {answer.membership.table}")
        self.see(answer.membership.table != table.id, f"another card is let in as {table.name}, which is there")

    async def run(self) -> None:
        save_rollout(self.folder, None)
        self.broker = asyncio.create_task(self.net.run())
        asyncio.get_running_loop().set_exception_handler(self._fails)
        self._begin_hub()
        for table in self.tables:
            table.start()
        released_s = self.chance.uniform(100, 300)
        while self.now_s < ROUGH_S:
            await asyncio.sleep(self.chance.expovariate(1 / 8))
            self.happens()
            if released_s and self.now_s > released_s:
                self.tell(f"version 2.0 is released, which is bad at {sorted(self.bad_at) or 'none'}")
                save_rollout(self.folder, Rollout("2.0", "1.0"))
                released_s = 0.0
            self._fails_as_a_task_has()
        self.tell("from now on all goes well")
        self.rough, self.net.up, self.database.up = False, True, True
        # a table that plays another line of a game finds it out by its next hello
        self.net.cut([table.line for table in self.tables if table.line is not None and not table.one_line])
        self._begin_hub()
        for table in self.tables:
            self._on(table)
        self._puts_back(self.chance.choice(self.tables), by_hand=True)
        self.database.held.clear()
        ends_s = self.now_s + SETTLES_S
        with patch.object(limits, "HUB_TABLE_BYTES_PER_DAY", 1_000_000):  # of a day, of which this is an hour
            while (lacks := self.lacks()) and self.now_s < ends_s:
                await asyncio.sleep(20)
                self._fails_as_a_task_has()
        self.see(not lacks, lacks)
        self.tell("all is in order")
        quiet_s = self.now_s + 300
        await asyncio.sleep(700)
        self._fails_as_a_task_has()
        self.see(self.net.said_at_s <= quiet_s, "they never stop talking")
        self.see(not (lacks := self.lacks()), lacks)
        for task in self._tasks():
            task.cancel()

    def _tasks(self) -> list[asyncio.Task[None]]:
        hubs = [task for hub in (self.hub, self.spare) if hub is not None for task in hub.tasks]
        return [self.broker, *hubs, *self.twins, *(table.task for table in self.tables if table.task is not None)]

    def _fails(self, _: object, context: Mapping[str, Any]) -> None:
        self.failed = self.failed or context.get("exception") or Failure(context["message"])

    def _fails_as_a_task_has(self) -> None:
        for task in self._tasks():
            if task.done() and not task.cancelled():
                task.result()
        if self.failed is not None:
            raise self.failed

    def lacks(self) -> str:
        """What is not yet as it has to be in the end; "" for nothing."""
        due = PendingRotations(self.folder).tables()
        for table in self.tables:
            if table.line is None or not table.line.connected:
                return f"{table.name} is not on the line"
            if table.id in due:
                return f"{table.name} has no new password"
            if table.id in self.rotating and self.passwords[table.id] == self.rotating[table.id]:
                return f"{table.name} has the password that it had"
            if wrong := self._differs(table):
                return wrong
        rollout = load_rollout(self.folder)
        assert rollout is not None
        if not self.bad_at and (rollout.stopped or any(table.version != "2.0" for table in self.tables)):
            return "not all have the new version"
        if len(self.bad_at) == TABLES and not rollout.stopped:
            return "a version that is bad everywhere goes on"
        return ""

    def _differs(self, table: Table) -> str:
        """Of each journal the hub keeps all that may leave the table, and knows what is over.

        What goes on after an end and lies hidden so far says nothing of itself, so the hub may take that game for over.
        """
        kept, ahead = self.database.of(table.journal.uid), 0
        if 9 in kept:
            return f"of {table.name} a game is kept that another has told"
        for number, game in table.journal.games.items():
            there = kept.get(number, Game(number))
            rotten = [seq for seq, line in enumerate(game.lines, 1) if line.action == "rotten"]
            open_to = min([game.open_to, *(seq - 1 for seq in rotten)])
            verify_chain(
                number,
                BEGIN,
                [Row(e.seq, e.action, e.origin, e.written_utc, bytes.fromhex(e.checksum)) for e in there.lines],
            )
            if there.lines[:open_to] != game.lines[:open_to]:
                return f"of game {number} of {table.name} {len(there.lines)} entries are kept, not its {open_to}"
            if rotten:
                continue
            if game.open_to and table.journal.is_listed(game):
                ahead += max(0, len(there.lines) - game.open_to)
            goes_on_hidden = game.reopened and game.open_to < len(game.lines)
            over = game.over and game.open_to == len(game.lines)
            if table.one_line and len(there.lines) <= game.open_to and not goes_on_hidden and there.over != over:
                return f"game {number} of {table.name} is {'not ' if over else ''}over at the hub"
        told = 0 if table.shipping is None else table.shipping.ahead
        return "" if told == ahead else f"{table.name} is told of {told} actions more, not {ahead}"


THINGS = {
    "play": 60, "cut": 6, "broker dies": 2, "table dies": 6, "hub dies": 4, "hub stops": 2, "another hub": 2,
    "database away": 3, "backup": 3, "restore": 2, "lost": 1, "let go": 2, "save": 5, "put back": 4, "take back": 2,
    "card dies": 1, "bit rots": 0.3, "rotate": 8, "impostor": 1, "same machine": 2,
}  # fmt: skip


@contextmanager
def simulated(seed: int) -> Iterator[World]:
    """A world of this seed: all that the product draws or keeps is the world's."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        chance = random.Random(seed)
        stack.enter_context(patch("os.urandom", chance.randbytes))
        stack.enter_context(patch.object(secrets, "token_bytes", lambda count=32: chance.randbytes(count)))
        stack.enter_context(patch("hub.engines.broker_users.hash_password", lambda password: password))
        world = World(seed, folder)

        def fails_at_times(works: Callable[..., None]) -> Callable[..., None]:
            def write(*values: Any) -> None:
                if world.rough and world.chance.random() < 0.3:
                    raise OSError(28, "No space left on device")
                works(*values)

            return write

        stack.enter_context(patch.object(PendingRotations, "done", fails_at_times(PendingRotations.done)))
        stack.enter_context(patch.object(room_joiner, "save_membership", fails_at_times(save_membership)))
        logger, handler = logging.getLogger("royaltable"), logging.Handler(logging.INFO)
        handler.emit = lambda record: world.tell(f"    {record.getMessage()}")  # type: ignore[method-assign]
        stack.enter_context(patch.multiple(logger, handlers=[handler], propagate=False, level=logging.INFO))
        names = (
            *("connect_with_retry", "held_tables", "hold", "save_names", "register_journals"),
            *("load_heads", "load_heads_of_journal", "load_checksums", "append_entries"),
        )
        stack.enter_context(patch.object(limits, "HUB_TABLE_BYTES_PER_DAY", 20_000))
        stack.enter_context(patch.object(limits, "HUB_QUEUE_BYTES", 8_000))
        stack.enter_context(patch.object(limits, "GAMES_PER_MESSAGE", 2))
        stack.enter_context(patch.multiple(ingest, **{name: getattr(world.database, name) for name in names}))
        yield world


def run(seed: int) -> World:
    """Raises Failure, with the story in its notes."""
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
