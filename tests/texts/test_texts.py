"""Texts in every language, of the table and its games."""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import FluentParser
from fluent.syntax.ast import Junk, Message, VariableReference
from fluent.syntax.visitor import Visitor
from hypothesis import given
from hypothesis import strategies as st

import controller.games.tudor
import controller.games.tumult_royale  # noqa: F401  # they have sentences, too
import hub.texts  # noqa: F401  # the hub has, too
from controller.texts import translation
from controller.texts.translation import LANGUAGES, text_keys, translate
from tests.support.documents import ROOT
from tests.support.guests import guests

FOLDERS = [ROOT / "controller/texts", ROOT / "hub/texts", *(ROOT / "controller/games").glob("*/texts")]
OTHERS = [language for language in LANGUAGES if language != "en"]


def text_files(language: str) -> list[Path]:
    return sorted(file for folder in FOLDERS for file in (folder / language).glob("*.ftl"))


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
    for file in text_files(language):
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
    assert text_keys(language) == messages(language).keys()


PROMPT = re.compile(r"^page-(?:\w+-)?prompt-\S+ = (.+)$", re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_prompt_of_the_page_has_at_most_eight_words(language: str) -> None:
    prompts = [words for file in text_files(language) for words in PROMPT.findall(file.read_text(encoding="utf-8"))]
    assert len(prompts) > 15
    assert [words for words in prompts if len(re.sub(r"\{.*?\}", "X", words).split()) > 8] == []


OF_GAMES = re.compile(r"controller/(games|bench)/(tudor|tumult_royale)/|controller/cli/table/screens\.py")
"""Where sentences of games may be named: in their own packages, and where all their screens are drawn."""


@pytest.fixture(autouse=True)
def _the_texts_stay_as_they_are() -> Iterator[None]:
    with guests():
        yield
    translation.messages_by_key.cache_clear()


def folder(path: Path, text: str, *languages: str) -> Path:
    for language in languages:
        (path / language).mkdir()
        (path / language / "race.ftl").write_text(text, encoding="utf-8")
    return path


def test_keys_of_its_own_are_said(tmp_path: Path) -> None:
    translation.add_text_folder(folder(tmp_path, "race-hello = Hello\n", *LANGUAGES))
    assert all(translation.messages_by_key(language)["race-hello"] == "race-hello = Hello\n" for language in LANGUAGES)


@pytest.mark.parametrize("key", ["menu-undo", "rule-TR-1-1"])
def test_a_text_key_of_the_table_or_of_another_game_is_refused(tmp_path: Path, key: str) -> None:
    before = translate("en", key)
    with pytest.raises(ValueError, match=f"the .. texts {key} already exist in the table or another game"):
        translation.add_text_folder(folder(tmp_path, f"race-hello = Hello\n{key} = Mine\n", *LANGUAGES))
    assert translate("en", key) == before


def test_our_texts_are_compared_here_instead_of_at_each_start() -> None:
    others = translation.text_folders[1:]
    assert sorted(Path(str(other)).parent.name for other in others) == ["hub", "tudor", "tumult_royale"]
    del translation.text_folders[1:]
    translation.messages_by_key.cache_clear()
    try:
        for other in others:
            translation.add_text_folder(other)
    finally:
        translation.text_folders[1:] = others


def test_a_game_speaks_english_where_it_has_not_the_tables_language(tmp_path: Path) -> None:
    translation.add_text_folder(folder(tmp_path, "race-hello = Hello\n", "en"))
    assert {translate(language, "race-hello") for language in LANGUAGES} == {"Hello"}


def test_english_says_one_of_a_single_thing_only_in_any_language(tmp_path: Path) -> None:
    counted = "race-tiles = { $number ->\n    [one] 1 tile\n   *[other] { $number } tiles\n  }\n"
    translation.add_text_folder(folder(tmp_path, counted, "en"))
    for language in OTHERS:
        parts = translation.parse_pattern(language, "race-tiles")
        assert parts == [{"choose": "number", "of": {"1": "1 tile", "other": [{"value": "number"}, " tiles"]}}]


def test_a_game_without_english_texts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no folder en, expected English texts"):
        translation.add_text_folder(folder(tmp_path, "race-hello = Hallo\n", "de"))


def test_table_hub_and_our_games_have_the_same_languages() -> None:
    assert len(FOLDERS) == 4
    for folder in FOLDERS:
        files = {file.parent.name: set[str]() for file in folder.glob("*/*.ftl")}
        for file in folder.glob("*/*.ftl"):
            files[file.parent.name].add(file.name)
        assert files == dict.fromkeys(LANGUAGES, files["en"]), folder


def keys_named_in(module: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"Text", "say"}:
            yield from (
                argument.value
                for argument in node.args
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            )


def test_the_table_uses_no_text_of_a_game() -> None:
    """As once: a log of Tudor with a line that is no JSON ended in a KeyError, for the first game's sentence."""
    files = (ROOT / "controller/texts/en").glob("*.ftl")
    own = {key for file in files for key in re.findall(r"(?m)^([\w-]+) =", file.read_text("utf-8"))}
    modules = [file for file in (ROOT / "controller").rglob("*.py") if not OF_GAMES.search(file.as_posix())]
    named = {key: module.name for module in modules for key in keys_named_in(module)}
    assert len(named) > 50
    assert {key: module for key, module in named.items() if key not in own} == {}


Values = Mapping[str, str | int | float]

COUNTS = (0, 1, 2, 3, 12, 999, 1234, 1_234_567, 0.5, 1.0, 1.5, 0.15, 1234.5, 0.0625)
WORDS = ("blue", "", "taxes", "first_statues", "sentiment", "set_aside", "statues", "coronation")


@cache
def bundle(language: str) -> FluentBundle:
    made = FluentBundle([language], use_isolating=False)
    for file in text_files(language):
        made.add_resource(FluentResource(file.read_text(encoding="utf-8")))
    return made


def as_mozilla_says_it(language: str, key: str, values: Values) -> str:
    pattern = bundle(language).get_message(key).value
    assert pattern is not None
    sentence, errors = bundle(language).format_pattern(pattern, dict(values))
    assert errors == []
    return str(sentence)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_value_fits_every_sentence(language: str) -> None:
    for key, names in messages(language).items():
        for value in (*COUNTS, *WORDS) if names else ("",):
            values = dict.fromkeys(names, value)
            assert translate(language, key, values) == as_mozilla_says_it(language, key, values), (key, value)


@given(st.sampled_from(LANGUAGES), st.integers(-(10**9), 10**9) | st.floats(-1e9, 1e9).map(lambda x: round(x, 3)))
def test_numbers_are_written_alike(language: str, number: float) -> None:
    values = {"seen": number}
    assert translate(language, "refused-player-count", values) == as_mozilla_says_it(
        language, "refused-player-count", values
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_value_that_is_missing_is_named(language: str) -> None:
    for key, names in messages(language).items():
        if names:
            with pytest.raises(KeyError, match="|".join(names)):
                translate(language, key)


def test_there_are_sentences_to_compare() -> None:
    assert len(text_keys("en")) > 800
