"""A small ring beside a picture's texts that drains like the hourglass's, where it hides nothing."""

from typing import Final

from PIL import Image, ImageDraw

from hw.oled.drawing import HEIGHT, WIDTH

RING_PX: Final = 13
"""Across, with a pixel of space around it."""

_HOLE_PX: Final = 3

PLACES: Final = [(left, top) for left in (WIDTH - RING_PX, 0) for top in range(HEIGHT - RING_PX + 1)]
"""Left and top, the best first: down the right edge, then down the left one."""


def ringed(image: Image.Image, share_left: float) -> Image.Image:
    """The picture with the ring, 1 full to 0 empty; as it is where no edge has room."""
    for left, top in PLACES:
        box = (left, top, left + RING_PX, top + RING_PX)
        dark, *_, bright = image.crop(box).histogram()
        if dark and bright:
            continue
        shown = image.copy()
        draw, ground = ImageDraw.Draw(shown), 255 if bright else 0
        outer = (left + 1, top + 1, left + RING_PX - 2, top + RING_PX - 2)
        draw.ellipse(outer, outline=255 - ground)
        if share_left > 0:
            draw.pieslice(outer, -90 + 360 * (1 - share_left), 270, fill=255 - ground)
        inner = (outer[0] + _HOLE_PX, outer[1] + _HOLE_PX, outer[2] - _HOLE_PX, outer[3] - _HOLE_PX)
        draw.ellipse(inner, fill=ground, outline=255 - ground)
        return shown
    return image
