"""Register the hub's texts, in three languages."""

from pathlib import Path

from controller.texts import translation

translation.add_text_folder(Path(__file__).parent, compared=True)
