"""What the hub says to people, in three languages."""

from pathlib import Path

from controller.texts import speaking

speaking.add(Path(__file__).parent, compared=True)
