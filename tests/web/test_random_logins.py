"""Random logins, access requests and changes of secrets: a model says which rights each browser has."""

import asyncio
from contextlib import AsyncExitStack
from random import Random

import pytest

from controller.web.access.sessions import EVERYBODY, GRANTS, SESSION_S, Role
from tests.support.page_of_table import PASSWORD, TablePage
from tests.support.soak import SOAK

BROWSERS = 4
EVENINGS, STEPS = (100, 80) if SOAK else (3, 50)
DEEDS = ("log in", "log in", "log out", "knock", "new pin", "new password", "begin a game", "wait")


@pytest.mark.parametrize("seed", range(EVENINGS))
async def test_no_sequence_of_requests_changes_the_rights_of_a_login(table_page: TablePage, seed: int) -> None:
    chance, auth, loop = Random(seed), table_page.auth, table_page.play.table.loop
    secrets = {Role.REFEREE: table_page.pin, Role.OWNER: PASSWORD}
    sessions: dict[int, tuple[Role, str, float]] = {}

    def rights(number: int) -> frozenset[Role]:
        if number not in sessions:
            return EVERYBODY
        role, secret, ends_s = sessions[number]
        return GRANTS[role] if secret == secrets[role] and auth.time_s < ends_s else EVERYBODY

    async def knob(_code: str, _role: Role) -> bool:
        return granted

    auth.knob = knob
    async with AsyncExitStack() as stack:
        addresses = [f"192.0.2.{number}" for number in range(BROWSERS)]
        browsers = [await stack.enter_async_context(table_page.browser(address=each)) for each in addresses]
        for _ in range(STEPS):
            number = chance.randrange(BROWSERS)
            browser, may, before = browsers[number], rights(number), loop.game_id
            match chance.choice(DEEDS):
                case "log in":
                    role = chance.choice((Role.REFEREE, Role.OWNER))
                    said = secrets[role] if chance.random() < 0.8 else "000000"
                    answer = await browser.post(
                        "/api/login", json={"pin" if role is Role.REFEREE else "password": said}
                    )
                    assert answer.status_code in {204 if said == secrets[role] else 403, 429}
                    if answer.status_code == 204:
                        sessions[number] = role, said, auth.time_s + SESSION_S
                case "log out":
                    assert (await browser.post("/api/logout", json={})).status_code == 204
                    sessions.pop(number, None)
                case "knock":
                    granted = chance.random() < 0.5
                    if (await browser.post("/api/knock", json={})).status_code == 202:
                        sessions.pop(number, None)
                        await asyncio.sleep(0.001)
                        if granted:
                            sessions[number] = Role.REFEREE, secrets[Role.REFEREE], auth.time_s + SESSION_S
                case "new pin":
                    answer = await browser.post("/api/owner/pin", json={})
                    assert (answer.status_code == 200) is (Role.OWNER in may)
                    if Role.OWNER in may:
                        secrets[Role.REFEREE] = answer.json()["pin"]
                case "new password":
                    new = {"password": f"evening {chance.random()}", "old": secrets[Role.OWNER]}
                    answer = await browser.post("/api/owner/password", json=new)
                    if Role.OWNER not in may:
                        assert answer.status_code in {401, 403}
                    elif answer.status_code == 204:
                        secrets[Role.OWNER] = new["password"]
                        sessions[number] = Role.OWNER, new["password"], sessions[number][2]
                case "begin a game":
                    answer = await browser.post("/api/game", json={"castles": ["blue", "yellow"], "bots": []})
                    assert (answer.status_code in {401, 403}) is (Role.REFEREE not in may)
                    assert Role.REFEREE in may or loop.game_id == before
                case _:
                    auth.time_s += chance.choice((1.0, 60.0, SESSION_S / 2))
            for each, other in enumerate(browsers):
                shown = (await other.get("/api/me")).json()["roles"]
                assert shown == [str(role) for role in Role if role in rights(each)]


@pytest.mark.parametrize("deed", ["logs out", "logs in", "logs in by a new PIN"])
async def test_a_granted_request_leaves_a_browser_that_logged_in_meanwhile(table_page: TablePage, deed: str) -> None:
    answered = asyncio.Event()

    async def knob(_code: str, _role: Role) -> bool:
        await answered.wait()
        return True

    table_page.auth.knob = knob
    browser, pin = table_page.client, table_page.pin
    assert (await browser.post("/api/knock", json={})).status_code == 202
    if deed == "logs out":
        await browser.post("/api/logout", json={})
    else:
        pin = table_page.keyring.store_new_pin().reveal() if "new" in deed else pin
        assert (await browser.post("/api/login", json={"pin": pin})).status_code == 204
    before = (await browser.get("/api/me")).json()["roles"]
    answered.set()
    await asyncio.sleep(0.001)
    assert (await browser.get("/api/me")).json()["roles"] == before
    assert ("referee" in before) is (deed != "logs out")
