"""Three light beams behind a gate's antenna, on the Pi's own pins; `firmware/castle_node/beams.py` judges them."""

from collections import deque
from typing import Any

from gpiozero import DigitalInputDevice, OutputDevice

from firmware.castle_node.board import BEAM_CHANGES
from firmware.castle_node.ports import Beams
from hw.bus.ports import closing_devices_on_error
from hw.clock import Clock


class GpioBeams(Beams):
    """The beams' pins: three phototransistors, high where the beam is cut, and the LEDs, lit when high."""

    def __init__(self, pins: tuple[int, int, int, int], pin_factory: Any, clock: Clock) -> None:
        self._clock = clock
        self._changes: deque[tuple[int, int]] = deque(maxlen=BEAM_CHANGES)
        *beams, light = pins
        with closing_devices_on_error("light beams", pins) as reserve:
            self._light = reserve(OutputDevice(light, pin_factory=pin_factory))
            self._beams = [
                reserve(
                    DigitalInputDevice(pin, pull_up=None, active_state=True, bounce_time=None, pin_factory=pin_factory)
                )
                for pin in beams
            ]
        for device in self._beams:
            device.pin.edges = "both"
            device.pin.when_changed = self._store_change

    def switch_light(self, on: bool) -> None:  # noqa: FBT001  # the level of a pin
        self._light.value = on

    def levels(self) -> int:
        first, high, second = (bool(device.is_active) for device in self._beams)
        return first << 2 | high << 1 | second

    def take_changes(self) -> list[tuple[int, int]]:
        return [self._changes.popleft() for _ in range(len(self._changes))]

    def close(self) -> None:
        """Switch the LEDs off and release the pins; closing twice is fine."""
        for device in (*self._beams, self._light):
            device.close()

    def _store_change(self, _ticks: object, _state: float) -> None:
        self._changes.append((round(self._clock.now_s() * 1e6) & 0x3FFFFFFF, self.levels()))
