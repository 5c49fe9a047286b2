"""What a test says about pins, pulses, motor, display and serial port, and the picture of a failure."""

import pytest
from PIL import ImageFont

from royaltable_pytest import MakePi

FONT = "hw/oled/fonts/DejaVuSansCondensed.ttf"


def test_a_blinking_lamp_toggles_so_often_and_in_such_times(simulated_pi: MakePi) -> None:
    pi = simulated_pi()

    def program() -> None:
        import time

        from RPi import GPIO

        GPIO.setmode(GPIO.BCM)
        GPIO.setup(17, GPIO.OUT)
        for number in range(5):
            GPIO.output(17, 1 - number % 2)
            time.sleep(0.5)

    pi.run(program)
    pi.expect.toggles(17, 5, every_s=0.5)
    pi.expect.level(17, 0, at_s=0.7)
    pi.expect.level(17, 1)
    with pytest.raises(AssertionError, match="GPIO17: saw 5 changes of its level, expected 4\n") as raised:
        pi.expect.toggles(17, 4)
    assert str(raised.value).splitlines()[2] == "GPIO17  " + "▔" * 18 + "▁" * 18 + "▔" * 18 + "▁" * 17 + "▔"
    with pytest.raises(AssertionError, match=r"saw change 2 0.5\d* s after the one before, expected 0.4 s within 0.05"):
        pi.expect.toggles(17, 5, every_s=0.4, within_s=0.05)
    with pytest.raises(AssertionError, match=r"GPIO17: saw 0 at 0.7 s, expected 1"):
        pi.expect.level(17, 1, at_s=0.7)


def test_pwm_is_seen_as_share_and_frequency_of_its_pulses(simulated_pi: MakePi) -> None:
    pi = simulated_pi()
    import lgpio
    from RPi import GPIO

    GPIO.setmode(GPIO.BCM)
    GPIO.setup(18, GPIO.OUT)
    pwm = GPIO.PWM(18, 100)
    pwm.start(25)
    pi.sleep(1)
    pwm.ChangeDutyCycle(75)
    pi.sleep(1)
    pwm.stop()
    pi.expect.duty(18, 0.25, hertz=100, at_s=0.5)
    pi.expect.duty(18, 0.75, hertz=100)
    with pytest.raises(AssertionError, match=r"GPIO18: saw it high for 75.0% of the time, expected 50.0%"):
        pi.expect.duty(18, 0.5)
    chip = lgpio.gpiochip_open(0)
    lgpio.tx_servo(chip, 23, 1500)
    pi.sleep(0.1)
    pi.expect.pulse(23, 1500e-6)
    with pytest.raises(AssertionError, match="GPIO23: saw pulses of 1500 us, expected 1000 us"):
        pi.expect.pulse(23, 1000e-6)
    GPIO.cleanup()


def test_pulses_that_a_program_makes_itself_are_measured(simulated_pi: MakePi) -> None:
    pi = simulated_pi()
    from gpiozero import DigitalOutputDevice

    with DigitalOutputDevice(17) as out:
        for _ in range(4):
            out.on()
            pi.sleep(0.003)
            out.off()
            pi.sleep(0.007)
    pi.expect.duty(17, 0.3, hertz=100)


def test_the_motor_has_turned_by_so_many_half_steps(simulated_pi: MakePi) -> None:
    pi = simulated_pi()
    import lgpio

    chip = lgpio.gpiochip_open(0)
    lgpio.group_claim_output(chip, [17, 18, 27, 22])
    lgpio.tx_wave(chip, 17, [lgpio.pulse((1, 3, 2, 6, 4, 12, 8, 9)[n % 8], 15, 2000) for n in range(800)])
    assert (lgpio.tx_busy(chip, 17, lgpio.TX_WAVE), lgpio.tx_room(chip, 17, lgpio.TX_WAVE)) == (1, 9)
    pi.sleep(1.7)
    assert lgpio.tx_busy(chip, 17, lgpio.TX_WAVE) == 0
    pi.expect.steps(800)
    with pytest.raises(AssertionError, match="expected 400 within 8 and 0"):
        pi.expect.steps(400)


@pytest.mark.parametrize(("font", "size"), [(None, 10), (FONT, 14)])
def test_words_on_the_display_are_found_by_their_font(simulated_pi: MakePi, font: str | None, size: int) -> None:
    pi = simulated_pi()
    from luma.core.interface.serial import i2c
    from luma.core.render import canvas
    from luma.oled.device import ssd1306

    device = ssd1306(i2c(port=1, address=0x3C))
    device.persist = True
    with canvas(device) as draw:
        draw.text((5, 30), "Temp 21.5", fill="white", font=font and ImageFont.truetype(font, size))
    pi.expect.text("Temp 21.5", font=font, size=size)
    pi.expect.text("21.5", font=font, size=size)
    with pytest.raises(AssertionError, match=r"saw no 'Temp 22' in these fonts on the display, which shows\n⠀*[⠁-⣿]+"):
        pi.expect.text("Temp 22", font=font, size=size)


def test_bytes_on_the_serial_port_go_both_ways(simulated_pi: MakePi) -> None:
    pi = simulated_pi(serial=True)
    pi.at(0.5, "send", r"OK\r\n")

    def program() -> None:
        import serial

        with serial.Serial("/dev/serial0", 9600, timeout=2) as port:
            port.write(b"AT\r\n")
            print(port.readline())
            port.write(b"x" * 5000)

    assert pi.run(program) == "b'OK\\r\\n'\n"
    pi.expect.sent(b"AT\r\n")
    pi.expect.sent(b"x" * 5000)
    with pytest.raises(AssertionError, match=r"saw b'AT\\r\\nx+' sent to the serial port, expected b'ATZ'"):
        pi.expect.sent(b"ATZ")
