"""From a drawing's shapes to pixels: painted twice as large, then halved, so that edges are smooth."""

from functools import lru_cache
from math import ceil
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFont

from controller.games.contract.tools.drawing import Box, Drawing, Line, Outline, Shape, Words
from controller.games.naming import sentence
from controller.limits import DRAWING_SHAPES, DRAWING_SIDE
from controller.show.painting.cloth import CLOTHS, woven
from controller.show.painting.outline import rings
from hw.oled.drawing import font

LARGER: Final = 2

GRID: Final = 24
"""Units of a sign's side."""

SMALLEST: Final = 8.0
"""Words are set no smaller."""


class UnpaintableError(ValueError):
    """A drawing is larger than pictures may be, or has a colour or a path that is none."""


def painted(drawing: Drawing, language: str) -> Image.Image:
    """The picture of a drawing, in a language; the same drawing gives the same pixels.

    Raises:
        UnpaintableError: it has no size, too much of it, too many shapes, or one that is none.
    """
    sides = (drawing.width, drawing.height)
    if not all(0 < side <= DRAWING_SIDE for side in sides) or len(drawing.shapes) > DRAWING_SHAPES:
        seen = f"{drawing.width} x {drawing.height} with {len(drawing.shapes)} shapes"
        raise UnpaintableError(f"saw a drawing of {seen}, expected at most {DRAWING_SIDE} a side and {DRAWING_SHAPES}.")
    image = Image.new("RGB", (drawing.width * LARGER, drawing.height * LARGER), "#f4eee2")
    draw = ImageDraw.Draw(image)
    for shape in drawing.shapes:
        try:
            _paint(image, draw, shape, language)
        except (ValueError, OverflowError) as fault:
            raise UnpaintableError(f"saw {shape!r:.200}, which cannot be painted: {fault}") from fault
    return image.reduce(LARGER)


def words_width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide words are, in the units of a drawing."""
    return _font(size, bold=bold).getlength(text) / LARGER


def _paint(image: Image.Image, draw: ImageDraw.ImageDraw, shape: Shape, language: str) -> None:
    match shape:
        case Box():
            _box(image, draw, shape)
        case Outline():
            _outline(image, shape)
        case Words():
            _words(draw, shape, language)
        case Line(points=points, fill=fill, width=width):
            joined = [(x * LARGER, y * LARGER) for x, y in points]
            draw.line(joined, fill=_plain(fill), width=max(1, round(width * LARGER)), joint="curve")


def _box(image: Image.Image, draw: ImageDraw.ImageDraw, box: Box) -> None:
    left, top = box.left * LARGER, box.top * LARGER
    right, bottom = left + box.width * LARGER - 1, top + box.height * LARGER - 1
    if right < left or bottom < top:
        return
    radius = min(box.radius * LARGER, (right - left) / 2, (bottom - top) / 2)
    if box.fill in CLOTHS:
        size = (round(right - left) + 1, round(bottom - top) + 1)
        mask = Image.new("1", size)
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), radius, fill=1)
        image.paste(woven(box.fill, *size, float(LARGER)), (round(left), round(top)), mask)
    edge_px = 0 if box.edge is None else max(1, round(box.edge_width * LARGER))
    fill = None if box.fill is None or box.fill in CLOTHS else box.fill
    edge = None if box.edge is None else _plain(box.edge)
    draw.rounded_rectangle((left, top, right, bottom), radius, fill=fill, outline=edge, width=edge_px)


def _outline(image: Image.Image, shape: Outline) -> None:
    sign, left, top = _sign(shape.path, shape.size, shape.fill, shape.edge, shape.edge_width)
    image.paste(sign, (round(shape.left * LARGER) + left, round(shape.top * LARGER) + top), sign)


@lru_cache(maxsize=512)
def _sign(
    path: str, size: float, fill: str | None, edge: str | None, edge_width: float
) -> tuple[Image.Image, int, int]:
    """A sign as it is laid on a picture, and where its corner is from the shape's own."""
    unit = size * LARGER / GRID
    around = ceil(edge_width * unit) + 2
    side = ceil(GRID * unit) + 2 * around
    corner = complex(around, around)
    parts = [[(at.real, at.imag) for at in (corner + unit * each for each in ring)] for ring in rings(path)]
    sign = Image.new("RGBA", (side, side))
    if edge is not None:
        draw = ImageDraw.Draw(sign)
        for part in parts:
            closed = part if fill is None else [*part, *part[:2]]
            draw.line(closed, fill=_plain(edge), width=max(1, round(edge_width * unit)), joint="curve")
    if fill is not None:
        mask = Image.new("1", sign.size)
        for part in parts:
            one = Image.new("1", sign.size)
            ImageDraw.Draw(one).polygon(part, fill=1)
            mask = ImageChops.logical_xor(mask, one)
        sign.paste(woven(fill, side, side, unit), mask=mask)
    return sign, -around, -around


def _words(draw: ImageDraw.ImageDraw, words: Words, language: str) -> None:
    said = words.text if isinstance(words.text, str) else sentence(words.text, language)
    size = words.size
    if words.room is not None and (wide := words_width(said, size, bold=words.bold)) > words.room:
        size = max(SMALLEST, size * words.room / wide)
    anchor = {"left": "lm", "middle": "mm", "right": "rm"}[words.anchor]
    at = (words.left * LARGER, words.middle * LARGER)
    draw.text(at, said, fill=_plain(words.fill), font=_font(size, bold=words.bold), anchor=anchor)


def _font(size: float, *, bold: bool) -> ImageFont.FreeTypeFont:
    return font(round(size * LARGER), bold=bold)


def _plain(fill: str) -> str:
    """A colour where no cloth can be laid."""
    return CLOTHS[fill].ground if fill in CLOTHS else fill
