"""Whoever comes to a house by its page, and the model that says what each of them may do.

A machine of hypothesis adds what they do. Each request goes to the real page and is compared with the model: nobody
does what he may not, nothing is a fault of ours, and what is refused changes nothing.
"""

import shutil
from typing import Any, Final, NamedTuple

import httpx
from hypothesis.stateful import RuleBasedStateMachine

from controller.web.access.sessions import EVERYBODY, GRANTS, LASTS_S, Role
from controller.web.application import Route
from tests.fuzz.house import House
from tests.fuzz.target import folder_in_memory
from tests.web.asking import Stream
from tests.web.home import ROUTES

BROWSERS: Final = 4
NOTHING: Final[dict[str, Any]] = {}
NEEDS: Final[dict[tuple[str, str], Route[Any]]] = {(route.method, route.path): route for route in ROUTES}
REFUSED: Final = 400
GUESSING: Final = frozenset({"/api/login", "/api/knock", "/api/owner/password"})
"""Routes that also refuse those who may ask them: with another secret, or while the page is locked."""


class Session(NamedTuple):
    """A browser that was let in: as whom, by which secret (its number), until when."""

    role: Role
    secret: int
    until_s: float


class Knock(NamedTuple):
    """A browser that waits for the knob, which shows its code; None if it no longer has the cookie it knocked with."""

    browser: int | None
    code: str
    role: Role
    secret: int


class Visitors(RuleBasedStateMachine):
    """Some browsers at a house, and a model of who may do what there."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = folder_in_memory()
        self.house = House(self.folder)
        self.browsers = [self.house.browser(f"192.0.2.{number}") for number in range(BROWSERS)]
        self.sessions: dict[int, Session] = {}
        self.knock: Knock | None = None
        self.pin, self.password, self.token = "", "", ""
        self.secrets = {Role.REFEREE: 0, Role.OWNER: 0}
        self.wrong: dict[int, int] = dict.fromkeys(range(BROWSERS), 0)
        self.listening: list[Stream] = []

    def teardown(self) -> None:
        self.house.close()
        shutil.rmtree(self.folder)

    # What the model says

    def role(self, browser: int) -> Role | None:
        """As whom this browser is let in now."""
        session = self.sessions.get(browser)
        if session is None or session.until_s <= self.house.now_s() or session.secret != self.secrets[session.role]:
            return None
        return session.role

    def may(self, browser: int, needed: Role) -> bool:
        role = self.role(browser)
        return needed in (EVERYBODY if role is None else GRANTS[role])

    def let_in(self, browser: int, role: Role, secret: int) -> None:
        self.sessions[browser] = Session(role, secret, self.house.now_s() + LASTS_S)

    def has_another_cookie(self, browser: int) -> None:
        """Or none: what its last one was let in as, or is still to be, is nobody's."""
        self.sessions.pop(browser, None)
        if self.knock is not None and self.knock.browser == browser:
            self.knock = self.knock._replace(browser=None)

    def changed(self, role: Role) -> None:
        """Another secret: whoever came in by the last one is out."""
        self.secrets[role] += 1

    # Asking

    def ask(self, browser: int, method: str, path: str, body: object = NOTHING, **headers: str) -> httpx.Response:
        """One request: never a fault, let through only with the right, without effect where it is refused."""
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
        if may and "authorization" not in headers and route.path not in GUESSING:
            assert answer.status_code not in {401, 403}, (path, answer.text)
        return answer
