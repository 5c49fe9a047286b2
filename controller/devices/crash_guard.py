"""Starts that did not come to good: after three in a row the table opens no device, for one of them may be the cause.

A motor that pulls the supply down, or a driver that takes the kernel with it, would else end every start of the table.
"""

import contextlib
from pathlib import Path
from typing import Final

from controller import log
from controller.store.atomic_files import write_atomically

FAILED_AT_MOST: Final = 3
HEALTHY_AFTER_S: Final = 20.0
"""A table that has run for so long has started well."""

DEVICES: Final = "devices"
"""All of them, where one is named."""

WHAT_TO_DO: Final = (
    f"devices: saw {FAILED_AT_MOST} starts in a row that ended within {HEALTHY_AFTER_S:.0f} s, expected one that "
    "lasts. None was opened; the same game goes on by hand, on the page. See in the log which device came last "
    "(journalctl -u royaltable), repair or unplug it, then restart the table: it tries its devices again."
)


class CrashGuard:
    """Owner of the file that counts the starts since the last good one. A disk that fails hinders nobody."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def begin(self) -> bool:
        """Count this start; says whether the devices may be opened."""
        before = failed(self._file)
        try:
            write_atomically(self._file, f"{before + 1}\n")
        except OSError as fault:
            log.warning("start_not_counted", file=self._file, fault=fault.strerror)
        return before < FAILED_AT_MOST

    def went_well(self) -> None:
        """The table has run for a while, or ended as it should: the next start is the first again."""
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)


def failed(file: Path) -> int:
    """How many starts in a row did not come to good."""
    try:
        return int(file.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return 0
