"""Record what goes over the buses, pins and serial lines of a machine: a ring in memory, and a file.

The file is gzip of lines of JSON: a `Header`, then an array for each `Event`. `read_recording` trusts none of it.
"""

import gzip
import re
import zlib
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec
from msgspec import Struct

from hw.bus.ports import I2cPort, OnBytes, OnConnectionLost, Ports, SerialPort, SpiPort

if TYPE_CHECKING:
    from hw.speech.programs import SpeechPort, Voice

FORMAT: Final = "royaltable recording 1"
RING_EVENTS: Final = 20_000
"""Messages that a ring keeps, some 4 MB."""

RING_S: Final = 60.0
MAX_EVENTS: Final = 200_000
"""Messages of a recording, some 40 MB in memory; the last ones are kept."""

MAX_FILE_BYTES: Final = 8 << 20
MAX_LINES_BYTES: Final = 64 << 20
MAX_LINE_BYTES: Final = 1 << 17
"""Limits of a file, of its lines and of one line; the longest message has 4 KB, the longest header some 10 KB."""

LANE: Final = re.compile(
    r"spi[0-9]\.[0-9]|spi [a-z0-9-]{1,24}\.[01]|i2c[0-9]{1,2}|GPIO[0-9]{1,2}|serial[0-9]{1,2}|serial [\w:.+-]{1,100}"
)
I2C_HZ: Final = 100_000
SERIAL_BAUD: Final = 115_200


class Event(Struct, frozen=True):
    """A message or a change of a pin.

    Attributes:
        at_s: since the start.
        lane: "spi0.1", "i2c1", "GPIO17"; a serial port as "serial0" or "serial usb-1"; "spi blue.0" for the first
            reader of the castle board blue.
        data: what the Pi sent; the level of a pin.
        answer: what it read; None if nothing acknowledged.
        address: I2C address, else -1.
        hertz: clock of the bus; 0 for a pin, or a serial port of a simulated Pi.
        pulses_hz: frequency of a pin's PWM, 0 without; not in a file.
        duty: share of time for which the pin is high: 0 or 1 without PWM; not in a file.
    """

    at_s: float
    lane: str
    data: bytes
    answer: bytes | None = b""
    address: int = -1
    hertz: int = 0
    pulses_hz: float = 0.0
    duty: float = 0.0


class Header(Struct, frozen=True):
    """The first line of a file.

    Attributes:
        format: `FORMAT`.
        wiring: keys of ``hw.testing.wiring.TableWiring``: the parts and where they are.
        simulated: whether the parts, or some of them, were twins.
        is_late: whether earlier messages are missing.
    """

    format: Literal["royaltable recording 1"]
    wiring: dict[str, Any] = {}
    simulated: bool = False
    is_late: bool = False


class Recording(Struct, frozen=True):
    """A file's contents; ``is_cut`` if its end is missing."""

    header: Header
    events: Sequence[Event]
    is_cut: bool = False


class RecordingError(ValueError):
    """A file is no recording, or damaged."""


Entry = tuple[float, str, bytes | tuple[bytes, ...], bytes | None, int, int]
"""As `Event`; several SPI transfers of one message are a tuple, and their answers joined."""


class Recorder:
    """The last messages of a machine.

    Attributes:
        keep: adds an entry; replaced by `start`, so do not store it.
    """

    def __init__(self, now_s: Callable[[], float], most: int = RING_EVENTS) -> None:
        self.now_s = now_s
        self._entries: deque[Entry] = deque(maxlen=most)
        self.keep = self._entries.append
        self._began_s: float | None = None

    @property
    def is_recording(self) -> bool:
        return self._began_s is not None

    def start(self) -> None:
        """Keep more than the last minute, from now on."""
        self._entries = deque(maxlen=MAX_EVENTS)
        self.keep = self._entries.append
        self._began_s = self.now_s()

    def stop(self) -> None:
        """Keep the last minute, from now on."""
        self._began_s = None
        self._entries = deque(self._entries, maxlen=RING_EVENTS)
        self.keep = self._entries.append

    def to_file(self, wiring: Mapping[str, Any], *, simulated: bool) -> bytes:
        """Return a file of what is recorded, or of the last minute."""
        entries = sorted(self._entries.copy(), key=itemgetter(0))  # another thread may add to it
        is_late = len(entries) == self._entries.maxlen
        if self._began_s is None:
            since_s = self.now_s() - RING_S
            is_late, entries = True, [entry for entry in entries if entry[0] >= since_s]
        began_s = entries[0][0] if entries else 0.0
        events = [event for entry in entries for event in _to_events(entry, began_s)]
        return write_recording(Header(FORMAT, dict(wiring), simulated, is_late), events)


def _to_events(entry: Entry, began_s: float) -> Iterator[Event]:
    at_s, lane, data, answer, address, hertz = entry
    at_s = max(0.0, at_s - began_s)
    if isinstance(data, bytes):
        yield Event(at_s, lane, data, answer, address, hertz)
        return
    rest = iter(answer or b"")
    for sent in data:
        yield Event(at_s, lane, sent, bytes(islice(rest, len(sent))), address, hertz)
        at_s += 8 * len(sent) / hertz


def write_recording(header: Header, events: Sequence[Event]) -> bytes:
    """Return a file of at most `MAX_FILE_BYTES`, without the first events if they are too many."""
    lines = [msgspec.json.encode(header)] + [
        msgspec.json.encode(
            (
                round(each.at_s * 1e6),
                each.lane,
                each.data.hex(),
                None if each.answer is None else each.answer.hex(),
                each.address,
                each.hertz,
            )
        )
        for each in events
    ]
    data = gzip.compress(b"\n".join((*lines, b"")), 6, mtime=0)
    if len(data) <= MAX_FILE_BYTES and sum(map(len, lines)) + len(lines) <= MAX_LINES_BYTES:
        return data
    return write_recording(msgspec.structs.replace(header, is_late=True), events[len(events) // 4 + 1 :])


def read_recording(file: Path) -> Recording:
    """Return what a file holds, up to where it is cut off; raise RecordingError, or OSError if it cannot be read."""
    with file.open("rb") as opened:
        data = opened.read(MAX_FILE_BYTES + 1)
    if len(data) > MAX_FILE_BYTES:
        raise RecordingError(f"saw over {MAX_FILE_BYTES} bytes in {file}, expected a recording of at most that size")
    return parse_recording(data, str(file))


def parse_recording(data: bytes, file: str = "the recording") -> Recording:
    """Return what the bytes of a ``file`` hold; raise RecordingError."""
    unpacker = zlib.decompressobj(wbits=31)
    try:
        text = unpacker.decompress(data, MAX_LINES_BYTES)
    except zlib.error as fault:
        raise RecordingError(f"{file} is no recording, or damaged: {fault}") from None
    if unpacker.unconsumed_tail or unpacker.unused_data:
        raise RecordingError(f"saw more than {MAX_LINES_BYTES} bytes in {file} once unpacked, or something behind them")
    first, *lines = text.split(b"\n")
    number = 1
    try:
        header = msgspec.json.decode(first, type=Header)
        events = []
        for line in lines[:-1]:  # what follows the last line's end is empty, or cut off
            number += 1
            events.append(_parse_event(line))
    except (ValueError, RecursionError) as fault:
        raise RecordingError(f"{file}, line {number}: {fault}") from None
    return Recording(header, events, is_cut=not unpacker.eof)


_LINE: Final = msgspec.json.Decoder(tuple[int, str, str, str | None, int, int])


def _parse_event(line: bytes) -> Event:
    if len(line) > MAX_LINE_BYTES:
        raise ValueError(f"saw {len(line)} bytes, expected at most {MAX_LINE_BYTES}")
    at_us, lane, sent, came, address, hertz = _LINE.decode(line)
    if LANE.fullmatch(lane) is None or not 0 <= at_us < 1 << 50 or not -1 <= address < 128 or not 0 <= hertz < 1 << 31:
        raise ValueError(f"saw {line[:80]!r}, expected microseconds, a bus, what was sent and read, an address, hertz")
    data, answer = bytes.fromhex(sent), None if came is None else bytes.fromhex(came)
    is_pin = lane.startswith("GPIO")
    if (
        (is_pin and data not in {b"\0", b"\1"})
        or (is_pin != (hertz == 0) and not lane.startswith("serial"))
        or (lane.startswith("i2c") != (address >= 0))
        or (lane.startswith("spi") and (answer is None or len(answer) != len(data) or not data))
    ):
        raise ValueError(f"saw {line[:80]!r}, expected a level of a pin, or a message with an answer as its bus has it")
    return Event(at_us / 1e6, lane, data, answer, address, hertz)


# Ports that record


class RecordedPorts:
    """The buses and pins of a machine (`hw.bus.ports.Ports`), recorded."""

    def __init__(self, ports: Ports, recorder: Recorder, spi_hz: int) -> None:
        self._ports = ports
        self._recorder = recorder
        self._spi_hz = spi_hz
        self._factories: dict[int, _RecordedFactory] = {}

    def spi_port(self, bus: int, chip_select: int) -> SpiPort:
        port = self._ports.spi_port(bus, chip_select)
        return _RecordedSpi(port, self._recorder, f"spi{bus}.{chip_select}", self._spi_hz)

    @property
    def unbatched_spi_ports(self) -> Collection[tuple[int, int]]:
        return self._ports.unbatched_spi_ports

    def i2c_port(self, bus: int) -> I2cPort:
        return _RecordedI2c(self._ports.i2c_port(bus), self._recorder, f"i2c{bus}")

    def serial_port_names(self) -> Sequence[str]:
        return self._ports.serial_port_names()

    def open_serial_port(self, place: str, received: OnBytes, lost: OnConnectionLost) -> SerialPort:
        lane = "serial " + re.sub(r"[^\w:.+-]", "_", place.rpartition("/")[2])[-100:]
        recorder = self._recorder

        def record_and_receive(data: bytes) -> None:
            recorder.keep((recorder.now_s(), lane, b"", data, -1, SERIAL_BAUD))
            received(data)

        return _RecordedSerial(self._ports.open_serial_port(place, record_and_receive, lost), recorder, lane)

    def pin_factory(self) -> Any:
        factory = self._ports.pin_factory()
        return self._factories.setdefault(id(factory), _RecordedFactory(factory, self._recorder))

    def board_pin_factory(self, board: str) -> Any:
        return self._ports.board_pin_factory(board)

    def speech_port(self, voice: "Voice") -> "SpeechPort":
        return self._ports.speech_port(voice)

    def undervoltage(self) -> bool | None:
        return self._ports.undervoltage()

    def utc_now(self) -> datetime:
        return self._ports.utc_now()

    def close(self) -> None:
        self._ports.close()


class _RecordedSpi(SpiPort):
    def __init__(self, port: SpiPort, recorder: Recorder, lane: str, hertz: int) -> None:
        self._port = port
        self._recorder = recorder
        self._lane = lane
        self._hertz = hertz

    def transfer(self, data: bytes) -> bytes:
        at_s = self._recorder.now_s()
        answer = self._port.transfer(data)
        self._recorder.keep((at_s, self._lane, bytes(data), answer, -1, self._hertz))
        return answer

    def transfer_many(self, transfers: Sequence[bytes]) -> Sequence[bytes]:
        at_s = self._recorder.now_s()
        answers = self._port.transfer_many(transfers)
        self._recorder.keep((at_s, self._lane, tuple(map(bytes, transfers)), b"".join(answers), -1, self._hertz))
        return answers

    def prepare_transfers(self, transfers: Sequence[bytes]) -> Callable[[], bytes]:
        send, sent = self._port.prepare_transfers(transfers), tuple(map(bytes, transfers))
        recorder, lane, hertz, now_s = self._recorder, self._lane, self._hertz, self._recorder.now_s

        def send_and_record() -> bytes:
            at_s = now_s()
            answer = send()
            recorder.keep((at_s, lane, sent, answer, -1, hertz))
            return answer

        return send_and_record

    def close(self) -> None:
        self._port.close()


class _RecordedI2c:
    def __init__(self, port: I2cPort, recorder: Recorder, lane: str) -> None:
        self._port = port
        self._recorder = recorder
        self._lane = lane

    def write(self, address: int, data: bytes) -> None:
        def send() -> bytes:
            self._port.write(address, data)
            return b""

        self._record(address, bytes(data), send)

    def read(self, address: int, count: int) -> bytes:
        return self._record(address, b"", lambda: self._port.read(address, count))

    def _record(self, address: int, data: bytes, send: Callable[[], bytes]) -> bytes:
        at_s, answer = self._recorder.now_s(), None
        try:
            answer = send()
        finally:
            self._recorder.keep((at_s, self._lane, data, answer, address, I2C_HZ))
        return answer

    def close(self) -> None:
        self._port.close()


class _RecordedSerial:
    def __init__(self, port: SerialPort, recorder: Recorder, lane: str) -> None:
        self._port = port
        self._recorder = recorder
        self._lane = lane

    def write(self, data: bytes) -> None:
        self._recorder.keep((self._recorder.now_s(), self._lane, bytes(data), b"", -1, SERIAL_BAUD))
        self._port.write(data)

    def close(self) -> None:
        self._port.close()


class _RecordedFactory:
    """A gpiozero factory whose pins record their levels; all else is the factory's own."""

    def __init__(self, factory: Any, recorder: Recorder) -> None:
        self._factory = factory
        self._recorder = recorder
        self._pins: dict[str, _RecordedPin] = {}

    def pin(self, name: Any) -> "_RecordedPin":
        pin = self._factory.pin(name)
        key = pin.info.name
        if key not in self._pins:
            self._pins[key] = _RecordedPin(pin, self._recorder)
        return self._pins[key]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._factory, name)


class _RecordedPin:
    """A gpiozero pin that records levels written and seen; all else is the pin's own."""

    def __init__(self, pin: Any, recorder: Recorder) -> None:
        vars(self).update(_pin=pin, _recorder=recorder, _lane=f"{pin.info.name}", _level=None)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._pin, name)
        if name == "state":
            self._note(value)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "state":
            self._note(value)
        elif name == "when_changed" and value is not None:
            value = vars(self)["_told"] = self._noting(value)  # gpiozero keeps a weak reference
        setattr(self._pin, name, value)

    def output_with_state(self, state: Any) -> None:
        self._note(state)
        self._pin.output_with_state(state)

    def _noting(self, changed: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
        def note_and_tell(ticks: Any, state: Any) -> None:
            self._note(state)
            changed(ticks, state)

        return note_and_tell

    def _note(self, state: Any) -> None:
        level = state > 0
        if level is not self._level:
            vars(self)["_level"] = level
            self._recorder.keep((self._recorder.now_s(), self._lane, bytes((level,)), b"", -1, 0))
