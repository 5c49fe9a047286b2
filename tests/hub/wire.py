"""The network between a table and its broker, which somebody can pull and plug in again."""

import asyncio
from contextlib import suppress

from bench.shared.ports import free_port


class Wire:
    """Owner of the connections that lead through it.

    Args:
        far: the broker's port on this machine.

    Attributes:
        port: at which the table finds the broker.
    """

    def __init__(self, far: int) -> None:
        self.port = free_port()
        self._far = far
        self._plugged = True
        self._ends: set[asyncio.StreamWriter] = set()

    async def run(self) -> None:
        """Carry what comes, for ever."""
        self._loop = asyncio.get_running_loop()
        server = await asyncio.start_server(self._joined, "127.0.0.1", self.port)
        try:
            await server.serve_forever()
        finally:
            self._cut()

    def pull(self) -> None:
        """What is connected is so no more, and nobody gets through."""
        self._plugged = False
        self._loop.call_soon_threadsafe(self._cut)

    def plug(self) -> None:
        """From now on the broker can be reached again."""
        self._plugged = True

    async def _joined(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._plugged:
            writer.transport.abort()
            return
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._far)
        self._ends |= {writer, far_writer}
        await asyncio.gather(self._carry(reader, far_writer), self._carry(far_reader, writer))

    async def _carry(self, here: asyncio.StreamReader, there: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while octets := await here.read(1 << 16):
                there.write(octets)
                await there.drain()
        self._ends.discard(there)
        there.close()

    def _cut(self) -> None:
        for end in self._ends:
            end.transport.abort()
        self._ends.clear()
