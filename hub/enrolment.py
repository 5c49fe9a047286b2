"""Enrol tables, which ask to join over HTTPS (certified by the hub's own authority).

A table shows letters and is admitted once the owner types them on the page; or it has an invitation.
"""

import asyncio
import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Annotated, Final, TypeVar

import msgspec
from msgspec import Meta, Struct, field
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from controller import limits
from controller.fleet import enrolment
from controller.reading import JSON_ERRORS
from controller.store.atomic_files import exclusive_lock, read_regular_file, write_atomically
from controller.store.certificates.page_encryption import now_utc
from controller.store.journal.times import EARLIEST_CREDIBLE_YEAR
from controller.web.access.peer import network_of_address
from controller.web.application import EXCEPTION_HANDLERS, json_response
from controller.web.request_schemas import read_body
from hub import RefusedError
from hub.engines.broker_users import BrokerUsers, BrokerUsersError


class EnrolmentError(RefusedError):
    """The enrolment service refuses a request of a table or of the owner."""


class _EnrolmentSession(Struct):
    """``letters`` are empty until the table reveals its nonce."""

    begun: enrolment.EnrolmentRequest
    address: str
    until_s: float
    nonce: bytes
    letters: str = ""
    answer: enrolment.EnrolmentAnswer = enrolment.EnrolmentAnswer()


class Applicant(Struct, frozen=True):
    session: str
    machine: str
    called: str


class EnrolmentService:
    """Enrolment sessions of tables, in memory: if the hub restarts, tables start over."""

    def __init__(self, authority: str, hub: str, now_s: Callable[[], float]) -> None:
        self.authority = authority
        self.hub = hub
        self._now_s = now_s
        self._sessions: OrderedDict[str, _EnrolmentSession] = OrderedDict()
        self._wrong_guesses = 0
        self._pause_until_s = 0.0

    def begin_session(self, begun: enrolment.EnrolmentRequest, address: str) -> enrolment.EnrolmentOffer:
        """Raise EnrolmentError for another protocol version or too many sessions."""
        if begun.version != enrolment.ENROLMENT_VERSION:
            message = (
                f"Saw version {begun.version} of the enrolment protocol, expected {enrolment.ENROLMENT_VERSION}. "
                "Update the older of hub and table."
            )
            raise EnrolmentError("version", message)
        self._expire_sessions()
        address = network_of_address(address)
        same = [session for session, one in self._sessions.items() if one.address == address]
        if len(same) >= limits.ENROLMENTS_OPEN_PER_ADDRESS:
            del self._sessions[same[0]]
        if len(self._sessions) >= limits.ENROLMENTS_OPEN:
            raise EnrolmentError(
                "busy", f"{limits.ENROLMENTS_OPEN} tables are joining already. Try again in two minutes."
            )
        session, nonce = secrets.token_hex(32), enrolment.new_nonce()
        self._sessions[session] = _EnrolmentSession(begun, address, self._now_s() + limits.ENROLMENT_LETTERS_S, nonce)
        return enrolment.EnrolmentOffer(session, nonce.hex(), self.authority, self.hub)

    def accept_nonce_and_derive_letters(self, opening: enrolment.NonceReveal) -> None:
        """Raise EnrolmentError if nonce and commitment differ."""
        asking = self._find_session(opening.session)
        nonce = bytes.fromhex(opening.nonce)
        if asking.letters or not enrolment.is_commitment_to(bytes.fromhex(asking.begun.commitment), nonce):
            del self._sessions[opening.session]
            raise EnrolmentError("refused", "The nonce does not match the commitment. Start over.")
        asking.letters = enrolment.derive_comparison_letters(self.authority, nonce, asking.nonce)

    def session_answer(self, session: str) -> enrolment.EnrolmentAnswer:
        try:
            return self._find_session(session).answer
        except EnrolmentError as error:
            return enrolment.EnrolmentAnswer(refused=error.error_code)

    def find_applicant_by_letters(self, text: str) -> Applicant:
        """Raise EnrolmentError without one or after too many guesses."""
        self._expire_sessions()
        wait_s = self._pause_until_s - self._now_s()
        if wait_s > 0:
            raise EnrolmentError(
                "pause", f"{limits.ENROLMENT_WRONG_GUESSES} wrong guesses in a row. Wait {wait_s:.0f} s."
            )
        wanted = enrolment.normalize_letters(text)
        for session, asking in self._sessions.items():
            waits = asking.letters and asking.answer == enrolment.EnrolmentAnswer()
            if waits and secrets.compare_digest(asking.letters, wanted):
                self._wrong_guesses = 0
                return Applicant(session, asking.begun.machine, asking.begun.called)
        self._wrong_guesses += 1
        if self._wrong_guesses >= limits.ENROLMENT_WRONG_GUESSES:
            self._wrong_guesses, self._pause_until_s = 0, self._now_s() + limits.ENROLMENT_LOCKOUT_S
        raise EnrolmentError(
            "wrong", "No table shows these letters. They change: read them from the table's display again."
        )

    def find_table_admitted_by_letters(self, text: str) -> str | None:
        """Return the id of the table that these letters have admitted, if any."""
        self._expire_sessions()
        wanted = enrolment.normalize_letters(text)
        for asking in self._sessions.values():
            if asking.answer.membership is not None and secrets.compare_digest(asking.letters, wanted):
                return asking.answer.membership.table
        return None

    def store_membership_answer(self, applicant: Applicant, membership: enrolment.Membership) -> None:
        """Store the membership for the table's next request; raise EnrolmentError if the session expired."""
        asking = self._find_session(applicant.session)
        asking.answer = enrolment.EnrolmentAnswer(membership)
        asking.until_s = self._now_s() + limits.ENROLMENT_LETTERS_S

    def _find_session(self, session: str) -> _EnrolmentSession:
        self._expire_sessions()
        if session not in self._sessions:
            raise EnrolmentError("late", "The session is unknown or has expired. Start over.")
        return self._sessions[session]

    def _expire_sessions(self) -> None:
        now_s = self._now_s()
        for session in [session for session, one in self._sessions.items() if one.until_s <= now_s]:
            del self._sessions[session]


class InvitationError(Exception):
    """An invitation cannot be created, or is not valid."""


class _Invitation(Struct):
    """Tables in ``used_by`` may reuse it. It ends at ``until_s`` in the boot ``boot``, later at ``until_utc``."""

    sha256: str
    tables: Annotated[int, Meta(ge=1)]
    days: int
    until_utc: Annotated[datetime, Meta(tz=True)]
    boot: str
    until_s: float
    used_by: list[str] = field(default_factory=list)


def read_boot_id() -> str:
    """Return the id of the machine's boot, during which processes share the monotonic clock (random(4))."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip()
    except OSError:
        return secrets.token_hex(16)  # no other process has this boot


class Invitations:
    """Invitations, in one file. Expired ones stay for a while: a clock that was ahead may be set.

    Args:
        utc_now: wall-clock time, which may jump: it only counts after the machine has been off.
        now_s: monotonic time since the machine's boot.
        boot: id of that boot.
    """

    def __init__(
        self,
        file: Path,
        utc_now: Callable[[], datetime] = now_utc,
        now_s: Callable[[], float] = time.monotonic,
        boot: str | None = None,
    ) -> None:
        self._file = file
        self._utc_now = utc_now
        self._now_s = now_s
        self._boot = boot or read_boot_id()

    def create_invitation(self, tables: int, days: int) -> str:
        """Return a new invitation's token, 64 hexadecimal digits; raise InvitationError for too many."""
        with exclusive_lock(self._file):
            kept = self._load_all()
            valid = list(filter(self._is_valid, kept))
            if len(valid) >= limits.INVITATIONS_OPEN:
                raise InvitationError(
                    f"{limits.INVITATIONS_OPEN} invitations are valid already. Wait until one of them expires."
                )
            expired = [one for one in kept if one not in valid][-limits.INVITATIONS_OPEN :]
            token, ends = secrets.token_hex(32), timedelta(days=days)
            until = self._utc_now() + ends, self._boot, self._now_s() + ends.total_seconds()
            self._save_all([*expired, *valid, _Invitation(_hash_token(token), tables, days, *until)])
            return token

    def record_use_by_table(self, token: str, table: str) -> None:
        """Raise InvitationError if unknown, expired or used up."""
        with exclusive_lock(self._file):
            kept = self._load_all()
            of_token = (one for one in kept if secrets.compare_digest(one.sha256, _hash_token(token)))
            found = next(filter(self._is_valid, of_token), None)
            if found is None:
                raise InvitationError("This invitation is unknown or has expired. Ask for a new one.")
            if table not in found.used_by:
                if len(found.used_by) >= found.tables:
                    raise InvitationError(
                        f"This invitation was for {found.tables} tables, which have all joined. Ask for a new one."
                    )
                found.used_by.append(table)
            self._save_all(kept)

    def _is_valid(self, one: _Invitation) -> bool:
        if one.boot == self._boot:
            return self._now_s() < one.until_s
        return self._utc_now().year < EARLIEST_CREDIBLE_YEAR  # until the clock is set

    def _load_all(self) -> list[_Invitation]:
        try:
            data = read_regular_file(self._file, limits.INVITATIONS_FILE_BYTES)
        except FileNotFoundError:
            return []
        try:
            kept = msgspec.json.decode(data, type=list[_Invitation])
        except JSON_ERRORS as fault:
            raise InvitationError(
                f"{self._file} cannot be read ({fault}). Remove it and create new invitations."
            ) from None
        for one in kept:
            self._continue_in_this_boot(one)
        return kept

    def _continue_in_this_boot(self, one: _Invitation) -> None:
        """Let an invitation of an earlier boot end by this boot's clock, once the wall clock says how much is left.

        It never lasts longer than it was given.
        """
        now, left = self._utc_now(), timedelta(days=one.days)
        if (one.until_utc - left).year >= EARLIEST_CREDIBLE_YEAR:
            left = min(left, one.until_utc - now)
        if one.boot != self._boot and now.year >= EARLIEST_CREDIBLE_YEAR and left > timedelta():
            one.boot, one.until_s, one.until_utc = self._boot, self._now_s() + left.total_seconds(), now + left

    def _save_all(self, kept: list[_Invitation]) -> None:
        write_atomically(self._file, msgspec.json.encode(kept), mode=0o600)


def _hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class TableAdmission:
    """``port`` is the broker's TLS port."""

    def __init__(
        self,
        enrolment_service: EnrolmentService,
        users: BrokerUsers,
        invitations: Invitations,
        port: int,
        is_online: Callable[[str], bool],
    ) -> None:
        self._enrolment = enrolment_service
        self._users = users
        self._invitations = invitations
        self._port = port
        self._is_online = is_online
        self._letters_lock = asyncio.Lock()

    async def admit_by_letters(self, letters: str, name: str) -> str:
        """Admit the table that shows these letters and return its id; a second call returns it again.

        Raise EnrolmentError if no table shows them, after too many wrong guesses, or if the table cannot be admitted.
        """
        async with self._letters_lock:
            if (table := self._enrolment.find_table_admitted_by_letters(letters)) is not None:
                return table
            applicant = self._enrolment.find_applicant_by_letters(letters)
            membership = await self._admit_machine(applicant.machine, name or applicant.called, lambda _: None)
            self._enrolment.store_membership_answer(applicant, membership)
            return membership.table

    async def admit_by_invitation(self, asked: enrolment.InvitedRequest) -> enrolment.EnrolmentAnswer:
        """Admit a table by its invitation; raise EnrolmentError if refused."""
        if not asked.machine:
            raise EnrolmentError(
                "invitation",
                "This table has no machine id, which an invitation needs to count tables. "
                "Join by letters: royaltable join HUB",
            )
        try:
            return enrolment.EnrolmentAnswer(
                await self._admit_machine(
                    asked.machine, asked.called, partial(self._invitations.record_use_by_table, asked.token)
                )
            )
        except InvitationError as fault:
            raise EnrolmentError("invitation", str(fault)) from None

    async def revoke_table(self, table: str) -> None:
        """Remove a table; the broker disconnects it within a second. Raise EnrolmentError if unknown."""
        with _convert_to_enrolment_errors("unknown"):
            await asyncio.to_thread(self._users.remove_user, table)

    async def _admit_machine(self, machine: str, name: str, reserve: Callable[[str], None]) -> enrolment.Membership:
        with _convert_to_enrolment_errors("full"):
            table, password = await asyncio.to_thread(self._users.admit_machine, machine, self._is_online, reserve)
        return enrolment.Membership(
            table, password, self._port, self._enrolment.authority, hub=self._enrolment.hub, name=name
        )


@contextmanager
def _convert_to_enrolment_errors(word: str) -> Iterator[None]:
    try:
        yield
    except BrokerUsersError as fault:
        raise EnrolmentError(word, str(fault)) from None
    except OSError as fault:
        message = f"{fault.filename or 'The hub'} cannot be written: {fault.strerror}. Check the hub's disk and folder."
        raise EnrolmentError("files", message) from None


STATUS_BY_ERROR_CODE: Final = {"busy": 503, "files": 503, "late": 410}
"""HTTP status by error code; 409 for others."""

BodyT = TypeVar("BodyT", bound=Struct)


def create_enrolment_app(
    enrolment_service: EnrolmentService,
    invited: Callable[[enrolment.InvitedRequest], Awaitable[enrolment.EnrolmentAnswer]],
) -> Starlette:

    async def begin_session(asked: enrolment.EnrolmentRequest, request: Request) -> Struct:
        return enrolment_service.begin_session(asked, request.client.host if request.client else "")

    async def reveal_nonce(opening: enrolment.NonceReveal, _: Request) -> None:
        enrolment_service.accept_nonce_and_derive_letters(opening)

    async def poll_answer(asking: enrolment.EnrolmentPoll, _: Request) -> Struct:
        return enrolment_service.session_answer(asking.session)

    async def admit_invited(asked: enrolment.InvitedRequest, _: Request) -> Struct:
        return await invited(asked)

    def post_route(
        path: str, shape: type[BodyT], handler: Callable[[BodyT, Request], Awaitable[Struct | None]]
    ) -> Route:
        async def handle_post(request: Request) -> Response:
            if request.scope["scheme"] != "https":
                raise HTTPException(426, "Saw a plain request, expected TLS: the answer contains a password.")
            answer = await handler(await read_body(request, shape), request)
            return json_response({} if answer is None else msgspec.to_builtins(answer))

        return Route(path, handle_post, methods=["POST"])

    routes = [
        post_route(enrolment.BEGIN_PATH, enrolment.EnrolmentRequest, begin_session),
        post_route(enrolment.OPEN_PATH, enrolment.NonceReveal, reveal_nonce),
        post_route(enrolment.ASK_PATH, enrolment.EnrolmentPoll, poll_answer),
        post_route(enrolment.INVITED_PATH, enrolment.InvitedRequest, admit_invited),
    ]
    return Starlette(routes=routes, exception_handlers={**EXCEPTION_HANDLERS, EnrolmentError: _refusal_response})


async def _refusal_response(_: Request, error: Exception) -> Response:
    assert isinstance(error, EnrolmentError)
    return json_response(
        {"error": {"message": str(error), "code": error.error_code}}, STATUS_BY_ERROR_CODE.get(error.error_code, 409)
    )
