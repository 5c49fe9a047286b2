"""Firmware of the castle boards; `castle_node` is the package that runs on a Pico.

Start with `castle_node/node.py`. The host's end of the connection belongs in `hw/castle_link`.
"""

from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent
