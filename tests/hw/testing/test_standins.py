"""Stand-ins refuse what the packages refuse, in their words, and hand out lines as a kernel does."""

import contextlib
import glob
import os
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from hw.bus.linux import LinuxPorts
from hw.testing.pi.machine import SimulatedPi
from hw.values import ReaderId
from royaltable_pytest import MakePi

GPIO = "import RPi.GPIO as GPIO; GPIO.setmode(GPIO.BCM); GPIO.setup(17, GPIO.OUT); GPIO.setup(4, GPIO.IN)"
LGPIO = "import lgpio; h = lgpio.gpiochip_open(0); lgpio.gpio_claim_output(h, 17); lgpio.gpio_claim_input(h, 4)"
LGPIO += "; lgpio.group_claim_output(h, [20, 21])"
SPI = "import spidev; spi = spidev.SpiDev(); opened = spidev.SpiDev(0, 0)"

REFUSED: dict[str, dict[str, str]] = {
    "import RPi.GPIO as GPIO": {
        "GPIO.setup(17, GPIO.IN)": "RuntimeError: Please set pin numbering mode using GPIO.setmode(GPIO.BOARD) or "
        "GPIO.setmode(GPIO.BCM)",
        "GPIO.setmode(3)": "ValueError: An invalid mode was passed to setmode()",
        "GPIO.setmode('BCM')": "TypeError: 'str' object cannot be interpreted as an integer",
    },
    GPIO: {
        "GPIO.setmode(GPIO.BOARD)": "ValueError: A different mode has already been set!",
        "GPIO.setup(99, GPIO.IN)": "ValueError: The channel sent is invalid on a Raspberry Pi",
        "GPIO.setup('17', GPIO.OUT)": "ValueError: Channel must be an integer or list/tuple of integers",
        "GPIO.setup([17, 1.5], GPIO.OUT)": "ValueError: Channel must be an integer",
        "GPIO.setup(17, 2)": "ValueError: An invalid direction was passed to setup()",
        "GPIO.setup(17, GPIO.OUT, pull_up_down=GPIO.PUD_UP)": "ValueError: pull_up_down parameter is not valid for "
        "outputs",
        "GPIO.setup(4, GPIO.IN, initial=1)": "ValueError: initial parameter is not valid for inputs",
        "GPIO.setup(4, GPIO.IN, 5)": "ValueError: Invalid value for pull_up_down - should be either PUD_OFF, PUD_UP or "
        "PUD_DOWN",
        "GPIO.output(17, '1')": "ValueError: Value must be an integer/boolean or a list/tuple of integers/booleans",
        "GPIO.output(17, 0.5)": "ValueError: Value must be an integer/boolean or a list/tuple of integers/booleans",
        "GPIO.output(17, None)": "ValueError: Value must be an integer/boolean or a list/tuple of integers/booleans",
        "GPIO.output([17], [1, 1])": "RuntimeError: Number of channels != number of values",
        "GPIO.output(17, [1])": "RuntimeError: Number of channels != number of values",
        "GPIO.output(4, 1)": "RuntimeError: The GPIO channel has not been set up as an OUTPUT",
        "GPIO.input(22)": "RuntimeError: You must setup() the GPIO channel first",
        "GPIO.input('4')": "TypeError: 'str' object cannot be interpreted as an integer",
        "GPIO.add_event_detect(17, GPIO.RISING)": "RuntimeError: You must setup() the GPIO channel as an input first",
        "GPIO.add_event_detect(4, 5)": "ValueError: The edge must be set to RISING, FALLING or BOTH",
        "GPIO.add_event_detect(4, GPIO.BOTH, callback=None)": "TypeError: Parameter must be callable",
        "GPIO.add_event_detect(4, GPIO.BOTH, bouncetime=0)": "ValueError: Bouncetime must be greater than 0",
        "GPIO.add_event_callback(4, print)": "RuntimeError: Add event detection using add_event_detect first before "
        "adding a callback",
        "[GPIO.add_event_detect(4, GPIO.BOTH) for _ in '12']": "RuntimeError: Conflicting edge detection already "
        "enabled for this GPIO channel",
        "GPIO.wait_for_edge(4, GPIO.BOTH, timeout=0)": "ValueError: Timeout must be greater than 0",
        "GPIO.PWM(4, 50)": "RuntimeError: You must setup() the GPIO channel as an output first",
        "GPIO.PWM(17, 0)": "ValueError: frequency must be greater than 0.0",
        "GPIO.PWM(17, '50')": "TypeError: must be real number, not str",
        "GPIO.PWM(17, 50).start(101)": "ValueError: dutycycle must have a value from 0.0 to 100.0",
        "[pwm := GPIO.PWM(17, 50), GPIO.PWM(17, 50)]": "RuntimeError: A PWM object already exists for this GPIO "
        "channel",
        "GPIO.cleanup(None)": "ValueError: Channel must be an integer or list/tuple of integers",
    },
    LGPIO: {
        "lgpio.gpiochip_open(4)": "error: 'can not open gpiochip'",
        "lgpio.gpiochip_open('0')": "TypeError: in method '_gpiochip_open', argument 1 of type 'int'",
        "lgpio.gpio_write(h + 1, 17, 1)": "error: 'unknown handle'",
        "lgpio.gpio_write(None, 17, 1)": "TypeError: unsupported operand type(s) for &: 'NoneType' and 'int'",
        "lgpio.gpio_write(h, 17, '1')": "TypeError: in method '_gpio_write', argument 3 of type 'int'",
        "lgpio.gpio_write(h, 70, 1)": "error: 'bad GPIO number'",
        "lgpio.gpio_claim_input(h, '17')": "TypeError: in method '_gpio_claim_input', argument 3 of type 'int'",
        "lgpio.gpio_claim_output(h, 8)": "error: 'GPIO busy'",
        "lgpio.gpio_claim_alert(h, 8, lgpio.BOTH_EDGES)": "error: 'bad event request'",
        "lgpio.gpio_claim_output(lgpio.gpiochip_open(0), 17)": "error: 'GPIO busy'",
        "lgpio.gpio_free(h, 22)": "error: 'GPIO not allocated'",
        "lgpio.group_write(h, 21, 1)": "error: 'GPIO not the group leader'",
        "lgpio.group_claim_output(h, ['a'])": "error: 'required argument is not an integer'",
        "lgpio.tx_pwm(h, 17, 20_000, 50)": "error: 'bad PWM frequency'",
        "lgpio.tx_pwm(h, 17, 50, 101)": "error: 'bad PWM dutycycle'",
        "lgpio.tx_pwm(h, 17, '50', 5)": "TypeError: in method '_tx_pwm', argument 3 of type 'float'",
        "lgpio.tx_servo(h, 17, 400)": "error: 'bad servo pulsewidth'",
        "lgpio.tx_servo(h, 17, 1500, 20)": "error: 'bad servo frequency'",
        "lgpio.tx_pulse(h, 17, 3, 4)": "error: 'bad PWM micros'",
        "lgpio.tx_busy(h, 17, 2)": "error: 'bad tx type for GPIO and group'",
        "lgpio.spi_open(3, 0, 50_000)": "error: 'can not open SPI device'",
        "lgpio.i2c_open(7, 0x3C)": "error: 'bad I2C bus'",
        "lgpio.i2c_open(1, 0x80)": "error: 'bad I2C address'",
        "lgpio.i2c_read_byte(lgpio.i2c_open(1, 0x50))": "error: 'i2c read failed'",
        "lgpio.i2c_write_byte(lgpio.i2c_open(1, 0x3C), 256)": "error: 'bad I2C parameter'",
        "lgpio.serial_open('/dev/serial0', 9600)": "AttributeError: lgpio.serial_open is not simulated, or no part of "
        "lgpio 0.2.2",
    },
    SPI: {
        "spi.xfer2([1])": "OSError: [Errno 9] Bad file descriptor",
        "opened.xfer2([])": "TypeError: Empty argument list.",
        "opened.xfer2(5)": "TypeError: expected a sequence",
        "opened.xfer2([0] * 4097)": "OverflowError: Argument list size exceeds 4096 bytes.",
        "opened.readbytes('1')": "TypeError: 'str' object cannot be interpreted as an integer",
        "spi.open(0, 5)": "FileNotFoundError: [Errno 2] No such file or directory",
        "setattr(spi, 'max_speed_hz', 1000)": "OSError: [Errno 9] Bad file descriptor",
        "setattr(opened, 'max_speed_hz', 1e6)": "TypeError: The max_speed_hz attribute must be an integer",
        "setattr(opened, 'mode', 4)": "TypeError: The mode attribute must be an integerbetween 0 and 3.",
        "setattr(opened, 'lsbfirst', True)": "OSError: [Errno 22] Invalid argument",
        "setattr(opened, 'cshigh', 1)": "TypeError: The cshigh attribute must be boolean",
        "setattr(opened, 'speed', 1)": "AttributeError: 'SpiDev' object has no attribute 'speed'",
    },
}
"""By what a program has done: an expression, and class and text of its error as of RPi.GPIO 0.7.1, lgpio 0.2.2 and
spidev 3.8."""


@pytest.mark.parametrize(
    ("begun", "does", "error"),
    [(begun, does, error) for begun, refused in REFUSED.items() for does, error in refused.items()],
)
def test_what_a_package_refuses_is_refused_in_its_words(
    simulated_pi: MakePi, begun: str, does: str, error: str
) -> None:
    simulated_pi()
    names: dict[str, Any] = {}
    exec(begun, names)  # the program
    with pytest.raises(Exception) as raised:  # noqa: PT011  # compared below
        eval(does, names)
    assert f"{type(raised.value).__name__}: {raised.value}".startswith(error)


def test_a_package_that_is_not_simulated_says_so(simulated_pi: MakePi) -> None:
    simulated_pi()
    with pytest.raises(ModuleNotFoundError, match=r"pigpio is not simulated; expected gpiozero, RPi\.GPIO"):
        import_module("pigpio")


def test_a_wait_for_an_edge_shares_its_channel_with_a_quiet_detection(simulated_pi: MakePi) -> None:
    pi = simulated_pi()
    from RPi import GPIO

    GPIO.setmode(GPIO.BCM)
    GPIO.setup(17, GPIO.IN, GPIO.PUD_UP)
    pi.at(0.1, "press", 17)
    assert GPIO.wait_for_edge(17, GPIO.FALLING, timeout=500) == 17
    with pytest.raises(RuntimeError, match="Conflicting edge detection already enabled"):
        GPIO.add_event_detect(17, GPIO.RISING)  # what the wait has left is of another edge
    GPIO.add_event_detect(17, GPIO.FALLING)
    assert (GPIO.wait_for_edge(17, GPIO.FALLING, timeout=500), GPIO.event_detected(17)) == (None, False)
    GPIO.add_event_callback(17, print)
    with pytest.raises(RuntimeError, match="Conflicting edge detection events already exist"):
        GPIO.wait_for_edge(17, GPIO.FALLING)
    GPIO.cleanup()


# Lines


def test_a_line_has_one_holder_across_handles_and_packages(simulated_pi: MakePi) -> None:
    simulated_pi()
    import lgpio
    from gpiozero import LED

    first, second = lgpio.gpiochip_open(0), lgpio.gpiochip_open(0)
    lgpio.gpio_claim_output(first, 17)
    with pytest.raises(lgpio.error, match="GPIO busy"):
        LED(17)
    lgpio.gpiochip_close(first)
    with LED(17), pytest.raises(lgpio.error, match="GPIO busy"):
        lgpio.gpio_claim_input(second, 17)
    lgpio.gpio_claim_input(second, 17)
    with pytest.raises(lgpio.error, match="GPIO busy"):
        LED(8)  # SPI's chip select


def test_without_parts_on_spi_its_chip_selects_are_free(simulated_pi: MakePi) -> None:
    simulated_pi(oled=(1, 0x3C))
    from gpiozero import LED

    with LED(8) as lamp:
        lamp.on()


def test_line_info_names_the_holder_and_its_flags(simulated_pi: MakePi) -> None:
    simulated_pi()
    import lgpio

    chip = lgpio.gpiochip_open(0)
    assert lgpio.gpio_get_chip_info(chip) == [0, 58, "gpiochip0", "pinctrl-bcm2711"]
    assert lgpio.gpio_get_line_info(chip, 8) == [0, 8, 3, "SPI_CE0_N", "spi0 CS0"]
    assert lgpio.gpio_get_line_info(chip, 17) == [0, 17, 1 << 16, "GPIO17", ""]
    lgpio.gpio_claim_output(chip, 17, lFlags=lgpio.SET_ACTIVE_LOW)
    assert lgpio.gpio_get_line_info(chip, 17) == [0, 17, 1 << 9 | 0b111, "GPIO17", "lg"]
    assert lgpio.gpio_get_line_info(chip, 50)[1:] == [50, 1 << 16, "", ""]


def test_alerts_of_lgpio_are_debounced_and_watched(simulated_pi: MakePi) -> None:
    pi = simulated_pi()
    import lgpio

    heard: list[tuple[int, ...]] = []
    chip = lgpio.gpiochip_open(0)
    lgpio.gpio_set_debounce_micros(chip, 17, 20_000)
    lgpio.gpio_set_watchdog_micros(chip, 17, 300_000)
    lgpio.callback(chip, 17, lgpio.FALLING_EDGE, lambda *alert: heard.append((round(pi.now_s() * 100), *alert[:3])))
    pi.press(17, 0.1)
    assert heard == []  # no claim asks for alerts
    lgpio.gpio_claim_alert(chip, 17, lgpio.BOTH_EDGES, lgpio.SET_PULL_UP)
    began = round(pi.now_s() * 100)
    pi.press(17, 0.01)
    pi.press(17, 0.1)
    pi.sleep(1)
    assert [(at - began, *alert) for at, *alert in heard] == [(3, 0, 17, 0), (13, 0, 17, 1), (43, 0, 17, 2)]


def test_an_input_that_floats_has_noise_of_its_seed(simulated_pi: MakePi) -> None:
    pi = simulated_pi(nasty=3)
    from RPi import GPIO

    edges: list[int] = []
    GPIO.setmode(GPIO.BCM)
    GPIO.setup((17, 27), GPIO.IN)
    GPIO.add_event_detect(27, GPIO.BOTH, edges.append)
    levels = []
    for _ in range(40):
        pi.sleep(0.01)
        levels.append(GPIO.input(17))
    GPIO.cleanup()
    assert "".join(map(str, levels)) == "0100101010101101010010110101001011010101"
    assert 10 < len(edges) < 40


@pytest.mark.parametrize(("pull", "pressed", "rests"), [("up", 0, 1), ("down", 1, 0)])
def test_a_resistor_outside_decides_where_a_button_leads(
    simulated_pi: MakePi, pull: str, pressed: int, rests: int
) -> None:
    pi = simulated_pi(pulls={"17": pull})
    from RPi import GPIO

    GPIO.setmode(GPIO.BCM)
    GPIO.setup(17, GPIO.IN)
    pi.at(0.1, "press", 17, 0.1)
    pi.at(0.4, "drive", 17, "high" if pressed else "low")
    levels = []
    for _ in range(3):
        levels.append(GPIO.input(17))
        pi.sleep(0.15)
    levels.append(GPIO.input(17))
    assert levels == [rests, pressed, rests, pressed]


@pytest.mark.skipif(find_spec("gpiod") is None, reason="pip install gpiod")
def test_gpiod_requests_lines_and_hears_edges(simulated_pi: MakePi) -> None:
    pi = simulated_pi()
    gpiod, line = import_module("gpiod"), import_module("gpiod.line")
    config = {17: gpiod.LineSettings(direction=line.Direction.OUTPUT, output_value=line.Value.ACTIVE, active_low=True)}
    with gpiod.request_lines("/dev/gpiochip0", config, "lamp") as request:
        assert (pi.pins.pin_level(17), request.get_value(17)) == (0, line.Value.ACTIVE)
        request.set_value(17, line.Value.INACTIVE)
        assert pi.pins.pin_level(17) == 1
        with gpiod.Chip("/dev/gpiochip0") as chip:
            assert (chip.get_line_info("GPIO17").consumer, chip.get_line_info(17).active_low) == ("lamp", True)
            with pytest.raises(OSError, match="Device or resource busy"):
                chip.request_lines({17: None})
    button = gpiod.LineSettings(edge_detection=line.Edge.BOTH, bias=line.Bias.PULL_UP)
    pi.at(1.0, "press", 4, 0.1)
    with gpiod.request_lines("/dev/gpiochip0", {4: button}) as request:
        assert not request.wait_edge_events(0.5)
        edges = [event for _ in range(2) for event in request.read_edge_events()]
    assert [(edge.event_type.name, edge.line_seqno) for edge in edges] == [("FALLING_EDGE", 1), ("RISING_EDGE", 2)]
    assert round((edges[1].timestamp_ns - edges[0].timestamp_ns) / 1e9, 3) == 0.1


@pytest.mark.skipif(find_spec("gpiod") is None, reason="pip install gpiod")
def test_gpiod_refuses_as_the_kernel_does(simulated_pi: MakePi, tmp_path: Path) -> None:
    simulated_pi()
    gpiod, line = import_module("gpiod"), import_module("gpiod.line")
    for path, error in (("/dev/gpiochip4", FileNotFoundError), ("/dev/null", OSError), (str(tmp_path), OSError)):
        with pytest.raises(error):
            gpiod.Chip(path)
    (tmp_path / "chip").symlink_to("/dev/gpiochip0")
    with gpiod.Chip(str(tmp_path / "chip")) as chip:
        assert chip.get_info().num_lines == 58
    both = gpiod.LineSettings(direction=line.Direction.OUTPUT, edge_detection=line.Edge.BOTH)
    for settings in (both, gpiod.LineSettings(bias=line.Bias.PULL_UP)):
        with pytest.raises(ValueError, match="Invalid argument"):
            gpiod.request_lines("/dev/gpiochip0", {17: settings})
    lamp = gpiod.LineSettings(direction=line.Direction.OUTPUT, active_low=True)
    with gpiod.request_lines(
        "/dev/gpiochip0", {17: lamp, 4: gpiod.LineSettings(direction=line.Direction.INPUT)}
    ) as held:
        with pytest.raises(PermissionError):
            held.set_value(4, line.Value.ACTIVE)
        with pytest.raises(ValueError, match="Invalid argument"):
            held.get_value(5)
        held.reconfigure_lines({17: None})  # as it is
        assert held.get_value(17) == line.Value.INACTIVE
    with pytest.raises(NotImplementedError, match="line 40 is not simulated"):
        gpiod.request_lines("/dev/gpiochip0", {40: None})


# Files


def test_each_way_to_look_for_a_file_of_the_pi_finds_it(simulated_pi: MakePi) -> None:
    simulated_pi()
    node = Path("/dev/spidev0.0")
    assert (node.exists(), os.access("/dev/i2c-1", os.R_OK), Path("/dev/i2c-7").exists()) == (True, True, False)
    assert glob.glob("/dev/spidev*") == ["/dev/spidev0.0", "/dev/spidev0.1"]  # noqa: PTH207
    assert [path.name for path in Path("/dev").glob("gpiochip*")] == ["gpiochip0"]
    assert node.resolve() == node
    assert Path("/proc/device-tree/model").read_text() == "Raspberry Pi 4 Model B Rev 1.1\0"
    assert [name for _, folders, _ in os.walk("/sys/class/gpio") for name in folders] == ["gpiochip512"]
    with pytest.raises(FileNotFoundError, match="'/dev/ttyUSB0'"):
        Path("/dev/ttyUSB0").stat()


def test_lines_in_sys_class_gpio_are_refused_by_their_old_numbers(simulated_pi: MakePi) -> None:
    simulated_pi()
    with pytest.raises(OSError, match="Invalid argument"):
        Path("/sys/class/gpio/export").write_text("17")
    with pytest.raises(NotImplementedError, match="/sys/class/gpio/export is not simulated"):
        Path("/sys/class/gpio/export").write_text("529")


def test_a_board_is_found_by_its_id_and_by_its_usb_numbers(simulated_pi: MakePi) -> None:
    simulated_pi(boards={"blue": "e660c0d1c7123456"}, serial=True)
    from serial.tools import list_ports

    link = Path("/dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_e660c0d1c7123456-if00")
    assert list(Path("/dev/serial/by-id").iterdir()) == [link]
    assert (link.is_symlink(), link.resolve()) == (True, Path("/dev/ttyACM0"))
    assert Path("/dev/serial0").resolve() == Path("/dev/ttyS0")
    (port,) = list_ports.comports()
    assert (port.device, port.hwid) == ("/dev/ttyACM0", "USB VID:PID=2E8A:0005 SER=e660c0d1c7123456 LOCATION=1-1.0:1.0")


def test_two_boards_of_one_serial_number_are_both_found(simulated_pi: MakePi) -> None:
    simulated_pi(boards={"blue": "e660c0d1c7123456", "yellow": "e660c0d1c7123456"})
    ports = LinuxPorts().serial_port_names()
    assert {Path(port).resolve() for port in ports} == {Path("/dev/ttyACM0"), Path("/dev/ttyACM1")}


def test_smbus_refuses_calls_after_close_and_reads_32_bytes_by_default(simulated_pi: MakePi) -> None:
    def program() -> None:
        import smbus

        bus = smbus.SMBus(1)
        bus.write_byte(0x3C, 0xAF)
        print(len(bus.read_i2c_block_data(0x3C, 0)))
        bus.close()
        bus.close()
        for closed in (bus, smbus.SMBus()):
            with pytest.raises(OSError, match="Bad file descriptor"):
                closed.write_byte(0x3C, 0xAF)
            with pytest.raises(OSError, match="Bad file descriptor"):
                closed.read_i2c_block_data(0x3C, 0)
        bus.open(1)
        bus.write_byte(0x3C, 0xAF)

    assert simulated_pi().run(program) == "32\n"


# Troubles by a seed


def troubles(seed: int | None) -> tuple[list[float], list[int], int, int]:
    """Return edges of three presses, wrong answers of a register, lost messages, and looks that found a tag."""
    with contextlib.closing(SimulatedPi(nasty=seed)) as pi, pi.in_use():
        import smbus
        import spidev
        from RPi import GPIO

        GPIO.setmode(GPIO.BCM)
        GPIO.setup(17, GPIO.IN, GPIO.PUD_UP)
        edges: list[float] = []
        GPIO.add_event_detect(17, GPIO.FALLING, lambda _: edges.append(pi.now_s()))
        for _ in range(3):
            pi.press(17)
        device = spidev.SpiDev(0, 0)
        device.max_speed_hz = 1_000_000
        answers = [answer for _ in range(200) for answer in device.xfer2([0xEE] * 100 + [0])[1:]]
        lost = 0
        for _ in range(600):
            try:
                smbus.SMBus(1).read_byte(0x3C)
            except OSError:
                lost += 1
        reader = pi.table.readers[ReaderId("reader")]
        heard = 400 if reader.field.audible is None else sum(reader.field.audible(at / 4) for at in range(400))
        GPIO.cleanup()
        return edges, [answer for answer in answers if answer != 0x92], lost, heard


def test_a_seed_makes_the_same_troubles_each_time(simulated_pi: MakePi) -> None:
    del simulated_pi  # for its check of names
    assert troubles(None) == (troubles(None)[0], [], 0, 400)
    edges, flips, lost, heard = troubles(7)
    assert (3 < len(edges) < 22, 0 < len(flips) < 10, 0 < lost < 12, 350 < heard < 400) == (True,) * 4
    assert troubles(7) == (edges, flips, lost, heard)
    assert troubles(8) != (edges, flips, lost, heard)
