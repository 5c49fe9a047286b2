"""The castles' lamps: what they show all the time, and the flash that answers a tile at once."""

import asyncio
from collections.abc import Mapping
from typing import Final

from controller.daemon.devices import Devices
from controller.daemon.hardware import Hardware
from controller.daemon.trouble import PANEL
from controller.games.contract import CastleId, LampPattern

FLASH_S: Final = 0.5
"""On and off once."""
FLASH: Final[LampPattern] = ("blink", "blink", "blink")
DARK: Final[LampPattern] = ("off", "off", "off")


class CastleLamps:
    """Owner of what each castle's lamps show. Where a castle has none, nothing happens."""

    def __init__(self, hardware: Hardware, devices: Devices) -> None:
        self._hardware = hardware
        self._devices = devices
        self._steady: Mapping[CastleId, LampPattern] = {}
        self._flashing: dict[CastleId, asyncio.TimerHandle] = {}

    def show(self, steady: Mapping[CastleId, LampPattern]) -> None:
        """From now on the lamps show this; castles that are not named are dark."""
        self._steady = steady
        for castle in self._hardware.panels:
            if castle not in self._flashing:
                self._light(castle)

    def flash(self, castle: CastleId) -> None:
        """All lamps of a castle flash once; then they show again what they showed."""
        if castle not in self._hardware.panels:
            return
        if castle in self._flashing:
            self._flashing[castle].cancel()
        loop = asyncio.get_running_loop()
        self._flashing[castle] = loop.call_later(FLASH_S, self._flashed, castle)
        self._light(castle)

    def _flashed(self, castle: CastleId) -> None:
        del self._flashing[castle]
        self._light(castle)

    def _light(self, castle: CastleId) -> None:
        pattern = FLASH if castle in self._flashing else self._steady.get(castle, DARK)
        with self._devices.watch(castle + PANEL):
            self._hardware.light(castle, pattern)
