"""The buzzer: one sound at a time, by name."""

import asyncio
from typing import TYPE_CHECKING

from controller import background
from controller.devices.health import DeviceHealth
from hw.bus.ports import Ports
from hw.clock import Clock
from hw.console.sounds import PATTERNS

if TYPE_CHECKING:
    from hw.console.buzzer import Buzzer


class Sounds:
    """Owner of the buzzer and of what it plays. Where there is none, nothing is heard.

    Attributes:
        is_wired: whether there is to be one.
    """

    def __init__(self, pin: int | None, ports: Ports, clock: Clock) -> None:
        self.is_wired = pin is not None
        self._pin = pin
        self._ports = ports
        self._clock = clock
        self._buzzer: Buzzer | None = None
        self._playing: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Open it, where there is one; opening twice is once.

        Raises:
            HardwareError: its pin cannot be had.
        """
        if self._buzzer is None and self._pin is not None:
            from hw.console.buzzer import Buzzer  # with gpiozero: not before it is opened

            self._buzzer = Buzzer(self._pin, pin_factory=self._ports.pin_factory(), clock=self._clock)

    @property
    def playing(self) -> bool:
        return self._playing is not None and not self._playing.done()

    def play(self, name: str, health: DeviceHealth) -> None:
        """Play a sound instead of what is being played; a fault is noted in ``health``."""
        if self._buzzer is not None:
            self.hush()
            self._playing = background.begin(_play(self._buzzer, name, health), "sounds")

    def hush(self) -> None:
        if self._playing is not None:
            self._playing.cancel()

    def close(self) -> None:
        self.hush()
        if self._buzzer is not None:
            self._buzzer.close()


async def _play(buzzer: "Buzzer", name: str, health: DeviceHealth) -> None:
    with health.watch("buzzer"):
        await buzzer.play(PATTERNS[name])
