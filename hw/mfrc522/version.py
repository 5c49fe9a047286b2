"""What VersionReg says about who made the chip; information only, the self-test decides."""

from typing import Final

from msgspec import Struct

MEANINGS: Final = {
    0x90: "NXP MFRC522 version 0.0",
    0x91: "NXP MFRC522 version 1.0",
    0x92: "NXP MFRC522 version 2.0",
    0x88: "Fudan FM17522, a clone that works",
    0xB2: "Fudan FM17522, a later clone",
    0x12: "a counterfeit; some read, some do not",
    0x00: "no chip: MISO stays low, check wiring, chip select and power",
    0xFF: "no chip: MISO stays high, check wiring, chip select and power",
}
"""Data sheet 9.3.4.8 for NXP; the rest as reported by users of boards on the market."""

NO_CHIP: Final = frozenset((0x00, 0xFF))


class Version(Struct, frozen=True):
    """The octet that VersionReg gave, and what is known of it."""

    value: int

    @property
    def meaning(self) -> str:
        return MEANINGS.get(self.value, "an unknown clone")

    def __str__(self) -> str:
        return f"{self.value:02X}h, {self.meaning}"
