"""Authenticate by cookie or token; grant roles by a secret, a seat's code or the knob."""

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
from controller.show.console_screens import make_access_code_question
from controller.store.keyring import Keyring
from controller.web.access.login_throttle import AccessRequestThrottle, SecretVerifier
from controller.web.access.peer import is_from_this_machine
from controller.web.access.sessions import (
    EVERYBODY,
    GRANTS,
    MAX_SESSIONS,
    Role,
    Sessions,
    role_names,
    session_key,
    set_session_cookie,
)
from controller.web.application import RequestContext, json_response
from controller.web.request_schemas import AccessRequest, Login, TakeSeat

if TYPE_CHECKING:
    from hw.testing.table import TwinTable

BEARER: Final = "bearer "
ACCESS_CODES: Final = range(10, 100)

KNOB_ANSWER_S: Final = 30.0
"""How long the console shows an access request."""

DECOY_CODES: Final = 2
"""Number of other codes on the console; only a person who sees the page can pick the right one."""


def _draw_decoy_codes(code: str) -> list[Secret]:
    others = [str(other) for other in ACCESS_CODES if str(other) != code]
    return [Secret(other) for other in secrets.SystemRandom().sample(others, DECOY_CODES)]


class Authentication:
    """Sessions of a table's page, and the requests that begin and end them.

    Args:
        twins: the simulated parts; None without any.

    Attributes:
        keyring: PIN, password and tokens.
        verifier: compares PIN, password and seat codes.
    """

    def __init__(self, keyring: Keyring, table: Table, twins: "TwinTable | None") -> None:
        self.keyring = keyring
        self._table = table
        self._twins = twins
        self._sessions = Sessions(self.now_s, self._secret_version, MAX_SESSIONS)
        self.verifier = SecretVerifier(self.now_s)
        self._request_throttle = AccessRequestThrottle(self.now_s)
        self._requests: dict[asyncio.Task[None], Role] = {}

    @property
    def roles_without_login(self) -> frozenset[Role]:
        """The roles that need no login.

        With simulated parts the player's role, with the knob, is open; with ``open_house`` and no real parts,
        every role is. On real parts the referee's is open while neither knob nor PIN could grant it, because
        otherwise no game could be played.
        """
        if self._table.house.current.locked:
            return EVERYBODY
        if self._twins is not None:
            open_house = self._twins.is_all_twins and self._table.config.page.open_house
            return GRANTS[Role.OWNER] if open_house else GRANTS[Role.PLAYER]
        broken = {device.name for device in self._table.health if device.fault is not None}
        knob_works = "console" in self._table.hardware.openers_by_device() and "console" not in broken
        return EVERYBODY if knob_works or self.keyring.has_pin else GRANTS[Role.REFEREE]

    def _roles_without_login_of(self, request: Request) -> frozenset[Role]:
        """Add the referee's role for a screen at the table's machine that is its console (`may_use_knob`)."""
        console = self._table.config.console
        is_console = console is not None and console.simulated and is_from_this_machine(request)
        open_to_all = self.roles_without_login
        return open_to_all | GRANTS[Role.REFEREE] if is_console and Role.PLAYER in open_to_all else open_to_all

    def now_s(self) -> float:
        return self._table.clock.now_s()

    async def ask_at_knob_to_grant_role(self, code: str, role: Role) -> bool | None:
        """Ask at the table whether the page that shows ``code`` may have the role; None without an answer."""
        wanted: Literal["owner", "referee"] = "owner" if role is Role.OWNER else "referee"
        return await self._table.console.ask_to_grant_access(
            make_access_code_question(wanted, Secret(code), _draw_decoy_codes(code)), KNOB_ANSWER_S
        )

    def authorize_and_name_client(self, request: Request, needed: Role) -> str:
        """Return the client's name for the journal if it has the role ``needed``.

        Raises:
            HTTPException: 401 without valid credentials, 403 with too few rights.
        """
        if needed in self._roles_without_login_of(request):
            return "page"
        token = _bearer_token(request)
        if token is not None:
            name = self.keyring.find_token_name(token)  # a fast hash: need not queue behind guesses
            if name is None:
                raise HTTPException(401, "This token is unknown or revoked. Ask the owner for another one.")
            if needed not in GRANTS[Role.REFEREE]:
                raise HTTPException(403, f"A token has the referee's rights; this needs the {needed}.")
            return f"token:{name}"
        key = session_key(request)
        role = None if key is None else self._sessions.role_of(key)
        if role is None:
            ended = "Your login has ended. " if key is not None else ""
            raise HTTPException(401, f"{ended}This needs the {needed}: log in, or ask for access at the table's knob.")
        if needed not in GRANTS[role]:
            raise HTTPException(403, f"You are logged in as {role}; this needs the {needed}.")
        return f"page:{role}"

    def role_names_of(self, request: Request) -> list[str]:
        role = self._sessions.role_of(session_key(request) or "")
        return role_names(self._roles_without_login_of(request) | (frozenset() if role is None else GRANTS[role]))

    def is_logged_in(self, request: Request) -> bool:
        return self._sessions.role_of(session_key(request) or "") is not None

    def castle_of_client(self, request: Request) -> CastleId | None:
        """Return the castle whose seat the client holds, or None."""
        return self._sessions.castle_of(session_key(request) or "")

    async def login(self, context: RequestContext[Login]) -> Response:
        """Log in for an evening: a referee with the PIN, an owner with the password."""
        body = context.body
        role = Role.OWNER if body.password and not body.pin else Role.REFEREE

        def find_role() -> Role | None:
            if role is Role.OWNER:
                right = self.keyring.matches_password(body.password)
            else:
                right = len(body.pin) > 0 and self.keyring.matches_pin(body.pin)
            return role if right else None

        wrong = "Wrong PIN. The menu at the table makes a new one: Table settings, New page PIN."
        if role is Role.OWNER:
            wrong = "Wrong password. Set a new one in a terminal: royaltable password."
        version = self._secret_version(role)
        await self.verifier.verify(context.request, role, find_role, wrong)
        self._sessions.end_session(session_key(context.request) or "")
        self._check_session_limit(role)
        return self._sessions.log_in(context.request, role, version)

    async def take_seat(self, context: RequestContext[TakeSeat]) -> Response:
        """Take a castle's seat with the code on the console; the code is used up."""
        seats, code = self._table.seat_codes, context.body.code
        wrong = "Wrong or expired code. The menu at the table shows a new one: Hand on a phone."
        await self.verifier.verify(context.request, "seat", lambda: seats.castle_of(code), wrong)
        castle = seats.take_seat(code)
        if castle is None:  # another phone was faster
            raise HTTPException(403, wrong)
        return self._sessions.log_in(context.request, Role.SEAT, seats.holder_token(castle), castle)

    async def verify_owner(self, request: Request, password: Secret, wrong_message: str) -> None:
        """Raise HTTPException if it is not the owner's password, or throttled."""

        def find_owner() -> Role | None:
            return Role.OWNER if self.keyring.matches_password(password) else None

        await self.verifier.verify(request, Role.OWNER, find_owner, wrong_message)

    def begin_owner_session(self, request: Request) -> Response:
        """Log in the owner who has just set the password, also one who needed no login; it logs all others out."""
        return self._sessions.log_in(request, Role.OWNER, self._secret_version(Role.OWNER))

    async def logout(self, context: RequestContext[None]) -> Response:
        castle = self.castle_of_client(context.request)
        if castle is not None:
            self._table.seat_codes.end_seat(castle)
        return self._sessions.log_out(context.request)

    async def request_access_at_knob(self, context: RequestContext[AccessRequest]) -> Response:
        """Ask at the knob to let this browser in; 202 with the code that the console shows among others."""
        role = Role(context.body.role)
        if self._table.house.current.locked:
            raise HTTPException(403, "The owner has locked the page for visitors. Log in with PIN or password.")
        if self._needs_password(role):
            raise HTTPException(409, "The owner has a password: log in with it, or set a new one: royaltable password.")
        if self._requests:
            raise HTTPException(409, "Another access request is open at the table. Try again in 30 seconds.")
        wait_s = ceil(self._request_throttle.wait_s())
        if wait_s > 0:
            raise HTTPException(
                429,
                f"The last request was not granted. Try again in {wait_s} s, or log in with the PIN.",
                headers={"retry-after": str(wait_s)},
            )
        self._check_session_limit(role)
        code, key = str(secrets.choice(ACCESS_CODES)), self._sessions.draw_session_key()
        task = background.start_task(self._ask_at_knob_and_grant(key, code, role), "page")
        self._requests[task] = role
        task.add_done_callback(self._requests.pop)
        response = json_response({"code": code}, status=202)
        set_session_cookie(context.request, response, key)
        return response

    def may_use_knob(self, request: Request) -> bool:
        """Return whether the client may use the page's knob now.

        While an access request waits, only clients with that role and browsers on the table's machine may use
        it, so that no visitors grant their own requests.
        """
        held = self.role_names_of(request)
        return is_from_this_machine(request) or all(str(role) in held for role in self._requests.values())

    async def cancel_access_requests(self) -> None:
        """Cancel the access request that waits at the knob, while the table runs."""
        for task in self._requests:
            task.cancel()
        await asyncio.gather(*self._requests, return_exceptions=True)

    async def _ask_at_knob_and_grant(self, key: str, code: str, role: Role) -> None:
        version = self._secret_version(role)
        granted = await self.ask_at_knob_to_grant_role(code, role)
        if granted:
            self._request_throttle.reset()
        else:
            self._request_throttle.record_denied()
        if granted and not self._needs_password(role):
            self._sessions.begin_session(key, role, version)

    def _secret_version(self, role: Role, castle: CastleId | None = None) -> str:
        if castle is not None:
            return self._table.seat_codes.holder_token(castle)
        return self.keyring.password_version if role is Role.OWNER else self.keyring.pin_version

    def _check_session_limit(self, role: Role) -> None:
        if self._sessions.is_role_full(role):
            cure = "royaltable password" if role is Role.OWNER else "a new PIN"
            raise HTTPException(503, f"Too many are logged in as {role}. Log out elsewhere; {cure} logs all out.")

    def _needs_password(self, role: Role) -> bool:
        return role is Role.OWNER and self.keyring.has_password


def _bearer_token(request: Request) -> Secret | None:
    header = request.headers.get("authorization", "")
    return Secret(header[len(BEARER) :].strip()) if header.lower().startswith(BEARER) else None
