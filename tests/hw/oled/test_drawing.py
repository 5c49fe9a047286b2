"""The layouts: whole texts, no letter cut, readable sizes."""

import pytest
from PIL import Image

from hw.oled import drawing

LONG = "Bread: supply 12, greed 5, demand 8. Red is the greediest of all and loses 2 people in the capital of the land"


def lit_pixels(image: Image.Image, box: tuple[int, int, int, int] = (0, 0, 128, 64)) -> int:
    return image.crop(box).histogram()[255]


ALL = {
    "text": drawing.text_screen("Taxes", ["Rob the people!"], "Red: now"),
    "number": drawing.number_screen(3, "Demand"),
    "hourglass": drawing.hourglass_screen(12.3, 0.6, "Demand 3"),
    "rows": drawing.rows_screen("Ranks", [("Red", "24"), ("Blue", "8")]),
    "menu": drawing.menu_screen("Menu", ["Start", "Pause"], 1),
    "code": drawing.code_screen([[True] * 25] * 25, ["table.local"]),
    "test": drawing.check_screen("Is the frame complete?"),
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
    assert drawing.fits("", ["Stop! Red took one too many"])


def test_a_text_that_is_too_long_is_cut_and_said_not_to_fit() -> None:
    assert drawing.fits("Tumult", ["Red loses 2 people"])
    assert not drawing.fits("Tumult", [LONG], "yes: go on")
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
    assert not drawing.fits(title, lines, footer)


def test_captions_entries_rows_codes_and_questions_are_measured_too() -> None:
    assert drawing.fits_caption("Nachfrage 3")
    assert not drawing.fits_caption(LONG)
    assert drawing.fits_menu("Menü", ["Spieler: 4"])
    assert not drawing.fits_menu("Menü", [LONG])
    assert drawing.fits_rows("Ränge", [("Königsblau", "24")])
    assert not drawing.fits_rows("Ränge", [(LONG, "24")])
    assert not drawing.fits_rows("Ränge", [("a", "1")] * 5)
    assert drawing.fits_code(["table.local"])
    assert not drawing.fits_code([LONG])
    assert drawing.fits_check("Is the frame complete?")
    assert not drawing.fits_check(LONG * 2)


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


def test_arrows_say_where_a_menu_goes_on() -> None:
    entries = [f"entry {number}" for number in range(7)]
    up, down = (120, 16, 128, 28), (120, 54, 128, 64)

    top, bottom = drawing.menu_screen("Menu", entries, 0), drawing.menu_screen("Menu", entries, 6)

    assert (lit_pixels(top, up) > 0, lit_pixels(top, down) > 0) == (False, True)
    assert (lit_pixels(bottom, up) > 0, lit_pixels(bottom, down) > 0) == (True, False)


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(ValueError, match="entry 2 of 2"):
        drawing.menu_screen("Menu", ["a", "b"], 2)
    with pytest.raises(ValueError, match="5 rows"):
        drawing.rows_screen("Ranks", [("a", "1")] * 5)
    with pytest.raises(ValueError, match="33 modules"):
        drawing.code_screen([[True] * 33] * 33, [])


def test_a_code_is_drawn_dark_on_light_with_two_pixels_a_module() -> None:
    modules = [[False] * 25 for _ in range(25)]
    modules[0][0] = modules[24][3] = True

    image = drawing.code_screen(modules, [])

    assert lit_pixels(image, (0, 0, 64, 64)) == 64 * 64 - 2 * 4
    assert not image.getpixel((7, 7))
    assert not image.getpixel((7 + 6, 7 + 48))
