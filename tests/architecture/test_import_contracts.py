"""Each import contract of pyproject.toml fails where it is broken, and there are no import cycles."""

import os
import shutil
import subprocess
import sys
import tomllib
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import grimp
import pytest

ROOT = Path(__file__).parents[2]
CONTRACTS: list[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
    "importlinter"
]["contracts"]
FORBIDDEN = [contract for contract in CONTRACTS if contract["type"] == "forbidden"]


def lint(folder: Path) -> tuple[int, str]:
    """Return the exit status and the report of import-linter."""
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "300", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_each_contract_fails_where_an_import_breaks_it(tmp_path: Path) -> None:
    """On a copy of the packages, with each forbidden import in a module of its own."""
    for package in ("controller", "hub", "hw"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__", "static"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    status, report = lint(tmp_path)
    assert status == 0, report
    assert f"Contracts: {len(CONTRACTS)} kept, 0 broken." in report

    wrong = []
    for layers in (contract for contract in CONTRACTS if contract["type"] == "layers"):
        for container in layers.get("containers", [""]):
            floors = [
                [f"{container}.{name}".strip(".") for name in floor.split(" | ")]
                for floor in layers["layers"]
                if not floor.startswith("(")
            ]
            wrong += [(low, high) for above, below in pairwise(floors) for low in below for high in above]
            wrong += [pair for floor in floors for pair in permutations(floor, 2)]
    for contract in FORBIDDEN:
        wrong += [(low, high) for low in contract["source_modules"] for high in contract["forbidden_modules"]]
    planted = []
    for source, target in wrong:
        path, imported = tmp_path / source.replace(".", "/"), tmp_path / target.replace(".", "/")
        assert imported.is_dir() or imported.with_suffix(".py").exists(), f"a contract names {target}, which is missing"
        file = path / "broken_on_purpose.py" if path.is_dir() else path.with_suffix(".py")
        with file.open("a", encoding="utf-8") as module:
            module.write(f"\nimport {target}\n")
        planted.append(f"{source}.broken_on_purpose -> {target}" if path.is_dir() else f"{source} -> {target}")

    status, report = lint(tmp_path)

    assert status == 1
    assert [each["name"] for each in CONTRACTS if f"{each['name']} BROKEN" not in report] == []
    assert [each for each in planted if each not in report] == []


def find_cycle(graph: grimp.ImportGraph) -> list[str]:
    """Return the modules of one cycle, the first one repeated at the end; empty without a cycle."""
    imported = {module: graph.find_modules_directly_imported_by(module) - {module} for module in graph.modules}
    try:
        TopologicalSorter(imported).prepare()
    except CycleError as error:
        cycle: list[str] = error.args[1]
        return cycle
    return []


@pytest.mark.parametrize("packages", [("controller", "hub", "hw"), ("castle_node",)])
def test_modules_import_one_another_in_one_direction(
    packages: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(ROOT)
    monkeypatch.syspath_prepend(ROOT / "firmware")
    assert find_cycle(grimp.build_graph(*packages, cache_dir=None)) == []


def test_the_folders_of_hw_import_one_another_in_one_direction(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)
    graph = grimp.build_graph("hw", cache_dir=None)
    for folder in graph.find_children("hw"):
        graph.squash_module(folder)

    assert "hw.testing" in graph.modules
    assert find_cycle(graph) == []


@pytest.mark.parametrize(
    "back",
    [
        "import planted.first",
        "def late():\n    from planted import first",
        "if TYPE_CHECKING:\n    import planted.first",
    ],
)
def test_an_import_cycle_is_found(back: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "planted"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "first.py").write_text("import planted.second\n", encoding="utf-8")
    (package / "second.py").write_text("from planted import third\n", encoding="utf-8")
    (package / "third.py").write_text(f"from typing import TYPE_CHECKING\n{back}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    cycle = find_cycle(grimp.build_graph("planted", cache_dir=None))

    assert set(cycle) == {"planted.first", "planted.second", "planted.third"}
    assert cycle[0] == cycle[-1]
