"""The game Tudor."""

from pathlib import Path

from controller.texts import patterns

patterns.add(Path(__file__).with_name("texts"), compared=True)
