"""Display layouts: pure functions from texts and numbers to a picture of 128 x 64 pixels.

Texts are as large as fits, legible around a table (a pixel of the 2.42 inch panel is 0.43 mm). `shows_all_text` tells
whether a picture shows its texts in full. Any text can be drawn: `hw.oled.letters` has letters for it.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, pi
from typing import Final

from msgspec import Struct
from PIL import Image, ImageDraw

from hw.oled.frame import HEIGHT, WIDTH
from hw.oled.letters import count_fitting, cut_text, drawable_text, load_font, text_width_px

SMALLEST_FONT_PX: Final = 11
"""Smallest size with separate strokes at one bit per pixel."""


class TextLayout(Struct, frozen=True):
    lines: tuple[str, ...]
    size_px: int
    bold: bool
    complete: bool

    @property
    def line_pitch_px(self) -> int:
        return line_pitch_px(self.size_px)


def line_pitch_px(size_px: int) -> int:
    """Return the smallest line spacing at which text is legible."""
    return size_px + 1


def new_canvas(width_px: int, height_px: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("1", (width_px, height_px))
    draw = ImageDraw.Draw(image)
    draw.fontmode = "1"
    return image, draw


def fit_lines(
    texts: Sequence[str], width_px: int, height_px: int, sizes_px: tuple[int, ...], *, bold: bool = False
) -> TextLayout:
    """Lay out texts, each on a new line, in the largest size that fits, or cut them."""
    return _fit_drawable_lines(tuple(map(drawable_text, texts)), width_px, height_px, sizes_px, bold=bold)


@lru_cache(maxsize=256)
def _fit_drawable_lines(
    texts: tuple[str, ...], width_px: int, height_px: int, sizes_px: tuple[int, ...], *, bold: bool
) -> TextLayout:
    for size_px in sizes_px:
        wrapped = [_wrap_text(text, size_px, width_px, bold=bold) for text in texts]
        lines = tuple(line for some in wrapped for line in some or [""])
        if None not in wrapped and len(lines) * line_pitch_px(size_px) <= height_px:
            return TextLayout(lines, size_px, bold, complete=True)
    smallest = sizes_px[-1]
    room = max(1, height_px // line_pitch_px(smallest))
    broken = (_wrap_text(text, smallest, width_px, bold=bold, breaks_words=True) for text in texts)
    lines = tuple(line for some in broken for line in some or [""])
    if len(lines) > room:
        lines = (*lines[: room - 1], cut_text(lines[room - 1], width_px, smallest, bold=bold))
    return TextLayout(lines, smallest, bold, complete=False)


@lru_cache(maxsize=256)
def draw_lines(text: TextLayout, width_px: int, *, align: str = "centre") -> Image.Image:
    """Draw lines in white below each other, aligned left, centred or right."""
    font = load_font(text.size_px, bold=text.bold)
    above_px, below_px = _ascent_descent_px(text.size_px, bold=text.bold)
    if text.lines:  # two accents are higher than one
        above_px = max(above_px, -round(font.getbbox(text.lines[0], anchor="ls")[1]))
    image, draw = new_canvas(
        width_px, (len(text.lines) - 1) * text.line_pitch_px + max(text.line_pitch_px, above_px + below_px)
    )
    for row, line in enumerate(text.lines):
        spare_px = width_px - text_width_px(line, text.size_px, bold=text.bold)
        x = {"left": 0, "centre": spare_px // 2, "right": spare_px}[align]
        draw.text((x, row * text.line_pitch_px + above_px), line, font=font, fill=255, anchor="ls")
    return image


@lru_cache(maxsize=64)
def draw_large_text(text: str, width_px: int, height_px: int) -> Image.Image:
    """Draw a number or word as large as fits the box, without a border, down to the smallest size."""
    for size_px in range(height_px * 3 // 2, SMALLEST_FONT_PX - 1, -1):
        left, top, right, bottom = (round(edge) for edge in load_font(size_px, bold=True).getbbox(text))
        if right - left <= width_px and bottom - top <= height_px:
            break
    image, draw = new_canvas(right - left, bottom - top)
    draw.text((-left, -top), text, font=load_font(size_px, bold=True), fill=255)
    return image


@lru_cache
def _ascent_descent_px(size_px: int, *, bold: bool) -> tuple[int, int]:
    baseline = 2 * size_px
    image, draw = new_canvas(4 * size_px, 4 * size_px)
    draw.text((0, baseline), "Ägj", font=load_font(size_px, bold=bold), fill=255, anchor="ls")
    _, top, _, bottom = image.getbbox() or (0, baseline, 0, baseline)
    return baseline - top, bottom - baseline


def _wrap_text(text: str, size_px: int, width_px: int, *, bold: bool, breaks_words: bool = False) -> list[str] | None:
    """Break at spaces, and within words wider than ``width_px`` if ``breaks_words``; otherwise return None for them."""
    lines: list[str] = []
    for word in text.split():
        rest = word
        while text_width_px(rest, size_px, bold=bold) > width_px:
            if not breaks_words:
                return None
            end = max(1, count_fitting(rest, width_px, size_px, bold=bold))
            lines.append(rest[:end])
            rest = rest[end:]
        if lines and text_width_px(f"{lines[-1]} {rest}", size_px, bold=bold) <= width_px:
            lines[-1] = f"{lines[-1]} {rest}"
        else:
            lines.append(rest)
    return lines


TEXT_SIZES_PX: Final = (24, 20, 17, 15, 13, 12, SMALLEST_FONT_PX)
LABEL_SIZES_PX: Final = (13, 12, SMALLEST_FONT_PX)
FOOTER_SIZES_PX: Final = (12, SMALLEST_FONT_PX)

TITLE_HEIGHT_PX: Final = 15
FOOTER_HEIGHT_PX: Final = 13
CAPTION_HEIGHT_PX: Final = 14
RING_DIAMETER_PX: Final = HEIGHT - CAPTION_HEIGHT_PX - 2
RING_WIDTH_PX: Final = 9
RING_CIRCUMFERENCE_PX: Final = round(pi * (RING_DIAMETER_PX - RING_WIDTH_PX))
"""Circumference of the ring along its middle."""

ROW_HEIGHT_PX: Final = 12
ROWS_SHOWN: Final = (HEIGHT - TITLE_HEIGHT_PX - 1) // ROW_HEIGHT_PX
"""How many rows or entries fit below a title."""

Box = tuple[int, int, int, int]
"""Left, top, width, height."""

TEXT_CUT_KEY: Final = "cut"
"""Key that a picture's ``info`` has if some text was cut."""


def shows_all_text(image: Image.Image) -> bool:
    return TEXT_CUT_KEY not in image.info


def text_screen(title: str, lines: Sequence[str], footer: str = "") -> Image.Image:
    """Draw a title in a bar, lines as large as fits, and a footer; empty parts take no room."""
    image, draw = new_canvas(WIDTH, HEIGHT)
    if title:
        _draw_title_bar(image, draw, title)
    top = TITLE_HEIGHT_PX + 1 if title else 0
    for footer_px in (FOOTER_HEIGHT_PX, ROW_HEIGHT_PX) if footer else (0,):
        height = HEIGHT - top - footer_px
        fitted = fit_lines(lines, WIDTH - 2, height, TEXT_SIZES_PX)
        if fitted.complete:
            break
    _paste_lines(image, fitted, (1, top, WIDTH - 2, height))
    if footer:
        _paste_footer(image, footer, footer_px)
    return image


def number_screen(number: int | str, caption: str) -> Image.Image:
    image, _ = new_canvas(WIDTH, HEIGHT)
    top = 0
    if caption:
        _paste_caption(image, caption)
        top = CAPTION_HEIGHT_PX + 2
    _paste_large_text(image, str(number), (0, top, WIDTH, HEIGHT - top))
    return image


def hourglass_screen(seconds_left: float, share_left: float, caption: str) -> Image.Image:
    """Draw large seconds beside a ring that drains clockwise from its top.

    Args:
        seconds_left: shown rounded up, so that 0 means over.
        share_left: how much of the ring is full, 1 to 0.
        caption: one line above.
    """
    image, draw = new_canvas(WIDTH, HEIGHT)
    _paste_caption(image, caption)
    top = HEIGHT - RING_DIAMETER_PX
    draw.ellipse((1, top, RING_DIAMETER_PX, HEIGHT - 1), outline=255)
    share = min(1.0, max(0.0, share_left))
    if share > 0:
        draw.pieslice((1, top, RING_DIAMETER_PX, HEIGHT - 1), -90 + 360 * (1 - share), 270, fill=255)
    hole = RING_WIDTH_PX
    draw.ellipse((1 + hole, top + hole, RING_DIAMETER_PX - hole, HEIGHT - 1 - hole), fill=0, outline=255)
    _paste_large_text(
        image,
        str(max(0, ceil(seconds_left))),
        (RING_DIAMETER_PX + 4, top, WIDTH - RING_DIAMETER_PX - 4, RING_DIAMETER_PX),
    )
    return image


def rows_screen(title: str, rows: Sequence[tuple[str, str]], footer: str = "") -> Image.Image:
    """Draw a title, rows of name and number, and a footer; raise ValueError for more than ``ROWS_SHOWN``."""
    if (needed := len(rows) + bool(footer)) > ROWS_SHOWN:
        raise ValueError(f"{needed} rows, but there is room for {ROWS_SHOWN}")
    image, draw = new_canvas(WIDTH, HEIGHT)
    _draw_title_bar(image, draw, title)
    for place, (name, number) in enumerate(rows):
        top = TITLE_HEIGHT_PX + 1 + place * ROW_HEIGHT_PX
        box = (1, top, WIDTH - 2, ROW_HEIGHT_PX)
        right = fit_lines((number,), WIDTH // 2, ROW_HEIGHT_PX, (SMALLEST_FONT_PX,), bold=True)
        taken_px = draw_lines(right, WIDTH - 2, align="right").getbbox() or (WIDTH, 0, 0, 0)
        _paste_lines(image, fit_lines((name,), taken_px[0] - 4, ROW_HEIGHT_PX, (SMALLEST_FONT_PX,)), box, align="left")
        _paste_lines(image, right, box, align="right")
    if footer:
        _paste_footer(image, footer, ROW_HEIGHT_PX)
    return image


def menu_screen(title: str, entries: Sequence[str], chosen: int, below: Sequence[str] = ()) -> Image.Image:
    """Draw a title and a menu, scrolled so that the chosen entry is visible.

    Args:
        title: in the bar.
        entries: any number; arrows at the edge show that there are more.
        chosen: index of the entry in the bright bar.
        below: texts under the menu, which leave room for at least one entry.

    Raises:
        ValueError: there is no such entry.
    """
    if not 0 <= chosen < len(entries):
        raise ValueError(f"entry {chosen} of {len(entries)} cannot be chosen")
    image, draw = new_canvas(WIDTH, HEIGHT)
    _draw_title_bar(image, draw, title)
    under = fit_lines(below, WIDTH - 2, (ROWS_SHOWN - 1) * ROW_HEIGHT_PX, (SMALLEST_FONT_PX,))
    rows = ROWS_SHOWN - len(under.lines)
    bottom = TITLE_HEIGHT_PX + 1 + rows * ROW_HEIGHT_PX
    first = min(max(0, chosen - rows // 2), max(0, len(entries) - rows))
    lines = [fit_lines((entry,), WIDTH - 14, ROW_HEIGHT_PX, (SMALLEST_FONT_PX,)) for entry in entries]
    if not all(line.complete for line in lines):
        image.info[TEXT_CUT_KEY] = True
    for place, line in enumerate(lines[first : first + rows]):
        top = TITLE_HEIGHT_PX + 1 + place * ROW_HEIGHT_PX
        bright = first + place == chosen
        if bright:
            draw.rectangle((0, top, WIDTH - 10, top + ROW_HEIGHT_PX - 1), fill=255)
        _paste_lines(image, line, (3, top, WIDTH - 14, ROW_HEIGHT_PX), align="left", dark=bright)
    if first > 0:
        draw.polygon(((WIDTH - 7, 23), (WIDTH - 1, 23), (WIDTH - 4, 19)), fill=255)
    if first + rows < len(entries):
        draw.polygon(((WIDTH - 7, bottom - 7), (WIDTH - 1, bottom - 7), (WIDTH - 4, bottom - 3)), fill=255)
    if under.lines:
        _paste_lines(image, under, (1, bottom, WIDTH - 2, HEIGHT - bottom))
    return image


def qr_code_screen(modules: Sequence[Sequence[bool]], lines: Sequence[str]) -> Image.Image:
    """Draw a QR code with lines at its right.

    Args:
        modules: rows of the code, true for dark, without a quiet zone; up to 31 wide (version 3 has 29).
        lines: text beside it, for people without a camera.

    Raises:
        ValueError: the code is too large for two pixels a module.
    """
    if len(modules) > (HEIGHT - 2) // 2:
        raise ValueError(f"a code of {len(modules)} modules is too large; the maximum is {(HEIGHT - 2) // 2}")
    image, draw = new_canvas(WIDTH, HEIGHT)
    draw.rectangle((0, 0, HEIGHT - 1, HEIGHT - 1), fill=255)
    edge = (HEIGHT - 2 * len(modules)) // 2
    for row, line in enumerate(modules):
        for column, dark in enumerate(line):
            if dark:
                x, y = edge + 2 * column, edge + 2 * row
                draw.rectangle((x, y, x + 1, y + 1), fill=0)
    beside = fit_lines(lines, WIDTH - HEIGHT - 2, HEIGHT, TEXT_SIZES_PX[2:])
    _paste_lines(image, beside, (HEIGHT + 2, 0, WIDTH - HEIGHT - 2, HEIGHT))
    return image


def chip_test_screen(question: str) -> Image.Image:
    """Draw a question, and a frame on the outermost pixels that looks incomplete with a wrong chip setting."""
    image, draw = new_canvas(WIDTH, HEIGHT)
    draw.rectangle((0, 0, WIDTH - 1, HEIGHT - 1), outline=255)
    for x in (2, WIDTH - 6):
        for y in (2, HEIGHT - 6):
            draw.rectangle((x, y, x + 3, y + 3), fill=255)
    asked = fit_lines((question,), WIDTH - 16, HEIGHT - 16, TEXT_SIZES_PX[2:])
    _paste_lines(image, asked, (8, 8, WIDTH - 16, HEIGHT - 16))
    return image


def _paste_caption(image: Image.Image, text: str) -> None:
    caption = fit_lines((text,), WIDTH - 2, CAPTION_HEIGHT_PX, LABEL_SIZES_PX, bold=True)
    _paste_lines(image, caption, (0, 0, WIDTH, CAPTION_HEIGHT_PX))


def _paste_footer(image: Image.Image, text: str, height_px: int) -> None:
    fitted = fit_lines((text,), WIDTH - 2, height_px, FOOTER_SIZES_PX)
    _paste_lines(image, fitted, (0, HEIGHT - height_px, WIDTH, height_px))


def _draw_title_bar(image: Image.Image, draw: ImageDraw.ImageDraw, title: str) -> None:
    draw.rectangle((0, 0, WIDTH - 1, TITLE_HEIGHT_PX - 1), fill=255)
    label = fit_lines((title,), WIDTH - 4, TITLE_HEIGHT_PX - 1, LABEL_SIZES_PX, bold=True)
    _paste_lines(image, label, (0, 0, WIDTH, TITLE_HEIGHT_PX), dark=True)


def _paste_lines(image: Image.Image, text: TextLayout, box: Box, *, align: str = "centre", dark: bool = False) -> None:
    left, top, width, height = box
    if not text.complete:
        image.info[TEXT_CUT_KEY] = True
    drawn = draw_lines(text, width, align=align)
    image.paste(0 if dark else 255, (left, top + (height - drawn.height) // 2), drawn)


def _paste_large_text(image: Image.Image, text: str, box: Box) -> None:
    left, top, width, height = box
    shown = drawable_text(text)
    if text_width_px(shown, SMALLEST_FONT_PX, bold=True) > width:
        image.info[TEXT_CUT_KEY] = True
        shown = cut_text(shown, width, SMALLEST_FONT_PX, bold=True)
    drawn = draw_large_text(shown, width, height)
    image.paste(drawn, (left + (width - drawn.width) // 2, top + (height - drawn.height) // 2))
