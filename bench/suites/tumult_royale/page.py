"""What the page costs: the first load, a spectator's minute, and how fast an action reaches everybody's screen.

The daemon runs in a process of its own, on twins, while bots play; clients are plain sockets on this machine. The time
of an action is taken from before its POST until the view with its number has come in at each client, and includes the
journal's fsync. A bare asyncio server is asked by turns to send a message of the same length to as many clients; it
keeps nothing.
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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from bench.shared.figure import Figure
from bench.shared.ports import free_port

CLIENTS: Final = (1, 10, 20)
A_FULL_ROOM: Final = 100
PAGES_AN_ADDRESS: Final = 20
GAME: Final[dict[str, Any]] = {"castles": ["blue", "yellow"], "options": {"map": "honour"}}
SETTLED_S: Final = 0.5
BETWEEN_S: Final = 0.02
ACTIONS: Final = 40
WATCHED_S: Final = 20.0
LINK: Final = re.compile(rb"""(?:href|src)="(/[^"]+)\"""")
"""What a page asks for next: its scripts are one, as its style sheets are."""

FIRST_ASKED: Final = ("/api/me", "/api/texts/en", "/oled.png")
"""By the page's script, besides the stream."""


def run() -> list[Figure]:
    """The figures; the daemon is started and ended here."""
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        command = [sys.executable, "-m", "controller", "sim", "--port", str(port), "--seed", "7"]
        command += ["--journal", str(Path(folder) / "page.journal")]
        bare = free_port()
        peer = [sys.executable, "-m", "bench.shared.bare_stream", str(bare)]
        with _serving(command), _serving(peer):
            return asyncio.run(_measure(port, bare))


@contextmanager
def _serving(command: list[str]) -> Iterator[None]:
    """A server in a process of its own, from the line in which it says so."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:  # noqa: S603
        try:
            assert server.stdout is not None
            server.stdout.readline()
            yield
        finally:
            server.terminate()


async def _measure(port: int, bare: int) -> list[Figure]:
    requests, octets = await _first_load(port)
    await _post(port, "/api/game", json.dumps(GAME).encode())
    figures = [
        Figure("page: first load, requests", requests, ""),
        Figure("page: first load", octets / 1000, "kB"),
    ]
    for clients in CLIENTS:
        took_ms = sorted((await _fan_out(port, clients))[0])
        figures += [
            Figure(f"page: action to {clients} clients, p50", statistics.median(took_ms), "ms"),
            Figure(f"page: action to {clients} clients, p99", took_ms[int(len(took_ms) * 0.99)], "ms"),
        ]
    _, last_ms, bare_ms = await _fan_out(port, A_FULL_ROOM, bare)
    ours_ms, theirs_ms = statistics.median(last_ms), statistics.median(bare_ms)
    figures += [
        Figure(f"page: action to the last of {A_FULL_ROOM} clients, p50", ours_ms, "ms"),
        Figure(f"page: action to the last of {A_FULL_ROOM} clients, bare asyncio, p50", theirs_ms, "ms"),
        Figure(f"page: action to the last of {A_FULL_ROOM} clients, ratio to bare asyncio", ours_ms / theirs_ms, "x"),
    ]
    await _post(port, "/api/game", json.dumps(GAME | {"bots": GAME["castles"]}).encode())
    figures.append(Figure("page: a spectator's minute while bots play", await _a_minute(port) / 1000, "kB", most=100))
    return figures


async def _post(port: int, path: str, body: bytes) -> None:
    """One POST on a connection of its own."""
    await _ask(port, "POST", path, body)


async def _ask(port: int, method: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
    """One request on a connection of its own: the octets of the whole answer, and what they carry."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    content = body or b""
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
    """Everything that the page asks for, and the first view."""
    to_ask, asked, octets = ["/", "/api/view", *FIRST_ASKED], set[str](), 0
    while to_ask:
        path = to_ask.pop()
        if path in asked:
            continue
        asked.add(path)
        size, answer = await _ask(port, "GET", path)
        octets += size
        if path == "/":
            to_ask += [link.decode() for link in LINK.findall(answer)]
    return len(asked), octets


class _Listener(asyncio.Protocol):
    """One page's end of the stream: octets come in, and it is noted when those come that it waits for."""

    def __init__(self) -> None:
        self.octets = 0
        self._unread = b""
        self._mark = b""
        self._came: asyncio.Future[tuple[float, int]] | None = None

    def data_received(self, data: bytes) -> None:
        """Whatever comes."""
        self.octets += len(data)
        if self._came is None or self._came.done():
            return
        self._unread += data
        if self._mark in self._unread:
            self._came.set_result((time.perf_counter(), len(self._unread)))

    def until(self, mark: bytes) -> "asyncio.Future[tuple[float, int]]":
        """The moment at which ``mark`` has come in, and how many octets came until then."""
        self._unread, self._mark = b"", mark
        self._came = asyncio.get_running_loop().create_future()
        return self._came


async def _listen(port: int, number: int = 0) -> tuple[asyncio.Transport, _Listener]:
    """A page's stream; more than a few come from several addresses of this machine, as those in a room do."""
    address = f"127.0.0.{1 + number // PAGES_AN_ADDRESS}"
    loop = asyncio.get_running_loop()
    transport, listener = await loop.create_connection(_Listener, "127.0.0.1", port, local_addr=(address, 0))
    transport.write(b"GET /api/stream?version=2 HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
    return transport, listener


async def _fan_out(port: int, clients: int, bare: int | None = None) -> tuple[list[float], list[float], list[float]]:
    """Milliseconds until each client has seen each action, until the last has, and until the last of the ``bare`` has.

    The bare server gets a message of the same length by turns with each action, for as many clients.
    """
    pages = [await _listen(port, number) for number in range(clients)]
    others = [] if bare is None else [await _listen(bare, number) for number in range(clients)]
    took_ms, last_ms, bare_ms = list[float](), list[float](), list[float]()
    await asyncio.sleep(SETTLED_S)
    before = json.loads((await _ask(port, "GET", "/api/view"))[1])["view"]["seq"]
    for number in range(ACTIONS):
        change = {"do": "amend", "supporters": {"blue": 1 if number % 2 == 0 else -1}}
        mark = b'"/seq","value":%d}' % (before + number + 1)
        arrivals = await _told(port, "/api/actions", json.dumps(change).encode(), [page for _, page in pages], mark)
        took_ms += [ms for ms, _ in arrivals]
        last_ms.append(max(ms for ms, _ in arrivals))
        if bare is not None:
            message = mark.ljust(arrivals[0][1])
            told = await _told(bare, "/", message, [page for _, page in others], mark)
            bare_ms.append(max(ms for ms, _ in told))
    for transport, _ in (*pages, *others):
        transport.abort()
    await asyncio.sleep(SETTLED_S)
    return took_ms, last_ms, bare_ms


async def _told(port: int, path: str, body: bytes, pages: list[_Listener], mark: bytes) -> list[tuple[float, int]]:
    """Of each page, how many milliseconds after the POST of ``body`` it had ``mark``, and in how many octets."""
    arrivals = [page.until(mark) for page in pages]
    begun_s = time.perf_counter()
    answer = asyncio.create_task(_post(port, path, body))
    came = await asyncio.gather(*arrivals)
    await answer
    await asyncio.sleep(BETWEEN_S)
    return [((at_s - begun_s) * 1000, octets) for at_s, octets in came]


async def _a_minute(port: int) -> float:
    """Octets that a spectator gets in a minute: those of its start once, then from those of ``WATCHED_S``."""
    transport, page = await _listen(port)
    await asyncio.sleep(SETTLED_S)
    started = page.octets
    await asyncio.sleep(WATCHED_S)
    transport.abort()
    return started + (page.octets - started) * 60 / WATCHED_S
