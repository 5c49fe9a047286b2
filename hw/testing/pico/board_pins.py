"""Connect the pins of a simulated castle board to its readers, buttons and lamps."""

from collections.abc import Mapping
from typing import Any, Final

from firmware.castle_node import board as numbers
from firmware.castle_node.i2c import WS1850S_ADDRESS
from hw.bus.mock_pins import TwinPinFactory
from hw.bus.twin_i2c import TwinI2cBus
from hw.mfrc522.twin import I2cSide, Mfrc522Twin
from hw.ws2812.twin import Ws2812Twin

RESET_OF: Final = dict(zip(numbers.CHIP_SELECTS, numbers.RESETS, strict=True))
"""RST pins by chip select pin, as on the board."""


class BoardPins:
    """A board's pins as set up by its firmware.

    Args:
        chips: readers by chip select pin, where those on I2C have no wire.
        pins: pins of buttons and lamps.

    Attributes:
        i2c: the bus of readers on I2C.
        ring: at its pin whether there is one or not.
    """

    def __init__(self, chips: Mapping[int, Mfrc522Twin], pins: TwinPinFactory) -> None:
        self._chips = {pin: chip for pin, chip in chips.items() if not chip.is_on_i2c}
        self._on_i2c = [chip for chip in chips.values() if chip.is_on_i2c]
        self.i2c = TwinI2cBus()
        for chip in self._on_i2c:
            self.i2c.attach(WS1850S_ADDRESS, I2cSide(chip))
        self.ring = Ws2812Twin()
        self._pins = pins
        self._own: dict[int, Mfrc522Twin | None] = dict.fromkeys(RESET_OF)
        self._own |= {RESET_OF[chip_select]: self._chips.get(chip_select) for chip_select in RESET_OF}
        pins.drive(numbers.VBUS, True)  # noqa: FBT003  # a level
        self._outputs: dict[int, bool] = {}
        self._inputs: dict[int, Any] = {}

    @property
    def input_level_bits(self) -> int:
        return sum(1 << number for number, pin in self._inputs.items() if pin.state)

    @property
    def selected_reader(self) -> Mfrc522Twin | None:
        """The reader whose chip select is low, or None."""
        for chip_select, chip in self._chips.items():
            if self._outputs.get(chip_select) is False:
                return chip
        return None

    def make_input(self, number: int, *, pulled_up: bool) -> None:
        if number in self._own:
            return
        self._outputs.pop(number, None)
        pin = self._inputs[number] = self._pins.pin(number)
        pin.function = "input"
        pin.pull = "up" if pulled_up else "floating"

    def make_output(self, number: int, *, high: bool) -> None:
        if number not in self._own:
            self._pins.pin(number).function = "output"
        self.set_output_level(number, high=high)

    def set_output_level(self, number: int, *, high: bool) -> None:
        if number == numbers.SCL and high and self._outputs.get(number) is False:
            self.i2c.clock()
        if number not in self._own:
            self._pins.pin(number).state = high
        elif (chip := self._own[number]) is not None and high is not self._outputs.get(number, True):
            if high:
                chip.reset_pin.on()
            else:
                chip.reset_pin.off()
        self._outputs[number] = high

    def is_output(self, number: int) -> bool:
        return number in self._outputs

    def release_pins_and_reset_chips(self) -> None:
        for number in self._outputs:
            if number not in self._own:
                self._pins.pin(number).state = False
                self._pins.pin(number).function = "input"
        self._outputs.clear()
        self._inputs.clear()
        self.i2c.held = bool(self._on_i2c)  # cut off in mid-read
        for chip in (*self._chips.values(), *self._on_i2c):
            chip.brown_out()
