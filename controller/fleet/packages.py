"""The packages of a hub: where a table finds them, by which key they are signed, how people compare that."""

import hashlib
from typing import Final

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
