"""`lgpio` on the simulated Pi: pins, PWM, callbacks, SPI and I2C. Not there: waves, servos, serial, scripts, files."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import smbus2
from gpiozero.exc import GPIOZeroError

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

LINES = 58
MODE_BITS = {"output": 1 << 1 | 1 << 9, "input": 1 << 8}
PULL_BITS = {"up": 1 << 5, "down": 1 << 6, "floating": 1 << 7}

_handles: list[Any] = []
"""What each handle opened: flags of a chip's claimed lines, an SPI device, an I2C bus and address; None once closed."""

_groups: dict[int, list[int]] = {}
_quiet_s: dict[int, float] = {}


def _claim(handle: int, gpio: int, flags: int) -> None:
    """Note who holds a line; the kernel gives it to one at a time."""
    if any(isinstance(each, dict) and gpio in each for number, each in enumerate(_handles) if number != handle):
        raise error("GPIO busy")
    _get(handle)[gpio] = flags


class error(Exception):
    def __init__(self, value: str) -> None:
        super().__init__(value)
        self.value = value


def get_module_version() -> str:
    return "lgpio.py_0.2.2.0"


def error_text(errnum: int) -> str:
    return f"error {errnum}"


def _open(what: Any) -> int:
    _handles.append(what)
    return len(_handles) - 1


def _get(handle: int) -> Any:
    if not 0 <= handle < len(_handles) or _handles[handle] is None:
        raise error("unknown handle")
    return _handles[handle]


def _close(handle: int) -> int:
    _get(handle)
    _handles[handle] = None
    return OKAY


i2c_close = spi_close = _close


def gpiochip_open(gpiochip: int) -> int:
    if gpiochip != 0:
        raise error("can not open gpiochip")
    return _open({})


def gpiochip_close(handle: int) -> int:
    for gpio in list(_get(handle)):
        gpio_free(handle, gpio)
    return _close(handle)


def gpio_get_chip_info(handle: int) -> tuple[int, int, str, str]:
    _get(handle)
    return OKAY, LINES, "gpiochip0", "pinctrl-bcm2711"


def gpio_get_line_info(handle: int, gpio: int) -> tuple[int, int, int, str, str]:
    return OKAY, gpio, gpio_get_mode(handle, gpio), f"GPIO{gpio}", "lg" if gpio in _get(handle) else ""


def _pin(handle: int, gpio: int, *, claimed: bool = True) -> Any:
    if claimed and gpio not in _get(handle):
        raise error("GPIO not allocated")
    try:
        return current().pins.pin(gpio)
    except GPIOZeroError as fault:
        raise error("bad GPIO number") from fault


def gpio_get_mode(handle: int, gpio: int) -> int:
    pin = _pin(handle, gpio, claimed=False)
    return MODE_BITS[pin.function] | PULL_BITS[pin.pull] if gpio in _get(handle) else 0


def gpio_claim_input(handle: int, gpio: int, lFlags: int = 0) -> int:
    pin = _pin(handle, gpio, claimed=False)
    _claim(handle, gpio, lFlags)
    pin.function = "input"
    for pull, bit in (("up", SET_PULL_UP), ("down", SET_PULL_DOWN), ("floating", SET_PULL_NONE)):
        if lFlags & bit and not pin.info.pull:
            pin.pull = pull
    return OKAY


def gpio_claim_output(handle: int, gpio: int, level: int = 0, lFlags: int = 0) -> int:
    pin = _pin(handle, gpio, claimed=False)
    _claim(handle, gpio, lFlags)
    pin.function = "output"
    return gpio_write(handle, gpio, level)


def gpio_claim_alert(handle: int, gpio: int, eFlags: int, lFlags: int = 0, notify_handle: int | None = None) -> int:
    return gpio_claim_input(handle, gpio, lFlags)


def gpio_free(handle: int, gpio: int) -> int:
    pin = _pin(handle, gpio)
    pin.frequency = None
    pin.function = "input"
    del _get(handle)[gpio]
    return OKAY


def gpio_read(handle: int, gpio: int) -> int:
    level = bool(_pin(handle, gpio).state)
    return int(level != bool(_get(handle)[gpio] & SET_ACTIVE_LOW))


def gpio_write(handle: int, gpio: int, level: int) -> int:
    pin = _pin(handle, gpio)
    if pin.function != "output":
        gpio_claim_output(handle, gpio, level)
    pin.state = bool(level) != bool(_get(handle)[gpio] & SET_ACTIVE_LOW)
    current().glance()
    return OKAY


def group_claim_input(handle: int, gpio: Sequence[int], lFlags: int = 0) -> int:
    _groups[gpio[0]] = list(gpio)
    return max(gpio_claim_input(handle, each, lFlags) for each in gpio)


def group_claim_output(handle: int, gpio: Sequence[int], levels: Sequence[int] = (0,), lFlags: int = 0) -> int:
    _groups[gpio[0]] = list(gpio)
    full = [*levels, *[0] * len(gpio)][: len(gpio)]
    return max(gpio_claim_output(handle, each, level, lFlags) for each, level in zip(gpio, full, strict=True))


def group_free(handle: int, gpio: int) -> int:
    return max(gpio_free(handle, each) for each in _groups.pop(gpio))


def group_read(handle: int, gpio: int) -> tuple[int, int]:
    pins = _groups[gpio]
    return len(pins), sum(gpio_read(handle, each) << bit for bit, each in enumerate(pins))


def group_write(handle: int, gpio: int, group_bits: int, group_mask: int = GROUP_ALL) -> int:
    for bit, each in enumerate(_groups[gpio]):
        if group_mask >> bit & 1:
            gpio_write(handle, each, group_bits >> bit & 1)
    return OKAY


def tx_pwm(
    handle: int,
    gpio: int,
    pwm_frequency: float,
    pwm_duty_cycle: float,
    pulse_offset: int = 0,
    pulse_cycles: int = 0,
) -> int:
    if not 0 <= pwm_duty_cycle <= 100:
        raise error("bad PWM dutycycle")
    pin = _pin(handle, gpio)
    pin.function = "output"
    pin.frequency = pwm_frequency or None
    if pwm_frequency:
        pin.state = pwm_duty_cycle / 100
    return OKAY


def gpio_set_debounce_micros(handle: int, gpio: int, debounce_micros: int) -> int:
    _quiet_s[gpio] = debounce_micros / 1e6
    return OKAY


class _Callback:
    def __init__(self, handle: int, gpio: int, edge: int, func: Callable[[int, int, int, int], object] | None) -> None:
        self._count = 0
        self._call = func
        self._from = handle, gpio
        self.cancel = current().watch(gpio, edge, self._hear, _quiet_s.get(gpio, 0.0))

    def _hear(self, level: bool) -> None:  # the pin's level
        self._count += 1
        if self._call is not None:
            self._call(*self._from, int(level), time.time_ns())

    def tally(self) -> int:
        return self._count

    def reset_tally(self) -> None:
        self._count = 0


def callback(
    handle: int, gpio: int, edge: int = RISING_EDGE, func: Callable[[int, int, int, int], object] | None = None
) -> _Callback:
    _pin(handle, gpio)
    return _Callback(handle, gpio, edge, func)


def spi_open(spi_device: int, spi_channel: int, baud: int, spi_flags: int = 0) -> int:
    if not current().nodes.has(f"/dev/spidev{spi_device}.{spi_channel}"):
        raise error("can not open SPI device")
    return _open((spi_device, spi_channel, baud))


def spi_xfer(handle: int, data: Any) -> tuple[int, bytearray]:
    bus, channel, baud = _get(handle)
    sent = data.encode("latin1") if isinstance(data, str) else bytes(data)
    answer = current().spi(bus, channel, [sent], baud)[0]
    return len(answer), bytearray(answer)


def spi_read(handle: int, count: int) -> tuple[int, bytearray]:
    return spi_xfer(handle, bytes(count))


def spi_write(handle: int, data: Any) -> int:
    return spi_xfer(handle, data)[0]


def i2c_open(i2c_bus: int, i2c_address: int, i2c_flags: int = 0) -> int:
    try:
        return _open((smbus2.SMBus(i2c_bus), i2c_address))
    except OSError as fault:
        raise error("can not open I2C device") from fault


def _i2c(handle: int, call: str, *arguments: Any) -> Any:
    bus, address = _get(handle)
    try:
        return getattr(bus, call)(address, *arguments)
    except OSError as fault:
        raise error(f"I2C {call} failed") from fault


def _written(call: str) -> Callable[..., int]:
    return lambda handle, *arguments: _i2c(handle, call, *arguments) or OKAY


def i2c_write_quick(handle: int, bit: int) -> int:
    return _i2c(handle, "write_quick") or OKAY


i2c_write_byte = _written("write_byte")
i2c_write_byte_data, i2c_write_word_data = (_written(call) for call in ("write_byte_data", "write_word_data"))
i2c_read_byte, i2c_read_byte_data = (_written(call) for call in ("read_byte", "read_byte_data"))
i2c_read_word_data, i2c_process_call = (_written(call) for call in ("read_word_data", "process_call"))


def i2c_write_i2c_block_data(handle: int, reg: int, data: Any) -> int:
    _i2c(handle, "write_i2c_block_data", reg, list(data))
    return OKAY


def i2c_read_i2c_block_data(handle: int, reg: int, count: int) -> tuple[int, bytearray]:
    return count, bytearray(_i2c(handle, "read_i2c_block_data", reg, count))


def i2c_write_device(handle: int, data: Any) -> int:
    bus, address = _get(handle)
    try:
        bus.i2c_rdwr(smbus2.i2c_msg.write(address, list(data)))
    except OSError as fault:
        raise error("I2C write failed") from fault
    return OKAY


def i2c_read_device(handle: int, count: int) -> tuple[int, bytearray]:
    bus, address = _get(handle)
    message = smbus2.i2c_msg.read(address, count)
    try:
        bus.i2c_rdwr(message)
    except OSError as fault:
        raise error("I2C read failed") from fault
    return count, bytearray(message)
