"""A program meets the simulated Pi as it would a real one, and people do what a script says."""

import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from textwrap import dedent

import pytest
from click.testing import CliRunner
from PIL import Image

from hw.bus.twin_i2c import TwinI2cBus
from hw.testing.pi.command import main
from royaltable_pytest import MakePi

pytestmark = pytest.mark.filterwarnings("ignore::SyntaxWarning", "ignore::DeprecationWarning")

CARD = "86a083ee"
TILE = "04a1b2c3d4e580"

READ = """
import RPi.GPIO as GPIO
from mfrc522 import SimpleMFRC522

reader = SimpleMFRC522()
try:
    print(reader.read())
finally:
    GPIO.cleanup()
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    return tmp_path / "program.py"


@pytest.mark.skipif(find_spec("mfrc522") is None, reason="pip install --no-deps mfrc522")
def test_a_tag_that_comes_late_is_read_when_it_comes(simulated_pi: MakePi, program: Path) -> None:
    program.write_text(READ)
    pi = simulated_pi()
    pi.at(0.1, "place", CARD)
    assert pi.run(program, seconds=1).startswith("(578218618443, ")
    assert 0.1 < pi.now_s() < 0.3


@pytest.mark.skipif(find_spec("mfrc522") is None, reason="pip install --no-deps mfrc522")
def test_what_a_program_has_written_to_a_card_another_reads(simulated_pi: MakePi, program: Path) -> None:
    program.write_text(READ.replace("print(reader.read())", "reader.write(input())"))
    pi = simulated_pi()
    pi.place(CARD)
    pi.run(program, answers=["castle"])
    pi.remove(CARD)
    pi.place(CARD)
    program.write_text(READ)
    assert "castle" in pi.run(program)


def test_two_readers_have_select_and_reset_pins_of_their_own(simulated_pi: MakePi) -> None:
    pi = simulated_pi(readers={"blue": (0, 0), "red": (0, 1)}, reset_pins={"blue": 25, "red": 22})
    import spidev
    from RPi import GPIO

    GPIO.setmode(GPIO.BCM)
    GPIO.setup((25, 22), GPIO.OUT, initial=GPIO.HIGH)
    GPIO.output(22, GPIO.LOW)
    pi.sleep(0.001)
    assert [spidev.SpiDev(0, select).xfer2([0xEE, 0])[1] for select in (0, 1)] == [0x92, 0]
    GPIO.cleanup()


@pytest.mark.skipif(find_spec("pirc522") is None, reason="pip install --no-deps pi-rc522")
def test_a_program_that_waits_for_the_readers_irq_hears_a_tag(simulated_pi: MakePi, program: Path) -> None:
    program.write_text("from pirc522 import RFID\nreader = RFID()\nreader.wait_for_tag()\nprint(reader.request())\n")
    pi = simulated_pi()
    pi.at(0.2, "place", CARD)
    assert pi.run(program, seconds=2) == "(False, 16)\n"


@pytest.mark.parametrize("chip", ["ssd1306", "sh1106"])
def test_luma_draws_on_the_display(simulated_pi: MakePi, program: Path, chip: str) -> None:
    program.write_text(
        dedent(f"""
        from luma.core.interface.serial import i2c
        from luma.core.render import canvas
        from luma.oled.device import {chip}
        device = {chip}(i2c(port=1, address=0x3C))
        device.persist = True
        with canvas(device) as draw:
            draw.rectangle((10, 20, 30, 40), fill="white")
        """)
    )
    pi = simulated_pi(oled=(1, 0x3C), oled_chip=chip)
    pi.run(program)
    assert pi.table.oled is not None
    assert pi.table.oled.image().getbbox() == (10, 20, 31, 41)


def test_luma_draws_over_spi_with_a_pin_for_data(simulated_pi: MakePi) -> None:
    pi = simulated_pi(oled_spi=((0, 1), 23), oled_reset_pin=27)
    from luma.core.interface.serial import spi
    from luma.oled.device import ssd1306

    device = ssd1306(spi(device=1, gpio_DC=23, gpio_RST=27))
    device.persist = True
    device.display(Image.new("1", (128, 64), 1))
    assert pi.table.oled is not None
    assert pi.table.oled.image().getextrema() == (255, 255)


def test_a_display_that_is_not_there_does_not_acknowledge(simulated_pi: MakePi) -> None:
    pi = simulated_pi()
    import smbus

    bus = smbus.SMBus(1)
    bus.write_i2c_block_data(0x3C, 0, [0x8D, 0x14, 0xAF])
    assert bus.read_byte(0x3C) == 0x03
    pi.fault("oled_missing")
    with pytest.raises(OSError, match="Remote I/O error"):
        bus.read_byte(0x3C)
    with pytest.raises(FileNotFoundError):
        smbus.SMBus(0)


def test_a_device_that_stretches_the_clock_slows_a_message_or_ends_it(simulated_pi: MakePi) -> None:
    pi = simulated_pi()
    import smbus

    bus, wires, took_s = smbus.SMBus(1), pi.table.i2c_port(1), []
    assert isinstance(wires, TwinI2cBus)
    for stretch_s in (0.0, 0.02):
        wires.stretch_s, began_s = stretch_s, pi.now_s()
        bus.read_byte(0x3C)
        took_s.append(pi.now_s() - began_s)
    assert took_s[1] - took_s[0] == pytest.approx(0.02)
    wires.stretch_s = 0.04
    with pytest.raises(TimeoutError):
        bus.read_byte(0x3C)


KNOB = """
import RPi.GPIO as GPIO
GPIO.setmode(GPIO.BCM)
GPIO.setup((5, 6), GPIO.IN, pull_up_down=GPIO.PUD_UP)
count, before = 0, GPIO.input(5)
while True:
    now = GPIO.input(5)
    if now != before:
        count += 1 if GPIO.input(6) != now else -1
        print(count)
    before = now
"""


def test_a_loop_that_looks_at_the_knob_counts_its_edges(simulated_pi: MakePi, program: Path) -> None:
    program.write_text(KNOB)
    pi = simulated_pi()
    pi.script("0.05 turn 2 # right\n0.2 turn -1")
    assert pi.run(program, seconds=0.3).split() == ["1", "2", "3", "4", "3", "2"]


def test_a_step_motor_turns_by_half_steps(simulated_pi: MakePi) -> None:
    pi = simulated_pi()
    rotor = pi.table.rotor
    assert rotor is not None
    before = rotor.position_half_steps
    import lgpio

    chip = lgpio.gpiochip_open(0)
    lgpio.group_claim_output(chip, [17, 18, 27, 22])
    for number in range(800):
        lgpio.group_write(chip, 17, (1, 3, 2, 6, 4, 12, 8, 9)[number % 8])
        pi.sleep(0.002)
    assert abs(rotor.position_half_steps - before - 800) <= 8
    assert rotor.lost == 0
    with pytest.raises(lgpio.error):
        lgpio.gpio_write(chip, 60, 1)


def test_gpiozero_itself_hears_a_button_and_lights_a_lamp(simulated_pi: MakePi) -> None:
    pi = simulated_pi()
    from gpiozero import LED, Button

    lamp, button = LED(17), Button(2)
    button.when_pressed = lamp.on
    pi.press(2)
    assert pi.pins.pin_level(17) == 1


@pytest.mark.parametrize("factory", ["lgpio.LGPIOFactory", "rpigpio.RPiGPIOFactory"])
def test_gpiozeros_own_factories_work_on_the_stand_ins(simulated_pi: MakePi, factory: str) -> None:
    pi = simulated_pi(real_time=True)
    import importlib

    from gpiozero import LED, Button

    module, name = factory.split(".")
    pins = getattr(importlib.import_module(f"gpiozero.pins.{module}"), name)()
    with LED(17, pin_factory=pins) as lamp, Button(2, pin_factory=pins) as button:
        lamp.on()
        assert pi.pins.pin_level(17) == 1
        pi.at(pi.now_s() + 0.05, "press", 2)
        assert button.wait_for_press(5)
    pins.close()


def test_callbacks_of_rpi_gpio_leave_out_bounces(simulated_pi: MakePi) -> None:
    pi = simulated_pi()
    from RPi import GPIO

    heard: list[int] = []
    GPIO.setmode(GPIO.BOARD)
    GPIO.setup(11, GPIO.IN, pull_up_down=GPIO.PUD_UP)
    GPIO.add_event_detect(11, GPIO.FALLING, callback=heard.append, bouncetime=200)
    for _ in range(3):
        pi.press(17, 0.05)
    assert heard == [11]
    pi.sleep(0.2)
    pi.press(17)
    assert heard == [11, 11]
    GPIO.cleanup()


def test_a_castle_board_answers_at_its_serial_port(simulated_pi: MakePi) -> None:
    simulated_pi(real_time=True, boards={"blue": "blue"})
    import serial

    with serial.Serial("/dev/ttyACM0", 115200, timeout=10) as port:
        port.write(b"\n")
        assert port.read_until(b"\n").endswith(b"\n")
    with pytest.raises(serial.SerialException):
        serial.Serial("/dev/ttyACM7")


def test_a_castle_board_answers_in_virtual_time_and_is_listed(simulated_pi: MakePi) -> None:
    pi = simulated_pi(boards={"blue": "blue"})
    import serial
    from serial.tools import list_ports

    assert [port.device for port in list_ports.comports()] == ["/dev/ttyACM0"]
    with serial.Serial("/dev/ttyACM0", 115200, timeout=10) as port:
        port.dtr = False
        port.write(b"\n")
        assert port.read_until(b"\n").startswith(b"$0 hello blue")
        before_s = pi.now_s()
        port.reset_input_buffer()
        port.timeout = 0.5
        port.read(5000)
        assert pi.now_s() - before_s == pytest.approx(0.5, abs=0.01)


def test_a_callback_that_is_cancelled_hears_no_edge_from_before(simulated_pi: MakePi) -> None:
    pi = simulated_pi()
    import lgpio

    heard: list[int] = []
    chip = lgpio.gpiochip_open(0)
    lgpio.gpio_claim_alert(chip, 17, lgpio.BOTH_EDGES, lgpio.SET_PULL_UP)
    hears = lgpio.callback(chip, 17, lgpio.BOTH_EDGES, lambda *edge: heard.append(edge[2]))
    pi.pins.drive(17, 0)
    pi.sleep(1)
    pi.pins.drive(17, 1)
    hears.cancel()
    pi.sleep(1)
    assert heard == [0]


def test_a_button_of_a_pin_that_is_pulled_down_leads_to_the_supply(simulated_pi: MakePi) -> None:
    pi = simulated_pi()
    from RPi import GPIO

    heard: list[int] = []
    GPIO.setmode(GPIO.BCM)
    GPIO.setup(17, GPIO.IN, pull_up_down=GPIO.PUD_DOWN)
    GPIO.add_event_detect(17, GPIO.RISING, callback=heard.append)
    pi.press(17)
    GPIO.cleanup()
    assert heard == [17]


def test_a_python_that_a_program_starts_has_a_pi_of_its_own(simulated_pi: MakePi) -> None:
    simulated_pi()
    child = subprocess.run(
        [sys.executable, "-c", "import RPi.GPIO; print(RPi.GPIO.VERSION)"], capture_output=True, check=False
    )
    assert (child.returncode, child.stdout) == (0, b"0.7.1\n"), child.stderr


def test_the_trace_opens_in_other_programs_and_as_a_picture(simulated_pi: MakePi, tmp_path: Path) -> None:
    pi = simulated_pi()
    import smbus
    import spidev

    device = spidev.SpiDev(0, 0)
    device.max_speed_hz = 1_000_000
    device.xfer2([0xEE, 0])
    smbus.SMBus(1).write_byte(0x3C, 0xAF)
    pi.trace.write_vcd(tmp_path / "bus.vcd")
    head, changes = (tmp_path / "bus.vcd").read_text().split("$enddefinitions $end\n")
    names = {line.split()[4]: line.split()[3] for line in head.splitlines() if line.startswith("$var")}
    assert set(names) == {"GPIO24", "spi0.0.CS", "spi0.SCLK", "spi0.MOSI", "spi0.MISO", "i2c1.SCL", "i2c1.SDA"}
    assert changes.split().count("1" + names["spi0.SCLK"]) == 16
    pi.trace.write_picture(tmp_path / "bus.png")
    with Image.open(tmp_path / "bus.png") as picture:
        assert picture.width > 1000


@pytest.mark.parametrize(
    ("line", "saw"),
    [
        ("soon place 04a1b2c3d4e580", "line 1: saw 'soon"),
        ("1 place 04a1", "expected 4 or 7 bytes"),
        ("1 place 04a1b2c3d4e580 green", "expected one of reader"),
        ("1 shout", "expected one of place"),
        ("1 fault reader_mad", "expected one of reader_deaf"),
    ],
)
def test_a_wrong_line_of_a_script_is_refused_at_once(simulated_pi: MakePi, line: str, saw: str) -> None:
    with pytest.raises(ValueError, match=saw):
        simulated_pi().script(line)


def test_an_unknown_key_of_the_wiring_is_refused(simulated_pi: MakePi) -> None:
    with pytest.raises(ValueError, match="saw wheels in the wiring"):
        simulated_pi(wheels=4)


BUTTON = """
import queue, RPi.GPIO as GPIO
heard = queue.Queue()
GPIO.setmode(GPIO.BCM)
GPIO.setup(17, GPIO.IN, pull_up_down=GPIO.PUD_UP)
GPIO.add_event_detect(17, GPIO.FALLING, callback=heard.put)
print(heard.get(), heard.get())
"""


def command(*options: str) -> subprocess.CompletedProcess[str]:
    in_background = ["sh", "-c", 'trap "" INT; exec "$@"', "sh"]  # as a shell starts a job with &
    run = [*in_background, sys.executable, "-m", "hw.testing.pi.command", "run", *options]
    return subprocess.run(run, capture_output=True, text=True, check=False)


def test_the_command_runs_any_program(program: Path, tmp_path: Path) -> None:
    program.write_text(BUTTON)
    script, trace = tmp_path / "hands.txt", tmp_path / "out.vcd"
    script.write_text("".join(f"{half / 2} press 17\n" for half in range(1, 200)))  # until the program listens
    done = command(f"--script={script}", "--seconds=100", f"--trace={trace}", "--", sys.executable, str(program))
    assert (done.returncode, done.stdout) == (0, "17 17\n"), done.stderr
    assert "GPIO17" in trace.read_text()


def test_the_command_ends_a_program_in_time_as_ctrl_c_does(program: Path) -> None:
    program.write_text("print('began')")
    began_s = time.perf_counter()
    assert command("--", sys.executable, str(program)).stdout == "began\n"
    seconds = 1 + 3 * (time.perf_counter() - began_s)  # of this machine, with what else it does
    program.write_text("import time\ntry: time.sleep(600)\nexcept KeyboardInterrupt: print('end')")
    done = command(f"--seconds={seconds}", "--", sys.executable, str(program))
    assert (done.returncode, done.stdout) == (0, "end\n"), done.stderr


def test_the_command_says_what_is_wrong_with_its_options() -> None:
    done = CliRunner().invoke(main, ["run", "--tag=04a1", "--", "python", "program.py"])
    assert done.exit_code == 2
    assert "expected 4 or 7 bytes in hex" in done.output


def test_modules_are_as_before_after_the_test(simulated_pi: MakePi) -> None:
    """Stand-ins of an earlier test in this file would be found here."""
    assert not {name for name in sys.modules if name.split(".")[0] in ("spidev", "RPi", "lgpio", "smbus", "mfrc522")}
    simulated_pi()
    import spidev

    assert "standins" in str(spidev.__file__)
