"""What runs on the castle boards; `castle_node` is the package that is put on a Pico.

Start with `castle_node/node.py`. The host's end of the line belongs in `hw/castle_link`.
"""

from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent
"""Holds the package ``castle_node``."""
