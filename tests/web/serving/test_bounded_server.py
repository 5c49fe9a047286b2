"""Floods of connections: whoever says nothing makes room, an address has its share, and somebody new is answered."""

import asyncio
import gc
import socket
import warnings
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from controller import limits
from controller.web.serving.bounded_server import REFUSED, Connections, bounded_server

HELLO = b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"
PATIENCE_S = 30.0


class Line:
    """A connection that notes whether it was ended."""

    def __init__(self) -> None:
        self.ended = False

    def end(self) -> None:
        self.ended = True


def test_when_all_places_are_taken_the_oldest_silent_one_makes_room() -> None:
    places = Connections(most=2, most_an_address=2)
    first, second, third = Line(), Line(), Line()
    assert [places.admit(line, address) for line, address in ((first, "a"), (second, "b"), (third, "c"))] == [True] * 3
    assert [line.ended for line in (first, second, third)] == [True, False, False]
    assert len(places) == 2


def test_whoever_waits_for_an_answer_is_not_ended_for_somebody_new() -> None:
    places = Connections(most=1, most_an_address=1)
    asking = Line()
    places.admit(asking, "a")
    places.speaks(asking, now=True)
    assert not places.admit(Line(), "b")
    places.speaks(asking, now=False)
    assert places.admit(Line(), "b")
    assert asking.ended


def test_who_has_asked_before_stays_while_somebody_is_there_who_never_has() -> None:
    places = Connections(most=2, most_an_address=2)
    guest, silent = Line(), Line()
    places.admit(guest, "guest")
    places.speaks(guest, now=True)
    places.speaks(guest, now=False)
    places.admit(silent, "flood")
    for _ in range(3):
        assert places.admit(Line(), "flood")
    assert (guest.ended, silent.ended) == (False, True)


def test_somebody_new_keeps_his_place_while_addresses_that_were_silent_before_come_again() -> None:
    places = Connections(most=4, most_an_address=4)
    for nth in range(6):
        places.admit(Line(), f"flood {nth % 3}")
    guest = Line()
    assert places.admit(guest, "guest")
    for nth in range(20):
        assert places.admit(Line(), f"flood {nth % 3}")
    assert not guest.ended


def test_in_a_flood_of_those_who_ask_the_address_with_most_places_makes_room() -> None:
    """As many addresses as places; each asks, and lets its connection lie."""
    places = Connections(most=6, most_an_address=6)
    guest, new = Line(), Line()
    places.admit(guest, "guest")
    places.speaks(guest, now=True)
    places.speaks(guest, now=False)
    for nth in range(40):
        if nth == 20:
            assert places.admit(new, "new")
        line = Line()
        if places.admit(line, f"flood {nth % 4}"):
            places.speaks(line, now=True)
            places.speaks(line, now=False)
    assert (guest.ended, new.ended) == (False, False)


def test_who_has_a_place_takes_nobody_elses_only_one() -> None:
    places = Connections(most=2, most_an_address=2)
    stream, guest = Line(), Line()
    places.admit(stream, "flood")
    places.speaks(stream, now=True)
    places.admit(guest, "guest")
    assert not places.admit(Line(), "flood")
    assert places.admit(Line(), "somebody new")


def test_an_address_takes_room_from_itself_alone() -> None:
    places = Connections(most=10, most_an_address=2)
    other, first, second, third = Line(), Line(), Line(), Line()
    places.admit(other, "other")
    for line in (first, second, third):
        assert places.admit(line, "flood")
    assert [line.ended for line in (other, first, second, third)] == [False, True, False, False]


def test_who_has_left_takes_no_place() -> None:
    places = Connections(most=1, most_an_address=1)
    line = Line()
    places.admit(line, "a")
    places.leave(line)
    places.leave(line)
    assert len(places) == 0
    assert places.admit(Line(), "a")


class Page:
    """A page on a real socket, and its visitors.

    Attributes:
        asked: requests that have come.
        answers: nobody is answered while it is not set.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.visitors: list[asyncio.StreamWriter] = []
        self.asked = 0
        self.answers = asyncio.Event()
        self.answers.set()

    async def visit(
        self, octets: bytes = b"", address: str = "127.0.0.1"
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))
        self.visitors.append(writer)
        writer.write(octets)
        return reader, writer

    async def crowd(self) -> list[socket.socket]:
        """Of whom none has been taken in yet: they have come in one turn of the loop."""
        await self.visit()
        return [socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S) for _ in range(200)]


@asynccontextmanager
async def served(answer_s: float = 0.0) -> AsyncIterator[Page]:
    """A page that answers after so long; at the end all visitors leave."""

    async def page(_: Request) -> PlainTextResponse:
        here.asked += 1
        await asyncio.sleep(answer_s)
        await here.answers.wait()
        return PlainTextResponse("here")

    server = bounded_server(Starlette(routes=[Route("/", page)]))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        here = Page(listener.getsockname()[1])
        try:
            yield here
        finally:
            here.answers.set()
            for visitor in here.visitors:
                visitor.close()
            await asyncio.gather(*(visitor.wait_closed() for visitor in here.visitors), return_exceptions=True)
            server.end()
            await serving


async def heard(reader: asyncio.StreamReader) -> bytes:
    """All that comes until the other end ends."""
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""


def in_real_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting for the other end takes a second here, which is more than a busy machine rests."""
    monkeypatch.setattr(limits, "HEADERS_S", 1.0)


def test_silent_and_half_said_requests_are_ended_and_do_not_keep_others_out(monkeypatch: pytest.MonkeyPatch) -> None:
    in_real_time(monkeypatch)

    async def flood() -> None:
        async with served() as page:
            lines = [await page.visit(b"" if nth % 2 else b"GET / HTTP/1.1\r\nhost: ") for nth in range(200)]
            reader, _ = await page.visit(HELLO, "127.0.0.2")
            assert (await reader.readline()).startswith(b"HTTP/1.1 200")
            async with asyncio.timeout(PATIENCE_S):
                assert {await heard(reader) for reader, _ in lines} == {b""}

    asyncio.run(flood())


def test_the_second_request_of_a_connection_has_no_more_time_than_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    in_real_time(monkeypatch)

    async def slow() -> None:
        async with served() as page:
            reader, writer = await page.visit(HELLO)
            assert (await reader.readuntil(b"here")).startswith(b"HTTP/1.1 200")
            writer.write(HELLO[:-2])
            async with asyncio.timeout(PATIENCE_S):
                assert await heard(reader) == b""

    asyncio.run(slow())


def test_a_connection_that_cannot_be_taken_in_is_not_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> bool:
        raise RuntimeError("nobody can be counted")

    async def visit() -> None:
        monkeypatch.setattr(Connections, "admit", broken)
        asyncio.get_running_loop().set_exception_handler(lambda *_: None)
        async with served() as page, asyncio.timeout(PATIENCE_S):
            reader, _ = await page.visit()
            assert await heard(reader) == b""

    asyncio.run(visit())


def test_many_wait_in_the_kernel_while_the_table_is_busy() -> None:
    """Whoever found no place there would come again after a second."""

    async def flood() -> None:
        async with served() as page:
            flood = await page.crowd()
            for line in flood:
                line.close()
            reader, _ = await page.visit(HELLO)  # all who came before have been taken in by then
            assert (await reader.readuntil(b"here")).startswith(b"HTTP/1.1 200")

    asyncio.run(flood())


def test_whoever_comes_while_the_page_ends_is_let_go(recwarn: pytest.WarningsRecorder) -> None:
    """Somebody is taken in at each turn of the loop, so one is half taken in when it ends."""
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


def test_an_answer_that_takes_its_time_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    in_real_time(monkeypatch)

    async def patient() -> None:
        async with served(answer_s=1.5) as page:
            reader, _ = await page.visit(HELLO)
            assert (await reader.readuntil(b"here")).startswith(b"HTTP/1.1 200")

    asyncio.run(patient())


def test_an_address_that_waits_for_all_its_answers_hears_why_it_gets_no_more() -> None:
    async def greedy() -> None:
        async with served() as page, asyncio.timeout(PATIENCE_S):
            page.answers.clear()
            for _ in range(limits.CONNECTIONS_AN_ADDRESS):
                await page.visit(HELLO)
            while page.asked < limits.CONNECTIONS_AN_ADDRESS:  # noqa: ASYNC110  # a turn of the loop each
                await asyncio.sleep(0)
            reader, _ = await page.visit()
            assert await heard(reader) == REFUSED

    asyncio.run(greedy())
