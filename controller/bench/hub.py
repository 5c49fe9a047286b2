"""A hub under load: from sent to acknowledged, what it costs, how soon a day offline is caught up.

The real hub with a PostgreSQL and a Mosquitto of its own, and a hundred light tables in this process, each on a line of
its own with one piece of a log unacknowledged. PostgreSQL's own COPY takes the same rows in the same run. On a machine
of two cores the tables take half of what there is.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final
from uuid import uuid4

import asyncpg
import click
import msgspec
from msgspec import Struct

from controller.bench.shared.figure import Figure
from controller.bench.shared.processes import cpu_s, family, free_port, resident_mb, running, until_it_answers
from controller.fleet.line import Broker, Line
from controller.fleet.shipping import Ack, LogEntry, LogPiece, understood
from controller.fleet.topics import ACK, LOG
from controller.games import installed
from controller.games.contract.tools.selfplay import HowToPlay, SelfPlaying
from controller.games.contract.tools.tooled import Tooled
from controller.store.journal import chain
from hub.engines.broker_users import BrokerUsers
from hub.engines.postgres import PrivatePostgres
from hub.engines.programs import MissingProgramError, postgres_programs, program
from hub.store.kept_games import Row
from hub.store.packing import pack

TABLES: Final = 100
STEADY_S: Final = 15.0
HARD_S: Final = 8.0
OFFLINE_ENTRIES: Final = 2000
"""Of each table."""

PATIENCE_S: Final = 120.0
ORIGINS: Final = ("gate:blue", "yes:grey", "knob", "page:referee", "hourglass")
BEGUN: Final = datetime(2026, 11, 22, 18, tzinfo=UTC)
ENTRIES_OF_A_GAME: Final = 357
OF_A_ROUND: Final = 48


def run() -> list[Figure]:
    """The figures; none where PostgreSQL or Mosquitto are missing."""
    try:
        postgres_programs()
        program("mosquitto", "mosquitto")
    except MissingProgramError as missing:
        click.echo(f"LEFT OUT: the figures of a hub: {missing}")
        return []
    with tempfile.TemporaryDirectory(prefix="rt-bench-") as made:
        folder = Path(made)
        folder.chmod(0o755)  # PostgreSQL enters it as another user where we are root
        return [*_under_load(folder), *_a_game()]


def _under_load(folder: Path) -> list[Figure]:
    broker, page = free_port(), free_port()
    tables = f'[tables]\naddress = "127.0.0.1"\nport = {free_port()}\njoin_port = {free_port()}\n'
    (folder / "hub.toml").write_text(f"[broker]\nport = {broker}\n[page]\nport = {page}\n{tables}")
    users = BrokerUsers(folder)
    names = [f"rt-{number:03}" for number in range(TABLES)]
    brokers = [Broker("127.0.0.1", broker, name, users.enter(name)) for name in names]
    with running([sys.executable, "-m", "controller", "hub", "--folder", str(folder)]) as hub:
        until_it_answers(hub, f"http://127.0.0.1:{page}/")
        return asyncio.run(_measured(hub.pid, PrivatePostgres(folder).url, brokers))


async def _measured(hub: int, url: str, brokers: list[Broker]) -> list[Figure]:
    database = await asyncpg.connect(url)
    count = TABLES * OFFLINE_ENTRIES
    async with _shippers(brokers) as shippers:
        steady = await _at_a_rate(hub, shippers, every_s=1.0, for_s=STEADY_S)
        hard = await _at_a_rate(hub, shippers, every_s=0.2, for_s=HARD_S)
        before = _spent(hub)
        offline_s = await _caught_up(shippers)
        spent_us = {name: 1e6 * (spent_s - before[name]) / count for name, spent_s in _spent(hub).items()}
        before = _spent(hub)
        copy_s = await _copied(database)
        copied_s = sum(_spent(hub).values()) - sum(before.values())
    kept = await database.fetchval("select count(*) from entries")
    hot = await database.fetchval("select pg_total_relation_size('entries')") / kept * ENTRIES_OF_A_GAME
    await database.close()
    memory = {name: sum(map(_resident_mb, pids)) for name, pids in _parts(hub).items()}
    return [
        *_cost("100 messages/s of 10 entries", steady, p99_ms=50, cores=0.3),
        *_cost("500 messages/s of 10 entries", hard, p99_ms=None, cores=0.5),
        Figure(f"hub: {count:,} entries after a time offline", count / offline_s, "entries/s", least=50_000),
        Figure("hub: the same, to COPY alone", copy_s / offline_s, "times", least=0.5),
        *(Figure(f"hub: the same: processor of the {name}", us, "us an entry") for name, us in spent_us.items()),
        Figure("hub: the same: processor of the database in COPY", 1e6 * copied_s / count, "us an entry"),
        Figure("hub: entries lost", sum(each.sent for each in shippers) - kept, "", most=0),
        *(Figure(f"hub: memory, {TABLES} tables: {name}", mb, "MB") for name, mb in memory.items()),
        Figure(f"hub: memory, {TABLES} tables: all", sum(memory.values()), "MB", most=150),
        Figure(f"hub: a game of {ENTRIES_OF_A_GAME} actions while it is played, on disk", hot / 1000, "kB", most=75),
    ]


class _Measured(Struct, frozen=True):
    """From sent to acknowledged in milliseconds; cores of each part."""

    took_ms: list[float]
    cores: dict[str, float]


def _cost(case: str, seen: _Measured, p99_ms: float | None, cores: float) -> Iterator[Figure]:
    took_ms = sorted(seen.took_ms)
    yield Figure(f"hub: {case}: sent to acknowledged, p50", statistics.median(took_ms), "ms")
    yield Figure(f"hub: {case}: p99", took_ms[int(0.99 * len(took_ms))], "ms", most=p99_ms)
    for name, spent in seen.cores.items():
        bound = cores if name == "hub" else None
        yield Figure(f"hub: {case}: {name}", spent, "cores", most=bound)


class _Shipper:
    """A table on its line; it sends pieces of one game, the next when the last was acknowledged."""

    def __init__(self, broker: Broker) -> None:
        table = broker.user or ""
        self._topic = LOG.of(table)
        self._journal = uuid4().hex
        self._before = chain.BEGIN
        self._acknowledged = asyncio.Event()
        self.sent = 0
        self.line = Line(broker, table, will=None, hears=[ACK.of(table)], on_message=self._heard)

    def piece(self, count: int) -> bytes:
        """The next entries, as a table would say them."""
        after, entries = self._before, []
        for seq in range(self.sent + 1, self.sent + count + 1):
            texts = _texts(seq)
            self._before = chain.check(self._before, 1, seq, *texts)
            entries.append(LogEntry(seq, *texts, self._before.hex()))
        self.sent += count
        return msgspec.json.encode(LogPiece(self._journal, 1, _written(1), "blue grey", after.hex(), tuple(entries)))

    async def ship(self, piece: bytes) -> float:
        """Say it; seconds until it is acknowledged."""
        self._acknowledged.clear()
        begun_s = time.perf_counter()
        self.line.say(self._topic, LOG, piece)
        async with asyncio.timeout(PATIENCE_S):
            await self._acknowledged.wait()
        return time.perf_counter() - begun_s

    def _heard(self, _topic: str, payload: bytes) -> None:
        if understood(payload, Ack).seq == self.sent:
            self._acknowledged.set()


@asynccontextmanager
async def _shippers(brokers: list[Broker]) -> AsyncIterator[list[_Shipper]]:
    shippers = [_Shipper(broker) for broker in brokers]
    for each in shippers:
        await each.line.connect()
        await each.ship(each.piece(1))
    try:
        yield shippers
    finally:
        for each in shippers:
            await each.line.close()


async def _at_a_rate(hub: int, shippers: list[_Shipper], every_s: float, for_s: float) -> _Measured:
    """Each table says 10 entries so often, all of them spread evenly."""
    loop = asyncio.get_running_loop()
    took_ms: list[float] = []
    begun_s = loop.time() + 0.5
    before = _spent(hub)

    async def one(nth: int, shipper: _Shipper) -> None:
        for turn in range(int(for_s / every_s)):
            piece = shipper.piece(10)
            await asyncio.sleep(begun_s + every_s * (turn + nth / len(shippers)) - loop.time())
            took_ms.append(1000 * await shipper.ship(piece))

    await asyncio.gather(*(one(nth, shipper) for nth, shipper in enumerate(shippers)))
    lasted_s = loop.time() - begun_s + 0.5
    return _Measured(took_ms, {name: (spent - before[name]) / lasted_s for name, spent in _spent(hub).items()})


async def _caught_up(shippers: list[_Shipper]) -> float:
    """Seconds in which all of them have told all that they have."""
    waiting = {each: [each.piece(200) for _ in range(OFFLINE_ENTRIES // 200)] for each in shippers}
    for each in shippers:  # each acknowledgement is of the piece that was said
        each.sent -= OFFLINE_ENTRIES

    async def one(shipper: _Shipper, pieces: list[bytes]) -> None:
        for piece in pieces:
            shipper.sent += 200
            await shipper.ship(piece)

    begun_s = time.perf_counter()
    await asyncio.gather(*(one(shipper, pieces) for shipper, pieces in waiting.items()))
    return time.perf_counter() - begun_s


async def _copied(database: asyncpg.Connection) -> float:
    """Seconds for the same rows by COPY, into a table of the same shape."""
    await database.execute("create table copied (like entries including all)")
    rows = [(table, 1, seq, *_texts(seq), bytes(8)) for table in range(TABLES) for seq in range(1, OFFLINE_ENTRIES + 1)]
    begun_s = time.perf_counter()
    await database.copy_records_to_table("copied", records=rows)
    took_s = time.perf_counter() - begun_s
    await database.execute("drop table copied")
    return took_s


def _parts(hub: int) -> dict[str, list[int]]:
    """The processes of a hub, by what they are."""
    parts: dict[str, list[int]] = {"hub": [hub], "broker": [], "database": []}
    for child in family(hub)[1:]:
        with suppress(FileNotFoundError):
            name = Path(f"/proc/{child}/comm").read_text("ascii").strip()
            parts["broker" if name == "mosquitto" else "database"].append(child)
    return parts


def _resident_mb(pid: int) -> float:
    """None of a worker of PostgreSQL that has ended meanwhile."""
    try:
        return resident_mb(pid)
    except (FileNotFoundError, ProcessLookupError):
        return 0.0


def _spent(hub: int) -> dict[str, float]:
    return {name: sum(map(cpu_s, pids)) for name, pids in _parts(hub).items()}


@cache
def _actions() -> list[str]:
    """A game that bots have played, as JSON texts."""
    game: Any = installed.game()
    tools: Any = game.tools() if isinstance(game, Tooled) else game
    assert isinstance(tools, SelfPlaying)
    how = HowToPlay(4, {choice.key: choice.values[0] for choice in game.choices()}, None, tools.bots[0], check=False)
    played = tools.played(how, Random(1))  # noqa: S311  # a repeatable game
    return [msgspec.json.encode(action).decode() for action in played.log]


@cache
def _texts(seq: int) -> tuple[str, str, str]:
    """What the journal would have of the action with this number: what was done, who brought it about, when."""
    return _actions()[seq % len(_actions())], ORIGINS[seq % len(ORIGINS)], _written(seq)


def _written(seq: int) -> str:
    """An action every eight seconds, or so."""
    return (BEGUN + timedelta(seconds=8 * seq + Random(seq).uniform(-4, 4))).isoformat(timespec="milliseconds")  # noqa: S311  # repeatable


def _a_game() -> Iterator[Figure]:
    """What a game takes on the wire, in pieces of a round, and packed."""
    before, rows, wire = chain.BEGIN, [], 0
    for seq in range(1, len(_actions()) + 1):
        before = chain.check(before, 1, seq, *_texts(seq))
        rows.append(Row(seq, *_texts(seq), before))
    entries = [LogEntry(row.seq, row.action, row.origin, row.written_utc, row.checksum.hex()) for row in rows]
    for first in range(0, len(entries), OF_A_ROUND):
        piece = tuple(entries[first : first + OF_A_ROUND])
        wire += len(msgspec.json.encode(LogPiece("0" * 32, 1, _written(1), "blue grey", before.hex(), piece)))
    case, share = f"hub: a game of {ENTRIES_OF_A_GAME} actions", ENTRIES_OF_A_GAME / len(rows) / 1000
    yield Figure(f"{case} on the wire", wire * share, "kB", most=60)
    yield Figure(f"{case}, packed", len(pack(rows)) * share, "kB", most=5)
