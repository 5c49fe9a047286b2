"""The cloth of each player: two colours and a weave, so that nobody has to tell players by colour alone."""

from functools import lru_cache
from typing import Final

from msgspec import Struct
from PIL import Image, ImageDraw


class Cloth(Struct, frozen=True):
    """As ``symbols.svg`` and a game's scripts have it: repeated every ``every`` units of a figure 24 high."""

    ground: str
    mark: str
    every: float
    weave: str
    turn_deg: int = 0


CLOTHS: Final = {
    "cloth-blue": Cloth("#2f6fde", "#a9c8ff", 4, "stripes"),
    "cloth-yellow": Cloth("#f2c11d", "#6b4c00", 5, "dots"),
    "cloth-purple": Cloth("#7d2fb5", "#e2b8ff", 4, "stripes", 45),
    "cloth-grey": Cloth("#c3c8cd", "#6d747b", 6, "checks"),
    "cloth-red": Cloth("#c22f2f", "#ffb3a6", 5, "stripes", 70),
    "cloth-green": Cloth("#2d8a4e", "#b9efc8", 5, "stripes", 120),
}
"""By the name of a ``Fill``."""


@lru_cache(maxsize=64)
def woven(name: str, width_px: int, height_px: int, unit_px: float) -> Image.Image:
    """A piece of a cloth, ``unit_px`` pixels a unit; a name that is none of ``CLOTHS`` gives that plain colour."""
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
            _mark(draw, cloth, column * every, top, every)
    if cloth.turn_deg:
        image = image.rotate(cloth.turn_deg)
    left, top_px = (side - width_px) // 2, (side - height_px) // 2
    return image.crop((left, top_px, left + width_px, top_px + height_px))


def _mark(draw: ImageDraw.ImageDraw, cloth: Cloth, left: float, top: float, every: float) -> None:
    half = every / 2
    if cloth.weave == "dots":
        draw.ellipse((left + half * 0.55, top + half * 0.55, left + half * 1.45, top + half * 1.45), fill=cloth.mark)
    else:
        draw.rectangle((left, top, left + half - 1, top + half - 1), fill=cloth.mark)
        draw.rectangle((left + half, top + half, left + every - 1, top + every - 1), fill=cloth.mark)
