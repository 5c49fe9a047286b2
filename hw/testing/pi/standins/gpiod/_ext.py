"""The compiled half of `gpiod` 2: what its kernel would do with lines of the header (linux/gpio.h).

Not simulated: events about who holds a line, open drain and open source, the hardware's clock of events.
"""

import errno
import os
import stat
import time
from collections import deque
from collections.abc import Iterable
from functools import partial
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from hw.testing.pi.lines import CHIP_LABEL, CHIP_NAME, COUNT, NAMES
from hw.testing.pi.machine import current

api_version = "2.2.1"
VALUE_INACTIVE, VALUE_ACTIVE = 0, 1
DIRECTION_AS_IS, DIRECTION_INPUT, DIRECTION_OUTPUT = 1, 2, 3
EDGE_NONE, EDGE_RISING, EDGE_FALLING, EDGE_BOTH = 1, 2, 3, 4
BIAS_AS_IS, BIAS_UNKNOWN, BIAS_DISABLED, BIAS_PULL_UP, BIAS_PULL_DOWN = 1, 2, 3, 4, 5
DRIVE_PUSH_PULL, DRIVE_OPEN_DRAIN, DRIVE_OPEN_SOURCE = 1, 2, 3
CLOCK_MONOTONIC, CLOCK_REALTIME, CLOCK_HTE = 1, 2, 3
EDGE_EVENT_TYPE_RISING, EDGE_EVENT_TYPE_FALLING = 1, 2
INFO_EVENT_TYPE_LINE_REQUESTED, INFO_EVENT_TYPE_LINE_RELEASED, INFO_EVENT_TYPE_LINE_CONFIG_CHANGED = 1, 2, 3

PULLS = {BIAS_DISABLED: "floating", BIAS_PULL_UP: "up", BIAS_PULL_DOWN: "down"}
EVENTS_A_LINE = 16
"""Events that a kernel keeps for each requested line; the oldest goes."""


def _fail(number: int) -> OSError:
    return OSError(number, os.strerror(number))


def _python(module: str) -> Any:
    """Return a module of the half in Python, which imports this one."""
    return import_module(f"gpiod.{module}")


def is_gpiochip_device(path: str) -> bool:
    return os.path.realpath(path).startswith("/dev/gpiochip") and current().nodes.has(os.path.realpath(path))


class LineSettings(SimpleNamespace):
    """What is asked of a line, by the names of `gpiod.LineSettings`."""


def _is_as_is(settings: LineSettings) -> bool:
    """Return whether a kernel leaves a line as it is that it has already."""
    return bool(settings.direction == DIRECTION_AS_IS and settings.edge_detection == EDGE_NONE)


class LineConfig:
    def __init__(self) -> None:
        self.lines: dict[int, Any] = {}

    def add_line_settings(self, offsets: list[int], settings: Any) -> None:
        self.lines |= dict.fromkeys(offsets, settings)

    def set_output_values(self, global_output_values: list[Any]) -> None:
        for settings, value in zip(self.lines.values(), global_output_values, strict=False):
            settings.output_value = value.value


class Chip:
    def __init__(self, path: str) -> None:
        try:
            is_device = stat.S_ISCHR(Path(os.path.realpath(path)).stat().st_mode)
        except OSError as error:
            raise _fail(error.errno or 0) from None  # without a name
        if not is_gpiochip_device(path):
            raise _fail(errno.ENODEV if is_device else errno.ENOTTY)
        self.fd = os.open(os.path.realpath(path), os.O_RDWR)
        self.path = path

    def close(self) -> None:
        os.close(self.fd)

    def get_info(self) -> Any:
        return _python("chip_info").ChipInfo(CHIP_NAME, CHIP_LABEL, COUNT)

    def line_offset_from_id(self, id: str) -> int:
        if id not in NAMES.values():
            raise _fail(errno.ENOENT)
        return next(offset for offset, name in NAMES.items() if name == id)

    def get_line_name(self, offset: int) -> str | None:
        return NAMES.get(offset)

    def get_line_info(self, offset: int, watch: bool) -> Any:
        if watch:
            raise NotImplementedError("gpiod.Chip.watch_line_info is not simulated")
        holder, consumer = current().lines.holders.get(offset, (None, ""))
        of = holder.lines[offset] if isinstance(holder, Request) else _DEFAULT
        output = offset in NAMES and current().pins.pin(offset).function == "output"
        direction = DIRECTION_OUTPUT if output else DIRECTION_INPUT
        bias = BIAS_UNKNOWN if of.bias == BIAS_AS_IS else of.bias
        edges, clock, debounce_us = of.edge_detection, of.event_clock, of.debounce_period
        name = NAMES.get(offset, "")
        return _python("line_info").LineInfo(
            offset, name, bool(consumer), consumer, direction, of.active_low, bias, of.drive, edges, clock,
            bool(debounce_us), debounce_us,
        )  # fmt: skip

    def request_lines(self, line_cfg: LineConfig, consumer: str | None, event_buffer_size: int | None) -> "Request":
        return Request(line_cfg, consumer or "?", event_buffer_size)


class Request:
    def __init__(self, config: LineConfig, consumer: str, event_buffer_size: int | None) -> None:
        self.chip_name, self.offsets, self.num_lines = CHIP_NAME, list(config.lines), len(config.lines)
        self.lines: dict[int, Any] = {}
        self.fd = -1
        for settings in config.lines.values():
            listens, asks = settings.edge_detection != EDGE_NONE, settings.direction != DIRECTION_AS_IS
            if (settings.direction == DIRECTION_OUTPUT and listens) or (settings.bias in PULLS and not asks | listens):
                raise ValueError(errno.EINVAL, os.strerror(errno.EINVAL))
        missing = [offset for offset in config.lines if offset not in NAMES]
        if missing:
            raise NotImplementedError(f"line {missing[0]} is not simulated: it does not lead to the header")
        current().lines.claim(config.lines, self, consumer)
        self.fd, self._wakes = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        self._events: deque[Any] = deque(maxlen=event_buffer_size or EVENTS_A_LINE * self.num_lines)
        self._numbers = dict.fromkeys([-1, *self.offsets], 0)
        self._stops: list[Any] = []
        self.reconfigure_lines(config)

    def reconfigure_lines(self, line_cfg: LineConfig) -> None:
        for stop in self._stops:
            stop()
        self.lines = {
            offset: self.lines.get(offset, settings) if _is_as_is(settings) else settings
            for offset, settings in line_cfg.lines.items()
        }
        for offset, settings in self.lines.items():
            level = bool(settings.output_value) != settings.active_low
            pull = PULLS.get(settings.bias, "")
            output = settings.direction == DIRECTION_OUTPUT
            if output or settings.direction == DIRECTION_INPUT or settings.edge_detection != EDGE_NONE:
                current().lines.set_up(offset, output=output, pull=pull, level=level)
        self._stops = [
            current().listen(offset, self._hears(offset, settings), partial(float, settings.debounce_period / 1e6))
            for offset, settings in self.lines.items()
            if settings.edge_detection != EDGE_NONE
        ]

    def _hears(self, offset: int, settings: Any) -> Any:
        make_event = _python("edge_event").EdgeEvent

        def changed(level: float) -> None:
            rises = bool(level) != settings.active_low
            if settings.edge_detection not in (EDGE_BOTH, EDGE_RISING if rises else EDGE_FALLING):
                return
            kind = EDGE_EVENT_TYPE_RISING if rises else EDGE_EVENT_TYPE_FALLING
            at_ns = time.time_ns() if settings.event_clock == CLOCK_REALTIME else time.monotonic_ns()
            for each in (-1, offset):
                self._numbers[each] += 1
            if len(self._events) < (self._events.maxlen or 0):
                os.write(self._wakes, b"\0")
            self._events.append(make_event(kind, at_ns, offset, self._numbers[-1], self._numbers[offset]))

        return changed

    def read_edge_events(self, max_events: int | None) -> list[Any]:
        pi = current()
        pi.wait_until(lambda: bool(self._events))
        count = min(len(self._events), max_events or len(self._events))
        os.read(self.fd, count)
        return [self._events.popleft() for _ in range(count)]

    def get_values(self, offsets: list[int], values: list[Any]) -> None:
        value_of = _python("line").Value
        self._check(offsets)
        for place, offset in enumerate(offsets):
            values[place] = value_of(int(bool(current().pins.pin(offset).state) != self.lines[offset].active_low))

    def set_values(self, values: dict[int, Any]) -> None:
        self._check(values)
        for offset, value in values.items():
            pin = current().pins.pin(offset)
            if pin.function != "output":
                raise _fail(errno.EPERM)
            pin.state = bool(value.value) != self.lines[offset].active_low
        current().glance()

    def _check(self, offsets: Iterable[int]) -> None:
        if any(offset not in self.lines for offset in offsets):
            raise ValueError(errno.EINVAL, os.strerror(errno.EINVAL))

    def release(self) -> None:
        if self.fd < 0:
            return
        for stop in self._stops:
            stop()
        current().lines.free(self.offsets, self)
        for descriptor in (self.fd, self._wakes):
            os.close(descriptor)
        self.fd = -1

    __del__ = release


_DEFAULT = LineSettings(
    bias=BIAS_AS_IS, edge_detection=EDGE_NONE, event_clock=CLOCK_MONOTONIC, debounce_period=0, active_low=False,
    drive=DRIVE_PUSH_PULL,
)  # fmt: skip
