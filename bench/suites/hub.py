"""A hub under load: from sent to acknowledged, what it costs, how soon a day offline is caught up.

The real hub with a PostgreSQL and a Mosquitto of its own, and a thousand light tables in this process, each on a line
of its own with TLS and one piece of a log unacknowledged. PostgreSQL's own COPY takes the same rows in the same order
and in commits as large, in the same run. On a machine of two cores the tables take half of what there is.
"""

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import asyncpg
import click
import msgspec

from bench.crowd import idle_line, load, pages
from bench.crowd.running_hub import RunningHub, running_hub
from bench.crowd.shipper import Shipper, actions, connected, texts, written
from bench.shared.figure import Figure
from controller.fleet.log_messages import LogEntry, LogPiece
from controller.store.journal import chain
from hub.engines.supervisor import MissingProgramError, find_postgres_program_folder, find_program_path
from hub.store.stored_games import pack_entries

TABLES: Final = 1000
OF_A_CAFE: Final = 30
PAGES: Final = 100
OFFLINE_ENTRIES: Final = 1000
"""Of each table."""

ENTRIES_OF_A_GAME: Final = 357
OF_A_ROUND: Final = 48


def run() -> list[Figure]:
    """The figures; none where PostgreSQL or Mosquitto are missing."""
    try:
        find_postgres_program_folder()
        find_program_path("mosquitto", "mosquitto")
        find_program_path("haproxy", "haproxy")
    except MissingProgramError as missing:
        click.echo(f"LEFT OUT: the figures of a hub: {missing}")
        return []
    with tempfile.TemporaryDirectory(prefix="rt-bench-") as made:
        folder = Path(made)
        folder.chmod(0o755)  # PostgreSQL enters it as another user where we are root
        with running_hub(folder, TABLES) as hub:
            return [*asyncio.run(_measured(hub)), *idle_line.at_the_table(hub.brokers[0]), *_a_game()]


async def _measured(hub: RunningHub) -> list[Figure]:
    database = await asyncpg.connect(hub.url)
    shippers = [Shipper(broker) for broker in hub.brokers]
    few, others = shippers[:OF_A_CAFE], shippers[OF_A_CAFE:]
    async with connected(few):
        figures = _memory(hub, OF_A_CAFE, most=150)
        async with connected(others):
            hundred, five_hundred = load.Bounds(p99_ms=50, all=0.3), load.Bounds(hub=0.5)
            figures += await load.at_a_rate(hub, shippers, a_second=100, entries=10, for_s=15.0, bounds=hundred)
            figures += await load.at_a_rate(hub, shippers, a_second=500, entries=10, for_s=8.0, bounds=five_hundred)
            figures += await load.at_a_rate(hub, shippers, a_second=5000, entries=1, for_s=5.0, bounds=five_hundred)
            figures.append(await load.a_week_offline(shippers[0]))
            figures += await load.a_day_offline(hub, shippers, database, OFFLINE_ENTRIES)
            figures += await pages.table_to_pages(hub, shippers, PAGES)
            figures += await load.broker_killed(hub, shippers)
            figures += _memory(hub, TABLES, most=250)
            kept = await database.fetchval("select count(*) from entries")
            hot = await database.fetchval("select pg_total_relation_size('entries')") / kept * ENTRIES_OF_A_GAME
    await database.close()
    return [
        *figures,
        Figure("hub: entries lost", sum(each.sent for each in shippers) - kept, "", most=0, least=0),
        Figure(f"hub: a game of {ENTRIES_OF_A_GAME} actions while it is played, on disk", hot / 1000, "kB", most=75),
    ]


def _memory(hub: RunningHub, tables: int, most: float) -> list[Figure]:
    memory = hub.memory_mb()
    return [
        *(Figure(f"hub: memory, {tables:,} tables: {name}", mb, "MB") for name, mb in memory.items()),
        Figure(f"hub: memory, {tables:,} tables: all", sum(memory.values()), "MB", most=most),
    ]


def _a_game() -> Iterator[Figure]:
    """What a game takes on the wire, in pieces of a round, and packed."""
    before, entries, wire = chain.CHAIN_START, [], 0
    for seq in range(1, len(actions()) + 1):
        before = chain.entry_checksum(before, 1, seq, *texts(seq))
        entries.append(LogEntry(seq, *texts(seq), before.hex()))
    for first in range(0, len(entries), OF_A_ROUND):
        piece = tuple(entries[first : first + OF_A_ROUND])
        wire += len(msgspec.json.encode(LogPiece("0" * 32, 1, written(1), "blue grey", before.hex(), piece)))
    case, share = f"hub: a game of {ENTRIES_OF_A_GAME} actions", ENTRIES_OF_A_GAME / len(entries) / 1000
    yield Figure(f"{case} on the wire", wire * share, "kB", most=60)
    yield Figure(f"{case}, packed", len(pack_entries(entries)) * share, "kB", most=5)
