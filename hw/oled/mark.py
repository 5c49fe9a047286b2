"""A mark on a picture that something lasting is wrong: an exclamation mark at an edge, where it hides nothing."""

from typing import Final

from PIL import Image, ImageDraw

from hw.oled.drawing import HEIGHT, WIDTH

MARK_WIDTH: Final = 7
MARK_HEIGHT: Final = 9
"""With a pixel of space beside it: smaller is not seen from across a table, larger finds no room on most screens."""

PLACES: Final = [(left, top) for left in (WIDTH - MARK_WIDTH, 0) for top in range(HEIGHT - MARK_HEIGHT + 1)]
"""Left and top, the best first: down the right edge, then down the left one."""


def marked(image: Image.Image) -> Image.Image:
    """The picture with the mark on it; it covers something only where both edges are full."""
    left, top = next((place for place in PLACES if _ground(image, place) is not None), PLACES[0])
    ground = _ground(image, (left, top)) or 0
    shown = image.copy()
    draw = ImageDraw.Draw(shown)
    draw.rectangle((left, top, left + MARK_WIDTH - 1, top + MARK_HEIGHT - 1), fill=ground)
    for first, last in ((0, 5), (7, 8)):  # a stroke, and the dot below
        draw.rectangle((left + 2, top + first, left + 4, top + last), fill=255 - ground)
    return shown


def _ground(image: Image.Image, place: tuple[int, int]) -> int | None:
    """0 or 255, if all pixels there are so; else None."""
    left, top = place
    dark, *_, bright = image.crop((left, top, left + MARK_WIDTH, top + MARK_HEIGHT)).histogram()
    return None if dark and bright else 255 if bright else 0
