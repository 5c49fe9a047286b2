"""Targets for the page: bytes of a connection, and bodies of requests."""

import asyncio
import logging
from functools import cache
from typing import Any, Final

import msgspec
import uvicorn
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from controller.games.contract.values import RefusedError
from controller.games.naming import sentence
from controller.games.tumult_royale.rules import actions
from controller.web.access.sessions import EVERYBODY, Role
from controller.web.bounded_server import BoundedProtocol, ConnectionLimit, ConnectionSlot, build_server
from controller.web.request_schemas import MAX_BODY_BYTES, read_body
from hw.testing.clock import VirtualLoop
from tests.fuzz.target import Target, folder_in_memory
from tests.web.page_of_table import ROUTES, TablePage
from tests.whole_table.playing import TableWithoutGates, playing

# Bytes of a connection to the page: the server's own parser, its bounds, all routes of one simulated table.


SPINS: Final = 30
"""Turns of the loop before waiting for a thread also lets time pass."""


def http(data: bytes) -> bytes:
    """Return all answers on one connection.

    The first byte sets the rights of clients without a login, the second where the bytes are cut in two.
    """
    if len(data) < 2:
        return b""
    rights, cut, sent = data[0], data[1], data[2:]
    server, (table_page, _) = _server(), _home()
    table_page.auth.rights = EVERYBODY if rights & 1 else frozenset(Role)
    watch = server.config.loaded_app = _Watch(table_page.app)
    transport = _RecordingTransport()
    with _faults() as faults:
        _loop().run_until_complete(_conversation(server, watch, transport, [sent[: 4 * cut], sent[4 * cut :]]))
    table_page.play.twins.faults.mend_all()
    assert not faults, "\n".join(faults)
    assert [status for status in watch.statuses if status >= 500 and status != 503] == []
    return bytes(transport.written)


async def _conversation(
    server: uvicorn.Server, watch: "_Watch", transport: "_RecordingTransport", pieces: list[bytes]
) -> None:
    state = server.server_state
    connections, slot = ConnectionLimit(), ConnectionSlot(transport.abort)
    assert connections.admit(slot, "192.0.2.7")
    protocol = BoundedProtocol(
        config=server.config,
        server_state=state,
        app_state={},
        _loop=asyncio.get_running_loop(),
        connections=connections,
        slot=slot,
    )
    protocol.connection_made(transport)
    for piece in filter(None, pieces):
        if transport.is_closing():
            break
        protocol.data_received(piece)
        await watch.settled(state.tasks)
    protocol.connection_lost(None)
    await watch.settled(state.tasks, gone=True)
    assert state.tasks == set()
    assert state.connections == set()
    assert len(connections) == 0


class _Watch:
    """The page, with the state of its requests."""

    def __init__(self, app: ASGIApp) -> None:
        self.statuses: list[int] = []
        self._app = app
        self._waiting: set[object] = set()
        """Tasks that wait for more of a body or for the end of a stream."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        task = asyncio.current_task()

        async def received() -> Message:
            self._waiting.add(task)
            try:
                return await receive()
            finally:
                self._waiting.discard(task)

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.statuses.append(message["status"])
            await send(message)

        await self._app(scope, received, sent)

    async def settled(self, tasks: "set[asyncio.Task[Any]]", *, gone: bool = False) -> None:
        """Wait until all tasks have ended or wait for the client."""
        spins = 0
        while tasks if gone else not tasks <= self._waiting:
            spins += 1
            await asyncio.sleep(0 if spins < SPINS else 0.001)


class _RecordingTransport(asyncio.Transport):
    """A transport that records what was sent to the client."""

    def __init__(self) -> None:
        super().__init__({"peername": ("192.0.2.7", 40000), "sockname": ("192.0.2.1", 80)})
        self.written = bytearray()
        self._closing = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return self._closing

    def close(self) -> None:
        self._closing = True

    abort = close

    def pause_reading(self) -> None:
        pass

    resume_reading = pause_reading


class _faults(logging.Handler):  # noqa: N801  # used as a context
    """Collect errors logged by the server, and unhandled exceptions of tasks and callbacks."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._seen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self._seen.append(self.format(record))

    def __enter__(self) -> list[str]:
        for name in ("uvicorn.error", "asyncio"):
            logging.getLogger(name).addHandler(self)
        return self._seen

    def __exit__(self, *_: object) -> None:
        for name in ("uvicorn.error", "asyncio"):
            logging.getLogger(name).removeHandler(self)


@cache
def _loop() -> asyncio.AbstractEventLoop:
    return VirtualLoop()


@cache
def _home() -> tuple[TablePage, object]:
    """Return a table with a game in progress, which runs until the process ends."""
    folder = folder_in_memory()

    async def begun() -> tuple[TablePage, object]:
        ready: asyncio.Future[TablePage] = asyncio.get_running_loop().create_future()

        async def live() -> None:
            async with playing(folder, arrow=False, make_table=TableWithoutGates) as play:
                await play.to_the_taxes(gates=False)
                ready.set_result(TablePage(folder, play, simulated=True, encryption=None))
                await asyncio.Event().wait()

        life = asyncio.create_task(live())
        return await ready, life

    return _loop().run_until_complete(begun())


@cache
def _server() -> uvicorn.Server:
    server = build_server(_no_page)  # the page is another one for each connection
    server.config.load()
    return server


async def _no_page(_scope: Scope, _receive: Receive, _send: Send) -> None:
    raise AssertionError("each connection sets its page")


HTTP: Final = Target(http, longest=3000, longest_answer=4_000_000, slowest_s=3.0, sample=40)


# Bodies of requests: each type that a route takes, or a sentence with what was seen and expected.


SHAPES: Final = sorted(
    {type(route.example) for route in ROUTES if route.example is not None}, key=lambda each: each.__name__
)


def bodies(data: bytes) -> str:
    """The first byte selects the body's type; a mapping is also parsed as an action of the game."""
    if not data:
        return ""
    shape = SHAPES[data[0] % len(SHAPES)]
    try:
        body = _read(data[1:], shape)
    except HTTPException as error:
        return _refused(error)
    if isinstance(body, dict):
        try:
            actions.to_mapping(actions.parse(body))
        except RefusedError as refusal:
            return "".join(sentence(refusal.text, language) for language in ("en", "de", "es"))
    return msgspec.json.encode(body, enc_hook=str).decode()  # of a secret its dots


def _refused(error: HTTPException) -> str:
    assert error.status_code in {400, 413}
    return error.detail


def _read(data: bytes, shape: type[Any]) -> Any:
    """Read the body as a route does, in two chunks and without an event loop."""
    pieces = [data[: len(data) // 2], data[len(data) // 2 :]]

    async def receive() -> Message:
        return {"type": "http.request", "body": pieces.pop(0), "more_body": bool(pieces)}

    request = Request({"type": "http", "headers": [(b"content-type", b"application/json")]}, receive)
    reading = read_body(request, shape)
    try:
        reading.send(None)
    except StopIteration as end:
        return end.value
    raise AssertionError("a complete body is read at once")


BODIES: Final = Target(bodies, longest=MAX_BODY_BYTES + 100, longest_answer=5 * MAX_BODY_BYTES, sample=200)
