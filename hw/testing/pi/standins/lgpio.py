"""`lgpio` on the simulated Pi: pins, PWM, servos, waves, alerts, SPI and I2C, with the errors of lgpio 0.2.2."""

import time
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from inspect import Parameter, Signature, signature
from itertools import chain, repeat
from types import FunctionType
from typing import Any

import smbus2

from hw.testing.pi.lines import CHIP_LABEL, CHIP_NAME, COUNT, NAMES
from hw.testing.pi.machine import current

OFF = LOW = CLEAR = 0
ON = HIGH = SET = 1
TIMEOUT = 2
GROUP_ALL = 0xFFFF_FFFF_FFFF_FFFF
SET_ACTIVE_LOW, SET_OPEN_DRAIN, SET_OPEN_SOURCE = 4, 8, 16
SET_PULL_UP, SET_PULL_DOWN, SET_PULL_NONE = 32, 64, 128
RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
TX_PWM, TX_WAVE = 0, 1
SPI_MODE_0, SPI_MODE_1, SPI_MODE_2, SPI_MODE_3 = range(4)
OKAY = 0

CODES = """
INIT_FAILED BAD_MICROS BAD_PATHNAME NO_HANDLE BAD_HANDLE BAD_SOCKET_PORT NOT_PERMITTED SOME_PERMITTED BAD_SCRIPT
BAD_TX_TYPE GPIO_IN_USE BAD_PARAM_NUM DUP_TAG TOO_MANY_TAGS BAD_SCRIPT_CMD BAD_VAR_NUM NO_SCRIPT_ROOM NO_MEMORY
SOCK_READ_FAILED SOCK_WRIT_FAILED TOO_MANY_PARAM SCRIPT_NOT_READY BAD_TAG BAD_MICS_DELAY BAD_MILS_DELAY
I2C_OPEN_FAILED SERIAL_OPEN_FAILED SPI_OPEN_FAILED BAD_I2C_BUS BAD_I2C_ADDR BAD_SPI_CHANNEL BAD_I2C_FLAGS
BAD_SPI_FLAGS BAD_SERIAL_FLAGS BAD_SPI_SPEED BAD_SERIAL_DEVICE BAD_SERIAL_SPEED BAD_FILE_PARAM BAD_I2C_PARAM
BAD_SERIAL_PARAM I2C_WRITE_FAILED I2C_READ_FAILED BAD_SPI_COUNT SERIAL_WRITE_FAILED SERIAL_READ_FAILED
SERIAL_READ_NO_DATA UNKNOWN_COMMAND SPI_XFER_FAILED BAD_POINTER MSG_TOOBIG BAD_MALLOC_MODE TOO_MANY_SEGS BAD_I2C_SEG
BAD_SMBUS_CMD BAD_I2C_WLEN BAD_I2C_RLEN BAD_I2C_CMD FILE_OPEN_FAILED BAD_FILE_MODE BAD_FILE_FLAG BAD_FILE_READ
BAD_FILE_WRITE FILE_NOT_ROPEN FILE_NOT_WOPEN BAD_FILE_SEEK NO_FILE_MATCH NO_FILE_ACCESS FILE_IS_A_DIR BAD_SHELL_STATUS
BAD_SCRIPT_NAME CMD_INTERRUPTED BAD_EVENT_REQUEST BAD_GPIO_NUMBER BAD_GROUP_SIZE BAD_LINEINFO_IOCTL BAD_READ BAD_WRITE
CANNOT_OPEN_CHIP GPIO_BUSY GPIO_NOT_ALLOCATED NOT_A_GPIOCHIP NOT_ENOUGH_MEMORY POLL_FAILED TOO_MANY_GPIOS
UNEGPECTED_ERROR BAD_PWM_MICROS NOT_GROUP_LEADER SPI_IOCTL_FAILED BAD_GPIOCHIP BAD_CHIPINFO_IOCTL BAD_CONFIG_FILE
BAD_CONFIG_VALUE NO_PERMISSIONS BAD_USERNAME BAD_SECRET TX_QUEUE_FULL BAD_CONFIG_ID BAD_DEBOUNCE_MICS
BAD_WATCHDOG_MICS BAD_SERVO_FREQ BAD_SERVO_WIDTH BAD_PWM_FREQ BAD_PWM_DUTY GPIO_NOT_AN_OUTPUT INVALID_GROUP_ALERT
"""
"""Names of all errors: -1, -2 and so on (lgpio.h)."""

ERRORS = {
    "BAD_HANDLE": "unknown handle",
    "NOT_PERMITTED": "GPIO operation not permitted",
    "BAD_TX_TYPE": "bad tx type for GPIO and group",
    "I2C_OPEN_FAILED": "can not open I2C device",
    "SPI_OPEN_FAILED": "can not open SPI device",
    "BAD_I2C_BUS": "bad I2C bus",
    "BAD_I2C_ADDR": "bad I2C address",
    "BAD_I2C_PARAM": "bad I2C parameter",
    "I2C_WRITE_FAILED": "i2c write failed",
    "I2C_READ_FAILED": "i2c read failed",
    "BAD_SPI_COUNT": "bad SPI count",
    "BAD_EVENT_REQUEST": "bad event request",
    "BAD_GPIO_NUMBER": "bad GPIO number",
    "CANNOT_OPEN_CHIP": "can not open gpiochip",
    "GPIO_BUSY": "GPIO busy",
    "GPIO_NOT_ALLOCATED": "GPIO not allocated",
    "BAD_PWM_MICROS": "bad PWM micros",
    "NOT_GROUP_LEADER": "GPIO not the group leader",
    "BAD_GPIOCHIP": "bad gpiochip",
    "TX_QUEUE_FULL": "TX queue full",
    "BAD_DEBOUNCE_MICS": "bad debounce microseconds",
    "BAD_WATCHDOG_MICS": "bad watchdog microseconds",
    "BAD_SERVO_FREQ": "bad servo frequency",
    "BAD_SERVO_WIDTH": "bad servo pulsewidth",
    "BAD_PWM_FREQ": "bad PWM frequency",
    "BAD_PWM_DUTY": "bad PWM dutycycle",
    "GPIO_NOT_AN_OUTPUT": "GPIO not set as an output",
    "INVALID_GROUP_ALERT": "can not set a group to alert",
    "BAD_I2C_FLAGS": "bad I2C open flags",
    "OKAY": "No error",
    "INIT_FAILED": "initialisation failed",
}
"""Texts of those that can be met here (lgErr.c)."""

_numbers = {name: -number for number, name in enumerate(["OKAY", *CODES.split()])}
globals().update(_numbers)

USED, OUTPUT, INPUT = 1 << 0, 1 << 1, 1 << 16
LG_INPUT, LG_OUTPUT, LG_ALERT, LG_GROUP = 1 << 8, 1 << 9, 1 << 10, 1 << 11
PULLS = {SET_PULL_UP: "up", SET_PULL_DOWN: "down", SET_PULL_NONE: "floating"}
MIN_PULSE_US, TX_ENTRIES = 10, 10

exceptions = True
_callbacks: list["_Callback"] = []
_handles: list[Any] = []
"""What each handle opened: a `_Chip`, `_Spi` or `_I2c`; None once closed."""

ORDERS = {
    "gpio_claim_input": ("handle", "lFlags", "gpio"),
    "gpio_claim_output": ("handle", "lFlags", "gpio", "level"),
    "gpio_claim_alert": ("handle", "lFlags", "eFlags", "gpio"),
    "group_claim_input": ("handle", "lFlags"),
    "group_claim_output": ("handle", "lFlags"),
    "tx_wave": ("handle", "gpio"),
    "callback": (),
}
"""What the compiled half of lgpio takes of a call, where that differs from its parameters."""

LIMITS: dict[str, tuple[float, float, str]] = {
    "kind": (TX_PWM, TX_WAVE, "BAD_TX_TYPE"),
    "pwm_frequency": (0.1, 10_000, "BAD_PWM_FREQ"),
    "pwm_duty_cycle": (0, 100, "BAD_PWM_DUTY"),
    "servo_frequency": (40, 500, "BAD_SERVO_FREQ"),
    "pulse_width": (500, 2500, "BAD_SERVO_WIDTH"),
    "debounce_micros": (0, 5_000_000, "BAD_DEBOUNCE_MICS"),
    "watchdog_micros": (0, 300_000_000, "BAD_WATCHDOG_MICS"),
    "i2c_address": (0, 0x7F, "BAD_I2C_ADDR"),
    "i2c_flags": (0, 0, "BAD_I2C_FLAGS"),
    "bit": (0, 1, "BAD_I2C_PARAM"),
    "reg": (0, 0xFF, "BAD_I2C_PARAM"),
    "byte_val": (0, 0xFF, "BAD_I2C_PARAM"),
    "word_val": (0, 0xFFFF, "BAD_I2C_PARAM"),
}
"""Least and greatest values of parameters, and the error of others."""

SWITCHES = ("pwm_frequency", "pulse_width")
"""Parameters of which 0 switches a transmission off."""

EMPTY: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("spi_read", "spi_xfer", "i2c_read_device", "i2c_read_i2c_block_data"), (bytearray(),)),
    "gpio_get_chip_info": (0, "", ""),
    "gpio_get_line_info": (0, 0, "", ""),
    "group_read": (0,),
}
"""What a call that returns a list returns after the number of an error, where errors are no exceptions."""

FLOATS = ("pwm_frequency", "pwm_duty_cycle")


class error(Exception):
    def __init__(self, value: str) -> None:
        super().__init__(value)
        self.value = value

    def __str__(self) -> str:
        return repr(self.value)


class pulse:
    def __init__(self, group_bits: int, group_mask: int, pulse_delay: int) -> None:
        self.group_bits, self.group_mask, self.pulse_delay = group_bits, group_mask, pulse_delay


class _Refused(Exception):
    """Ends a call with an error of `ERRORS`."""


def __getattr__(name: str) -> Any:
    raise AttributeError(f"lgpio.{name} is not simulated, or no part of lgpio 0.2.2")


class _Line:
    """A claimed line or group, led by its first: flags, and what it alerts about."""

    def __init__(self, group: list[int], flags: int, mode: int, edges: int = 0) -> None:
        self.group, self.flags, self.mode, self.edges = group, flags, mode, edges
        self.stop: Callable[[], object] = lambda: None


class _Chip(dict[int, _Line]):
    """An open chip with its claimed lines.

    Attributes:
        sent: the ends of what is queued, by line and kind.
        debounce_s: how long a level must last before an alert, by line.
        watchdog_s: after how long without an edge there is an alert, by line.
    """

    def __init__(self) -> None:
        super().__init__()
        self.sent: dict[tuple[int, int], list[float]] = {}
        self.debounce_s: dict[int, float] = {}
        self.watchdog_s: dict[int, float] = {}

    __hash__ = object.__hash__  # type: ignore[assignment]  # a holder of lines


class _Spi(tuple[int, int, int]):
    """Bus, chip select, and clock in Hz."""


class _I2c(tuple[smbus2.SMBus, int]):
    """Bus and address."""


def get_module_version() -> str:
    return "lgpio.py_0.2.2.0"


def error_text(errnum: int) -> str:
    return next((text for name, text in ERRORS.items() if _numbers[name] == errnum), "unknown error")


def _open(what: Any) -> int:
    _handles.append(what)
    return len(_handles) - 1


def _close(what: Any) -> int:
    _handles[:] = [None if each is what else each for each in _handles]
    return OKAY


def _opened(handle: int, kind: type) -> Any:
    if not 0 <= handle < len(_handles) or not isinstance(_handles[handle], kind):
        raise _Refused("BAD_HANDLE")
    return _handles[handle]


# Lines


def gpiochip_open(gpiochip: int) -> int:
    if gpiochip != 0:
        raise _Refused("BAD_GPIOCHIP" if gpiochip < 0 else "CANNOT_OPEN_CHIP")
    return _open(_Chip())


def gpiochip_close(handle: _Chip) -> int:
    for gpio in [gpio for gpio, line in handle.items() if line.group[0] == gpio]:
        _release(handle, gpio)
    return _close(handle)


def gpio_get_chip_info(handle: _Chip) -> list[Any]:
    return [OKAY, COUNT, CHIP_NAME, CHIP_LABEL]


def gpio_get_line_info(handle: _Chip, gpio: int) -> list[Any]:
    return [OKAY, gpio, _mode(handle, gpio), NAMES.get(gpio, ""), current().lines.consumer(gpio)]


def gpio_get_mode(handle: _Chip, gpio: int) -> int:
    return _mode(handle, gpio)


def _mode(chip: _Chip, gpio: int) -> int:
    is_output = gpio in NAMES and current().pins.pin(gpio).function == "output"
    mode = (OUTPUT if is_output else INPUT) | (USED if current().lines.consumer(gpio) else 0)
    line = chip.get(gpio)
    return mode if line is None else mode | line.mode | line.flags | line.edges << 17


def _claim(chip: _Chip, gpios: Iterable[Any], flags: int, mode: int, levels: Iterable[Any] = (), edges: int = 0) -> int:
    group, values = list(gpios), list(levels)
    if any(not isinstance(each, int) for each in (*group, *values)):
        raise error("required argument is not an integer")
    if any(gpio not in NAMES for gpio in group):
        raise _Refused("NOT_PERMITTED")
    if len(group) == 1 and group[0] in chip and len(chip[group[0]].group) == 1:
        _release(chip, group[0])
    try:
        if len(set(group)) < len(group) or any(gpio in chip for gpio in group):
            raise OSError  # noqa: TRY301  # as of the kernel
        current().lines.claim(group, chip, "lg")
    except OSError as busy:
        raise _Refused("BAD_EVENT_REQUEST" if mode == LG_ALERT else "GPIO_BUSY") from busy
    line = _Line(group, flags, mode | (LG_GROUP if len(group) > 1 else 0), edges)
    pull = next((name for bit, name in PULLS.items() if flags & bit), "")
    for gpio, level in zip(group, [*values, *[0] * len(group)], strict=False):
        chip[gpio] = line
        current().lines.set_up(gpio, output=mode == LG_OUTPUT, pull=pull, level=_is_high(line, level))
    return OKAY


def _is_high(line: _Line, level: int) -> bool:
    return bool(level) != bool(line.flags & SET_ACTIVE_LOW)


def _release(chip: _Chip, gpio: int) -> None:
    line = chip[gpio]
    line.stop()
    for each in line.group:
        for kind in (TX_PWM, TX_WAVE):
            chip.sent.pop((each, kind), None)
        pin = current().pins.pin(each)
        pin.frequency = None
        pin.function = "input"
        del chip[each]
    current().lines.free(line.group, chip)


def _claimed(chip: _Chip, gpio: int, *, leads: bool = True) -> _Line:
    if gpio not in chip:
        raise _Refused("GPIO_NOT_ALLOCATED")
    if leads and chip[gpio].group[0] != gpio:
        raise _Refused("NOT_GROUP_LEADER")
    return chip[gpio]


def gpio_claim_input(handle: _Chip, gpio: int, lFlags: int = 0) -> int:
    if gpio in handle and handle[gpio].mode == LG_INPUT:
        return OKAY
    return _claim(handle, [gpio], lFlags, LG_INPUT)


def gpio_claim_output(handle: _Chip, gpio: int, level: int = 0, lFlags: int = 0) -> int:
    return _be_output(handle, gpio, level, lFlags)


def _be_output(chip: _Chip, gpio: int, level: int = 0, flags: int = 0) -> int:
    """Claim a line as an output; one that is an output stays as it is."""
    if gpio in chip and chip[gpio].mode & LG_OUTPUT:
        return OKAY
    if gpio in chip and chip[gpio].mode & LG_GROUP:
        raise _Refused("GPIO_NOT_AN_OUTPUT")
    return _claim(chip, [gpio], flags, LG_OUTPUT, [level])


def gpio_free(handle: _Chip, gpio: int) -> int:
    _claimed(handle, gpio)
    _release(handle, gpio)
    return OKAY


def gpio_read(handle: _Chip, gpio: int) -> int:
    return _read(handle, gpio)


def _read(chip: _Chip, gpio: int) -> int:
    if gpio not in chip:
        _claim(chip, [gpio], 0, LG_INPUT)
    return int(_is_high(chip[gpio], current().pins.pin(gpio).state))


def gpio_write(handle: _Chip, gpio: int, level: int) -> int:
    _be_output(handle, gpio, level)
    _write(handle, gpio, level)
    current().glance()
    return OKAY


def _write(chip: _Chip, gpio: int, level: int) -> None:
    current().pins.pin(gpio).state = _is_high(chip[gpio], level)


def group_claim_input(handle: _Chip, gpio: Sequence[int], lFlags: int = 0) -> int:
    return _claim(handle, gpio, lFlags, LG_INPUT)


def group_claim_output(handle: _Chip, gpio: Sequence[int], levels: Sequence[int] = (0,), lFlags: int = 0) -> int:
    return _claim(handle, gpio, lFlags, LG_OUTPUT, levels)


group_free = gpio_free


def group_read(handle: _Chip, gpio: int) -> list[int]:
    group = _claimed(handle, gpio).group
    return [len(group), sum(_read(handle, each) << bit for bit, each in enumerate(group))]


def group_write(handle: _Chip, gpio: int, group_bits: int, group_mask: int = GROUP_ALL) -> int:
    if not _claimed(handle, gpio).mode & LG_OUTPUT:
        raise _Refused("GPIO_NOT_AN_OUTPUT")
    _write_group(handle, gpio, group_bits, group_mask)
    current().glance()
    return OKAY


def _write_group(chip: _Chip, gpio: int, bits: int, mask: int) -> None:
    for bit, each in enumerate(chip[gpio].group):
        if mask >> bit & 1:
            _write(chip, each, bits >> bit & 1)


# What is sent to lines: pulses, PWM, servos, waves

Step = tuple[Callable[[], object], float]
"""What to do, and how many microseconds later the next step is due."""


def tx_pulse(
    handle: _Chip, gpio: int, pulse_on: int, pulse_off: int, pulse_offset: int = 0, pulse_cycles: int = 0
) -> int:
    return _send_pulses(handle, gpio, pulse_on, pulse_off, pulse_cycles)


def _send_pulses(chip: _Chip, gpio: int, on_us: int, off_us: int, cycles: int) -> int:
    _be_output(chip, gpio)
    pin, length_us = current().pins.pin(gpio), on_us + off_us
    if not length_us:
        chip.sent.pop((gpio, TX_PWM), None)
        pin.frequency = None
        return OKAY
    if length_us <= MIN_PULSE_US:
        raise _Refused("BAD_PWM_MICROS")

    def go_on() -> None:
        pin.frequency = 1e6 / length_us
        pin.state = on_us / length_us

    def set_level(level: int) -> None:
        pin.frequency = None
        _write(chip, gpio, level)

    levels = [*([(1, on_us)] if on_us else []), *([(0, off_us)] if off_us else [])]
    cycle: list[Step] = [(lambda level=level: set_level(level), us) for level, us in levels]  # type: ignore[misc]
    return _queue(
        chip, gpio, TX_PWM, chain.from_iterable(repeat(cycle, cycles)) if cycles else [(go_on, 0)], cycles * length_us
    )


def tx_pwm(
    handle: _Chip,
    gpio: int,
    pwm_frequency: float,
    pwm_duty_cycle: float,
    pulse_offset: int = 0,
    pulse_cycles: int = 0,
) -> int:
    length_us = int(1e6 / pwm_frequency + 0.5) if pwm_frequency else 0
    on_us = int(pwm_duty_cycle / 100 * length_us + 0.5)
    return _send_pulses(handle, gpio, on_us, length_us - on_us, pulse_cycles)


def tx_servo(
    handle: _Chip,
    gpio: int,
    pulse_width: int,
    servo_frequency: int = 50,
    pulse_offset: int = 0,
    pulse_cycles: int = 0,
) -> int:
    if not pulse_width:
        return _send_pulses(handle, gpio, 0, 0, 0)
    length_us = int(1e6 / servo_frequency + 0.5)
    if pulse_width > length_us:
        raise _Refused("BAD_SERVO_WIDTH")
    return _send_pulses(handle, gpio, pulse_width, length_us - pulse_width, pulse_cycles)


def tx_wave(handle: _Chip, gpio: int, pulses: Sequence[pulse]) -> int:
    _be_output(handle, gpio)
    _claimed(handle, gpio)
    steps = [
        (lambda each=each: _write_group(handle, gpio, each.group_bits, each.group_mask), each.pulse_delay)
        for each in pulses
    ]
    return _queue(handle, gpio, TX_WAVE, steps, sum(each.pulse_delay for each in pulses))


def _queue(chip: _Chip, gpio: int, kind: int, steps: Iterable[Step], length_us: float) -> int:
    """Do the steps after what is queued; an entry of no length lasts until the next."""
    now_s = current().now_s()
    ends_s = chip.sent.setdefault((gpio, kind), [])
    ends_s[:] = [end_s for end_s in ends_s if end_s > now_s]
    if len(ends_s) >= TX_ENTRIES:
        raise _Refused("TX_QUEUE_FULL")
    begins_s, todo = max([now_s, *ends_s]), iter(steps)
    ends_s.append(begins_s + length_us / 1e6)

    def do_next(at_s: float) -> None:
        if chip.sent.get((gpio, kind)) is ends_s and (step := next(todo, None)) is not None:
            step[0]()
            current().call_at(at_s + step[1] / 1e6, do_next, at_s + step[1] / 1e6)

    current().call_at(begins_s, do_next, begins_s)
    return TX_ENTRIES - len(ends_s)


def tx_busy(handle: _Chip, gpio: int, kind: int) -> int:
    return int(_entries(handle, gpio, kind) > 0)


def tx_room(handle: _Chip, gpio: int, kind: int) -> int:
    return TX_ENTRIES - _entries(handle, gpio, kind)


def _entries(chip: _Chip, gpio: int, kind: int) -> int:
    current().glance()
    ends_s = chip.sent.get((gpio, kind), [])
    goes_on = kind == TX_PWM and bool(ends_s) and current().pins.pin(gpio).frequency is not None
    return max(int(goes_on), sum(end_s > current().now_s() for end_s in ends_s))


# Alerts


def gpio_set_debounce_micros(handle: _Chip, gpio: int, debounce_micros: int) -> int:
    handle.debounce_s[gpio] = debounce_micros / 1e6
    return OKAY


def gpio_set_watchdog_micros(handle: _Chip, gpio: int, watchdog_micros: int) -> int:
    handle.watchdog_s[gpio] = watchdog_micros / 1e6
    return OKAY


def gpio_claim_alert(handle: _Chip, gpio: int, eFlags: int, lFlags: int = 0, notify_handle: int | None = None) -> int:
    if gpio in handle and handle[gpio].mode & LG_GROUP:
        raise _Refused("INVALID_GROUP_ALERT")
    _claim(handle, [gpio], lFlags, LG_ALERT, edges=eFlags)
    pi, line, alerts = current(), handle[gpio], 0

    def tell(level: int) -> None:
        for each in tuple(_callbacks):
            if each.gpio == gpio:
                pi.deliver(each.hear, 0, gpio, level, time.monotonic_ns())

    def bark(alert: int) -> None:
        if alert == alerts and handle.get(gpio) is line:
            tell(TIMEOUT)

    def changed(level: float) -> None:
        nonlocal alerts
        is_high = _is_high(line, bool(level))
        if line.edges & (RISING_EDGE if is_high else FALLING_EDGE):
            alerts += 1
            tell(int(is_high))
            if watch_s := handle.watchdog_s.get(gpio):
                pi.call_at(pi.now_s() + watch_s, bark, alerts)

    line.stop = pi.listen(gpio, changed, lambda: handle.debounce_s.get(gpio, 0.0))
    return OKAY


class _Callback:
    def __init__(self, gpio: int, func: Callable[[int, int, int, int], object] | None) -> None:
        self.gpio, self.func = gpio, func or self._count
        self._tally = 0
        _callbacks.append(self)

    def hear(self, chip: int, gpio: int, level: int, tick: int) -> None:
        if self in _callbacks:
            self.func(chip, gpio, level, tick)

    def _count(self, *_alert: int) -> None:
        self._tally += 1

    def tally(self) -> int:
        return self._tally

    def reset_tally(self) -> None:
        self._tally = 0

    def cancel(self) -> None:
        if self in _callbacks:
            _callbacks.remove(self)


def callback(
    handle: object, gpio: int, edge: int = RISING_EDGE, func: Callable[[int, int, int, int], object] | None = None
) -> _Callback:
    """Call back about alerts of a line, whose claim says about which edges; ``edge`` is ignored, as by lgpio."""
    return _Callback(gpio, func)


# Buses


def _bytes(data: Any) -> bytes:
    if not isinstance(data, bytes | bytearray | str | list | tuple):
        raise error("can't convert to bytes")
    return data.encode("latin1") if isinstance(data, str) else bytes(data)


def spi_open(spi_device: int, spi_channel: int, baud: int, spi_flags: int = 0) -> int:
    if not current().nodes.has(f"/dev/spidev{spi_device}.{spi_channel}"):
        raise _Refused("SPI_OPEN_FAILED")
    return _open(_Spi((spi_device, spi_channel, baud)))


def _xfer(spi: _Spi, data: Any) -> tuple[int, bytearray]:
    sent, (bus, channel, baud) = _bytes(data), spi
    answer = current().spi(bus, channel, [sent], baud)[0]
    return len(answer), bytearray(answer)


def spi_xfer(handle: _Spi, data: Any) -> tuple[int, bytearray]:
    return _xfer(handle, data)


def spi_read(handle: _Spi, count: int) -> tuple[int, bytearray]:
    return _xfer(handle, bytes(count))


def spi_write(handle: _Spi, data: Any) -> int:
    return _xfer(handle, data)[0]


def spi_close(handle: _Spi | _I2c) -> int:
    return _close(handle)


i2c_close = spi_close


def i2c_open(i2c_bus: int, i2c_address: int, i2c_flags: int = 0) -> int:
    try:
        return _open(_I2c((smbus2.SMBus(i2c_bus), i2c_address)))
    except OSError:
        raise _Refused("BAD_I2C_BUS") from None


def _try_i2c(kind: str, transfer: Callable[[], Any]) -> Any:
    try:
        answer = transfer()
    except OSError:
        raise _Refused(f"I2C_{kind}_FAILED") from None
    return OKAY if answer is None else answer


def _i2c(call: str, *names: str) -> Callable[..., Any]:
    """Make a call of smbus2's of the same name."""

    def run(handle: _I2c, *values: int) -> Any:
        return _try_i2c("READ" if "read" in call else "WRITE", lambda: getattr(handle[0], call)(handle[1], *values))

    parameters = [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in names]
    handle = Parameter("handle", Parameter.POSITIONAL_OR_KEYWORD, annotation=_I2c)
    run.__dict__["__signature__"] = Signature([handle, *parameters])
    run.__name__ = f"i2c_{call}"
    return run


i2c_write_byte, i2c_read_byte = _i2c("write_byte", "byte_val"), _i2c("read_byte")
i2c_write_byte_data, i2c_read_byte_data = _i2c("write_byte_data", "reg", "byte_val"), _i2c("read_byte_data", "reg")
i2c_write_word_data, i2c_read_word_data = _i2c("write_word_data", "reg", "word_val"), _i2c("read_word_data", "reg")
i2c_process_call = _i2c("process_call", "reg", "word_val")


def i2c_write_quick(handle: _I2c, bit: int) -> int:
    return int(_try_i2c("WRITE", lambda: handle[0].write_quick(handle[1])))


def i2c_write_i2c_block_data(handle: _I2c, reg: int, data: Any) -> int:
    return int(_try_i2c("WRITE", lambda: handle[0].write_i2c_block_data(handle[1], reg, list(_bytes(data)))))


def i2c_read_i2c_block_data(handle: _I2c, reg: int, count: int) -> tuple[int, bytearray]:
    return count, bytearray(_try_i2c("READ", lambda: handle[0].read_i2c_block_data(handle[1], reg, count)))


def i2c_write_device(handle: _I2c, data: Any) -> int:
    return int(_try_i2c("WRITE", lambda: handle[0].i2c_rdwr(smbus2.i2c_msg.write(handle[1], list(_bytes(data))))))


def i2c_read_device(handle: _I2c, count: int) -> tuple[int, bytearray]:
    message = smbus2.i2c_msg.read(handle[1], count)
    _try_i2c("READ", lambda: handle[0].i2c_rdwr(message))
    return count, bytearray(message)


def _check_limits(name: str, given: dict[str, Any]) -> None:
    if any(given.get(parameter) == 0 for parameter in SWITCHES):
        return
    for parameter in (each for each in (*LIMITS, "data", "count") if each in given):
        size = value = given[parameter]
        bounds = LIMITS.get(parameter)
        if parameter in ("data", "count"):
            size = len(_bytes(value)) if parameter == "data" else value
            bounds = (1, 32 if "block" in name else 65_536, f"BAD_{'SPI_COUNT' if name[:3] == 'spi' else 'I2C_PARAM'}")
        if bounds is not None and not bounds[0] <= size <= bounds[1]:
            raise _Refused(bounds[2])


def _checked(function: Callable[..., Any]) -> Callable[..., Any]:
    """Check types as the compiled half of lgpio does, pass what the handle opened, and raise lgpio's errors."""
    takes = signature(function)
    order = ORDERS.get(function.__name__, tuple(takes.parameters))
    kind = takes.parameters["handle"].annotation if "handle" in takes.parameters else object
    is_limited = not {*LIMITS, "data", "count"}.isdisjoint(takes.parameters)

    @wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        if named or len(arguments) != len(takes.parameters):
            bound = takes.bind(*arguments, **named)
            bound.apply_defaults()
            given = bound.arguments
        else:
            given = dict(zip(takes.parameters, arguments, strict=True))  # faster, for loops over a pin
        if "handle" in given:
            given["handle"] & 0xFFFF
        for number, name in enumerate(order, start=1):
            wanted = "float" if name in FLOATS else "int"
            if name != "data" and not isinstance(given[name], int | float if name in FLOATS else int):
                raise TypeError(f"in method '_{function.__name__}', argument {number} of type '{wanted}'")
        try:
            if is_limited:
                _check_limits(function.__name__, given)
            if "handle" in given:
                given["handle"] = _opened(given["handle"], kind)
            if isinstance(gpio := given.get("gpio"), int) and not 0 <= gpio < COUNT:
                raise _Refused("BAD_GPIO_NUMBER")  # noqa: TRY301  # as those of the call
            return function(*given.values())
        except _Refused as refused:
            if exceptions:
                raise error(ERRORS[str(refused)]) from refused.__cause__
            number = _numbers[str(refused)]
            return [number, *rest] if (rest := EMPTY.get(function.__name__)) else number

    return call


for _name, _function in list(globals().items()):
    if isinstance(_function, FunctionType) and _function.__module__ == __name__ and _name[0] != "_":
        globals()[_name] = _checked(_function)
