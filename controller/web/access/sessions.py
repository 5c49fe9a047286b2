"""Who is logged in: sessions, roles, and the codes by which phones take seats."""

import secrets
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from enum import StrEnum
from typing import Final, Generic, TypeVar

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from controller import limits
from controller.games.contract.values import CastleId
from controller.secret import Secret
from controller.signals import Signal


class Role(StrEnum):
    """What people are to the table. Each right stands by itself; ``GRANTS`` says who has which."""

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
"""Whoever logs in as the one has the rights of all of these. A seat is nobody else's, whatever rights he has."""

EVERYBODY: Final = GRANTS[Role.SPECTATOR]


def names(roles: AbstractSet[Role]) -> list[str]:
    return [str(role) for role in Role if role in roles]


COOKIE: Final = "royaltable"
SECURE_COOKIE: Final = f"__Host-{COOKIE}"
"""Of an encrypted page: a browser takes it from this host alone, and gives it to nobody who listens (RFC 6265bis)."""

SESSION_S: Final = 12 * 3600
"""An evening."""

LOOPBACK: Final = frozenset({"127.0.0.1", "::1"})
FORWARDED: Final = ("forwarded", "via", "x-forwarded-", "x-real-ip")
"""How headers begin that a proxy adds when it asks for somebody else."""

MAX_SESSIONS: Final[Mapping[Role, int]] = {Role.REFEREE: limits.REFEREE_SESSIONS, Role.OWNER: limits.OWNER_SESSIONS}


R = TypeVar("R", bound=StrEnum)


class Session(Struct, Generic[R], frozen=True):
    """A browser that was let in as ``role`` while the role's secret was the one with ``mark``.

    Attributes:
        castle: of a seat.
    """

    role: R
    mark: str
    until_s: float
    castle: CastleId | None = None


class Sessions(Generic[R]):
    """Owner of all sessions, which are only of those who were let in.

    Args:
        now_s: of a monotonic clock.
        mark: tells one secret of a role, or of a castle's seat, from the next: a session ends with the secret it
            began under.
        most: browsers of each role at once.
    """

    def __init__(
        self, now_s: Callable[[], float], mark: Callable[[R, CastleId | None], str], most: Mapping[R, int]
    ) -> None:
        self._now_s = now_s
        self._mark = mark
        self._most = most
        self._sessions: dict[str, Session[R]] = {}

    @staticmethod
    def key() -> str:
        """A cookie's value; it opens nothing before a session begins with it."""
        return secrets.token_urlsafe(32)

    def full(self, role: R) -> bool:
        """Whether nobody more can log in as this; nobody who was let in is thrown out for others."""
        held = [self.role(key) for key in list(self._sessions)]
        return held.count(role) >= self._most[role]

    def begin(self, key: str, role: R, mark: str, castle: CastleId | None = None) -> None:
        """The browser with this cookie is let in, by a secret or a knob that was asked when it was ``mark``."""
        self._sessions[key] = Session(role, mark, self._now_s() + SESSION_S, castle)

    def role(self, key: str) -> R | None:
        """The role of a session; None if there is none of this key, or none any more."""
        session = self._standing(key)
        return None if session is None else session.role

    def castle(self, key: str) -> CastleId | None:
        """Whose seat a session has; None if it is none, or there is none any more."""
        session = self._standing(key)
        return None if session is None else session.castle

    def _standing(self, key: str) -> Session[R] | None:
        session = self._sessions.get(key)
        if session is None:
            return None
        if session.until_s > self._now_s() and session.mark == self._mark(session.role, session.castle):
            return session
        self._sessions.pop(key, None)
        return None

    def keep(self, key: str, mark: str) -> None:
        """Whoever set another secret himself, with the one before, stays."""
        session = self._sessions.get(key)
        if session is not None:
            self._sessions[key] = Session(session.role, mark, session.until_s)

    def end(self, key: str) -> None:
        self._sessions.pop(key, None)

    def log_in(self, request: Request, role: R, mark: str, castle: CastleId | None = None) -> Response:
        """Begin a session in place of the one that the browser has; the answer gives it the cookie."""
        self.end(session_key(request) or "")
        key, answer = self.key(), Response(status_code=204)
        self.begin(key, role, mark, castle)
        give(request, answer, key)
        return answer

    def log_out(self, request: Request) -> Response:
        self.end(session_key(request) or "")
        answer = Response(status_code=204)
        delete_cookie(request, answer)
        return answer


def session_key(request: Request) -> str | None:
    """What the browser brings, as it was given: Python takes a second to unquote a hostile cookie (CVE-2024-7592)."""
    pairs = (pair.strip().partition("=") for pair in request.headers.get("cookie", "").split(";"))
    return {name: value for name, _, value in pairs}.get(_name(request))


def give(request: Request, answer: Response, key: str) -> None:
    secure = _is_encrypted(request)
    answer.set_cookie(_name(request), key, max_age=SESSION_S, httponly=True, samesite="strict", path="/", secure=secure)


def delete_cookie(request: Request, answer: Response) -> None:
    answer.delete_cookie(_name(request), httponly=True, samesite="strict", secure=_is_encrypted(request))


def client_address(request: Request) -> str:
    """From where it asks; "" where nobody knows."""
    return request.client.host if request.client is not None else ""


def was_forwarded(request: Request) -> bool:
    """Whether a proxy asks for somebody else."""
    return any(name.startswith(FORWARDED) for name in request.headers)


def _is_encrypted(request: Request) -> bool:
    return bool(request.scope["scheme"] == "https")


def _name(request: Request) -> str:
    """What it is called on this page; a plain one could be set by whoever is in between."""
    return SECURE_COOKIE if _is_encrypted(request) else COOKIE


CODES: Final = range(100_000, 1_000_000)


class _Drawn(Struct, frozen=True):
    code: Secret
    until_s: float


class SeatCodes:
    """Owner of the codes, and of which phone has a castle's seat; each seat is one phone's.

    A seat ends when another code is drawn for its castle, when its phone leaves, and with the game.

    Args:
        now_s: of a monotonic clock.

    Attributes:
        taken: told whose seat a phone has taken.
    """

    def __init__(self, now_s: Callable[[], float]) -> None:
        self.taken: Signal[CastleId] = Signal()
        self._now_s = now_s
        self._drawn: dict[CastleId, _Drawn] = {}
        self._marks: dict[CastleId, str] = {}

    def new_code(self, castle: CastleId) -> Secret:
        """Draw a code; it is told once. Whoever had the seat, or the code before, has it no more."""
        self.end(castle)
        others = [drawn.code for drawn in self._drawn.values()]
        code = Secret(str(secrets.choice(CODES)))
        while code in others:
            code = Secret(str(secrets.choice(CODES)))
        self._drawn[castle] = _Drawn(code, self._now_s() + limits.SEAT_CODE_S)
        return code

    def castle_of(self, code: Secret) -> CastleId | None:
        """Whose seat is taken by this code; None if it is nobody's, or nobody's any more."""
        found = [castle for castle, drawn in self._drawn.items() if drawn.code == code]
        return next((castle for castle in found if self._drawn[castle].until_s > self._now_s()), None)

    def take(self, code: Secret) -> CastleId | None:
        """A phone takes the seat, and nobody after it by this code; None as for ``castle_of``."""
        castle = self.castle_of(code)
        if castle is not None:
            del self._drawn[castle]
            self._marks[castle] = secrets.token_hex(8)
            self.taken.emit(castle)
        return castle

    def mark(self, castle: CastleId) -> str:
        """Another one for each phone that took the seat, and empty while none has it."""
        return self._marks.get(castle, "")

    def end(self, castle: CastleId) -> None:
        self._drawn.pop(castle, None)
        self._marks.pop(castle, None)

    def end_all(self, _: None = None) -> None:
        self._drawn, self._marks = {}, {}
