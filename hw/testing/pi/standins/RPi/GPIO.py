"""`RPi.GPIO` on the simulated Pi, with the types of its errors; the sentences are ours."""

import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

from gpiozero.exc import PinInvalidPin

from hw.testing.pi.machine import current

VERSION = "0.7.1"
RPI_REVISION = 3
RPI_INFO = {"P1_REVISION": 3, "TYPE": "Pi 4 Model B", "RAM": "4G", "PROCESSOR": "BCM2711", "REVISION": "c03111"}
RPI_INFO["MANUFACTURER"] = "Sony UK"

LOW, HIGH = 0, 1
OUT, IN = 0, 1
BOARD, BCM = 10, 11
PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
RISING, FALLING, BOTH = 31, 32, 33
SERIAL, SPI, I2C, HARD_PWM, UNKNOWN = 40, 41, 42, 43, -1

PULLS = {PUD_OFF: "floating", PUD_DOWN: "down", PUD_UP: "up"}
OTHER_USES = {**dict.fromkeys((7, 8, 9, 10, 11), SPI), **dict.fromkeys((2, 3), I2C), **dict.fromkeys((14, 15), SERIAL)}

_mode: int | None = None
_warns = True
_used: set[int] = set()
_detectors: dict[int, "_Detector"] = {}
_pwm: set[int] = set()


class _Detector:
    def __init__(self, channel: int, pin: int, edge: int, bounce_ms: int) -> None:
        self.channel, self.edge = channel, edge
        self.callbacks: list[Callable[[int], object]] = []
        self.seen = False
        self.stop = current().watch(pin, edge - 30, self._hear, max(0, bounce_ms) / 1000)

    def _hear(self, _level: bool) -> None:  # the pin's level
        self.seen = True
        for callback in self.callbacks:
            callback(self.channel)


def setwarnings(state: bool) -> None:  # its signature
    global _warns
    _warns = bool(state)


def setmode(mode: int) -> None:
    global _mode
    if mode not in (BOARD, BCM):
        raise ValueError(f"saw the mode {mode!r}, expected BOARD or BCM")
    if _mode not in (None, mode):
        raise ValueError("saw another mode than the one that is set, expected the same")
    _mode = mode


def getmode() -> int | None:
    return _mode


def _pin(channel: Any) -> int:
    if _mode is None:
        raise RuntimeError("saw a channel before setmode(), expected setmode(GPIO.BOARD) or setmode(GPIO.BCM)")
    if not isinstance(channel, int):
        raise ValueError(f"saw the channel {channel!r}, expected an integer")  # noqa: TRY004  # as RPi.GPIO
    return _bcm_number(_mode, channel)


@cache
def _bcm_number(mode: int, channel: int) -> int:
    try:
        return int(current().pins.pin(f"BOARD{channel}" if mode == BOARD else f"GPIO{channel}").info.name[4:])
    except PinInvalidPin as error:
        raise ValueError(f"saw the channel {channel}, expected one of a Raspberry Pi's GPIO pins") from error


def _pins(channels: Any) -> Iterator[int]:
    for channel in channels if isinstance(channels, Iterable) and not isinstance(channels, str) else [channels]:
        yield _pin(channel)


def _warn(words: str) -> None:
    if _warns:
        warnings.warn(f"{words}; GPIO.setwarnings(False) silences this", RuntimeWarning, stacklevel=3)


def setup(channel: Any, direction: int, pull_up_down: int = PUD_OFF, initial: int = -1) -> None:
    if direction not in (IN, OUT):
        raise ValueError(f"saw the direction {direction!r}, expected IN or OUT")
    if direction == OUT and pull_up_down != PUD_OFF:
        raise ValueError("saw a pull for an output, expected none")
    if direction == IN and initial != -1:
        raise ValueError("saw an initial level for an input, expected none")
    if pull_up_down not in PULLS:
        raise ValueError(f"saw the pull {pull_up_down!r}, expected PUD_OFF, PUD_UP or PUD_DOWN")
    for number in _pins(channel):
        pin = current().pins.pin(number)
        if direction == OUT:
            if number not in _used and pin.function == "output":
                _warn(f"GPIO{number} is already an output")
            pin.function = "output"
            if initial != -1:
                pin.state = bool(initial)
        else:
            pin.function = "input"
            if not pin.info.pull:
                pin.pull = PULLS[pull_up_down]
        _used.add(number)


def output(channel: Any, value: Any) -> None:
    pins = list(_pins(channel))
    values = list(value) if isinstance(value, Iterable) else [value] * len(pins)
    if len(values) != len(pins):
        raise RuntimeError(f"saw {len(values)} values for {len(pins)} channels, expected as many")
    for number, level in zip(pins, values, strict=True):
        pin = current().pins.pin(number)
        if number not in _used or pin.function != "output":
            raise RuntimeError(f"saw an output to GPIO{number}, expected setup() as OUT before")
        pin.state = bool(level)
    current().glance()


def input(channel: int) -> int:  # its name
    number = _pin(channel)
    if number not in _used:
        raise RuntimeError(f"saw a look at GPIO{number}, expected setup() before")
    return int(bool(current().pins.pin_level(number)))


def cleanup(channel: Any = None) -> None:
    global _mode
    if channel is None and not _used:
        _warn("nothing was set up, so there is nothing to clean up")
        return
    for number in list(_used) if channel is None else list(_pins(channel)):
        if number in _detectors:
            _detectors.pop(number).stop()
        pin = current().pins.pin(number)
        if number in _used:
            pin.frequency = None
            pin.function = "input"
            pin.pull = pin.info.pull or "floating"
        _used.discard(number)
        _pwm.discard(number)
    if channel is None:
        _mode = None


def gpio_function(channel: int) -> int:
    number = _pin(channel)
    if number not in _used and number in OTHER_USES:
        return OTHER_USES[number]
    return OUT if current().pins.pin(number).function == "output" else IN


def _input_pin(channel: int, edge: int = BOTH) -> int:
    number = _pin(channel)
    if number not in _used or current().pins.pin(number).function != "input":
        raise RuntimeError(f"saw GPIO{number}, expected setup() as IN before")
    if edge not in (RISING, FALLING, BOTH):
        raise ValueError(f"saw the edge {edge!r}, expected RISING, FALLING or BOTH")
    return number


def _check_bounce(bouncetime: int | None) -> int:
    if bouncetime is not None and bouncetime != -666 and bouncetime <= 0:
        raise ValueError(f"saw the bounce time {bouncetime}, expected more than 0 ms")
    return 0 if bouncetime is None else bouncetime


def add_event_detect(channel: int, edge: int, callback: Any = None, bouncetime: int | None = None) -> None:
    if callback is not None and not callable(callback):
        raise TypeError("saw a callback that cannot be called")
    number, bounce_ms = _input_pin(channel, edge), _check_bounce(bouncetime)
    if number in _detectors:
        raise RuntimeError(f"saw edge detection at GPIO{number} already, expected none")
    _detectors[number] = _Detector(channel, number, edge, bounce_ms)
    if callback is not None:
        _detectors[number].callbacks.append(callback)


def add_event_callback(channel: int, callback: Any) -> None:
    if not callable(callback):
        raise TypeError("saw a callback that cannot be called")
    number = _input_pin(channel)
    if number not in _detectors:
        raise RuntimeError(f"saw no edge detection at GPIO{number}, expected add_event_detect() before")
    _detectors[number].callbacks.append(callback)


def remove_event_detect(channel: int) -> None:
    if (detector := _detectors.pop(_pin(channel), None)) is not None:
        detector.stop()


def event_detected(channel: int) -> bool:
    current().glance()
    detector = _detectors.get(_pin(channel))
    seen = detector is not None and detector.seen
    if detector is not None:
        detector.seen = False
    return seen


def wait_for_edge(channel: int, edge: int, bouncetime: int | None = None, timeout: int | None = None) -> int | None:
    number, bounce_ms = _input_pin(channel, edge), _check_bounce(bouncetime)
    if timeout is not None and timeout != -1 and timeout <= 0:
        raise ValueError(f"saw the timeout {timeout}, expected more than 0 ms")
    if number in _detectors:
        raise RuntimeError(f"saw edge detection at GPIO{number} already, expected none")
    detector = _Detector(channel, number, edge, bounce_ms)
    try:
        limit_s = None if timeout in (None, -1) else float(timeout) / 1000
        return channel if current().wait_until(lambda: detector.seen, limit_s) else None
    finally:
        detector.stop()


class PWM:
    def __init__(self, channel: int, frequency: float) -> None:
        self._number = _pin(channel)
        self._pin = current().pins.pin(self._number)
        if self._number in _pwm:
            raise RuntimeError(f"saw a PWM at GPIO{self._number} already, expected none")
        if self._number not in _used or self._pin.function != "output":
            raise RuntimeError(f"saw GPIO{self._number}, expected setup() as OUT before")
        _pwm.add(self._number)
        self._duty = 0.0
        self._runs = False
        self.ChangeFrequency(frequency)

    def start(self, dutycycle: float) -> None:
        self._runs = True
        self.ChangeDutyCycle(dutycycle)
        self._pin.frequency = self._frequency

    def ChangeDutyCycle(self, dutycycle: float) -> None:
        if not 0 <= dutycycle <= 100:
            raise ValueError(f"saw the duty cycle {dutycycle}, expected 0.0 to 100.0")
        self._duty = dutycycle
        if self._runs:
            self._pin.state = dutycycle / 100

    def ChangeFrequency(self, frequency: float) -> None:
        if frequency <= 0:
            raise ValueError(f"saw the frequency {frequency}, expected more than 0 Hz")
        self._frequency = frequency
        if self._runs:
            self._pin.frequency = frequency

    def stop(self) -> None:
        if self._runs and self._pin.function == "output":
            self._pin.frequency = None
        self._runs = False
        _pwm.discard(self._number)
