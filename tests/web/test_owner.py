"""The owner's routes: how the first password is set safely, what each thing asks for, files up and down."""

import asyncio
import io
import zipfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from controller.secret import Secret
from controller.web.access.auth import Authentication
from controller.web.access.sessions import Role
from controller.web.app import create_app
from controller.web.handlers import MAX_BACKUP_OCTETS
from tests.web.asking import HOST
from tests.web.fake_house import FakeAdmin, FakeDoor
from tests.web.fake_table import FakeTable

FIRST, SECOND = "correct horse", "battery staple"
OCTETS = {"content-type": "application/octet-stream"}


class Home:
    """A real table's page with somebody at the table's knob, and browsers."""

    def __init__(self, house: FakeAdmin) -> None:
        self.house = house
        self.asked: list[Role] = []
        self.meanwhile: Callable[[], None] = lambda: None
        self.door = FakeDoor(self._knob)
        self._app = create_app(FakeTable(), (), Authentication(self, self.door), house)

    @property
    def has_password(self) -> bool:
        return self.house.has_password

    @property
    def pin_mark(self) -> str:
        return str(self.house.pins)

    @property
    def password_mark(self) -> str:
        return self.house.password

    def check_password(self, password: Secret) -> bool:
        return self.house.check_password(password)

    def check_pin(self, pin: Secret) -> bool:
        return pin.reveal() == "271828"

    def check_token(self, token: Secret) -> str | None:
        return "scoreboard" if token.reveal() == "t-o-k-e-n" else None

    async def _knob(self, _code: str, role: Role) -> bool | None:
        self.asked.append(role)
        self.meanwhile()
        return True

    @asynccontextmanager
    async def browser(self) -> AsyncIterator[httpx.AsyncClient]:
        transport = httpx.ASGITransport(app=self._app)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
            yield client


async def roles(browser: httpx.AsyncClient) -> list[str]:
    found: list[str] = (await browser.get("/api/me")).json()["roles"]
    return found


async def log_in(browser: httpx.AsyncClient, password: str) -> int:
    return (await browser.post("/api/login", json={"password": password})).status_code


async def set_password(browser: httpx.AsyncClient, new: str, old: str = "") -> int:
    return (await browser.post("/api/owner/password", json={"password": new, "old": old})).status_code


@asynccontextmanager
async def at_home(admin: FakeAdmin) -> AsyncIterator[tuple[Home, httpx.AsyncClient]]:
    home = Home(admin)
    async with home.browser() as browser:
        yield home, browser


async def test_the_first_password_is_set_by_whom_the_knob_at_the_table_lets_in() -> None:
    async with at_home(FakeAdmin()) as (home, browser):
        assert await set_password(browser, FIRST) == 401
        assert (await browser.post("/api/knock", json={"role": "owner"})).status_code == 202
        await asyncio.sleep(0)
        assert home.asked == [Role.OWNER]
        assert "owner" in await roles(browser)
        assert await set_password(browser, FIRST) == 204
        assert home.house.password == FIRST


async def test_once_there_is_a_password_the_knob_makes_no_owner() -> None:
    async with at_home(FakeAdmin(password=FIRST)) as (home, browser):
        answer = await browser.post("/api/knock", json={"role": "owner"})
        assert answer.status_code == 409
        assert "royaltable password" in answer.json()["error"]["message"]
        assert home.asked == []


async def test_a_password_that_is_set_while_the_knob_is_asked_makes_its_yes_too_late() -> None:
    async with at_home(FakeAdmin()) as (home, browser):
        home.meanwhile = lambda: home.house.set_password(Secret(FIRST))
        assert (await browser.post("/api/knock", json={"role": "owner"})).status_code == 202
        await asyncio.sleep(0)
        assert home.asked == [Role.OWNER]
        assert await roles(browser) == ["spectator"]


async def test_another_password_needs_the_one_so_far_and_ends_other_owners_sessions() -> None:
    async with at_home(FakeAdmin(password=FIRST)) as (home, browser), home.browser() as other:
        assert [await log_in(browser, FIRST), await log_in(other, FIRST)] == [204, 204]
        assert await set_password(browser, SECOND, "wrong") == 403
        assert await set_password(browser, SECOND, FIRST) == 204
        assert "owner" in await roles(browser)
        assert await roles(other) == ["spectator"]
        assert [await log_in(other, FIRST), await log_in(other, SECOND)] == [403, 204]


async def test_guessing_a_password_becomes_slow_also_where_it_is_changed() -> None:
    async with at_home(FakeAdmin(password=FIRST)) as (_, browser):
        assert await log_in(browser, FIRST) == 204
        assert [await set_password(browser, SECOND, "wrong") for _ in range(6)] == [403] * 5 + [429]
        assert await log_in(browser, FIRST) == 429


async def test_a_short_password_is_refused() -> None:
    async with at_home(FakeAdmin(password=FIRST)) as (home, browser):
        assert await log_in(browser, FIRST) == 204
        assert await set_password(browser, "seven77", FIRST) == 400
        assert home.house.password == FIRST


async def test_a_locked_page_lets_nobody_knock_but_whoever_knows_the_pin_comes_in() -> None:
    async with at_home(FakeAdmin(password=FIRST)) as (home, browser):
        home.house.locked = home.door.locked = True
        assert (await browser.get("/api/me")).json()["locked"] is True
        assert (await browser.post("/api/knock", json={})).status_code == 403
        assert (await browser.post("/api/login", json={"pin": "271828"})).status_code == 204
        assert "referee" in await roles(browser)


async def test_a_new_pin_logs_out_who_came_in_with_the_one_before() -> None:
    async with at_home(FakeAdmin(password=FIRST)) as (home, owner), home.browser() as referee:
        assert (await referee.post("/api/login", json={"pin": "271828"})).status_code == 204
        assert "referee" in await roles(referee)
        await log_in(owner, FIRST)

        assert (await owner.post("/api/owner/pin")).status_code == 200

        assert await roles(referee) == ["spectator"]
        assert "owner" in await roles(owner)


async def test_a_machines_token_and_the_referees_pin_open_nothing_of_the_owners() -> None:
    async with at_home(FakeAdmin(password=FIRST)) as (_, browser):
        token = {"authorization": "Bearer t-o-k-e-n"}
        assert (await browser.get("/api/owner", headers=token)).status_code == 403
        await browser.post("/api/login", json={"pin": "271828"})
        assert (await browser.get("/api/owner")).status_code == 403
        assert (await browser.get("/api/owner/backup")).status_code == 403


async def test_a_backup_goes_down_and_up_again_and_leaves_nothing_behind(tmp_path: Path) -> None:
    async with at_home(FakeAdmin(tmp_path, password=FIRST)) as (home, browser):
        await log_in(browser, FIRST)
        backup = await browser.get("/api/owner/backup")
        assert backup.headers["content-type"] == "application/zip"
        assert "royaltable-" in backup.headers["content-disposition"]
        assert zipfile.ZipFile(io.BytesIO(backup.content)).namelist() == ["manifest.json"]
        answer = await browser.post("/api/owner/restore", content=backup.content, headers=OCTETS)
        assert answer.json() == {"files": ["manifest.json"], "actions": 0}
        assert home.house.restored == [["manifest.json"]]
    assert list(tmp_path.iterdir()) == []  # noqa: ASYNC240  # nothing else runs


async def test_what_is_no_backup_or_too_large_is_refused_and_leaves_nothing_behind(tmp_path: Path) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(MAX_BACKUP_OCTETS // 2**20 + 1):
            yield bytes(2**20)

    async with at_home(FakeAdmin(tmp_path, password=FIRST)) as (home, browser):
        await log_in(browser, FIRST)

        async def sent(content: bytes | AsyncIterator[bytes], headers: dict[str, str]) -> int:
            return (await browser.post("/api/owner/restore", content=content, headers=headers)).status_code

        assert await sent(b"none", OCTETS) == 409
        assert await sent(b"none", {"content-type": "text/plain"}) == 415
        assert await sent(endless(), OCTETS) == 413
        assert home.house.restored == []
    assert list(tmp_path.iterdir()) == []  # noqa: ASYNC240  # nothing else runs


async def test_only_what_was_named_of_the_house_is_changed() -> None:
    async with at_home(FakeAdmin(password=FIRST)) as (home, browser):
        await log_in(browser, FIRST)
        assert (await browser.post("/api/owner/house", json={"silent": True})).status_code == 204
        assert home.house.house == {"hourglass_s": 20, "silent": True}
        assert (await browser.post("/api/owner/house", json={"hourglass_s": 5})).status_code == 400


async def test_without_an_admin_port_there_is_nobody_to_own_the_table() -> None:
    transport = httpx.ASGITransport(app=create_app(FakeTable()))
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as browser:
        assert (await browser.get("/api/owner")).status_code == 404
