"""Collect all output for visitors of a table, and search it for hidden tiles."""

import asyncio
import io
import json
import logging
import re
import zipfile
from collections import Counter
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Final, TypeVar

import msgspec
from PIL import Image
from starlette.applications import Starlette

from controller.care import report
from controller.care.admin_service import AdminService
from controller.games.naming import translate_text
from controller.games.tumult_royale.referee.memory import Memory
from controller.games.tumult_royale.rules.actions import Refusal
from controller.games.tumult_royale.rules.engine import GameLog
from controller.games.tumult_royale.rules.state import State
from controller.play.page_service import PageService
from controller.service.page_access import Authentication
from controller.service.page_app import create_app
from controller.service.page_routes import PAGES, all_routes
from controller.show.console_screens import holds_secret, reveal_secrets
from controller.show.painting.film import make_course_picture
from controller.show.pictures import draw_screen
from controller.store.keyring import Keyring
from controller.store.table_files import TableFiles
from controller.texts.translation import LANGUAGES
from controller.web.application import Route
from tests.support import page_of_table, playing, soak
from tests.whole_table import following, hidden_worlds, seated

T = TypeVar("T")

WHO: Final = (seated.VISITOR, seated.REFEREE, seated.OWNER, seated.MACHINE)

NAMES_ALL_TILES: Final = frozenset({"/api/box", "/api/playable", "/openapi.json"})
"""Routes with what is printed on the components, and examples; they do not say where a tile lies."""

STEP_OF_A_GAME: Final = "/api/replay/{game}/{step}"

LAST: Final[frozenset[str]] = frozenset() if soak.SOAK else frozenset({"/course.png", "/api/replay/{game}/film"})
"""Pictures that take a process seconds: in a quick run, all other routes come first."""

SELDOM: Final = {
    seated.HAS_ALL_GAMES: 0.05,
    "/api/owner/games/verify": 0.5,
    **dict.fromkeys(("/openapi.json", "/asyncapi.json", "/api/texts/{language}", "/api/rules/{language}", *PAGES), 0.2),
}
"""Relative frequency of costly or constant routes."""

TILE: Final = re.compile(r"t\d\d(?!\w)")
"""The word boundary before it is checked afterwards: a pattern that starts with a letter is twenty times as fast."""

SEQ: Final = re.compile(r'"seq": ?(\d+)')


@dataclass(frozen=True)
class Answer:
    """An answer to a request; ``headers`` without the cookie, which is the client's own."""

    status: int
    headers: str
    cookie: str
    body: bytes

    @property
    def text(self) -> str:
        return self.headers + self.body.decode("utf-8", "replace")


async def ask(
    app: Starlette, method: str, path: str, *, headers: Mapping[str, str], body: object = None, query: str = ""
) -> Answer:
    sent: list[Any] = []
    asked: list[bool] = []
    came = asyncio.Event()
    data = b"" if body is None else body if isinstance(body, bytes) else msgspec.json.encode(body)
    request_headers = {"host": page_of_table.HOST, "content-type": "application/json", **headers}
    stream = path == "/api/stream"

    async def receive() -> dict[str, Any]:
        events = sum(message.get("body", b"").startswith(b"event: ") for message in sent)
        if stream and events == 0:
            await came.wait()
        if not stream and asked:
            await asyncio.Event().wait()  # the request is complete; a file is sent until the client disconnects
        asked.append(True)
        return {"type": "http.disconnect" if stream else "http.request", "body": data, "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)
        if message.get("body", b"").startswith(b"event: "):
            came.set()

    scope = {
        "type": "http", "scheme": "http", "method": method, "path": path, "query_string": query.encode(),
        "root_path": "", "client": ("192.0.2.7", 50_000),
        "headers": [(key.encode(), value.encode()) for key, value in request_headers.items()],
    }  # fmt: skip
    await app(scope, receive, send)
    start = next(message for message in sent if message["type"] == "http.response.start")
    lines = [(key.decode(), value.decode()) for key, value in start["headers"]]
    cookie = next((value.partition(";")[0].partition("=")[2] for key, value in lines if key == "set-cookie"), "")
    answer_headers = "\n".join(f"{key}: {value}" for key, value in lines if key != "set-cookie")
    return Answer(start["status"], answer_headers, cookie, b"".join(message.get("body", b"") for message in sent))


def at_once(work: Coroutine[Any, Any, T]) -> T | None:
    """Return the result of ``work`` without running the loop; None if it has to wait, which is cancelled then."""
    try:
        waiting = work.send(None)
    except StopIteration as done:
        value: T = done.value
        return value
    if waiting is not None:
        waiting.cancel()  # a job that fails without its folder would be reported later, between two looks
    work.close()
    return None


@dataclass
class Onlookers:
    """Clients of all roles at one running table.

    Attributes:
        secrets: texts that must not be readable anywhere, with their names.
        headers: credentials of each role.
        covered: counts of requests by route, role and phase.
        open_page: whether a page stays open from the first look on.
        values: number of searched texts.
        read: number of searched log lines.
        leaks: hidden values that the open page received.
    """

    play: playing.Playing
    page: PageService
    keyring: Keyring
    auth: Authentication
    chance: Random
    files: TableFiles
    log: list[str]
    covered: Counter[tuple[str, str, str]]
    open_page: bool = True
    secrets: dict[str, str] = field(default_factory=dict)
    headers: dict[str, dict[str, str]] = field(default_factory=lambda: {seated.VISITOR: {}})
    values: int = 0
    read: int = 0
    leaks: list[hidden_worlds.KnownParts] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.following: following.Following | None = None
        twins = self.play.twins if self.page.is_simulated else None
        admin = AdminService(self.play.table, twins, self.keyring, self.files)
        self.app = create_app(self.page, [], self.auth, admin)
        self.routes: list[Route[Any]] = [
            route for route in all_routes(self.page, self.auth, admin) if route.method == "GET"
        ]

    async def close(self) -> None:
        if self.following is not None:
            await self.following.leave()
        self._has_told()

    # What is hidden.

    def search(
        self,
        where: str,
        text: str,
        *,
        but: frozenset[str] = frozenset(),
        own: frozenset[str] = frozenset(),
        draws: bool = True,
    ) -> None:
        """Check that ``text`` has no secret and no tile that lies face down.

        Args:
            but: secrets that are shown here on purpose.
            own: tiles that the client named itself.
            draws: check for the seed of the next draw too.
        """
        self.values += 1
        draw = self.play.table.loop.on_table.draws.current
        seeds = {draw.seed.reveal(): "the seed of the draw to come"} if draws else {}
        for secret, name in (self.secrets | seeds).items():
            if secret in text and secret not in but:
                raise hidden_worlds.KnownParts(f"{where} tells {name}: {_around(text, secret)}")
        named = _tiles_in(text) - own
        for tile in named & self.hidden_tiles() if named else ():
            raise hidden_worlds.KnownParts(
                f"{where} tells of the tile {tile}, which lies face down: {_around(text, tile)}"
            )

    def hidden_tiles(self) -> frozenset[str]:
        """Return the ids of tiles whose place is hidden: all during the taxes, then those set aside."""
        return self._hidden_in(self.play.table.loop.state)

    def _hidden_at(self, step: int) -> frozenset[str]:
        """Return the ids of tiles that were hidden after a step of this game, counted from 1; corrections are steps."""
        log = GameLog()
        for action in self.play.table.loop.on_table.play.actions[:step]:  # type: ignore[attr-defined]
            log.submit(action)
        return self._hidden_in(log.state)

    @staticmethod
    def _hidden_in(state: object) -> frozenset[str]:
        if not isinstance(state, State):
            return frozenset()
        pool = state.table.pool
        return frozenset(pool.tile_ids(pool.all if hidden_worlds.face_down(state) else state.set_aside))

    # What everybody gets.

    async def post(
        self,
        who: str,
        path: str,
        body: object,
        *,
        headers: Mapping[str, str] | None = None,
        but: frozenset[str] = frozenset(),
    ) -> Answer:
        language = self.chance.choice(LANGUAGES)
        shown = self.headers.get(who, {}) if headers is None else headers
        answer = await ask(self.app, "POST", path, headers=shown, body=body, query=f"language={language}")
        own = frozenset() if isinstance(body, bytes) else frozenset(map(str, hidden_worlds.tile_ids(body)))
        self.search(f"POST {path} to {who}", answer.text, but=but, own=own)
        return answer

    async def look(self, routes: int | None = None) -> None:
        """Search ``routes`` of the routes in random roles (all if None), the console, the log and refusals.

        The first look also opens a page that stays open, if ``open_page``.
        """
        if self.open_page:
            await self._follow()
        for route, who in self._all_routes() if routes is None else self._least_walked(routes):
            await self.walk_route(route, who)
        self._console()
        self._refusals()
        for line in self.log[self.read :]:
            self.search("the log", line)
        self.read = len(self.log)

    def _all_routes(self) -> list[tuple[Route[Any], str]]:
        routes = [route for route in self.routes if route.path != seated.HAS_ALL_GAMES]
        return [(route, self.chance.choice([*self.headers])) for route in routes]

    def _least_walked(self, count: int) -> list[tuple[Route[Any], str]]:
        """Return the pairs of route and role that were requested least in this phase; costly routes rarely."""

        def walked(pair: tuple[Route[Any], str]) -> tuple[float, float]:
            path, who = pair[0].path, pair[1]
            seen = self.covered[path, who, self.phase] / SELDOM.get(path, 1.0)
            return seen + (path in LAST), self.chance.random()

        return sorted(product(self.routes, self.headers), key=walked)[:count]

    async def _follow(self) -> None:
        """Search what the open page shows, and check that it shows what the table shows once the arrow rests.

        What it receives is searched on arrival.
        """
        if self.following is None:
            language = LANGUAGES[len(self.play.table.loop.castles) % len(LANGUAGES)]
            self.following = following.Following(self.app, language, {}, self._on_the_open_page)
        await self.following.until_all_has_come()
        for value in self.following.folding.values.values():
            self._on_the_open_page(json.dumps(value))
        self._has_told()
        shown, now = self.following.folding.values["view"], self.page.view(self.following.language)
        if not self.play.table.effects.has_unfinished_arrow:  # pages wait for it
            assert following.without_the_time_left(shown) == following.without_the_time_left(
                json.loads(msgspec.json.encode(now))
            )

    def _on_the_open_page(self, text: str) -> None:
        view = {} if self.following is None else self.following.folding.values.get("view", {})
        sent = SEQ.search(text) or SEQ.search(json.dumps(view))  # pieces have no number: they came with this view
        own = frozenset[str]()
        if sent is not None and int(sent[1]) < self.play.table.loop.seq:  # a bot has moved on meanwhile
            own = self.hidden_tiles() - self._hidden_at(int(sent[1]))
        try:
            self.search("the open page", text, own=own)
        except hidden_worlds.KnownParts as leak:  # in the task that serves it; it is raised where the walk is
            self.leaks.append(leak)

    def _has_told(self) -> None:
        for leak in self.leaks:
            raise leak

    async def walk_route(self, route: Route[Any], who: str) -> None:
        if who not in self.headers:
            return
        language = self.chance.choice(LANGUAGES)
        path = seated.filled(route.path, language)
        assert "{" not in path, f"{route.path} has a part that this walk cannot fill in"
        castle = self.chance.choice(self.play.table.loop.castles or ("blue",))
        given = {"castle": castle, "gate": castle, "game": self.play.table.loop.game_name}
        query = "&".join([f"language={language}", *(f"{name}={given[name]}" for name in route.query)])
        answer = await ask(self.app, "GET", path, headers=self.headers[who], query=query)
        self.covered[route.path, who, self.phase] += 1
        where = f"GET {path} to {who} in {self.phase}"
        if route.path == "/oled.png":
            self._pixels(where, answer)
        elif route.path == seated.HAS_ALL_GAMES:
            self._in_the_backup(where, answer)
        elif route.path in NAMES_ALL_TILES or route.path.endswith((".png", "/film")):  # pixels have any three letters
            self.search(where, answer.text, own=self.hidden_tiles())
        elif route.path == STEP_OF_A_GAME and answer.status == 200:
            own = self.hidden_tiles() - self._hidden_at(json.loads(answer.body)["step"])
            self.search(where, answer.text, own=own)
        else:
            self.search(where, answer.text)
        if route.path == "/api/stream":
            route = next(each for each in self.routes if each.path == "/api/view")
        self._as_in_another_world(where, seated.filled(route.path, language), query, who)

    @property
    def phase(self) -> str:
        """The game's phase; ``none`` without a game."""
        state = self.play.table.loop.state
        return state.phase.name if isinstance(state, State) else "none"

    def _as_in_another_world(self, where: str, path: str, query: str, who: str) -> None:
        table, state = self.play.table, self.play.table.loop.state
        if not isinstance(state, State) or who == seated.MACHINE:
            return
        self.page._views.clear()  # a view that is kept may be of the moment before
        here = self._now(path, query, who)
        if here is None:  # it waits for a file or a thread, and reads no state
            return
        memory = table.loop.memory
        assert isinstance(memory, Memory)
        lie_elsewhere = table.loop.on_table.misplaced.elsewhere
        other = (
            hidden_worlds.all_shuffled(self.chance, state, lie_elsewhere)
            if hidden_worlds.face_down(state)
            else hidden_worlds.castles_shuffled(self.chance, _only_aside(state))
        )
        with hidden_worlds.in_another(table, self.page, other):
            there, shown = self._now(path, query, who), repr(table.display.screen_and_next_change()[0])
        if here != there:
            raise hidden_worlds.KnownParts(f"{where} tells one table from another: {_difference(here, there)}")
        if repr(table.display.screen_and_next_change()[0]) != shown:
            raise hidden_worlds.KnownParts(f"the console tells one table from another: {shown}")
        self.values += 2

    def _now(self, path: str, query: str, who: str) -> Answer | None:
        """Return the answer without running the loop; None for a route that waits for a thread or a process."""
        if path == "/course.png":  # it is painted elsewhere
            loop = self.play.table.loop
            standing = loop.on_table.play.standing
            return Answer(200, "", "", repr(make_course_picture(loop.game, standing, loop.memory)).encode())
        return at_once(ask(self.app, "GET", path, headers=self.headers[who], query=query))

    def _console(self) -> None:
        table = self.play.table
        for screen in (
            table.console.own_screen(),
            table.effects.announced,
            table.display.screen_and_next_change()[0],
        ):
            if screen is not None:
                self.search("a screen", repr(screen))
                self.search("a screen", str(screen))
        for text in list(table.effects.story)[-20:]:
            self.search("the story", repr(text))

    def _pixels(self, where: str, answer: Answer) -> None:
        assert answer.status == 200
        self.values += 1
        screen = self.play.table.display.screen_and_next_change()[0]
        if holds_secret(screen):
            clear = draw_screen(reveal_secrets(screen), self.play.table.house.language, 0.0, 1.0)
            with Image.open(io.BytesIO(answer.body)) as shown:
                if shown.convert("1").tobytes() == clear.convert("1").tobytes():
                    raise hidden_worlds.KnownParts(f"{where} shows the console's secret")

    def _in_the_backup(self, where: str, answer: Answer) -> None:
        if answer.status != 200:
            self.search(where, answer.text)
            return
        with zipfile.ZipFile(io.BytesIO(answer.body)) as archive:
            for name in archive.namelist():
                text = archive.read(name).decode("latin-1")
                self.search(f"{name} in {where}", text, own=self.hidden_tiles(), draws=False)

    def _refusals(self) -> None:
        table, state = self.play.table, self.play.table.loop.state
        if not isinstance(state, State) or not hidden_worlds.face_down(state):
            return
        held = state.table.pool.tile_ids(sum(player.castle for player in state.players))
        if not held:
            return
        tile, color = self.chance.choice(held), self.chance.choice(state.table.colors)
        for action in ({"do": "rob", "player": color, "tile": tile}, {"do": "set_aside", "tile": tile}):
            here = self._refused(action)
            with hidden_worlds.in_another(table, self.page, hidden_worlds.castles_shuffled(self.chance, state)):
                there = self._refused(action)
            if here != there:
                raise hidden_worlds.KnownParts(f"the refusal of {action} tells whose a tile is: {here}")
            for refusal_text in here or ():
                self.search("a refusal", refusal_text, own=frozenset({tile}))

    def _refused(self, action: Mapping[str, Any]) -> tuple[str, ...] | None:
        try:
            self.play.table.loop.on_table.play.check(action)
        except Refusal as refusal:
            return (refusal.code, repr(refusal), *(translate_text(refusal.text, language) for language in LANGUAGES))
        return None

    def read_report(self, folder: Path) -> None:
        written = folder / "log.txt"
        written.write_text("\n".join(self.log), encoding="utf-8")
        to = folder / "report.zip"
        to.unlink(missing_ok=True)
        report.write_report(to, self.play.table.config, self.files, [], log=("cat", str(written)))
        self.covered["the report", seated.OWNER, self.phase] += 1
        with zipfile.ZipFile(to) as archive:
            for name in archive.namelist():
                self.search(f"{name} in the report", archive.read(name).decode())


def _only_aside(state: State) -> State:
    players = [msgspec.structs.replace(player, castle=0) for player in state.players]
    players[0] = msgspec.structs.replace(players[0], castle=state.set_aside)
    return msgspec.structs.replace(state, players=tuple(players))


def _tiles_in(text: str) -> set[str]:
    found = ((each.group(), text[each.start() - 1 : each.start()]) for each in TILE.finditer(text))
    return {tile for tile, before in found if not (before.isalnum() or before == "_")}


def _around(text: str, found: str) -> str:
    at = text.index(found)
    return text[max(0, at - 120) : at + 60]


def _difference(here: Answer, there: Answer | None) -> str:
    if there is None:
        return "there it has to wait"
    one, other = here.text, there.text
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{one[max(0, at - 80) : at + 60]} and {other[max(0, at - 80) : at + 60]}"


class _Lines(logging.Handler):
    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.append(self.format(record))


@contextmanager
def all_log_lines() -> Iterator[list[str]]:
    lines: list[str] = []
    handler, root, ours = _Lines(lines), logging.getLogger(), logging.getLogger("royaltable")
    level = ours.level
    ours.setLevel(logging.DEBUG)
    root.addHandler(handler)
    try:
        yield lines
    finally:
        root.removeHandler(handler)
        ours.setLevel(level)
