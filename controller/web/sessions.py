"""Who is logged in: a random cookie for each browser, in memory only; after a restart people log in again."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from controller.web.roles import Role

COOKIE: Final = "royaltable"
LASTS_S: Final = 12 * 3600
"""An evening."""

MOST: Final = 100


@dataclass(frozen=True, slots=True)
class Session:
    """A browser that has logged in as ``role``."""

    role: Role
    until_s: float


class Sessions:
    """Owner of all sessions."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._sessions: dict[str, Session] = {}

    def begin(self, role: Role) -> str:
        """A new session; gives the cookie's value. With too many the oldest one ends."""
        key = secrets.token_urlsafe(32)
        self._sessions[key] = Session(role, self._now_s() + LASTS_S)
        while len(self._sessions) > MOST:
            del self._sessions[next(iter(self._sessions))]
        return key

    def role(self, key: str) -> Role | None:
        """The role of a session; None if there is none of this key, or none any more."""
        session = self._sessions.get(key)
        if session is None or session.until_s <= self._now_s():
            self._sessions.pop(key, None)
            return None
        return session.role

    def raise_to(self, key: str, role: Role) -> None:
        """A session that has not ended gets another role."""
        if key in self._sessions:
            self._sessions[key] = Session(role, self._sessions[key].until_s)

    def end_all(self, role: Role, *, but: str) -> None:
        """All sessions of a role end but one: whoever logged in with what does not hold any more is out."""
        for key in [key for key, session in self._sessions.items() if session.role is role and key != but]:
            del self._sessions[key]

    def end(self, key: str) -> None:
        """Log out."""
        self._sessions.pop(key, None)
