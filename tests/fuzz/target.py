"""A fuzz target: a function of bytes with bounds on its output and time."""

import ast
import atexit
import os
import shutil
from collections.abc import Callable, Sized
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

SEEDS: Final = Path(__file__).parent / "seeds"
DICTIONARIES: Final = Path(__file__).parent / "dictionaries"
"""Dictionaries of the targets, in libFuzzer's format."""

MEMORY: Final = Path("/dev/shm")


@dataclass(frozen=True, slots=True)
class Target:
    """A function of foreign bytes, and its bounds.

    Attributes:
        answer: returns the output, documented errors included; raises undocumented ones.
        longest: bytes of an input.
        longest_answer: length of its output.
        slowest_s: processor time for one input.
        sample: number of inputs in `make test`.
    """

    answer: Callable[[bytes], Sized]
    longest: int = 1024
    longest_answer: int = 64 * 1024
    slowest_s: float = 1.0
    sample: int = 300

    def check(self, data: bytes) -> None:
        length = len(self.answer(data))
        assert length <= self.longest_answer, f"an answer of length {length}, expected {self.longest_answer} at most"


PACKAGES: Final[dict[str, tuple[str, ...]]] = {
    "backups": ("controller.store", "zipfile"),
    "bodies": ("controller.web", "controller.games.requests"),
    "editions": ("controller.games.tumult_royale.box", "controller.games.tumult_royale.rules.payments"),
    "game_logs": ("controller.games.tumult_royale.rules",),
    "journals": ("controller.store.journal",),
    "links": ("firmware.castle_node", "hw.castle_link"),
    "ndef": ("hw.ntag",),
    "recordings": ("hw.bus.recorder", "hw.testing.compare", "hw.mfrc522.twin"),
    "settings": ("controller.config", "tomllib"),
    "small_files": ("controller.store", "tomllib"),
    "tags": ("firmware.castle_node", "hw.iso14443", "hw.mfrc522.chip", "hw.ntag"),
    "tudor_logs": ("controller.games.tudor.rules", "controller.games.tudor.box"),
}
"""All targets, and the packages whose coverage guides Atheris."""


MODULES: Final = {
    "files": ("backups", "journals", "settings", "small_files"),
    "games": ("editions", "game_logs", "tudor_logs"),
    "page": ("bodies",),
    "boards": ("links", "ndef", "recordings", "tags"),
}
"""The targets of each module in ``targets/``."""


def load(name: str) -> Target:
    module = next(module for module, names in MODULES.items() if name in names)
    target: Target = getattr(import_module(f"tests.fuzz.targets.{module}"), name.upper())
    return target


def seeds(name: str) -> list[bytes]:
    """Return the seeds: valid inputs, nearly valid ones, and earlier findings."""
    return [path.read_bytes() for path in sorted((SEEDS / name).iterdir())]


def words(name: str) -> list[bytes]:
    lines = (DICTIONARIES / f"{name}.dict").read_text(encoding="ascii").splitlines()
    return [ast.literal_eval(f"b{line}") for line in lines]


def folder_in_memory() -> Path:
    """Create a temporary folder that is removed when the process ends."""
    made = Path(
        mkdtemp(prefix="royaltable-fuzz-", dir=MEMORY if "TMPDIR" not in os.environ and MEMORY.is_dir() else None)
    )
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made
