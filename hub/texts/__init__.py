"""What the hub says to people, in three languages."""

from pathlib import Path

from controller.texts import translation

translation.add_folder(Path(__file__).parent, compared=True)
