"""Paint a drawing's shapes: SVG outlines, cloth patterns, smooth edges."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from math import acos, ceil, cos, hypot, pi, sin, sqrt
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from controller.games.contract.tools.drawing import CLOTHS, Box, Cloth, Drawing, Line, Outline, Shape, Words
from controller.games.naming import translate_text
from controller.limits import PICTURE_SHAPES, PICTURE_SIDE_PIXELS
from hw.oled import letters

Point = complex
"""x + yj, so that moving, scaling and turning are sums and products."""

STEPS: Final = 8
"""Straight pieces of one curve; more would not be visible."""

TOKEN: Final = re.compile(r"[A-Za-z]|[-+]?(?:\d*\.\d+|\d+)")

NUMBERS: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "A": 7, "Z": 0}
"""How many numbers each command takes."""


class SvgPathError(ValueError):
    """A path has an unknown command, or too few numbers."""


@lru_cache
def parse_svg_path(path: str) -> tuple[tuple[Point, ...], ...]:
    """Return the points of each part, from one ``M`` to the next; raise SvgPathError if invalid."""
    found: list[list[Point]] = []
    at, control = 0j, 0j
    for command, numbers in _split_path_commands(path):
        kind, origin = command.upper(), at if command.islower() else 0j
        points = [complex(x, y) + origin for x, y in zip(numbers[::2], numbers[1::2], strict=False)]
        if kind == "M":
            found.append(points)
        elif kind == "Z":
            at = found[-1][0]
            found.append([at])
            continue
        elif kind == "L":
            found[-1] += points
        elif kind in "HV":
            moved = numbers[0] if kind == "H" else numbers[0] * 1j
            kept = (at.imag * 1j if kind == "H" else at.real) if command.isupper() else at
            points = [kept + moved]
            found[-1] += points
        elif kind == "A":
            points = [complex(numbers[5], numbers[6]) + origin]
            found[-1] += _arc_points(at, points[0], numbers)
        else:
            if kind == "S":
                points = [2 * at - control, *points]
            control = points[-2]
            found[-1] += _bezier_points([at, *points])
        at = points[-1]
        if kind not in "CSQ":
            control = at
    return tuple(tuple(ring) for ring in found if len(ring) > 1)


def _split_path_commands(path: str) -> Iterator[tuple[str, list[float]]]:
    tokens = TOKEN.findall(path)
    command, place = "", 0
    while place < len(tokens):
        if tokens[place].isalpha():
            command, place = tokens[place], place + 1
        count = NUMBERS.get(command.upper())
        numbers = tokens[place : place + (count or 0)]
        if count is None or len(numbers) < count or any(number.isalpha() for number in numbers):
            raise SvgPathError(
                f"{path!r} has {command!r} before {tokens[place:][:3]}: draw it with {' '.join(NUMBERS)}."
            )
        yield command, [float(number) for number in numbers]
        place += count
        command = {"M": "L", "m": "l"}.get(command, command)


def _bezier_points(points: list[Point]) -> list[Point]:
    def point_at(share: float) -> Point:
        left = points
        while len(left) > 1:
            left = [one + (other - one) * share for one, other in pairwise(left)]
        return left[0]

    return [point_at(step / STEPS) for step in range(1, STEPS + 1)]


def _arc_points(start: Point, end: Point, numbers: list[float]) -> list[Point]:
    """Return a circular arc's points (SVG 2, B.2.4) without its start; ellipses are not supported."""
    half = (start - end) / 2
    radius = max(numbers[0], hypot(half.real, half.imag))
    is_large, is_clockwise = bool(numbers[3]), bool(numbers[4])
    to_centre = sqrt(max(0.0, radius**2 - abs(half) ** 2)) * (1 if is_large == is_clockwise else -1)
    centre = (start + end) / 2 + half / abs(half) * 1j * to_centre
    first, last = (start - centre) / radius, (end - centre) / radius
    turned = acos(max(-1.0, min(1.0, (first.conjugate() * last).real)))
    if is_large:
        turned = 2 * pi - turned
    turned = turned if is_clockwise else -turned
    steps = max(2, ceil(abs(turned) / (pi / STEPS)))
    return [
        start
        if step == 0
        else centre + radius * first * complex(cos(turned * step / steps), sin(turned * step / steps))
        for step in range(1, steps + 1)
    ]


@lru_cache(maxsize=64)
def paint_cloth(name: str, width_px: int, height_px: int, unit_px: float) -> Image.Image:
    """Return a piece of cloth at ``unit_px`` a unit; names not in ``CLOTHS`` are plain colours."""
    cloth = CLOTHS.get(name)
    if cloth is None:
        return Image.new("RGB", (width_px, height_px), name)
    side = max(width_px, height_px) * 2 if cloth.turn_deg else max(width_px, height_px)
    image = Image.new("RGB", (side, side), cloth.ground)
    draw = ImageDraw.Draw(image)
    every = max(4.0, cloth.every * unit_px)
    for row in range(int(side / every) + 1):
        top = row * every
        if cloth.weave == "stripes":
            draw.rectangle((0, top, side, top + every * 0.3), fill=cloth.mark)
            continue
        for column in range(int(side / every) + 1):
            _paint_cloth_mark(draw, cloth, column * every, top, every)
    if cloth.turn_deg:
        image = image.rotate(cloth.turn_deg)
    left, top_px = (side - width_px) // 2, (side - height_px) // 2
    return image.crop((left, top_px, left + width_px, top_px + height_px))


def _paint_cloth_mark(draw: ImageDraw.ImageDraw, cloth: Cloth, left: float, top: float, every: float) -> None:
    half = every / 2
    if cloth.weave == "dots":
        draw.ellipse((left + half * 0.55, top + half * 0.55, left + half * 1.45, top + half * 1.45), fill=cloth.mark)
    else:
        draw.rectangle((left, top, left + half - 1, top + half - 1), fill=cloth.mark)
        draw.rectangle((left + half, top + half, left + every - 1, top + every - 1), fill=cloth.mark)


SUPERSAMPLING: Final = 2

GRID: Final = 24
"""Side of a sign, in units."""

SMALLEST: Final = 8.0
"""Smallest font size, in pixels."""


class UnpaintableError(ValueError):
    """A drawing is too large, or has an invalid colour or path."""


def paint_drawing(drawing: Drawing, language: str) -> Image.Image:
    """Paint a drawing with texts in ``language``; equal drawings give equal pixels."""
    sides = (drawing.width, drawing.height)
    if not all(0 < side <= PICTURE_SIDE_PIXELS for side in sides) or len(drawing.shapes) > PICTURE_SHAPES:
        seen = f"{drawing.width} x {drawing.height} with {len(drawing.shapes)} shapes"
        raise UnpaintableError(
            f"saw a drawing of {seen}, expected at most {PICTURE_SIDE_PIXELS} a side and {PICTURE_SHAPES}."
        )
    image = Image.new("RGB", (drawing.width * SUPERSAMPLING, drawing.height * SUPERSAMPLING), "#f4eee2")
    draw = ImageDraw.Draw(image)
    for shape in drawing.shapes:
        try:
            _paint_shape(image, draw, shape, language)
        except (ValueError, OverflowError, OSError) as fault:  # OSError: a font size
            raise UnpaintableError(f"saw {shape!r:.200}, which cannot be painted: {fault}") from fault
    return image.reduce(SUPERSAMPLING)


def text_width_px(text: str, size: float, *, bold: bool = False) -> float:
    shown = letters.drawable_text(text)
    return letters.text_width_px(shown, round(size * SUPERSAMPLING), bold=bold) / SUPERSAMPLING


def _paint_shape(image: Image.Image, draw: ImageDraw.ImageDraw, shape: Shape, language: str) -> None:
    match shape:
        case Box():
            _paint_box(image, draw, shape)
        case Outline():
            _paint_outline(image, shape)
        case Words():
            _paint_words(draw, shape, language, image.width / SUPERSAMPLING)
        case Line(points=points, fill=fill, width=width):
            joined = [(x * SUPERSAMPLING, y * SUPERSAMPLING) for x, y in points]
            draw.line(joined, fill=_plain_colour(fill), width=max(1, round(width * SUPERSAMPLING)), joint="curve")


def _paint_box(image: Image.Image, draw: ImageDraw.ImageDraw, box: Box) -> None:
    left, top = box.left * SUPERSAMPLING, box.top * SUPERSAMPLING
    right, bottom = left + box.width * SUPERSAMPLING - 1, top + box.height * SUPERSAMPLING - 1
    if right < left or bottom < top:
        return
    radius = min(box.radius * SUPERSAMPLING, (right - left) / 2, (bottom - top) / 2)
    if box.fill in CLOTHS:
        size = (round(right - left) + 1, round(bottom - top) + 1)
        mask = Image.new("1", size)
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), radius, fill=1)
        image.paste(paint_cloth(box.fill, *size, float(SUPERSAMPLING)), (round(left), round(top)), mask)
    edge_px = 0 if box.edge is None else max(1, round(box.edge_width * SUPERSAMPLING))
    fill = None if box.fill is None or box.fill in CLOTHS else box.fill
    edge = None if box.edge is None else _plain_colour(box.edge)
    draw.rounded_rectangle((left, top, right, bottom), radius, fill=fill, outline=edge, width=edge_px)


def _paint_outline(image: Image.Image, shape: Outline) -> None:
    sign, left, top = _render_outline(shape.path, shape.size, shape.fill, shape.edge, shape.edge_width)
    image.paste(sign, (round(shape.left * SUPERSAMPLING) + left, round(shape.top * SUPERSAMPLING) + top), sign)


@lru_cache(maxsize=512)
def _render_outline(
    path: str, size: float, fill: str | None, edge: str | None, edge_width: float
) -> tuple[Image.Image, int, int]:
    unit = size * SUPERSAMPLING / GRID
    around = ceil(edge_width * unit) + 2
    side = ceil(GRID * unit) + 2 * around
    corner = complex(around, around)
    parts = [[(at.real, at.imag) for at in (corner + unit * each for each in ring)] for ring in parse_svg_path(path)]
    sign = Image.new("RGBA", (side, side))
    if edge is not None:
        draw = ImageDraw.Draw(sign)
        for part in parts:
            closed = part if fill is None else [*part, *part[:2]]
            draw.line(closed, fill=_plain_colour(edge), width=max(1, round(edge_width * unit)), joint="curve")
    if fill is not None:
        mask = Image.new("1", sign.size)
        for part in parts:
            one = Image.new("1", sign.size)
            ImageDraw.Draw(one).polygon(part, fill=1)
            mask = ImageChops.logical_xor(mask, one)
        sign.paste(paint_cloth(fill, side, side, unit), mask=mask)
    return sign, -around, -around


def _paint_words(draw: ImageDraw.ImageDraw, words: Words, language: str, width: float) -> None:
    """Paint words within their room and the picture, which is ``width`` wide: smaller, then cut."""
    said = letters.drawable_text(words.text if isinstance(words.text, str) else translate_text(words.text, language))
    right = width - words.left
    space = {"left": right, "middle": 2 * min(words.left, right), "right": words.left}[words.anchor]
    room, size = space if words.room is None else min(words.room, space), words.size
    if (wide := text_width_px(said, size, bold=words.bold)) > room:
        size = max(min(SMALLEST, size), size * room / wide)
    size_px = round(size * SUPERSAMPLING)
    if letters.text_width_px(said, size_px, bold=words.bold) > room * SUPERSAMPLING:
        said = letters.cut_text(said, room * SUPERSAMPLING, size_px, bold=words.bold)
    anchor = {"left": "lm", "middle": "mm", "right": "rm"}[words.anchor]
    at = (words.left * SUPERSAMPLING, words.middle * SUPERSAMPLING)
    font = letters.load_font(size_px, bold=words.bold)
    draw.text(at, said, fill=_plain_colour(words.fill), font=font, anchor=anchor)


def _plain_colour(fill: str) -> str:
    return CLOTHS[fill].ground if fill in CLOTHS else fill
