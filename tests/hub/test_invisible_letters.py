# ruff: noqa: RUF001  # these letters are meant
"""Letters of names that cannot be seen: which stay because a script or an emoji needs them, which go."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from controller import limits
from hub.players.registry import normalise_text
from hub.validation import clamp_text

NEEDED = {
    "Persian, between two letters that would join": "علی\u200cرضا",
    "Persian, with a vowel between": "می\u064e\u200cرود",
    "Sinhala, behind a virama": "ශ\u0dca\u200dරී",
    "Malayalam, at the end": "ന\u0d4d\u200d",
    "Hindi, consonants apart": "क\u094d\u200cष",
    "Bengali, before a virama": "র\u200d\u09cdযাচেল",
    "a family": "👨\u200d👩\u200d👧",
    "a profession with a colour of skin": "👩🏽\u200d🚀",
    "a flag of colours": "🏳\ufe0f\u200d🌈",
    "a heart on fire": "❤\ufe0f\u200d🔥",
    "an arrow": "🙂\u200d↔\ufe0f",
    "Scotland's flag": "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f Ian",
}


@pytest.mark.parametrize("name", NEEDED.values(), ids=NEEDED)
def test_a_joiner_stays_where_unicode_gives_it_a_meaning(name: str) -> None:
    assert normalise_text(f"  {name}\t") == name
    assert clamp_text(name) == name


NEEDLESS = {
    "between Latin letters": ("Ana\u200cBo", "AnaBo"),
    "at the beginning": ("\u200dAna", "Ana"),
    "at the end": ("علی\u200c", "علی"),
    "before a space": ("علی\u200c رضا", "علی رضا"),
    "behind a letter that does not join": ("آ\u200cرضا", "آرضا"),
    "twice": ("علی\u200c\u200c\u200cرضا", "علی\u200cرضا"),
    "of the other kind": ("علی\u200dرضا", "علیرضا"),
    "between a person and a letter": ("👨\u200da", "👨a"),
    "beside a letter without a name in Python": ("\U00017000\u200d\U00017000", "\U00017000\U00017000"),
    "between a letter and its accent": ("Zoe\u200d\u0308", "Zoë"),
    "a soft hyphen": ("Mül\u00adler", "Müller"),
    "a grapheme joiner": ("Mül\u034fler", "Müller"),
    "directions": ("\u202eAna\u202c\u200f", "Ana"),
    "tags without a flag": ("Ana\U000e0041", "Ana"),
    "a filler is a space": ("Ana\u3164Bo", "Ana Bo"),
    "a bell among plain letters is a space": ("Ana\x07Bo\t", "Ana Bo"),
    "a line break is a space": ("Ana\r\nBo\u2028Cy", "Ana Bo Cy"),
}


@pytest.mark.parametrize(("typed", "name"), NEEDLESS.values(), ids=NEEDLESS)
def test_an_invisible_letter_goes_where_it_has_no_meaning(typed: str, name: str) -> None:
    assert normalise_text(typed) == name
    assert clamp_text(typed) == name


@given(
    st.text(st.sampled_from("aé\u0301ی رض\u064e\u094dक\u09cdর\u200c\u200d\u200b👨🏽❤\ufe0f\u3164\n"), max_size=20)
    | st.text()
)
@example(" \u200d\u094d")
@example("\u0301\u094d\u200c")
@example("\u0301\u200c\u094d\u200d\u094d\u200c")
@example("\u200c" * 5000 + "a")
@example("ب" + "\u064e" * 2000 + "\u200cب")
def test_a_normalised_text_stays_as_it_is(text: str) -> None:
    name = normalise_text(text)
    assert normalise_text(name) == name == unicodedata.normalize("NFC", name)
    assert name == " ".join(name.split())


def test_a_long_text_of_a_table_is_cut_after_it_is_composed() -> None:
    assert len(clamp_text("\u0958" * 1000)) == limits.ROOM_TEXT_CHARS
