"""How a table joins a room: HTTPS messages, letters that people compare, invitations, and password rotation.

The table commits to a nonce, the hub answers with its nonce and its certificate authority, and only then the table
reveals its nonce; both derive the letters from nonces and authority. An attacker between them has to choose a
nonce before seeing the other end's, and so has one guess in 20^8 (RFC 6189, 4.4.1.1, has the same commitment for its
two words).

A stranger may have sent any field of a message, so its length is bounded.

To rotate a password, the hub draws one and sends it to the table (topic ``ask``); the table stores it beside the others
and confirms (topic ``answer``); only then the hub lets the broker accept it. If either fails meanwhile, they start
over: the table tries all of its passwords, newest first, and forgets only those older than the accepted one.
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

from controller import limits, log
from controller.fleet.table_id import CODE_LETTERS, hash_to_letters
from controller.games.contract.values import Text
from controller.games.naming import translate_text
from controller.reading import JSON_ERRORS
from controller.texts.translation import ENGLISH

NONCE_BYTES: Final = 32
LETTERS_COUNT: Final = 8
"""Letters to compare: 2.56e10 possible values; a hub pauses after five wrong guesses."""


def new_nonce() -> bytes:
    return secrets.token_bytes(NONCE_BYTES)


def compute_commitment(nonce: bytes) -> bytes:
    """Return 32 bytes that reveal nothing about ``nonce`` and match no other nonce."""
    return hashlib.sha256(b"royaltable enrolment, commitment\0" + nonce).digest()


def is_commitment_to(commitment: bytes, nonce: bytes) -> bool:
    return len(nonce) == NONCE_BYTES and hmac.compare_digest(commitment, compute_commitment(nonce))


def derive_comparison_letters(authority: str, tables: bytes, hubs: bytes) -> str:
    assert len(tables) == len(hubs) == NONCE_BYTES
    return hash_to_letters(b"royaltable enrolment, letters\0" + tables + hubs + authority.encode(), LETTERS_COUNT)


def format_letters(letters: str) -> str:
    return f"{letters[: LETTERS_COUNT // 2]} {letters[LETTERS_COUNT // 2 :]}"


def normalize_letters(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter in CODE_LETTERS)


ENROLMENT_VERSION: Final = 1

BEGIN_PATH: Final = "/enrolment/begin"
OPEN_PATH: Final = "/enrolment/open"
ASK_PATH: Final = "/enrolment/ask"
INVITED_PATH: Final = "/enrolment/invited"

Hex32 = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Session = Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
Label = Annotated[str, Meta(max_length=64)]
Password = Annotated[str, Meta(min_length=32, max_length=128)]

NEWER_PASSWORDS: Final = 3
"""How many new passwords a table stores beside the accepted one."""

Pem = Annotated[str, Meta(min_length=1, max_length=16384)]


class EnrolmentRequest(Struct, frozen=True):
    """A table asks to join, and commits to its nonce.

    Attributes:
        machine: result of ``table_id.read_machine_hash``.
        called: the table's name in ``table.toml``, known to the owner.
    """

    version: int
    commitment: Hex32
    machine: Label = ""
    called: Label = ""
    software: Label = ""


class EnrolmentOffer(Struct, frozen=True):
    """The hub's answer: its nonce, and its certificate authority.

    Attributes:
        session: secret id of this enrolment.
        hub: the room's name.
    """

    session: Session
    nonce: Hex32
    authority: Pem
    hub: Label


class NonceReveal(Struct, frozen=True):
    """The table reveals its nonce."""

    session: Session
    nonce: Hex32


class EnrolmentPoll(Struct, frozen=True):
    """The table polls whether the letters have been typed."""

    session: Session


class InvitedRequest(Struct, frozen=True):
    """A table joins with an invitation, whose file has the hub's authority, without letters."""

    token: Hex32
    machine: Label = ""
    called: Label = ""
    software: Label = ""


class Membership(Struct, frozen=True, omit_defaults=True):
    """A table's credentials for a room, in a file that only the table may read.

    Attributes:
        table: its id, and its user at the broker.
        port: of the room's broker, with TLS.
        authority: the certificate authority of the broker, PEM.
        hub: the room's name.
        name: the table's name in the room.
        newer: passwords announced by the hub after ``password``, newest first.
        host: of the broker; the table fills it in: the hub does not know how the table reaches it.
    """

    table: Annotated[str, Meta(pattern=r"\A[a-z0-9-]{1,32}\Z")]
    password: Password
    port: Annotated[int, Meta(ge=1, le=65535)]
    authority: Pem
    hub: Label = ""
    name: Label = ""
    host: Annotated[str, Meta(max_length=253)] = ""
    newer: Annotated[tuple[Password, ...], Meta(max_length=NEWER_PASSWORDS)] = ()


class EnrolmentAnswer(Struct, frozen=True, omit_defaults=True):
    """The answer to `EnrolmentPoll` and `InvitedRequest`; without either field, the table asks again.

    Attributes:
        refused: why this session is refused for good: ``late``, ``unknown``, ``refused``.
    """

    membership: Membership | None = None
    refused: Label = ""


DEFAULT_HUB_HOST: Final = "royaltable-hub"
"""Host name of the first hub in a network, without ``.local``."""

DEFAULT_PORT: Final = 8443
"""The hub's port for tables that join."""

MAX_REFUSAL_CHARS: Final = 200
"""How many characters of a hub's refusal an error quotes."""

AnswerT = TypeVar("AnswerT")


class JoinError(Exception):
    """The hub does not answer, or refuses; ``text`` says what was seen and what to do, the message does in English."""

    def __init__(self, key: str, /, **values: str | int | Text) -> None:
        self.text = Text(f"room-why-{key}", values)
        super().__init__(translate_text(self.text, ENGLISH))


class LettersExpiredError(JoinError):
    """The letters expired; the next attempt has new ones."""


class Invitation(Struct, frozen=True):
    """The file with which tables join without letters; it names the hub and the authority to trust."""

    host: str
    port: int
    authority: str
    token: str


class TableIdentity(Struct, frozen=True):
    """How a table introduces itself; for the fields, see `EnrolmentRequest`."""

    machine: str
    called: str
    software: str


class JoinAttempt:
    """An attempt to join: it waits until people have typed its letters at the hub.

    Attributes:
        letters: to show at the table.
        hub: the room's name, as the hub says.
    """

    def __init__(self, host: str, port: int, who: TableIdentity) -> None:
        """Exchange nonces with the hub, not trusted yet; raise JoinError if it does not answer, or refuses."""
        self._host, self._port = host, port
        nonce = new_nonce()
        begin = EnrolmentRequest(
            ENROLMENT_VERSION, compute_commitment(nonce).hex(), who.machine, who.called, who.software
        )
        offer = _post_message(host, port, tls_context_unverified(), BEGIN_PATH, begin, EnrolmentOffer)
        try:
            self._trusted = tls_context_trusting(offer.authority)
        except (ssl.SSLError, ValueError):
            raise JoinError("authority", hub=host) from None
        self._session = offer.session
        self.hub = offer.hub
        _post_message(host, port, self._trusted, OPEN_PATH, NonceReveal(offer.session, nonce.hex()), dict)
        self.letters = derive_comparison_letters(offer.authority, nonce, bytes.fromhex(offer.nonce))
        self._authority = offer.authority

    def poll_membership(self) -> Membership | None:
        """Return the membership; None until people have typed the letters.

        Raise JoinError if the hub does not answer, the letters have expired, or the hub sends another authority than
        they confirm.
        """
        answer = _post_message(
            self._host, self._port, self._trusted, ASK_PATH, EnrolmentPoll(self._session), EnrolmentAnswer
        )
        return _membership_from_answer(answer, self._host, self._authority)


def join_by_invitation(invitation: Invitation, who: TableIdentity) -> Membership:
    """Raise JoinError if it is no longer valid, or the hub does not answer."""
    try:
        trusted = tls_context_trusting(invitation.authority)
    except (ssl.SSLError, ValueError):
        raise JoinError("invitation") from None
    asked = InvitedRequest(invitation.token, who.machine, who.called, who.software)
    answer = _post_message(invitation.host, invitation.port, trusted, INVITED_PATH, asked, EnrolmentAnswer)
    member = _membership_from_answer(answer, invitation.host, invitation.authority)
    if member is None:
        raise JoinError("undecided", hub=invitation.host)
    return member


def parse_hub_address(hub: str) -> tuple[str, int]:
    """Return host and port of ``hub.local``, ``10.0.0.2:8443``, ``[fe80::1]:8443``; raise JoinError on a bad port."""
    host, colon, port = hub.rpartition(":")
    if not colon or (hub.count(":") > 1 and not hub.startswith("[")) or hub.endswith("]"):
        return hub.strip("[]"), DEFAULT_PORT
    if not (port.isascii() and port.isdigit() and len(port) < 6 and 0 < int(port) < 65536):
        raise JoinError("port", port=repr(port))
    return host.strip("[]"), int(port)


def _membership_from_answer(answer: EnrolmentAnswer, host: str, authority: str) -> Membership | None:
    if answer.refused == "late":
        raise LettersExpiredError("late")
    if answer.refused:
        raise JoinError("refused", hub=host, reason=answer.refused)
    if answer.membership is not None and answer.membership.authority != authority:
        raise JoinError("other-authority", hub=host)
    return None if answer.membership is None else replace(answer.membership, host=host)


def _why_unanswered(fault: OSError | http.client.HTTPException | ValueError) -> str:
    if isinstance(fault, ssl.SSLError | http.client.BadStatusLine):
        return "no-hub"
    if isinstance(fault, http.client.InvalidURL | ValueError):
        return "no-address"
    return "silent"


def _post_message(
    host: str, port: int, context: ssl.SSLContext, where: str, what: Struct, answer: type[AnswerT]
) -> AnswerT:
    """Raise JoinError without an answer, or for a refusal."""
    seen = f"{host}:{port}"
    sent = msgspec.json.encode(what)
    try:
        with closing(
            http.client.HTTPSConnection(host, port, context=context, timeout=limits.MQTT_CONNECT_TIMEOUT_S)
        ) as connection:
            connection.request("POST", where, sent, {"content-type": "application/json"})
            response = connection.getresponse()
            body = response.read(limits.ENROLMENT_MESSAGE_BYTES)
    except ssl.SSLCertVerificationError:
        raise JoinError("other-certificate", hub=seen) from None
    except (OSError, http.client.HTTPException, ValueError) as fault:  # ValueError: an impossible host name
        log.info("no_hub_answers", fault=ascii(fault))
        raise JoinError(_why_unanswered(fault), hub=seen) from None
    if response.status == http.client.OK:
        try:
            return msgspec.json.decode(body, type=answer)
        except JSON_ERRORS:
            raise JoinError("older-hub", hub=seen) from None
    try:
        reason = msgspec.json.decode(body, type=dict[str, dict[str, str]])["error"]["message"]
    except (*JSON_ERRORS, KeyError):
        reason = ""
    raise JoinError("status", hub=seen, status=str(response.status), reason=reason[:MAX_REFUSAL_CHARS])


PasswordMark = Annotated[str, Meta(pattern=r"\A[0-9a-f]{16}\Z")]


class RotatePassword(Struct, frozen=True):
    """The hub announces a new password."""

    do: Literal["rotate"]
    password: Password


class PasswordStored(Struct, frozen=True):
    """The table has stored the password with this ``mark`` (`short_password_hash`)."""

    do: Literal["rotate"]
    mark: PasswordMark


def short_password_hash(password: str) -> str:
    return hashlib.sha256(b"royaltable password, mark\0" + password.encode()).hexdigest()[:16]


def add_newer_password(membership: Membership, password: str) -> Membership:
    """If there are too many, drop the oldest new one; keep the accepted one."""
    others = tuple(each for each in membership.newer if each != password)
    if password == membership.password:
        return membership
    return replace(membership, newer=(password, *others)[:NEWER_PASSWORDS])


def mark_password_accepted(membership: Membership, password: str) -> Membership:
    """Note that the broker accepts ``password``; drop older passwords and keep newer ones."""
    if password not in membership.newer:
        return membership
    return replace(membership, password=password, newer=membership.newer[: membership.newer.index(password)])


X509_NO_CHECK_TIME: Final = 0x200000
"""``X509_V_FLAG_NO_CHECK_TIME`` of OpenSSL: most Pis start without knowing the time."""


def tls_context_trusting(authority: str) -> ssl.SSLContext:
    """Return a context that trusts only this PEM authority; raise ssl.SSLError or ValueError if it is invalid.

    The server's name is not checked: a room has no name server, and its authority signs for no other server.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.load_verify_locations(cadata=authority)
    context.verify_flags = ssl.VerifyFlags(context.verify_flags | X509_NO_CHECK_TIME)
    return context


def tls_context_unverified() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def key_fingerprint(key: str) -> str:
    """Return the first 128 bits of a key text's SHA-256, for people to compare at hub and table."""
    digits = hashlib.sha256(key.encode()).hexdigest()[:32].upper()
    return " ".join(digits[start : start + 4] for start in range(0, 32, 4))
