"""A game's sentences are its own: what would say another's, or nothing, is refused when it is registered."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import controller.games.tudor
import controller.games.tumult_royale  # noqa: F401  # games that are there already
import hub.texts  # noqa: F401  # its sentences are the room's page's
from controller.texts import speaking
from controller.texts.speaking import LANGUAGES, say
from tests.docs.reading import ROOT
from tests.guests import guests

OF_GAMES = re.compile(r"controller/(games|bench)/(tudor|tumult_royale)/|controller/cli/table/screens\.py")
"""Where sentences of games may be named: in their own packages, and where all their screens are drawn."""


@pytest.fixture(autouse=True)
def _the_texts_stay_as_they_are() -> Iterator[None]:
    with guests():
        yield
    speaking.sources.cache_clear()


def folder(path: Path, text: str, *languages: str) -> Path:
    for language in languages:
        (path / language).mkdir()
        (path / language / "race.ftl").write_text(text, encoding="utf-8")
    return path


def test_keys_of_its_own_are_said(tmp_path: Path) -> None:
    speaking.add(folder(tmp_path, "race-hello = Hello\n", *LANGUAGES))
    assert all(speaking.sources(language)["race-hello"] == "race-hello = Hello\n" for language in LANGUAGES)


@pytest.mark.parametrize("key", ["menu-undo", "rule-TR-1-1"])
def test_a_key_of_the_table_or_of_another_game_is_refused(tmp_path: Path, key: str) -> None:
    before = say("en", key)
    with pytest.raises(ValueError, match=f"saw the .. texts {key}, which are the table's or another game's"):
        speaking.add(folder(tmp_path, f"race-hello = Hello\n{key} = Mine\n", *LANGUAGES))
    assert say("en", key) == before


def test_the_texts_that_are_ours_are_compared_here_and_not_at_each_start(monkeypatch: pytest.MonkeyPatch) -> None:
    table, *others = speaking._folders
    monkeypatch.setattr(speaking, "_folders", [table])
    speaking.sources.cache_clear()
    assert sorted(Path(str(other)).parent.name for other in others) == ["hub", "tudor", "tumult_royale"]
    for other in others:
        speaking.add(other)


def test_a_language_that_is_missing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="saw no folder es, expected one each for"):
        speaking.add(folder(tmp_path, "race-hello = Hello\n", "en", "de"))


def keys_named_in(module: Path) -> Iterator[str]:
    """The keys that are written out where a sentence is made."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"Text", "say"}:
            yield from (
                argument.value
                for argument in node.args
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            )


def test_the_table_names_no_sentence_of_a_game_that_may_not_be_there() -> None:
    """As once: a log of Tudor with a line that is no JSON ended in a KeyError, for the first game's sentence."""
    files = (ROOT / "controller/texts/en").glob("*.ftl")
    own = {key for file in files for key in re.findall(r"(?m)^([\w-]+) =", file.read_text("utf-8"))}
    modules = [file for file in (ROOT / "controller").rglob("*.py") if not OF_GAMES.search(file.as_posix())]
    named = {key: module.name for module in modules for key in keys_named_in(module)}
    assert len(named) > 50
    assert {key: module for key, module in named.items() if key not in own} == {}
