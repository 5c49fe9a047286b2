"""The reader's twin knows nothing of its driver: both are written from the standard and the data sheet."""

import ast
import importlib
from pathlib import Path

import pytest

TWIN = ("hw.mfrc522.twin", "hw.mfrc522.field", "hw.mfrc522.reception", "hw.iso14443.picc", "hw.ntag.twin")
DRIVER = {"hw.mfrc522.driver", "hw.mfrc522.chip", "hw.mfrc522.compat", "hw.iso14443.anticollision", "hw.ntag.session"}


@pytest.mark.parametrize("module", TWIN)
def test_no_module_of_the_twin_imports_the_drivers_side(module: str) -> None:
    source = Path(str(importlib.import_module(module).__file__)).read_text(encoding="utf-8")
    imported = {node.module for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)}
    assert not imported & DRIVER


@pytest.mark.parametrize("module", sorted(DRIVER))
def test_no_module_of_the_driver_imports_the_twins_side(module: str) -> None:
    source = Path(str(importlib.import_module(module).__file__)).read_text(encoding="utf-8")
    imported = {node.module for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)}
    assert not imported & set(TWIN)
