"""The Pi's ports, and the errors for buses that are off, forbidden or not installed, with the command that helps."""

import errno
import subprocess
import sys

import pytest

from hw.bus import gpio
from hw.bus.linux import LinuxPorts
from hw.errors import BusError
from tests.hw.bus.kernel_nodes import BUS_AT, OLED_ADDRESS, READER_AT, Pi


def missing(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    monkeypatch.setitem(sys.modules, module, None)


def test_loading_the_module_loads_no_package_of_the_pi() -> None:
    code = "import sys, hw.bus.linux; print({'lgpio', 'gpiozero'} & set(sys.modules))"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert printed.stdout.strip() == "set()"


def test_the_clock_of_a_reader_reaches_the_kernel(pi: Pi) -> None:
    LinuxPorts(spi_hz=1_000_000).spi_port(0, 1).transfer(b"\xee\x00")
    assert pi.hertz == 1_000_000


def test_several_transfers_are_one_system_call(pi: Pi) -> None:
    spi = LinuxPorts().spi_port(0, 1)
    pi.calls = 0
    assert spi.transfer_many([b"\x5a\x1e", b"\xda\x00", b"\xee\x00"])[1:] == [b"\x00\x1e", b"\x00\x92"]
    assert (pi.calls, pi.chip.transfers) == (1, 3)


def test_a_kernel_that_refuses_several_transfers_gets_one_a_call(pi: Pi) -> None:
    pi.batches = False
    spi = LinuxPorts().spi_port(0, 1)
    assert spi.transfer_many([b"\x5a\x1e", b"\xda\x00"])[1] == b"\x00\x1e"
    assert spi.unbatched
    pi.calls = 0
    assert spi.transfer_many([b"\x5a\x1f", b"\xda\x00"])[1] == b"\x00\x1f"
    assert pi.calls == 2


@pytest.mark.parametrize("path", [READER_AT, BUS_AT])
def test_a_node_that_came_back_is_reopened(pi: Pi, path: str) -> None:
    ports = LinuxPorts()
    spi, i2c = ports.spi_port(0, 1), ports.i2c_port(1)

    def use() -> None:
        assert spi.transfer(b"\xee\x00")[1] == 0x92
        i2c.write(OLED_ADDRESS, b"\x00\x81\x42")

    use()
    pi.unplug(path)
    with pytest.raises(BusError, match="transport endpoint shutdown"):
        use()
    with pytest.raises(BusError, match="No such file"):
        use()
    pi.plug(path)
    use()
    assert pi.oled.contrast == 0x42


def test_a_failed_node_is_closed_so_the_kernel_can_remove_it(pi: Pi) -> None:
    ports = LinuxPorts()
    spi, i2c = ports.spi_port(0, 1), ports.i2c_port(1)
    pi.oled.missing = True
    with pytest.raises(BusError):
        i2c.write(OLED_ADDRESS, b"\x00\xae")
    pi.unplug(READER_AT)
    with pytest.raises(BusError):
        spi.transfer(b"\xee\x00")
    assert pi.open_nodes == {}


def test_a_port_is_opened_once_and_closed_with_all_others(pi: Pi) -> None:
    ports = LinuxPorts()
    spi, i2c = ports.spi_port(0, 1), ports.i2c_port(1)
    assert (ports.spi_port(0, 1), ports.i2c_port(1)) == (spi, i2c)
    ports.close()
    with pytest.raises(BusError, match="Bad file descriptor"):
        spi.transfer(b"\x00")
    with pytest.raises(BusError, match="Bad file descriptor"):
        i2c.write(0x3C, b"\x00")
    assert ports.spi_port(0, 1) is not spi


@pytest.mark.parametrize(("bus", "remedy"), [(0, "sudo raspi-config nonint do_spi 0"), (1, "dtoverlay=spi1-3cs")])
def test_spi_switched_off_names_the_command_that_switches_it_on(pi: Pi, bus: int, remedy: str) -> None:
    with pytest.raises(BusError) as error:
        LinuxPorts().spi_port(bus, 2)
    assert error.value.part == f"/dev/spidev{bus}.2"
    assert remedy in error.value.remedy


def test_i2c_switched_off_names_the_command_that_switches_it_on(pi: Pi) -> None:
    with pytest.raises(BusError) as error:
        LinuxPorts().i2c_port(7)
    assert "sudo raspi-config nonint do_i2c 0" in error.value.remedy


@pytest.mark.parametrize("kind", ["spi", "i2c"])
def test_a_user_outside_the_group_gets_its_name(pi: Pi, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "royaltable")
    pi.refusals[READER_AT if kind == "spi" else BUS_AT] = PermissionError(errno.EACCES, "Permission denied")
    with pytest.raises(BusError) as error:
        LinuxPorts().spi_port(0, 1) if kind == "spi" else LinuxPorts().i2c_port(1)
    assert f"Put the user into the group: sudo usermod -aG {kind} royaltable," in error.value.remedy


@pytest.mark.parametrize("number", [errno.ENXIO, errno.EREMOTEIO])
def test_both_errors_for_a_missing_acknowledge_name_the_address(pi: Pi, number: int) -> None:
    pi.no_acknowledge = number
    with pytest.raises(BusError, match=r"address 0x3D.*i2cdetect -y 1"):
        LinuxPorts().i2c_port(1).write(0x3D, b"\x00")


def test_a_held_bus_is_named_with_its_cure(pi: Pi) -> None:
    pi.no_acknowledge = errno.ETIMEDOUT
    with pytest.raises(BusError, match=r"saw SDA or SCL held low.*Take the 3\.3 V"):
        LinuxPorts().i2c_port(1).write(0x3D, b"\x00")


def test_a_kernel_driver_at_the_address_is_named(pi: Pi) -> None:
    pi.address_taken = True
    with pytest.raises(BusError, match=r"a driver of the kernel at address 0x3C.*dtoverlay"):
        LinuxPorts().i2c_port(1).write(OLED_ADDRESS, b"\x00")


def test_pins_without_lgpio_name_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    missing(monkeypatch, "lgpio")
    with pytest.raises(BusError, match="sudo apt install python3-lgpio"):
        LinuxPorts().pin_factory()


def test_the_pin_factory_is_made_once_and_closed_with_the_ports(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    closed = []

    class Factory:
        def close(self) -> None:
            closed.append(self)

    monkeypatch.setattr(gpio, "lgpio_pin_factory", Factory)
    ports = LinuxPorts()
    factory = ports.pin_factory()
    assert ports.pin_factory() is factory
    ports.close()
    assert closed == [factory]
