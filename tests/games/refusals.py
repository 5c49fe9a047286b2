"""The refusals that stand in a game's code."""

import ast
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import controller.games.undoable_log


def refusals_in(game: ModuleType) -> Iterator[ast.Call]:
    """Each ``Refusal(rule, reason, ...)`` of a game, and those that its log makes."""
    for file in (*Path(game.__path__[0]).rglob("*.py"), Path(controller.games.undoable_log.__file__)):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in {"Refusal", "refusal"} and len(node.args) > 1:
                    yield node
