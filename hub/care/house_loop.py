"""The one task that tells tables how the room wants games to be played, as the file in the hub's folder says it."""

import asyncio
from pathlib import Path
from typing import Final

from controller import log
from hub.care.care_loop import CareLoop
from hub.care.houses import HousesError, houses_in

LOOK_S: Final = 5.0
"""How often the file is looked at."""


class HouseLoop:
    """Owner of nothing: the file says it, and commands write that.

    Args:
        folder: the hub's.
        care: tells the tables.
    """

    def __init__(self, folder: Path, care: CareLoop) -> None:
        self._folder = folder
        self._care = care

    async def run(self) -> None:
        """Look for ever; a file that cannot be read changes nothing."""
        while True:
            try:
                self.look()
            except HousesError as fault:
                log.warning("houses_wait", seen=fault)
            await asyncio.sleep(LOOK_S)

    def look(self) -> None:
        """Take what stands there now.

        Raises:
            HousesError: the file cannot be used.
        """
        houses = houses_in(self._folder)
        if houses != self._care.desires.houses:
            self._care.desires.houses = houses
            self._care.tell()
