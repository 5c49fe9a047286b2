"""Every rule of the contract is cited by a test's name and by the code."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import controller.games.tumult_royale

RULES = [
    f"TR-{chapter}.{number}"
    for chapter, numbers in {0: 7, 1: 3, 2: 6, 3: 7, 4: 11, 5: 1, 6: 5, 7: 2, 8: 3, 9: 2, 10: 1, 11: 2}.items()
    for number in range(1, numbers + 1)
]
EXAMPLES = range(1, 9)


@cache
def names_of_tests() -> str:
    """The names of all tests of this folder, one a line."""
    trees = (ast.parse(file.read_text(encoding="utf-8")) for file in Path(__file__).parent.glob("test_*.py"))
    return "\n".join(
        node.name
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_has_a_test_that_names_it(rule: str) -> None:
    assert re.search(rf"{rule.lower().replace('-', '_').replace('.', '_')}(?!\d)", names_of_tests())


@pytest.mark.parametrize("example", EXAMPLES)
def test_each_worked_example_has_a_test(example: int) -> None:
    assert f"worked_example_{example}_" in names_of_tests()


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_is_cited_by_the_code(rule: str) -> None:
    folder = Path(controller.games.tumult_royale.__path__[0])
    assert any(
        re.search(rf"{re.escape(rule)}(?!\d)", file.read_text(encoding="utf-8")) for file in folder.rglob("*.py")
    )
