"""Random evenings: browsers send random requests to a real page, and a model of their rights checks each response.

``Visitors`` models sessions: role, secret and end. ``Evening`` adds the actions. No request succeeds without the right
or causes a server error, and no refused request changes anything.
"""

import shutil
from collections.abc import Callable
from random import Random
from typing import Any, Final, NamedTuple

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

from controller import limits
from controller.secret import Secret
from controller.store.keyring import Keyring
from controller.web.access.sessions import EVERYBODY, GRANTS, SESSION_S, Role
from controller.web.application import Route
from tests.fuzz.table_with_browsers import TableWithBrowsers
from tests.fuzz.target import folder_in_memory
from tests.games.tumult_royale.playing import random_move
from tests.soak import SOAK
from tests.web.page_of_table import ROUTES, Stream

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
        if self.house.table.console._asked is not None:  # while the hourglass runs nobody is asked
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
        self.forget_a_knock_that_nobody_heard()

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

    def forget_a_knock_that_nobody_heard(self) -> None:
        if self.house.table.console._asked is None:
            self.pending = None

    @invariant()
    def everybody_has_the_rights_of_whoever_he_was_let_in_as(self) -> None:
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
        evening.everybody_has_the_rights_of_whoever_he_was_let_in_as()
    finally:
        evening.teardown()


def test_evenings_by_chance_in_a_whole_house() -> None:
    run_state_machine_as_test(
        Evening,
        settings=settings(
            max_examples=EVENINGS, stateful_step_count=STEPS, deadline=None, derandomize=True, database=None
        ),
    )
    print(f"{EVENINGS} evenings of {STEPS} steps")
