"""TLS under the page's server: what the server writes goes out encrypted, and what comes in is decrypted for it.

Not asyncio's own: that keeps a buffer of 256 KiB for each connection (``asyncio.sslproto``), and begins a handshake
before anybody has counted the connection.
"""

import asyncio
import ssl
from contextlib import suppress
from typing import Any, Final

READ_OCTETS: Final = 16 * 1024
"""The longest record (RFC 8446, 5.1)."""


class TlsTransport(asyncio.Transport):
    """The encrypted end of a connection, for one protocol.

    Args:
        raw: takes the encrypted octets; whoever reads from it hands them to ``receive``.
        context: with the certificate.
    """

    def __init__(self, raw: asyncio.Transport, context: ssl.SSLContext) -> None:
        super().__init__()
        self._raw = raw
        self._context = context
        self._incoming = ssl.MemoryBIO()
        self._outgoing = ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_side=True)
        self._protocol: asyncio.BaseProtocol | None = None
        self._paused = False
        self._closing = False

    def receive(self, octets: bytes) -> None:
        """Encrypted octets have come."""
        self._incoming.write(octets)

    def shake_hands(self) -> bool:
        """Go on with the handshake; says whether it is complete.

        Raises:
            ssl.SSLError: the other end speaks no TLS, or none that we speak.
        """
        try:
            self._tls.do_handshake()
        except ssl.SSLWantReadError:
            return False
        finally:
            self._flush()
        return True

    def deliver(self) -> None:
        """Hand all that has come to the protocol, until it wants a pause."""
        while not self._paused and not self._closing:
            try:
                octets = self._tls.read(READ_OCTETS)
            except ssl.SSLWantReadError:
                break
            except ssl.SSLError:
                self.abort()
                return
            if not octets:  # the other end has said goodbye
                self.close()
                return
            if isinstance(self._protocol, asyncio.Protocol):
                self._protocol.data_received(octets)
        self._flush()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        rest = memoryview(data)
        try:
            while rest and not self.is_closing():
                rest = rest[self._tls.write(rest) :]
        except ssl.SSLError:
            self.abort()
        self._flush()

    def close(self) -> None:
        """Say goodbye and end, after all that was written has gone out; the other end's goodbye is not waited for."""
        if self._closing:
            return
        self._closing = True
        with suppress(ssl.SSLError):
            self._tls.unwrap()
        self._flush()
        self._raw.close()

    def abort(self) -> None:
        self._closing = True
        self._raw.abort()

    def is_closing(self) -> bool:
        return self._closing or self._raw.is_closing()

    def pause_reading(self) -> None:
        self._paused = True
        self._raw.pause_reading()

    def resume_reading(self) -> None:
        """Go on with what has come meanwhile, after whoever asks for it is done."""
        self._paused = False
        self._raw.resume_reading()
        asyncio.get_running_loop().call_soon(self.deliver)

    def is_reading(self) -> bool:
        return not self._paused and not self.is_closing()

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Of encrypted octets."""
        self._raw.set_write_buffer_limits(high, low)

    def get_write_buffer_size(self) -> int:
        """Of encrypted octets."""
        return self._raw.get_write_buffer_size()

    def can_write_eof(self) -> bool:
        """TLS 1.2 knows no half-closed connection."""
        return False

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Who gets the decrypted octets."""
        self._protocol = protocol

    def get_protocol(self) -> asyncio.BaseProtocol:
        """Who gets the decrypted octets."""
        assert self._protocol is not None
        return self._protocol

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """``sslcontext`` and ``ssl_object`` are ours, all else is told of the connection below."""
        own = {"sslcontext": self._context, "ssl_object": self._tls}
        return own[name] if name in own else self._raw.get_extra_info(name, default)

    def _flush(self) -> None:
        if self._outgoing.pending and not self._raw.is_closing():
            self._raw.write(self._outgoing.read())
