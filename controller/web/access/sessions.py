"""Sessions on a page, their roles and cookies, and the codes for seats."""

import secrets
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from enum import StrEnum
from typing import Final, Generic, TypeVar

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from controller import limits, secret, signals
from controller.games.contract.values import CastleId


class Role(StrEnum):
    """A visitor's role on a table's page; ``GRANTS`` says which rights it has."""

    SPECTATOR = "spectator"
    SEAT = "seat"
    PLAYER = "player"
    REFEREE = "referee"
    OWNER = "owner"


GRANTS: Final[Mapping[Role, frozenset[Role]]] = {
    Role.SPECTATOR: frozenset({Role.SPECTATOR}),
    Role.SEAT: frozenset({Role.SPECTATOR, Role.SEAT}),
    Role.PLAYER: frozenset({Role.SPECTATOR, Role.PLAYER}),
    Role.REFEREE: frozenset({Role.SPECTATOR, Role.PLAYER, Role.REFEREE}),
    Role.OWNER: frozenset(Role) - {Role.SEAT},
}
"""Map from a role to the roles whose rights it has; only a seat's phone has those of ``SEAT``."""

EVERYBODY: Final = GRANTS[Role.SPECTATOR]


def role_names(roles: AbstractSet[Role]) -> list[str]:
    return [str(role) for role in Role if role in roles]


COOKIE: Final = "royaltable"
SECURE_COOKIE: Final = f"__Host-{COOKIE}"
"""Cookie of an encrypted page, accepted from this host over TLS only (RFC 6265bis)."""

SESSION_S: Final = 12 * 3600
"""How long a session lasts: one evening."""

MAX_SESSIONS: Final[Mapping[Role, int]] = {Role.REFEREE: limits.REFEREE_SESSIONS, Role.OWNER: limits.OWNER_SESSIONS}


R = TypeVar("R", bound=StrEnum)


class Session(Struct, Generic[R], frozen=True):
    """A browser's login.

    Attributes:
        secret_version: version of the role's secret at login; a change ends the session.
        castle: whose seat the browser holds; None for other roles.
    """

    role: R
    secret_version: str
    until_s: float
    castle: CastleId | None = None


class Sessions(Generic[R]):
    """All sessions of one page, by the value of their cookie.

    Args:
        now_s: reads a monotonic clock.
        secret_version: returns the version of a role's secret or a castle's seat.
        most: how many sessions of each role there may be at once.
    """

    def __init__(
        self, now_s: Callable[[], float], secret_version: Callable[[R, CastleId | None], str], most: Mapping[R, int]
    ) -> None:
        self._now_s = now_s
        self._secret_version = secret_version
        self._most = most
        self._sessions: dict[str, Session[R]] = {}

    @staticmethod
    def draw_session_key() -> str:
        """Return a new cookie value, without rights until ``begin_session``."""
        return secrets.token_urlsafe(32)

    def is_role_full(self, role: R) -> bool:
        """Whether the role has no room for a session; logins never end those of others."""
        held = [self.role_of(key) for key in list(self._sessions)]
        return held.count(role) >= self._most[role]

    def begin_session(self, key: str, role: R, secret_version: str, castle: CastleId | None = None) -> None:
        self._sessions[key] = Session(role, secret_version, self._now_s() + SESSION_S, castle)

    def role_of(self, key: str) -> R | None:
        session = self._find_valid_or_remove(key)
        return None if session is None else session.role

    def castle_of(self, key: str) -> CastleId | None:
        session = self._find_valid_or_remove(key)
        return None if session is None else session.castle

    def _find_valid_or_remove(self, key: str) -> Session[R] | None:
        session = self._sessions.get(key)
        if session is None:
            return None
        current = self._secret_version(session.role, session.castle)
        if session.until_s > self._now_s() and session.secret_version == current:
            return session
        self._sessions.pop(key, None)
        return None

    def end_session(self, key: str) -> None:
        self._sessions.pop(key, None)

    def log_in(self, request: Request, role: R, secret_version: str, castle: CastleId | None = None) -> Response:
        self.end_session(session_key(request) or "")
        key, response = self.draw_session_key(), Response(status_code=204)
        self.begin_session(key, role, secret_version, castle)
        set_session_cookie(request, response, key)
        return response

    def log_out(self, request: Request) -> Response:
        self.end_session(session_key(request) or "")
        response = Response(status_code=204)
        secure = _is_encrypted(request)
        response.delete_cookie(_cookie_name(request), httponly=True, samesite="strict", secure=secure)
        return response


def session_key(request: Request) -> str | None:
    """Return the cookie's value, still quoted: unquoting a hostile one takes a second (CVE-2024-7592)."""
    pairs = (pair.strip().partition("=") for pair in request.headers.get("cookie", "").split(";"))
    return {name: value for name, _, value in pairs}.get(_cookie_name(request))


def set_session_cookie(request: Request, response: Response, key: str) -> None:
    response.set_cookie(
        _cookie_name(request),
        key,
        max_age=SESSION_S,
        httponly=True,
        samesite="strict",
        path="/",
        secure=_is_encrypted(request),
    )


def _is_encrypted(request: Request) -> bool:
    return bool(request.scope["scheme"] == "https")


def _cookie_name(request: Request) -> str:
    """Use another name on encrypted pages: an attacker can set the plain page's cookie."""
    return SECURE_COOKIE if _is_encrypted(request) else COOKIE


SEAT_CODES: Final = range(100_000, 1_000_000)


class _DrawnCode(Struct, frozen=True):
    code: secret.Secret
    until_s: float


class SeatCodes:
    """The codes for seats, and which castles' seats are held; one phone holds a seat.

    A seat ends when a code is drawn for its castle, its phone logs out, or the game ends.

    Attributes:
        taken: emits the castle whose seat a phone has taken.
    """

    def __init__(self, now_s: Callable[[], float]) -> None:
        self.taken: signals.Signal[CastleId] = signals.Signal()
        self._now_s = now_s
        self._drawn: dict[CastleId, _DrawnCode] = {}
        self._holders: dict[CastleId, str] = {}

    def draw_code_and_end_seat(self, castle: CastleId) -> secret.Secret:
        """Draw a code for the castle; its earlier code and its seat's phone lose their rights."""
        self.end_seat(castle)
        others = [drawn.code for drawn in self._drawn.values()]
        code = secret.Secret(str(secrets.choice(SEAT_CODES)))
        while code in others:
            code = secret.Secret(str(secrets.choice(SEAT_CODES)))
        self._drawn[castle] = _DrawnCode(code, self._now_s() + limits.SEAT_CODE_VALID_S)
        return code

    def castle_of(self, code: secret.Secret) -> CastleId | None:
        """Return the castle whose unexpired code this is, or None."""
        found = [castle for castle, drawn in self._drawn.items() if drawn.code == code]
        return next((castle for castle in found if self._drawn[castle].until_s > self._now_s()), None)

    def take_seat(self, code: secret.Secret) -> CastleId | None:
        """Use up the code and give its seat to a phone; return the castle, None as in ``castle_of``."""
        castle = self.castle_of(code)
        if castle is not None:
            del self._drawn[castle]
            self._holders[castle] = secrets.token_hex(8)
            self.taken.emit(castle)
        return castle

    def holder_token(self, castle: CastleId) -> str:
        """Return a token of the phone that holds the seat; "" if the seat is free."""
        return self._holders.get(castle, "")

    def end_seat(self, castle: CastleId) -> None:
        self._drawn.pop(castle, None)
        self._holders.pop(castle, None)

    def end_all_seats(self, _: None = None) -> None:
        self._drawn, self._holders = {}, {}
