"""Each bus and pin behind the same protocol: conformance of ports, pins of twins, and reserving them."""

import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import gpiozero
import pytest
from gpiozero import Device, DigitalInputDevice, OutputDevice, PWMOutputDevice

from hw.bus.linux import LinuxPorts
from hw.bus.mock_pins import TwinPinFactory
from hw.bus.ports import I2cPort, SpiPort, closing_devices_on_error
from hw.clock import LoopClock
from hw.console.buzzer import Buzzer
from hw.console.castle_on_pins import GpioCastlePanel
from hw.console.knob import Knob
from hw.errors import BusError
from hw.oled.driver import SpiSerial
from hw.oled.twin import Ssd1306Twin, TwinSpiDisplay
from hw.stepper.driver import Spinner
from tests.hw.bus.kernel_nodes import Pi

OLED_ADDRESS = 0x3C


@pytest.fixture(params=["twin", "linux"])
def spi(request: pytest.FixtureRequest, pi: Pi) -> SpiPort:
    return pi.chip if request.param == "twin" else LinuxPorts().spi_port(0, 1)


@pytest.fixture(params=["twin", "linux"])
def i2c(request: pytest.FixtureRequest, pi: Pi) -> I2cPort:
    return pi.wires if request.param == "twin" else LinuxPorts().i2c_port(1)


@pytest.mark.parametrize("data", [b"\x00", b"\xee\x00", bytes(64)])
def test_as_many_bytes_come_back_as_went_out(spi: SpiPort, data: bytes) -> None:
    assert len(spi.transfer(data)) == len(data)


def test_what_is_written_to_a_register_is_read_from_it(spi: SpiPort) -> None:
    spi.transfer(b"\x5a\x1e")
    assert spi.transfer(b"\xda\x00")[1] == 0x1E


def test_one_transfer_is_one_frame_of_the_chip_select(spi: SpiPort) -> None:
    # A burst stays with one register on writing; apart, the second frame would be an address.
    spi.transfer(b"\x12\x0a\x0b\x0c")
    assert spi.transfer(b"\x92\x92\x92\x00")[1:] == b"\x0a\x0b\x0c"


def test_transfers_of_one_message_are_frames_of_their_own(spi: SpiPort) -> None:
    answers = spi.transfer_many([b"\x12\x0a\x0b", b"\x92\x92\x00", b"\x5a\x1e", b"\xda\x00"])
    assert [len(answer) for answer in answers] == [3, 3, 2, 2]
    assert (answers[1][1:], answers[3][1]) == (b"\x0a\x0b", 0x1E)


def test_an_spi_port_may_be_closed_twice(spi: SpiPort) -> None:
    spi.close()
    spi.close()


def test_a_message_reaches_the_device_at_its_address(i2c: I2cPort, pi: Pi) -> None:
    i2c.write(OLED_ADDRESS, b"\x00\x81\x42")
    assert pi.oled.contrast == 0x42


def test_a_device_is_read_at_its_address(i2c: I2cPort, pi: Pi) -> None:
    dark = i2c.read(OLED_ADDRESS, 1)
    i2c.write(OLED_ADDRESS, b"\x00\xaf")
    assert (dark, i2c.read(OLED_ADDRESS, 1)) == (b"\x43", b"\x03")


def test_an_address_without_device_raises_a_bus_error(i2c: I2cPort) -> None:
    with pytest.raises(BusError, match="0x3D"):
        i2c.write(0x3D, b"\x00\xae")
    with pytest.raises(BusError, match="0x3D"):
        i2c.read(0x3D, 1)


def test_an_i2c_port_may_be_closed_twice(i2c: I2cPort) -> None:
    i2c.close()
    i2c.close()


@pytest.fixture
def pins() -> TwinPinFactory:
    return TwinPinFactory()


def test_listeners_get_each_change_once_until_they_unsubscribe(pins: TwinPinFactory) -> None:
    heard: list[float] = []
    stop = pins.on_change(17, heard.append)
    output = OutputDevice(17, pin_factory=pins)

    for value in (True, True, False, True):
        output.value = value
    stop()
    stop()
    output.off()

    assert heard == [1.0, 0.0, 1.0]


def test_pins_keep_no_growing_record(pins: TwinPinFactory) -> None:
    output = OutputDevice(17, pin_factory=pins)

    for _ in range(100):
        output.toggle()

    assert not hasattr(output.pin, "states")


def test_a_level_driven_from_outside_outlives_the_pull_up_of_the_driver(pins: TwinPinFactory) -> None:
    pins.drive(26, False)

    sensor = DigitalInputDevice(26, pull_up=True, pin_factory=pins)

    assert not sensor.pin.state


def test_a_released_wire_follows_the_pull(pins: TwinPinFactory) -> None:
    up = DigitalInputDevice(26, pull_up=True, pin_factory=pins)
    down = DigitalInputDevice(27, pull_up=False, pin_factory=pins)
    for pin, level in ((26, False), (27, True)):
        pins.drive(pin, level)
        pins.drive(pin, None)

    assert (up.pin.state, down.pin.state) == (True, False)


def test_an_output_keeps_its_drivers_level(pins: TwinPinFactory) -> None:
    output = OutputDevice(17, initial_value=True, pin_factory=pins)

    pins.drive(17, False)
    assert output.value == 1
    output.close()

    assert pins.pin_level(17) == 0.0


def test_pulse_width_shows_its_duty_and_its_frequency(pins: TwinPinFactory) -> None:
    heard: list[float] = []
    pins.on_change(12, heard.append)
    buzzer = PWMOutputDevice(12, frequency=440, pin_factory=pins)

    buzzer.value = 0.5
    assert (pins.pin_level(12), pins.pwm_frequency_hz(12)) == (0.5, 440)
    buzzer.frequency = 880
    buzzer.off()

    assert heard == [0.5, 0.5, 0.0]


def test_a_part_that_moves_by_itself_is_asked_before_its_pin_is_read(pins: TwinPinFactory) -> None:
    sensor = DigitalInputDevice(26, pull_up=True, pin_factory=pins)
    pins.set_hook_before_read(26, lambda: pins.drive(26, False))

    assert not sensor.pin.state


def test_pins_ignore_environment_and_global_factory(pins: TwinPinFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "native")
    monkeypatch.setenv("GPIOZERO_MOCK_PIN_CLASS", "mockpin")
    before = Device.pin_factory

    gpiozero.OutputDevice(17, pin_factory=TwinPinFactory()).close()

    assert Device.pin_factory is before


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
async def test_a_pin_in_use_raises_and_frees_the_other_pins(part: Callable[[TwinPinFactory], Any]) -> None:
    pins = TwinPinFactory()
    other = OutputDevice(TAKEN, pin_factory=pins)

    with pytest.raises(BusError, match=r"GPIOPinInUse.*21.*table\.toml"):
        part(pins)

    for pin in (16, 20, 5, 6):
        OutputDevice(pin, pin_factory=pins).close()
    other.close()


def test_a_pin_that_does_not_exist_raises() -> None:
    with pytest.raises(BusError, match=r"buzzer: saw PinInvalidPin.*expected pins 99"):
        Buzzer(99, pin_factory=TwinPinFactory(), clock=LoopClock())


def test_an_lgpio_error_becomes_a_bus_error(monkeypatch: pytest.MonkeyPatch) -> None:
    class LgpioError(Exception):
        """As lgpio has it: an exception of its own, under nothing else."""

    monkeypatch.setitem(sys.modules, "lgpio", SimpleNamespace(error=LgpioError))

    with pytest.raises(BusError, match="GPIO busy"), closing_devices_on_error("spinner", (17,)):
        raise LgpioError("GPIO busy")


def test_an_error_that_is_not_of_the_pins_passes_unchanged() -> None:
    with pytest.raises(ZeroDivisionError), closing_devices_on_error("spinner", (17,)):
        _ = 1 // 0
