"""Drivers and twins never import one another: each is written from the data sheet, so each can judge the other."""

import ast
from pathlib import Path

import pytest

import hw

ROOT = Path(hw.__file__).parent

TWINS = {
    "hw.bus": {"mock_pins", "twin_i2c"},
    "hw.console": {"twin"},
    "hw.iso14443": {"picc"},
    "hw.mfrc522": {"twin", "reader_twin", "field", "reception", "flavours"},
    "hw.ntag": {"twin"},
    "hw.oled": {"twin"},
    "hw.pn532": {"twin"},
    "hw.stepper": {"twin"},
    "hw.ws2812": {"twin"},
}
SHARED_FACTS = {
    "hw.bus.ports",
    "hw.iso14443.frames",
    "hw.mfrc522.registers",
    "hw.ntag.memory",
    "hw.pn532.commands",
    "hw.stepper.half_step",
}


def modules_of(package: str) -> list[str]:
    return [f"{package}.{path.stem}" for path in sorted((ROOT / package.removeprefix("hw.")).glob("*.py"))]


def imports_of(module: str) -> set[str]:
    tree = ast.parse((ROOT.parent / (module.replace(".", "/") + ".py")).read_text(encoding="utf-8"))
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            imported |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return imported


ALL_TWINS = {f"{package}.{name}" for package, names in TWINS.items() for name in names}
RECORDS = {"hw.mfrc522.record", "hw.pn532.record"}  # each names driver and twin, and is used by neither
DRIVERS = [module for package in TWINS for module in modules_of(package) if module not in ALL_TWINS | RECORDS]


def test_every_twin_named_here_is_there() -> None:
    assert {module for package in TWINS for module in modules_of(package)} >= ALL_TWINS


@pytest.mark.parametrize("module", sorted(ALL_TWINS))
def test_a_twin_imports_no_driver(module: str) -> None:
    assert imports_of(module) & {*DRIVERS, *RECORDS} <= SHARED_FACTS


@pytest.mark.parametrize("module", DRIVERS)
def test_a_driver_imports_no_twin_and_no_mock(module: str) -> None:
    imported = imports_of(module)

    assert not imported & (ALL_TWINS | RECORDS)
    assert not {name for name in imported if "mock" in name}
