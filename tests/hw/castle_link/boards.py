"""What may run on the castle boards of a test: the twin in Python, or the firmware in a real MicroPython."""

from hw.castle_link.twin import MakeBoard, PythonBoard
from hw.mfrc522.driver import Mfrc522
from hw.testing.wiring import MAKERS
from tests.firmware.rigs import needs
from tests.hw.mfrc522.napping import NappingReader
from tests.soak import SOAK


class NappingBoard(PythonBoard):
    """A castle board whose reader naps."""

    def _reader(self) -> Mfrc522:
        return NappingReader(super()._reader(), self._chip)


IN_PYTHON = PythonBoard if SOAK else NappingBoard
"""Where the line is tried and not the reader, it polls an empty field in full by ``make soak`` only."""


def maker(name: str) -> MakeBoard:
    """What makes such boards; skips the test where there is no MicroPython, and says the cure."""
    if name == "micropython":
        needs("MicroPython")
        return MAKERS[name]
    return IN_PYTHON
