"""A network between browser and server that a test makes slow, dead or foreign."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

PORTAL: Final = b"<!doctype html><title>Guest Wi-Fi</title><h1>Please accept our terms</h1>"
"""What the login page of some networks answers, for any address."""


class Relay:
    """Passes bytes between a port of its own and the server's.

    Attributes:
        url: of the page through the relay.
        delay_s: from each request to its answer.
        is_portal: the network answers by itself.
        newer: part of each answer that is replaced by as many other bytes, as an update of the server would.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._dead: set[asyncio.StreamWriter] = set()
        self._streams: set[asyncio.StreamWriter] = set()
        self._asked_s: dict[asyncio.StreamWriter, float] = {}
        self._is_down = False
        self.url = ""
        self.delay_s = 0.0
        self.is_portal = False
        self.newer: tuple[bytes, bytes] | None = None

    def lose_streams(self) -> None:
        """Nothing passes on the streams that are open now; neither end notices."""
        self._dead |= self._streams

    def go_down(self) -> None:
        """End all connections, and each new one at once."""
        self._is_down = True
        for writer in list(self._asked_s):
            writer.get_extra_info("socket").shutdown(socket.SHUT_RDWR)

    def come_back(self) -> None:
        self._is_down = False

    async def run(self, ready: threading.Event, stopped: asyncio.Event) -> None:
        async with await asyncio.start_server(self._serve, "127.0.0.1", 0) as server:
            self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            ready.set()
            await stopped.wait()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_down:
            return writer.close()
        there, to_server = await asyncio.open_connection("127.0.0.1", self._port)
        self._asked_s[writer] = asyncio.get_running_loop().time()
        try:
            await asyncio.gather(self._pass_on(reader, to_server, writer), self._pass_back(there, writer))
        except (OSError, asyncio.CancelledError):  # a browser ends connections as it likes
            pass
        finally:
            del self._asked_s[writer]
            self._streams.discard(writer)
            for end in (to_server, writer):
                end.close()
                with suppress(OSError):
                    await end.wait_closed()

    async def _pass_on(
        self, reader: asyncio.StreamReader, to_server: asyncio.StreamWriter, writer: asyncio.StreamWriter
    ) -> None:
        while octets := await reader.read(65_536):
            self._asked_s[writer] = asyncio.get_running_loop().time()
            if octets.startswith(b"GET /api/stream"):
                self._streams.add(writer)
            if self.is_portal:
                head = f"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: {len(PORTAL)}\r\n\r\n"
                writer.write(head.encode() + PORTAL)
            elif writer not in self._dead:
                to_server.write(octets)
        to_server.close()

    async def _pass_back(self, there: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while octets := await there.read(65_536):
            await asyncio.sleep(self._asked_s[writer] + self.delay_s - asyncio.get_running_loop().time())
            if writer not in self._dead and not self.is_portal:
                writer.write(octets if self.newer is None else octets.replace(*self.newer))
        writer.close()


@contextmanager
def relayed(url: str) -> Iterator[Relay]:
    """Relay to the server at ``url`` until the exit."""
    relay, ready = Relay(int(url.rstrip("/").rpartition(":")[2])), threading.Event()
    loop, stopped = asyncio.new_event_loop(), asyncio.Event()

    def run() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(relay.run(ready, stopped))

    thread = threading.Thread(target=run)
    thread.start()
    ready.wait()
    try:
        yield relay
    finally:
        loop.call_soon_threadsafe(stopped.set)
        thread.join()
