"""The owner's routes: how the first password is set safely, what each thing asks for, files up and down."""

import asyncio
import io
import zipfile
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
from msgspec.structs import replace

from controller.secret import Secret
from controller.service.page_handlers import MAX_BACKUP_BYTES
from controller.store.table_files import TableFiles
from controller.web.access.sessions import Role
from tests.web.home import PASSWORD, Home, at_home

SECOND = "battery staple"
OCTETS = {"content-type": "application/octet-stream"}


async def roles(browser: httpx.AsyncClient) -> list[str]:
    found: list[str] = (await browser.get("/api/me")).json()["roles"]
    return found


async def log_in(browser: httpx.AsyncClient, password: str) -> int:
    return (await browser.post("/api/login", json={"password": password})).status_code


async def set_password(browser: httpx.AsyncClient, new: str, old: str = "") -> int:
    return (await browser.post("/api/owner/password", json={"password": new, "old": old})).status_code


async def test_the_first_password_is_set_by_whom_the_knob_at_the_table_lets_in(tmp_path: Path) -> None:
    asked: list[Role] = []

    async def knob(_code: str, role: Role) -> bool | None:
        asked.append(role)
        return True

    async with at_home(tmp_path, password="") as home:
        home.auth.knob = knob
        assert await set_password(home.client, PASSWORD) == 401
        assert (await home.client.post("/api/knock", json={"role": "owner"})).status_code == 202
        await asyncio.sleep(0)
        assert asked == [Role.OWNER]
        assert "owner" in await roles(home.client)
        assert await set_password(home.client, PASSWORD) == 204
        assert home.keyring.check_password(Secret(PASSWORD))


async def test_once_there_is_a_password_the_knob_makes_no_owner(home: Home) -> None:
    answer = await home.client.post("/api/knock", json={"role": "owner"})
    assert answer.status_code == 409
    assert "royaltable password" in answer.json()["error"]["message"]


async def test_a_password_that_is_set_while_the_knob_is_asked_makes_its_yes_too_late(tmp_path: Path) -> None:
    async with at_home(tmp_path, password="") as home:

        async def knob(_code: str, _role: Role) -> bool | None:
            home.keyring.set_password(Secret(PASSWORD))
            return True

        home.auth.knob = knob
        assert (await home.client.post("/api/knock", json={"role": "owner"})).status_code == 202
        await asyncio.sleep(0)
        assert await roles(home.client) == ["spectator"]


async def test_another_password_needs_the_one_so_far_and_ends_other_owners_sessions(home: Home) -> None:
    async with home.browser() as other:
        assert [await log_in(home.client, PASSWORD), await log_in(other, PASSWORD)] == [204, 204]
        assert await set_password(home.client, SECOND, "wrong") == 403
        assert await set_password(home.client, SECOND, PASSWORD) == 204
        assert "owner" in await roles(home.client)
        assert await roles(other) == ["spectator"]
        assert [await log_in(other, PASSWORD), await log_in(other, SECOND)] == [403, 204]


async def test_guessing_a_password_becomes_slow_also_where_it_is_changed(home: Home) -> None:
    assert await log_in(home.client, PASSWORD) == 204
    assert [await set_password(home.client, SECOND, "wrong") for _ in range(6)] == [403] * 5 + [429]
    assert await log_in(home.client, PASSWORD) == 429


async def test_a_short_password_is_refused(home: Home) -> None:
    assert await log_in(home.client, PASSWORD) == 204
    assert await set_password(home.client, "seven77", PASSWORD) == 400
    assert home.keyring.check_password(Secret(PASSWORD))


async def test_a_locked_page_lets_nobody_knock_but_whoever_knows_the_pin_comes_in(home: Home) -> None:
    home.admin.set_house({"locked": True})
    assert (await home.client.get("/api/me")).json()["locked"] is True
    assert (await home.client.post("/api/knock", json={})).status_code == 403
    assert (await home.client.post("/api/login", json={"pin": home.pin})).status_code == 204
    assert "referee" in await roles(home.client)


async def test_a_new_pin_logs_out_who_came_in_with_the_one_before(home: Home) -> None:
    async with home.browser() as referee:
        assert (await referee.post("/api/login", json={"pin": home.pin})).status_code == 204
        assert "referee" in await roles(referee)
        await log_in(home.client, PASSWORD)
        assert (await home.client.post("/api/owner/pin")).status_code == 200
        assert await roles(referee) == ["spectator"]
        assert "owner" in await roles(home.client)


async def test_a_machines_token_and_the_referees_pin_open_nothing_of_the_owners(home: Home) -> None:
    token = {"authorization": f"Bearer {home.token}"}
    assert (await home.client.get("/api/owner", headers=token)).status_code == 403
    await home.client.post("/api/login", json={"pin": home.pin})
    assert (await home.client.get("/api/owner")).status_code == 403
    assert (await home.client.get("/api/owner/backup")).status_code == 403


async def test_a_backup_goes_down_and_up_again_and_leaves_nothing_behind(home: Home, tmp_path: Path) -> None:
    await log_in(home.client, PASSWORD)
    await home.play.begin()
    before = sorted(tmp_path.iterdir())  # noqa: ASYNC240  # nothing else runs
    backup = await home.client.get("/api/owner/backup")
    assert backup.headers["content-type"] == "application/zip"
    assert "royaltable-" in backup.headers["content-disposition"]
    names = zipfile.ZipFile(io.BytesIO(backup.content)).namelist()
    answer = await home.client.post("/api/owner/restore", content=backup.content, headers=OCTETS)
    assert (set(answer.json()["files"]) <= set(names), answer.json()["actions"]) == (True, 1)
    staged = TableFiles(tmp_path / "test.journal").pending_restore
    assert sorted(tmp_path.iterdir()) == sorted([*before, staged])  # noqa: ASYNC240  # nothing else runs


async def test_what_is_no_backup_or_too_large_is_refused_and_leaves_nothing_behind(home: Home, tmp_path: Path) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(MAX_BACKUP_BYTES // 2**20 + 1):
            yield bytes(2**20)

    await log_in(home.client, PASSWORD)
    before = sorted(tmp_path.iterdir())  # noqa: ASYNC240  # nothing else runs
    for content, kind, status in (
        (b"none", "application/octet-stream", 409),
        (b"none", "text/plain", 415),
        (endless(), "application/octet-stream", 413),
    ):
        answer = await home.client.post("/api/owner/restore", content=content, headers={"content-type": kind})
        assert answer.status_code == status
    assert sorted(tmp_path.iterdir()) == before  # noqa: ASYNC240  # nothing else runs


async def test_only_what_was_named_of_the_house_is_changed(home: Home) -> None:
    await log_in(home.client, PASSWORD)
    before = home.play.table.house.current
    assert (await home.client.post("/api/owner/house", json={"silent": True})).status_code == 204
    assert home.play.table.house.current == replace(before, silent=True)
    assert (await home.client.post("/api/owner/house", json={"hourglass_s": 1})).status_code == 400
