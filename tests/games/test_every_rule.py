"""Every rule of both games is cited by a test or its oracle and by the code, and each refusal has its sentence."""

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

import controller.games.tudor
import controller.games.tumult_royale
import controller.games.undoable_log
from controller.texts.translation import LANGUAGES, text_keys, translate

GAMES = {"TR": controller.games.tumult_royale, "TU": controller.games.tudor}
PREFIXES = {"TR": "refused-", "TU": "tudor-refused-"}
CHAPTERS = {"TR": (7, 3, 6, 7, 11, 1, 5, 2, 3, 2, 1, 2), "TU": (9, 3, 5, 5, 3, 3, 7, 13, 6, 9, 6, 3, 7, 6, 2, 3)}
"""How many rules each chapter of a game's rules has, from chapter 0."""

RULES = [
    (game, chapter, number)
    for game, chapters in CHAPTERS.items()
    for chapter, last in enumerate(chapters)
    for number in range(1, last + 1)
]
KEYS = [f"rule-{game}-{chapter}-{number}" for game, chapter, number in RULES]


@cache
def code_of(game: str) -> str:
    folder = Path(GAMES[game].__path__[0])
    return "\n".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.py"))


@cache
def code_of_tests(game: str) -> str:
    folder = Path(__file__).parent / GAMES[game].__name__.rpartition(".")[2]
    return "\n".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.py"))


@pytest.mark.parametrize("code", [code_of, code_of_tests])
@pytest.mark.parametrize(("game", "chapter", "number"), RULES)
def test_each_rule_is_cited_by_the_code_and_by_its_tests(
    game: str, chapter: int, number: int, code: Callable[[str], str]
) -> None:
    ranges = re.findall(rf"{game}-{chapter}\.(\d+) to {game}-{chapter}\.(\d+)", code(game))
    named = re.search(rf"{game}[-_]{chapter}[._]{number}(?!\d)", code(game), re.IGNORECASE)
    assert named or any(int(first) <= number <= int(last) for first, last in ranges)


@pytest.mark.parametrize("example", range(1, 9))
def test_each_worked_example_of_tumult_royale_has_a_test(example: int) -> None:
    assert f"worked_example_{example}_" in code_of_tests("TR")


def refusals_in(game: ModuleType) -> Iterator[ast.Call]:
    """Each ``Refusal(rule, reason, ...)`` of a game, and those that its log makes."""
    for file in (*Path(game.__path__[0]).rglob("*.py"), Path(controller.games.undoable_log.__file__)):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in {"Refusal", "refusal", "refusal_maker"} and len(node.args) > 1:
                    yield node


@cache
def reasons(game: str) -> dict[str, set[str]]:
    """For each reason of a refusal the rules that stand beside it; ``rule`` is one that is handed in."""
    found: dict[str, set[str]] = {}
    for call in refusals_in(GAMES[game]):
        rule = call.args[0]
        for leaf in ast.walk(call.args[1]):
            if isinstance(leaf, ast.Constant):
                found.setdefault(str(leaf.value), set()).add(
                    str(rule.value) if isinstance(rule, ast.Constant) else "rule"
                )
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_each_reason_has_a_sentence_and_each_sentence_a_reason(game: str, language: str) -> None:
    prefix = PREFIXES[game]
    assert {key.removeprefix(prefix) for key in text_keys(language) if key.startswith(prefix)} == reasons(game).keys()


def test_each_sentence_of_tudor_fills_in_only_values_that_it_gets() -> None:
    values = {
        str(call.args[1].value): {str(value.arg) for value in call.keywords}
        for call in refusals_in(controller.games.tudor)
        if isinstance(call.args[1], ast.Constant)
    }
    content = (Path(controller.games.tudor.__path__[0]) / "texts/en/refusals.ftl").read_text(encoding="utf-8")
    for part in re.split(r"^(?=tudor-refused-)", content, flags=re.MULTILINE)[1:]:
        reason = part.split(" ", 1)[0].removeprefix("tudor-refused-")
        assert set(re.findall(r"\$(\w+)", part)) <= (values[reason] or {"seen", "last"}), reason


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_of_the_contract_is_said_and_no_other(language: str) -> None:
    assert {key for key in text_keys(language) if key.startswith("rule-")} == {"rule-LOG", *KEYS}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_is_said_in_one_to_three_sentences(language: str) -> None:
    for key in KEYS:
        sentences = re.split(r"[.!?](?:\s+|$)(?=[A-ZÄÖÜ]|$)", translate(language, key))
        assert 1 <= len([sentence for sentence in sentences if sentence]) <= 3, key


@pytest.mark.parametrize("key", KEYS)
def test_a_rule_reads_differently_in_each_language(key: str) -> None:
    assert len({translate(language, key) for language in LANGUAGES}) == len(LANGUAGES)
