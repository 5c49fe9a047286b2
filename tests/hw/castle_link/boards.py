"""What may run on the castle boards of a test: the twin in Python, or the firmware in a real MicroPython."""

from hw.castle_link.board_twin import MakeBoard
from hw.testing.boards import MAKERS
from tests.firmware.rigs import needs


def maker(name: str) -> MakeBoard:
    """What makes such boards; skips the test where there is no MicroPython, and says the cure."""
    if name == "micropython":
        needs("MicroPython")
    return MAKERS[name]
