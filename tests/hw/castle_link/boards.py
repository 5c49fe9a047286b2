"""What may run on the castle boards of a test: the twin in Python, or the firmware in a real MicroPython."""

import pytest

from hw.castle_link.twin import MakeBoard
from hw.errors import HardwareError
from hw.testing.boards import MAKERS
from hw.testing.micropython import interpreter


def maker(name: str) -> MakeBoard:
    """What makes such boards; skips the test where there is no MicroPython, and says the cure."""
    if name == "micropython":
        try:
            interpreter()
        except HardwareError as fault:
            pytest.skip(str(fault))
    return MAKERS[name]
