"""Who somebody is by cookie or token, and the ways to become somebody else: by a secret, a code, or the knob."""

import asyncio
import secrets
from math import ceil
from typing import TYPE_CHECKING, Final, Literal

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from controller import background
from controller.games.contract.values import CastleId
from controller.play.table import Table
from controller.secret import Secret
from controller.show.console_screens import make_access_request
from controller.store.keyring import Keyring
from controller.web.access.login_throttle import AccessRequestThrottle, SecretVerifier
from controller.web.access.sessions import (
    EVERYBODY,
    GRANTS,
    LOOPBACK,
    MAX_SESSIONS,
    Role,
    Sessions,
    client_address,
    give,
    names,
    session_key,
    was_forwarded,
)
from controller.web.application import RequestContext, json_response
from controller.web.request_schemas import AccessRequest, Login, TakeSeat

if TYPE_CHECKING:
    from hw.testing.table import TwinTable

BEARER: Final = "bearer "
KNOCK_CODES: Final = range(10, 100)


PATIENCE_S: Final = 30.0
"""How long the knob is asked whether a page may referee."""

OTHER_CODES: Final = 2
"""Shown beside the page's own: whoever says yes has looked at that page."""


def _beside(code: str) -> list[Secret]:
    others = [str(other) for other in KNOCK_CODES if str(other) != code]
    return [Secret(other) for other in secrets.SystemRandom().sample(others, OTHER_CODES)]


class Authentication:
    """Owner of sessions and wrong tries.

    Args:
        keyring: knows the secrets.
        table: the running one.
        twins: None on real parts.

    Attributes:
        verifier: checks PIN, password and seat codes.
    """

    def __init__(self, keyring: Keyring, table: Table, twins: "TwinTable | None") -> None:
        self._keyring = keyring
        self._table = table
        self._twins = twins
        self._sessions = Sessions(self.now_s, self._mark, MAX_SESSIONS)
        self.verifier = SecretVerifier(self.now_s)
        self._knocks = AccessRequestThrottle(self.now_s)
        self._knocking: dict[asyncio.Task[None], Role] = {}

    @property
    def free(self) -> frozenset[Role]:
        """Where some parts are simulated, everybody has hands for those, the knob included, and no more."""
        if self._table.house.current.locked:
            return EVERYBODY
        if self._twins is not None:
            open_house = self._twins.wholly and self._table.config.page.open_house
            return GRANTS[Role.OWNER] if open_house else GRANTS[Role.PLAYER]
        broken = {device.name for device in self._table.health if device.fault is not None}
        knob_works = "console" in self._table.hardware.openers() and "console" not in broken
        somebody_can = knob_works or self._keyring.has_pin
        return EVERYBODY if somebody_can else GRANTS[Role.REFEREE]  # somebody must be able to play

    def now_s(self) -> float:
        return self._table.clock.now_s()

    async def ask(self, code: str, role: Role) -> bool | None:
        """Ask at the knob whether the page with this code may have this role; None when nobody answered."""
        wanted: Literal["owner", "referee"] = "owner" if role is Role.OWNER else "referee"
        return await self._table.console.ask(make_access_request(wanted, Secret(code), _beside(code)), PATIENCE_S)

    def enter(self, request: Request, needed: Role) -> str:
        """Let a request through that has the right ``needed``; gives who it is, as the journal names it.

        Raises:
            HTTPException: 401 without credentials or with ones that do not hold (any more), 403 with too few rights.
        """
        if needed in self.free:
            return "page"
        token = _token(request)
        if token is not None:
            name = self._keyring.check_token(token)  # no slow hash, which would wait behind guesses
            if name is None:
                raise HTTPException(401, "This token is not known here, or not any more. Ask the owner for another.")
            if needed not in GRANTS[Role.REFEREE]:
                raise HTTPException(403, f"A machine's token is for the referee's work; this needs the {needed}.")
            return f"token:{name}"
        key = session_key(request)
        role = None if key is None else self._sessions.role(key)
        if role is None:
            again = "Your login has ended. " if key is not None else ""
            raise HTTPException(401, f"{again}This needs the {needed}: log in, or let the knob at the table say yes.")
        if needed not in GRANTS[role]:
            raise HTTPException(403, f"You are logged in as {role}; this needs the {needed}.")
        return f"page:{role}"

    def roles(self, request: Request) -> list[str]:
        role = self._sessions.role(session_key(request) or "")
        held = self.free | (frozenset() if role is None else GRANTS[role])
        return names(held)

    def logged_in(self, request: Request) -> bool:
        """Whether whoever asks came in by a door, and can go out again."""
        return self._sessions.role(session_key(request) or "") is not None

    def seat(self, request: Request) -> CastleId | None:
        """The castle in whose seat whoever asks is; None where he is in none."""
        return self._sessions.castle(session_key(request) or "")

    async def login(self, context: RequestContext[Login]) -> Response:
        """With the PIN somebody is referee, with the password owner; the cookie lasts for an evening."""
        body = context.body
        role = Role.OWNER if body.password and not body.pin else Role.REFEREE

        def check() -> bool:
            if role is Role.OWNER:
                return self._keyring.check_password(body.password)
            return len(body.pin) > 0 and self._keyring.check_pin(body.pin)

        cure = "A new PIN is shown by the menu at the table: The table, New PIN."
        if role is Role.OWNER:
            cure = "Another password is set in the terminal: royaltable password."
        mark = self._mark(role)
        await self.verifier.verify(context.request, check, f"That is not it. {cure}")
        self._sessions.end(session_key(context.request) or "")
        self._must_have_room(role)
        return self._sessions.log_in(context.request, role, mark)

    async def take_seat(self, context: RequestContext[TakeSeat]) -> Response:
        """With the code that the console shows for a castle this browser takes its seat; the code is used up."""
        seats, code = self._table.seat_codes, context.body.code
        wrong = "That is not it, or not any more. The menu at the table shows another: Hands on phones."
        await self.verifier.verify(context.request, lambda: seats.castle_of(code) is not None, wrong)
        castle = seats.take(code)
        if castle is None:  # somebody was faster
            raise HTTPException(403, wrong)
        return self._sessions.log_in(context.request, Role.SEAT, seats.mark(castle), castle)

    def stay(self, request: Request) -> None:
        """Whoever has just set the password stays; another one, like another PIN, logs out whoever came by the last."""
        self._sessions.keep(session_key(request) or "", self._mark(Role.OWNER))

    async def logout(self, context: RequestContext[None]) -> Response:
        castle = self.seat(context.request)
        if castle is not None:
            self._table.seat_codes.end(castle)
        return self._sessions.log_out(context.request)

    async def knock(self, context: RequestContext[AccessRequest]) -> Response:
        """Ask at the table's knob, which lets this browser in. 202 with the code that the screen shows."""
        role = Role(context.body.role)
        if self._table.house.current.locked:
            raise HTTPException(403, "The owner has locked the page for visitors. Log in with PIN or password.")
        if self._needs_password(role):
            raise HTTPException(409, "The owner has a password; log in with it, or set another: royaltable password.")
        if self._knocking:
            raise HTTPException(409, "Somebody else is being asked about at the table; try again in half a minute.")
        wait_s = ceil(self._knocks.wait_s())
        if wait_s > 0:
            raise HTTPException(
                429,
                f"Nobody was let in by the last knock; wait {wait_s} s, or log in with the PIN.",
                headers={"retry-after": str(wait_s)},
            )
        self._must_have_room(role)
        code, key = str(secrets.choice(KNOCK_CODES)), self._sessions.key()
        task = background.start_task(self._knocked(key, code, role), "page")
        self._knocking[task] = role
        task.add_done_callback(self._knocking.pop)
        answer = json_response({"code": code}, status=202)
        give(context.request, answer, key)
        return answer

    def may_answer(self, request: Request) -> bool:
        """Whether whoever asks may use the page's knob now, where a visitor must not let himself in.

        A knock is answered by those who are what it asks for, or who sit at the machine itself.
        """
        held = self.roles(request)
        return _at_the_machine(request) or all(str(role) in held for role in self._knocking.values())

    async def close(self) -> None:
        """Nobody is asked at the knob any more; call it while the table still runs."""
        for task in self._knocking:
            task.cancel()
        await asyncio.gather(*self._knocking, return_exceptions=True)

    async def _knocked(self, key: str, code: str, role: Role) -> None:
        mark = self._mark(role)
        yes = await self.ask(code, role)
        if yes:
            self._knocks.let_in()
        else:
            self._knocks.refused()
        if yes and not self._needs_password(role):
            self._sessions.begin(key, role, mark)

    def _mark(self, role: Role, castle: CastleId | None = None) -> str:
        if castle is not None:
            return self._table.seat_codes.mark(castle)
        return self._keyring.password_version if role is Role.OWNER else self._keyring.pin_version

    def _must_have_room(self, role: Role) -> None:
        if self._sessions.full(role):
            cure = "royaltable password" if role is Role.OWNER else "a new PIN"
            raise HTTPException(503, f"Too many are logged in as {role}. Log out somewhere; {cure} logs all out.")

    def _needs_password(self, role: Role) -> bool:
        return role is Role.OWNER and self._keyring.has_password


def _token(request: Request) -> Secret | None:
    header = request.headers.get("authorization", "")
    return Secret(header[len(BEARER) :].strip()) if header.lower().startswith(BEARER) else None


def _at_the_machine(request: Request) -> bool:
    """Whether a browser of this machine asks, and no proxy for somebody else."""
    return client_address(request) in LOOPBACK and not was_forwarded(request)
