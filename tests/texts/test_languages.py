"""Every language says the same things with the same values, and every rule has its sentence."""

import re
from functools import cache

import pytest
from fluent.syntax import FluentParser
from fluent.syntax.ast import Junk, Message, VariableReference
from fluent.syntax.visitor import Visitor

import controller.games.tudor
import controller.games.tumult_royale  # noqa: F401  # they have sentences, too
import hub.texts  # noqa: F401  # the hub has, too
from controller.texts.speaking import LANGUAGES, files_of, keys, say

CHAPTERS = {
    "TR": (7, 3, 6, 7, 11, 1, 5, 2, 3, 2, 1, 2),
    "TU": (9, 3, 5, 5, 3, 3, 7, 13, 6, 9, 6, 3, 7, 6, 2, 3),
}
"""How many rules each chapter of a game's rules has, from chapter 0."""

RULES = [
    f"rule-{game}-{chapter}-{number}"
    for game, chapters in CHAPTERS.items()
    for chapter, last in enumerate(chapters)
    for number in range(1, last + 1)
]
OTHERS = [language for language in LANGUAGES if language != "en"]


class _Variables(Visitor):
    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def visit_VariableReference(self, node: VariableReference) -> None:  # noqa: N802  # the visitor's way
        self.names.add(node.id.name)


@cache
def messages(language: str) -> dict[str, frozenset[str]]:
    """The values that each sentence of a language fills in; every file must be sound, every key there once."""
    found: dict[str, frozenset[str]] = {}
    for file in files_of(language):
        for entry in FluentParser().parse(file.read_text(encoding="utf-8")).body:
            assert not isinstance(entry, Junk), f"{language}/{file.name}: {entry.content}"
            if isinstance(entry, Message):
                assert entry.id.name not in found, f"{language}/{file.name}: {entry.id.name} is there twice"
                variables = _Variables()
                variables.visit(entry)
                found[entry.id.name] = frozenset(variables.names)
    return found


@pytest.mark.parametrize("language", OTHERS)
def test_all_languages_have_the_same_keys(language: str) -> None:
    assert messages(language).keys() == messages("en").keys()


@pytest.mark.parametrize("language", OTHERS)
def test_a_sentence_needs_no_value_that_the_english_one_does_not_get(language: str) -> None:
    english = messages("en")
    assert {key: names - english[key] for key, names in messages(language).items() if names - english[key]} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_of_keys_is_what_the_files_hold(language: str) -> None:
    assert keys(language) == messages(language).keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_of_the_contract_is_said_and_no_other(language: str) -> None:
    assert {key for key in keys(language) if key.startswith("rule-")} == {"rule-LOG", *RULES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_is_said_in_one_to_three_sentences(language: str) -> None:
    for key in RULES:
        sentences = re.split(r"[.!?](?:\s+|$)(?=[A-ZÄÖÜ]|$)", say(language, key))
        assert 1 <= len([sentence for sentence in sentences if sentence]) <= 3, key


@pytest.mark.parametrize("key", RULES)
def test_a_rule_reads_differently_in_each_language(key: str) -> None:
    assert len({say(language, key) for language in LANGUAGES}) == len(LANGUAGES)
