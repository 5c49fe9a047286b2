"""What a test says about a run: `SimulatedPi.expect`. A failure shows a small picture of the trace or the display."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Any, Final, Protocol

from PIL import Image, ImageDraw, ImageFont

from hw.testing.pi.trace import Trace
from hw.testing.table import TwinTable

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont

COLUMNS: Final = 72
LOW, HIGH, MANY, MESSAGE = "\u2581", "\u2594", "\u2592", "\u2022"
"""Signs of a sketch, from the blocks Block Elements and General Punctuation."""

BRAILLE: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Bits of a character of U+2800, by row and column."""


class Run(Protocol):
    """What the sentences need of a `SimulatedPi`."""

    trace: Trace
    table: TwinTable
    first_half_step: float

    def now_s(self) -> float: ...


class Expect:
    """Sentences about a run; each raises AssertionError with what was seen. Pins are BCM numbers, times seconds."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def toggles(
        self, pin: int, count: int, *, every_s: float | None = None, within_s: float = 1e-3, from_s: float = 0.0
    ) -> None:
        """Expect so many changes of a pin's level, each ``every_s`` after the one before."""
        times = [at_s for at_s, _ in self._levels(pin) if at_s >= from_s]
        if len(times) != count:
            self._fail(f"GPIO{pin}: saw {len(times)} changes of its level, expected {count}", pin)
        for number, (before_s, at_s) in enumerate(pairwise(times), start=2):
            if every_s is not None and abs(at_s - before_s - every_s) > within_s:
                self._fail(
                    f"GPIO{pin}: saw change {number} {at_s - before_s:.6g} s after the one before, "
                    f"expected {every_s:g} s within {within_s:g} s",
                    pin,
                )

    def level(self, pin: int, level: int, *, at_s: float | None = None) -> None:
        """Expect a pin high (1) or low (0), at the end by default."""
        at_s = self._run.now_s() if at_s is None else at_s
        seen = [level for changed_s, level in self._levels(pin) if changed_s <= at_s]
        if (seen or [0])[-1] != level:
            self._fail(f"GPIO{pin}: saw {(seen or [0])[-1]} at {at_s:g} s, expected {level}", pin)

    def duty(
        self, pin: int, share: float, *, hertz: float | None = None, at_s: float | None = None, within: float = 0.01
    ) -> None:
        """Expect a share of time for which a pin is high, of PWM or of pulses that the program makes itself.

        ``hertz`` is how many pulses there are in a second, ``within`` how much both may differ, as a share of 1 and of
        ``hertz``; without ``at_s`` the last pulses count.
        """
        seen_share, seen_hertz = self._pulses(pin, at_s)
        if abs(seen_share - share) > within:
            self._fail(f"GPIO{pin}: saw it high for {seen_share:.1%} of the time, expected {share:.1%}", pin)
        if hertz is not None and abs(seen_hertz - hertz) > within * hertz:
            self._fail(f"GPIO{pin}: saw {seen_hertz:g} pulses a second, expected {hertz:g}", pin)

    def pulse(self, pin: int, width_s: float, *, at_s: float | None = None, within_s: float = 20e-6) -> None:
        """Expect a width of pulses, as a servo's."""
        share, hertz = self._pulses(pin, at_s)
        seen_s = share / hertz if hertz else 0.0
        if abs(seen_s - width_s) > within_s:
            self._fail(f"GPIO{pin}: saw pulses of {seen_s * 1e6:.0f} us, expected {width_s * 1e6:.0f} us", pin)

    def steps(self, half_steps: int, *, lost: int = 0, within: int = 8) -> None:
        """Expect how far the motor on ``coil_pins`` has turned, clockwise if positive, and how many steps it lost."""
        rotor = self._run.table.rotor
        assert rotor is not None, "saw no motor, expected coil_pins in the wiring"
        turned = rotor.position_half_steps - self._run.first_half_step
        if abs(turned - half_steps) > within or rotor.lost != lost:
            self._fail(
                f"saw the motor turn by {turned:.0f} half-steps and lose {rotor.lost}, "
                f"expected {half_steps} within {within} and {lost}"
            )

    def text(self, words: str, *, font: Font | str | Path | None = None, size: int = 10) -> None:
        """Expect words on the display, in Pillow's own fonts or in ``font``, also as a file; dark on light, too."""
        oled = self._run.table.oled
        assert oled is not None, "saw no display, expected oled or oled_spi in the wiring"
        picture = oled.image().convert("1")
        fonts: list[Any] = [ImageFont.load_default(size), getattr(ImageFont, "load_default_imagefont", bool)()]
        if font is not None:
            fonts = [ImageFont.truetype(str(font), size) if isinstance(font, str | Path) else font]
        if not any(_holds(picture, _drawn(words, each)) for each in fonts if each):
            self._fail(f"saw no {words!r} in these fonts on the display, which shows\n{_braille(picture)}")

    def sent(self, data: bytes) -> None:
        """Expect bytes that the program sent to the serial port on the header, among others."""
        seen = b"".join(event.data for event in self._run.trace.events if event.lane == "serial0")
        if data not in seen:
            self._fail(f"saw {seen!r} sent to the serial port, expected {data!r}")

    def _levels(self, pin: int) -> list[tuple[float, int]]:
        """Return changes of a pin's level; under PWM it is 1."""
        levels: list[tuple[float, int]] = []
        for event in self._run.trace.events:
            if event.lane == f"GPIO{pin}" and (not levels or event.data[0] != levels[-1][1]):
                levels.append((event.at_s, event.data[0]))
        return levels

    def _pulses(self, pin: int, at_s: float | None) -> tuple[float, float]:
        """Return the share of time for which a pin is high, and its pulses a second."""
        events = [event for event in self._run.trace.events if event.lane == f"GPIO{pin}"]
        before = [event for event in events if event.at_s <= (inf if at_s is None else at_s)]
        under_pwm = [event for event in before if event.pulses_hz] if at_s is None else before[-1:]
        if under_pwm and under_pwm[-1].pulses_hz:
            return under_pwm[-1].duty, under_pwm[-1].pulses_hz
        levels = self._levels(pin)
        rises = [place for place, (_, level) in enumerate(levels[:-2]) if level]
        if not rises:
            return (float(before[-1].duty) if before else 0.0), 0.0
        begun = [place for place in rises if levels[place][0] <= (inf if at_s is None else at_s)]
        begin = (begun or rises[:1])[-1]
        (rise_s, _), (fall_s, _), (again_s, _) = levels[begin : begin + 3]
        return (fall_s - rise_s) / (again_s - rise_s), 1 / (again_s - rise_s)

    def _fail(self, words: str, pin: int | None = None) -> None:
        raise AssertionError(words if pin is None else f"{words}\n{sketch(self._run.trace, [f'GPIO{pin}'])}")


def sketch(trace: Trace, lanes: Sequence[str], from_s: float = 0.0, until_s: float | None = None) -> str:
    """Draw lanes as lines of text: levels, PWM and bursts as shades, messages as points."""
    end_s = max((event.at_s for event in trace.events), default=0.0) if until_s is None else until_s
    cell_s = max(end_s - from_s, 1e-6) / COLUMNS
    rows = [f"{'':8}{from_s:<{COLUMNS // 2}.6g}{end_s:>{COLUMNS // 2}.6g} s"]
    for lane in lanes:
        events = [event for event in trace.events if event.lane == lane and event.at_s <= end_s]
        first = 1 - events[0].data[0] if events and not events[0].hertz else 0
        cells, last = [HIGH if first else LOW] * COLUMNS, -1
        for event in events:
            place = min(COLUMNS - 1, max(0, int((event.at_s - from_s) / cell_s)))
            if not event.hertz:
                mark = MANY if event.pulses_hz and 0 < event.duty < 1 else HIGH if event.data[0] else LOW
                cells[place:] = [mark] * (COLUMNS - place)
            if event.hertz or place == last:
                cells[place] = MESSAGE if event.hertz else MANY
            last = place
        rows.append(f"{lane:8}{''.join(cells)}")
    return "\n".join(rows)


def _drawn(words: str, font: Font) -> Image.Image:
    """Return the words as a program draws them, without margin."""
    paper = Image.new("1", (1024, 256))
    ImageDraw.Draw(paper).text((64, 64), words, 1, font)
    return paper.crop(paper.getbbox() or (0, 0, 1, 1))


def _rows(picture: Image.Image) -> list[int]:
    stride = -(-picture.width // 8)
    data, spare = picture.tobytes(), 8 * stride - picture.width
    return [int.from_bytes(data[at : at + stride], "big") >> spare for at in range(0, len(data), stride)]


def _holds(picture: Image.Image, part: Image.Image) -> bool:
    """Return whether the picture has the part somewhere, as it is or inverted."""
    whole, lines, full = _rows(picture), _rows(part), (1 << part.width) - 1
    return any(
        all(whole[top + row] >> shift & full == line ^ flip for row, line in enumerate(lines))
        for flip in (0, full)
        for top in range(picture.height - part.height + 1)
        for shift in range(picture.width - part.width + 1)
    )


def _braille(picture: Image.Image) -> str:
    def line(top: int) -> Iterator[str]:
        for left in range(0, picture.width, 2):
            places = ((left + x, top + y, BRAILLE[y][x]) for y in range(4) for x in range(2))
            yield chr(0x2800 + sum(bit for x, y, bit in places if picture.getpixel((x, y))))

    return "\n".join("".join(line(top)).rstrip("\u2800") for top in range(0, picture.height, 4)).strip("\n")
