"""The pace of requests: an address that floods waits, so that the loop has time for the game."""

import asyncio
from collections import Counter
from collections.abc import MutableMapping
from typing import Any

import pytest
from starlette.responses import PlainTextResponse, Response

from controller.web.bounded_server import RequestPace


def waits_s(pace: RequestPace, address: str, count: int, now_s: float = 0.0, *, changes: bool = False) -> list[float]:
    return [round(pace.wait_s(address, changes=changes, now_s=now_s), 3) for _ in range(count)]


def test_after_a_hundred_requests_an_address_has_fifty_a_second() -> None:
    pace = RequestPace()
    assert waits_s(pace, "flood", 103) == [0.0] * 100 + [0.02, 0.04, 0.06]
    assert waits_s(pace, "guest", 1) == [0.0]
    assert waits_s(pace, "flood", 1, now_s=0.1) == [0.0]
    assert waits_s(pace, "flood", 101, now_s=60.0)[-2:] == [0.0, 0.02]


def test_an_action_does_not_wait_for_views_of_its_address() -> None:
    pace = RequestPace()
    waits_s(pace, "house", 200)
    assert waits_s(pace, "house", 1, changes=True) == [0.0]


def test_a_request_that_would_wait_over_three_seconds_takes_no_turn() -> None:
    found = waits_s(RequestPace(), "flood", 300)
    assert found[248] == 2.98
    assert len(set(found[-40:])) == 1


def test_the_pace_of_many_addresses_takes_little_memory() -> None:
    pace = RequestPace()
    for second in range(5000):
        waits_s(pace, f"address {second}", 2, now_s=float(second))
    assert len(pace) <= 1025


@pytest.mark.parametrize(("clients", "refused"), [(44, 0), (400, 1001)])
async def test_a_flood_is_answered_fifty_times_a_second(clients: int, refused: int) -> None:
    """Each asks again at once, for ten seconds, even when it is refused, which takes three seconds."""
    app, loop, seen = RequestPace().wrap_app(PlainTextResponse("here")), asyncio.get_running_loop(), Counter[int]()

    async def ask_again_and_again() -> None:
        while loop.time() < 10:
            seen[await ask(app, "/api/replay/0/film", "HEAD")] += 1

    await asyncio.gather(*(ask_again_and_again() for _ in range(clients)))
    assert seen[503] == refused
    assert seen[200] == pytest.approx(600, abs=clients)


@pytest.mark.parametrize(
    ("path", "size", "answered"),
    [("view", 8_000, 643), ("film", 320_000, 54), ("backup", 200_000_000, 47)],
)
async def test_a_large_response_counts_as_many_requests(path: str, size: int, answered: int) -> None:
    """After the first 44, each 16 kB take a turn in a flood of ten seconds, up to a megabyte."""
    content = bytes(size)
    app, loop, seen = RequestPace().wrap_app(Response(content)), asyncio.get_running_loop(), Counter[int]()

    async def ask_again_and_again() -> None:
        while loop.time() < 10:
            seen[await ask(app, path)] += 1
            await asyncio.sleep(0.001)

    await asyncio.gather(*(ask_again_and_again() for _ in range(44)))
    assert seen[200] == answered


async def test_files_of_a_page_are_not_counted() -> None:
    app = RequestPace().wrap_app(PlainTextResponse("here"))
    for _ in range(500):
        assert await ask(app, "/static/1/js/main.js") == 200
    assert asyncio.get_running_loop().time() == 0


async def ask(app: Any, path: str, method: str = "GET") -> int:
    statuses: list[int] = []

    async def send(message: MutableMapping[str, Any]) -> None:
        statuses.extend([message["status"]] if "status" in message else [])

    await app({"type": "http", "method": method, "path": path, "client": ("10.0.0.1", 1)}, None, send)
    (status,) = statuses
    return status
