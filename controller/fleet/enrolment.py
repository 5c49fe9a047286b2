"""How a table joins a room: messages over HTTPS, letters that people compare, invitations, renewed passwords.

The table commits itself to a nonce, the hub answers with its own nonce and its authority, and only then does the table
open its nonce; both derive the letters from all three. An attacker between them has to choose before seeing what
the other end chose, and so has one guess in 20^8 (RFC 6189, 4.4.1.1, has the same commitment for its two words).

Every field comes from a stranger, so each has a bound.

The hub draws one and asks the table (topic ``ask``); the table keeps it beside those that it has, and says so (topic
``answer``); only then does the hub let the broker take it. If either dies in between, they begin again: the table tries
what it has, newest first, and forgets only what is older than the one that let it in.
"""

import hashlib
import hmac
import http.client
import secrets
import ssl
from contextlib import closing
from typing import Annotated, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from controller import limits
from controller.fleet.table_id import LETTERS, hash_to_letters
from controller.reading import NO_JSON

NONCE_BYTES: Final = 32
LETTERS_COUNT: Final = 8
"""2.56e10 values; a hub pauses after five wrong ones."""


def new_nonce() -> bytes:
    return secrets.token_bytes(NONCE_BYTES)


def commit_to(nonce: bytes) -> bytes:
    """Return 32 bytes that tell nothing of ``nonce``, and to which no other nonce fits."""
    return hashlib.sha256(b"royaltable enrolment, commitment\0" + nonce).digest()


def verify_commitment(commitment: bytes, nonce: bytes) -> bool:
    return len(nonce) == NONCE_BYTES and hmac.compare_digest(commitment, commit_to(nonce))


def derive_letters(authority: str, tables: bytes, hubs: bytes) -> str:
    assert len(tables) == len(hubs) == NONCE_BYTES
    return hash_to_letters(b"royaltable enrolment, letters\0" + tables + hubs + authority.encode(), LETTERS_COUNT)


def format_letters(letters: str) -> str:
    return f"{letters[: LETTERS_COUNT // 2]} {letters[LETTERS_COUNT // 2 :]}"


def normalize_letters(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter in LETTERS)


VERSION: Final = 1

BEGIN: Final = "/enrolment/begin"
OPEN: Final = "/enrolment/open"
ASK: Final = "/enrolment/ask"
INVITED: Final = "/enrolment/invited"
"""Where a table posts what."""

Hex32 = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Session = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Label = Annotated[str, Meta(max_length=64)]
Password = Annotated[str, Meta(min_length=32, max_length=128)]

NEWER_PASSWORDS: Final = 3
"""Passwords that a table keeps beside the one that has let it in."""

Pem = Annotated[str, Meta(min_length=1, max_length=16384)]


class Begin(Struct, frozen=True):
    """A table would like to join; it says who it is, and commits itself to its nonce.

    Attributes:
        machine: see ``table_id.machine``.
        called: its name in ``table.toml``, for the owner to recognise.
    """

    version: int
    commitment: Hex32
    machine: Label = ""
    called: Label = ""
    software: Label = ""


class Offer(Struct, frozen=True):
    """What a hub answers: its nonce, and the authority that will vouch for it from now on.

    Attributes:
        session: secret by which the table asks on.
        hub: the room's name.
    """

    session: Session
    nonce: Hex32
    authority: Pem
    hub: Label


class Opening(Struct, frozen=True):
    """The table's nonce, after it has the hub's."""

    session: Session
    nonce: Hex32


class Asking(Struct, frozen=True):
    """Has anybody typed the letters? Said until the answer is another one than *not yet*."""

    session: Session


class Invited(Struct, frozen=True):
    """A table comes with an invitation, and needs no letters: its file has the hub's authority."""

    token: Hex32
    machine: Label = ""
    called: Label = ""
    software: Label = ""


class Membership(Struct, frozen=True, omit_defaults=True):
    """By what a table is let in from now on; it is kept in a file that only the table may read.

    Attributes:
        table: its id, which is its user at the broker as well.
        port: of the room's broker, over TLS.
        authority: PEM; who vouches for the broker.
        hub: the room's name.
        name: what the table is called in the room.
        newer: passwords that the hub has announced since, newest first; see ``controller.fleet.enrolment``.
        host: where it is; the hub does not know how the table reaches it, so the table fills it in.
    """

    table: Annotated[str, Meta(pattern=r"\A[a-z0-9-]{1,32}\Z")]
    password: Password
    port: Annotated[int, Meta(ge=1, le=65535)]
    authority: Pem
    hub: Label = ""
    name: Label = ""
    host: Annotated[str, Meta(max_length=253)] = ""
    newer: Annotated[tuple[Password, ...], Meta(max_length=NEWER_PASSWORDS)] = ()


class Answer(Struct, frozen=True, omit_defaults=True):
    """What a table hears that asks: neither field means *not yet*.

    Attributes:
        refused: why it will never be let in by this session, as a word: ``late``, ``unknown``, ``refused``.
    """

    membership: Membership | None = None
    refused: Label = ""


HUB_NAME: Final = "royaltable-hub"
"""Of the first hub in a network, without ``.local``."""

DEFAULT_PORT: Final = 8443
"""The hub's door for tables."""

REFUSAL_CHARS: Final = 200
"""Letters of what a hub says are repeated."""

A = TypeVar("A")


class JoinError(Exception):
    """The hub cannot be asked, or has refused; the message says what was seen, and what to do."""


class LateError(JoinError):
    """The letters were not typed in time; the next attempt has others."""


class Invitation(Struct, frozen=True):
    """The file that lets many tables in without letters: who is trusted comes with it."""

    host: str
    port: int
    authority: str
    token: str


class TableIdentity(Struct, frozen=True):
    """What a table says of itself; see ``messages.Begin``."""

    machine: str
    called: str
    software: str


class JoinAttempt:
    """A table that waits at a hub until people have typed its letters.

    Attributes:
        letters: to be shown to the people at the table.
        hub: the room's name, as it calls itself.
    """

    def __init__(self, host: str, port: int, who: TableIdentity) -> None:
        """Ask the hub, which is not trusted yet.

        Raises:
            JoinError: the hub cannot be asked, or has refused.
        """
        self._host, self._port = host, port
        nonce = new_nonce()
        begin = Begin(VERSION, commit_to(nonce).hex(), who.machine, who.called, who.software)
        offer = _post(host, port, tls_context_unverified(), BEGIN, begin, Offer)
        try:
            self._trusted = tls_context_trusting(offer.authority)
        except (ssl.SSLError, ValueError):
            raise JoinError(f"{host} offers an authority that is none. Is it a hub of royaltable?") from None
        self._session = offer.session
        self.hub = offer.hub
        _post(host, port, self._trusted, OPEN, Opening(offer.session, nonce.hex()), dict)
        self.letters = derive_letters(offer.authority, nonce, bytes.fromhex(offer.nonce))
        self._authority = offer.authority

    def ask(self) -> Membership | None:
        """Return by what the table is let in; None until people have typed the letters.

        Raises:
            JoinError: the hub cannot be asked, the time of the letters is over, or the hub gives another authority than
                the one that people have compared.
        """
        answer = _post(self._host, self._port, self._trusted, ASK, Asking(self._session), Answer)
        return _check_answer(answer, self._host, self._authority)


def join_by_invitation(invitation: Invitation, who: TableIdentity) -> Membership:
    """Return by what the table is let in.

    Raises:
        JoinError: the hub cannot be asked, or the invitation is worth nothing any more.
    """
    try:
        trusted = tls_context_trusting(invitation.authority)
    except (ssl.SSLError, ValueError):
        raise JoinError("The invitation's authority is none. Expected a file of `royaltable hub invite`.") from None
    asked = Invited(invitation.token, who.machine, who.called, who.software)
    answer = _post(invitation.host, invitation.port, trusted, INVITED, asked, Answer)
    member = _check_answer(answer, invitation.host, invitation.authority)
    if member is None:
        raise JoinError(f"{invitation.host} did not say whether it lets the table in. Update it, then try again.")
    return member


def parse_address(hub: str) -> tuple[str, int]:
    """Return host and port of an address such as ``hub.local``, ``10.0.0.2:8443`` or ``[fe80::1]:8443``.

    Raises:
        JoinError: the port is none.
    """
    host, colon, port = hub.rpartition(":")
    if not colon or (hub.count(":") > 1 and not hub.startswith("[")) or hub.endswith("]"):
        return hub.strip("[]"), DEFAULT_PORT
    if not (port.isascii() and port.isdigit() and len(port) < 6 and 0 < int(port) < 65536):
        raise JoinError(f"Saw the port {port!r}, expected a number from 1 to 65535.")
    return host.strip("[]"), int(port)


def _check_answer(answer: Answer, host: str, authority: str) -> Membership | None:
    if answer.refused == "late":
        raise LateError("Nobody typed these letters in time. Ask anew: there are others then.")
    if answer.refused:
        raise JoinError(f"{host} does not let the table in ({answer.refused}). Ask whoever looks after the room.")
    if answer.membership is not None and answer.membership.authority != authority:
        raise JoinError(f"{host} names another authority than the one that was compared. Ask anew.")
    return None if answer.membership is None else replace(answer.membership, host=host)


def _post(host: str, port: int, context: ssl.SSLContext, where: str, what: Struct, answer: type[A]) -> A:
    """Post a message and return the hub's answer, of which a bounded number of bytes is read.

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
            octets = response.read(limits.ENROLMENT_MESSAGE_BYTES)
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
        said = msgspec.json.decode(octets, type=dict[str, dict[str, str]])["error"]["message"]
    except (*NO_JSON, KeyError):
        said = "it says nothing of it"
    raise JoinError(f"{seen} refuses (status {response.status}): {said[:REFUSAL_CHARS]}")


Mark = Annotated[str, Meta(pattern=r"\A[0-9a-f]{16}\Z")]


class Rotate(Struct, frozen=True):
    """The hub asks the table to keep this password, too."""

    do: Literal["rotate"]
    password: Password


class Rotated(Struct, frozen=True):
    """The table keeps it; ``mark`` says which."""

    do: Literal["rotate"]
    mark: Mark


def password_mark(password: str) -> str:
    return hashlib.sha256(b"royaltable password, mark\0" + password.encode()).hexdigest()[:16]


def add_password(membership: Membership, password: str) -> Membership:
    """Put this password before the others; of too many newer ones drop the oldest, never the proven one."""
    others = tuple(each for each in membership.newer if each != password)
    if password == membership.password:
        return membership
    return replace(membership, newer=(password, *others)[:NEWER_PASSWORDS])


def confirm_password(membership: Membership, password: str) -> Membership:
    """Forget the passwords that are older than this one, which the broker has taken; it may take newer ones yet."""
    if password not in membership.newer:
        return membership
    return replace(membership, password=password, newer=membership.newer[: membership.newer.index(password)])


NO_CHECK_TIME: Final = 0x200000
"""``X509_V_FLAG_NO_CHECK_TIME`` of OpenSSL: most Pis have no clock when they start."""


def tls_context_trusting(authority: str) -> ssl.SSLContext:
    """Return a context that trusts this authority (PEM) alone.

    It is the room's own and signs nothing else, so the server's name is not checked: a room has no name server.

    Raises:
        ssl.SSLError, ValueError: it is no authority.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.load_verify_locations(cadata=authority)
    context.verify_flags = ssl.VerifyFlags(context.verify_flags | NO_CHECK_TIME)
    return context


def tls_context_unverified() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def fingerprint(key: str) -> str:
    """Return the first 128 bits of the SHA-256 of a key's text, which people compare at hub and table."""
    digits = hashlib.sha256(key.encode()).hexdigest()[:32].upper()
    return " ".join(digits[start : start + 4] for start in range(0, 32, 4))
