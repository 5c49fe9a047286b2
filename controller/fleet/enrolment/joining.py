"""A table asks a hub to be let in, by letters that people compare or by an invitation. It blocks: it has a thread."""

import http.client
import ssl
from contextlib import closing
from typing import Final, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from controller import limits
from controller.fleet import trust
from controller.fleet.enrolment import letters
from controller.fleet.enrolment.messages import (
    ASK,
    BEGIN,
    INVITED,
    OPEN,
    VERSION,
    Answer,
    Asking,
    Begin,
    Invited,
    Membership,
    Offer,
    Opening,
)
from controller.json_faults import NO_JSON

HUB_NAME: Final = "royaltable-hub"
"""Of the first hub in a network, without ``.local``."""

USUAL_PORT: Final = 8443
"""The hub's door for tables."""

SAID: Final = 200
"""Letters of what a hub says are repeated."""

A = TypeVar("A")


class _Why(Struct):
    message: str


class _Refused(Struct):
    """How a hub says no."""

    error: _Why


class JoinError(Exception):
    """The hub cannot be asked, or has refused; the message says what was seen, and what to do."""


class LateError(JoinError):
    """Nobody has typed the letters in time: whoever asks anew has others."""


class Invitation(Struct, frozen=True):
    """The file that lets many tables in without letters: who is trusted comes with it."""

    host: str
    port: int
    authority: str
    token: str


class Who(Struct, frozen=True):
    """What a table says of itself; see ``messages.Begin``."""

    machine: str
    called: str
    software: str


class Joining:
    """A table that waits at a hub until people have typed its letters.

    Attributes:
        letters: to be shown to the people at the table.
        hub: the room's name, as it calls itself.
    """

    def __init__(self, host: str, port: int, who: Who) -> None:
        """Ask; nobody is trusted yet.

        Raises:
            JoinError: the hub cannot be asked, or has refused.
        """
        self._host, self._port = host, port
        nonce = letters.new_nonce()
        begin = Begin(VERSION, letters.commitment_to(nonce).hex(), who.machine, who.called, who.software)
        offer = _posted(host, port, trust.anybody(), BEGIN, begin, Offer)
        try:
            self._trusted = trust.only(offer.authority)
        except (ssl.SSLError, ValueError):
            raise JoinError(f"{host} offers an authority that is none. Is it a hub of royaltable?") from None
        self._session = offer.session
        self.hub = offer.hub
        _posted(host, port, self._trusted, OPEN, Opening(offer.session, nonce.hex()), dict)
        self.letters = letters.letters_of(offer.authority, nonce, bytes.fromhex(offer.nonce))
        self._authority = offer.authority

    def ask(self) -> Membership | None:
        """By what the table is let in; None while nobody has typed the letters.

        Raises:
            JoinError: the hub cannot be asked, the time of the letters is over, or the hub gives another authority than
                the one that people have compared.
        """
        answer = _posted(self._host, self._port, self._trusted, ASK, Asking(self._session), Answer)
        return _checked(answer, self._host, self._authority)


def by_invitation(invitation: Invitation, who: Who) -> Membership:
    """By what the table is let in.

    Raises:
        JoinError: the hub cannot be asked, or the invitation is worth nothing any more.
    """
    try:
        trusted = trust.only(invitation.authority)
    except (ssl.SSLError, ValueError):
        raise JoinError("The invitation's authority is none. Expected a file of `royaltable hub invite`.") from None
    asked = Invited(invitation.token, who.machine, who.called, who.software)
    answer = _posted(invitation.host, invitation.port, trusted, INVITED, asked, Answer)
    member = _checked(answer, invitation.host, invitation.authority)
    if member is None:
        raise JoinError(f"{invitation.host} did not say whether it lets the table in. Update it, then try again.")
    return member


def address_of(hub: str) -> tuple[str, int]:
    """Such as ``hub.local``, ``10.0.0.2:8443`` or ``[fe80::1]:8443``: its host and port.

    Raises:
        JoinError: the port is none.
    """
    host, colon, port = hub.rpartition(":")
    if not colon or (hub.count(":") > 1 and not hub.startswith("[")) or hub.endswith("]"):
        return hub.strip("[]"), USUAL_PORT
    if not (port.isascii() and port.isdigit() and len(port) < 6 and 0 < int(port) < 65536):
        raise JoinError(f"Saw the port {port!r}, expected a number from 1 to 65535.")
    return host.strip("[]"), int(port)


def _checked(answer: Answer, host: str, authority: str) -> Membership | None:
    if answer.refused == "late":
        raise LateError("Nobody typed these letters in time. Ask anew: there are others then.")
    if answer.refused:
        raise JoinError(f"{host} does not let the table in ({answer.refused}). Ask whoever looks after the room.")
    if answer.membership is not None and answer.membership.authority != authority:
        raise JoinError(f"{host} names another authority than the one that was compared. Ask anew.")
    return None if answer.membership is None else replace(answer.membership, host=host)


def _posted(host: str, port: int, context: ssl.SSLContext, where: str, what: Struct, answer: type[A]) -> A:
    """What a hub answers; of what it says no more is read than an answer has.

    Raises:
        JoinError: it does not, or refuses.
    """
    seen = f"{host}:{port}"
    sent = msgspec.json.encode(what)
    try:
        with closing(
            http.client.HTTPSConnection(host, port, context=context, timeout=limits.MQTT_CONNECT_S)
        ) as connection:
            connection.request("POST", where, sent, {"content-type": "application/json"})
            response = connection.getresponse()
            octets = response.read(limits.ENROLMENT_OCTETS)
    except ssl.SSLCertVerificationError:
        raise JoinError(f"{seen} is not the hub that it was before. Is somebody between? Ask anew.") from None
    except (OSError, http.client.HTTPException, ValueError) as fault:  # the last of what cannot be a name at all
        raise JoinError(
            f"{seen} does not answer as a hub does ({fault}). Is its address right, and does it run?"
        ) from None
    if response.status == http.client.OK:
        try:
            return msgspec.json.decode(octets, type=answer)
        except NO_JSON:
            raise JoinError(
                f"{seen} answers what no hub does. Is it one of royaltable, and as new as the table?"
            ) from None
    try:
        said = msgspec.json.decode(octets, type=_Refused).error.message
    except NO_JSON:
        said = "it says nothing of it"
    raise JoinError(f"{seen} refuses (status {response.status}): {said[:SAID]}")
