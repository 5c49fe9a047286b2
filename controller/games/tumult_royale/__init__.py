"""The game Tumult Royale."""

from pathlib import Path

from controller.texts import translation

translation.add_folder(Path(__file__).with_name("texts"), compared=True)
