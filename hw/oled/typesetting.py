"""Texts for a display of one bit: wrapped, shrunk until they fit a box, and cut only if nothing else helps.

The type is DejaVu Sans Condensed, which stays legible without grey edges and has every letter of our languages;
it lies in ``fonts`` with its licence.
"""

from functools import lru_cache
from importlib import resources
from io import BytesIO
from math import ceil
from typing import Final

from msgspec import Struct
from PIL import Image, ImageDraw, ImageFont

SMALLEST_PX: Final = 11
"""Under this size strokes run together at one bit."""

ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"


class Lines(Struct, frozen=True):
    """A text set for a box: its lines, their size, and whether it is all there."""

    lines: tuple[str, ...]
    size_px: int
    bold: bool
    complete: bool

    @property
    def pitch_px(self) -> int:
        """From one line to the next."""
        return pitch_px(self.size_px)


def pitch_px(size_px: int) -> int:
    """From one line to the next, as close as lines can be read."""
    return size_px + 1


@lru_cache
def font(size_px: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    """The display's type in one size."""
    name = "DejaVuSansCondensed-Bold.ttf" if bold else "DejaVuSansCondensed.ttf"
    return ImageFont.truetype(BytesIO(resources.files("hw.oled").joinpath("fonts", name).read_bytes()), size_px)


def canvas(width_px: int, height_px: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """A dark picture of one bit and a pen without grey edges."""
    image = Image.new("1", (width_px, height_px))
    draw = ImageDraw.Draw(image)
    draw.fontmode = "1"
    return image, draw


@lru_cache(maxsize=256)
def fitted(
    texts: tuple[str, ...], width_px: int, height_px: int, sizes_px: tuple[int, ...], *, bold: bool = False
) -> Lines:
    """Set texts, each beginning a line, in the largest size that fits; in the smallest, cut what does not fit."""
    for size_px in sizes_px:
        wrapped = [_wrapped(text, size_px, width_px, bold=bold) for text in texts]
        lines = tuple(line for some in wrapped for line in some or [""])
        if None not in wrapped and len(lines) * pitch_px(size_px) <= height_px:
            return Lines(lines, size_px, bold, complete=True)
    smallest = sizes_px[-1]
    room = max(1, height_px // pitch_px(smallest))
    lines = tuple(
        line
        for text in texts
        for line in _wrapped(text, smallest, width_px, bold=bold) or [_cut(text, smallest, width_px, bold=bold)]
    )
    if len(lines) > room:
        lines = (*lines[: room - 1], _cut(lines[room - 1], smallest, width_px, bold=bold))
    return Lines(lines, smallest, bold, complete=False)


@lru_cache(maxsize=256)
def ink(text: Lines, width_px: int, *, align: str = "centre") -> Image.Image:
    """The lines drawn in white, under one another, at the left, in the centre or at the right of a width."""
    above_px, below_px = _reach_px(text.size_px, bold=text.bold)
    image, draw = canvas(width_px, (len(text.lines) - 1) * text.pitch_px + max(text.pitch_px, above_px + below_px))
    for row, line in enumerate(text.lines):
        spare_px = width_px - _width_px(line, text.size_px, bold=text.bold)
        x = {"left": 0, "centre": spare_px // 2, "right": spare_px}[align]
        draw.text(
            (x, row * text.pitch_px + above_px), line, font=font(text.size_px, bold=text.bold), fill=255, anchor="ls"
        )
    return image


@lru_cache(maxsize=64)
def large(text: str, width_px: int, height_px: int) -> Image.Image:
    """A number or a word without any border, as large as fits the box."""
    for size_px in range(height_px * 3 // 2, SMALLEST_PX, -1):
        left, top, right, bottom = (round(edge) for edge in font(size_px, bold=True).getbbox(text))
        if right - left <= width_px and bottom - top <= height_px:
            break
    image, draw = canvas(right - left, bottom - top)
    draw.text((-left, -top), text, font=font(size_px, bold=True), fill=255)
    return image


@lru_cache
def _reach_px(size_px: int, *, bold: bool) -> tuple[int, int]:
    """How far letters reach above and below the baseline: a capital umlaut and a descender."""
    baseline = 2 * size_px
    image, draw = canvas(4 * size_px, 4 * size_px)
    draw.text((0, baseline), "Ägj", font=font(size_px, bold=bold), fill=255, anchor="ls")
    _, top, _, bottom = image.getbbox() or (0, baseline, 0, baseline)
    return baseline - top, bottom - baseline


@lru_cache(maxsize=2048)
def _width_px(text: str, size_px: int, *, bold: bool) -> int:
    return ceil(font(size_px, bold=bold).getlength(text))


def _wrapped(text: str, size_px: int, width_px: int, *, bold: bool) -> list[str] | None:
    """Lines of at most ``width_px``, broken at spaces; None if a word alone is wider."""
    lines: list[str] = []
    for word in text.split():
        if _width_px(word, size_px, bold=bold) > width_px:
            return None
        if lines and _width_px(f"{lines[-1]} {word}", size_px, bold=bold) <= width_px:
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return lines


def _cut(text: str, size_px: int, width_px: int, *, bold: bool) -> str:
    """So much of the text as fits with an ellipsis at its end."""
    while text and _width_px(text + ELLIPSIS, size_px, bold=bold) > width_px:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS
