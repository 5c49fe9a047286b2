"""Cost of a hub under load, catching up after time offline, and reconnecting to a killed broker."""

import asyncio
import logging
import os
import signal
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Final

import asyncpg
from msgspec import Struct

from bench.crowd.running_hub import RunningHub
from bench.crowd.shipper import Shipper, texts
from bench.shared.figure import Figure

PIECE: Final = 200
"""Entries per message when catching up."""

WEEK_ENTRIES: Final = 10_000

COPY_AT_LEAST: Final = 0.35
"""Decision 54."""

AT_ONCE: Final = 200
"""Messages per commit of the hub."""


class _Measured(Struct, frozen=True):
    """Milliseconds from sending to acknowledgement, duration of the run, and cores used by each part."""

    took_ms: list[float]
    lasted_s: float
    cores: dict[str, float]


async def at_a_rate(
    hub: RunningHub, shippers: Sequence[Shipper], *, a_second: int, entries: int, for_s: float, bounds: "Bounds"
) -> list[Figure]:
    """Send messages of ``entries`` entries at a fixed rate, from all tables in turn."""
    loop = asyncio.get_running_loop()
    every_s = len(shippers) / a_second
    took_ms: list[float] = []
    begun_s, before = loop.time() + 0.5, hub.spent_s()

    async def one(nth: int, shipper: Shipper) -> None:
        at_s = begun_s + every_s * nth / len(shippers)
        while at_s < begun_s + for_s:
            piece = shipper.piece(entries)
            await asyncio.sleep(at_s - loop.time())
            took_ms.append(1000 * await shipper.ship(piece))
            at_s += every_s

    await asyncio.gather(*(one(nth, shipper) for nth, shipper in enumerate(shippers)))
    lasted_s = loop.time() - begun_s + 0.5
    cores = {name: (spent - before[name]) / lasted_s for name, spent in hub.spent_s().items()}
    return list(_cost(f"{a_second:,} messages/s of {entries}", _Measured(took_ms, lasted_s - 0.5, cores), bounds))


class Bounds(Struct, frozen=True):
    """Bounds of milliseconds to acknowledgement, and of cores of the hub and of all parts."""

    p99_ms: float | None = None
    hub: float | None = None
    all: float | None = None


def _cost(case: str, seen: _Measured, bounds: Bounds) -> Iterator[Figure]:
    took_ms = sorted(seen.took_ms)
    yield Figure(f"hub: {case}: kept of them", len(took_ms) / seen.lasted_s, "a second")
    yield Figure(f"hub: {case}: sent to acknowledged, p50", statistics.median(took_ms), "ms")
    yield Figure(f"hub: {case}: p99", took_ms[int(0.99 * len(took_ms))], "ms", most=bounds.p99_ms)
    for name, spent in seen.cores.items():
        yield Figure(f"hub: {case}: {name}", spent, "cores", most=bounds.hub if name == "hub" else None)
    yield Figure(f"hub: {case}: all", sum(seen.cores.values()), "cores", most=bounds.all)


async def a_week_offline(shipper: Shipper) -> Figure:
    pieces = [shipper.piece(PIECE) for _ in range(WEEK_ENTRIES // PIECE)]
    begun_s = time.perf_counter()
    await shipper.ship_all(pieces, PIECE)
    took_s = time.perf_counter() - begun_s
    return Figure(f"hub: a week offline of one table, {WEEK_ENTRIES:,} entries", took_s, "s", most=1)


async def a_day_offline(
    hub: RunningHub, shippers: Sequence[Shipper], database: asyncpg.Connection, entries: int
) -> list[Figure]:
    """Have each table catch up ``entries`` entries, and compare with PostgreSQL's COPY of the same rows."""
    count = len(shippers) * entries
    pieces = [[each.piece(PIECE) for _ in range(entries // PIECE)] for each in shippers]
    before, begun_s = hub.spent_s(), time.perf_counter()
    await asyncio.gather(*(each.ship_all(mine, PIECE) for each, mine in zip(shippers, pieces, strict=True)))
    took_s = time.perf_counter() - begun_s
    spent_us = {name: 1e6 * (spent - before[name]) / count for name, spent in hub.spent_s().items()}
    copy_s, copied_us = await _copied(hub, database, len(shippers), entries)
    case = f"{count:,} entries of {len(shippers):,} tables after a time offline"
    return [
        Figure(f"hub: {case}", took_s, "s", most=20 * count / 1_000_000),
        Figure("hub: the same a second", count / took_s, "entries/s", least=50_000),
        Figure("hub: the same, to COPY alone", copy_s / took_s, "times", least=COPY_AT_LEAST),
        *(Figure(f"hub: the same: processor of the {name}", us, "us an entry") for name, us in spent_us.items()),
        Figure("hub: the same: processor of the database in COPY", copied_us, "us an entry"),
    ]


async def _copied(hub: RunningHub, database: asyncpg.Connection, tables: int, entries: int) -> tuple[float, float]:
    """Return seconds to COPY the same rows in the same commits, and the database's processor time a row in us."""
    await database.execute("create table copied (like entries including all)")
    pieces = [(table, first) for first in range(1, entries + 1, PIECE) for table in range(tables)]
    took_s, before = 0.0, sum(hub.spent_s().values())
    for first in range(0, len(pieces), AT_ONCE):
        rows = [
            (table, 1, seq, *texts(seq), bytes(8))
            for table, begin in pieces[first : first + AT_ONCE]
            for seq in range(begin, begin + PIECE)
        ]
        begun_s = time.perf_counter()
        await database.copy_records_to_table("copied", records=rows)
        took_s += time.perf_counter() - begun_s
    spent_s = sum(hub.spent_s().values()) - before
    await database.execute("drop table copied")
    return took_s, 1e6 * spent_s / (tables * entries)


PATIENCE_S: Final = 120.0
LOOK_EVERY_S: Final = 0.02


async def broker_killed(hub: RunningHub, shippers: Sequence[Shipper]) -> list[Figure]:
    """Kill the broker; measure until all tables have reconnected."""
    before = {each: each.connects for each in shippers}
    logging.disable(logging.WARNING)  # each table logs that its broker is lost
    (broker,) = hub.parts()["broker"]
    os.kill(broker, signal.SIGKILL)
    async with asyncio.timeout(PATIENCE_S):
        await _answers(hub.tables_port)
        begun_s = time.perf_counter()
        while any(each.connects == before[each] or not each.connection.connected for each in shippers):  # noqa: ASYNC110  # one look costs less than a thousand events
            await asyncio.sleep(LOOK_EVERY_S)
        took_s = time.perf_counter() - begun_s
    logging.disable(logging.NOTSET)
    spent_s = hub.spent_s()["broker"]
    await asyncio.gather(*(each.ship(each.piece(10)) for each in shippers))
    case = f"broker killed under {len(shippers):,} tables with TLS"
    return [
        Figure(f"hub: {case}: all are back after it answers", took_s, "s", most=15),
        Figure(f"hub: {case}: its processor until then", spent_s, "s"),
    ]


async def _answers(port: int) -> None:
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(LOOK_EVERY_S)
        else:
            with closing(writer):
                return
