"""Every rule of the contract is cited by a test's name and by the code."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import controller.games.tudor

CHAPTERS = {0: 9, 1: 3, 2: 5, 3: 5, 4: 3, 5: 3, 6: 7, 7: 13, 8: 6, 9: 9, 10: 6, 11: 3, 12: 7, 13: 6, 14: 2, 15: 3}
RULES = [f"TU-{chapter}.{number}" for chapter, last in CHAPTERS.items() for number in range(1, last + 1)]


@cache
def names_of_tests() -> str:
    trees = (ast.parse(file.read_text(encoding="utf-8")) for file in Path(__file__).parent.glob("test_*.py"))
    return "\n".join(
        node.name
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


@cache
def code() -> str:
    folder = Path(controller.games.tudor.__path__[0])
    return "\n".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.py"))


def cites(rule: str, text: str) -> bool:
    chapter, number = rule.removeprefix("TU-").split(".")
    ranges = re.findall(rf"TU-{chapter}\.(\d+) to TU-{chapter}\.(\d+)", text)
    named = re.search(rf"{re.escape(rule)}(?!\d)", text)
    return bool(named) or any(int(first) <= int(number) <= int(last) for first, last in ranges)


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_has_a_test_that_names_it(rule: str) -> None:
    assert re.search(rf"{rule.lower().replace('-', '_').replace('.', '_')}(?!\d)", names_of_tests())


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_is_cited_by_the_code(rule: str) -> None:
    assert cites(rule, code())
