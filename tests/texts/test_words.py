"""docs/words.md, the glossary of each language, against the texts."""

import re

import pytest

from tests.support.documents import text_of
from tests.texts.test_texts import text_files

HEAD, _, *ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in text_of("docs/words.md").splitlines()
    if line.startswith("| ")
]
SAID = [(column, word) for column, word in enumerate(HEAD) if not word.startswith("not ")]
RULED_OUT = [(column, word.removeprefix("not ")) for column, word in enumerate(HEAD) if word.startswith("not ")]
ARTICLES = re.compile(r"\b(?:the|das|el|la) ")


def texts(language: str) -> str:
    """Return a language's sentences without keys, values and comments."""
    lines = "\n".join(file.read_text(encoding="utf-8") for file in text_files(language)).splitlines()
    said = "\n".join(line.partition("= ")[2] or line for line in lines if not line.startswith("#"))
    return re.sub(r"\{[^{}]*\}", " ", said)


@pytest.mark.parametrize(("column", "language"), SAID)
def test_each_word_of_the_glossary_stands_in_its_language_s_texts(column: int, language: str) -> None:
    said = texts(language).casefold()
    words = [ARTICLES.sub("", word) for row in ROWS for word in row[column].split(", ")]
    assert len(words) > 30
    assert [word for word in words if word.casefold() not in said] == []


@pytest.mark.parametrize(("column", "language"), RULED_OUT)
def test_no_text_has_a_word_that_the_glossary_rules_out(column: int, language: str) -> None:
    ruled_out = [word for row in ROWS for word in row[column].split(", ") if word]
    assert ruled_out
    assert [word for word in ruled_out if re.search(rf"\b{word}", texts(language), re.IGNORECASE)] == []
