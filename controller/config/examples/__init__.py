"""The shipped examples of a ``table.toml``."""

from importlib.resources import files
from typing import Final

NAMES: Final = ("a", "b", "simulator", "minimal")
"""Topology A, readers on the Pi; topology B, a Pico at each castle; the simulated table; the least to begin with."""


def text_of(name: str) -> str:
    """The text of one of ``NAMES``."""
    return files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
