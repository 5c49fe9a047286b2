"""A simulated Pi with one reader, for other people's drivers."""

import importlib
import importlib.util
from typing import Any, Final

import pytest

from bench.shared.raspberry import WireTime
from hw.iso14443.picc import Picc
from hw.mfrc522.twin import Mfrc522Twin
from hw.values import Uid

CARD: Final = Uid(bytes.fromhex("86a083ee"))
TILE: Final = Uid(bytes.fromhex("04a1b2c3d4e580"))
OTHER_TILE: Final = Uid(bytes.fromhex("04ffeec3d4e580"))

DISTRIBUTIONS: Final = {
    "mfrc522": "mfrc522==0.0.7",
    "pirc522": "pi-rc522==2.3.0",
}
"""What a module is installed with."""


class Pi:
    def __init__(self) -> None:
        self.time = WireTime()
        self.twin = Mfrc522Twin(self.time.now_s)

    def lay(self, *piccs: Picc) -> None:
        for picc in piccs:
            self.twin.enter(picc)
        self.time.wait(0.01)


def package(module: str) -> Any:
    if importlib.util.find_spec(module.partition(".")[0]) is None:
        pytest.skip(f"not installed; pip install --no-deps {DISTRIBUTIONS[module.partition('.')[0]]}")
    return importlib.import_module(module)
