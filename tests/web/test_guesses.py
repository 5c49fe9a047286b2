"""Guesses at a table's secrets over HTTP: each secret has limits of its own, apart from the owner's."""

import time
from typing import Any, Final
from unittest.mock import patch

import pytest

from controller.games.contract.values import CastleId
from controller.service.page_access import Authentication
from controller.service.page_app import create_app
from controller.web.access.sessions import SESSION_S, Role
from tests.support.page_of_table import PASSWORD, TablePage
from tests.support.soak import SOAK, sample

HOME: Final = "192.168.1.30"
"""Where the owner or a player has logged in before."""

ADDRESSES: Final = 240 if SOAK else 48


class Secrets:
    """Requests that give one of a table's secrets, right or wrong, and how the table answers a right one."""

    def __init__(self, table: TablePage) -> None:
        self.table = table

    async def give(self, secret: str, address: str, *, right: bool = False) -> int:
        table = self.table
        if secret == "present password":
            table.auth.rights = frozenset(Role)
            body = {"password": PASSWORD, "old": PASSWORD if right else "a wrong one"}
            return await self._post("/api/owner/password", body, address)
        if secret == "seat":
            code = table.play.table.seat_codes.draw_code_and_end_seat(CastleId("blue")).reveal() if right else "100000"
            return await self._post("/api/seat", {"code": code}, address)
        said = (table.pin if secret == "pin" else PASSWORD) if right else "000000"
        return await self._post("/api/login", {secret: said}, address)

    async def _post(self, path: str, body: dict[str, Any], address: str) -> int:
        async with self.table.browser(address=address) as browser:
            return (await browser.post(path, json=body)).status_code


GIVEN: Final = ("password", "present password", "pin", "seat")
LESSER: Final = [("password", "pin"), ("password", "seat"), ("present password", "pin"), ("pin", "seat")]


@pytest.mark.parametrize(("guessed", "known"), LESSER)
async def test_a_right_lesser_secret_lifts_no_limit_on_guesses(table_page: TablePage, guessed: str, known: str) -> None:
    await table_page.play.begin()
    secrets = Secrets(table_page)
    statuses = []
    for _ in range(6):
        statuses += [await secrets.give(guessed, HOME) for _ in range(4)]
        assert await secrets.give(known, HOME, right=True) == 204
    assert statuses == [403] * 5 + [429] * 19


async def test_a_phones_own_code_lifts_no_limit_on_guesses_at_others(table_page: TablePage) -> None:
    await table_page.play.begin()
    secrets = Secrets(table_page)
    statuses = []
    for _ in range(3):
        statuses += [await secrets.give("seat", HOME) for _ in range(2)]
        statuses.append(await secrets.give("seat", HOME, right=True))
    assert statuses == [403, 403, 204, 403, 403, 204, 403, 429, 429]


@pytest.mark.parametrize("secret", ["password", "pin"])
async def test_the_right_secret_clears_its_own_failures(table_page: TablePage, secret: str) -> None:
    secrets = Secrets(table_page)
    for _ in range(4):
        assert [await secrets.give(secret, HOME) for _ in range(4)] == [403] * 4
        assert await secrets.give(secret, HOME, right=True) == 204


@pytest.mark.parametrize("secret", GIVEN)
async def test_no_flood_keeps_a_known_address_from_its_secret(table_page: TablePage, secret: str) -> None:
    """The flood knows all other secrets, so its addresses have logged in before."""
    await table_page.play.begin()
    secrets, addresses = Secrets(table_page), [f"192.0.2.{number}" for number in range(ADDRESSES)]
    assert await secrets.give(secret, HOME, right=True) == 204
    same = {secret, *(GIVEN[:2] if secret in GIVEN[:2] else ())}
    for address in addresses:
        for other in set(GIVEN) - same:
            assert await secrets.give(other, address, right=True) in {204, 503}  # too many referees
    checked = 0
    for _ in range(5):
        table_page.auth.time_s += 60
        checked += [await secrets.give(secret, each) for each in addresses].count(403)
    assert 150 < checked <= 200
    assert await secrets.give(secret, addresses[0]) == 429
    assert [await secrets.give(secret, HOME), await secrets.give(secret, HOME, right=True)] == [403, 204]


@pytest.mark.parametrize("years", sample([-40, 40]))
async def test_a_jump_of_the_wall_clock_changes_neither_waits_nor_sessions(table_page: TablePage, years: int) -> None:
    play, secrets = table_page.play, Secrets(table_page)
    table_page.app = create_app(
        table_page.page, (), Authentication(table_page.keyring, play.table, None), table_page.admin, None
    )
    login = await table_page.ask("POST", "/api/login", json={"password": PASSWORD})
    owner = {"cookie": login.headers["set-cookie"].partition(";")[0]}  # the client's own clock jumps, too
    assert [await secrets.give("pin", HOME) for _ in range(6)] == [403] * 5 + [429]
    before_s = time.time()
    with patch("time.time", lambda: before_s + years * 365 * 86_400):
        assert await secrets.give("pin", HOME) == 429
        await play.wait(2)
        assert await secrets.give("pin", HOME) == 403
        await play.wait(SESSION_S - 60)
        assert (await table_page.ask("GET", "/api/owner", headers=owner)).status_code == 200
        await play.wait(120)
        assert (await table_page.ask("GET", "/api/owner", headers=owner)).status_code == 401
