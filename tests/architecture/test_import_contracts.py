"""Each import contract of pyproject.toml fails on a copy in which it is broken."""

import os
import shutil
import subprocess
import sys
import tomllib
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
CONTRACTS: list[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
    "importlinter"
]["contracts"]
FORBIDDEN = [contract for contract in CONTRACTS if contract["type"] == "forbidden"]
BROKEN = "broken_on_purpose"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the packages and contracts."""
    for package in ("controller", "hub", "hw"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__", "static"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def lint(copy: Path) -> tuple[int, str]:
    """Exit status and report of import-linter."""
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy), "COLUMNS": "300", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_the_unchanged_copy_keeps_all_contracts(copy: Path) -> None:
    status, report = lint(copy)
    assert status == 0, report
    assert f"Contracts: {len(CONTRACTS)} kept, 0 broken." in report


def planted(copy: Path, source: str, target: str) -> str:
    """Let ``source``, a package or a module, import ``target``; gives the module that does."""
    path = copy / source.replace(".", "/")
    file = path / f"{BROKEN}.py" if path.is_dir() else path.with_suffix(".py")
    with file.open("a", encoding="utf-8") as module:
        module.write(f"\nimport {target}\n")
    return f"{source}.{BROKEN}" if path.is_dir() else source


def test_each_upward_import_between_layers_breaks_the_contract(copy: Path) -> None:
    (tower,) = (contract for contract in CONTRACTS if contract["type"] == "layers")
    floors = [floor.split(" | ") for floor in tower["layers"]]
    upward = [(low, high) for above, below in pairwise(floors) for low in below for high in above]
    aside = [pair for floor in floors for pair in permutations(floor, 2)]
    broken = [(planted(copy, source, target), target) for source, target in upward + aside]

    status, report = lint(copy)

    assert status == 1
    assert f"{tower['name']} BROKEN" in report
    assert [(source, target) for source, target in broken if f"{source} -> {target}" not in report] == []


@pytest.mark.parametrize("contract", FORBIDDEN, ids=[contract["name"] for contract in FORBIDDEN])
def test_each_forbidden_import_breaks_its_contract(copy: Path, contract: dict[str, Any]) -> None:
    forbidden = [module for module in contract["forbidden_modules"] if importable(copy, module)]
    assert forbidden == contract["forbidden_modules"], "the contract names modules that are not there"
    pairs = [(source, module) for source in contract["source_modules"] for module in forbidden]
    broken = [(planted(copy, source, module), module) for source, module in pairs]

    status, report = lint(copy)

    assert status == 1
    assert f"{contract['name']} BROKEN" in report
    assert [(source, target) for source, target in broken if f"{source} -> {target}" not in report] == []


def importable(copy: Path, module: str) -> bool:
    """Whether a package or module of this name is there."""
    path = copy / module.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").exists()
