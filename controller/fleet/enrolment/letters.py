"""Eight letters by which people see that nobody stands between a table and a hub.

The table commits itself to a nonce, the hub answers with its own nonce and its authority, and only then does the table
open its nonce; both derive the letters from all three. Whoever stands between them has to choose before he sees what
the other end chose, so that he has one guess in 20^8 (RFC 6189, 4.4.1.1, has the same commitment for its two words).
"""

import hashlib
import hmac
import secrets
from typing import Final

from controller.fleet.table_id import LETTERS

NONCE_OCTETS: Final = 32
LENGTH: Final = 8
"""2.56e10 values; a hub pauses after five wrong ones."""


def new_nonce() -> bytes:
    """Nobody can guess it."""
    return secrets.token_bytes(NONCE_OCTETS)


def commitment_to(nonce: bytes) -> bytes:
    """32 octets that tell nothing of ``nonce``, and to which no other nonce fits."""
    return hashlib.sha256(b"royaltable enrolment, commitment\0" + nonce).digest()


def fits(commitment: bytes, nonce: bytes) -> bool:
    """Whether this nonce is the one of the commitment."""
    return len(nonce) == NONCE_OCTETS and hmac.compare_digest(commitment, commitment_to(nonce))


def letters_of(authority: str, tables: bytes, hubs: bytes) -> str:
    """The letters, from the hub's authority (PEM) and both nonces of ``NONCE_OCTETS``."""
    assert len(tables) == len(hubs) == NONCE_OCTETS
    digest = hashlib.sha256(b"royaltable enrolment, letters\0" + tables + hubs + authority.encode()).digest()
    number, letters = int.from_bytes(digest), ""
    for _ in range(LENGTH):
        number, digit = divmod(number, len(LETTERS))
        letters += LETTERS[digit]
    return letters


def grouped(letters: str) -> str:
    """As people read them out: ``bcdf ghjk``."""
    return f"{letters[: LENGTH // 2]} {letters[LENGTH // 2 :]}"


def as_typed(text: str) -> str:
    """The letters in what somebody typed, with whatever between them."""
    return "".join(letter for letter in text.lower() if letter in LETTERS)
