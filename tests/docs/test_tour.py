"""docs/tour.md names functions and classes that are there."""

import ast
import re

import pytest

from tests.support.documents import ROOT, text_of

STOPS = re.findall(r"^\| `([\w/]+\.py)` \| (.*) \|$", text_of("docs/tour.md"), re.MULTILINE)


def defined_in(file: str) -> set[str]:
    names = set()
    for node in ast.parse((ROOT / file).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            methods = (each for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef))
            names |= {f"{node.name}.{method.name}" for method in methods}
    return names


@pytest.mark.parametrize(("file", "what"), STOPS)
def test_the_tour_names_what_its_files_define(file: str, what: str) -> None:
    assert set(re.findall(r"`([\w.]+)`", what)) <= defined_in(file)


def test_the_tour_visits_hardware_game_table_and_hub() -> None:
    assert {file.partition("/")[0] for file, _ in STOPS} == {"hw", "firmware", "controller", "hub", "tests"}


def test_architecture_names_owners_that_are_classes() -> None:
    owners = text_of("ARCHITECTURE.md").split("## Who owns what")[1].split("\n## ")[0]
    sources = [file for top in ("controller", "hub", "hw", "firmware") for file in (ROOT / top).rglob("*.py")]
    classes = {name for file in sources for name in re.findall(r"^class (\w+)", file.read_text("utf-8"), re.MULTILINE)}
    assert set(re.findall(r"`([A-Z]\w+)`", owners)) - classes == set()
