"""Layouts of the display as pure functions: texts and numbers in, a picture of 128 x 64 pixels out.

Every text is wrapped and shrunk until it fits; ``fits`` functions say whether it does, so that tests can refuse
texts that would be cut. Sizes are chosen for eyes around a table: on a panel of 2.42 inch a pixel is 0.43 mm.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from io import BytesIO
from math import ceil
from typing import Final

from PIL import Image, ImageDraw, ImageFont

WIDTH: Final = 128
HEIGHT: Final = 64

TEXT_SIZES_PX: Final = (24, 20, 17, 15, 13, 12, 11)
"""Sizes a text may take; under 11 pixels strokes run together at one bit."""
TITLE_SIZES_PX: Final = (13, 12, 11)
FOOTER_SIZES_PX: Final = (12, 11)
ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"


@lru_cache
def _font(size_px: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    name = "DejaVuSansCondensed-Bold.ttf" if bold else "DejaVuSansCondensed.ttf"
    return ImageFont.truetype(BytesIO(resources.files("hw.oled").joinpath("fonts", name).read_bytes()), size_px)


@dataclass(frozen=True, slots=True)
class _Lines:
    """A text broken into lines of one size."""

    lines: tuple[str, ...]
    size_px: int
    bold: bool
    complete: bool

    @property
    def line_height_px(self) -> int:
        return _line_height_px(self.size_px)


def _line_height_px(size_px: int) -> int:
    """From one line to the next, so that an umlaut does not touch a descender."""
    return size_px + 1


def _width_px(text: str, size_px: int, *, bold: bool) -> int:
    return ceil(_font(size_px, bold=bold).getlength(text))


def _wrap(text: str, size_px: int, width_px: int, *, bold: bool) -> list[str] | None:
    """Lines of at most ``width_px``, broken at spaces; none if a word alone is wider."""
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
    """The text with its end replaced by an ellipsis, so far as it fits."""
    while text and _width_px(text + ELLIPSIS, size_px, bold=bold) > width_px:
        text = text[:-1]
    return text.rstrip() + ELLIPSIS


@lru_cache(maxsize=256)
def _set(
    texts: tuple[str, ...], width_px: int, height_px: int, sizes_px: tuple[int, ...], *, bold: bool = False
) -> _Lines:
    """The largest size in which all texts fit the box; in the smallest, what does not fit is cut."""
    for size_px in sizes_px:
        wrapped = [_wrap(text, size_px, width_px, bold=bold) for text in texts]
        if any(lines is None for lines in wrapped):
            continue
        lines = tuple(line for some in wrapped for line in some or [""])
        if len(lines) * _line_height_px(size_px) <= height_px:
            return _Lines(lines, size_px, bold, complete=True)
    smallest = sizes_px[-1]
    room = max(1, height_px // _line_height_px(smallest))
    lines = tuple(
        line
        for text in texts
        for line in _wrap(text, smallest, width_px, bold=bold) or [_cut(text, smallest, width_px, bold=bold)]
    )
    if len(lines) > room:
        lines = (*lines[: room - 1], _cut(lines[room - 1], smallest, width_px, bold=bold))
    return _Lines(lines, smallest, bold, complete=False)


def _canvas() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("1", (WIDTH, HEIGHT))
    draw = ImageDraw.Draw(image)
    draw.fontmode = "1"  # no grey edges: the display has one bit
    return image, draw


def _put(draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], text: _Lines, *, fill: int = 1) -> None:
    """Draw lines centred in a box of left, top, width and height."""
    left, top, width, height = box
    y = top + (height - len(text.lines) * text.line_height_px) / 2
    font = _font(text.size_px, bold=text.bold)
    ascent_px = round(text.size_px * 0.93)
    for line in text.lines:
        x = left + (width - _width_px(line, text.size_px, bold=text.bold)) / 2
        draw.text((round(x), round(y) + ascent_px), line, font=font, fill=fill, anchor="ls")
        y += text.line_height_px


TITLE_HEIGHT_PX: Final = 15
FOOTER_HEIGHT_PX: Final = 13


def _title(text: str) -> _Lines:
    return _set((text,), WIDTH - 4, TITLE_HEIGHT_PX - 1, TITLE_SIZES_PX, bold=True)


def _footer(text: str) -> _Lines:
    return _set((text,), WIDTH - 2, FOOTER_HEIGHT_PX, FOOTER_SIZES_PX)


def _body(title: str, lines: Sequence[str], footer: str) -> tuple[_Lines, int, int]:
    """The lines of a text screen, with the top and height of their box."""
    top = TITLE_HEIGHT_PX + 1 if title else 0
    height = HEIGHT - top - (FOOTER_HEIGHT_PX if footer else 0)
    return _set(tuple(lines), WIDTH - 2, height, TEXT_SIZES_PX), top, height


def text_screen(title: str, lines: Sequence[str], footer: str = "") -> Image.Image:
    """A title in a bar, lines as large as they fit, a footer; empty title or footer leave their room to the lines."""
    image, draw = _canvas()
    if title:
        draw.rectangle((0, 0, WIDTH - 1, TITLE_HEIGHT_PX - 1), fill=1)
        _put(draw, (0, 0, WIDTH, TITLE_HEIGHT_PX), _title(title), fill=0)
    body, top, height = _body(title, lines, footer)
    _put(draw, (0, top, WIDTH, height), body)
    if footer:
        _put(draw, (0, HEIGHT - FOOTER_HEIGHT_PX, WIDTH, FOOTER_HEIGHT_PX), _footer(footer))
    return image


def fits(title: str, lines: Sequence[str], footer: str = "") -> bool:
    """Whether ``text_screen`` shows these texts whole."""
    return (
        (not title or _title(title).complete)
        and _body(title, lines, footer)[0].complete
        and (not footer or _footer(footer).complete)
    )


CAPTION_HEIGHT_PX: Final = 14
RING_PX: Final = 48
RING_WIDTH_PX: Final = 9


def _caption(text: str) -> _Lines:
    return _set((text,), WIDTH - 2, CAPTION_HEIGHT_PX, TITLE_SIZES_PX, bold=True)


def fits_caption(caption: str) -> bool:
    """Whether ``hourglass_screen`` and ``number_screen`` show this caption whole."""
    return _caption(caption).complete


def hourglass_screen(seconds_left: float, share_left: float, caption: str) -> Image.Image:
    """Large seconds beside a ring that drains clockwise from the top.

    Args:
        seconds_left: shown rounded up, so that 0 means over.
        share_left: of the ring, 1 to 0.
        caption: one line above.
    """
    image, draw = _canvas()
    _put(draw, (0, 0, WIDTH, CAPTION_HEIGHT_PX), _caption(caption))
    top = HEIGHT - RING_PX
    ring = (1, top, RING_PX, HEIGHT - 1)
    draw.ellipse(ring, outline=1)
    share = min(1.0, max(0.0, share_left))
    if share > 0:
        draw.pieslice(ring, -90 + 360 * (1 - share), 270, fill=1)
    inner = RING_WIDTH_PX
    draw.ellipse((ring[0] + inner, ring[1] + inner, ring[2] - inner, ring[3] - inner), fill=0, outline=1)
    _big(image, str(max(0, ceil(seconds_left))), (RING_PX + 4, top, WIDTH - RING_PX - 4, RING_PX))
    return image


def number_screen(number: int | str, caption: str) -> Image.Image:
    """One number as large as the display allows, with a line above."""
    image, draw = _canvas()
    if caption:
        _put(draw, (0, 0, WIDTH, CAPTION_HEIGHT_PX), _caption(caption))
    top = CAPTION_HEIGHT_PX + 2 if caption else 0
    _big(image, str(number), (0, top, WIDTH, HEIGHT - top))
    return image


@lru_cache(maxsize=64)
def _big_glyphs(text: str, width_px: int, height_px: int) -> Image.Image:
    """A short text drawn as high as the box allows, cut to its ink."""
    for size_px in range(height_px * 3 // 2, 8, -1):
        font = _font(size_px, bold=True)
        left, top, right, bottom = (round(edge) for edge in font.getbbox(text))
        if right - left <= width_px and bottom - top <= height_px:
            break
    glyphs = Image.new("1", (right - left, bottom - top))
    draw = ImageDraw.Draw(glyphs)
    draw.fontmode = "1"
    draw.text((-left, -top), text, font=font, fill=1)
    return glyphs


def _big(image: Image.Image, text: str, box: tuple[int, int, int, int]) -> None:
    left, top, width, height = box
    glyphs = _big_glyphs(text, width, height)
    image.paste(glyphs, (left + (width - glyphs.width) // 2, top + (height - glyphs.height) // 2))
