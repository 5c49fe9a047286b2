"""Any text in letters of the display's fonts, so that a name in any script can be drawn.

The fonts, in ``fonts`` with their licence, are DejaVu Sans Condensed: legible without grey edges. They have Latin,
Greek, Cyrillic and signs of games; ``tools/cut_fonts`` makes them.
"""

import unicodedata
from bisect import bisect_right
from functools import lru_cache
from math import ceil
from pathlib import Path
from typing import Final

from PIL import ImageFont

ELLIPSIS: Final = "\N{HORIZONTAL ELLIPSIS}"
BOX: Final = "\N{WHITE VERTICAL RECTANGLE}"
"""Stands for a sign that neither the fonts nor anyascii know."""

MAX_LETTERS: Final = 512
"""Letters that are drawn of one text: several times those that fit the display, or a line of a picture."""

MAX_ACCENTS: Final = 2
"""Accents drawn on one letter; Vietnamese and Yoruba need two."""


@lru_cache
def load_font(size_px: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    """Return the font; text is laid out without Raqm, which not each machine has, so that widths are equal on all."""
    name = "DejaVuSansCondensed-Bold.ttf" if bold else "DejaVuSansCondensed.ttf"
    return ImageFont.truetype(Path(__file__).parent / "fonts" / name, size_px, layout_engine=ImageFont.Layout.BASIC)


def drawable_text(text: str) -> str:
    """Return ``text`` in letters that the fonts have, from left to right, with single spaces.

    Letters of other scripts are transliterated, and each other visible sign becomes `BOX`. No word becomes empty. At
    most `MAX_LETTERS` are returned, the last an ellipsis if there were more.
    """
    drawn = " ".join(map(_drawable_word, text[:MAX_LETTERS].split()))
    return drawn if max(len(text), len(drawn)) <= MAX_LETTERS else drawn[: MAX_LETTERS - 1] + ELLIPSIS


@lru_cache(maxsize=1024)
def text_width_px(text: str, size_px: int, *, bold: bool) -> int:
    return ceil(load_font(size_px, bold=bold).getlength(text))


def count_fitting(text: str, width_px: float, size_px: int, *, bold: bool, ending: str = "") -> int:
    """Return how many letters of ``text`` are at most ``width_px`` wide with ``ending`` behind them."""
    ends = range(len(text) + 1)
    return max(
        0, bisect_right(ends, width_px, key=lambda end: text_width_px(text[:end] + ending, size_px, bold=bold)) - 1
    )


def cut_text(text: str, width_px: float, size_px: int, *, bold: bool) -> str:
    """Return the longest beginning that fits with an ellipsis, and the ellipsis."""
    end = count_fitting(text, width_px, size_px, bold=bold, ending=ELLIPSIS)
    return text[:end].rstrip() + ELLIPSIS


@lru_cache(maxsize=256)
def _drawable_word(word: str) -> str:
    if word.isascii() and word.isprintable():
        return word
    drawn, accents = "", MAX_ACCENTS
    for letter in unicodedata.normalize("NFC", word):
        is_accent = unicodedata.category(letter) == "Mn"
        if is_accent and accents < MAX_ACCENTS and _is_in_fonts(letter):
            drawn, accents = drawn + letter, accents + 1
        elif not is_accent and _is_in_fonts(letter):
            drawn, accents = drawn + letter, 0
        else:
            drawn, accents = drawn + _transliterate(letter), MAX_ACCENTS
    return drawn.strip() or BOX


@lru_cache(maxsize=4096)
def _is_in_fonts(letter: str) -> bool:
    """Tell whether the fonts have a visible shape for ``letter``; both have the same letters."""
    drawn, unknown = (load_font(24).getmask(each) for each in (letter, "\uffff"))
    return drawn.getbbox() is not None and bytes(drawn) != bytes(unknown)


def _transliterate(letter: str) -> str:
    from anyascii import anyascii  # only for letters that the fonts lack

    kind, known = unicodedata.category(letter), anyascii(letter)
    if kind == "Cc":
        return BOX
    if known or kind in {"Cf", "Mc", "Me", "Mn", "Sk"}:
        return known
    # anyascii gives nothing, too, for silent letters such as an alef; all of them are in the BMP.
    is_silent = kind[0] != "C" and letter <= "\uffff" and not unicodedata.name(letter, "").startswith("CJK")
    return "" if is_silent else BOX
