"""The page's server on real sockets: bounds on connections, timeouts, TLS, and malformed requests."""

import asyncio
import gc
import logging
import socket
import ssl
import warnings
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from controller import limits
from controller.store.certificates.certificate import read_certificate
from controller.web.bounded_server import REFUSED_RESPONSE, BoundedServer, ConnectionLimit, build_server
from tests.support.certificates import make_pair
from tests.support.limits import set_limits

pytestmark = pytest.mark.real_time

HELLO = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"
CLOSING = b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
LARGE = 3_000_000
PATIENCE_S = 30.0


class FakeConnection:
    """A connection that records whether it was ended."""

    def __init__(self) -> None:
        self.ended = False

    def end(self) -> None:
        self.ended = True


def test_when_all_places_are_taken_the_oldest_new_one_is_evicted() -> None:
    limit = ConnectionLimit(most=2, most_an_address=2)
    first, second, third = FakeConnection(), FakeConnection(), FakeConnection()
    assert [limit.admit(line, address) for line, address in ((first, "a"), (second, "b"), (third, "c"))] == [True] * 3
    assert [line.ended for line in (first, second, third)] == [True, False, False]
    assert len(limit) == 2


def test_busy_connections_are_not_evicted() -> None:
    limit = ConnectionLimit(most=1, most_an_address=1)
    asking = FakeConnection()
    limit.admit(asking, "a")
    limit.set_busy(asking, busy=True)
    assert not limit.admit(FakeConnection(), "b")
    limit.set_busy(asking, busy=False)
    assert limit.admit(FakeConnection(), "b")
    assert asking.ended


def test_new_connections_are_evicted_before_idle_ones() -> None:
    limit = ConnectionLimit(most=2, most_an_address=2)
    guest, silent = FakeConnection(), FakeConnection()
    limit.admit(guest, "guest")
    limit.set_busy(guest, busy=True)
    limit.set_busy(guest, busy=False)
    limit.admit(silent, "flood")
    for _ in range(3):
        assert limit.admit(FakeConnection(), "flood")
    assert (guest.ended, silent.ended) == (False, True)


def test_silent_addresses_do_not_evict_a_new_client_again() -> None:
    limit = ConnectionLimit(most=4, most_an_address=4)
    for nth in range(6):
        limit.admit(FakeConnection(), f"flood {nth % 3}")
    guest = FakeConnection()
    assert limit.admit(guest, "guest")
    for nth in range(20):
        assert limit.admit(FakeConnection(), f"flood {nth % 3}")
    assert not guest.ended


def test_in_a_flood_of_requests_the_busiest_address_makes_room() -> None:
    """As many addresses as limit; each sends a request and then idles."""
    limit = ConnectionLimit(most=6, most_an_address=6)
    guest, new = FakeConnection(), FakeConnection()
    limit.admit(guest, "guest")
    limit.set_busy(guest, busy=True)
    limit.set_busy(guest, busy=False)
    for nth in range(40):
        if nth == 20:
            assert limit.admit(new, "new")
        line = FakeConnection()
        if limit.admit(line, f"flood {nth % 4}"):
            limit.set_busy(line, busy=True)
            limit.set_busy(line, busy=False)
    assert (guest.ended, new.ended) == (False, False)


def test_an_address_with_places_takes_no_other_address_s_only_one() -> None:
    limit = ConnectionLimit(most=2, most_an_address=2)
    stream, guest = FakeConnection(), FakeConnection()
    limit.admit(stream, "flood")
    limit.set_busy(stream, busy=True)
    limit.admit(guest, "guest")
    assert not limit.admit(FakeConnection(), "flood")
    assert limit.admit(FakeConnection(), "new")


def test_an_address_takes_room_from_itself_alone() -> None:
    limit = ConnectionLimit(most=10, most_an_address=2)
    other, first, second, third = FakeConnection(), FakeConnection(), FakeConnection(), FakeConnection()
    limit.admit(other, "other")
    for line in (first, second, third):
        assert limit.admit(line, "flood")
    assert [line.ended for line in (other, first, second, third)] == [False, True, False, False]


def test_who_has_left_takes_no_place() -> None:
    limit = ConnectionLimit(most=1, most_an_address=1)
    line = FakeConnection()
    limit.admit(line, "a")
    limit.release(line)
    limit.release(line)
    assert len(limit) == 0
    assert limit.admit(FakeConnection(), "a")


class Certificate:
    def __init__(self, pair: tuple[Path, Path]) -> None:
        self.context: ssl.SSLContext | None = read_certificate(*pair).context


class ServedPage:
    """A page on a real socket, and its clients.

    Attributes:
        asked: number of requests received.
        may_respond: responses wait while it is not set.
    """

    client_context: ssl.SSLContext
    certificate: Certificate

    def __init__(self, port: int) -> None:
        self.port = port
        self.clients: list[asyncio.StreamWriter] = []
        self.asked = 0
        self.may_respond = asyncio.Event()
        self.may_respond.set()

    async def connect(
        self, data: bytes = b"", *, address: str = "127.0.0.1", tls: ssl.SSLContext | None = None
    ) -> asyncio.StreamReader:
        """Send these bytes; encrypted only by ``tls``."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, ssl=tls, local_addr=(address, 0))
        self.clients.append(writer)
        writer.write(data)
        return reader

    async def connect_many(self) -> list[socket.socket]:
        """Open connections within one turn of the loop, so that none is accepted yet."""
        await self.connect()
        return [socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S) for _ in range(200)]


@asynccontextmanager
async def serve_page(answer_s: float = 0.0, pair: tuple[Path, Path] | None = None) -> AsyncIterator[ServedPage]:
    """Serve a page whose responses name the scheme; disconnect all clients at the end."""

    async def page(request: Request) -> PlainTextResponse:
        here.asked += 1
        await asyncio.sleep(answer_s)
        await here.may_respond.wait()
        return PlainTextResponse(f"{request.url.scheme} {len(await request.body())}")

    async def large(_: Request) -> PlainTextResponse:
        return PlainTextResponse("x" * LARGE)

    app = Starlette(routes=[Route("/", page, methods=["GET", "POST"]), Route("/large", large)])
    certificate = None if pair is None else Certificate(pair)
    server = build_server(app, certificate=certificate)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        here = ServedPage(listener.getsockname()[1])
        if pair is not None and certificate is not None:
            here.certificate, here.client_context = certificate, ssl.create_default_context(cafile=pair[0])
        try:
            yield here
        finally:
            here.may_respond.set()
            server.request_shutdown()
            async with asyncio.timeout(PATIENCE_S):
                await serving
            for client in here.clients:
                client.transport.abort()
            await asyncio.sleep(0)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return make_pair(tmp_path_factory.mktemp("pair"))


@pytest.fixture
def page() -> AbstractAsyncContextManager[ServedPage]:
    return serve_page()


@pytest.fixture
def encrypted(pair: tuple[Path, Path]) -> AbstractAsyncContextManager[ServedPage]:
    return serve_page(pair=pair)


@pytest.fixture
def _short_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting for the client takes a second here, which exceeds the pauses of a busy machine."""
    set_limits(monkeypatch, REQUEST_HEADERS_TIMEOUT_S=1.0)


async def read_all(reader: asyncio.StreamReader) -> bytes:
    """Return everything until the connection ends."""
    try:
        return await reader.read()
    except (ConnectionResetError, ssl.SSLError):
        return b""


@pytest.mark.usefixtures("_short_timeouts")
async def test_silent_and_unfinished_requests_time_out(page: ServedPage) -> None:
    lines = [await page.connect(b"" if nth % 2 else b"GET / HTTP/1.1\r\nhost: ") for nth in range(200)]
    reader = await page.connect(HELLO, address="127.0.0.2")
    assert (await reader.readline()).startswith(b"HTTP/1.1 200")
    async with asyncio.timeout(PATIENCE_S):
        assert {await read_all(reader) for reader in lines} == {b""}


async def test_any_bytes_on_a_connection_are_refused_or_answered(
    page: ServedPage, caplog: pytest.LogCaptureFixture
) -> None:
    chance = Random(1)
    for nth in range(100):
        cut = chance.randrange(len(CLOSING))
        noise = chance.choice((b"\0", b"\r\n", b" ", b"9" * 5000, b"HTTP/9.9", chance.randbytes(8)))
        spoilt = CLOSING[:cut] + noise + CLOSING[cut + chance.randrange(20) :]
        reader = await page.connect(spoilt, address=f"127.0.1.{1 + nth}")
        page.clients[-1].write_eof()
        async with asyncio.timeout(PATIENCE_S):
            answer = await read_all(reader)
        assert answer[:10] in {b"", b"HTTP/1.1 2", b"HTTP/1.1 4"}, spoilt
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert (await (await page.connect(CLOSING)).readline()).startswith(b"HTTP/1.1 200")


@pytest.mark.usefixtures("_short_timeouts")
async def test_each_request_of_a_connection_has_the_same_timeout(page: ServedPage) -> None:
    reader = await page.connect(HELLO)
    assert (await reader.readuntil(b"http 0")).startswith(b"HTTP/1.1 200")
    page.clients[-1].write(HELLO[:-2])
    async with asyncio.timeout(PATIENCE_S):
        assert await read_all(reader) == b""


async def test_a_connection_that_fails_to_start_is_closed(monkeypatch: pytest.MonkeyPatch, page: ServedPage) -> None:
    def broken(*_: object) -> bool:
        raise RuntimeError("counting fails")

    monkeypatch.setattr(ConnectionLimit, "admit", broken)
    asyncio.get_running_loop().set_exception_handler(lambda *_: None)
    async with asyncio.timeout(PATIENCE_S):
        reader = await page.connect()
        assert await read_all(reader) == b""


async def test_a_server_that_failed_serves_again_at_the_same_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    failing = asyncio.Event()

    async def failed(_: BoundedServer) -> None:
        await failing.wait()
        raise MemoryError

    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = build_server(Starlette())
        with monkeypatch.context() as broken:
            broken.setattr(BoundedServer, "main_loop", failed)
            serving = asyncio.create_task(server.serve([listener]))
            left, leaving = await asyncio.open_connection(*listener.getsockname())
            while not server.server_state.connections:  # noqa: ASYNC110  # a turn of the loop each
                await asyncio.sleep(0)
            failing.set()
            with pytest.raises(MemoryError):
                await serving
        assert await read_all(left) == b""
        waiting, writer = await asyncio.open_connection(*listener.getsockname())
        writer.write(CLOSING)
        serving = asyncio.create_task(server.serve([listener]))
        assert (await read_all(waiting)).startswith(b"HTTP/1.1 404")
        server.request_shutdown()
        await serving
        for each in (leaving, writer):
            each.close()
            await each.wait_closed()


async def test_many_wait_in_the_kernel_while_the_table_is_busy(page: ServedPage) -> None:
    """A client that found no place would retry after a second."""
    flood = await page.connect_many()
    for line in flood:
        line.close()
    reader = await page.connect(HELLO)  # all who came before have been taken in by then
    assert (await reader.readuntil(b"http 0")).startswith(b"HTTP/1.1 200")


def test_a_client_that_comes_while_the_page_ends_is_disconnected(recwarn: pytest.WarningsRecorder) -> None:
    """A connection is accepted in each turn of the loop, so one is half accepted at the end."""
    warnings.simplefilter("always", ResourceWarning)
    gc.collect()
    recwarn.clear()  # of what other tests have left

    async def ending() -> None:
        async with serve_page() as page:
            flood = await page.connect_many()
        for line in flood:
            line.close()

    for _ in range(5):
        asyncio.run(ending())
    gc.collect()
    assert [str(told.message) for told in recwarn] == []


@pytest.mark.usefixtures("_short_timeouts")
async def test_an_answer_that_takes_its_time_is_waited_for() -> None:
    async with serve_page(answer_s=1.5) as page:
        reader = await page.connect(HELLO)
        assert (await reader.readuntil(b"http 0")).startswith(b"HTTP/1.1 200")


async def test_an_address_with_only_busy_connections_gets_a_503(page: ServedPage) -> None:
    async with asyncio.timeout(PATIENCE_S):
        page.may_respond.clear()
        for _ in range(limits.PAGE_CONNECTIONS_PER_ADDRESS):
            await page.connect(HELLO)
        while page.asked < limits.PAGE_CONNECTIONS_PER_ADDRESS:  # noqa: ASYNC110  # a turn of the loop each
            await asyncio.sleep(0)
        reader = await page.connect()
        assert await read_all(reader) == REFUSED_RESPONSE


def _client_hello() -> bytes:
    """Return a browser's ClientHello."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    asking = ssl.create_default_context().wrap_bio(incoming, outgoing, server_hostname="localhost")
    with pytest.raises(ssl.SSLWantReadError):
        asking.do_handshake()
    return outgoing.read()


BEGUN = _client_hello()


async def test_plain_http_is_not_answered_at_a_port_for_tls(encrypted: ServedPage) -> None:
    for _ in range(2):
        answered = await encrypted.connect(CLOSING, tls=encrypted.client_context)
        assert (await read_all(answered)).endswith(b"https 0")
        plain = await read_all(await encrypted.connect(CLOSING))
        assert plain[:1] in {b"", b"\x15"}  # nothing, or an alert (RFC 8446, 6)


async def test_large_bodies_pass_both_ways(encrypted: ServedPage) -> None:
    head = b"POST / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: %d\r\n\r\n" % LARGE
    up = await encrypted.connect(head + bytes(LARGE), tls=encrypted.client_context)
    assert (await read_all(up)).endswith(b"https %d" % LARGE)
    down = await encrypted.connect(CLOSING.replace(b"/ ", b"/large "), tls=encrypted.client_context)
    await asyncio.sleep(0.1)  # the server has to wait until the client reads
    assert (await read_all(down)).endswith(b"\n" + b"x" * LARGE)


async def test_several_requests_share_a_connection_and_its_handshake(encrypted: ServedPage) -> None:
    reader = await encrypted.connect(HELLO * 3, tls=encrypted.client_context)
    for _ in range(3):
        await reader.readuntil(b"https 0")


async def test_only_tls_1_2_and_newer_is_spoken(encrypted: ServedPage, pair: tuple[Path, Path]) -> None:
    spoken = set()
    for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
        encrypted.client_context.maximum_version = version
        reader = await encrypted.connect(CLOSING, tls=encrypted.client_context)
        spoken.add(encrypted.clients[-1].get_extra_info("ssl_object").version())
        assert (await read_all(reader)).endswith(b"https 0")
    assert spoken == {"TLSv1.2", "TLSv1.3"}
    old = ssl.create_default_context(cafile=pair[0])
    old.set_ciphers("ALL:@SECLEVEL=0")
    with pytest.warns(DeprecationWarning, match="TLS"):
        old.minimum_version, old.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
    with pytest.raises((ssl.SSLError, ConnectionResetError)):
        await encrypted.connect(CLOSING, tls=old)


async def test_unfinished_handshakes_are_ended_and_keep_no_client_out(
    monkeypatch: pytest.MonkeyPatch, encrypted: ServedPage
) -> None:
    set_limits(monkeypatch, TLS_HANDSHAKE_TIMEOUT_S=2.0)  # for the guest, too
    beginnings = (b"", b"\x16", BEGUN[:60], BEGUN)
    lines = [await encrypted.connect(beginnings[nth % 4], address=f"127.0.1.{nth % 8 + 1}") for nth in range(320)]
    async with asyncio.timeout(PATIENCE_S):
        guest = await encrypted.connect(CLOSING, address="127.0.2.1", tls=encrypted.client_context)
        assert (await read_all(guest)).endswith(b"https 0")
    async with asyncio.timeout(PATIENCE_S):
        for reader in lines:
            await read_all(reader)


async def test_bytes_that_are_not_tls_are_answered_and_disconnected(
    monkeypatch: pytest.MonkeyPatch, encrypted: ServedPage
) -> None:
    set_limits(monkeypatch, TLS_HANDSHAKE_TIMEOUT_S=2 * PATIENCE_S)  # that is not what ends them
    for nonsense in (b"\x16\x03\x01\x00\x05hello", b"\x16" * 5000, BEGUN[:5] + bytes(len(BEGUN) - 5)):
        async with asyncio.timeout(PATIENCE_S):
            said = await read_all(await encrypted.connect(nonsense))
        assert said[:1] in {b"", b"\x15"}  # nothing, or an alert (RFC 8446, 6)


async def test_the_tls_port_is_closed_until_there_is_a_certificate(encrypted: ServedPage) -> None:
    good, encrypted.certificate.context = encrypted.certificate.context, None
    with pytest.raises((ssl.SSLError, ConnectionError)):
        await encrypted.connect(CLOSING, tls=encrypted.client_context)
    encrypted.certificate.context = good
    assert (await read_all(await encrypted.connect(CLOSING, tls=encrypted.client_context))).endswith(b"https 0")
