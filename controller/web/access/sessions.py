"""Who is logged in: a random cookie for each browser, in memory only; after a restart people log in again."""

import secrets
from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from controller import limits
from controller.games.contract.ids import CastleId
from controller.web.access.roles import Role

COOKIE: Final = "royaltable"
SECURE_COOKIE: Final = f"__Host-{COOKIE}"
"""Of an encrypted page: a browser takes it from this host alone, and gives it to nobody who listens (RFC 6265bis)."""

LASTS_S: Final = 12 * 3600
"""An evening."""

MOST: Final[Mapping[Role, int]] = {Role.REFEREE: limits.REFEREES, Role.OWNER: limits.OWNERS}


class Session(Struct, frozen=True):
    """A browser that was let in as ``role`` while the role's secret was the one with ``mark``.

    Attributes:
        castle: of a seat.
    """

    role: Role
    mark: str
    until_s: float
    castle: CastleId | None = None


class Sessions:
    """Owner of all sessions, which are only of those who were let in.

    Args:
        now_s: of a monotonic clock.
        mark: tells one secret of a role, or of a castle's seat, from the next: a session ends with the secret it
            began under.
    """

    def __init__(self, now_s: Callable[[], float], mark: Callable[[Role, CastleId | None], str]) -> None:
        self._now_s = now_s
        self._mark = mark
        self._sessions: dict[str, Session] = {}

    @staticmethod
    def key() -> str:
        """A cookie's value; it opens nothing before a session begins with it."""
        return secrets.token_urlsafe(32)

    def full(self, role: Role) -> bool:
        """Whether nobody more can log in as this; nobody who was let in is thrown out for others."""
        held = [self.role(key) for key in list(self._sessions)]
        return held.count(role) >= MOST[role]

    def begin(self, key: str, role: Role, mark: str, castle: CastleId | None = None) -> None:
        """The browser with this cookie is let in, by a secret or a knob that was asked when it was ``mark``."""
        self._sessions[key] = Session(role, mark, self._now_s() + LASTS_S, castle)

    def role(self, key: str) -> Role | None:
        """The role of a session; None if there is none of this key, or none any more."""
        session = self._standing(key)
        return None if session is None else session.role

    def castle(self, key: str) -> CastleId | None:
        """Whose seat a session has; None if it is none, or there is none any more."""
        session = self._standing(key)
        return None if session is None else session.castle

    def _standing(self, key: str) -> Session | None:
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
        """Log out."""
        self._sessions.pop(key, None)
