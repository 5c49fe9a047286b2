"""Pins of a machine that is not there, as gpiozero's devices use them."""

import gpiozero
import pytest
from gpiozero import Device, DigitalInputDevice, OutputDevice, PWMOutputDevice

from hw.bus.mock_pins import TwinPinFactory


@pytest.fixture
def pins() -> TwinPinFactory:
    return TwinPinFactory()


def test_listeners_hear_each_change_once_and_no_longer_than_they_want(pins: TwinPinFactory) -> None:
    heard: list[float] = []
    stop = pins.on_change(17, heard.append)
    output = OutputDevice(17, pin_factory=pins)

    for value in (True, True, False, True):
        output.value = value
    stop()
    stop()
    output.off()

    assert heard == [1.0, 0.0, 1.0]


def test_pins_keep_no_record_that_would_grow_for_ever(pins: TwinPinFactory) -> None:
    output = OutputDevice(17, pin_factory=pins)

    for _ in range(100):
        output.toggle()

    assert not hasattr(output.pin, "states")


def test_a_level_driven_from_outside_outlives_the_pull_up_of_the_driver(pins: TwinPinFactory) -> None:
    pins.drive(26, False)

    sensor = DigitalInputDevice(26, pull_up=True, pin_factory=pins)

    assert not sensor.pin.state


def test_a_wire_that_is_let_go_follows_the_pull(pins: TwinPinFactory) -> None:
    up = DigitalInputDevice(26, pull_up=True, pin_factory=pins)
    down = DigitalInputDevice(27, pull_up=False, pin_factory=pins)
    for pin, level in ((26, False), (27, True)):
        pins.drive(pin, level)
        pins.drive(pin, None)

    assert (up.pin.state, down.pin.state) == (True, False)


def test_a_driven_output_keeps_what_its_driver_says(pins: TwinPinFactory) -> None:
    output = OutputDevice(17, initial_value=True, pin_factory=pins)

    pins.drive(17, False)
    assert output.value == 1
    output.close()

    assert pins.level(17) == 0.0


def test_pulse_width_shows_its_duty_and_its_frequency(pins: TwinPinFactory) -> None:
    heard: list[float] = []
    pins.on_change(12, heard.append)
    buzzer = PWMOutputDevice(12, frequency=440, pin_factory=pins)

    buzzer.value = 0.5
    assert (pins.level(12), pins.frequency_hz(12)) == (0.5, 440)
    buzzer.frequency = 880
    buzzer.off()

    assert heard == [0.5, 0.5, 0.0]


def test_a_part_that_moves_by_itself_is_asked_before_its_pin_is_read(pins: TwinPinFactory) -> None:
    sensor = DigitalInputDevice(26, pull_up=True, pin_factory=pins)
    pins.on_read(26, lambda: pins.drive(26, False))

    assert not sensor.pin.state


def test_no_environment_and_no_global_factory_takes_part(pins: TwinPinFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "native")
    monkeypatch.setenv("GPIOZERO_MOCK_PIN_CLASS", "mockpin")
    before = Device.pin_factory

    gpiozero.OutputDevice(17, pin_factory=TwinPinFactory()).close()

    assert Device.pin_factory is before
