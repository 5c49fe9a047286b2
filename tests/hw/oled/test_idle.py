"""A display that nobody looks at spares itself."""

import pytest
from PIL import Image

from hw.oled.idle import AWAKE, look_after, next_change_s
from hw.oled.marks import shifted


def test_for_two_minutes_nothing_happens() -> None:
    assert look_after(0.0) == AWAKE
    assert look_after(119.9) == AWAKE


def test_then_it_is_dim_and_wanders_by_a_pixel_each_minute() -> None:
    looks = [look_after(120.0 + 60.0 * minute) for minute in range(9)]

    assert {look.contrast for look in looks} == {0x10}
    assert len({look.shift_px for look in looks}) == 9
    assert not any(look.dark for look in looks)


def test_after_twenty_minutes_it_is_dark() -> None:
    assert not look_after(1199.0).dark
    assert look_after(1200.0).dark


@pytest.mark.parametrize("idle_s", [0.0, 100.0, 120.0, 130.0, 180.0, 1150.0])
def test_the_next_change_is_when_the_look_differs_for_the_first_time(idle_s: float) -> None:
    change_s = next_change_s(idle_s)

    assert change_s is not None
    assert look_after(change_s) != look_after(idle_s)
    assert look_after(change_s - 0.001) == look_after(idle_s)


def test_in_the_dark_nothing_changes_any_more() -> None:
    assert next_change_s(1200.0) is None


def test_a_shifted_picture_moves_right_and_down_and_leaves_dark_behind() -> None:
    image = Image.new("1", (128, 64), 255)

    moved = shifted(image, (1, 1))

    assert [moved.getpixel(place) for place in ((0, 0), (1, 0), (0, 1), (1, 1), (127, 63))] == [0, 0, 0, 255, 255]
