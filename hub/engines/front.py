"""What stands before the hub's broker: it bounds how many are connected whom the broker has not let in."""

import asyncio
import re
import socket
from contextlib import suppress
from typing import Final

from controller import limits
from controller.web.bounded_server import Connections, descriptors, ended_by_a_fault
from hub.enrolment.desk import counted_as

HERE: Final = "127.0.0.1"

LET_IN: Final = re.compile(rf"New client connected from {re.escape(HERE)}:(\d+) as ")
"""What Mosquitto logs of a client whose password was right."""

AGAIN_S: Final = 0.25
"""Between two tries to reach a broker that is being started again; tables wait for longer."""

GOODBYE_S: Final = 5.0
"""For a client that the broker has hung up on to read what it was told."""


class Front:
    """Owner of the connections from a listener to the broker on this machine; what they say passes unread.

    A client is a stranger until the broker lets it in. When all places of strangers are taken, in all or of an address,
    one of them makes room (`Connections`). Who was let in is not counted: the broker has one connection for each user.

    Args:
        listener: where clients come.
        port: of the broker, on this machine.
    """

    def __init__(self, listener: socket.socket, port: int) -> None:
        self.port = port
        self._listener = listener
        most = min(limits.BROKER_STRANGERS, descriptors(limits.HUB_DESCRIPTORS) // 8)  # each takes two of them
        self.strangers = Connections(most, limits.BROKER_STRANGERS_AN_ADDRESS)
        self._by_port: dict[int, _Client] = {}

    async def run(self) -> None:
        """Take clients in, for ever."""
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: _Client(self), sock=self._listener, backlog=limits.ACCEPTED_AT_ONCE)
        self._listener.listen(limits.WAITING_TO_BE_TAKEN_IN)
        async with server:
            await server.serve_forever()

    def heard(self, line: str) -> None:
        found = LET_IN.match(line)
        if found is not None and (client := self._by_port.get(int(found[1]))) is not None:
            self.strangers.speaks(client, now=True)
            self.strangers.leave(client)

    def reached(self, client: "_Client", port: int) -> None:
        self._by_port[port] = client

    def left(self, client: "_Client", port: int | None) -> None:
        self.strangers.leave(client)
        if port is not None:
            self._by_port.pop(port, None)


class _End(asyncio.Protocol):
    """One end of a client's way to the broker; what comes here goes out at the other end."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.other: _End | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        if self.other is not None and self.other.transport is not None:
            self.other.transport.write(data)

    def pause_writing(self) -> None:
        if self.other is not None and self.other.transport is not None:
            self.other.transport.pause_reading()

    def resume_writing(self) -> None:
        if self.other is not None and self.other.transport is not None:
            self.other.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        other = None if self.other is None else self.other.transport
        if other is not None and not other.is_closing():
            other.close()
            asyncio.get_running_loop().call_later(GOODBYE_S, other.abort)


class _Client(_End):
    """The end at which a client is; nothing is read from it before the broker is there."""

    def __init__(self, front: Front) -> None:
        super().__init__()
        self._front = front
        self._port: int | None = None
        self._reaching: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        assert self.transport is not None
        with ended_by_a_fault(self.transport):
            self.transport.pause_reading()
            address = (transport.get_extra_info("peername") or ("",))[0]
            if self._front.strangers.admit(self, counted_as(address)):
                self._reaching = asyncio.create_task(self._reach())
            else:
                self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._reaching is not None:
            self._reaching.cancel()
        self._front.left(self, self._port)
        super().connection_lost(exc)

    def end(self) -> None:
        assert self.transport is not None
        self.transport.abort()

    async def _reach(self) -> None:
        assert self.transport is not None
        while self.other is None:
            with suppress(OSError):
                self.other = await self._at_the_broker()
                continue
            await asyncio.sleep(AGAIN_S)
        self.transport.resume_reading()

    async def _at_the_broker(self) -> _End:
        made, end = await asyncio.get_running_loop().create_connection(_End, HERE, self._front.port)
        end.other = self
        self._port = made.get_extra_info("sockname")[1]
        self._front.reached(self, self._port)
        return end


def free_port() -> int:
    with socket.create_server((HERE, 0)) as probe:
        port: int = probe.getsockname()[1]
        return port
