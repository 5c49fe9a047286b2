"""Settings that the host may change and the board keeps through power cuts."""

from .link import is_board_id, is_whole_number
from .mfrc522 import GAIN_CODES, GAIN_DB
from .panel import LONG_PRESS_MS
from .ports import Board
from .ring import PIXELS


def reason_invalid(name: str, value: str) -> str:
    """Return why the value is not allowed; "" if it is allowed."""
    if name == "id":
        return "" if is_board_id(value) else f"{value}: expected 1 to 24 characters from a-z, 0-9 and -"
    if name == "gain":
        right = is_whole_number(value) and int(value) in GAIN_CODES
        return "" if right else f"{value}: expected 18, 23, 33, 38, 43 or 48 dB"
    if name == "long":
        right = is_whole_number(value) and 300 <= int(value) <= 5000
        return "" if right else f"{value}: expected 300 to 5000 ms"
    if name == "reader":
        return "" if value in ("spi", "i2c") else f"{value}: expected spi or i2c"
    if name == "ring":
        right = is_whole_number(value) and int(value) in PIXELS
        return "" if right else f"{value}: expected 0, 8, 12, 16 or 24 pixels"
    if name == "beams":
        return "" if value in ("0", "1") else f"{value}: expected 0 or 1"
    return "unknown: expected id, gain, long, reader, ring or beams"


NAMES = ("id", "gain", "long", "reader", "ring", "beams")
CHOSEN_AT_START = ("reader", "ring", "beams")
"""Settings that say what is wired to the board; after a change it restarts."""


class Settings:
    """Saved settings; ``values`` has a valid value for each name."""

    def __init__(self, board: Board) -> None:
        self.values = {"id": board.serial, "gain": str(GAIN_DB), "long": str(LONG_PRESS_MS)}
        self.values.update({"reader": "spi", "ring": "0", "beams": "0"})
        self._board = board
        for name, value in board.load_settings().items():
            if isinstance(value, str) and not reason_invalid(name, value):
                self.values[name] = value

    def change_and_save(self, name: str, value: str) -> None:
        if self.values[name] != value:
            self.values[name] = value
            self._board.save_settings(self.values)
