"""All reader chips. To add one, write its record in a folder of its own, and list it here."""

from collections.abc import Mapping
from typing import Final

from hw.mfrc522.record import MFRC522, WS1850S
from hw.pn532.record import PN532
from hw.reader_record import ReaderChip

READER_CHIPS: Final[Mapping[str, ReaderChip]] = {
    chip.name: chip
    for chip in (
        PN532,
        WS1850S,
        MFRC522,
    )
}
"""The chips by their names in ``table.toml``."""
