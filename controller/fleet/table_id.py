"""What a table is called in topics, and which machine it is: both stay the same at each start."""

import hashlib
from pathlib import Path
from typing import Final

LETTERS: Final = "bcdfghjklmnpqrstvwxz"
"""Base 20 without vowels, so that no word comes of it (RFC 8628, 6.1)."""

SERIAL_NUMBERS: Final = (Path("/proc/device-tree/serial-number"), Path("/etc/machine-id"))
"""A Pi's own, burnt in; elsewhere the system's (machine-id(5)), which a copied card has, too."""


def machine(numbers: tuple[Path, ...] = SERIAL_NUMBERS) -> str:
    """A hash of the machine's number, 16 hexadecimal digits; the number itself leaves it never (machine-id(5))."""
    for number in numbers:
        try:
            seen = number.read_bytes().strip(b"\0\n ")
        except OSError:
            continue
        if seen:
            return hashlib.sha256(b"royaltable machine " + seen).hexdigest()[:16]
    return ""


def machine_as(table: str, machine: str) -> str:
    """The machine's hash for one table, so that nobody can tell which tables of two rooms were the same machine."""
    return hashlib.sha256(f"royaltable machine as {table} {machine}".encode()).hexdigest()[:16] if machine else ""


def usual_id(machine: str) -> str:
    """Such as ``rt-kdmxqz``: one of 64 million."""
    number, letters = int.from_bytes(hashlib.sha256(machine.encode()).digest()), ""
    for _ in range(6):
        number, digit = divmod(number, len(LETTERS))
        letters += LETTERS[digit]
    return f"rt-{letters}"
