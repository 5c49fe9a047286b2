"""Latency from a table's message to all open pages of the room, which take gzip as browsers do."""

import asyncio
import time
import zlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

import msgspec

from bench.crowd.running_hub import RunningHub
from bench.crowd.shipper import Shipper
from bench.shared.figure import Figure
from controller.fleet.messages import PublicGameState
from controller.fleet.topics import STATE

PLAYS: Final = PublicGameState(
    game="A game",
    playing=True,
    step="x",
    text="",
    round=3,
    to_act=None,
    left_s=None,
    paused=False,
    silent=False,
    locked=False,
)

CHANGES: Final = 30
EVERY_S: Final = 0.5
ADDRESSES: Final = 50
PATIENCE_S: Final = 30.0


async def table_to_pages(hub: RunningHub, shippers: Sequence[Shipper], pages: int) -> list[Figure]:
    """Publish states of one table after the other; measure until each page has received them."""
    took_ms: list[float] = []
    async with _open_pages(hub.page_port, pages) as open_:
        for number in range(CHANGES):
            await asyncio.sleep(EVERY_S)  # pages get ten messages a second at most
            shipper, mark = shippers[number % len(shippers)], f"mark {number} of all"
            state = msgspec.structs.replace(PLAYS, text=mark)
            waiting = [asyncio.create_task(page.read_until(mark.encode())) for page in open_]
            begun_s = time.perf_counter()
            shipper.connection.publish(STATE.topic_of(shipper.table), STATE, state)
            took_ms += [1000 * (at_s - begun_s) for at_s in await asyncio.gather(*waiting)]
    took_ms.sort()
    case = f"a table's word on {pages} pages of a room with {len(shippers):,} tables"
    return [
        Figure(f"hub: {case}, p50", took_ms[len(took_ms) // 2], "ms"),
        Figure(f"hub: {case}, p99", took_ms[int(0.99 * len(took_ms))], "ms", most=100),
    ]


class _Page:
    """The stream of one open page."""

    def __init__(self, reader: asyncio.StreamReader) -> None:
        self._reader = reader
        self._unpacker = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)

    async def read_head(self) -> None:
        head = await self._reader.readuntil(b"\r\n\r\n")
        if b"content-encoding: gzip" not in head.lower():
            raise ConnectionError(f"saw {head!r}, expected a compressed stream")

    async def _read_chunk(self) -> bytes:
        size = int(await self._reader.readline(), 16)
        return (await self._reader.readexactly(size + 2))[:size]

    async def read_until(self, mark: bytes) -> float:
        """Read on to ``mark``; return when it came, in seconds of the performance counter."""
        seen = b""
        async with asyncio.timeout(PATIENCE_S):
            while mark not in seen:
                data = await self._read_chunk()
                came_s = time.perf_counter()
                if not data:
                    raise ConnectionError("the page's stream ended, expected it to go on")
                seen = seen[-len(mark) :] + self._unpacker.decompress(data)
        return came_s


@asynccontextmanager
async def _open_pages(port: int, pages: int) -> AsyncIterator[list[_Page]]:
    """Open the streams of ``pages`` pages from ``ADDRESSES`` addresses."""
    opened = []
    try:
        for number in range(pages):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, local_addr=(f"127.1.0.{1 + number % ADDRESSES}", 0), limit=1 << 22
            )
            page = _Page(reader)
            opened.append((page, writer))
            writer.write(b"GET /api/stream HTTP/1.1\r\nhost: localhost\r\naccept-encoding: gzip\r\n\r\n")
            await page.read_head()
            await page.read_until(b'"order"')
        yield [page for page, _ in opened]
    finally:
        for _, writer in opened:
            writer.close()
