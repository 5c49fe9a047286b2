"""Viewers who flood: 44 connections of one address at one view, while a person at another address goes on acting."""

import asyncio
import contextlib
import json
import statistics
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, Final

from bench.shared.figure import Figure

CONNECTIONS: Final = 44
"""A little less than an address may have."""

ROUNDS: Final = 3
FLOODS_BETWEEN: Final = 3
"""From one look at peace to the next."""
PEACE_S: Final = 2.5
FLOOD_S: Final = 2.5
SETTLE_S: Final = 0.3

ACTING: Final = "127.9.9.9"

LARGEST_AT_MOST: Final = {"/api/tournament/tournament.json": 2.0}
"""Decision 54."""

FLOODER: Final = """
import asyncio, sys
port, path, count = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
asked = f"GET {path} HTTP/1.1\\r\\nhost: localhost\\r\\naccept-encoding: gzip\\r\\n\\r\\n".encode()
async def one():
    while True:
        try:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, local_addr=("127.1.0.1", 0), limit=1 << 22)
            while True:
                writer.write(asked)
                head = (await reader.readuntil(b"\\r\\n\\r\\n")).lower()
                length = next((line for line in head.split(b"\\r\\n") if line.startswith(b"content-length:")), b":0")
                await reader.readexactly(int(length.partition(b":")[2]))
        except (OSError, asyncio.IncompleteReadError):
            await asyncio.sleep(0.05)
async def main():
    await asyncio.gather(*(one() for _ in range(count)))
asyncio.run(main())
"""
"""Asks for a view on each connection again as soon as it is answered, whatever the answer is."""

Act = Callable[[], Awaitable[None]]


class Visitor:
    """One browser with one connection that it keeps, and its cookie."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._cookie = ""

    async def ask(self, path: str, body: Any = None) -> tuple[int, bytes]:
        data = b"" if body is None else json.dumps(body).encode()
        self._writer.write(
            f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nhost: localhost\r\ncookie: {self._cookie}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(data)}\r\n\r\n".encode()
            + data
        )
        lines = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}
        self._cookie = headers.get("set-cookie", self._cookie).partition(";")[0]
        return int(lines[0].split(" ")[1]), await self._reader.readexactly(int(headers.get("content-length", 0)))


@contextlib.asynccontextmanager
async def visiting(port: int, address: str) -> AsyncIterator[Visitor]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0), limit=1 << 22)
    try:
        yield Visitor(reader, writer)
    finally:
        writer.close()


async def milliseconds_of(act: Act, seconds: float) -> list[float]:
    """Act again and again for so long; return how long each took."""
    took_ms: list[float] = []
    until_s = time.perf_counter() + seconds
    while time.perf_counter() < until_s:
        begun_s = time.perf_counter()
        await act()
        took_ms.append((time.perf_counter() - begun_s) * 1000)
        await asyncio.sleep(0.02)
    return took_ms


def p99(took_ms: list[float]) -> float:
    return statistics.quantiles(took_ms, n=100)[98]


async def flood_each(case: str, port: int, act: Act, paths: Sequence[str], most: float) -> list[Figure]:
    """Flood one view after the other, in three rounds; compare the medians of an action's p99 with those at peace."""
    await milliseconds_of(act, PEACE_S)  # the first ones import what they need
    at_peace_ms: list[float] = []
    flooded_ms: dict[str, list[float]] = {path: [] for path in paths}
    for number, path in enumerate([*paths] * ROUNDS):
        if number % FLOODS_BETWEEN == 0:
            at_peace_ms.append(p99(await milliseconds_of(act, PEACE_S)))
        flooder = await asyncio.create_subprocess_exec(sys.executable, "-c", FLOODER, str(port), path, str(CONNECTIONS))
        try:
            await asyncio.sleep(SETTLE_S)
            flooded_ms[path].append(p99(await milliseconds_of(act, FLOOD_S)))
        finally:
            flooder.kill()
            await flooder.wait()
        await asyncio.sleep(SETTLE_S)
    peace_ms = statistics.median(at_peace_ms)
    return [
        Figure(f"siege: {case}: an action at peace, p99", peace_ms, "ms"),
        *(
            Figure(
                f"siege: {case}: {CONNECTIONS} at {path}: p99 to that",
                statistics.median(took) / peace_ms,
                "times",
                LARGEST_AT_MOST.get(path, most),
            )
            for path, took in flooded_ms.items()
        ),
    ]
