"""Random evenings: browsers send random requests to a real page, and a model of their rights checks each response.

``Visitors`` models sessions: role, secret and end. ``Evening`` adds the actions. No request succeeds without the right
or causes a server error, and no refused request changes anything.
"""

import asyncio
import shutil
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, TypeVar
from unittest.mock import patch

import httpx
import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace
from starlette.types import Receive, Scope, Send

from controller import config, limits
from controller.care.admin_service import AdminService
from controller.devices import stickers
from controller.devices.hardware import Hardware
from controller.devices.part_or_twin import twins
from controller.games import installed
from controller.games.naming import ids
from controller.games.tumult_royale.rules.engine import GameLog
from controller.games.tumult_royale.rules.state import State, canonical
from controller.play.draws import Chance
from controller.play.page_service import PageService
from controller.secret import Secret
from controller.service.page_access import Authentication
from controller.service.page_app import create_app
from controller.show.console_screens import AccessRequest
from controller.store import keyring as keys
from controller.store.house_rules import HouseRules
from controller.store.journal import Journal, JournalReader
from controller.store.keyring import Keyring
from controller.store.table_files import TableFiles
from controller.web.access.sessions import EVERYBODY, GRANTS, SESSION_S, Role
from controller.web.application import Route
from hw.clock import LoopClock
from hw.testing.clock import VirtualLoop
from hw.testing.table import TwinTable
from tests.fuzz.target import folder_in_memory
from tests.games.tumult_royale.playing import random_move
from tests.soak import SOAK
from tests.web.page_of_table import HOST, ROUTES, Stream
from tests.whole_table.playing import TableWithoutGates

T = TypeVar("T")

IGNORED_S: Final = 1.1
"""The console ignores the knob for the first second of a question."""


class RecordingKeyring(Keyring):
    """A keyring that records when secrets were compared in vain."""

    def __init__(self, house: "TableWithBrowsers") -> None:
        super().__init__(house.files.keys)
        self._house = house

    def check_pin(self, pin: Secret) -> bool:
        return self._noted(right=super().check_pin(pin))

    def check_password(self, password: Secret) -> bool:
        return self._noted(right=super().check_password(password))

    def _noted(self, *, right: bool) -> bool:
        if not right:
            self._house.wrong_guesses_s.append(self._house.now_s())
        return right


class ClockedAuthentication(Authentication):
    """Authentication with a clock that the test advances."""

    def __init__(self, house: "TableWithBrowsers") -> None:
        self._house = house
        super().__init__(house.keyring, house.table, None)

    def now_s(self) -> float:
        return self._house.now_s()


class TableWithBrowsers:
    """The table and its clients; ``start`` and ``stop`` act as the daemon does.

    Attributes:
        wrong_guesses_s: times of wrong secrets.
    """

    def __init__(self, folder: Path) -> None:
        self.files = TableFiles(folder / "table.journal")
        self.wrong_guesses_s: list[float] = []
        self._runner = asyncio.Runner(loop_factory=VirtualLoop)
        self._cheap = patch.object(keys, "SCRYPT_N", 2)
        self._cheap.start()
        self._later_s = 0.0
        self.start()

    def start(self) -> None:
        self.do(self._start())

    def stop(self) -> None:
        self.do(self._stop())

    def close(self) -> None:
        self.stop()
        self._cheap.stop()
        self._runner.close()

    def do(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return self._runner.run(coroutine)

    def now_s(self) -> float:
        """Return the time of sessions and throttles."""
        return self._runner.get_loop().time() + self._later_s

    def advance_hours(self, hours: float) -> None:
        self._later_s += 3600 * hours

    def wait(self, seconds: float) -> None:
        self.do(asyncio.sleep(seconds))

    @property
    def state(self) -> State | None:
        state = self.table.loop.state
        assert state is None or isinstance(state, State)
        return state

    def fingerprint(self) -> tuple[object, ...]:
        """Return all state that a request may change, sessions excepted."""
        state, loop = self.state, self.table.loop
        drawn = b"" if state is None else canonical(state, loop.seq)
        held = (self.keyring.pin_version, self.keyring.password_version, *self.keyring.token_names)
        return loop.game_id, loop.seq, drawn, loop.on_table.to_move, self.table.house.current, held

    def state_from_journal(self) -> bytes:
        """Return the present game's state as replayed from the journal; empty without a game."""
        play = GameLog()
        with JournalReader(self.files.journal) as reader:
            assert reader.findings() == []
            current = reader.current_game()
            for entry in [] if current is None else reader.entries(current):
                play.submit(entry.action)
        return b"" if play.state is None else canonical(play.state, play.seq)

    def browser(self, address: str) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app=self._page, client=(address, 40000), raise_app_exceptions=True)
        return httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}")

    def listen(self) -> Stream:
        stream = Stream()
        scope = {
            "type": "http", "scheme": "http", "method": "GET", "path": "/api/stream", "query_string": b"",
            "root_path": "", "headers": [(b"host", HOST.encode())], "client": ("192.0.2.9", 40000),
        }  # fmt: skip

        async def begin() -> None:
            serving = asyncio.ensure_future(self.app(scope, stream.receive, stream.send))
            self._streams.add(serving)
            serving.add_done_callback(self._streams.discard)

        self.do(begin())
        return stream

    @property
    def streams(self) -> int:
        return len(self._streams)

    def knob(self, code: str | None) -> None:
        """Select this code at the knob, or the entry that denies the request for None."""
        asked = self.table.console._asked
        assert asked is not None
        knocking: AccessRequest = asked.knocking
        wanted = 0 if code is None else [each.reveal() for each in knocking.codes].index(code) + 1

        async def turn_and_press() -> None:
            assert self.machine.knob is not None
            await asyncio.sleep(IGNORED_S)
            if wanted:
                await self.machine.knob.turn(wanted)
            await asyncio.sleep(0.1)
            await self.machine.knob.press(0.1)
            await asyncio.sleep(0.2)

        self.do(turn_and_press())

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, send)

    async def _start(self) -> None:
        begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._ended = asyncio.Event()
        self._streams: set[asyncio.Future[None]] = set()
        self._life = asyncio.create_task(self._live(begun))
        await asyncio.wait({begun, self._life}, return_when=asyncio.FIRST_COMPLETED)
        if self._life.done():
            self._life.result()

    async def _stop(self) -> None:
        self._ended.set()
        await self._life
        await asyncio.gather(*self._streams)
        assert not +self.table.guard.faults, self.table.guard.faults
        left = asyncio.all_tasks() - {asyncio.current_task()}
        assert left == set(), "the daemon leaves something at work"

    async def _live(self, begun: "asyncio.Future[None]") -> None:
        settings = config.simulator()
        settings = replace(settings, spinner=None, table=replace(settings.table, map="honour"))
        clock = LoopClock()
        self.machine: TwinTable = twins(settings, clock)
        house = HouseRules(settings.table, self.files.house_rules)
        self.keyring = RecordingKeyring(self)
        self.keyring.load()
        with closing(Journal(self.files.journal)) as journal:
            hardware = Hardware(settings, self.machine, clock)
            book = stickers.simulated_book(ids(installed.game(settings.table.game)))
            self.table = TableWithoutGates(settings, hardware, book, journal, Chance(1), house, keyring=self.keyring)
            self.table.resumption.start()
            async with self.table.running():
                page = PageService(self.table, None)
                admin = AdminService(self.table, None, self.keyring, self.files)
                auth = ClockedAuthentication(self)
                self.app = create_app(page, (), auth, admin)
                begun.set_result(None)
                await self._ended.wait()
                page.close()
                admin.close()
                await auth.close()


BROWSERS: Final = 4
NOTHING: Final[dict[str, Any]] = {}
NEEDS: Final[dict[tuple[str, str], Route[Any]]] = {(route.method, route.path): route for route in ROUTES}
REFUSED: Final = 400
GUESS_ROUTES: Final = frozenset({"/api/login", "/api/knock", "/api/owner/password"})
"""Routes that may refuse a client with the right role: for a wrong secret, or while the page is locked."""


class Session(NamedTuple):
    """A login: its role, the number of its secret, and its end."""

    role: Role
    secret: int
    until_s: float


class PendingRequest(NamedTuple):
    """An access request at the knob; ``browser`` is None once it has lost the request's cookie."""

    browser: int | None
    code: str
    role: Role
    secret: int


class Visitors(RuleBasedStateMachine):
    """Browsers of a table, and a model of their rights."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = folder_in_memory()
        self.house = TableWithBrowsers(self.folder)
        self.browsers = [self.house.browser(f"192.0.2.{number}") for number in range(BROWSERS)]
        self.sessions: dict[int, Session] = {}
        self.pending: PendingRequest | None = None
        self.pin, self.password, self.token = "", "", ""
        self.secrets = {Role.REFEREE: 0, Role.OWNER: 0}
        self.wrong: dict[int, int] = dict.fromkeys(range(BROWSERS), 0)
        self.listening: list[Stream] = []

    def teardown(self) -> None:
        self.house.close()
        shutil.rmtree(self.folder)

    # What the model says

    def role(self, browser: int) -> Role | None:
        """Return the browser's present role."""
        session = self.sessions.get(browser)
        if session is None or session.until_s <= self.house.now_s() or session.secret != self.secrets[session.role]:
            return None
        return session.role

    def may(self, browser: int, needed: Role) -> bool:
        role = self.role(browser)
        return needed in (EVERYBODY if role is None else GRANTS[role])

    def log_in_model(self, browser: int, role: Role, secret: int) -> None:
        self.sessions[browser] = Session(role, secret, self.house.now_s() + SESSION_S)

    def drop_cookie(self, browser: int) -> None:
        """Forget the session and the access request of the browser's last cookie."""
        self.sessions.pop(browser, None)
        if self.pending is not None and self.pending.browser == browser:
            self.pending = self.pending._replace(browser=None)

    def changed(self, role: Role) -> None:
        """End the sessions of the role's last secret."""
        self.secrets[role] += 1

    # Asking

    def ask(self, browser: int, method: str, path: str, body: object = NOTHING, **headers: str) -> httpx.Response:
        """Send a request and check: no server error, no access without the right, no effect if refused."""
        route, before = NEEDS[method, path.partition("?")[0]], self.house.fingerprint()
        may = self.may(browser, Role(route.role or "")) or "authorization" in headers
        if method == "GET":
            answer = self.house.do(self.browsers[browser].get(path, headers=headers))
        else:
            answer = self.house.do(self.browsers[browser].post(path, json=body, headers=headers))
        assert answer.status_code < 500 or answer.status_code == 503, (path, answer.text)
        if not may:
            assert answer.status_code in {401, 403}, (path, answer.status_code)
        if answer.status_code >= REFUSED:
            assert self.house.fingerprint() == before, (path, body, answer.text)
        if may and "authorization" not in headers and route.path not in GUESS_ROUTES:
            assert answer.status_code not in {401, 403}, (path, answer.text)
        return answer


EVENINGS, STEPS = (100, 60) if SOAK else (3, 25)
OTHERS: Final = sorted(
    (method, path)
    for method, path in NEEDS
    if (method == "GET" and "{" not in path and path not in {"/api/stream", "/openapi.json"})
    or path in {"/api/game", "/api/parked/take-up", "/api/pause", "/api/answer"}
    or path.startswith("/api/corrections")
)
"""Routes to which browsers send the example body."""

HELD_BACK_AFTER: Final = 5
"""Wrong attempts after which an address may have to wait."""

browsers = st.sampled_from([0, 0, 0, 1, 1, 1, 2, 3])
"""Browsers; the first is mostly the owner's, the second the referee's."""

mostly = st.sampled_from([True, True, True, False])
seeds = st.integers(0, 2**16)


class Evening(Visitors):
    """Actions in any order."""

    def teardown(self) -> None:
        self.journal_and_table_agree()
        super().teardown()

    # Coming in

    @initialize(password=mostly, playing=mostly)
    def is_set_up(self, password: bool, playing: bool) -> None:
        self.pin = self.house.keyring.new_pin().reveal()
        self.changed(Role.REFEREE)
        self.logs_in(1, right=True, owner=False)
        if password:
            self.set_in_the_terminal("correct horse")
            self.logs_in(0, right=True, owner=True)
        if playing:
            self.ask(1, "POST", "/api/game", {"castles": ["blue", "yellow", "purple"], "bots": []})

    @rule(browser=browsers, right=mostly, owner=st.booleans())
    def logs_in(self, browser: int, right: bool, owner: bool) -> None:
        role = Role.OWNER if owner else Role.REFEREE
        known = self.password if owner else self.pin
        said = known if right and known else "wrong" + known[:3]
        guesses = len(self.house.wrong_guesses_s)
        answer = self.ask(browser, "POST", "/api/login", {"password" if owner else "pin": said})
        if said != known:
            assert answer.status_code in {403, 429}
            self.wrong[browser] += len(self.house.wrong_guesses_s) - guesses
            return
        if answer.status_code == 204:
            self.drop_cookie(browser)
            self.log_in_model(browser, role, self.secrets[role])
            self.wrong[browser] = 0
        else:
            assert answer.status_code == 429
            assert (
                self.wrong[browser] >= HELD_BACK_AFTER
                or len(self.house.wrong_guesses_s) > limits.WRONG_GUESSES_PER_HOUR // 2
            )

    @rule()
    def both_come_again(self) -> None:
        """Log in owner and referee if necessary."""
        for browser, role, known in ((0, Role.OWNER, self.password), (1, Role.REFEREE, self.pin)):
            if self.role(browser) is not role and known:
                self.logs_in(browser, right=True, owner=role is Role.OWNER)

    @rule(addresses=st.integers(5, 40), tries=st.integers(2, 8))
    def strangers_guess(self, addresses: int, tries: int) -> None:
        """Guess from many addresses in turn."""

        async def guess() -> None:
            for number in range(addresses):
                async with self.house.browser(f"198.51.100.{number}") as stranger:
                    for _ in range(tries):
                        answer = await stranger.post("/api/login", json={"pin": "000000"})
                        assert answer.status_code in {403, 429}

        self.house.do(guess())

    @precondition(lambda self: self.pending is None)
    @rule(browser=browsers, owner=st.booleans())
    def knocks(self, browser: int, owner: bool) -> None:
        role = Role.OWNER if owner else Role.REFEREE
        answer = self.ask(browser, "POST", "/api/knock", {"role": str(role)})
        if answer.status_code != 202:
            assert answer.status_code in {403, 409, 429}
            return
        assert not (owner and self.password)
        assert not self.house.table.house.current.locked
        self.drop_cookie(browser)
        self.house.wait(0.1)
        if self.house.table.console._asked is not None:  # while the hourglass runs, requests wait
            self.pending = PendingRequest(browser, answer.json()["code"], role, self.secrets[role])

    @precondition(lambda self: self.pending is not None)
    @rule(yes=mostly)
    def is_answered_at_the_knob(self, yes: bool) -> None:
        knock, self.pending = self.pending, None
        assert knock is not None
        if self.house.table.console._asked is None:  # too late
            return
        self.house.knob(knock.code if yes else None)
        if yes and knock.browser is not None and not (knock.role is Role.OWNER and self.password):
            self.log_in_model(knock.browser, knock.role, knock.secret)

    @rule(browser=browsers)
    def logs_out(self, browser: int) -> None:
        assert self.ask(browser, "POST", "/api/logout").status_code == 204
        self.drop_cookie(browser)

    # Secrets

    @rule(browser=browsers)
    def draws_a_pin(self, browser: int) -> None:
        answer = self.ask(browser, "POST", "/api/owner/pin")
        if answer.status_code == 200:
            self.pin = answer.json()["pin"]
            self.changed(Role.REFEREE)

    @rule(browser=browsers, right=mostly, new=st.sampled_from(["battery staple", "a long evening", "short"]))
    def sets_a_password(self, browser: int, right: bool, new: str) -> None:
        old = self.password if right else "wrong one"
        guesses = len(self.house.wrong_guesses_s)
        answer = self.ask(browser, "POST", "/api/owner/password", {"password": new, "old": old})
        self.wrong[browser] += len(self.house.wrong_guesses_s) - guesses
        if answer.status_code == 204:
            assert self.may(browser, Role.OWNER)
            assert right or not self.password
            assert len(new) >= 8
            self.password = new
            self.changed(Role.OWNER)
            session = self.sessions.get(browser)
            if session is not None:
                self.sessions[browser] = session._replace(secret=self.secrets[session.role])

    @rule(new=st.sampled_from(["correct horse", "fine weather"]))
    def set_in_the_terminal(self, new: str) -> None:
        """Change the password like ``royaltable password`` does beside the daemon."""
        Keyring(self.house.files.keys).set_password(Secret(new))
        self.password = new
        self.changed(Role.OWNER)

    @rule(browser=browsers, name=st.sampled_from(["scoreboard", "lamp"]), end=st.booleans())
    def gives_a_token(self, browser: int, name: str, end: bool) -> None:
        path = "/api/owner/tokens/revoke" if end else "/api/owner/tokens"
        answer = self.ask(browser, "POST", path, {"name": name})
        if answer.status_code == 200:
            self.token = answer.json()["token"]

    @rule(browser=browsers, known=mostly)
    def comes_with_a_token(self, browser: int, known: bool) -> None:
        token = self.token if known and self.token else "t-o-k-e-n"
        answer = self.ask(browser, "POST", "/api/pause", {"on": False}, authorization=f"Bearer {token}")
        held = self.house.keyring.check_token(Secret(token)) is not None
        assert answer.status_code == (204 if held else 401)
        owner_s = self.ask(browser, "POST", "/api/owner/pin", authorization=f"Bearer {token}")
        assert owner_s.status_code == (403 if held else 401)

    @rule(browser=browsers, locked=st.booleans())
    def locks(self, browser: int, locked: bool) -> None:
        answer = self.ask(browser, "POST", "/api/owner/house", {"locked": locked})
        if answer.status_code == 204:
            assert self.house.table.house.current.locked is locked

    # The game

    @rule(browser=browsers, seed=seeds, times=st.integers(1, 12))
    def plays(self, browser: int, seed: int, times: int) -> None:
        chance = Random(seed)
        for _ in range(times):
            state = self.house.state
            action = {"do": chance.choice(["stop", "count", "undo", "collect", "forget_spin", "start"])}
            if state is not None and self.house.table.loop.is_playing and chance.random() < 0.8:
                action = random_move(chance, state)
            answer = self.ask(browser, "POST", "/api/actions", action)
            if answer.status_code == 200:
                assert answer.json()["seq"] == self.house.table.loop.seq

    @rule(browser=browsers, asked=st.sampled_from(OTHERS))
    def asks_something_else(self, browser: int, asked: tuple[str, str]) -> None:
        self.ask(browser, *asked, msgspec.to_builtins(NEEDS[asked].example or NOTHING))

    # Time

    @precondition(lambda self: len(self.listening) < 6)
    @rule()
    def opens_a_stream(self) -> None:
        stream = self.house.listen()
        name, view = self.house.do(stream.event())
        assert (name, view["seq"]) == ("view", self.house.table.loop.seq)
        self.listening.append(stream)

    @precondition(lambda self: self.listening)
    @rule()
    def closes_a_stream(self) -> None:
        self.listening.pop().leave()
        self.house.wait(0.1)
        assert self.house.streams == len(self.listening)

    @rule(seconds=st.sampled_from([1.0, 12.0, 31.0]))
    def time_passes(self, seconds: float) -> None:
        self.house.wait(seconds)
        self.forget_an_unanswered_request()

    @rule(hours=st.sampled_from([0.3, 0.3, 2.0, 13.0]))
    def advance_hours(self, hours: float) -> None:
        self.house.advance_hours(hours)

    @rule()
    def the_daemon_starts_again(self) -> None:
        """Restart the daemon: sessions end, the game stays."""
        loop = self.house.table.loop
        before = (self.house.fingerprint()[:3], [game.game_id for game in loop.journal_queue.parked])
        self.house.stop()
        assert all(stream.ended for stream in self.listening)
        self.listening, self.sessions, self.pending = [], {}, None
        self.wrong = dict.fromkeys(self.wrong, 0)
        self.house.wrong_guesses_s.clear()
        self.house.start()
        loop = self.house.table.loop
        assert (self.house.fingerprint()[:3], [game.game_id for game in loop.journal_queue.parked]) == before

    @rule()
    def journal_and_table_agree(self) -> None:
        assert self.house.state_from_journal() == self.house.fingerprint()[2]

    def forget_an_unanswered_request(self) -> None:
        if self.house.table.console._asked is None:
            self.pending = None

    @invariant()
    def each_browser_has_the_rights_of_its_session(self) -> None:
        for browser in range(BROWSERS):
            expected = [str(role) for role in Role if self.may(browser, role)]
            assert self.ask(browser, "GET", "/api/me").json()["roles"] == expected

    @invariant()
    def guesses_stay_in_their_budget(self) -> None:
        moments = self.house.wrong_guesses_s
        in_the_last_hour = [at_s for at_s in moments if self.house.now_s() - at_s < 3600]
        assert len(in_the_last_hour) <= limits.WRONG_GUESSES_PER_HOUR


def out(evening: Evening, browser: int) -> None:
    evening.logs_out(browser)


def in_by_the_pin(evening: Evening, browser: int) -> None:
    evening.logs_in(browser, right=True, owner=False)


def in_by_a_new_pin(evening: Evening, browser: int) -> None:
    evening.draws_a_pin(0)
    evening.logs_in(browser, right=True, owner=False)


@pytest.mark.parametrize("goes", [out, in_by_the_pin, in_by_a_new_pin])
def test_granting_a_request_does_not_change_a_browser_that_logged_in(
    goes: Callable[[Evening, int], None],
) -> None:
    evening = Evening()
    try:
        evening.is_set_up(password=True, playing=True)
        evening.knocks(2, owner=False)
        goes(evening, 2)
        before = evening.role(2)
        assert evening.house.table.console.is_asking
        evening.is_answered_at_the_knob(yes=True)
        assert not evening.house.table.console.is_asking
        assert evening.role(2) is before
        assert before is (None if goes is out else Role.REFEREE)
        evening.each_browser_has_the_rights_of_its_session()
    finally:
        evening.teardown()


def test_no_random_evening_breaks_rights_journal_or_page() -> None:
    run_state_machine_as_test(
        Evening,
        settings=settings(
            max_examples=EVENINGS, stateful_step_count=STEPS, deadline=None, derandomize=True, database=None
        ),
    )
    print(f"{EVENINGS} evenings of {STEPS} steps")
