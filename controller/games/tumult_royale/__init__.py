"""The game Tumult Royale."""

from pathlib import Path

from controller.texts import speaking

speaking.add(Path(__file__).with_name("texts"), compared=True)
