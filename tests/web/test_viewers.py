"""Work for people who only look: places, a share for each address, an end when the last client leaves."""

import asyncio
from collections.abc import MutableMapping
from typing import Any

import pytest
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from controller.web.viewers import ViewerPool, chunked_response


class Client:
    """A client at an address; it leaves when it is told to."""

    def __init__(self, address: str) -> None:
        self._left = asyncio.Event()
        scope = {"type": "http", "method": "GET", "headers": [], "client": (address, 1), "state": {"language": "de"}}
        self.request = Request(scope, self._receive)

    def leave(self) -> None:
        self._left.set()

    async def _receive(self) -> MutableMapping[str, Any]:
        await self._left.wait()
        return {"type": "http.disconnect"}


class Asked:
    """Requests to a pool, whose work is done when a test says so."""

    def __init__(self) -> None:
        self.pool = ViewerPool()
        self.running: list[str] = []
        self.begun: list[str] = []
        self._done: dict[str, asyncio.Event] = {}

    async def ask(self, client: Client, name: str, version: int = 1, table: str | None = None) -> bytes | None:
        return await self.pool.result(client.request, (name, version), lambda: self._work(name), table=table)

    def start(self, address: str, name: str, table: str | None = None) -> "asyncio.Task[bytes | None]":
        return asyncio.create_task(self.ask(Client(address), name, table=table))

    def finish(self, *names: str) -> None:
        for name in names:
            self._done.setdefault(name, asyncio.Event()).set()

    async def _work(self, name: str) -> bytes:
        self.begun.append(name)
        self.running.append(name)
        try:
            await self._done.setdefault(name, asyncio.Event()).wait()
        finally:
            self.running.remove(name)
        return name.encode()


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_clients_of_one_result_share_one_job_and_what_it_leaves() -> None:
    asked = Asked()
    clients = [asked.start(f"10.0.0.{number}", "film") for number in range(30)]
    await settle()
    asked.finish("film")
    assert set(await asyncio.gather(*clients)) == {b"film"}
    assert await asked.start("10.0.0.99", "film") == b"film"
    assert asked.begun == ["film"]
    assert await asked.ask(Client("10.0.0.99"), "film", version=2) == b"film"
    assert asked.begun == ["film", "film"]


async def test_an_address_has_two_places_and_leaves_one_to_others() -> None:
    asked = Asked()
    flood = [asked.start("10.0.0.1", f"flood {number}") for number in range(10)]
    await settle()
    guests = [asked.start(f"10.0.0.{number}", f"guest {number}") for number in (2, 3)]
    await settle()
    assert asked.running == ["flood 0", "flood 1", "guest 2"]
    asked.finish("flood 0")
    await settle()
    assert asked.running == ["flood 1", "guest 2", "guest 3"]
    for task in (*flood, *guests):
        task.cancel()


async def test_a_request_without_a_place_is_told_when_to_come_again() -> None:
    asked, begun_s = Asked(), asyncio.get_running_loop().time()
    held = [asked.start(address, address) for address in ("10.0.0.1", "10.0.0.2", "10.0.0.3")]
    await settle()
    with pytest.raises(HTTPException) as refused:
        await asked.start("10.0.0.4", "film")
    assert (refused.value.status_code, refused.value.headers) == (503, {"retry-after": "5"})
    assert refused.value.detail.startswith("Gerade schauen zu viele zu.")
    assert asyncio.get_running_loop().time() - begun_s == 10
    assert "film" not in asked.begun
    for task in held:
        task.cancel()


async def test_the_seventeenth_request_of_an_address_is_refused_at_once() -> None:
    asked = Asked()
    waiting = [asked.start("10.0.0.1", f"film {number}") for number in range(16)]
    await settle()
    with pytest.raises(HTTPException, match="503"):
        await asked.start("10.0.0.1", "film 16")
    guest = asked.start("10.0.0.2", "film 17")
    asked.finish("film 17")
    assert await guest == b"film 17"
    for task in waiting:
        task.cancel()


async def test_work_ends_when_its_last_client_leaves() -> None:
    asked, one, other = Asked(), Client("10.0.0.1"), Client("10.0.0.2")
    both = [asyncio.create_task(asked.ask(client, "film")) for client in (one, other)]
    await settle()
    one.leave()
    await settle()
    assert asked.running == ["film"]
    other.leave()
    assert [type(each) for each in await asyncio.gather(*both, return_exceptions=True)] == [ClientDisconnect] * 2
    await settle()
    assert asked.running == []
    again = asked.start("10.0.0.3", "film")
    asked.finish("film")
    assert await again == b"film"


async def test_who_left_while_waiting_takes_no_place() -> None:
    asked, gone = Asked(), Client("10.0.0.4")
    held = [asked.start(address, address) for address in ("10.0.0.1", "10.0.0.2", "10.0.0.3")]
    waiting = asyncio.create_task(asked.ask(gone, "gone"))
    await settle()
    gone.leave()
    with pytest.raises(ClientDisconnect):
        await waiting
    asked.finish("10.0.0.1")
    await held[0]
    await settle()
    assert "gone" not in asked.begun
    for task in held[1:]:
        task.cancel()


async def test_work_for_a_table_has_one_place_for_all_addresses() -> None:
    asked = Asked()
    boards = [asked.start(f"10.0.0.{number}", f"bad {number}", "rt-1") for number in range(5)]
    others = [asked.start("10.0.0.1", f"good {number}", f"rt-{number}") for number in (2, 3)]
    await settle()
    assert asked.running == ["bad 0", "good 2", "good 3"]
    for task in (*boards, *others):
        task.cancel()


async def test_work_that_failed_is_done_again() -> None:
    pool, tried = ViewerPool(), []

    async def work() -> bytes:
        tried.append(1)
        raise ZeroDivisionError

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            await pool.result(Client("10.0.0.1").request, "film", work)
    assert tried == [1, 1]


async def test_results_are_kept_up_to_eight_megabytes() -> None:
    pool, made = ViewerPool(), []

    async def ask(number: int) -> None:
        async def work() -> bytes:
            made.append(number)
            return bytes(2_000_000)

        await pool.result(Client("10.0.0.1").request, number, work)

    for number in (1, 2, 3, 4, 1, 5, 1, 2):
        await ask(number)
    assert made == [1, 2, 3, 4, 5, 2]


async def test_a_slow_reader_holds_no_copy_of_a_large_result() -> None:
    sent: list[int] = []

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(len(message.get("body", b"")))
        if len(sent) == 3:
            await asyncio.Event().wait()

    response = chunked_response(bytes(2_000_000), "image/gif")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(1):
            await response({"type": "http", "method": "GET"}, Client("10.0.0.1").request.receive, send)
    assert sum(sent) <= 200_000
