"""The game Tumult Royale. Start with ``game.py``, then ``rules/``; texts are in ``texts/``."""

from pathlib import Path

from controller.texts import translation

translation.add_text_folder(Path(__file__).with_name("texts"), compared=True)
