"""`RPi.GPIO` on the simulated Pi, with the errors of RPi.GPIO 0.7.1. Edges come as they do on kernels before 6.6."""

import warnings
from collections.abc import Callable
from functools import cache
from math import fabs
from operator import index
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
OTHER_USES = {**dict.fromkeys((9, 10, 11), SPI), **dict.fromkeys((2, 3), I2C), **dict.fromkeys((14, 15), SERIAL)}

NO_BOUNCE_TIME = -666
_ALL = object()

_mode: int | None = None
_warns = True
_used: set[int] = set()
_detectors: dict[int, "_Detector"] = {}
_pwm: set[int] = set()


class _Detector:
    """What a channel is watched for; it stays after a wait, as RPi.GPIO's record does."""

    def __init__(self, channel: int, pin: int, edge: int, bounce_ms: int) -> None:
        self.channel, self.edge, self.bounce_ms = channel, edge, bounce_ms
        self.callbacks: list[Callable[[int], object]] = []
        self.is_added = self.seen = False
        self.edges = 0
        self.stop = current().watch(pin, edge - 30, self._hear, max(0, bounce_ms) / 1000)

    def _hear(self, _level: bool) -> None:  # the pin's level
        self.edges += 1
        self.seen |= self.is_added
        for callback in self.callbacks:
            callback(self.channel)


def setwarnings(state: int) -> None:
    global _warns
    _warns = bool(index(state))


def setmode(mode: int) -> None:
    global _mode
    if _mode is not None and index(mode) != _mode:
        raise ValueError("A different mode has already been set!")
    if index(mode) not in (BOARD, BCM):
        raise ValueError("An invalid mode was passed to setmode()")
    _mode = mode


def getmode() -> int | None:
    return _mode


def _pin(channel: Any) -> int:
    if _mode is None:
        raise RuntimeError("Please set pin numbering mode using GPIO.setmode(GPIO.BOARD) or GPIO.setmode(GPIO.BCM)")
    return _bcm_number(_mode, index(channel))


@cache
def _bcm_number(mode: int, channel: int) -> int:
    try:
        return int(current().pins.pin(f"BOARD{channel}" if mode == BOARD else f"GPIO{channel}").info.name[4:])
    except PinInvalidPin:
        raise ValueError("The channel sent is invalid on a Raspberry Pi") from None


def _several(values: Any, of_one: str, of_many: str) -> list[int]:
    """Return integers, given as one, a list or a tuple."""
    if isinstance(values, int):
        return [values]
    if not isinstance(values, list | tuple):
        raise ValueError(of_many)  # noqa: TRY004  # as RPi.GPIO
    if any(not isinstance(value, int) for value in values):
        raise ValueError(of_one)
    return list(values)


def _channels(channel: Any) -> list[int]:
    return _several(channel, "Channel must be an integer", "Channel must be an integer or list/tuple of integers")


def _warn(words: str) -> None:
    if _warns:
        warnings.warn(words, RuntimeWarning, stacklevel=3)


def setup(channel: Any, direction: int, pull_up_down: int = PUD_OFF, initial: int = -1) -> None:
    channels = _channels(channel)
    if index(direction) not in (IN, OUT):
        raise ValueError("An invalid direction was passed to setup()")
    if direction == OUT and index(pull_up_down) != PUD_OFF:
        raise ValueError("pull_up_down parameter is not valid for outputs")
    if direction == IN and index(initial) != -1:
        raise ValueError("initial parameter is not valid for inputs")
    if index(pull_up_down) not in PULLS:
        raise ValueError("Invalid value for pull_up_down - should be either PUD_OFF, PUD_UP or PUD_DOWN")
    for each in channels:
        number = _pin(each)
        pin = current().pins.pin(number)
        if number not in _used and (pin.function == "output" or number in current().lines.alternate):
            _warn(
                "This channel is already in use, continuing anyway.  Use GPIO.setwarnings(False) to disable warnings."
            )
        if pin.info.pull and pull_up_down != PUD_OFF:
            _warn("A physical pull up resistor is fitted on this channel!")
        level = bool(initial) if index(initial) in (LOW, HIGH) else None
        current().lines.set_up(number, output=direction == OUT, pull=PULLS[pull_up_down], level=level)
        _used.add(number)


def output(channel: Any, value: Any) -> None:
    channels = _channels(channel)
    wrong = "Value must be an integer/boolean or a list/tuple of integers/booleans"
    values = _several(value, "Value must be an integer or boolean", wrong)
    if isinstance(value, int):
        values *= len(channels)
    elif isinstance(channel, int) or len(values) != len(channels):
        raise RuntimeError("Number of channels != number of values")
    for each, level in zip(channels, values, strict=True):
        number = _pin(each)
        pin = current().pins.pin(number)
        if number not in _used or pin.function != "output":
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        pin.state = bool(level)
    current().glance()


def input(channel: int) -> int:  # its name
    number = _pin(channel)
    if number not in _used:
        raise RuntimeError("You must setup() the GPIO channel first")
    return int(bool(current().pins.pin_level(number)))


def cleanup(channel: Any = _ALL) -> None:
    global _mode
    numbers = list(_used) if channel is _ALL else [_pin(each) for each in _channels(channel)]
    if not _used.intersection(numbers):
        _warn(
            "No channels have been set up yet - nothing to clean up!  "
            "Try cleaning up at the end of your program instead!"
        )
    for number in numbers:
        if number in _detectors:
            _detectors.pop(number).stop()
        if number in _used:
            current().pins.pin(number).frequency = None
            current().lines.set_up(number, output=False, pull="floating")
        _used.discard(number)
        _pwm.discard(number)
    if channel is _ALL:
        _mode = None


def gpio_function(channel: int) -> int:
    number = _pin(channel)
    if number not in _used and number in current().lines.alternate:
        return OTHER_USES[number]
    return OUT if current().pins.pin(number).function == "output" else IN


def _input_pin(channel: int) -> int:
    number = _pin(channel)
    if number not in _used or current().pins.pin(number).function != "input":
        raise RuntimeError("You must setup() the GPIO channel as an input first")
    return number


def _checked(channel: int, edge: int, bouncetime: int, timeout: int = -1) -> int:
    number = _input_pin(channel)
    if index(edge) not in (RISING, FALLING, BOTH):
        raise ValueError("The edge must be set to RISING, FALLING or BOTH")
    if index(bouncetime) <= 0 and bouncetime != NO_BOUNCE_TIME:
        raise ValueError("Bouncetime must be greater than 0")
    if index(timeout) <= 0 and timeout != -1:
        raise ValueError("Timeout must be greater than 0")
    return number


def _detector(channel: int, number: int, edge: int, bouncetime: int) -> _Detector:
    """Return the detector of this edge; one of another edge ends."""
    found = _detectors.get(number)
    if found is None or found.edge != edge:
        is_added = found is not None and found.is_added
        if found is not None:
            found.stop()
        found = _detectors[number] = _Detector(channel, number, edge, bouncetime)
        found.is_added = is_added
    return found


def add_event_detect(gpio: int, edge: int, callback: Any = bool, bouncetime: int = NO_BOUNCE_TIME) -> None:
    if not callable(callback):
        raise TypeError("Parameter must be callable")
    number = _checked(gpio, edge, bouncetime)
    found = _detectors.get(number)
    is_other = found is not None and bouncetime not in (NO_BOUNCE_TIME, found.bounce_ms)
    if found is not None and (found.is_added or found.edge != edge or is_other):
        raise RuntimeError("Conflicting edge detection already enabled for this GPIO channel")
    detector = _detector(gpio, number, edge, bouncetime)
    detector.is_added = True
    if callback is not bool:
        detector.callbacks.append(callback)


def add_event_callback(gpio: int, callback: Any) -> None:
    if not callable(callback):
        raise TypeError("Parameter must be callable")
    number = _input_pin(gpio)
    if number not in _detectors:
        raise RuntimeError("Add event detection using add_event_detect first before adding a callback")
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


def wait_for_edge(channel: int, edge: int, bouncetime: int = NO_BOUNCE_TIME, timeout: int = -1) -> int | None:
    number = _checked(channel, edge, bouncetime, timeout)
    found = _detectors.get(number)
    is_other = found is not None and found.edge == edge and found.bounce_ms not in (NO_BOUNCE_TIME, bouncetime)
    if found is not None and (found.callbacks or is_other):
        raise RuntimeError("Conflicting edge detection events already exist for this GPIO channel")
    detector = _detector(channel, number, edge, bouncetime)
    before, limit_s = detector.edges, None if timeout == -1 else timeout / 1000
    return channel if current().wait_until(lambda: detector.edges != before, limit_s) else None


class PWM:
    def __init__(self, channel: int, frequency: float) -> None:
        self._runs = False
        self._number = _pin(channel)
        self._pin = current().pins.pin(self._number)
        if self._number in _pwm:
            raise RuntimeError("A PWM object already exists for this GPIO channel")
        if self._number not in _used or self._pin.function != "output":
            raise RuntimeError("You must setup() the GPIO channel as an output first")
        self._duty = 0.0
        self.ChangeFrequency(frequency)
        _pwm.add(self._number)

    def start(self, dutycycle: float) -> None:
        self.ChangeDutyCycle(dutycycle)
        self._runs = True
        self._pin.frequency = self._frequency
        self._pin.state = self._duty

    def ChangeDutyCycle(self, dutycycle: float) -> None:
        if not 0 <= fabs(dutycycle) == dutycycle <= 100:
            raise ValueError("dutycycle must have a value from 0.0 to 100.0")
        self._duty = dutycycle / 100
        if self._runs:
            self._pin.state = self._duty

    def ChangeFrequency(self, frequency: float) -> None:
        if not fabs(frequency) == frequency > 0:
            raise ValueError("frequency must be greater than 0.0")
        self._frequency = frequency
        if self._runs:
            self._pin.frequency = frequency

    def stop(self) -> None:
        if self._runs and self._pin.function == "output":
            self._pin.frequency = None
        self._runs = False
        _pwm.discard(self._number)

    def __del__(self) -> None:
        """End with its object, as that of RPi.GPIO does."""
        if self._runs:
            self.stop()
