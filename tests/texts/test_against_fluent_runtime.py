"""Sentences are what Mozilla's own interpreter of Fluent makes of them, whatever the values."""

from collections.abc import Mapping
from functools import cache

import pytest
from fluent.runtime import FluentBundle, FluentResource
from hypothesis import given
from hypothesis import strategies as st

from controller.texts.speaking import LANGUAGES, files_of, keys, say
from tests.texts.test_languages import messages

Values = Mapping[str, str | int | float]

COUNTS = (0, 1, 2, 3, 12, 999, 1234, 1_234_567, 0.5, 1.0, 1.5, 0.15, 1234.5, 0.0625)
WORDS = ("blue", "", "taxes", "first_statues", "sentiment", "set_aside", "statues", "coronation")


@cache
def bundle(language: str) -> FluentBundle:
    made = FluentBundle([language], use_isolating=False)
    for file in files_of(language):
        made.add_resource(FluentResource(file.read_text(encoding="utf-8")))
    return made


def as_mozilla_says_it(language: str, key: str, values: Values) -> str:
    pattern = bundle(language).get_message(key).value
    assert pattern is not None
    sentence, errors = bundle(language).format_pattern(pattern, dict(values))
    assert errors == []
    return str(sentence)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_with_every_kind_of_value(language: str) -> None:
    for key, names in messages(language).items():
        for value in (*COUNTS, *WORDS) if names else ("",):
            values = dict.fromkeys(names, value)
            assert say(language, key, values) == as_mozilla_says_it(language, key, values), (key, value)


@given(st.sampled_from(LANGUAGES), st.integers(-(10**9), 10**9) | st.floats(-1e9, 1e9).map(lambda x: round(x, 3)))
def test_numbers_are_written_alike(language: str, number: float) -> None:
    values = {"seen": number}
    assert say(language, "refused-player-count", values) == as_mozilla_says_it(language, "refused-player-count", values)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_value_that_is_missing_is_named(language: str) -> None:
    for key, names in messages(language).items():
        if names:
            with pytest.raises(KeyError, match="|".join(names)):
                say(language, key)


def test_there_are_sentences_to_compare() -> None:
    assert len(keys("en")) > 800
