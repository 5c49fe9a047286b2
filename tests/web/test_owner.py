"""The owner's routes: first password, secrets, backups and settings."""

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
from hw.bus.recorder import parse_recording
from tests.support.page_of_table import PASSWORD, TablePage, open_table_page

SECOND = "battery staple"
BINARY = {"content-type": "application/octet-stream"}


async def roles(browser: httpx.AsyncClient) -> list[str]:
    found: list[str] = (await browser.get("/api/me")).json()["roles"]
    return found


async def log_in(browser: httpx.AsyncClient, password: str) -> int:
    return (await browser.post("/api/login", json={"password": password})).status_code


async def set_password(browser: httpx.AsyncClient, new: str, old: str = "") -> int:
    return (await browser.post("/api/owner/password", json={"password": new, "old": old})).status_code


async def test_the_first_password_is_set_after_access_at_the_knob(tmp_path: Path) -> None:
    asked: list[Role] = []

    async def knob(_code: str, role: Role) -> bool | None:
        asked.append(role)
        return True

    async with open_table_page(tmp_path, password="") as table_page:
        table_page.auth.knob = knob
        assert await set_password(table_page.client, PASSWORD) == 401
        assert (await table_page.client.post("/api/knock", json={"role": "owner"})).status_code == 202
        await asyncio.sleep(0)
        assert asked == [Role.OWNER]
        assert "owner" in await roles(table_page.client)
        assert await set_password(table_page.client, PASSWORD) == 204
        assert table_page.keyring.matches_password(Secret(PASSWORD))


async def test_setting_the_first_password_logs_in_at_an_open_table(tmp_path: Path) -> None:
    """Without a login before: at a simulated table with an open house, everybody has the owner's page."""
    async with open_table_page(tmp_path, password="", simulated=True) as table_page, table_page.browser() as visitor:
        assert await set_password(table_page.client, PASSWORD) == 204
        assert (await table_page.client.post("/api/owner/house", json={"locked": True})).status_code == 204
        assert "owner" in await roles(table_page.client)
        assert await roles(visitor) == ["spectator"]


async def test_once_there_is_a_password_the_knob_makes_no_owner(table_page: TablePage) -> None:
    answer = await table_page.client.post("/api/knock", json={"role": "owner"})
    assert answer.status_code == 409
    assert "royaltable password" in answer.json()["error"]["message"]


async def test_a_password_set_meanwhile_makes_a_granted_request_void(tmp_path: Path) -> None:
    async with open_table_page(tmp_path, password="") as table_page:

        async def knob(_code: str, _role: Role) -> bool | None:
            table_page.keyring.set_password(Secret(PASSWORD))
            return True

        table_page.auth.knob = knob
        assert (await table_page.client.post("/api/knock", json={"role": "owner"})).status_code == 202
        await asyncio.sleep(0)
        assert await roles(table_page.client) == ["spectator"]


async def test_a_new_password_needs_the_old_one_and_logs_out_other_owners(table_page: TablePage) -> None:
    async with table_page.browser() as other:
        assert [await log_in(table_page.client, PASSWORD), await log_in(other, PASSWORD)] == [204, 204]
        assert await set_password(table_page.client, SECOND, "wrong") == 403
        assert await set_password(table_page.client, SECOND, PASSWORD) == 204
        assert "owner" in await roles(table_page.client)
        assert await roles(other) == ["spectator"]
        assert [await log_in(other, PASSWORD), await log_in(other, SECOND)] == [403, 204]


async def test_changing_the_password_is_throttled_like_a_login(table_page: TablePage) -> None:
    assert await log_in(table_page.client, PASSWORD) == 204
    assert [await set_password(table_page.client, SECOND, "wrong") for _ in range(6)] == [403] * 5 + [429]
    assert await log_in(table_page.client, PASSWORD) == 429


async def test_a_short_password_is_refused(table_page: TablePage) -> None:
    assert await log_in(table_page.client, PASSWORD) == 204
    assert await set_password(table_page.client, "seven77", PASSWORD) == 400
    assert table_page.keyring.matches_password(Secret(PASSWORD))


async def test_a_locked_page_refuses_access_requests_but_not_the_pin(table_page: TablePage) -> None:
    table_page.admin.set_house_rules({"locked": True})
    assert (await table_page.client.get("/api/me")).json()["locked"] is True
    assert (await table_page.client.post("/api/knock", json={})).status_code == 403
    assert (await table_page.client.post("/api/login", json={"pin": table_page.pin})).status_code == 204
    assert "referee" in await roles(table_page.client)


async def test_a_new_pin_logs_out_earlier_referees(table_page: TablePage) -> None:
    async with table_page.browser() as referee:
        assert (await referee.post("/api/login", json={"pin": table_page.pin})).status_code == 204
        assert "referee" in await roles(referee)
        await log_in(table_page.client, PASSWORD)
        assert (await table_page.client.post("/api/owner/pin")).status_code == 200
        assert await roles(referee) == ["spectator"]
        assert "owner" in await roles(table_page.client)


async def test_token_and_pin_do_not_open_the_owners_routes(table_page: TablePage) -> None:
    token = {"authorization": f"Bearer {table_page.token}"}
    assert (await table_page.client.get("/api/owner", headers=token)).status_code == 403
    await table_page.client.post("/api/login", json={"pin": table_page.pin})
    assert (await table_page.client.get("/api/owner")).status_code == 403
    assert (await table_page.client.get("/api/owner/backup")).status_code == 403


async def test_a_backup_goes_down_and_up_again_and_leaves_nothing_behind(table_page: TablePage, tmp_path: Path) -> None:
    await log_in(table_page.client, PASSWORD)
    await table_page.play.wait(0.1)  # the start's look for an outdated backup ends before there is a game to back up
    await table_page.play.begin()
    before = sorted(tmp_path.iterdir())  # noqa: ASYNC240  # nothing else runs
    backup = await table_page.client.get("/api/owner/backup")
    assert backup.headers["content-type"] == "application/zip"
    assert "royaltable-" in backup.headers["content-disposition"]
    names = zipfile.ZipFile(io.BytesIO(backup.content)).namelist()
    files = TableFiles(tmp_path / "test.journal")
    before = sorted([*before, files.last_backup])
    made_utc = (await table_page.client.get("/api/owner?language=en")).json()["backup"]["made_utc"]
    for path, more in (("restore/check", []), ("restore", [files.pending_restore])):
        answer = await table_page.client.post(f"/api/owner/{path}", content=backup.content, headers=BINARY)
        found = answer.json()
        assert (found["made_utc"], found["last"]["game"]) == (made_utc, 1)
        assert set(found["files"]) <= set(names)
        assert sorted(tmp_path.iterdir()) == sorted([*before, *more])  # noqa: ASYNC240  # nothing else runs
    assert (await table_page.client.post("/api/owner/restore/cancel", json={})).status_code == 204
    assert sorted(tmp_path.iterdir()) == before  # noqa: ASYNC240  # nothing else runs


async def test_the_doctor_leaves_out_what_the_owners_overview_says(table_page: TablePage) -> None:
    await log_in(table_page.client, PASSWORD)
    table_page.play.table.health.report_lost("blue", "blue: no answer.")
    table_page.play.table.stickers.missing = ("t01",)
    found = {each["code"] for each in (await table_page.client.get("/api/owner/doctor")).json()}
    assert found
    assert found.isdisjoint({"RT-DEVICE-LOST", "RT-PIECES-MISSING"})


async def test_an_invalid_or_too_large_backup_is_refused_without_traces(table_page: TablePage, tmp_path: Path) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(MAX_BACKUP_BYTES // 2**20 + 1):
            yield bytes(2**20)

    await log_in(table_page.client, PASSWORD)
    before = sorted(tmp_path.iterdir())  # noqa: ASYNC240  # nothing else runs
    for content, kind, status in (
        (b"none", "application/octet-stream", 409),
        (b"none", "text/plain", 415),
        (endless(), "application/octet-stream", 413),
    ):
        path = "/api/owner/restore/check?name=holiday.jpg"
        answer = await table_page.client.post(path, content=content, headers={"content-type": kind})
        assert answer.status_code == status
        assert "upload-" not in answer.text, "a folder of this program means nothing to people"
        assert status != 409 or answer.json()["error"]["message"].startswith("holiday.jpg is not a complete backup")
    assert sorted(tmp_path.iterdir()) == before  # noqa: ASYNC240  # nothing else runs


async def test_only_what_was_named_of_the_house_is_changed(table_page: TablePage) -> None:
    await log_in(table_page.client, PASSWORD)
    before = table_page.play.table.house.current
    assert (await table_page.client.post("/api/owner/house", json={"silent": True})).status_code == 204
    assert table_page.play.table.house.current == replace(before, silent=True)
    assert (await table_page.client.post("/api/owner/house", json={"hourglass_s": 1})).status_code == 400


async def test_a_recording_is_switched_on_and_off_and_downloaded(table_page: TablePage, tmp_path: Path) -> None:
    client = table_page.client
    await log_in(client, PASSWORD)

    async def is_recording() -> bool:
        found: bool = (await client.get("/api/owner?language=en")).json()["recording"]
        return found

    last_minute = await client.get("/api/owner/recording")
    assert "attachment" in last_minute.headers["content-disposition"]
    assert parse_recording(last_minute.content).header.simulated
    assert not await is_recording()
    assert (await client.post("/api/owner/recording", json={"on": True})).status_code == 204
    assert await is_recording()
    await table_page.play.begin()
    await table_page.play.wait(1.0)
    assert (await client.post("/api/owner/recording", json={"on": False})).status_code == 204
    assert not await is_recording()
    recorded = (await client.get("/api/owner/recording")).content
    assert {event.lane for event in parse_recording(recorded).events} >= {"i2c1"}
    (kept,) = tmp_path.rglob("*.recording.json.gz")  # noqa: ASYNC240  # nothing else runs
    assert kept.read_bytes() == recorded
