"""The mark on a picture: it is seen, and hides nothing where there is room beside the texts."""

import pytest
from PIL import Image, ImageChops

from hw.oled.marks import marked
from tests.hw.oled.test_drawing import ALL

Box = tuple[int, int, int, int]


def changed(image: Image.Image) -> Box | None:
    """Left, top, and where the right and the bottom end, of what the mark changes."""
    return ImageChops.logical_xor(image, marked(image)).getbbox()


def test_it_is_at_the_right_end_of_the_top_bright_on_dark_and_dark_on_bright() -> None:
    dark = Image.new("1", (128, 64))
    bright = ImageChops.invert(dark)
    assert changed(dark) == changed(bright) == (123, 0, 126, 9)
    assert marked(dark).histogram()[255] == 3 * 6 + 3 * 2
    assert marked(bright).histogram()[0] == 3 * 6 + 3 * 2


@pytest.mark.parametrize("name", sorted(ALL.keys() - {"test"}))  # which is framed
def test_whatever_a_layout_shows_stays(name: str) -> None:
    box = changed(ALL[name])
    assert box is not None
    left, top, right, bottom = box
    around = ALL[name].crop((left - 2, top, right + 2, bottom))
    assert len([count for count in around.histogram() if count]) == 1


def test_where_the_right_edge_is_full_it_is_at_the_left() -> None:
    image = Image.new("1", (128, 64))
    image.paste(255, (120, 0, 121, 64))
    image.paste(255, (124, 0, 125, 64))
    assert changed(image) == (2, 0, 5, 9)


def test_where_both_edges_are_full_it_covers_the_corner() -> None:
    chequered = Image.new("1", (128, 64))
    chequered.putdata([255 * ((x + y) % 2) for y in range(64) for x in range(128)])
    assert marked(chequered).crop((121, 0, 128, 9)).histogram()[255] == 3 * 6 + 3 * 2
    before, after = (image.crop((0, 0, 121, 64)).tobytes() for image in (chequered, marked(chequered)))
    assert before == after
