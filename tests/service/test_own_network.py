"""The table's own Wi-Fi network: when it opens and closes, before a fake NetworkManager in virtual time."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from controller.games.contract.values import Text
from controller.secret import Secret
from controller.service.own_network import OwnNetwork, own_wifi
from hw.clock import LoopClock
from tests.service.fake_network_manager import FakeNetworkManager

HOME, PASSWORD = "café", "eine gute Runde"
TABLE = own_wifi(b"0123456789abcdef0123456789abcdef\n")


class Evening:
    """A table with Wi-Fi, and people."""

    def __init__(self) -> None:
        self.manager = FakeNetworkManager({HOME: PASSWORD, "neighbour": "unknown to us"})
        self.is_playing = False
        self.own = OwnNetwork(TABLE, self.manager.connect, self.manager.addresses, lambda: self.is_playing, LoopClock())

    async def minutes(self, count: float) -> bool:
        """Let time pass; return whether the own network is open then."""
        await asyncio.sleep(60 * count)
        assert self.own.is_open == (self.manager.own is not None)
        return self.own.is_open

    async def at_home(self) -> None:
        self.manager.know(HOME, PASSWORD)
        assert not await self.minutes(1)
        assert self.manager.joined == HOME


@asynccontextmanager
async def evening() -> AsyncIterator[Evening]:
    made = Evening()
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(work()) for work in (made.manager.run, made.own.run)]
        yield made
        for task in tasks:
            task.cancel()


async def test_a_table_that_knows_no_network_opens_its_own_with_a_password() -> None:
    async with evening() as table:
        assert not await table.minutes(0.25)
        assert await table.minutes(1)
        assert table.manager.own_password == TABLE.password
        assert table.own.networks == [HOME, "neighbour"]


async def test_a_table_opens_its_network_ten_minutes_after_its_cable_is_gone() -> None:
    async with evening() as table:
        table.manager.is_wired = True
        assert not await table.minutes(60)
        table.manager.is_wired = False
        assert not await table.minutes(9.5)
        assert await table.minutes(1)
        table.manager.is_wired = True
        assert not await table.minutes(0.5)


async def test_the_table_moves_to_the_network_that_the_owner_chose() -> None:
    async with evening() as table:
        await table.minutes(1)
        assert table.own.wish(HOME, Secret(PASSWORD))
        assert not await table.minutes(0.5)
        assert table.manager.joined == HOME
        assert table.own.failure is None
        assert not await table.minutes(60)


@pytest.mark.parametrize(
    ("name", "password", "why"), [(HOME, "wrong by a letter", "password"), ("not here", "12345678", "missing")]
)
async def test_after_a_failure_its_own_network_comes_back_and_says_why(name: str, password: str, why: str) -> None:
    async with evening() as table:
        told: list[Text] = []
        table.own.failed.connect(told.append)
        await table.minutes(1)
        table.own.wish(name, Secret(password))
        assert await table.minutes(0.5)
        assert table.own.failure == (name, Text(f"wifi-failed-{why}"))
        assert told == [Text(f"wifi-failed-{why}")]
        assert table.manager.profiles == {}
        table.own.wish(HOME, Secret(PASSWORD))
        assert not await table.minutes(0.5)
        assert table.own.failure is None


async def test_a_network_lost_for_ten_minutes_brings_the_own_one_back() -> None:
    async with evening() as table:
        await table.at_home()
        table.manager.carry_away(HOME)
        assert not await table.minutes(9.5)
        assert await table.minutes(1.5)


async def test_a_network_that_returns_within_ten_minutes_changes_nothing() -> None:
    async with evening() as table:
        await table.at_home()
        for _ in range(3):
            password = table.manager.carry_away(HOME)
            assert not await table.minutes(8)
            table.manager.in_range[HOME] = password
            assert not await table.minutes(8)


async def test_in_the_middle_of_a_game_none_opens_and_none_closes() -> None:
    async with evening() as table:
        await table.at_home()
        table.is_playing = True
        password = table.manager.carry_away(HOME)
        assert not await table.minutes(45)
        table.is_playing = False
        assert await table.minutes(1)
        table.is_playing = True  # with hands on phones in the own network
        table.manager.in_range[HOME] = password
        assert await table.minutes(120)


async def test_the_own_network_gives_way_to_a_known_one_unless_it_is_used() -> None:
    async with evening() as table:
        await table.at_home()
        password = table.manager.carry_away(HOME)
        assert await table.minutes(11.5)
        table.manager.in_range[HOME] = password
        for _ in range(3):
            table.own.note_use()
            assert await table.minutes(8)
        assert not await table.minutes(4)
        assert table.manager.joined == HOME


async def test_it_asks_for_a_known_network_that_has_been_given_up() -> None:
    async with evening() as table:
        await table.at_home()
        password = table.manager.carry_away(HOME)
        table.manager.has_given_up = True
        assert await table.minutes(11.5)
        table.manager.in_range[HOME] = password
        assert not await table.minutes(10)
        assert table.manager.joined == HOME


async def test_without_a_known_network_it_looks_again_and_reopens() -> None:
    async with evening() as table:
        await table.at_home()
        table.manager.carry_away(HOME)
        table.manager.in_range["new"] = "since then"
        assert await table.minutes(30)
        assert "new" in table.own.networks


async def test_a_network_that_hides_its_name_is_joined_by_its_name() -> None:
    async with evening() as table:
        table.manager.hidden.add(HOME)
        await table.minutes(1)
        assert table.own.networks == ["neighbour"]
        assert table.own.wish(HOME, Secret(PASSWORD))
        assert not await table.minutes(1)
        assert table.manager.joined == HOME


async def test_one_wish_is_tried_at_a_time() -> None:
    async with evening() as table:
        await table.minutes(1)
        assert table.own.wish(HOME, Secret(PASSWORD))
        assert not table.own.wish("neighbour", Secret("12345678"))


async def test_without_networkmanager_nothing_happens_until_it_is_there() -> None:
    made = Evening()
    made.manager.is_missing = True
    async with asyncio.TaskGroup() as group:
        task = group.create_task(made.own.run())
        assert not await made.minutes(30)
        made.manager.is_missing = False
        assert await made.minutes(3)
        task.cancel()


def test_name_and_password_stay_and_differ_from_table_to_table() -> None:
    again, other = (own_wifi(digits * 32) for digits in (b"0", b"1"))
    assert own_wifi(b"0" * 32 + b"\n") == again
    assert again.password != other.password
    assert again.name != other.name
    assert len(again.password) == len(other.password) == 16
