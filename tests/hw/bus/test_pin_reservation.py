"""Pins are taken all or none, and a fault names the part."""

import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from gpiozero import OutputDevice

from hw.bus.mock_pins import TwinPinFactory
from hw.bus.pin_reservation import reserving
from hw.clock import LoopClock
from hw.console.buzzer import Buzzer
from hw.console.castle_on_pins import GpioCastlePanel
from hw.console.knob import Knob
from hw.errors import BusError
from hw.oled.driver import SpiSerial
from hw.oled.twin import Ssd1306Twin, TwinSpiDisplay
from hw.stepper.driver import Spinner

TAKEN = 21


def knob(pins: TwinPinFactory) -> Any:
    return Knob(
        (16, 20),
        TAKEN,
        pin_factory=pins,
        clock=LoopClock(),
        on_turn=lambda _at_s, _detents: None,
        on_press=lambda _press: None,
    )


def panel(pins: TwinPinFactory) -> Any:
    return GpioCastlePanel(yes_pin=5, no_pin=TAKEN, lamp_pins=(16, 20, 6), pin_factory=pins, clock=LoopClock())


def spinner(pins: TwinPinFactory) -> Any:
    return Spinner((16, 20, 6, 5), TAKEN, pin_factory=pins, clock=LoopClock())


def display(pins: TwinPinFactory) -> Any:
    port = TwinSpiDisplay(Ssd1306Twin(), pins, data_command_pin=16)
    return SpiSerial(port, data_command_pin=16, reset_pin=TAKEN, pin_factory=pins)


def buzzer(pins: TwinPinFactory) -> Any:
    return Buzzer(TAKEN, pin_factory=pins, clock=LoopClock())


@pytest.mark.parametrize("part", [knob, panel, spinner, display, buzzer])
async def test_a_pin_in_use_is_told_and_the_other_pins_are_free_again(part: Callable[[TwinPinFactory], Any]) -> None:
    pins = TwinPinFactory()
    other = OutputDevice(TAKEN, pin_factory=pins)

    with pytest.raises(BusError, match=r"GPIOPinInUse.*21.*table\.toml"):
        part(pins)

    for pin in (16, 20, 5, 6):
        OutputDevice(pin, pin_factory=pins).close()
    other.close()


def test_a_pin_that_does_not_exist_is_told() -> None:
    with pytest.raises(BusError, match=r"buzzer: saw PinInvalidPin.*expected pins 99"):
        Buzzer(99, pin_factory=TwinPinFactory(), clock=LoopClock())


def test_what_the_library_under_gpiozero_raises_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    class LgpioError(Exception):
        """As lgpio has it: an exception of its own, under nothing else."""

    monkeypatch.setitem(sys.modules, "lgpio", SimpleNamespace(error=LgpioError))

    with pytest.raises(BusError, match="GPIO busy"), reserving("spinner", (17,)):
        raise LgpioError("GPIO busy")


def test_a_fault_of_our_own_making_is_not_dressed_up() -> None:
    with pytest.raises(ZeroDivisionError), reserving("spinner", (17,)):
        _ = 1 // 0
