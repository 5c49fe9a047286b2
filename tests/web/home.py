"""The page of a real table of twins in virtual time, and browsers that ask for it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final
from unittest.mock import Mock, patch

import httpx

from controller.care.admin_service import AdminService
from controller.play.page_service import PageService
from controller.secret import Secret
from controller.service.page_access import Authentication, PageAccess
from controller.service.page_app import create_app
from controller.service.page_routes import all_routes
from controller.store import keyring as keys
from controller.store.keyring import Keyring
from controller.store.table_files import TableFiles
from controller.web.access.plain_requests import Encryption
from controller.web.access.sessions import Role
from tests.web.asking import HOST
from tests.whole_table.playing import QUICK, Playing, TableWithoutGates, playing

PASSWORD: Final = "correct horse"

ROUTES: Final = all_routes(Mock(PageService), Mock(Authentication), Mock(AdminService))
"""Every route that a table can have."""


class Door(PageAccess):
    """The table's own, with a clock that the test sets, and somebody else at the knob; ``rights`` are everybody's."""

    time_s = 1000.0
    rights: frozenset[Role] | None = None
    knob: Callable[[str, Role], Awaitable[bool | None]]

    @property
    def free(self) -> frozenset[Role]:
        return super().free if self.rights is None else self.rights

    async def ask(self, code: str, role: Role) -> bool | None:
        return await self.knob(code, role)

    def now_s(self) -> float:
        return self.time_s


async def nobody(_code: str, _role: Role) -> bool | None:
    return None


class Home:
    """``pin``, ``token`` and, where there is one, ``PASSWORD`` open the page of ``play``'s table.

    Attributes:
        client: one browser, which keeps its cookies.
    """

    client: httpx.AsyncClient

    def __init__(self, folder: Path, play: Playing, *, simulated: bool, encryption: Encryption | None) -> None:
        twins = play.twins if simulated else None
        self.play = play
        self.keyring = Keyring(folder / "keys.json")
        self.keyring.revoke_token("scoreboard")
        self.pin, self.token = self.keyring.new_pin().reveal(), self.keyring.new_token("scoreboard").reveal()
        self.page = PageService(play.table, twins)
        self.admin = AdminService(play.table, twins, self.keyring, TableFiles(folder / "test.journal"))
        self.door = Door(play.table, self.keyring, twins)
        self.door.knob = nobody
        self.auth = Authentication(self.keyring, self.door)
        self.app = create_app(self.page, (), self.auth, self.admin, encryption)

    def browser(self, url: str = f"http://{HOST}", address: str = "127.0.0.1") -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app=self.app, client=(address, 50_000))
        return httpx.AsyncClient(transport=transport, base_url=url)

    async def ask(self, method: str, path: str, **request: Any) -> httpx.Response:
        async with self.browser() as browser:
            return await browser.request(method, path, **request)

    def people(self) -> list[str]:
        """Handles of the tiles that lie with the people."""
        table = self.page.table()
        assert table is not None
        return [tile["handle"] for tile in table["tiles"] if tile["where"] == "people"]


@asynccontextmanager
async def at_home(
    folder: Path,
    *,
    simulated: bool = False,
    password: str = PASSWORD,
    encryption: Encryption | None = None,
    gates: bool = False,
) -> AsyncIterator[Home]:
    """Let a table run; unless ``simulated``, its page takes its parts for real ones."""
    made = QUICK if gates else TableWithoutGates
    with patch.object(keys, "SCRYPT_N", 2):
        async with playing(folder, arrow=False, make_table=made) as play:
            home = Home(folder, play, simulated=simulated, encryption=encryption)
            if password:
                home.keyring.set_password(Secret(password))
            async with home.browser() as home.client:
                yield home
            home.page.close()
            home.admin.close()
            await home.auth.close()
