"""Register the hub's texts, in each language that has a folder here."""

from pathlib import Path

from controller.texts import translation

translation.add_text_folder(Path(__file__).parent, compared=True)
