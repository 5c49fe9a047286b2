"""The page's server on real sockets: bounds on connections, timeouts, TLS, and malformed requests."""

import asyncio
import gc
import socket
import ssl
import warnings
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from controller import limits
from controller.store.certificates.certificate import read_certificate
from controller.web.bounded_server import REFUSED, BoundedServer, ConnectionLimit, build_server
from tests.certificates import make_pair

pytestmark = pytest.mark.real_time

HELLO = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"
CLOSING = b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
LARGE = 3_000_000
PATIENCE_S = 30.0


class Line:
    """A connection that records whether it was ended."""

    def __init__(self) -> None:
        self.ended = False

    def end(self) -> None:
        self.ended = True


def test_when_all_places_are_taken_the_oldest_new_one_is_evicted() -> None:
    places = ConnectionLimit(most=2, most_an_address=2)
    first, second, third = Line(), Line(), Line()
    assert [places.admit(line, address) for line, address in ((first, "a"), (second, "b"), (third, "c"))] == [True] * 3
    assert [line.ended for line in (first, second, third)] == [True, False, False]
    assert len(places) == 2


def test_busy_connections_are_not_evicted() -> None:
    places = ConnectionLimit(most=1, most_an_address=1)
    asking = Line()
    places.admit(asking, "a")
    places.set_busy(asking, busy=True)
    assert not places.admit(Line(), "b")
    places.set_busy(asking, busy=False)
    assert places.admit(Line(), "b")
    assert asking.ended


def test_new_connections_are_evicted_before_idle_ones() -> None:
    places = ConnectionLimit(most=2, most_an_address=2)
    guest, silent = Line(), Line()
    places.admit(guest, "guest")
    places.set_busy(guest, busy=True)
    places.set_busy(guest, busy=False)
    places.admit(silent, "flood")
    for _ in range(3):
        assert places.admit(Line(), "flood")
    assert (guest.ended, silent.ended) == (False, True)


def test_silent_addresses_do_not_evict_a_new_client_again() -> None:
    places = ConnectionLimit(most=4, most_an_address=4)
    for nth in range(6):
        places.admit(Line(), f"flood {nth % 3}")
    guest = Line()
    assert places.admit(guest, "guest")
    for nth in range(20):
        assert places.admit(Line(), f"flood {nth % 3}")
    assert not guest.ended


def test_in_a_flood_of_requests_the_busiest_address_makes_room() -> None:
    """As many addresses as places; each sends a request and then idles."""
    places = ConnectionLimit(most=6, most_an_address=6)
    guest, new = Line(), Line()
    places.admit(guest, "guest")
    places.set_busy(guest, busy=True)
    places.set_busy(guest, busy=False)
    for nth in range(40):
        if nth == 20:
            assert places.admit(new, "new")
        line = Line()
        if places.admit(line, f"flood {nth % 4}"):
            places.set_busy(line, busy=True)
            places.set_busy(line, busy=False)
    assert (guest.ended, new.ended) == (False, False)


def test_who_has_a_place_takes_nobody_elses_only_one() -> None:
    places = ConnectionLimit(most=2, most_an_address=2)
    stream, guest = Line(), Line()
    places.admit(stream, "flood")
    places.set_busy(stream, busy=True)
    places.admit(guest, "guest")
    assert not places.admit(Line(), "flood")
    assert places.admit(Line(), "somebody new")


def test_an_address_takes_room_from_itself_alone() -> None:
    places = ConnectionLimit(most=10, most_an_address=2)
    other, first, second, third = Line(), Line(), Line(), Line()
    places.admit(other, "other")
    for line in (first, second, third):
        assert places.admit(line, "flood")
    assert [line.ended for line in (other, first, second, third)] == [False, True, False, False]


def test_who_has_left_takes_no_place() -> None:
    places = ConnectionLimit(most=1, most_an_address=1)
    line = Line()
    places.admit(line, "a")
    places.release(line)
    places.release(line)
    assert len(places) == 0
    assert places.admit(Line(), "a")


class Certificate:
    def __init__(self, pair: tuple[Path, Path]) -> None:
        self.context: ssl.SSLContext | None = read_certificate(*pair).context


class Page:
    """A page on a real socket, and its visitors.

    Attributes:
        asked: requests that have come.
        answers: nobody is answered while it is not set.
    """

    trusting: ssl.SSLContext
    certificate: Certificate

    def __init__(self, port: int) -> None:
        self.port = port
        self.visitors: list[asyncio.StreamWriter] = []
        self.asked = 0
        self.answers = asyncio.Event()
        self.answers.set()

    async def visit(
        self, octets: bytes = b"", *, address: str = "127.0.0.1", tls: ssl.SSLContext | None = None
    ) -> asyncio.StreamReader:
        """Send these bytes; encrypted only by ``tls``."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, ssl=tls, local_addr=(address, 0))
        self.visitors.append(writer)
        writer.write(octets)
        return reader

    async def crowd(self) -> list[socket.socket]:
        """Visitors none of whom has been accepted yet: they came in one turn of the loop."""
        await self.visit()
        return [socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S) for _ in range(200)]


@asynccontextmanager
async def served(answer_s: float = 0.0, pair: tuple[Path, Path] | None = None) -> AsyncIterator[Page]:
    """Serve a page whose responses name the scheme; disconnect all clients at the end."""

    async def page(request: Request) -> PlainTextResponse:
        here.asked += 1
        await asyncio.sleep(answer_s)
        await here.answers.wait()
        return PlainTextResponse(f"{request.url.scheme} {len(await request.body())}")

    async def large(_: Request) -> PlainTextResponse:
        return PlainTextResponse("x" * LARGE)

    app = Starlette(routes=[Route("/", page, methods=["GET", "POST"]), Route("/large", large)])
    certificate = None if pair is None else Certificate(pair)
    server = build_server(app, certificate=certificate)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        here = Page(listener.getsockname()[1])
        if pair is not None and certificate is not None:
            here.certificate, here.trusting = certificate, ssl.create_default_context(cafile=pair[0])
        try:
            yield here
        finally:
            here.answers.set()
            server.end()
            async with asyncio.timeout(PATIENCE_S):
                await serving
            for visitor in here.visitors:
                visitor.transport.abort()
            await asyncio.sleep(0)


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return make_pair(tmp_path_factory.mktemp("pair"))


@pytest.fixture
def page() -> AbstractAsyncContextManager[Page]:
    return served()


@pytest.fixture
def encrypted(pair: tuple[Path, Path]) -> AbstractAsyncContextManager[Page]:
    return served(pair=pair)


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting for the client takes a second here, which exceeds the pauses of a busy machine."""
    monkeypatch.setattr(limits, "REQUEST_HEADERS_S", 1.0)


async def heard(reader: asyncio.StreamReader) -> bytes:
    """Return everything until the connection ends."""
    try:
        return await reader.read()
    except (ConnectionResetError, ssl.SSLError):
        return b""


@pytest.mark.usefixtures("_impatient")
async def test_silent_and_unfinished_requests_time_out(page: Page) -> None:
    lines = [await page.visit(b"" if nth % 2 else b"GET / HTTP/1.1\r\nhost: ") for nth in range(200)]
    reader = await page.visit(HELLO, address="127.0.0.2")
    assert (await reader.readline()).startswith(b"HTTP/1.1 200")
    async with asyncio.timeout(PATIENCE_S):
        assert {await heard(reader) for reader in lines} == {b""}


@pytest.mark.usefixtures("_impatient")
async def test_each_request_of_a_connection_has_the_same_timeout(page: Page) -> None:
    reader = await page.visit(HELLO)
    assert (await reader.readuntil(b"http 0")).startswith(b"HTTP/1.1 200")
    page.visitors[-1].write(HELLO[:-2])
    async with asyncio.timeout(PATIENCE_S):
        assert await heard(reader) == b""


async def test_a_connection_that_fails_to_start_is_closed(monkeypatch: pytest.MonkeyPatch, page: Page) -> None:
    def broken(*_: object) -> bool:
        raise RuntimeError("nobody can be counted")

    monkeypatch.setattr(ConnectionLimit, "admit", broken)
    asyncio.get_running_loop().set_exception_handler(lambda *_: None)
    async with asyncio.timeout(PATIENCE_S):
        reader = await page.visit()
        assert await heard(reader) == b""


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
        assert await heard(left) == b""
        waiting, writer = await asyncio.open_connection(*listener.getsockname())
        writer.write(CLOSING)
        serving = asyncio.create_task(server.serve([listener]))
        assert (await heard(waiting)).startswith(b"HTTP/1.1 404")
        server.end()
        await serving
        for each in (leaving, writer):
            each.close()
            await each.wait_closed()


async def test_many_wait_in_the_kernel_while_the_table_is_busy(page: Page) -> None:
    """A client that found no place would retry after a second."""
    flood = await page.crowd()
    for line in flood:
        line.close()
    reader = await page.visit(HELLO)  # all who came before have been taken in by then
    assert (await reader.readuntil(b"http 0")).startswith(b"HTTP/1.1 200")


def test_whoever_comes_while_the_page_ends_is_let_go(recwarn: pytest.WarningsRecorder) -> None:
    """A connection is accepted in each turn of the loop, so one is half accepted at the end."""
    warnings.simplefilter("always", ResourceWarning)
    gc.collect()
    recwarn.clear()  # of what other tests have left

    async def ending() -> None:
        async with served() as page:
            flood = await page.crowd()
        for line in flood:
            line.close()

    for _ in range(5):
        asyncio.run(ending())
    gc.collect()
    assert [str(told.message) for told in recwarn] == []


@pytest.mark.usefixtures("_impatient")
async def test_an_answer_that_takes_its_time_is_waited_for() -> None:
    async with served(answer_s=1.5) as page:
        reader = await page.visit(HELLO)
        assert (await reader.readuntil(b"http 0")).startswith(b"HTTP/1.1 200")


async def test_an_address_with_only_busy_connections_gets_a_503(page: Page) -> None:
    async with asyncio.timeout(PATIENCE_S):
        page.answers.clear()
        for _ in range(limits.PAGE_CONNECTIONS_PER_ADDRESS):
            await page.visit(HELLO)
        while page.asked < limits.PAGE_CONNECTIONS_PER_ADDRESS:  # noqa: ASYNC110  # a turn of the loop each
            await asyncio.sleep(0)
        reader = await page.visit()
        assert await heard(reader) == REFUSED


def _client_hello() -> bytes:
    """Return a browser's ClientHello."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    asking = ssl.create_default_context().wrap_bio(incoming, outgoing, server_hostname="localhost")
    with pytest.raises(ssl.SSLWantReadError):
        asking.do_handshake()
    return outgoing.read()


BEGUN = _client_hello()


async def test_plain_http_is_not_answered_at_a_port_for_tls(encrypted: Page) -> None:
    for _ in range(2):
        answered = await encrypted.visit(CLOSING, tls=encrypted.trusting)
        assert (await heard(answered)).endswith(b"https 0")
        plain = await heard(await encrypted.visit(CLOSING))
        assert plain[:1] in {b"", b"\x15"}  # nothing, or an alert (RFC 8446, 6)


async def test_large_bodies_pass_both_ways(encrypted: Page) -> None:
    head = b"POST / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: %d\r\n\r\n" % LARGE
    up = await encrypted.visit(head + bytes(LARGE), tls=encrypted.trusting)
    assert (await heard(up)).endswith(b"https %d" % LARGE)
    down = await encrypted.visit(CLOSING.replace(b"/ ", b"/large "), tls=encrypted.trusting)
    await asyncio.sleep(0.1)  # the server has to wait until somebody reads
    assert (await heard(down)).endswith(b"\n" + b"x" * LARGE)


async def test_several_requests_share_a_connection_and_its_handshake(encrypted: Page) -> None:
    reader = await encrypted.visit(HELLO * 3, tls=encrypted.trusting)
    for _ in range(3):
        await reader.readuntil(b"https 0")


async def test_only_tls_1_2_and_newer_is_spoken(encrypted: Page, pair: tuple[Path, Path]) -> None:
    spoken = set()
    for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
        encrypted.trusting.maximum_version = version
        reader = await encrypted.visit(CLOSING, tls=encrypted.trusting)
        spoken.add(encrypted.visitors[-1].get_extra_info("ssl_object").version())
        assert (await heard(reader)).endswith(b"https 0")
    assert spoken == {"TLSv1.2", "TLSv1.3"}
    old = ssl.create_default_context(cafile=pair[0])
    old.set_ciphers("ALL:@SECLEVEL=0")
    with pytest.warns(DeprecationWarning, match="TLS"):
        old.minimum_version, old.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
    with pytest.raises((ssl.SSLError, ConnectionResetError)):
        await encrypted.visit(CLOSING, tls=old)


async def test_unfinished_handshakes_are_ended_and_keep_no_client_out(
    monkeypatch: pytest.MonkeyPatch, encrypted: Page
) -> None:
    monkeypatch.setattr(limits, "TLS_HANDSHAKE_S", 2.0)  # for the guest, too
    beginnings = (b"", b"\x16", BEGUN[:60], BEGUN)
    lines = [await encrypted.visit(beginnings[nth % 4], address=f"127.0.1.{nth % 8 + 1}") for nth in range(320)]
    async with asyncio.timeout(PATIENCE_S):
        guest = await encrypted.visit(CLOSING, address="127.0.2.1", tls=encrypted.trusting)
        assert (await heard(guest)).endswith(b"https 0")
    async with asyncio.timeout(PATIENCE_S):
        for reader in lines:
            await heard(reader)


async def test_octets_that_are_no_tls_hear_so_and_are_ended(monkeypatch: pytest.MonkeyPatch, encrypted: Page) -> None:
    monkeypatch.setattr(limits, "TLS_HANDSHAKE_S", 2 * PATIENCE_S)  # that is not what ends them
    for nonsense in (b"\x16\x03\x01\x00\x05hello", b"\x16" * 5000, BEGUN[:5] + bytes(len(BEGUN) - 5)):
        async with asyncio.timeout(PATIENCE_S):
            said = await heard(await encrypted.visit(nonsense))
        assert said[:1] in {b"", b"\x15"}  # nothing, or an alert (RFC 8446, 6)


async def test_the_tls_port_is_closed_until_there_is_a_certificate(encrypted: Page) -> None:
    good, encrypted.certificate.context = encrypted.certificate.context, None
    with pytest.raises((ssl.SSLError, ConnectionError)):
        await encrypted.visit(CLOSING, tls=encrypted.trusting)
    encrypted.certificate.context = good
    assert (await heard(await encrypted.visit(CLOSING, tls=encrypted.trusting))).endswith(b"https 0")
