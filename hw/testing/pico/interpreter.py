"""The MicroPython that stands in for a Pico's: where it is, how large its heap is, where its stand-in modules lie."""

import os
import shutil
from pathlib import Path
from typing import Final

from hw.errors import BusError

HEAP_OCTETS: Final = 190 * 1024
"""What an RP2040 leaves to the firmware, about."""

STANDINS: Final = Path(__file__).parent / "standins"
"""``machine``, ``time`` and ``select`` of the Pico: they ask the harness."""


def interpreter() -> Path:
    """Where MicroPython is: what ``tools/micropython`` brought, or else the machine's own.

    Raises:
        BusError: there is none.
    """
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "royaltable" / "micropython"
    for candidate in (cache / "micropython", shutil.which("micropython")):
        if candidate is not None and Path(candidate).is_file():
            return Path(candidate)
    raise BusError(
        "MicroPython", seen="no interpreter", expected=f"one in {cache}", remedy="Run tools/micropython of the sources."
    )
