"""docs/limits.md prints controller/limits.py; to renew it: `ROYALTABLE_RENEW=1 .venv/bin/pytest tests/docs`."""

import ast
import os
from itertools import pairwise

from tests.docs.reading import ROOT, text_of

PAGE = "docs/limits.md"
HEAD = """# What the table bears

Everything that comes from outside has a bound, so that a guest, a phone gone wild or a damaged file cannot end a
game. What is over a bound is refused with a sentence, and the table plays on. The numbers stand in
`controller/limits.py`, each with its reason.

| bound | is | why |
| --- | ---: | --- |
"""


def bounds() -> list[tuple[str, str, str]]:
    """Each constant of the module: its name, its value, the reason below it."""
    body = ast.parse(text_of("controller/limits.py")).body
    found = []
    for constant, reason in pairwise(body):
        if isinstance(constant, ast.AnnAssign):
            assert isinstance(constant.target, ast.Name)
            assert constant.value is not None
            assert isinstance(reason, ast.Expr), f"{constant.target.id} has no reason below it"
            value = ast.unparse(constant.value)
            found.append((constant.target.id.replace("_", " ").lower(), value, ast.literal_eval(reason.value)))
    return found


def page() -> str:
    rows = [f"| {name} | {value} | {' '.join(reason.split())} |\n" for name, value, reason in bounds()]
    return HEAD + "".join(rows)


def test_the_page_prints_every_bound_with_its_reason() -> None:
    if os.environ.get("ROYALTABLE_RENEW"):
        (ROOT / PAGE).write_text(page(), encoding="utf-8")
    assert text_of(PAGE) == page()
    assert len(bounds()) >= 10
