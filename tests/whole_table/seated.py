"""A table with hidden hands, its page over real HTTP, and a client for each role."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import uvicorn

from controller.care.admin_service import AdminService
from controller.games.contract.values import CastleId
from controller.games.requests import NewGame
from controller.play.page_service import PageService
from controller.service.page_access import Authentication
from controller.service.page_app import create_app
from controller.service.page_routes import PAGES, all_routes
from controller.store.keyring import Keyring
from controller.store.table_files import TableFiles
from controller.web.access.sessions import COOKIE, Role, Sessions
from controller.web.application import Route
from tests.support.guests import guests
from tests.support.playing import Playing, TableWithoutGates, playing

BLUE, YELLOW = CastleId("blue"), CastleId("yellow")
VISITOR, REFEREE, OWNER, MACHINE = "visitor", str(Role.REFEREE), str(Role.OWNER), "machine"

HAS_ALL_GAMES: Final = "/api/owner/backup"
"""The backup, for the owner only: the one file that contains hands."""

OF_NO_GAME: Final = frozenset(
    {*PAGES, "/openapi.json", "/asyncapi.json", "/api/texts/{language}", "/api/rules/{language}"}
)
"""The same for all roles at all times, so only the visitor requests them."""

PATIENCE_S: Final = 20.0


@contextmanager
def the_hidden_race() -> Iterator[None]:
    with guests("tests.play.tiny_game", hidden_race="tests.play.tiny_game.hidden:hidden_race"):
        yield


def filled(path: str, language: str) -> str:
    for part, value in (("{language}", language), ("{game}", "1"), ("{step}", "99")):
        path = path.replace(part, value)
    return path


class Browser:
    """A client with its own cookies; ``got`` is everything that it received."""

    def __init__(self, url: str, headers: dict[str, str] | None = None) -> None:
        self.client = httpx.AsyncClient(base_url=url, headers=headers, timeout=PATIENCE_S, verify=False)
        self.got: list[str] = []
        self._more = asyncio.Event()
        self._listening: asyncio.Task[None] | None = None

    async def get(self, path: str) -> httpx.Response:
        return self._heard(await self.client.get(path))

    async def post(self, path: str, body: object) -> httpx.Response:
        return self._heard(await self.client.post(path, json=body))

    def listen(self) -> None:
        self._listening = asyncio.create_task(self._listen())

    async def leave(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        await self.client.aclose()

    async def hears(self, text: str) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while text not in self.received:
                self._more.clear()
                await self._more.wait()

    @property
    def received(self) -> str:
        return "".join(self.got)

    def _heard(self, answer: httpx.Response) -> httpx.Response:
        self.got.append(answer.text)
        assert answer.status_code < 500, answer.text
        return answer

    async def _listen(self) -> None:
        async with self.client.stream("GET", "/api/stream", timeout=None) as answer:
            async for text in answer.aiter_text():
                self.got.append(text)
                self._more.set()


class Seated:
    """A table whose page treats it as one with real parts, and a client for each role and seat."""

    def __init__(
        self, play: Playing, page: PageService, keyring: Keyring, auth: Authentication, files: TableFiles, url: str
    ) -> None:
        self.play = play
        self.page = page
        self.keyring = keyring
        self.auth = auth
        self.files = files
        self.url = url
        self.people: dict[str, Browser] = {}
        self.browsers: list[Browser] = []
        self.routes: list[Route[Any]] = []

    async def enter(self, name: str, headers: dict[str, str] | None = None) -> Browser:
        self.people[name] = browser = Browser(self.url, headers)
        self.browsers.append(browser)
        return browser

    async def everybody(self) -> None:
        await self.enter(VISITOR)
        for role in (Role.REFEREE, Role.OWNER):  # without a guess, which takes long on purpose
            key = Sessions.draw_session_key()
            self.auth._sessions.begin_session(key, role, self.auth._secret_version(role))
            await self.enter(role, {"cookie": f"{COOKIE}={key}"})
        token = self.keyring.create_token("scoreboard")
        await self.enter(MACHINE, {"authorization": f"Bearer {token.reveal()}"})

    def code(self, castle: CastleId) -> str:
        return self.play.table.seat_codes.draw_code_and_end_seat(castle).reveal()

    async def seat(self, castle: CastleId) -> Browser:
        browser = await self.enter(f"seat of {castle}")
        assert (await browser.post("/api/seat", {"code": self.code(castle)})).status_code == 204
        return browser

    async def begin(self, *castles: CastleId) -> None:
        await self.page.submit(NewGame(castles or (BLUE, YELLOW)), "page", "en")

    async def walk(self) -> None:
        for name, browser in self.people.items():
            for route in self.routes:
                if route.path not in {"/api/stream", HAS_ALL_GAMES} and (
                    name == VISITOR or route.path not in OF_NO_GAME
                ):
                    path = filled(route.path, "en")
                    await browser.get(path + ("?castle=blue" if "castle" in route.query else ""))

    def hearers(self, text: str) -> list[str]:
        return [name for name, browser in self.people.items() if text in browser.received]


@asynccontextmanager
async def seated(folder: Path, game: str = "hidden_race") -> AsyncIterator[Seated]:
    async with AsyncExitStack() as until_left:
        play = await until_left.enter_async_context(playing(folder, game=game, make_table=TableWithoutGates))
        page, keyring = PageService(play.table, None), Keyring(folder / "keys.json")
        auth = Authentication(keyring, play.table, None)
        files = TableFiles(folder / "test.journal", tags=folder / "tags.toml", config=None)
        admin = AdminService(play.table, None, keyring, files)
        app = create_app(page, [], auth, admin)
        server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning", lifespan="off"))
        serving = asyncio.create_task(server.serve())
        async with asyncio.timeout(PATIENCE_S):
            while not server.started:  # noqa: ASYNC110  # uvicorn has no event for it
                await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        table = Seated(play, page, keyring, auth, files, f"http://127.0.0.1:{port}")
        table.routes = [route for route in all_routes(page, auth, admin) if route.method == "GET"]
        try:
            yield table
        finally:
            for browser in table.browsers:
                await browser.leave()
            page.close()
            server.should_exit = True
            await serving
            admin.cancel_simulated_hand()
