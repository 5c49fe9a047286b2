"""The desk and the door (HTTPS by the hub's own authority) at which tables ask to join.

A table that asks waits for its letters to be typed by the owner; nobody else can let it in.
"""

import asyncio
import hashlib
import ipaddress
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
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
from controller.reading import NO_JSON
from controller.store.atomic_files import exclusive_lock, read_regular_file, write_atomically
from controller.web.application import ERRORS, json_response
from controller.web.request_schemas import read_body
from hub import RefusedError
from hub.engines.broker_users import BrokerUsers, BrokerUsersError


class EnrolmentError(RefusedError):
    """A table or the owner is not served at the desk."""


class _PendingTable(Struct):
    """A table at the desk; ``letters`` are empty until it has opened its nonce."""

    begun: enrolment.Begin
    address: str
    until_s: float
    nonce: bytes
    letters: str = ""
    answer: enrolment.Answer = enrolment.Answer()


class Applicant(Struct, frozen=True):
    session: str
    machine: str
    called: str
    software: str


class EnrolmentService:
    """Owner of the tables that ask to join now; a hub that starts anew forgets them, and they ask again."""

    def __init__(self, authority: str, hub: str, now_s: Callable[[], float]) -> None:
        self.authority = authority
        self.hub = hub
        self._now_s = now_s
        self._asking: OrderedDict[str, _PendingTable] = OrderedDict()
        self._wrong = 0
        self._pause_until_s = 0.0

    def begin(self, begun: enrolment.Begin, address: str) -> enrolment.Offer:
        """Take a table in that asks from ``address``; raise DeskError if its version differs or too many ask."""
        if begun.version != enrolment.VERSION:
            message = (
                f"Saw version {begun.version} of joining, expected {enrolment.VERSION}. Update the older of the two."
            )
            raise EnrolmentError("version", message)
        self._forget_the_late()
        address = rate_limit_key(address)
        same = [session for session, one in self._asking.items() if one.address == address]
        if len(same) >= limits.ENROLMENTS_OPEN_PER_ADDRESS:
            del self._asking[same[0]]
        if len(self._asking) >= limits.ENROLMENTS_OPEN:
            raise EnrolmentError(
                "busy", f"{limits.ENROLMENTS_OPEN} tables ask to join already. Try again in two minutes."
            )
        session, nonce = secrets.token_hex(32), enrolment.new_nonce()
        self._asking[session] = _PendingTable(begun, address, self._now_s() + limits.ENROLMENT_LETTERS_S, nonce)
        return enrolment.Offer(session, nonce.hex(), self.authority, self.hub)

    def open(self, opening: enrolment.Opening) -> None:
        """Let the table's letters be typed from now on; raise DeskError if the nonce is not the promised one."""
        asking = self._of(opening.session)
        nonce = bytes.fromhex(opening.nonce)
        if asking.letters or not enrolment.verify_commitment(bytes.fromhex(asking.begun.commitment), nonce):
            del self._asking[opening.session]
            raise EnrolmentError(
                "refused", "The nonce is not the one to which the table had committed itself. Ask anew."
            )
        asking.letters = enrolment.derive_letters(self.authority, nonce, asking.nonce)

    def ask(self, session: str) -> enrolment.Answer:
        try:
            return self._of(session).answer
        except EnrolmentError as error:
            return enrolment.Answer(refused=error.word)

    def typed(self, text: str) -> Applicant:
        """Return whose letters these are; raise DeskError if they are unknown, or too many were wrong."""
        self._forget_the_late()
        wait_s = self._pause_until_s - self._now_s()
        if wait_s > 0:
            raise EnrolmentError(
                "pause", f"{limits.ENROLMENT_WRONG_GUESSES} times nobody had these letters. Wait {wait_s:.0f} s."
            )
        wanted = enrolment.normalize_letters(text)
        for session, asking in self._asking.items():
            waits = asking.letters and asking.answer == enrolment.Answer()
            if waits and secrets.compare_digest(asking.letters, wanted):
                self._wrong = 0
                return Applicant(session, asking.begun.machine, asking.begun.called, asking.begun.software)
        self._wrong += 1
        if self._wrong >= limits.ENROLMENT_WRONG_GUESSES:
            self._wrong, self._pause_until_s = 0, self._now_s() + limits.ENROLMENT_PAUSE_S
        raise EnrolmentError("wrong", "No table shows these letters now. Look at its screen again: they change.")

    def granted(self, text: str) -> str | None:
        """Return the id of the table that these letters have let in already, if any."""
        self._forget_the_late()
        wanted = enrolment.normalize_letters(text)
        for asking in self._asking.values():
            if asking.answer.membership is not None and secrets.compare_digest(asking.letters, wanted):
                return asking.answer.membership.table
        return None

    def grant(self, applicant: Applicant, membership: enrolment.Membership) -> None:
        """Keep the membership for when the table asks next; raise DeskError if it is gone."""
        asking = self._of(applicant.session)
        asking.answer = enrolment.Answer(membership)
        asking.until_s = self._now_s() + limits.ENROLMENT_LETTERS_S

    def _of(self, session: str) -> _PendingTable:
        self._forget_the_late()
        if session not in self._asking:
            raise EnrolmentError("late", "Nobody asks by this session, or not any more. Ask anew.")
        return self._asking[session]

    def _forget_the_late(self) -> None:
        now_s = self._now_s()
        for session in [session for session, one in self._asking.items() if one.until_s <= now_s]:
            del self._asking[session]


def rate_limit_key(address: str) -> str:
    """By which places are counted: IPv4 as it is; of IPv6 the network, since a machine may have each address of it."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ipaddress.ip_network((ip, 64), strict=False))


class InvitationError(Exception):
    """An invitation cannot be made, or is worth nothing; the message says what to do."""


class _Invitation(Struct):
    """An invitation with its token as a hash; the tables in ``came`` may come again."""

    sha256: str
    tables: Annotated[int, Meta(ge=1)]
    until_utc: Annotated[datetime, Meta(tz=True)]
    came: list[str] = field(default_factory=list, name="machines")  # which it named before


class Invitations:
    """Owner of the invitations that hold, in one file; those whose time is over are forgotten."""

    def __init__(self, file: Path, utc_now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._file = file
        self._utc_now = utc_now

    def new(self, tables: int, days: int) -> str:
        """Return a new invitation's token, 64 hexadecimal digits; raise InvitationError if too many hold."""
        with exclusive_lock(self._file):
            kept = self._kept()
            if len(kept) >= limits.INVITATIONS_OPEN:
                raise InvitationError(
                    f"{limits.INVITATIONS_OPEN} invitations hold already. Wait until one of them is over."
                )
            token = secrets.token_hex(32)
            self._keep([*kept, _Invitation(_hash(token), tables, self._utc_now() + timedelta(days=days))])
            return token

    def used(self, token: str, table: str) -> None:
        """Keep a place of the invitation for this table; raise InvitationError if there is none."""
        with exclusive_lock(self._file):
            kept = self._kept()
            found = next((one for one in kept if secrets.compare_digest(one.sha256, _hash(token))), None)
            if found is None:
                raise InvitationError("This invitation is not known here, or its time is over. Ask for another one.")
            if table in found.came:
                return
            if len(found.came) >= found.tables:
                raise InvitationError(
                    f"This invitation was for {found.tables} tables, and all have come. Ask for another."
                )
            found.came.append(table)
            self._keep(kept)

    def _kept(self) -> list[_Invitation]:
        try:
            octets = read_regular_file(self._file, limits.INVITATIONS_FILE_BYTES)
        except FileNotFoundError:
            return []
        try:
            kept = msgspec.json.decode(octets, type=list[_Invitation])
        except NO_JSON as fault:
            raise InvitationError(f"{self._file} cannot be read ({fault}). Remove it, and invite anew.") from None
        return [one for one in kept if one.until_utc > self._utc_now()]

    def _keep(self, kept: list[_Invitation]) -> None:
        write_atomically(self._file, msgspec.json.encode(kept), mode=0o600)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class TableAdmission:
    """The desk, invitations and the broker's users together; ``port`` is the broker's for tables."""

    def __init__(
        self,
        desk: EnrolmentService,
        users: BrokerUsers,
        invitations: Invitations,
        port: int,
        is_here: Callable[[str], bool],
    ) -> None:
        self._desk = desk
        self._users = users
        self._invitations = invitations
        self._port = port
        self._is_here = is_here
        self._typing = asyncio.Lock()

    async def typed(self, letters: str, name: str) -> str:
        """Let in the table with these letters and return its id, also to a second click; raise DeskError if not."""
        async with self._typing:
            if (table := self._desk.granted(letters)) is not None:
                return table
            applicant = self._desk.typed(letters)
            membership = await self._member(applicant.machine, name or applicant.called, lambda _: None)
            self._desk.grant(applicant, membership)
            return membership.table

    async def invited(self, asked: enrolment.Invited) -> enrolment.Answer:
        """Let in a table that comes with an invitation; raise DeskError if refused."""
        if not asked.machine:
            raise EnrolmentError(
                "invitation",
                "Saw a table that does not know its machine, expected its number: an invitation counts by it. "
                "Join by letters: royaltable join HUB",
            )
        try:
            return enrolment.Answer(
                await self._member(asked.machine, asked.called, partial(self._invitations.used, asked.token))
            )
        except InvitationError as fault:
            raise EnrolmentError("invitation", str(fault)) from None

    async def revoked(self, table: str) -> None:
        """Let a table in no more, within a second; raise DeskError if it was not let in."""
        with _refused("unknown"):
            await asyncio.to_thread(self._users.remove, table)

    async def _member(self, machine: str, name: str, place: Callable[[str], None]) -> enrolment.Membership:
        with _refused("full"):
            table, password = await asyncio.to_thread(self._users.let_in, machine, self._is_here, place)
        return enrolment.Membership(table, password, self._port, self._desk.authority, hub=self._desk.hub, name=name)


@contextmanager
def _refused(word: str) -> Iterator[None]:
    try:
        yield
    except BrokerUsersError as fault:
        raise EnrolmentError(word, str(fault)) from None
    except OSError as fault:
        message = (
            f"{fault.filename or 'The hub'} cannot be written: {fault.strerror}. Look at the hub's disk and folder."
        )
        raise EnrolmentError("files", message) from None


STATUS: Final = {"busy": 503, "files": 503, "late": 410}
"""Of refusals; others are 409."""

B = TypeVar("B", bound=Struct)


def enrolment_app(
    desk: EnrolmentService, invited: Callable[[enrolment.Invited], Awaitable[enrolment.Answer]]
) -> Starlette:

    async def begin(asked: enrolment.Begin, request: Request) -> Struct:
        return desk.begin(asked, request.client.host if request.client else "")

    async def opened(opening: enrolment.Opening, _: Request) -> None:
        desk.open(opening)

    async def ask(asking: enrolment.Asking, _: Request) -> Struct:
        return desk.ask(asking.session)

    async def let_in(asked: enrolment.Invited, _: Request) -> Struct:
        return await invited(asked)

    def route(path: str, shape: type[B], handler: Callable[[B, Request], Awaitable[Struct | None]]) -> Route:
        async def endpoint(request: Request) -> Response:
            if request.scope["scheme"] != "https":
                raise HTTPException(426, "Saw a plain request, expected TLS: passwords are told here.")
            answer = await handler(await read_body(request, shape), request)
            return json_response({} if answer is None else msgspec.to_builtins(answer))

        return Route(path, endpoint, methods=["POST"])

    routes = [
        route(enrolment.BEGIN, enrolment.Begin, begin),
        route(enrolment.OPEN, enrolment.Opening, opened),
        route(enrolment.ASK, enrolment.Asking, ask),
        route(enrolment.INVITED, enrolment.Invited, let_in),
    ]
    return Starlette(routes=routes, exception_handlers={**ERRORS, EnrolmentError: _not_served})


async def _not_served(_: Request, error: Exception) -> Response:
    assert isinstance(error, EnrolmentError)
    return json_response({"error": {"message": str(error), "code": error.word}}, STATUS.get(error.word, 409))
