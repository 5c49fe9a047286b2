"""The desk where tables ask to join: pure, with the clock as a value.

A table that asks waits for its letters to be typed by the owner; nobody else can let it in.
"""

import ipaddress
import secrets
from collections import OrderedDict
from collections.abc import Callable

from msgspec import Struct

from controller import limits
from controller.fleet import enrolment
from controller.fleet.enrolment import VERSION, Answer, Begin, Membership, Offer, Opening


class DeskError(Exception):
    """Somebody is not served; ``word`` is for machines, the message for people."""

    def __init__(self, word: str, message: str) -> None:
        super().__init__(message)
        self.word = word


class _Asking(Struct):
    """A table at the desk; ``letters`` are empty until it has opened its nonce."""

    begun: Begin
    address: str
    until_s: float
    nonce: bytes
    letters: str = ""
    answer: Answer = Answer()


class Applicant(Struct, frozen=True):
    """A table whose letters were typed: by which session it asks, and what it said of itself."""

    session: str
    machine: str
    called: str
    software: str


class EnrolmentDesk:
    """Owner of the tables that ask to join now; a hub that starts anew forgets them, and they ask again.

    Args:
        authority: PEM, which is offered to all.
        hub: the room's name.
        now_s: of a monotonic clock.
    """

    def __init__(self, authority: str, hub: str, now_s: Callable[[], float]) -> None:
        self._authority = authority
        self._hub = hub
        self._now_s = now_s
        self._asking: OrderedDict[str, _Asking] = OrderedDict()
        self._wrong = 0
        self._pause_until_s = 0.0

    def begin(self, begun: Begin, address: str) -> Offer:
        """A table asks; ``address`` is whence.

        Raises:
            DeskError: it speaks another version, or too many ask.
        """
        if begun.version != VERSION:
            message = f"Saw version {begun.version} of joining, expected {VERSION}. Update the older of the two."
            raise DeskError("version", message)
        self._forget_the_late()
        address = counted_as(address)
        same = [session for session, one in self._asking.items() if one.address == address]
        if len(same) >= limits.ENROLLING_AT_AN_ADDRESS:
            del self._asking[same[0]]
        if len(self._asking) >= limits.ENROLLING:
            raise DeskError("busy", f"{limits.ENROLLING} tables ask to join already. Try again in two minutes.")
        session, nonce = secrets.token_hex(32), enrolment.new_nonce()
        self._asking[session] = _Asking(begun, address, self._now_s() + limits.ENROLMENT_S, nonce)
        return Offer(session, nonce.hex(), self._authority, self._hub)

    def open(self, opening: Opening) -> None:
        """The table has opened its nonce: from now on its letters may be typed.

        Raises:
            DeskError: nobody asks by this session, or the nonce is not the one that was promised.
        """
        asking = self._of(opening.session)
        nonce = bytes.fromhex(opening.nonce)
        if asking.letters or not enrolment.fits(bytes.fromhex(asking.begun.commitment), nonce):
            del self._asking[opening.session]
            raise DeskError("refused", "The nonce is not the one to which the table had committed itself. Ask anew.")
        asking.letters = enrolment.letters_of(self._authority, nonce, asking.nonce)

    def ask(self, session: str) -> Answer:
        """What the table of this session is to hear."""
        try:
            return self._of(session).answer
        except DeskError as error:
            return Answer(refused=error.word)

    def typed(self, text: str) -> Applicant:
        """The owner has typed letters: whose they are.

        Raises:
            DeskError: nobody's, or too many were wrong just now.
        """
        self._forget_the_late()
        wait_s = self._pause_until_s - self._now_s()
        if wait_s > 0:
            raise DeskError("pause", f"{limits.ENROLMENT_GUESSES} times nobody had these letters. Wait {wait_s:.0f} s.")
        wanted = enrolment.as_typed(text)
        for session, asking in self._asking.items():
            waits = asking.letters and asking.answer == Answer()
            if waits and secrets.compare_digest(asking.letters, wanted):
                self._wrong = 0
                return Applicant(session, asking.begun.machine, asking.begun.called, asking.begun.software)
        self._wrong += 1
        if self._wrong >= limits.ENROLMENT_GUESSES:
            self._wrong, self._pause_until_s = 0, self._now_s() + limits.ENROLMENT_PAUSE_S
        raise DeskError("wrong", "No table shows these letters now. Look at its screen again: they change.")

    def granted(self, text: str) -> str | None:
        """The id of the table that these letters have let in already; None for nobody's."""
        self._forget_the_late()
        wanted = enrolment.as_typed(text)
        for asking in self._asking.values():
            if asking.answer.membership is not None and secrets.compare_digest(asking.letters, wanted):
                return asking.answer.membership.table
        return None

    def grant(self, applicant: Applicant, membership: Membership) -> None:
        """The table hears by what it is let in when it asks next; a while longer than it had, for that.

        Raises:
            DeskError: it is gone.
        """
        asking = self._of(applicant.session)
        asking.answer = Answer(membership)
        asking.until_s = self._now_s() + limits.ENROLMENT_S

    def _of(self, session: str) -> _Asking:
        self._forget_the_late()
        if session not in self._asking:
            raise DeskError("late", "Nobody asks by this session, or not any more. Ask anew.")
        return self._asking[session]

    def _forget_the_late(self) -> None:
        now_s = self._now_s()
        for session in [session for session, one in self._asking.items() if one.until_s <= now_s]:
            del self._asking[session]


def counted_as(address: str) -> str:
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
