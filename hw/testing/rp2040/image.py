"""What an emulated RP2040 needs: MicroPython for it, the emulator, and node to run that."""

import os
import shutil
from pathlib import Path
from typing import Final

from msgspec import Struct

from hw.errors import BusError

FLASH_OCTETS: Final = 2 * 1024 * 1024
"""Of a Pico."""

ERASED: Final = b"\xff"


class Rp2040Kit(Struct, frozen=True):
    """Where ``tools/rp2040`` has put things.

    Attributes:
        node: the program.
        modules: the folder that holds ``node_modules``.
        micropython: the image of MicroPython, as it lies at the start of the flash.
    """

    node: str
    modules: Path
    micropython: Path

    def fresh_flash(self) -> bytes:
        """The flash of a board that has MicroPython, and nothing else."""
        return self.micropython.read_bytes().ljust(FLASH_OCTETS, ERASED)


def kit() -> Rp2040Kit:
    """What there is on this machine.

    Raises:
        BusError: something is missing.
    """
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "royaltable" / "rp2040" / "current"
    node, micropython = shutil.which("node"), home / "micropython.bin"
    modules = home / "node_modules" / "rp2040js"
    for what, there in (("node", node), (str(micropython), micropython.exists()), (str(modules), modules.exists())):
        if not there:
            remedy = "Run tools/rp2040 of the sources."
            raise BusError("emulated RP2040", seen=f"no {what}", expected="all that it runs on", remedy=remedy)
    assert node is not None
    return Rp2040Kit(node, home, micropython)
