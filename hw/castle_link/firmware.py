"""Where the castle board's firmware is: in the package, or beside it in the sources."""

from pathlib import Path
from typing import Final

from hw.errors import BusError

PACKED: Final = Path(__file__).parents[1] / "firmware"
"""Where the wheel carries it."""

SOURCES: Final = Path(__file__).parents[2] / "firmware"


def folder() -> Path:
    """The folder that holds the package ``castle_node``.

    Raises:
        BusError: it is in neither place.
    """
    for candidate in (PACKED, SOURCES):
        if (candidate / "castle_node").is_dir():
            return candidate
    remedy = "Install royaltable anew."
    raise BusError("firmware", seen=f"none in {PACKED}", expected="the folder castle_node", remedy=remedy)
