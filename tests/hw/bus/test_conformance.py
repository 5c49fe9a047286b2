"""What every port promises, asked of twins and of the Pi's ports alike."""

import pytest

from hw.bus.linux import LinuxPorts
from hw.bus.ports import I2cPort, MessagePort, SpiPort
from hw.errors import BusError
from tests.hw.bus.stub_kernel import Pi

OLED_ADDRESS = 0x3C


@pytest.fixture(params=["twin", "linux"])
def spi(request: pytest.FixtureRequest, pi: Pi) -> MessagePort:
    """A port with an MFRC522 behind it."""
    return pi.chip if request.param == "twin" else LinuxPorts().spi(0, 1)


@pytest.fixture(params=["twin", "linux"])
def i2c(request: pytest.FixtureRequest, pi: Pi) -> I2cPort:
    """A port with an SSD1306 behind it."""
    return pi.wires if request.param == "twin" else LinuxPorts().i2c(1)


@pytest.mark.parametrize("octets", [b"\x00", b"\xee\x00", bytes(64)])
def test_as_many_octets_come_back_as_went_out(spi: SpiPort, octets: bytes) -> None:
    assert len(spi.transfer(octets)) == len(octets)


def test_what_is_written_to_a_register_is_read_from_it(spi: SpiPort) -> None:
    spi.transfer(b"\x5a\x1e")
    assert spi.transfer(b"\xda\x00")[1] == 0x1E


def test_one_transfer_is_one_frame_of_the_chip_select(spi: SpiPort) -> None:
    # A burst stays with one register on writing; apart, the second frame would be an address.
    spi.transfer(b"\x12\x0a\x0b\x0c")
    assert spi.transfer(b"\x92\x92\x92\x00")[1:] == b"\x0a\x0b\x0c"


def test_transfers_of_one_message_are_frames_of_their_own(spi: MessagePort) -> None:
    answers = spi.message([b"\x12\x0a\x0b", b"\x92\x92\x00", b"\x5a\x1e", b"\xda\x00"])
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


def test_nobody_at_an_address_is_a_bus_error_that_names_it(i2c: I2cPort) -> None:
    with pytest.raises(BusError, match="0x3D"):
        i2c.write(0x3D, b"\x00\xae")
    with pytest.raises(BusError, match="0x3D"):
        i2c.read(0x3D, 1)


def test_an_i2c_port_may_be_closed_twice(i2c: I2cPort) -> None:
    i2c.close()
    i2c.close()
