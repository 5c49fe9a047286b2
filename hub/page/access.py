"""Access to the room's page: roles, PINs, sessions, limits on guesses and sign-ups."""

from collections import deque
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Final, Literal

from starlette.datastructures import URL
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from controller import limits
from controller.secret import Secret
from controller.store.keyring import Keyring
from controller.web.access.login_throttle import SecretVerifier
from controller.web.access.peer import is_from_private_network
from controller.web.access.sessions import Sessions, session_key
from controller.web.application import RequestContext
from controller.web.request_schemas import Login


class Role(StrEnum):
    """A role on the page; each has the rights of those listed before it, too."""

    VIEWER = "viewer"
    STEWARD = "steward"
    ORGANISER = "organiser"
    OWNER = "owner"


RANK_BY_ROLE: Final = {role: rank for rank, role in enumerate(Role)}


STEWARD_KEYS_FILE: Final = "room.keys.json"
ORGANISER_KEYS_FILE: Final = "room.organiser.json"

PinRole = Literal[Role.STEWARD, Role.ORGANISER]


class RoomSecrets:
    """PINs and the owner's password; raise KeyringError for an unreadable file."""

    def __init__(self, folder: Path) -> None:
        self._owner_keyring = Keyring(folder / STEWARD_KEYS_FILE)
        self._keyring_by_role: dict[Role, Keyring] = {
            Role.ORGANISER: Keyring(folder / ORGANISER_KEYS_FILE),
            Role.STEWARD: self._owner_keyring,
        }
        for ring in self._keyring_by_role.values():
            ring.load()

    def replace_pin(self, role: PinRole) -> Secret:
        """Replace a role's PIN and return the new one, different from the other role's."""
        others = [ring for each, ring in self._keyring_by_role.items() if each is not role]
        while True:
            drawn = self._keyring_by_role[role].store_new_pin()
            if not any(ring.matches_pin(drawn) for ring in others):
                return drawn

    def set_password(self, password: Secret) -> None:
        self._owner_keyring.set_password(password)

    def secret_version(self, role: Role) -> str:
        """Return a value that changes with the role's secret but hides it."""
        return self._owner_keyring.password_version if role is Role.OWNER else self._keyring_by_role[role].pin_version

    def role_of_pin(self, pin: Secret) -> Role | None:
        """Return the role with this PIN; compare all PINs, for constant time."""
        right = [role for role, ring in self._keyring_by_role.items() if len(pin) > 0 and ring.matches_pin(pin)]
        return next(iter(right), None)

    def is_owner_password(self, password: Secret) -> bool:
        return self._owner_keyring.matches_password(password)


HOUR_S: Final = 3600.0
MAX_SIGN_UP_ADDRESSES: Final = 4096


class HourlyAddressLimiter:
    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._sign_ups_by_address: dict[str, deque[float]] = {}

    def record_if_allowed(self, address: str) -> bool:
        now_s = self._now_s()
        for known in [each for each, times in self._sign_ups_by_address.items() if now_s - times[-1] > HOUR_S]:
            del self._sign_ups_by_address[known]
        if address not in self._sign_ups_by_address and len(self._sign_ups_by_address) >= MAX_SIGN_UP_ADDRESSES:
            return False
        times = self._sign_ups_by_address.setdefault(address, deque(maxlen=limits.TOURNAMENT_SIGN_UPS_PER_HOUR))
        if len(times) == limits.TOURNAMENT_SIGN_UPS_PER_HOUR and now_s - times[0] <= HOUR_S:
            return False
        times.append(now_s)
        return True


MAX_SESSIONS_BY_ROLE: Final[Mapping[Role, int]] = dict.fromkeys(Role, limits.ROOM_SESSIONS_PER_ROLE)


class RoomAccess:
    """Sessions on the room's page, and the limit on guesses from one address."""

    def __init__(self, keys: RoomSecrets, now_s: Callable[[], float]) -> None:
        self._keys = keys
        self._verifier = SecretVerifier(now_s)
        self._sessions: Sessions[Role] = Sessions(
            now_s, lambda role, _: keys.secret_version(role), MAX_SESSIONS_BY_ROLE
        )

    def require_role(self, request: Request, needed: Role) -> Role:
        """Return a request's role; raise HTTPException if it is below ``needed``."""
        role = self._effective_role(request)
        if role is None:
            raise HTTPException(
                401, "This room's page is open to its local network only. Log in with the PIN of the room's staff."
            )
        if RANK_BY_ROLE[role] < RANK_BY_ROLE[needed]:
            logged_in = self._session_role(request) is not None
            raise HTTPException(403 if logged_in else 401, f"This requires the role {needed}. Log in.")
        return role

    def granted_roles(self, request: Request) -> list[str]:
        role = self._effective_role(request)
        return [] if role is None else [str(each) for each in Role if RANK_BY_ROLE[each] <= RANK_BY_ROLE[role]]

    def is_logged_in(self, request: Request) -> bool:
        return self._session_role(request) is not None

    async def login(self, context: RequestContext[Login]) -> Response:
        """Raise HTTPException if it is wrong or throttled, or too many are logged in."""
        request, body = context.request, context.body
        marks = {role: self._keys.secret_version(role) for role in (Role.STEWARD, Role.ORGANISER, Role.OWNER)}
        secret = Role.OWNER if body.password and not body.pin else "pin"

        def find_role() -> Role | None:
            if secret is Role.OWNER:
                return Role.OWNER if self._keys.is_owner_password(body.password) else None
            return self._keys.role_of_pin(body.pin)

        role = await self._verifier.verify(request, secret, find_role, "Wrong PIN or password.")
        self._sessions.end_session(session_key(request) or "")
        if self._sessions.is_role_full(role):
            raise HTTPException(503, f"Too many are logged in as {role}. Log out on another device.")
        return self._sessions.log_in(request, role, marks[role])

    async def verify_player_code(self, request: Request, player_no: int | None) -> None:
        """Raise HTTPException if no player was found by a code; guesses are throttled like PINs."""
        found = None if player_no is None else str(player_no)
        await self._verifier.verify(request, "code", lambda: found, "That is not a player's code.")

    async def logout(self, context: RequestContext[None]) -> Response:
        return self._sessions.log_out(context.request)

    def _session_role(self, request: Request) -> Role | None:
        return self._sessions.role_of(session_key(request) or "")

    def _effective_role(self, request: Request) -> Role | None:
        return self._session_role(request) or (Role.VIEWER if is_from_private_network(request) else None)


def page_url_for_guests(request: Request, path: str, fragment: str = "") -> str:
    """Return the URL of ``path`` that gives a guest's phone no certificate warning."""
    base = URL(getattr(request.state, "guest_url", "") or str(request.base_url))
    return str(base.replace(path=path, query="", fragment=fragment))
