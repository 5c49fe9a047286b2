"""Layouts, marks and rings, and what an idle display does."""

import pytest
from PIL import Image, ImageChops

from controller.cli.screens import screens_with_longest_words
from controller.games import installed
from controller.show.pictures import draw_screen
from controller.texts.translation import LANGUAGES
from hw.oled import drawing
from hw.oled.drawing import shows_all_text
from hw.oled.frame import AWAKE, appearance_when_idle, idle_s_of_next_change
from hw.oled.marks import RING_DIAMETER_PX, shift_image, with_fault_mark, with_hourglass_ring

LONG = "Bread: supply 12, greed 5, demand 8. Red is the greediest of all and loses 2 people in the capital of the land"


def lit_pixels(image: Image.Image, box: tuple[int, int, int, int] = (0, 0, 128, 64)) -> int:
    return image.crop(box).histogram()[255]


ALL = {
    "text": drawing.text_screen("Taxes", ["Rob the people!"], "Red: now"),
    "number": drawing.number_screen(3, "Demand"),
    "hourglass": drawing.hourglass_screen(12.3, 0.6, "Demand 3"),
    "rows": drawing.rows_screen("Ranks", [("Red", "24"), ("Blue", "8")]),
    "menu": drawing.menu_screen("Menu", ["Start", "Pause"], 1),
    "code": drawing.qr_code_screen([[True] * 25] * 25, ["table.local"]),
    "test": drawing.chip_test_screen("Is the frame complete?"),
}


@pytest.mark.parametrize("name", ALL)
def test_every_layout_is_128_by_64_pixels_of_one_bit(name: str) -> None:
    assert (ALL[name].size, ALL[name].mode) == ((128, 64), "1")
    assert 0 < lit_pixels(ALL[name]) < 128 * 64


def test_a_short_text_is_shown_larger_than_a_long_one() -> None:
    short = drawing.text_screen("", ["Stop!"]).getbbox()
    long = drawing.text_screen("", ["Stop! Red took one too many"]).getbbox()

    assert short is not None
    assert long is not None
    assert short[3] - short[1] >= 18
    assert shows_all_text(drawing.text_screen("", ["Stop! Red took one too many"]))


def test_a_text_that_is_too_long_is_cut_and_said_not_to_fit() -> None:
    assert shows_all_text(drawing.text_screen("Tumult", ["Red loses 2 people"]))
    assert not shows_all_text(drawing.text_screen("Tumult", [LONG], "yes: go on"))
    assert drawing.text_screen("Tumult", [LONG], "yes: go on").size == (128, 64)


@pytest.mark.parametrize(
    ("title", "lines", "footer"),
    [
        ("A title that is far too long for its bar", ["short"], ""),
        ("", ["Donaudampfschifffahrtsgesellschaft"], ""),
        ("", ["short"], "a footer that is far too long for one line of eleven pixels"),
        ("", ["1", "2", "3", "4", "5", "6"], ""),
    ],
)
def test_each_part_that_does_not_fit_is_noticed(title: str, lines: list[str], footer: str) -> None:
    assert not shows_all_text(drawing.text_screen(title, lines, footer))


def test_captions_entries_rows_codes_and_questions_are_measured_too() -> None:
    assert shows_all_text(drawing.number_screen(3, "Nachfrage 3"))
    assert not shows_all_text(drawing.hourglass_screen(3, 0.5, LONG))
    assert shows_all_text(drawing.menu_screen("Menü", ["Spieler: 4"], 0))
    assert not shows_all_text(drawing.menu_screen("Menü", [*"abcdefgh", LONG], 0))
    assert shows_all_text(drawing.rows_screen("Ränge", [("Königsblau", "24")]))
    assert not shows_all_text(drawing.rows_screen("Ränge", [(LONG, "24")]))
    assert shows_all_text(drawing.qr_code_screen([[True] * 25] * 25, ["table.local"]))
    assert not shows_all_text(drawing.qr_code_screen([[True] * 25] * 25, [LONG]))
    assert shows_all_text(drawing.chip_test_screen("Is the frame complete?"))
    assert not shows_all_text(drawing.chip_test_screen(LONG * 2))


@pytest.mark.parametrize("letter", "äöüßÄÖÜñÑáéíóúÁÉÍÓÚ¿¡€×…–→")  # noqa: RUF001  # these signs are meant
def test_every_letter_and_sign_of_our_languages_has_a_shape_of_its_own(letter: str) -> None:
    unknown = drawing.text_screen("", ["\ufffe"]).tobytes()

    assert drawing.text_screen("", [letter]).tobytes() != unknown


def test_a_letter_with_dots_is_not_cut_at_the_top_of_a_row() -> None:
    plain = drawing.rows_screen("x", [("A", "1")])
    dotted = drawing.rows_screen("x", [("\N{LATIN CAPITAL LETTER A WITH DIAERESIS}", "1")])

    dots = lit_pixels(dotted, (0, 16, 64, 28)) - lit_pixels(plain, (0, 16, 64, 28))
    assert dots >= 2


def test_the_ring_drains_to_nothing() -> None:
    ring = (0, 16, 52, 64)
    full, half, almost, empty = (
        lit_pixels(drawing.hourglass_screen(20 * share, share, ""), ring) for share in (1.0, 0.5, 0.05, 0.0)
    )

    assert full > half > almost > empty
    assert abs((half - empty) / (full - empty) - 0.5) < 0.05


@pytest.mark.parametrize(("left_s", "same_as_s"), [(19.01, 20.0), (0.01, 1.0), (-3.0, 0.0)])
def test_seconds_are_shown_rounded_up_and_never_below_zero(left_s: float, same_as_s: float) -> None:
    shown = drawing.hourglass_screen(left_s, 0.5, "")

    assert shown.tobytes() == drawing.hourglass_screen(same_as_s, 0.5, "").tobytes()


def test_the_large_seconds_are_over_40_pixels_high() -> None:
    box = drawing.hourglass_screen(20.0, 0.0, "").crop((56, 0, 128, 64)).getbbox()

    assert box is not None
    assert box[3] - box[1] >= 40


@pytest.mark.parametrize("chosen", range(7))
def test_the_chosen_entry_of_a_long_menu_is_always_in_the_bright_bar(chosen: int) -> None:
    entries = [f"entry {number}" for number in range(7)]

    image = drawing.menu_screen("Menu", entries, chosen)

    bars = [lit_pixels(image, (0, top, 118, top + 12)) > 118 * 6 for top in (16, 28, 40, 52)]
    assert bars.count(True) == 1


def test_arrows_show_where_a_menu_continues() -> None:
    entries = [f"entry {number}" for number in range(7)]
    up, down = (120, 16, 128, 28), (120, 54, 128, 64)

    top, bottom = drawing.menu_screen("Menu", entries, 0), drawing.menu_screen("Menu", entries, 6)

    assert (lit_pixels(top, up) > 0, lit_pixels(top, down) > 0) == (False, True)
    assert (lit_pixels(bottom, up) > 0, lit_pixels(bottom, down) > 0) == (True, False)


def test_entries_rows_and_codes_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="entry 2 of 2"):
        drawing.menu_screen("Menu", ["a", "b"], 2)
    with pytest.raises(ValueError, match="5 rows"):
        drawing.rows_screen("Ranks", [("a", "1")] * 5)
    with pytest.raises(ValueError, match="33 modules"):
        drawing.qr_code_screen([[True] * 33] * 33, [])


def test_a_code_is_drawn_dark_on_light_with_two_pixels_a_module() -> None:
    modules = [[False] * 25 for _ in range(25)]
    modules[0][0] = modules[24][3] = True

    image = drawing.qr_code_screen(modules, [])

    assert lit_pixels(image, (0, 0, 64, 64)) == 64 * 64 - 2 * 4
    assert not image.getpixel((7, 7))
    assert not image.getpixel((7 + 6, 7 + 48))


Box = tuple[int, int, int, int]


def changed(image: Image.Image) -> Box | None:
    return ImageChops.logical_xor(image, with_fault_mark(image)).getbbox()


def test_the_mark_contrasts_at_the_top_right() -> None:
    dark = Image.new("1", (128, 64))
    bright = ImageChops.invert(dark)
    assert changed(dark) == changed(bright) == (123, 0, 126, 9)
    assert with_fault_mark(dark).histogram()[255] == 3 * 6 + 3 * 2
    assert with_fault_mark(bright).histogram()[0] == 3 * 6 + 3 * 2


@pytest.mark.parametrize("name", sorted(ALL.keys() - {"test"}))  # which is framed
def test_the_mark_covers_nothing_that_a_layout_shows(name: str) -> None:
    box = changed(ALL[name])
    assert box is not None
    left, top, right, bottom = box
    around = ALL[name].crop((left - 2, top, right + 2, bottom))
    assert len([count for count in around.histogram() if count]) == 1


def test_the_mark_is_at_the_left_if_the_right_edge_is_full() -> None:
    image = Image.new("1", (128, 64))
    image.paste(255, (120, 0, 121, 64))
    image.paste(255, (124, 0, 125, 64))
    assert changed(image) == (2, 0, 5, 9)


def test_the_mark_covers_the_corner_if_both_edges_are_full() -> None:
    chequered = Image.new("1", (128, 64))
    chequered.putdata([255 * ((x + y) % 2) for y in range(64) for x in range(128)])
    assert with_fault_mark(chequered).crop((121, 0, 128, 9)).histogram()[255] == 3 * 6 + 3 * 2
    before, after = (image.crop((0, 0, 121, 64)).tobytes() for image in (chequered, with_fault_mark(chequered)))
    assert before == after


OF_THE_TABLE = (
    *("menu", "trouble", "address", "certificate", "check", "pin", "secret", "ask", "goodbye", "seat", "fixture"),
    *("resumed", "not-resumed", "question", "parking", "hourglass", "try"),
    *("complaint", "tudor-complaint", "refused", "dropped"),
)
"""Screens that are shown for a moment, or while no turn is on."""


def test_the_small_ring_is_full_half_or_empty() -> None:
    dark = Image.new("1", (128, 64))
    lit = [with_hourglass_ring(dark, share).histogram()[255] for share in (1.0, 0.5, 0.0)]
    assert lit == sorted(lit, reverse=True)
    assert lit[0] > 2 * (lit[1] - lit[2]) > 20
    assert ImageChops.logical_xor(dark, with_hourglass_ring(dark, 1.0)).getbbox() == (116, 1, 127, 12)
    bright = Image.new("1", (128, 64), 255)
    assert bright.histogram()[255] - with_hourglass_ring(bright, 1.0).histogram()[255] == lit[0]


def test_a_picture_without_room_gets_no_ring() -> None:
    full = Image.new("1", (128, 64))
    full.putdata([255 if (x + y) % 2 else 0 for y in range(64) for x in range(128)])
    assert with_hourglass_ring(full, 1.0) == full


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_of_a_turn_of_tudor_has_room_for_the_ring(language: str) -> None:
    seen = 0
    for name, screen in screens_with_longest_words(installed.make_game("tudor"), language):
        if name.startswith(OF_THE_TABLE):
            continue
        plain = draw_screen(screen, language, 20, 20)
        box = ImageChops.logical_xor(plain, with_hourglass_ring(plain, 1.0)).getbbox()
        assert box is not None, name
        assert max(box[2] - box[0], box[3] - box[1]) <= RING_DIAMETER_PX, name
        seen += 1
    assert seen > 60


def test_an_idle_display_stays_bright_for_two_minutes() -> None:
    assert appearance_when_idle(0.0) == AWAKE
    assert appearance_when_idle(119.9) == AWAKE


def test_after_two_minutes_it_is_dim_and_shifts_by_a_pixel_a_minute() -> None:
    looks = [appearance_when_idle(120.0 + 60.0 * minute) for minute in range(9)]

    assert {look.contrast for look in looks} == {0x10}
    assert len({look.shift_px for look in looks}) == 9
    assert not any(look.dark for look in looks)


def test_after_twenty_idle_minutes_the_display_is_dark() -> None:
    assert not appearance_when_idle(1199.0).dark
    assert appearance_when_idle(1200.0).dark


@pytest.mark.parametrize("idle_s", [0.0, 100.0, 120.0, 130.0, 180.0, 1150.0])
def test_the_next_change_is_when_the_look_differs_for_the_first_time(idle_s: float) -> None:
    change_s = idle_s_of_next_change(idle_s)

    assert change_s is not None
    assert appearance_when_idle(change_s) != appearance_when_idle(idle_s)
    assert appearance_when_idle(change_s - 0.001) == appearance_when_idle(idle_s)


def test_a_dark_display_has_no_next_change() -> None:
    assert idle_s_of_next_change(1200.0) is None


def test_a_shifted_picture_moves_right_and_down_and_leaves_dark_behind() -> None:
    image = Image.new("1", (128, 64), 255)

    moved = shift_image(image, (1, 1))

    assert [moved.getpixel(place) for place in ((0, 0), (1, 0), (0, 1), (1, 1), (127, 63))] == [0, 0, 0, 255, 255]
