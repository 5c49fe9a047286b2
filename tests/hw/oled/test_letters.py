# ruff: noqa: RUF001  # these letters are meant
"""Any text in letters of the fonts: names in twenty scripts, and signs that are no letters."""

import unicodedata
from collections.abc import Callable
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageFont

from hw.oled import drawing
from hw.oled.drawing import shows_all_text
from hw.oled.letters import drawable_text, load_font, text_width_px

NAMES = {
    "Latin": ("Łukasz Ştefănescu", "Łukasz Ştefănescu"),
    "Greek": ("Ἀθηνᾶ Γεωργίου", "Ἀθηνᾶ Γεωργίου"),
    "Cyrillic": ("Љиљана Їжакевич", "Љиљана Їжакевич"),
    "Han": ("王小明", "WangXiaoMing"),
    "Kana": ("さくら ヒカル", "sakura hikaru"),
    "Hangul": ("김철수", "GimCheolSu"),
    "Arabic": ("احمد كريم", "hmd krym"),
    "Hebrew": ("דוד לוי", "dvd lvy"),
    "Thai": ("สมชาย", "smchay"),
    "Lao": ("ບຸນ", "boun"),
    "Khmer": ("ខេមរា", "khemra"),
    "Burmese": ("မောင်", "mean"),
    "Devanagari": ("राम", "ram"),
    "Bengali": ("রহিম", "rhim"),
    "Tamil": ("குமார்", "kumar"),
    "Sinhala": ("නිමල්", "niml"),
    "Georgian": ("ქეთი", "keti"),
    "Armenian": ("Հայկ", "Hayk"),
    "Ethiopic": ("አበበ", "'abebe"),
    "Tibetan": ("བོད", "bod"),
    "Cherokee": ("ᏣᎳᎩ", "TsaLaGi"),
}

SIGNS = {
    "emoji": ("😀", ":grinning:"),
    "a family, by joiners": ("👨\u200d👩\u200d👧", ":man::woman::girl:"),
    "a flag": ("🇩🇪", "DE"),
    "a heart with its colour": ("♥\ufe0f", "♥"),
    "mathematical letters": ("𝓐𝓵𝓮𝔁", "Alex"),
    "a rare Chinese letter": ("\U00020002", "▯"),
    "a joiner alone": ("\u200d", "▯"),
    "a Hangul filler": ("\u3164", "▯"),
    "an empty Braille cell": ("\u2800", "▯"),
    "a silent letter alone": ("ا", "▯"),
    "control characters": ("\x07\x1b[2J", "▯▯[2J"),
    "a byte that was no UTF-8": ("caf\udce9", "caf▯"),
    "private use": ("\ue000", "▯"),
    "unassigned": ("\U000e0fff", "▯"),
    "a direction that is overridden": ("\u202egnp.exe\u202c", "gnp.exe"),
    "a soft hyphen": ("Mül\u00adler", "Müller"),
    "line breaks and other spaces": ("a\r\nb\u2028c\u3000d", "a b c d"),
    "a letter taken apart": ("Zoe\u0308", "Zoë"),
    "accents that no letter has": ("m\u0303 e\u0323\u0301", "m\u0303 \u1eb9\u0301"),
    "accents without end": ("a" + "\u0317" * 500, "a\u0317\u0317"),
    "an accent without a letter": ("\u0301x", "x"),
}


@pytest.mark.parametrize(("text", "drawn"), [*NAMES.values(), *SIGNS.values()], ids=[*NAMES, *SIGNS])
def test_a_text_is_drawn_in_letters_that_the_fonts_have(text: str, drawn: str) -> None:
    assert drawable_text(text) == drawn
    assert drawable_text(drawn) == drawn


MODULES = [[True] * 25] * 25
LAYOUTS: dict[str, Callable[[str], Image.Image]] = {
    "title": lambda text: drawing.text_screen(text, []),
    "lines": lambda text: drawing.text_screen("", [text]),
    "footer": lambda text: drawing.text_screen("", [], text),
    "number": lambda text: drawing.number_screen(text, ""),
    "caption": lambda text: drawing.hourglass_screen(0, 0, text),
    "name of a row": lambda text: drawing.rows_screen("", [(text, "")]),
    "number of a row": lambda text: drawing.rows_screen("", [("", text)]),
    "menu": lambda text: drawing.menu_screen("", ["", text], 0),
    "beside a code": lambda text: drawing.qr_code_screen(MODULES, [text]),
    "question": drawing.chip_test_screen,
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_no_layout_leaves_a_name_blank(layout: str) -> None:
    draw = LAYOUTS[layout]
    for text, drawn in chain(NAMES.values(), SIGNS.values()):
        assert draw(text).tobytes() == draw(drawn).tobytes() != draw("").tobytes(), text
        assert shows_all_text(draw(text)) == shows_all_text(draw(drawn))


EUROPE = {
    "Polish": "ąćęłńóśźż",
    "Czech and Slovak": "áčďéěíňóřšťúůýžäĺľôŕ",
    "Hungarian": "áéíóöőúüű",
    "Romanian": "ăâîșțşţ",
    "Croatian": "čćđšž",
    "Turkish": "çğıİöşü",
    "French": "àâæçéèêëîïôœùûüÿ",
    "Baltic": "āčēģīķļņšūžąęėįų",
    "Maltese": "ċġħż",
    "Icelandic": "áðéíóúýþæö",
    "Sámi": "áčđŋšŧž",
    "Welsh": "ŵŷẁỳ",
    "Vietnamese": "ấềộữỹđơư",
    "Greek": "άέήίόύώϊϋΐΰς",
    "Russian and Ukrainian": "ёйщъыэґєії",
    "Serbian and Macedonian": "ђјљњћџѓќѕ",
    "Kazakh": "әғқңөұүһі",
}


@pytest.mark.parametrize("letters", EUROPE.values(), ids=EUROPE)
@pytest.mark.parametrize("bold", [False, True])
def test_each_letter_of_a_language_has_a_shape_of_its_own(letters: str, bold: bool) -> None:
    all_of_them = "".join(letter for letter in letters + letters.upper() if not unicodedata.combining(letter))
    shapes = {bytes(load_font(24, bold=bold).getmask(letter)) for letter in set(all_of_them)}
    assert drawable_text(all_of_them) == all_of_them
    assert len(shapes) == len(set(all_of_them))
    assert bytes(load_font(24, bold=bold).getmask("\uffff")) not in shapes


def test_a_sign_without_a_shape_is_a_visible_box() -> None:
    assert load_font(24).getmask("\uffff").getbbox() is not None


def test_texts_have_the_same_pixels_on_each_machine() -> None:
    assert load_font(12).layout_engine == ImageFont.Layout.BASIC  # Raqm needs FriBidi, which few have


def test_text_is_drawn_by_way_of_one_module() -> None:
    root = Path(__file__).parents[3]
    files = (file for folder in ("controller", "hub", "hw") for file in (root / folder).rglob("*.py"))
    drawing_text = {file.relative_to(root).as_posix() for file in files if "ImageFont" in file.read_text("utf-8")}
    # A trace has words of its own alone, and a test looks for those that a program has drawn.
    assert drawing_text == {"hw/oled/letters.py", "hw/testing/pi/trace.py", "hw/testing/pi/expect.py"}


@pytest.mark.parametrize(("text", "length"), [("😀" * 400, 512), ("x" * 100_000, 512), ("王 " * 100_000, 512)])
def test_a_text_without_end_is_cut(text: str, length: int) -> None:
    assert len(drawable_text(text)) <= length
    assert drawable_text(text).endswith("…")
    for draw in LAYOUTS.values():
        assert draw(text).size == (128, 64)
        assert not shows_all_text(draw(text))


def test_a_word_that_is_wider_than_the_display_is_continued_below() -> None:
    image = drawing.text_screen("", ["王小明的桌游俱乐部大厅"])
    rows = [image.crop((0, top, 128, top + 12)).getbbox() for top in (20, 32)]
    assert None not in rows
    assert not shows_all_text(image)


def test_a_number_that_is_too_long_is_cut_at_the_edge() -> None:
    assert shows_all_text(drawing.number_screen("Łódź", "Demand"))
    long = drawing.number_screen("W" * 40, "Demand")
    assert not shows_all_text(long)
    assert long.crop((100, 20, 128, 64)).getbbox() is not None


@pytest.mark.parametrize(("letter", "height_px"), [("A", 18), ("Ä", 22), ("Ẫ", 26)])
def test_a_letter_with_two_accents_is_not_cut_at_the_top(letter: str, height_px: int) -> None:
    box = drawing.text_screen("", [letter]).getbbox()
    assert box is not None
    assert box[3] - box[1] == height_px


@given(st.text(st.characters(), max_size=80))
def test_each_drawn_text_is_visible_and_bounded(text: str) -> None:
    drawn = drawable_text(text)
    assert bool(drawn) == bool(text.strip())
    assert len(drawn) <= 512
    assert drawable_text(drawn) == drawn
    assert text_width_px(drawn, 11, bold=False) < 512 * 15
