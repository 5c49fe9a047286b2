"""Who may do what on the room's page: whoever is in the house looks on, the rest takes a PIN or the password."""

import ipaddress
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final, Protocol

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from controller import limits
from controller.secret import Secret
from controller.web.access.login_throttle import Guesses
from controller.web.access.sessions import Sessions, address_of, give, key_of, take_back, was_forwarded
from controller.web.request_schemas import Login


class Role(StrEnum):
    """What people are to the room; each has the rights of those before."""

    VIEWER = "viewer"
    STEWARD = "steward"
    ORGANISER = "organiser"
    OWNER = "owner"


RANK: Final = {role: rank for rank, role in enumerate(Role)}
MOST: Final[Mapping[Role, int]] = dict.fromkeys(Role, limits.ROOM_LOGGED_IN)


class Keyring(Protocol):
    """What knows the secrets; its checks may take their time."""

    @property
    def pin_mark(self) -> str:
        """Another one for each PIN."""
        ...

    @property
    def password_mark(self) -> str:
        """Another one for each password."""
        ...

    def check_pin(self, pin: Secret) -> bool:
        """Whether this is the stewards' PIN."""
        ...

    def check_password(self, password: Secret) -> bool:
        """Whether this is the owner's password."""
        ...


class RoomAccess:
    """Owner of who is logged in to the room's page.

    Args:
        keyring: knows the secrets.
        now_s: of a monotonic clock.
    """

    def __init__(self, keyring: Keyring, now_s: Callable[[], float]) -> None:
        self._keyring = keyring
        self._guesses = Guesses(now_s)
        self._sessions: Sessions[Role] = Sessions(now_s, lambda role, _: self._mark(role), MOST)

    def enter(self, request: Request, needed: Role) -> None:
        """Let a request through that has the right.

        Raises:
            HTTPException: 401 for who is not logged in, 403 for who has too few rights.
        """
        role = self._role(request)
        if role is None:
            raise HTTPException(401, "This room is shown to its own house: log in with the stewards' PIN.")
        if RANK[role] < RANK[needed]:
            logged_in = self._session(request) is not None
            raise HTTPException(403 if logged_in else 401, f"This needs the {needed}: log in.")

    def roles(self, request: Request) -> list[str]:
        """All rights of whoever asks."""
        role = self._role(request)
        return [] if role is None else [str(each) for each in Role if RANK[each] <= RANK[role]]

    def logged_in(self, request: Request) -> bool:
        """Whether whoever asks can log out."""
        return self._session(request) is not None

    async def login(self, request: Request, body: Login) -> Response:
        """With the PIN somebody is steward, with the password owner.

        Raises:
            HTTPException: 403 for a wrong secret, 429 while one has to wait, 503 where too many are logged in.
        """
        role = Role.OWNER if body.password and not body.pin else Role.STEWARD

        def right() -> bool:
            if role is Role.OWNER:
                return self._keyring.check_password(body.password)
            return len(body.pin) > 0 and self._keyring.check_pin(body.pin)

        mark = self._mark(role)
        await self._guesses.guess(request, right, "That is not it.")
        self._sessions.end(key_of(request) or "")
        if self._sessions.full(role):
            raise HTTPException(503, f"Too many are logged in as {role}. Log out somewhere.")
        key = self._sessions.key()
        self._sessions.begin(key, role, mark)
        answer = Response(status_code=204)
        give(request, answer, key)
        return answer

    def logout(self, request: Request) -> Response:
        """The session ends."""
        self._sessions.end(key_of(request) or "")
        answer = Response(status_code=204)
        take_back(request, answer)
        return answer

    def _session(self, request: Request) -> Role | None:
        return self._sessions.role(key_of(request) or "")

    def _role(self, request: Request) -> Role | None:
        return self._session(request) or (Role.VIEWER if is_of_the_house(request) else None)

    def _mark(self, role: Role) -> str:
        return self._keyring.pin_mark if role is Role.STEWARD else self._keyring.password_mark


def is_of_the_house(request: Request) -> bool:
    """Whether it comes from this machine or a private network, and not through a proxy for somebody else."""
    try:
        address = ipaddress.ip_address(address_of(request).partition("%")[0])
    except ValueError:
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    return (address.is_private or address.is_loopback or address.is_link_local) and not was_forwarded(request)
