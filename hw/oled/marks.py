"""Draw marks where they hide nothing: the hourglass's ring and the sign of a lasting fault."""

from typing import Final

from PIL import Image, ImageDraw

from hw.oled.frame import HEIGHT, WIDTH


def blank_image() -> Image.Image:
    return Image.new("1", (WIDTH, HEIGHT))


def shift_image(image: Image.Image, shift_px: tuple[int, int]) -> Image.Image:
    """Return the picture shifted right and down, cropped and filled with black."""
    if shift_px == (0, 0):
        return image
    moved = blank_image()
    moved.paste(image, shift_px)
    return moved


RING_DIAMETER_PX: Final = 13
"""Diameter of the ring, a pixel of space around it included."""

_HOLE_PX: Final = 3

RING_PLACES: Final = [
    (left, top) for left in (WIDTH - RING_DIAMETER_PX, 0) for top in range(HEIGHT - RING_DIAMETER_PX + 1)
]
"""Left and top in order of preference: down the right edge, then the left one."""


def with_hourglass_ring(image: Image.Image, share_left: float) -> Image.Image:
    """Return the picture with the ring, of which ``share_left`` is full; unchanged if no edge has room."""
    for left, top in RING_PLACES:
        box = (left, top, left + RING_DIAMETER_PX, top + RING_DIAMETER_PX)
        dark, *_, bright = image.crop(box).histogram()
        if dark and bright:
            continue
        shown = image.copy()
        draw, ground = ImageDraw.Draw(shown), 255 if bright else 0
        outer = (left + 1, top + 1, left + RING_DIAMETER_PX - 2, top + RING_DIAMETER_PX - 2)
        draw.ellipse(outer, outline=255 - ground)
        if share_left > 0:
            draw.pieslice(outer, -90 + 360 * (1 - share_left), 270, fill=255 - ground)
        inner = (outer[0] + _HOLE_PX, outer[1] + _HOLE_PX, outer[2] - _HOLE_PX, outer[3] - _HOLE_PX)
        draw.ellipse(inner, fill=ground, outline=255 - ground)
        return shown
    return image


MARK_WIDTH: Final = 7
MARK_HEIGHT: Final = 9
"""Size with a pixel of space beside it: visible across a table, with room on most screens."""

MARK_PLACES: Final = [(left, top) for left in (WIDTH - MARK_WIDTH, 0) for top in range(HEIGHT - MARK_HEIGHT + 1)]
"""Left and top in order of preference: down the right edge, then the left one."""


def with_fault_mark(image: Image.Image) -> Image.Image:
    """Return the picture with the mark, which hides something only if both edges are full."""
    left, top = next((place for place in MARK_PLACES if _uniform_background(image, place) is not None), MARK_PLACES[0])
    ground = _uniform_background(image, (left, top)) or 0
    shown = image.copy()
    draw = ImageDraw.Draw(shown)
    draw.rectangle((left, top, left + MARK_WIDTH - 1, top + MARK_HEIGHT - 1), fill=ground)
    for first, last in ((0, 5), (7, 8)):  # a stroke, and the dot below
        draw.rectangle((left + 2, top + first, left + 4, top + last), fill=255 - ground)
    return shown


def _uniform_background(image: Image.Image, place: tuple[int, int]) -> int | None:
    """Return 0 or 255; None if not uniform."""
    left, top = place
    dark, *_, bright = image.crop((left, top, left + MARK_WIDTH, top + MARK_HEIGHT)).histogram()
    return None if dark and bright else 255 if bright else 0
