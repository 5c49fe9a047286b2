"""What is the matter with the table's machine, as codes of the doctor: its supply, its heat, its disk."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Final

from controller.care.doctor.host import Host
from controller.care.doctor.system import disk, power

LOOKS_EVERY_S: Final = 60.0
"""0.02 wake-ups a second."""

NOW: Final = frozenset({"RT-POWER-LOW", "RT-TOO-HOT", "RT-DISK-FULL", "RT-DISK-READONLY", "RT-DISK-ERRORS"})
"""What somebody should see to in the middle of an evening; the rest the doctor tells."""


class MachineWatch:
    """Owner of what was found last.

    Args:
        folder: where the journal lies.
        changed: called when something else is found.
        machine: the one to look at.

    Attributes:
        codes: sorted.
    """

    def __init__(self, folder: Path, changed: Callable[[], None], machine: Host | None = None) -> None:
        self.codes: tuple[str, ...] = ()
        self._folder = folder
        self._changed = changed
        self._machine = machine or Host()

    async def run(self) -> None:
        """Look for ever, in a thread: a disk that hangs holds up nobody."""
        while True:
            codes = await asyncio.to_thread(self._look)
            if codes != self.codes:
                self.codes = codes
                self._changed()
            await asyncio.sleep(LOOKS_EVERY_S)

    def _look(self) -> tuple[str, ...]:
        try:
            seen = [*power(self._machine), *disk(self._machine, self._folder)]
        except OSError:  # the disk itself does not say how full it is
            return ("RT-DISK-ERRORS",)
        return tuple(sorted({each.code for each in seen} & NOW))
