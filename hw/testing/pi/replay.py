"""Answers of a recording, for a driver that sends the same messages again.

A driver need not send them at the same times: it may repeat a message, or leave some out. A message that the recording
does not have ahead raises `DivergedError`.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

from hw.bus.ports import SpiPort
from hw.bus.recorder import Event, Recording
from hw.errors import BusError
from hw.testing.wiring import TableWiring

AHEAD: Final = 2000
"""Messages of one device that a driver may leave out."""


class DivergedError(Exception):
    """A driver sent what the recording does not have; the message says where."""


class _Lane:
    """One device's messages."""

    def __init__(self, name: str, events: Sequence[Event]) -> None:
        self._name = name
        self._events = events
        self._at = 0
        self._last: dict[tuple[bytes, int], bytes | None] = {}

    @property
    def is_over(self) -> bool:
        return self._at >= len(self._events)

    def answer(self, data: bytes, count: int = 0) -> bytes | None:
        """Return the next answer to a message; ``count``: bytes read over I2C."""
        for number in range(self._at, min(len(self._events), self._at + AHEAD)):
            event = self._events[number]
            if event.data == data and (event.answer is None or not count or len(event.answer) == count):
                self._at = number + 1
                self._last[data, count] = event.answer
                return event.answer
        if (data, count) in self._last:
            return self._last[data, count]
        ahead = self._events[self._at : self._at + 1]
        then = f"such as {ahead[0].data[:16].hex(' ')} at {ahead[0].at_s:.6f} s" if ahead else "but it has ended"
        sent = data[:16].hex(" ") or f"a read of {count} bytes"
        raise DivergedError(f"{self._name}: saw {sent}, expected one of the next messages of the recording, {then}")


class RecordedBuses:
    """The buses of a recording."""

    def __init__(self, recording: Recording) -> None:
        self._lanes: dict[tuple[str, int], _Lane] = {}
        events: dict[tuple[str, int], list[Event]] = {}
        for event in recording.events:
            if event.lane.startswith("serial") or not event.hertz:
                continue
            events.setdefault((event.lane, event.address), []).append(event)
        self._lanes = {where: _Lane(where[0], each) for where, each in events.items()}

    def answer(self, lane: str, data: bytes, address: int = -1, count: int = 0) -> bytes:
        found = self._lanes.get((lane, address)) or _Lane(lane, ())
        answer = found.answer(data, count)
        if answer is None:
            raise BusError(
                lane, seen="no acknowledge, as recorded", expected="a device", remedy="Look into the recording."
            )
        return answer

    @property
    def are_over(self) -> bool:
        """Whether each device has given its last answer."""
        return all(lane.is_over for lane in self._lanes.values())

    def spi_port(self, bus: int, chip_select: int) -> SpiPort:
        return _RecordedSpi(partial(self.answer, f"spi{bus}.{chip_select}"))

    def answer_i2c(self, bus: int, address: int, data: bytes | None, count: int | None) -> bytes:
        """Return what a write, then a read gave; a recording has them as one message or as two."""
        lane = f"i2c{bus}"
        try:
            return self.answer(lane, data or b"", address, count or 0)
        except DivergedError:
            if data is None or count is None:
                raise
        self.answer(lane, data, address)
        return self.answer(lane, b"", address, count)


class _RecordedSpi(SpiPort):
    def __init__(self, answer: Callable[[bytes], bytes]) -> None:
        self._answer = answer

    def transfer(self, data: bytes) -> bytes:
        return self._answer(bytes(data))


def recorded_inputs(recording: Recording, wiring: TableWiring) -> Iterator[tuple[float, int, bool]]:
    """Yield seconds, pin and level of what parts drove: the arrow's mark, the knob, buttons, IRQ."""
    pins = {wiring.home_pin, wiring.button_pin, *(wiring.knob_pins or ()), *wiring.irq_pins.values()}
    for panel in wiring.panels.values():
        pins |= {panel.yes_pin, panel.no_pin}
    for event in recording.events:
        if event.lane.startswith("GPIO") and int(event.lane[4:]) in pins:
            yield event.at_s, int(event.lane[4:]), bool(event.data[0])
