"""What went over the buses and pins of a simulated Pi: as VCD for PulseView and GTKWave, and as a picture.

Bits of SPI (mode 0) and I2C are drawn at the speed of their bus from the moment at which the message began.
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Final

import msgspec
from PIL import Image, ImageDraw, ImageFont

from hw.bus.recorder import FORMAT, Event, Header, write_recording
from hw.mfrc522.registers import Register
from hw.testing.wiring import TableWiring

MAX_EVENTS: Final = 500_000
"""Events that are kept, some 100 MB; a reader in an endless loop makes 20,000 a second. Later ones are counted."""

NS: Final = 1_000_000_000


class Trace:
    """What has happened so far.

    Attributes:
        events: in the order in which they began.
        most: how many are kept.
        dropped: how many came after them.
    """

    def __init__(self) -> None:
        self.most = MAX_EVENTS
        self.events: list[Event] = []
        self.dropped = 0

    def keep(self, event: Event) -> None:
        if len(self.events) < self.most:
            self.events.append(event)
        else:
            self.dropped += 1

    def to_file(self, wiring: TableWiring) -> bytes:
        """Return a recording: `hw.bus.recorder.read_recording` reads it."""
        header = Header(FORMAT, msgspec.to_builtins(wiring), simulated=True)
        return write_recording(header, self.events)

    def write_vcd(self, path: str | Path) -> None:
        """Write a value change dump (IEEE 1364, 18) with the wires of each bus, in nanoseconds."""
        changes: list[tuple[int, str, int]] = []
        busy_until: dict[str, int] = {}
        for event in self.events:
            bus = event.lane.partition(".")[0]
            began = max(round(event.at_s * NS), busy_until.get(bus, 0))
            edges = list(_edges(event))
            changes += ((began + at, wire, level) for at, wire, level in edges)
            busy_until[bus] = began + max((at for at, _, _ in edges), default=0)
        wires = sorted({wire for _, wire, _ in changes})
        codes = {wire: _vcd_code(number) for number, wire in enumerate(wires)}
        rests = {wire: int(wire.endswith((".CS", ".SCL", ".SDA", ".TX", ".RX"))) for wire in wires}
        with Path(path).open("w", encoding="ascii") as file:
            file.write("$timescale 1 ns $end\n$scope module pi $end\n")
            file.writelines(f"$var wire 1 {codes[wire]} {wire} $end\n" for wire in wires)
            file.write("$upscope $end\n$enddefinitions $end\n#0\n")
            file.writelines(f"{rests[wire]}{codes[wire]}\n" for wire in wires)
            levels, now = rests, 0
            for at, wire, level in sorted(changes, key=lambda change: change[0]):
                if levels[wire] != level:
                    if at != now:
                        file.write(f"#{at}\n")
                        now = at
                    file.write(f"{level}{codes[wire]}\n")
                    levels[wire] = level

    def write_picture(self, path: str | Path, from_s: float = 0.0, until_s: float = 1e9) -> None:
        """Draw the events as a PNG: a lane each, their bytes decoded; equal neighbours once, with their number."""
        steps = [
            (event, text, len(list(same)) + 1)
            for (text, lane), same in groupby(
                (event for event in self.events if from_s <= event.at_s <= until_s),
                key=lambda event: (describe(event), event.lane),
            )
            for event in (next(same),)
        ]
        _draw(steps[:MAX_STEPS], len(steps), path)


def describe(event: Event) -> str:
    """Return a message in words of its bus; registers of a reader by their names."""
    if event.lane.startswith("serial"):
        return f"sends {event.data!r}" if event.data else f"gets {event.answer!r}"
    if event.pulses_hz:
        return f"{event.duty:.1%} at {event.pulses_hz:g} Hz"
    if not event.hertz:
        return "high" if event.data[0] else "low"
    if event.address >= 0:
        if event.answer is None:
            return f"{event.address:02X} no acknowledge"
        sent = f" write {_hex(event.data)}" if event.data or not event.answer else ""
        return f"{event.address:02X}{sent}" + (f" read {_hex(event.answer)}" if event.answer else "")
    first = event.data[0] if event.data else 1
    if not first & 1 and event.answer is not None and len(event.data) > 1:  # as an MFRC522 is addressed (8.1.2)
        register = first >> 1 & 0x3F
        name = Register(register).name if register in set(Register) else f"{register:02X}"
        if first & 0x80:
            return f"{name} is {_hex(event.answer[1:])}"
        if not any(event.answer):
            return f"{name} = {_hex(event.data[1:])}"
    return f"{_hex(event.data)} / {_hex(event.answer or b'')}"


def _hex(data: bytes) -> str:
    return data[:12].hex(" ").upper() + (f" ... {len(data)} bytes" if len(data) > 12 else "")


def _edges(event: Event) -> Iterator[tuple[int, str, int]]:
    """Yield nanoseconds after the start, wire and level."""
    if event.lane.startswith("serial"):
        yield from _serial_edges(event) if event.hertz else ()
    elif not event.hertz:
        yield 0, event.lane, event.data[0]
    elif event.address >= 0:
        yield from _i2c_edges(event)
    else:
        yield from _spi_edges(event)


def _spi_edges(event: Event) -> Iterator[tuple[int, str, int]]:
    lane = event.lane.replace(" ", "_")
    bus = lane.partition(".")[0]
    half = max(1, NS // event.hertz // 2)
    yield 0, f"{lane}.CS", 0
    at = half
    for out, back in zip(event.data, event.answer or b"", strict=True):
        for bit in range(7, -1, -1):
            yield at, f"{bus}.MOSI", out >> bit & 1
            yield at, f"{bus}.MISO", back >> bit & 1
            yield at + half, f"{bus}.SCLK", 1
            at += 2 * half
            yield at, f"{bus}.SCLK", 0
    yield at + half, f"{lane}.CS", 1
    yield at + 2 * half, f"{lane}.CS", 1


def _serial_edges(event: Event) -> Iterator[tuple[int, str, int]]:
    """Yield levels of 8 data bits, a start bit and a stop bit."""
    bit_ns, name = NS // event.hertz, event.lane.replace(" ", "_")
    for wire, data in ((f"{name}.TX", event.data), (f"{name}.RX", event.answer or b"")):
        for number, byte in enumerate(data):
            bits = 1 << 9 | byte << 1
            yield from (((10 * number + bit) * bit_ns, wire, bits >> bit & 1) for bit in range(10))
    yield 10 * max(len(event.data), len(event.answer or b"")) * bit_ns, f"{name}.TX", 1


def _i2c_edges(event: Event) -> Iterator[tuple[int, str, int]]:
    quarter = max(1, NS // event.hertz // 4)
    scl, sda = f"{event.lane}.SCL", f"{event.lane}.SDA"
    if event.answer is None:
        parts = [(bytes((event.address << 1,)), True)]
    else:
        sent = bytes((event.address << 1,)) + event.data
        read = bytes((event.address << 1 | 1,)) + event.answer
        parts = ([(sent, False)] if event.data or not event.answer else []) + ([(read, False)] if event.answer else [])
    at = 0
    for data, refused in parts:
        yield from ((at, sda, 1), (at + quarter, scl, 1), (at + 2 * quarter, sda, 0), (at + 3 * quarter, scl, 0))
        at += 4 * quarter
        reads = bool(data[0] & 1)
        for place, byte in enumerate(data):
            not_taken = refused or (reads and place == len(data) - 1)
            for bit in (*(byte >> bit & 1 for bit in range(7, -1, -1)), int(not_taken)):
                yield from ((at, sda, bit), (at + quarter, scl, 1), (at + 3 * quarter, scl, 0))
                at += 4 * quarter
    yield from ((at, sda, 0), (at + quarter, scl, 1), (at + 2 * quarter, sda, 1), (at + 4 * quarter, sda, 1))


def _vcd_code(number: int) -> str:
    return chr(33 + number) if number < 94 else chr(33 + number % 94) + _vcd_code(number // 94 - 1)


MAX_STEPS: Final = 600
"""Steps of a picture: some 4,000 pixels of height."""

MARGIN, LANE_PX, STEP_PX, ROW_PX = 70, 22, 8, 1400
INK, PAPER, BOX, LINE = "#1b1b1b", "#ffffff", "#dbe9f6", "#8aa4bd"


def _draw(steps: list[tuple[Event, str, int]], count: int, path: str | Path) -> None:
    font = ImageFont.load_default(11)
    lanes = sorted({event.lane for event, _, _ in steps})
    rows: list[list[tuple[float, Event, str]]] = [[]]
    at = float(MARGIN)
    for event, words, times in steps:
        text = f"{words}  x {times}" if times > 1 else words
        width = font.getlength(text) + 2 * STEP_PX
        if at + width > ROW_PX and rows[-1]:
            rows.append([])
            at = MARGIN
        rows[-1].append((at, event, text))
        at += width
    row_px = LANE_PX * (len(lanes) + 1) + STEP_PX
    picture = Image.new("RGB", (ROW_PX + MARGIN, max(1, len(rows)) * row_px + LANE_PX), PAPER)
    draw = ImageDraw.Draw(picture)
    for number, row in enumerate(rows):
        top = number * row_px
        for lane_number, lane in enumerate(lanes, start=1):
            y = top + lane_number * LANE_PX
            draw.text((4, y + 4), lane, INK, font)
            draw.line((MARGIN, y + LANE_PX - 2, ROW_PX, y + LANE_PX - 2), LINE)
        for x, event, text in row:
            y = top + (lanes.index(event.lane) + 1) * LANE_PX
            draw.text((x, top + 4), f"{event.at_s * 1000:.1f} ms" if x == row[0][0] else "", LINE, font)
            draw.rectangle((x, y + 1, x + font.getlength(text) + STEP_PX, y + LANE_PX - 3), BOX, LINE)
            draw.text((x + STEP_PX / 2, y + 4), text, INK, font)
    shown = f"the first {len(steps)} of {count} steps" if count > len(steps) else f"{count} steps"
    draw.text((4, picture.height - LANE_PX + 4), shown, LINE, font)
    picture.save(path)
