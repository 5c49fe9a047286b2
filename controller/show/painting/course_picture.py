"""A game's course as a picture to keep: who won, how the table stood, and what was counted round by round."""

import io
from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from PIL import Image

from controller.games.contract.tools.drawing import (
    CARD,
    GOLD_INK,
    INK,
    LINE,
    SOFT,
    Box,
    Charted,
    Curve,
    CurveLine,
    Drawing,
    Line,
    Shape,
    Words,
)
from controller.games.contract.values import Text
from controller.limits import COURSE_CURVES, COURSE_VALUES
from controller.show.painting.painter import painted

WIDTH: Final = 800
HEADING: Final = 64
CHART: Final = 240
LEFT: Final = 52
"""Where the first round stands; to the left of it are the numbers."""

RIGHT: Final = 170
"""Room for the names at the ends of lines."""

TOP: Final = 44
BOTTOM: Final = 30
LABEL: Final = 17
"""Between two names."""

COLOURS: Final = 192


class CoursePicture(Struct, frozen=True):
    """All that is in the picture; ``table`` is None where the game draws none."""

    title: str
    heading: Text
    charted: Charted
    table: Drawing | None


def png(picture: CoursePicture, language: str) -> bytes:
    """As a PNG, in the words of a language; the same game gives the same octets.

    Raises:
        UnpaintableError: the table's drawing is too large.
    """
    table = None if picture.table is None else painted(picture.table, language)
    width = WIDTH if table is None else table.width
    parts = [painted(Drawing(width, HEADING, tuple(_heading(picture, width))), language)]
    if table is not None:
        parts.append(table)
    charts = (Drawing(width, CHART, tuple(_chart(curve, width))) for curve in picture.charted.curves[:COURSE_CURVES])
    parts += [painted(chart, language) for chart in charts]
    whole, top = Image.new("RGB", (width, sum(part.height for part in parts))), 0
    for part in parts:
        whole.paste(part, (0, top))
        top += part.height
    file = io.BytesIO()
    whole.quantize(COLOURS, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
    return file.getvalue()


def _heading(picture: CoursePicture, width: int) -> Iterator[Shape]:
    yield Words(picture.title, 14, 18, 16, GOLD_INK, bold=True, room=width - 200)
    yield Words(picture.heading, width - 14, 18, 15, SOFT, anchor="right", room=180)
    if picture.charted.headline is not None:
        yield Words(picture.charted.headline, 14, 44, 24, INK, bold=True, room=width - 28)


def _chart(curve: Curve, width: int) -> Iterator[Shape]:
    """Lines that rise from the left to the right, each in its cloth, its name where it ends."""
    yield Box(8, 6, width - 16, CHART - 12, CARD, LINE, 1, 10)
    yield Words(curve.title, 22, 25, 16, INK, bold=True, room=width - 44)
    lines = [CurveLine(line.name, line.cloth, line.values[:COURSE_VALUES]) for line in curve.lines if line.values]
    if not lines:
        return
    rounds = curve.rounds[:COURSE_VALUES]
    highest = max(1, *(value for line in lines for value in line.values))
    lowest = min(0, *(value for line in lines for value in line.values))
    span = highest - lowest
    columns = max(1, len(rounds) - 1)

    def x(at: int) -> float:
        return LEFT + at * (width - LEFT - RIGHT) / columns

    def y(value: float) -> float:
        return CHART - BOTTOM - (value - lowest) * (CHART - TOP - BOTTOM) / span

    for value in sorted({lowest, 0, highest // 2, highest}):
        yield Line(((LEFT, y(value)), (width - RIGHT, y(value))), LINE)
        yield Words(str(value), LEFT - 10, y(value), 12, SOFT, anchor="right")
    step = max(1, len(rounds) // 12)
    for at in range(0, len(rounds), step):
        yield Words(str(rounds[at]), x(at), CHART - BOTTOM + 13, 12, SOFT, anchor="middle")
    for line in lines:
        points = tuple((x(at), y(value)) for at, value in enumerate(line.values))
        yield Line(points if len(points) > 1 else points * 2, line.cloth, 3)
        for left, top in points:
            yield Box(left - 6, top - 6, 12, 12, line.cloth, INK, 1, 3)
    yield from _names(lines, width, [y(line.values[-1]) for line in lines])


def _names(lines: list[CurveLine], width: int, ends: list[float]) -> Iterator[Shape]:
    """Beside the ends, from the highest down, none over another."""
    below = float(TOP - LABEL / 2)
    lowest = CHART - BOTTOM - (len(lines) - 1) * LABEL
    for end, line in sorted(zip(ends, lines, strict=True), key=lambda each: each[0]):
        below = max(below + LABEL, min(end, lowest))
        lowest += LABEL
        yield Words(str(line.values[-1]), width - RIGHT + 40, below, 14, INK, bold=True, anchor="right")
        yield Box(width - RIGHT + 47, below - 6, 12, 12, line.cloth, INK, 1, 3)
        yield Words(line.name, width - RIGHT + 65, below, 14, INK, room=RIGHT - 83)
