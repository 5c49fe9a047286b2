"""The shipped examples of a ``table.toml``."""

from pathlib import Path
from typing import Final

EXAMPLE_NAMES: Final = ("a", "b", "kit", "simulator", "minimal")
"""Topology A (readers on the Pi), B (a Pico at each castle), the kit's boards, the simulated table, a minimal start."""


def read_example(name: str) -> str:
    return Path(__file__).with_name(f"{name}.toml").read_text(encoding="utf-8")
