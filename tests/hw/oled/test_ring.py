"""The ring of a turn's time stands where it hides nothing, and drains."""

import pytest
from PIL import Image, ImageChops

from controller.cli.screens import longest
from controller.games import installed
from controller.show.pictures import picture
from hw.oled.marks import RING_PX, ringed

OF_THE_TABLE = (
    *("menu", "trouble", "address", "certificate", "check", "pin", "secret", "ask", "goodbye", "seat", "fixture"),
    *("resumed", "not-resumed", "question", "parking", "hourglass", "try", "complaint", "refused", "dropped"),
)
"""Screens that stand for a moment, or while nobody's turn is on."""


def test_it_is_full_half_or_empty() -> None:
    dark = Image.new("1", (128, 64))
    lit = [ringed(dark, share).histogram()[255] for share in (1.0, 0.5, 0.0)]
    assert lit == sorted(lit, reverse=True)
    assert lit[0] > 2 * (lit[1] - lit[2]) > 20
    assert ImageChops.logical_xor(dark, ringed(dark, 1.0)).getbbox() == (116, 1, 127, 12)
    bright = Image.new("1", (128, 64), 255)
    assert bright.histogram()[255] - ringed(bright, 1.0).histogram()[255] == lit[0]


def test_a_picture_without_room_stays_as_it_is() -> None:
    full = Image.new("1", (128, 64))
    full.putdata([255 if (x + y) % 2 else 0 for y in range(64) for x in range(128)])
    assert ringed(full, 1.0) == full


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_every_screen_of_a_turn_of_tudor_has_room_for_it(language: str) -> None:
    seen = 0
    for name, screen in longest(installed.game("tudor"), language):
        if name.startswith(OF_THE_TABLE):
            continue
        plain = picture(screen, language, 20, 20)
        box = ImageChops.logical_xor(plain, ringed(plain, 1.0)).getbbox()
        assert box is not None, name
        assert max(box[2] - box[0], box[3] - box[1]) <= RING_PX, name
        seen += 1
    assert seen > 60
