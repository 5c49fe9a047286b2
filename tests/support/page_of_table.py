"""The page of a simulated table in virtual time, HTTP clients for it, and its event stream."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final
from unittest.mock import Mock, patch

import httpx
from starlette.applications import Starlette

from controller.care.admin_service import AdminService
from controller.play.page_service import PageService
from controller.secret import Secret
from controller.service import page_access, page_app, page_routes
from controller.store import keyring as keys
from controller.store.keyring import Keyring
from controller.store.table_files import TableFiles
from controller.web.access.plain_http import Encryption
from controller.web.access.sessions import Role
from tests.support.playing import QUICK, Playing, TableWithoutGates, playing

HOST = "table.local"


class Stream:
    """A client of ``/api/stream`` that takes ``slow_s`` seconds for each message."""

    def __init__(self, slow_s: float = 0.0) -> None:
        self._slow_s = slow_s
        self._sent: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._events: list[tuple[str, Any]] = []
        self._gone = asyncio.Event()
        self.ended = False
        self.headers: dict[str, str] = {}
        self.data = b""
        """Everything sent so far."""

    async def event(self) -> tuple[str, Any]:
        """Return the next event's name and data."""
        while not self._events:
            message = await self._sent.get()
            for text in message.get("body", b"").decode().split("\n\n"):
                lines = text.splitlines()
                if lines and lines[0].startswith("event: "):
                    self._events.append((lines[0].removeprefix("event: "), json.loads(lines[1].removeprefix("data: "))))
        return self._events.pop(0)

    def leave(self) -> None:
        self._gone.set()

    async def receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        await asyncio.sleep(self._slow_s)
        self.data += message.get("body", b"")
        self.headers |= {name.decode(): value.decode() for name, value in message.get("headers", ())}
        self.ended = message["type"] == "http.response.body" and not message.get("more_body", False)
        self._sent.put_nowait(message)


@asynccontextmanager
async def open_stream(
    app: Starlette, slow_s: float = 0.0, query: str = "", headers: Mapping[str, str] | None = None
) -> AsyncIterator[tuple[Stream, "asyncio.Task[None]"]]:
    """Open a stream; yield it and the task that serves it."""
    stream = Stream(slow_s)
    scope = {
        "type": "http", "scheme": "http", "method": "GET", "path": "/api/stream", "root_path": "",
        "query_string": query.encode(),
        "headers": [(key.encode(), value.encode()) for key, value in {"host": HOST, **(headers or {})}.items()],
    }  # fmt: skip
    serving = asyncio.ensure_future(app(scope, stream.receive, stream.send))
    try:
        yield stream, serving
    finally:
        stream.leave()
        await serving


class StreamState:
    """The values that a client has after some events.

    Attributes:
        values: the latest value, by the name of its event.
    """

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}

    def add(self, event: str, data: Any) -> None:
        self.values[event] = data

    def add_all(self, data: bytes) -> None:
        for text in data.decode().split("\n\n"):
            fields = dict(line.split(": ", 1) for line in text.splitlines())
            if "data" in fields:
                self.add(fields["event"], json.loads(fields["data"]))


PASSWORD: Final = "correct horse"

ROUTES: Final = page_routes.all_routes(Mock(PageService), Mock(page_access.Authentication), Mock(AdminService))
"""All routes of a table's page."""


class AuthenticationForTests(page_access.Authentication):
    """Authentication with a clock and answers at the knob set by the test; ``rights`` overrides the open roles."""

    time_s = 1000.0
    rights: frozenset[Role] | None = None
    knob: Callable[[str, Role], Awaitable[bool | None]]

    @property
    def roles_without_login(self) -> frozenset[Role]:
        return super().roles_without_login if self.rights is None else self.rights

    async def ask_at_knob_to_grant_role(self, code: str, role: Role) -> bool | None:
        return await self.knob(code, role)

    def now_s(self) -> float:
        return self.time_s


async def no_answer(_code: str, _role: Role) -> bool | None:
    return None


class TablePage:
    """The page of ``play``'s table, with ``pin``, ``token`` and possibly ``PASSWORD``.

    Attributes:
        client: an HTTP client that keeps its cookies.
    """

    client: httpx.AsyncClient

    def __init__(self, folder: Path, play: Playing, *, simulated: bool, encryption: Encryption | None) -> None:
        twins = play.twins if simulated else None
        self.play = play
        self.keyring = Keyring(folder / "keys.json")
        self.keyring.revoke_token("scoreboard")
        self.pin, self.token = self.keyring.store_new_pin().reveal(), self.keyring.create_token("scoreboard").reveal()
        self.page = PageService(play.table, twins)
        self.admin = AdminService(play.table, twins, self.keyring, TableFiles(folder / "test.journal"))
        self.auth = AuthenticationForTests(self.keyring, play.table, twins)
        self.auth.knob = no_answer
        self.app = page_app.create_app(self.page, (), self.auth, self.admin, encryption)

    def browser(self, url: str = f"http://{HOST}", address: str = "127.0.0.1") -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app=self.app, client=(address, 50_000))
        return httpx.AsyncClient(transport=transport, base_url=url)

    async def ask(self, method: str, path: str, **request: Any) -> httpx.Response:
        async with self.browser() as browser:
            return await browser.request(method, path, **request)

    def people(self) -> list[str]:
        """Return the handles of the tiles in the people's stock."""
        table = self.page.simulated_table_view()
        assert table is not None
        return [tile["handle"] for tile in table["tiles"] if tile["where"] == "people"]


@asynccontextmanager
async def open_table_page(
    folder: Path,
    *,
    simulated: bool = False,
    password: str = PASSWORD,
    encryption: Encryption | None = None,
    gates: bool = False,
) -> AsyncIterator[TablePage]:
    """Run a table and yield its page; unless ``simulated``, the page takes the parts for real ones."""
    made = QUICK if gates else TableWithoutGates
    with patch.object(keys, "SCRYPT_N", 2):
        async with playing(folder, arrow=False, make_table=made) as play:
            table_page = TablePage(folder, play, simulated=simulated, encryption=encryption)
            if password:
                table_page.keyring.set_password(Secret(password))
            async with table_page.browser() as table_page.client:
                yield table_page
            table_page.page.close()
            table_page.admin.cancel_simulated_hand()
            await table_page.auth.cancel_access_requests()
