"""What runs on the castle boards."""

from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent
"""Holds the package ``castle_node``."""
