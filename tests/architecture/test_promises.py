"""Public names of the testing kit and of the contract of games are as recorded, so that a break is noticed.

A new name or parameter: `ROYALTABLE_RENEW=1 .venv/bin/pytest tests/architecture/test_promises.py`. One that goes is a
new major version; see docs/simulated-pi.md.
"""

import ast
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
RECORD: Final = ROOT / "tests/architecture/promised.txt"
PROMISED: Final = (
    "hw/testing/*.py",
    "hw/testing/pi/machine.py",
    "hw/testing/pi/hands.py",
    "controller/games/contract/*.py",
)


def public(body: list[ast.stmt], prefix: str) -> Iterator[str]:
    for each in body:
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
            if not each.name.startswith("_"):
                yield f"{prefix}{each.name}({ast.unparse(each.args)})"
        elif isinstance(each, ast.ClassDef) and not each.name.startswith("_"):
            begins = [item for item in each.body if isinstance(item, ast.FunctionDef) and item.name == "__init__"]
            yield f"{prefix}{each.name}({', '.join(ast.unparse(item.args) for item in begins)})"
            yield from public(each.body, f"{prefix}{each.name}.")
        elif isinstance(each, ast.AnnAssign) and not ast.unparse(each.target).startswith("_"):
            yield f"{prefix}{ast.unparse(each.target)}"


def names() -> list[str]:
    found: list[str] = []
    for pattern in PROMISED:
        for file in sorted(ROOT.glob(pattern)):
            module = file.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
            found += public(ast.parse(file.read_text(encoding="utf-8")).body, f"{module}.")
    return sorted(found)


def test_public_names_and_signatures_are_as_recorded() -> None:
    if os.environ.get("ROYALTABLE_RENEW"):
        RECORD.write_text("".join(f"{line}\n" for line in names()), encoding="utf-8")
    assert names() == RECORD.read_text(encoding="utf-8").splitlines()
