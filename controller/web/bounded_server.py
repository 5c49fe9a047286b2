"""The page's HTTP server: uvicorn with bounded connections and timeouts."""

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
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from controller import limits, log
from controller.background import loop_speed

SHUTDOWN_S: Final = 1
"""How long open streams have to end at a shutdown."""

TICK_S: Final = 1.0

_NO_ROOM: Final = b"Too many connections are open. Close some, then try again."
REFUSED_RESPONSE: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\nretry-after: 5\r\n"
    b"connection: close\r\ncontent-length: %d\r\n\r\n%s" % (len(_NO_ROOM), _NO_ROOM)
)
"""Response to a connection beyond the limit."""


UNPACED_PATHS: Final = ("/static/", "/packages/")
"""Files: a page loads fifty of them at once."""

TOO_FAST_RESPONSE: Final = PlainTextResponse(
    "Too many requests came from this address. Try again later.", 503, {"retry-after": "5"}
)


class Connection(Protocol):
    def end(self) -> object:
        """Close the connection at once."""
        ...


class ConnectionLimit:
    """A bound on open connections, in all and for each address.

    When all places are taken, an idle connection makes room. A connection is *new* until its first
    request. An address is *silent* from the closing of a new connection until it sends a request. The oldest new
    connection of a silent address closes first, then an idle one of the address with most connections. An
    address's only connection is never closed for an address that has one already.

    Attributes:
        pace: of the requests on these connections.
    """

    def __init__(
        self, most: int = limits.PAGE_CONNECTIONS, most_an_address: int = limits.PAGE_CONNECTIONS_PER_ADDRESS
    ) -> None:
        self._most = most
        self._most_an_address = most_an_address
        self._counts: Counter[str] = Counter()
        self._addresses: dict[Connection, str] = {}
        self._new: OrderedDict[Connection, None] = OrderedDict()
        self._new_of_silent: OrderedDict[Connection, None] = OrderedDict()
        self._silent: OrderedDict[str, None] = OrderedDict()
        self._idle: OrderedDict[Connection, None] = OrderedDict()
        self.pace = RequestPace()

    def __len__(self) -> int:
        return len(self._addresses)

    def admit(self, connection: Connection, address: str) -> bool:
        """Count the connection, ending another if needed; return False without room."""
        if self._counts[address] >= self._most_an_address and not self._evict(self._first_evictable_of(address)):
            return False
        if len(self._addresses) >= self._most and not self._evict(self._choose_connection_to_evict(address)):
            return False
        self._counts[address] += 1
        self._addresses[connection] = address
        (self._new_of_silent if address in self._silent else self._new)[connection] = None
        return True

    def set_busy(self, connection: Connection, *, busy: bool) -> None:
        """Note whether the connection has a request without a complete response."""
        if busy:
            self._remove_from_evictable(connection)
            self._silent.pop(self._addresses.get(connection, ""), None)
        elif connection in self._addresses and not self._is_new(connection):
            self._idle.setdefault(connection)

    def release(self, connection: Connection) -> None:
        address = self._addresses.pop(connection, None)
        self._remove_from_evictable(connection)
        if address is not None:
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]

    def _first_evictable_of(self, address: str) -> Connection | None:
        return next((each for each in self._evictable_connections() if self._addresses[each] == address), None)

    def _choose_connection_to_evict(self, newcomer: str) -> Connection | None:
        of_silent = next(iter(self._new_of_silent), None)
        if of_silent is not None:
            return of_silent

        def count(each: Connection) -> int:
            address = self._addresses[each]
            return self._counts[address] + (address == newcomer)

        first = max(self._evictable_connections(), key=count, default=None)
        if first is None or (count(first) == 1 and self._counts[newcomer]):
            return None
        return first

    def _evictable_connections(self) -> Iterator[Connection]:
        return chain(self._new_of_silent, self._new, self._idle)

    def _evict(self, connection: Connection | None) -> bool:
        if connection is None:
            return False
        if self._is_new(connection):
            self._mark_address_silent(self._addresses[connection])
        self.release(connection)
        connection.end()
        return True

    def _mark_address_silent(self, address: str) -> None:
        self._silent[address] = None
        self._silent.move_to_end(address)
        if len(self._silent) > limits.ADDRESSES_REMEMBERED:
            self._silent.popitem(last=False)

    def _is_new(self, connection: Connection) -> bool:
        return connection in self._new or connection in self._new_of_silent

    def _remove_from_evictable(self, connection: Connection) -> None:
        for connections in (self._new_of_silent, self._new, self._idle):
            connections.pop(connection, None)


class RequestPace:
    """Spreads the requests of an address beyond a burst over time, so that its flood leaves the loop to the game.

    Requests that change something have a pace of their own, so that a flood of views does not delay an action from
    the same address.
    """

    def __init__(self) -> None:
        self._due_s: dict[tuple[str, bool], float] = {}

    def __len__(self) -> int:
        return len(self._due_s)

    def wait_s(self, address: str, *, changes: bool, now_s: float, second_s: float = 1.0) -> float:
        """Return how long a request must wait; a second takes ``second_s`` of the clock."""
        interval_s = second_s / limits.REQUESTS_PER_SECOND_PER_ADDRESS
        earliest_s = now_s - interval_s * limits.REQUEST_BURST_PER_ADDRESS
        if len(self._due_s) > limits.ADDRESSES_REMEMBERED:
            self._due_s = {key: due_s for key, due_s in self._due_s.items() if due_s > earliest_s}
        due_s = max(self._due_s.get((address, changes), earliest_s), earliest_s) + interval_s
        if due_s - now_s <= limits.REQUEST_WAIT_S * second_s:
            self._due_s[address, changes] = due_s
        return max(0.0, due_s - now_s)

    def charge(self, address: str, size: int, *, changes: bool, second_s: float = 1.0) -> None:
        """Count a message of ``size`` bytes to an address as further requests."""
        if (address, changes) in self._due_s:
            interval_s = second_s / limits.REQUESTS_PER_SECOND_PER_ADDRESS
            self._due_s[address, changes] += size // limits.RESPONSE_BYTES_PER_REQUEST * interval_s

    def wrap_app(self, app: ASGIApp) -> ASGIApp:
        async def paced(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["path"].startswith(UNPACED_PATHS):
                await app(scope, receive, send)
                return
            speed, address = loop_speed(), (scope["client"] or ("", 0))[0]
            changes, now_s = scope["method"] == "POST", asyncio.get_running_loop().time()
            wait_s = self.wait_s(address, changes=changes, now_s=now_s, second_s=speed)
            if wait_s:
                await asyncio.sleep(min(wait_s, limits.REQUEST_WAIT_S * speed))
            if wait_s > limits.REQUEST_WAIT_S * speed:  # at once, it would be asked for again at once
                await TOO_FAST_RESPONSE(scope, receive, send)
                return

            left = limits.RESPONSE_BYTES_COUNTED

            async def charged(message: Message) -> None:
                nonlocal left
                size = min(left, len(message.get("body", b"")))
                left -= size
                self.charge(address, size, changes=changes, second_s=speed)
                await send(message)

            await app(scope, receive, charged)

        return paced


class ConnectionSlot:
    """A client's place from TCP accept on; ``end`` aborts its handshake or connection."""

    def __init__(self, end: Callable[[], object]) -> None:
        self.end = end


class BoundedProtocol(H11Protocol):
    """HTTP/1.1 for one connection, with timeouts for the request and for reading the response."""

    def __init__(self, *args: Any, connections: ConnectionLimit, slot: ConnectionSlot, **named: Any) -> None:
        super().__init__(*args, **named)
        self._connections = connections
        self._slot = slot
        self._request_timer: asyncio.TimerHandle | None = None
        self._send_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._slot.end = transport.abort
        super().connection_made(transport)
        self._set_request_timer(limits.REQUEST_HEADERS_TIMEOUT_S)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.release(self._slot)
        self._set_request_timer(None)
        self._stop_send_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        state_before = self.conn.their_state
        super().data_received(data)
        state = self.conn.their_state
        self._connections.set_busy(self._slot, busy=self._is_busy)
        if self._is_busy and state is h11.SEND_BODY:
            if state_before is not h11.SEND_BODY:
                self._set_request_timer(limits.REQUEST_BODY_TIMEOUT_S)
        elif self._is_busy:
            self._set_request_timer(None)
        elif self._request_timer is None:
            self._set_request_timer(limits.REQUEST_HEADERS_TIMEOUT_S)

    def pause_writing(self) -> None:
        """Start the timeout for a client that does not read."""
        super().pause_writing()
        self._stop_send_timer()
        self._send_timer = self._abort_after(limits.STREAM_SEND_TIMEOUT_S)

    def resume_writing(self) -> None:
        self._stop_send_timer()
        super().resume_writing()

    def on_response_complete(self) -> None:
        self._set_request_timer(None)
        super().on_response_complete()
        if self.conn.their_state is h11.IDLE and self.conn.trailing_data[0]:
            self._set_request_timer(limits.REQUEST_HEADERS_TIMEOUT_S)
        self._connections.set_busy(self._slot, busy=self._is_busy)

    def send_400_response(self, msg: str) -> None:
        """Respond if no response has begun; tell a running handler of the disconnect."""
        if self._is_busy:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            super().send_400_response(msg)
        else:
            self.transport.close()

    @property
    def _is_busy(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _set_request_timer(self, seconds: float | None) -> None:
        """Abort the connection after ``seconds`` of real time; None cancels it."""
        if self._request_timer is not None:
            self._request_timer.cancel()
            self._request_timer = None
        if seconds is not None:
            self._request_timer = self._abort_after(seconds)

    def _stop_send_timer(self) -> None:
        if self._send_timer is not None:
            self._send_timer.cancel()
            self._send_timer = None

    def _abort_after(self, seconds: float) -> asyncio.TimerHandle:
        return self.loop.call_later(seconds * loop_speed(), self.transport.abort)


class TlsContextSource(Protocol):
    @property
    def context(self) -> ssl.SSLContext | None:
        """TLS context for new connections; None while there is no usable certificate."""
        ...


class BoundedServer(uvicorn.Server):
    """Uvicorn without signal handlers, with one wake-up a second instead of ten, and its own accept.

    A connection counts from TCP accept on, before its handshake. Each new one uses the present TLS context,
    so a renewed certificate needs no restart. After a failure the sockets can be served again.
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

    def request_shutdown(self) -> None:
        self.should_exit = True
        self._ends.set()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await super().serve(sockets)
        finally:  # after a failure there was no shutdown
            await self._stop_accepting()
            for connection in list(self.server_state.connections):
                connection.transport.abort()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup([])
        for listener in sockets or ():
            listener.settimeout(0)
            listener.listen(limits.LISTEN_BACKLOG)
            self._listeners.append(listener)
            self._resume_accepting(listener)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._stop_accepting()
        await super().shutdown(sockets)

    async def main_loop(self) -> None:
        """Call ``on_tick``, which sets the Date header, each second."""
        while not await self.on_tick(0):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(TICK_S):
                    await self._ends.wait()

    async def _stop_accepting(self) -> None:
        for listener in self._listeners:
            asyncio.get_running_loop().remove_reader(listener)
        self._listeners.clear()
        await asyncio.sleep(0)  # cancelled unstarted, it would not close its connection
        for task in self._handshakes:
            task.cancel()
        await asyncio.gather(*self._handshakes, return_exceptions=True)

    def _resume_accepting(self, listener: socket.socket) -> None:
        if listener in self._listeners:
            asyncio.get_running_loop().add_reader(listener, self._accept_one_connection, listener)

    def _accept_one_connection(self, listener: socket.socket) -> None:
        """Pause after one with TLS: handshakes must leave time to the game."""
        pause_s = 0.0 if self._certificate is None else limits.TLS_ACCEPT_PAUSE_S
        try:
            connection, address = listener.accept()
        except BlockingIOError:
            return
        except OSError as fault:  # no file descriptor left, or a disconnect
            log.warning("not_accepted", fault=fault.strerror)
            pause_s = TICK_S
        else:
            connection.settimeout(0)
            task = asyncio.create_task(self._admit_and_handshake(connection, str(address[0])))
            self._handshakes.add(task)
            task.add_done_callback(self._handshakes.discard)
        if pause_s:
            loop = asyncio.get_running_loop()
            loop.remove_reader(listener)
            loop.call_later(pause_s, self._resume_accepting, listener)

    async def _admit_and_handshake(self, connection: socket.socket, address: str) -> None:
        task, loop = asyncio.current_task(), asyncio.get_running_loop()
        assert task is not None
        slot = ConnectionSlot(task.cancel)
        try:
            tls: dict[str, Any] = {}
            if self._certificate is not None:
                tls = {
                    "ssl": self._certificate.context,
                    "ssl_handshake_timeout": limits.TLS_HANDSHAKE_TIMEOUT_S * loop_speed(),
                    "ssl_shutdown_timeout": SHUTDOWN_S * loop_speed(),
                }
                if tls["ssl"] is None:
                    connection.close()
                    return
            if not self._connections.admit(slot, address):
                if not tls:
                    connection.send(REFUSED_RESPONSE)
                connection.close()
                return
            make = partial(
                cast("Callable[..., asyncio.Protocol]", self.config.http_protocol_class),
                config=self.config,
                server_state=self.server_state,
                app_state=self.lifespan.state,
                slot=slot,
            )
            await loop.connect_accepted_socket(make, connection, **tls)
        except BaseException as fault:
            self._connections.release(slot)
            connection.close()
            if not isinstance(fault, OSError):  # failed or slow TLS handshake, or a disconnect
                raise


def build_server(
    app: ASGIApp, *, connections: ConnectionLimit | None = None, certificate: TlsContextSource | None = None
) -> BoundedServer:
    """Return a server of ``app`` bounded by ``controller.limits``; ``certificate`` adds TLS.

    Several servers can share ``connections``.
    """
    shared = create_connection_limit() if connections is None else connections
    config = uvicorn.Config(
        shared.pace.wrap_app(app),
        http=cast("type[asyncio.Protocol]", partial(BoundedProtocol, connections=shared)),
        lifespan="off",
        ws="none",  # WebSockets would bypass the bounds
        log_config=None,  # uvicorn logs into the table's log
        server_header=False,
        proxy_headers=False,  # clients can forge them; behind a proxy they share an address
        timeout_graceful_shutdown=SHUTDOWN_S,
        timeout_keep_alive=limits.IDLE_CONNECTION_S,
    )
    return BoundedServer(config, shared, certificate)


def create_connection_limit() -> ConnectionLimit:
    descriptors = raise_descriptor_limit(limits.PAGE_CONNECTIONS + limits.RESERVED_DESCRIPTORS)
    return ConnectionLimit(most=max(1, min(limits.PAGE_CONNECTIONS, descriptors - limits.RESERVED_DESCRIPTORS)))


IP_FREEBIND: Final = 15
"""linux/in.h; Python has no name for it."""


def open_listener(address: str, port: int, *, is_of_later: bool = False) -> socket.socket:
    """Return a listening socket; open it before the start, so that clients queue until the page responds.

    With ``is_of_later`` the machine may get the address later (ip(7), IP_FREEBIND).

    Raises:
        OSError: the port is in use, or needs root.
    """
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    listener = socket.socket(
        family, socket.SOCK_STREAM, socket.IPPROTO_TCP
    )  # with protocol 0 asyncio leaves Nagle's algorithm on
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if is_of_later:
            listener.setsockopt(socket.IPPROTO_IP, IP_FREEBIND, 1)
        listener.bind((address, port))
        listener.listen(limits.LISTEN_BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


def raise_descriptor_limit(wanted: int) -> int:
    """Raise the soft limit of open files to ``wanted`` if possible; return the limit in force."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < wanted and (hard == resource.RLIM_INFINITY or hard > soft):
        raised = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        with contextlib.suppress(OSError, ValueError):  # a sandbox may forbid it
            resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
            soft = raised
    return soft
