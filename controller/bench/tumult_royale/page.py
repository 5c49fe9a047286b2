"""What the page costs: the first load, a spectator's minute, and how fast an action reaches everybody's screen.

The daemon runs in a process of its own, on twins, while bots play; clients are plain sockets on this machine. The time
of an action is taken from before its POST until the view with its number has come in at each client, and includes the
journal's fsync.
"""

import asyncio
import gzip
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final
from urllib.parse import urljoin

from controller.bench.shared.figure import Figure
from controller.bench.shared.processes import free_port

CLIENTS: Final = (1, 10, 20)
ACTIONS: Final = 40
WATCHED_S: Final = 20.0
LINK: Final = re.compile(rb"""(?:href|src)="(/[^"]+)"|(?<!import\()"(\.{1,2}/[^"]+\.(?:js|css))\"""")
"""What a page or a module of it asks for next; what only another page needs is a load of its own."""

OF_THE_TABLE: Final = ("games/tumult_royale/game.js", "games/tumult_royale/table.js")
"""What the simulated table's page fetches when it knows which game it draws."""

FIRST_ASKED: Final = ("/api/me", "/api/texts/en", "/oled.png")
"""By the page's script, besides the stream."""


def run() -> list[Figure]:
    """The figures; the daemon is started and ended here."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        command = [sys.executable, "-m", "controller", "sim", "--port", str(port), "--seed", "7"]
        command += ["--journal", str(Path(folder) / "page.journal")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as daemon:  # noqa: S603
            try:
                assert daemon.stdout is not None
                daemon.stdout.readline()
                return asyncio.run(_measure(port))
            finally:
                daemon.terminate()


async def _measure(port: int) -> list[Figure]:
    requests, octets = await _first_load(port)
    await _ask(port, "POST", "/api/game", {"castles": ["blue", "yellow"], "options": {"map": "honour"}})
    figures = [
        Figure("page: first load, requests", requests, ""),
        Figure("page: first load", octets / 1000, "kB"),
    ]
    for clients in CLIENTS:
        took_ms = sorted(await _fan_out(port, clients))
        figures += [
            Figure(f"page: action to {clients} clients, p50", statistics.median(took_ms), "ms"),
            Figure(f"page: action to {clients} clients, p99", took_ms[int(len(took_ms) * 0.99)], "ms"),
        ]
    game = {"castles": ["blue", "yellow"], "options": {"map": "honour"}, "bots": ["blue", "yellow"]}
    await _ask(port, "POST", "/api/game", game)
    figures.append(Figure("page: a spectator's minute while bots play", await _a_minute(port) / 1000, "kB"))
    return figures


async def _ask(port: int, method: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, bytes]:
    """One request on a connection of its own: the octets of the whole answer, and what they carry."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    content = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\naccept-encoding: gzip\r\n"
    if body is not None:
        head += f"content-type: application/json\r\ncontent-length: {len(content)}\r\n"
    writer.write(head.encode() + b"\r\n" + content)
    answer = await reader.read()
    writer.close()
    status = answer.split(b" ", 2)[1]
    if not status.startswith(b"2"):
        raise OSError(f"{method} {path}: {answer[-300:]!r}")
    head_of_answer, _, carried = answer.partition(b"\r\n\r\n")
    return len(answer), gzip.decompress(carried) if b"content-encoding: gzip" in head_of_answer else carried


async def _first_load(port: int) -> tuple[int, int]:
    """Everything that the page, its styles and its modules ask for, and the first view."""
    to_ask, asked, octets = ["/", "/api/view", *FIRST_ASKED], set[str](), 0
    while to_ask:
        path = to_ask.pop()
        if path in asked:
            continue
        asked.add(path)
        size, answer = await _ask(port, "GET", path)
        octets += size
        for absolute, relative in LINK.findall(answer) if path == "/" or path.endswith((".js", ".css")) else ():
            to_ask.append(urljoin(path, (absolute or relative).decode()))
        if path.endswith("/js/main.js"):
            to_ask += [urljoin(path, module) for module in OF_THE_TABLE]
    return len(asked), octets


async def _listen(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
    writer.write(b"GET /api/stream HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
    return reader, writer


async def _fan_out(port: int, clients: int) -> list[float]:
    """Milliseconds until each client has seen each action."""
    streams = [await _listen(port) for _ in range(clients)]
    took_ms: list[float] = []
    before = json.loads((await _ask(port, "GET", "/api/view"))[1])["view"]["seq"]
    for number in range(ACTIONS):
        change = {"do": "amend", "supporters": {"blue": 1 if number % 2 == 0 else -1}}
        begun_s = time.perf_counter()
        answer = asyncio.create_task(_ask(port, "POST", "/api/actions", change))
        arrivals = [asyncio.create_task(_until(reader, before + number + 1)) for reader, _ in streams]
        took_ms += [(at_s - begun_s) * 1000 for at_s in await asyncio.gather(*arrivals)]
        await answer
    for _, writer in streams:
        writer.close()
    return took_ms


async def _until(reader: asyncio.StreamReader, seq: int) -> float:
    """The moment at which a view with this number of actions has come in."""
    while True:
        line = await reader.readuntil(b"\n")
        if line.startswith(b"event: view"):
            data = await reader.readuntil(b"\n")
            at_s = time.perf_counter()
            if json.loads(data.removeprefix(b"data: "))["seq"] >= seq:
                return at_s


async def _a_minute(port: int) -> float:
    """Octets that a spectator gets in a minute, from those of ``WATCHED_S``."""
    reader, writer = await _listen(port)
    octets = 0
    try:
        async with asyncio.timeout(WATCHED_S):
            while chunk := await reader.read(1 << 16):
                octets += len(chunk)
    except TimeoutError:
        pass
    writer.close()
    return octets * 60 / WATCHED_S
