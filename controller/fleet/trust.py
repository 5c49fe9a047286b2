"""Whom a table trusts: one authority, and the key that signs packages."""

import hashlib
import ssl
from typing import Final

NO_CHECK_TIME: Final = 0x200000
"""``X509_V_FLAG_NO_CHECK_TIME`` of OpenSSL: most Pis have no clock when they start."""


def only(authority: str) -> ssl.SSLContext:
    """A context in which this authority (PEM) alone vouches, for whoever it likes.

    It is the room's own and vouches for nobody else, so the server's name is not looked at: a room has no name server.

    Raises:
        ssl.SSLError, ValueError: it is no authority.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.load_verify_locations(cadata=authority)
    context.verify_flags = ssl.VerifyFlags(context.verify_flags | NO_CHECK_TIME)
    return context


def anybody() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


PATH: Final = "/packages"
"""Of the hub's page."""

KEY: Final = "key.asc"
"""Below it: the public key, as ``gpg --export --armor`` gives it."""

USUAL_PORT: Final = 8090
"""Of the hub's page."""


def fingerprint(key: str) -> str:
    """By which people compare a key at the hub and at a table: the first 128 bits of the SHA-256 of its text."""
    digits = hashlib.sha256(key.encode()).hexdigest()[:32].upper()
    return " ".join(digits[start : start + 4] for start in range(0, 32, 4))
