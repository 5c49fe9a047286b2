"""The door of a page that speaks TLS: a connection's first octet says what it speaks, and handshakes take turns."""

import asyncio
import ssl
from collections.abc import Callable, MutableSet
from functools import partial
from typing import Any, Final, Protocol

from uvicorn.server import ServerState

from controller import limits
from controller.web.serving.bounded_server import REFUSED, BoundedProtocol, Connections, ended_by_a_fault
from controller.web.serving.tls_transport import TlsTransport

HANDSHAKE: Final = 22
"""The first octet of whoever speaks TLS (RFC 8446, 5.1); no request begins with it."""


class HasContext(Protocol):
    """What knows the certificate of the moment."""

    @property
    def context(self) -> ssl.SSLContext | None:
        """With which new connections are encrypted; None while there is no certificate that can be used."""
        ...


class Turns:
    """Handshakes one after the other, each followed by a pause as long as it took: half of the time stays the game's.

    The newest goes first: under a flood whoever had to wait behind it would be ended before his turn.
    """

    def __init__(self) -> None:
        self._waiting: dict[TlsDoor, None] = {}
        self._busy = False

    def take(self, door: "TlsDoor") -> None:
        self._waiting[door] = None
        if not self._busy:
            self._busy = True
            asyncio.get_running_loop().call_soon(self._next)

    def leave(self, door: "TlsDoor") -> None:
        self._waiting.pop(door, None)

    def _next(self) -> None:
        if not self._waiting:
            self._busy = False
            return
        door, _ = self._waiting.popitem()
        loop = asyncio.get_running_loop()
        began_s = loop.time()
        door.shake_hands()
        loop.call_later(loop.time() - began_s, self._next)


class TlsDoor(asyncio.Protocol):
    """One connection: silent until it has said what it speaks, and until its handshake is complete.

    Args:
        make: the HTTP server's end of it; it takes the place that was held here.
        places: where it is counted, from its first moment.
        turns: of handshakes.
        certificate: for those who speak TLS.
        open_ones: all connections, of which those that are still silent end with the server.
    """

    def __init__(
        self,
        make: Callable[[], BoundedProtocol],
        places: Connections,
        turns: Turns,
        certificate: HasContext,
        open_ones: MutableSet[Any],
    ) -> None:
        self._make = make
        self._places = places
        self._turns = turns
        self._certificate = certificate
        self._open_ones = open_ones
        self._raw: asyncio.Transport | None = None
        self._tls: TlsTransport | None = None
        self._inner: BoundedProtocol | None = None
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take it in, or say why not: what it speaks is not known yet."""
        assert isinstance(transport, asyncio.Transport)
        with ended_by_a_fault(transport):
            self._take_in(transport)

    def _take_in(self, transport: asyncio.Transport) -> None:
        self._raw = transport
        address = (transport.get_extra_info("peername") or ("",))[0]
        if not self._places.admit(self, address):
            transport.write(REFUSED)
            transport.close()
            return
        self._open_ones.add(self)
        loop = asyncio.get_running_loop()
        self._patience = loop.call_later(limits.HANDSHAKE_S * getattr(loop, "speed", 1.0), self.end)

    def data_received(self, data: bytes) -> None:
        """Plain requests go straight to the server, encrypted ones once there is a handshake."""
        if self._raw is None or self._raw.is_closing():
            return
        if self._tls is None and data[0] != HANDSHAKE:
            inner = self._seated()
            self._raw.set_protocol(inner)
            inner.connection_made(self._raw)
            inner.data_received(data)
            return
        if self._tls is None:
            context = self._certificate.context
            if context is None:
                self.end()
                return
            self._tls = TlsTransport(self._raw, context)
        self._tls.receive(data)
        if self._inner is not None:
            self._tls.deliver()
        else:
            self._raw.pause_reading()  # one turn's octets at a time
            self._turns.take(self)

    def shake_hands(self) -> None:
        """Its turn has come."""
        if self._raw is None or self._tls is None or self._raw.is_closing():
            return
        try:
            is_complete = self._tls.shake_hands()
        except ssl.SSLError:
            self._raw.close()  # after the alert that says what was wrong
            return
        self._raw.resume_reading()
        if is_complete:
            self._inner = self._seated()
            self._tls.set_protocol(self._inner)
            self._inner.connection_made(self._tls)
            self._tls.deliver()

    def eof_received(self) -> None:
        """Whoever has nothing more to say is not waited for."""

    def pause_writing(self) -> None:
        """The other end reads slowly."""
        if self._inner is not None:
            self._inner.pause_writing()

    def resume_writing(self) -> None:
        """It has caught up."""
        if self._inner is not None:
            self._inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Its place is free."""
        self._leave()
        if self._inner is not None:
            self._inner.connection_lost(exc)

    def end(self) -> None:
        """End it at once."""
        if self._raw is not None:
            self._raw.abort()

    def shutdown(self) -> None:
        """The server ends, and it has said nothing yet."""
        self.end()

    def _seated(self) -> BoundedProtocol:
        """The server's end, which takes this place."""
        self._leave()
        return self._make()

    def _leave(self) -> None:
        self._turns.leave(self)
        self._places.leave(self)
        self._open_ones.discard(self)
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


def tls_door(certificate: HasContext) -> Callable[..., asyncio.Protocol]:
    """What ``bounded_server`` makes for each connection where the page speaks TLS."""
    turns = Turns()

    def door(*, connections: Connections, server_state: ServerState, **named: Any) -> asyncio.Protocol:
        make = partial(BoundedProtocol, connections=connections, server_state=server_state, **named)
        return TlsDoor(make, connections, turns, certificate, server_state.connections)

    return door
