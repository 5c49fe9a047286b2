"""Commands and memory layout of NTAG21x stickers (data sheet chapters 8.5 and 10)."""

from enum import IntEnum
from typing import Final

from msgspec import Struct


class CommandCode(IntEnum):
    """First byte of a command (table 22)."""

    GET_VERSION = 0x60
    READ = 0x30
    FAST_READ = 0x3A
    WRITE = 0xA2


ACK: Final = 0xA


class NakReason(IntEnum):
    """Why a command was refused (table 24)."""

    INVALID_ARGUMENT = 0x0
    CHECKSUM = 0x1


READ_TIMEOUT_S: Final = 5e-3
WRITE_TIMEOUT_S: Final = 10e-3


PAGE_BYTES: Final = 4
READ_PAGES: Final = 4

LOCK_PAGE: Final = 2
CAPABILITY_PAGE: Final = 3
FIRST_USER_PAGE: Final = 4


class MemoryLayout(Struct, frozen=True):
    """Memory layout of one size of sticker.

    Attributes:
        storage_size: seventh byte of the answer to GET_VERSION.
        capability: capability container as delivered (NFC Forum type 2 tag).
        dynamic_lock_page: page after the user's last one.
        pages_a_lock_bit: pages per dynamic lock bit.
    """

    name: str
    storage_size: int
    capability: bytes
    dynamic_lock_page: int
    pages_a_lock_bit: int

    @property
    def user_pages(self) -> range:
        return range(FIRST_USER_PAGE, self.dynamic_lock_page)

    @property
    def configuration_page(self) -> int:
        """Page CFG 0, whose last byte is AUTH0; CFG 1, PWD and PACK follow."""
        return self.dynamic_lock_page + 1

    @property
    def password_page(self) -> int:
        """Page PWD; page PACK follows. Both read as zeros."""
        return self.dynamic_lock_page + 3

    @property
    def page_count(self) -> int:
        return self.dynamic_lock_page + 5


NTAG213: Final = MemoryLayout("NTAG213", 0x0F, bytes.fromhex("E1101200"), 0x28, 2)
NTAG215: Final = MemoryLayout("NTAG215", 0x11, bytes.fromhex("E1103E00"), 0x82, 16)
NTAG216: Final = MemoryLayout("NTAG216", 0x13, bytes.fromhex("E1106D00"), 0xE2, 16)
LAYOUTS: Final = (NTAG213, NTAG215, NTAG216)


def version_answer_of(layout: MemoryLayout) -> bytes:
    """Return the answer to GET_VERSION: NXP, NTAG, 50 pF, version 1.0, size, ISO/IEC 14443-3 (table 28)."""
    return bytes((0x00, 0x04, 0x04, 0x02, 0x01, 0x00, layout.storage_size, 0x03))


def layout_for_version(version: bytes) -> MemoryLayout | None:
    """Return the layout for an answer to GET_VERSION; None for any other card."""
    return next((layout for layout in LAYOUTS if version_answer_of(layout) == version), None)
