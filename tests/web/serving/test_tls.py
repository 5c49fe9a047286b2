"""A page that speaks TLS on real sockets: visitors, floods, nonsense."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from socket import create_server

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from controller import limits
from controller.store.certificates.certificate import read_certificate
from controller.web.serving.bounded_server import bounded_server
from tests.certificates import make_pair

HELLO = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"
CLOSING = b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
LARGE = 3_000_000
PATIENCE_S = 30.0


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return make_pair(tmp_path_factory.mktemp("pair"))


class Certificate:
    """The certificate of the moment."""

    def __init__(self, pair: tuple[Path, Path]) -> None:
        self.context: ssl.SSLContext | None = read_certificate(*pair).context


class Page:
    """A page on a real socket, and its visitors."""

    def __init__(self, port: int, certificate: Certificate, trusting: ssl.SSLContext) -> None:
        self.port = port
        self.certificate = certificate
        self.trusting = trusting
        self.visitors: list[asyncio.StreamWriter] = []

    async def visit(
        self, octets: bytes = b"", *, address: str = "127.0.0.1", tls: ssl.SSLContext | None = None
    ) -> asyncio.StreamReader:
        """Send these octets; encrypted only by ``tls``."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, ssl=tls, local_addr=(address, 0))
        self.visitors.append(writer)
        writer.write(octets)
        return reader


@asynccontextmanager
async def served(pair: tuple[Path, Path]) -> AsyncIterator[Page]:
    """A page that says how it was asked; at the end all visitors leave."""

    async def page(request: Request) -> PlainTextResponse:
        return PlainTextResponse(f"{request.url.scheme} {len(await request.body())}")

    async def large(_: Request) -> PlainTextResponse:
        return PlainTextResponse("x" * LARGE)

    certificate = Certificate(pair)
    app = Starlette(routes=[Route("/", page, methods=["GET", "POST"]), Route("/large", large)])
    server = bounded_server(app, certificate=certificate)
    with create_server(("127.0.0.1", 0)) as listener:
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        here = Page(listener.getsockname()[1], certificate, ssl.create_default_context(cafile=pair[0]))
        try:
            yield here
        finally:
            server.end()
            async with asyncio.timeout(PATIENCE_S):
                await serving
            for visitor in here.visitors:
                visitor.transport.abort()
            await asyncio.sleep(0)


async def heard(reader: asyncio.StreamReader) -> bytes:
    """All that comes until the other end ends."""
    try:
        return await reader.read()
    except (ConnectionResetError, ssl.SSLError):
        return b""


def test_plain_http_is_not_answered_at_a_port_for_tls(pair: tuple[Path, Path]) -> None:
    async def visits() -> None:
        async with served(pair) as page:
            for _ in range(2):
                encrypted = await page.visit(CLOSING, tls=page.trusting)
                assert (await heard(encrypted)).endswith(b"https 0")
                plain = await heard(await page.visit(CLOSING))
                assert plain[:1] in {b"", b"\x15"}  # nothing, or an alert (RFC 8446, 6)

    asyncio.run(visits())


def test_large_bodies_pass_both_ways(pair: tuple[Path, Path]) -> None:
    async def visits() -> None:
        async with served(pair) as page:
            head = b"POST / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: %d\r\n\r\n" % LARGE
            up = await page.visit(head + bytes(LARGE), tls=page.trusting)
            assert (await heard(up)).endswith(b"https %d" % LARGE)
            down = await page.visit(CLOSING.replace(b"/ ", b"/large "), tls=page.trusting)
            await asyncio.sleep(0.1)  # the server has to wait until somebody reads
            assert (await heard(down)).endswith(b"\n" + b"x" * LARGE)

    asyncio.run(visits())


def test_several_requests_share_a_connection_and_its_handshake(pair: tuple[Path, Path]) -> None:
    async def visits() -> None:
        async with served(pair) as page:
            reader = await page.visit(HELLO * 3, tls=page.trusting)
            for _ in range(3):
                await reader.readuntil(b"https 0")

    asyncio.run(visits())


def test_only_tls_1_2_and_newer_is_spoken(pair: tuple[Path, Path]) -> None:
    async def visits() -> None:
        async with served(pair) as page:
            spoken = set()
            for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3):
                page.trusting.maximum_version = version
                reader = await page.visit(CLOSING, tls=page.trusting)
                spoken.add(page.visitors[-1].get_extra_info("ssl_object").version())
                assert (await heard(reader)).endswith(b"https 0")
            assert spoken == {"TLSv1.2", "TLSv1.3"}
            old = ssl.create_default_context(cafile=pair[0])
            old.set_ciphers("ALL:@SECLEVEL=0")
            with pytest.warns(DeprecationWarning, match="TLS"):
                old.minimum_version, old.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion.TLSv1_1
            with pytest.raises((ssl.SSLError, ConnectionResetError)):
                await page.visit(CLOSING, tls=old)

    asyncio.run(visits())


def test_hundreds_that_never_end_their_handshake_keep_nobody_out_and_are_ended(
    monkeypatch: pytest.MonkeyPatch, pair: tuple[Path, Path]
) -> None:
    monkeypatch.setattr(limits, "HANDSHAKE_S", 2.0)  # for the guest, too

    async def flood() -> None:
        async with served(pair) as page:
            beginnings = (b"", b"\x16", BEGUN[:60], BEGUN)
            lines = [await page.visit(beginnings[nth % 4], address=f"127.0.1.{nth % 8 + 1}") for nth in range(320)]
            async with asyncio.timeout(PATIENCE_S):
                guest = await page.visit(CLOSING, address="127.0.2.1", tls=page.trusting)
                assert (await heard(guest)).endswith(b"https 0")
            async with asyncio.timeout(PATIENCE_S):
                for reader in lines:
                    await heard(reader)

    asyncio.run(flood())


def test_octets_that_are_no_tls_hear_so_and_are_ended(monkeypatch: pytest.MonkeyPatch, pair: tuple[Path, Path]) -> None:
    monkeypatch.setattr(limits, "HANDSHAKE_S", 2 * PATIENCE_S)  # that is not what ends them

    async def visits() -> None:
        async with served(pair) as page:
            for nonsense in (b"\x16\x03\x01\x00\x05hello", b"\x16" * 5000, BEGUN[:5] + bytes(len(BEGUN) - 5)):
                async with asyncio.timeout(PATIENCE_S):
                    said = await heard(await page.visit(nonsense))
                assert said[:1] in {b"", b"\x15"}  # nothing, or an alert (RFC 8446, 6)

    asyncio.run(visits())


def test_without_a_certificate_nobody_is_let_in_by_tls_until_there_is_one(pair: tuple[Path, Path]) -> None:
    async def visits() -> None:
        async with served(pair) as page:
            good, page.certificate.context = page.certificate.context, None
            with pytest.raises((ssl.SSLError, ConnectionError)):
                await page.visit(CLOSING, tls=page.trusting)
            page.certificate.context = good
            assert (await heard(await page.visit(CLOSING, tls=page.trusting))).endswith(b"https 0")

    asyncio.run(visits())


def _client_hello() -> bytes:
    """The first flight of a browser."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    asking = ssl.create_default_context().wrap_bio(incoming, outgoing, server_hostname="localhost")
    with pytest.raises(ssl.SSLWantReadError):
        asking.do_handshake()
    return outgoing.read()


BEGUN = _client_hello()
