"""The page's server with bounds: connections in all and an address, and how long one may take to say what it wants."""

import asyncio
import contextlib
import resource
import socket
import ssl
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import Any, Final, Protocol, cast

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from controller import limits, log

GOODBYE_S: Final = 1
"""How long open streams may take to end."""

TICK_S: Final = 1.0

WHY: Final = b"Too many connections are open. Close some, then try again."
REFUSED: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\nretry-after: 5\r\n"
    b"connection: close\r\ncontent-length: %d\r\n\r\n%s" % (len(WHY), WHY)
)
"""What a connection over the bound hears at once."""


class Connection(Protocol):
    def end(self) -> object:
        """End it at once."""
        ...


class ConnectionLimit:
    """Owner of who is connected.

    When all places are taken somebody quiet makes room for the next. A stranger has never said what he wants; an
    address is silent once a stranger of it had to go, until it asks for something. The oldest stranger of a silent
    address goes first, then one of the address with most places. Who has one place never goes for who has one already.

    Args:
        most: places in all.
        most_an_address: places for one address.
    """

    def __init__(
        self, most: int = limits.PAGE_CONNECTIONS, most_an_address: int = limits.PAGE_CONNECTIONS_PER_ADDRESS
    ) -> None:
        self._most = most
        self._most_an_address = most_an_address
        self._of: Counter[str] = Counter()
        self._addresses: dict[Connection, str] = {}
        self._strangers: OrderedDict[Connection, None] = OrderedDict()
        self._of_silent: OrderedDict[Connection, None] = OrderedDict()
        self._silent: OrderedDict[str, None] = OrderedDict()
        self._idle: OrderedDict[Connection, None] = OrderedDict()

    def __len__(self) -> int:
        return len(self._addresses)

    def admit(self, connection: Connection, address: str) -> bool:
        if self._of[address] >= self._most_an_address and not self._ended(self._oldest_of(address)):
            return False
        if len(self._addresses) >= self._most and not self._ended(self._one_too_many(address)):
            return False
        self._of[address] += 1
        self._addresses[connection] = address
        (self._of_silent if address in self._silent else self._strangers)[connection] = None
        return True

    def speaks(self, connection: Connection, *, now: bool) -> None:
        if now:
            self._forget(connection)
            self._silent.pop(self._addresses.get(connection, ""), None)
        elif connection in self._addresses and not self._is_stranger(connection):
            self._idle.setdefault(connection)

    def leave(self, connection: Connection) -> None:
        address = self._addresses.pop(connection, None)
        self._forget(connection)
        if address is not None:
            self._of[address] -= 1
            if not self._of[address]:
                del self._of[address]

    def _oldest_of(self, address: str) -> Connection | None:
        return next((each for each in self._quiet() if self._addresses[each] == address), None)

    def _one_too_many(self, newcomer: str) -> Connection | None:
        of_silent = next(iter(self._of_silent), None)
        if of_silent is not None:
            return of_silent

        def places(each: Connection) -> int:
            address = self._addresses[each]
            return self._of[address] + (address == newcomer)

        first = max(self._quiet(), key=places, default=None)
        if first is None or (places(first) == 1 and self._of[newcomer]):
            return None
        return first

    def _quiet(self) -> Iterator[Connection]:
        return chain(self._of_silent, self._strangers, self._idle)

    def _ended(self, connection: Connection | None) -> bool:
        if connection is None:
            return False
        if self._is_stranger(connection):
            self._note_silent(self._addresses[connection])
        self.leave(connection)
        connection.end()
        return True

    def _note_silent(self, address: str) -> None:
        self._silent[address] = None
        self._silent.move_to_end(address)
        if len(self._silent) > limits.ADDRESSES_REMEMBERED:
            self._silent.popitem(last=False)

    def _is_stranger(self, connection: Connection) -> bool:
        return connection in self._strangers or connection in self._of_silent

    def _forget(self, connection: Connection) -> None:
        for quiet in (self._of_silent, self._strangers, self._idle):
            quiet.pop(connection, None)


class ConnectionSlot:
    """What a client holds from its first byte on: first its handshake, then its connection; ``end`` ends either."""

    def __init__(self, end: Callable[[], object]) -> None:
        self.end = end


class BoundedProtocol(H11Protocol):
    """HTTP/1.1 for one connection that has its place among the others."""

    def __init__(self, *args: Any, connections: ConnectionLimit, place: ConnectionSlot, **named: Any) -> None:
        super().__init__(*args, **named)
        self._connections = connections
        self._place = place
        self._patience: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._place.end = transport.abort
        super().connection_made(transport)
        self._wait(limits.REQUEST_HEADERS_S)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.leave(self._place)
        self._wait(None)
        self._stop_unread()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        before = self.conn.their_state
        super().data_received(data)
        state = self.conn.their_state
        self._connections.speaks(self._place, now=self._asked)
        if self._asked and state is h11.SEND_BODY:
            if before is not h11.SEND_BODY:
                self._wait(limits.REQUEST_BODY_S)
        elif self._asked:
            self._wait(None)
        elif self._patience is None:
            self._wait(limits.REQUEST_HEADERS_S)

    def pause_writing(self) -> None:
        """Bound how long the client may leave what we write unread."""
        super().pause_writing()
        self._stop_unread()
        self._unread = self._later(limits.STREAM_SEND_S)

    def resume_writing(self) -> None:
        self._stop_unread()
        super().resume_writing()

    def on_response_complete(self) -> None:
        self._wait(None)
        super().on_response_complete()
        if self.conn.their_state is h11.IDLE and self.conn.trailing_data[0]:
            self._wait(limits.REQUEST_HEADERS_S)
        self._connections.speaks(self._place, now=self._asked)

    def send_400_response(self, msg: str) -> None:
        """Say that this is no HTTP where no response has begun, and end a handler that is at work."""
        if self._asked:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            super().send_400_response(msg)
        else:
            self.transport.close()

    @property
    def _asked(self) -> bool:
        """Whether a request has come whose response is not complete."""
        return self.cycle is not None and not self.cycle.response_complete

    def _wait(self, seconds: float | None) -> None:
        """Wait so long for the client, at the wall's pace; None waits for nothing."""
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        if seconds is not None:
            self._patience = self._later(seconds)

    def _stop_unread(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _later(self, seconds: float) -> asyncio.TimerHandle:
        return self.loop.call_later(seconds * getattr(self.loop, "speed", 1.0), self.transport.abort)


class TlsContextSource(Protocol):
    @property
    def context(self) -> ssl.SSLContext | None:
        """With which new connections are encrypted; None while there is no certificate that can be used."""
        ...


class BoundedServer(uvicorn.Server):
    """Uvicorn that leaves signals to the daemon, wakes once a second instead of ten times, and accepts by itself.

    A connection is counted from its first byte, not from the end of its handshake. Each gets the TLS context of its
    moment, so that a renewed certificate needs no restart. A server that failed can serve at the same sockets again.
    """

    def __init__(
        self, config: uvicorn.Config, connections: ConnectionLimit, certificate: TlsContextSource | None
    ) -> None:
        super().__init__(config)
        self._connections = connections
        self._certificate = certificate
        self._listeners: list[socket.socket] = []
        self._handshakes: set[asyncio.Task[None]] = set()
        self._ends = asyncio.Event()

    def end(self) -> None:
        self.should_exit = True
        self._ends.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await super().serve(sockets)
        finally:  # one that failed has not been shut down
            await self._stop_accepting()
            for connection in list(self.server_state.connections):
                connection.transport.abort()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])
        for listener in sockets or ():
            listener.settimeout(0)
            listener.listen(limits.LISTEN_BACKLOG)
            self._listeners.append(listener)
            self._listen(listener)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._stop_accepting()
        await super().shutdown(sockets)

    async def main_loop(self) -> None:
        """Wait for the end; the date in responses changes each second."""
        while not await self.on_tick(0):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(TICK_S):
                    await self._ends.wait()

    async def _stop_accepting(self) -> None:
        for listener in self._listeners:
            asyncio.get_running_loop().remove_reader(listener)
        self._listeners.clear()
        await asyncio.sleep(0)  # a handshake that has not begun would not close its connection
        for task in self._handshakes:
            task.cancel()
        await asyncio.gather(*self._handshakes, return_exceptions=True)

    def _listen(self, listener: socket.socket) -> None:
        if listener in self._listeners:
            asyncio.get_running_loop().add_reader(listener, self._accept, listener)

    def _accept(self, listener: socket.socket) -> None:
        """Accept one connection a turn of the loop, or a moment: an action of the game needs several turns."""
        pause_s = 0.0 if self._certificate is None else limits.TLS_ACCEPT_PAUSE_S
        try:
            connection, address = listener.accept()
        except BlockingIOError:
            return
        except OSError as fault:  # no descriptor is left, or the client has gone again
            log.warning("not_accepted", fault=fault.strerror)
            pause_s = TICK_S
        else:
            connection.settimeout(0)
            task = asyncio.create_task(self._take_in(connection, str(address[0])))
            self._handshakes.add(task)
            task.add_done_callback(self._handshakes.discard)
        if pause_s:
            loop = asyncio.get_running_loop()
            loop.remove_reader(listener)
            loop.call_later(pause_s, self._listen, listener)

    async def _take_in(self, connection: socket.socket, address: str) -> None:
        task, loop = asyncio.current_task(), asyncio.get_running_loop()
        assert task is not None
        place = ConnectionSlot(task.cancel)
        try:
            tls: dict[str, Any] = {}
            if self._certificate is not None:
                speed = getattr(loop, "speed", 1.0)
                tls = {
                    "ssl": self._certificate.context,
                    "ssl_handshake_timeout": limits.TLS_HANDSHAKE_S * speed,
                    "ssl_shutdown_timeout": GOODBYE_S * speed,
                }
                if tls["ssl"] is None:
                    connection.close()
                    return
            if not self._connections.admit(place, address):
                if not tls:
                    connection.send(REFUSED)
                connection.close()
                return
            make = partial(
                cast("Callable[..., asyncio.Protocol]", self.config.http_protocol_class),
                config=self.config,
                server_state=self.server_state,
                app_state=self.lifespan.state,
                place=place,
            )
            await loop.connect_accepted_socket(make, connection, **tls)
        except BaseException as fault:
            self._connections.leave(place)
            connection.close()
            if not isinstance(fault, OSError):  # no TLS, none that we speak, too slow, or gone
                raise


def build_server(
    app: ASGIApp,
    *,
    connections: ConnectionLimit | None = None,
    certificate: TlsContextSource | None = None,
) -> BoundedServer:
    """Return a server of ``app`` that keeps the bounds of ``controller.limits``.

    Args:
        app: what is served.
        connections: shared by several servers.
        certificate: encrypts all connections.
    """
    shared = default_connection_limit() if connections is None else connections
    config = uvicorn.Config(
        app,
        http=cast("type[asyncio.Protocol]", partial(BoundedProtocol, connections=shared)),
        lifespan="off",
        ws="none",  # where a package for it is installed uvicorn would let it past the bounds
        log_config=None,  # what uvicorn says goes into the table's log
        proxy_headers=False,  # anybody can send them: who is behind a proxy shares its address
        timeout_graceful_shutdown=GOODBYE_S,
        timeout_keep_alive=limits.IDLE_CONNECTION_S,
    )
    return BoundedServer(config, shared, certificate)


def default_connection_limit() -> ConnectionLimit:
    return ConnectionLimit(most=_places())


def open_listener(address: str, port: int) -> socket.socket:
    """Return a page's socket, to be taken before anything is started: clients wait there until the page answers.

    Raises:
        OSError: another program has it, or only root may.
    """
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # with 0 asyncio leaves Nagle on
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((address, port))
        listener.listen(limits.LISTEN_BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


def _places() -> int:
    soft = raise_descriptor_limit(limits.PAGE_CONNECTIONS + limits.RESERVED_DESCRIPTORS)
    return max(1, min(limits.PAGE_CONNECTIONS, soft - limits.RESERVED_DESCRIPTORS))


def raise_descriptor_limit(wanted: int) -> int:
    """Raise how many files this process may open, if fewer than ``wanted``; gives how many it may now."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted and (hard == resource.RLIM_INFINITY or hard > soft):
        more = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        with contextlib.suppress(OSError, ValueError):  # a sandbox may forbid it
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
            soft = more
    return soft
