"""The castles' lamps: what they show all the time, and the short pattern that answers a piece or a press at once."""

import asyncio
from collections.abc import Mapping
from typing import Final

from controller.devices.controls import Controls
from controller.devices.health import PANEL, DeviceHealth
from controller.games.contract.values import CastleId, LampPattern

FLASH_S: Final = 0.5
"""On and off once."""
FLASH: Final[LampPattern] = ("blink", "blink", "blink")
REFUSED_S: Final = 2.0
REFUSED: Final[LampPattern] = ("on", "off", "on")
"""The outer lamps stay on: no step of a game shows that."""
DARK: Final[LampPattern] = ("off", "off", "off")


class CastleLamps:
    """Owner of what each castle's lamps show. Where a castle has none, nothing happens."""

    def __init__(self, controls: Controls, devices: DeviceHealth) -> None:
        self._controls = controls
        self._devices = devices
        self._steady: Mapping[CastleId, LampPattern] = {}
        self._answers: dict[CastleId, tuple[LampPattern, asyncio.TimerHandle]] = {}

    def show(self, steady: Mapping[CastleId, LampPattern]) -> None:
        self._steady = steady
        for castle in self._controls.panels:
            if castle not in self._answers:
                self._light(castle)

    def flash(self, castle: CastleId) -> None:
        self._answer(castle, FLASH, FLASH_S)

    def refuse(self, castle: CastleId) -> None:
        self._answer(castle, REFUSED, REFUSED_S)

    def stop(self) -> None:
        for _, timer in self._answers.values():
            timer.cancel()
        self._answers.clear()

    def _answer(self, castle: CastleId, pattern: LampPattern, seconds: float) -> None:
        if castle not in self._controls.panels:
            return
        if castle in self._answers:
            self._answers[castle][1].cancel()
        timer = asyncio.get_running_loop().call_later(seconds, self._answered, castle)
        self._answers[castle] = pattern, timer
        self._light(castle)

    def _answered(self, castle: CastleId) -> None:
        del self._answers[castle]
        self._light(castle)

    def _light(self, castle: CastleId) -> None:
        pattern = self._answers[castle][0] if castle in self._answers else self._steady.get(castle, DARK)
        with self._devices.watch(castle + PANEL):
            self._controls.light(castle, pattern)
