"""The page in the table's own network: what phones get that look for it, and how the owner chooses a network."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest

from controller.care.admin_service import AdminService
from controller.secret import Secret
from controller.service.own_network import OwnNetwork, own_wifi
from controller.service.wifi_page import WifiPage
from controller.store import keyring
from controller.store.table_files import TableFiles
from tests.service.fake_network_manager import FakeNetworkManager
from tests.support.page_of_table import PASSWORD, TablePage, open_table_page

HOME, HOME_PASSWORD = "café", "eine gute Runde"
WISH = {"network": HOME, "password": HOME_PASSWORD, "table": "window table", "owner": PASSWORD}
SETTINGS = """\
[table]
name = "ours" # as people call it
[[castle]]
color = "blue"
spi = [0, 0]
[[castle]]
color = "yellow"
spi = [0, 1]
"""
PROBES = (
    ("connectivitycheck.gstatic.com", "/generate_204"),
    ("captive.apple.com", "/hotspot-detect.html"),
    ("www.msftconnecttest.com", "/connecttest.txt"),
    ("detectportal.firefox.com", "/canonical.html"),
    ("nmcheck.gnome.org", "/check_network_status.txt"),
)
"""What phones and computers ask for after they have joined a network."""


class Portal:
    """A table whose own network is open, and a phone in it."""

    def __init__(self, table: TablePage, folder: Path) -> None:
        self.config = folder / "table.toml"
        self.config.write_text(SETTINGS, encoding="utf-8")
        self.table = table
        self.manager = FakeNetworkManager({HOME: HOME_PASSWORD})
        admin = AdminService(
            table.play.table, None, table.keyring, TableFiles(folder / "test.journal", config=self.config)
        )
        self.own = OwnNetwork(
            own_wifi(b"0" * 32), self.manager.connect, self.manager.addresses, lambda: False, table.play.table.clock
        )
        table.app = WifiPage(self.own, table.play.table, table.auth, admin).in_front_of(table.app)  # type: ignore[assignment]

    def phone(self) -> httpx.AsyncClient:
        return self.table.browser("http://10.42.0.1", "10.42.0.77")

    async def get(self, url: str, **headers: str) -> httpx.Response:
        async with self.phone() as phone:
            return await phone.get(url, headers=headers)

    async def join(self, **changes: Any) -> httpx.Response:
        async with self.phone() as phone:
            return await phone.post("/api/wifi", json=WISH | changes)

    async def wait(self, seconds: float) -> None:
        await self.table.play.wait(seconds)


@asynccontextmanager
async def portal(folder: Path, password: str = "") -> AsyncIterator[Portal]:
    async with open_table_page(folder, password=password) as table:
        made = Portal(table, folder)
        running = asyncio.create_task(made.own.run())
        await made.wait(60)
        yield made
        running.cancel()


async def test_what_a_phone_asks_for_first_leads_to_the_page(tmp_path: Path) -> None:
    async with portal(tmp_path) as made:
        for host, path in PROBES:
            answer = await made.get(path, host=host)
            assert (answer.status_code, answer.headers["location"]) == (302, "http://10.42.0.1/wifi")
            assert "no-store" in answer.headers["cache-control"]
        assert (await made.get("http://10.42.0.1/", host="[::1")).status_code == 302
        page = await made.get("http://10.42.0.1/wifi")
        assert "/js/wifi_page.js" in page.text
        for path in ("/static/any/js/wifi_page.js", "/api/texts/de"):
            assert (await made.get(f"http://10.42.0.1{path}")).status_code == 200


async def test_outside_the_own_network_there_is_no_such_page(tmp_path: Path) -> None:
    async with portal(tmp_path) as made:
        for server in ("192.168.1.7", "127.0.0.1", "table.local"):
            for path in ("/wifi", "/api/wifi"):
                assert (await made.get(f"http://{server}{path}")).status_code == 404
            assert (await made.get(f"http://{server}/", host="captive.apple.com")).status_code == 400
        assert made.own.wish(HOME, Secret(HOME_PASSWORD))
        await made.wait(30)
        assert (await made.get("http://10.42.0.1/wifi")).status_code == 404
        assert (await made.get("http://10.42.0.1/api/view")).status_code == 200


async def test_the_first_owner_chooses_network_name_and_password(tmp_path: Path) -> None:
    async with portal(tmp_path) as made:
        seen = (await made.get("http://10.42.0.1/api/wifi")).json()
        assert seen["networks"] == [HOME]
        assert (seen["failure"], seen["has_owner"], seen["table"]) == (None, False, "simulated table")
        assert (await made.join()).json() == {"note": ""}
        await made.wait(30)
        assert made.manager.joined == HOME
        assert made.table.keyring.matches_password(Secret(PASSWORD))
        assert made.table.play.table.config.table.name == "window table"
        assert made.config.read_text(encoding="utf-8") == SETTINGS.replace("ours", "window table")


async def test_a_wrong_password_is_told_on_page_and_console(tmp_path: Path) -> None:
    async with portal(tmp_path) as made:
        assert (await made.join(password="wrong by a letter")).status_code == 200
        await made.wait(30)
        seen = (await made.get("http://10.42.0.1/api/wifi?language=de")).json()
        assert (seen["tried"], seen["failure"]) == (HOME, "WLAN: falsches Passwort.")
        assert seen["has_owner"]
        assert (await made.join()).status_code == 200
        await made.wait(30)
        assert made.manager.joined == HOME


async def test_later_only_the_owner_chooses(tmp_path: Path) -> None:
    async with portal(tmp_path, PASSWORD) as made:
        assert (await made.join(owner="a guess of mine")).status_code == 403
        assert made.table.play.table.config.table.name == "simulated table"
        assert (await made.join()).status_code == 200
        assert (await made.join()).status_code == 409


async def test_of_two_first_owners_at_once_one_sets_network_name_and_password(tmp_path: Path) -> None:
    async with portal(tmp_path) as made:
        made.manager.in_range["neighbour"] = HOME_PASSWORD
        theirs = {"network": "neighbour", "owner": "another password", "table": "theirs"}
        with patch.object(keyring, "SCRYPT_N", 2**14):  # the first password is being hashed when the others come
            answers = await asyncio.gather(made.join(), made.join(**theirs), made.join(**theirs | {"owner": "short"}))
            assert [answer.status_code for answer in answers] == [200, 409, 409]
            assert made.table.keyring.matches_password(Secret(PASSWORD))
        await made.wait(30)
        assert made.manager.joined == HOME
        assert made.table.play.table.config.table.name == "window table"


async def test_a_password_that_cannot_be_set_leaves_the_choice_to_the_next(tmp_path: Path) -> None:
    async with portal(tmp_path) as made:
        assert (await made.join(network="neighbour", owner="short")).status_code == 409
        await made.wait(30)
        assert made.own.is_open
        assert (await made.join()).status_code == 200
        await made.wait(30)
        assert made.manager.joined == HOME
        assert made.table.keyring.matches_password(Secret(PASSWORD))


async def test_an_unwritable_table_toml_keeps_no_table_from_its_network(tmp_path: Path) -> None:
    async with portal(tmp_path) as made:
        made.config.unlink()
        assert str(made.config) in (await made.join()).json()["note"]
        await made.wait(30)
        assert made.manager.joined == HOME


@pytest.mark.parametrize(
    ("field", "value", "status"),
    [
        ("network", "", 400),
        ("network", "é" * 17, 400),
        ("password", "seven77", 400),
        ("password", "p" * 64, 400),
        ("table", "", 400),
        ("owner", "short", 409),
        ("owner", "o" * 2000, 400),
    ],
)
async def test_a_bad_entry_is_refused_and_nothing_changes(tmp_path: Path, field: str, value: str, status: int) -> None:
    async with portal(tmp_path) as made:
        answer = await made.join(**{field: value})
        assert answer.status_code == status
        assert answer.json()["error"]["message"]
        assert not made.table.keyring.has_password
        assert made.own.is_open
