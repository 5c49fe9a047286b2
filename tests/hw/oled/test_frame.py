"""Pictures as pages of octets, and the windows in which two of them differ."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from hw.oled.frame import Frame, Window, changed_windows, frame_of, octets_in

COST = 10
BLANK = frame_of(Image.new("1", (128, 64)))


def picture(*lit: tuple[int, int]) -> Image.Image:
    image = Image.new("1", (128, 64))
    for place in lit:
        image.putpixel(place, 255)
    return image


@pytest.mark.parametrize(
    ("pixel", "page", "column", "octet"),
    [
        ((0, 0), 0, 0, 0x01),
        ((0, 7), 0, 0, 0x80),
        ((127, 8), 1, 127, 0x01),
        ((5, 63), 7, 5, 0x80),
        ((64, 35), 4, 64, 0x08),
    ],
)
def test_a_pixel_is_one_bit_of_its_page_the_uppermost_in_bit_0(
    pixel: tuple[int, int], page: int, column: int, octet: int
) -> None:
    frame = frame_of(picture(pixel))

    assert frame[page][column] == octet
    assert sum(sum(octets) for octets in frame) == octet


def test_equal_pictures_differ_in_no_window() -> None:
    assert changed_windows(BLANK, frame_of(picture()), COST) == []


def test_one_changed_pixel_is_a_window_of_one_octet() -> None:
    assert changed_windows(BLANK, frame_of(picture((40, 20))), COST) == [Window(40, 40, 2, 2)]


def test_changes_far_apart_stay_two_windows_and_near_ones_become_one() -> None:
    far = changed_windows(BLANK, frame_of(picture((0, 0), (127, 63))), COST)
    near = changed_windows(BLANK, frame_of(picture((10, 3), (14, 9))), COST)

    assert far == [Window(0, 0, 0, 0), Window(127, 127, 7, 7)]
    assert near == [Window(10, 14, 0, 1)]


def test_a_picture_that_changes_everywhere_is_sent_as_one_window() -> None:
    assert changed_windows(BLANK, frame_of(Image.new("1", (128, 64), 255)), COST) == [Window(0, 127, 0, 7)]


frames = st.lists(st.tuples(st.integers(0, 127), st.integers(0, 63)), max_size=60).map(
    lambda lit: frame_of(picture(*lit))
)


@given(frames, frames, st.sampled_from([7, 10]))
def test_old_picture_and_windows_together_give_the_new_picture(old: Frame, new: Frame, cost: int) -> None:
    patched = [bytearray(page) for page in old]

    windows = changed_windows(old, new, cost)
    for window in windows:
        octets = iter(octets_in(new, window))
        for page in range(window.first_page, window.last_page + 1):
            for column in range(window.first_column, window.last_column + 1):
                patched[page][column] = next(octets)

    assert tuple(bytes(page) for page in patched) == new
    assert sum(window.octets + cost for window in windows) <= 1024 + cost
