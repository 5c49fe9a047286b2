"""A table's id in topics, the hash of its machine, and the detection of a clone.

A broker disconnects the older of two clients with one id, so a table and its clone would do so to each other forever.
To end this, the one connected first stays; the other disconnects for a while. `CloneWatch` takes the time
as a value.
"""

import hashlib
from pathlib import Path
from typing import Final

from controller.fleet.messages import Presence

CODE_LETTERS: Final = "bcdfghjklmnpqrstvwxz"
"""Base 20 without vowels, so that it spells no word (RFC 8628, 6.1)."""

MACHINE_NUMBER_FILES: Final = (Path("/proc/device-tree/serial-number"), Path("/etc/machine-id"))
"""Files with a machine's number: a Pi's serial number, else machine-id(5), which a copied card has, too."""


def read_machine_hash(numbers: tuple[Path, ...] = MACHINE_NUMBER_FILES) -> str:
    """Return a hash of the machine's secret number (machine-id(5)), 16 hexadecimal digits."""
    for number in numbers:
        try:
            seen = number.read_bytes().strip(b"\0\n ")
        except OSError:
            continue
        if seen:
            return hashlib.sha256(b"royaltable machine " + seen).hexdigest()[:16]
    return ""


def machine_hash_for_table(table: str, machine: str) -> str:
    """Differs by table: rooms cannot tell that two are one machine."""
    return hashlib.sha256(f"royaltable machine as {table} {machine}".encode()).hexdigest()[:16] if machine else ""


def hash_to_letters(data: bytes, count: int) -> str:
    number, letters = int.from_bytes(hashlib.sha256(data).digest()), ""
    for _ in range(count):
        number, digit = divmod(number, len(CODE_LETTERS))
        letters += CODE_LETTERS[digit]
    return letters


def default_table_id(machine: str) -> str:
    return f"rt-{hash_to_letters(machine.encode(), 6)}"


OLDER_IF_CONNECTED_S: Final = 60.0
"""A table whose previous connection lasted this long is older than its clone."""

CLONE_PAUSE_S: Final = 300.0
"""How long the newer of the two stays disconnected."""

CLONE_SHOWN_S: Final = 2.5 * CLONE_PAUSE_S
"""How long to report a clone after its latest presence; it returns after each pause."""


class CloneWatch:
    """Detects a clone by its presence; ``boot`` is the id of this start."""

    def __init__(self, boot: str) -> None:
        self._boot = boot
        self._own_presence_arrived = False
        self._seen_at_s: float | None = None
        self._is_older_until_s = 0.0

    def must_disconnect_on_presence(self, presence: Presence, stayed_s: float, now_s: float) -> bool:
        """Return whether to disconnect for ``CLONE_PAUSE_S``, because a clone is connected.

        Until the broker has returned our own presence, one with another boot id may be retained from an earlier start
        of this table.

        Args:
            presence: ours or another's.
            stayed_s: how long our previous connection lasted.
            now_s: monotonic time.
        """
        if presence.boot == self._boot:
            self._own_presence_arrived = True
        if not presence.online or presence.boot == self._boot or not self._own_presence_arrived:
            return False
        self._seen_at_s = now_s
        if stayed_s >= OLDER_IF_CONNECTED_S:
            self._is_older_until_s = now_s + CLONE_PAUSE_S / 2
        return now_s >= self._is_older_until_s

    def is_clone_seen(self, now_s: float) -> bool:
        return self._seen_at_s is not None and now_s - self._seen_at_s < CLONE_SHOWN_S
