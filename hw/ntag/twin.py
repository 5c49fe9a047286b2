"""NTAG213, 215 and 216 stickers as PICC twins."""

from hw.iso14443.picc import Picc
from hw.units import Uid


class Ntag21x(Picc):
    """What the three sizes share: seven octets of UID, ATQA 44 00, SAK 00 (NTAG21x data sheet, 8.4)."""

    def __init__(self, uid: Uid) -> None:
        if len(uid) != 7:
            msg = f"an NTAG21x has a UID of 7 octets, not {len(uid)}: {uid.hex()}"
            raise ValueError(msg)
        super().__init__(uid, atqa=b"\x44\x00", sak=0x00)


class Ntag213(Ntag21x):
    """144 octets for the user."""


class Ntag215(Ntag21x):
    """504 octets for the user."""


class Ntag216(Ntag21x):
    """888 octets for the user."""
