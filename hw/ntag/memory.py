"""Commands and memory of NTAG21x stickers (data sheet chapters 8.5 and 10) and other type 2 tags of the NFC Forum."""

from enum import IntEnum
from typing import Final

from msgspec import Struct


class CommandCode(IntEnum):
    """First byte of a command (table 22)."""

    GET_VERSION = 0x60
    READ = 0x30
    FAST_READ = 0x3A
    WRITE = 0xA2
    PWD_AUTH = 0x1B


ACK: Final = 0xA


class NakReason(IntEnum):
    """Why a command was refused (table 24)."""

    INVALID_ARGUMENT = 0x0
    CHECKSUM = 0x1
    AUTHENTICATION_LIMIT = 0x4


READ_TIMEOUT_S: Final = 5e-3
WRITE_TIMEOUT_S: Final = 10e-3


PAGE_BYTES: Final = 4
READ_PAGES: Final = 4

LOCK_PAGE: Final = 2
CAPABILITY_PAGE: Final = 3
FIRST_USER_PAGE: Final = 4

STATIC_BYTES: Final = 48
"""Memory whose locks are in page 2; dynamic locks have the rest."""

PROT, CFGLCK, AUTHLIM = 0x80, 0x40, 0x07
"""Bits of ACCESS, the first byte of page CFG 1 (table 11): reads need the password, too; configuration locked; limit of
wrong passwords."""


class MemoryLayout(Struct, frozen=True):
    """Memory layout of one kind of sticker.

    Attributes:
        version: the answer to GET_VERSION (table 28); empty if the command is unknown to it.
        capability: capability container as delivered (NFC Forum type 2 tag).
        dynamic_lock_page: page after the user's last one.
        pages_a_lock_bit: pages per dynamic lock bit; 0 if there are neither dynamic locks nor a configuration.
    """

    name: str
    version: bytes
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
        return self.dynamic_lock_page + (5 if self.pages_a_lock_bit else 0)


NTAG213: Final = MemoryLayout("NTAG213", bytes.fromhex("0004040201000F03"), bytes.fromhex("E1101200"), 0x28, 2)
NTAG215: Final = MemoryLayout("NTAG215", bytes.fromhex("0004040201001103"), bytes.fromhex("E1103E00"), 0x82, 16)
NTAG216: Final = MemoryLayout("NTAG216", bytes.fromhex("0004040201001303"), bytes.fromhex("E1106D00"), 0xE2, 16)
NTAG213F: Final = MemoryLayout("NTAG213F", bytes.fromhex("0004040401000F03"), bytes.fromhex("E1101200"), 0x28, 2)
NTAG216F: Final = MemoryLayout("NTAG216F", bytes.fromhex("0004040401001303"), bytes.fromhex("E1106D00"), 0xE2, 16)
ULTRALIGHT: Final = MemoryLayout("MIFARE Ultralight", b"", bytes(PAGE_BYTES), 0x10, 0)
"""Data sheet MF0ICU1; its capability container is one-time programmable and delivered as zeros."""

LAYOUTS: Final = (NTAG213, NTAG215, NTAG216, NTAG213F, NTAG216F)


def layout_for_version(version: bytes) -> MemoryLayout | None:
    """Return the layout for an answer to GET_VERSION; None for any other card."""
    return next((layout for layout in LAYOUTS if layout.version == version), None)


def ndef_byte_count(capability: bytes) -> int:
    """Return the bytes for NDEF by a capability container (NFC Forum type 2 tag, mapping version 1); 0 without one."""
    return 8 * capability[2] if capability[0] == 0xE1 and capability[1] >> 4 == 1 else 0


def layout_by_capability(capability: bytes) -> MemoryLayout | None:
    """Return where the NFC Forum puts dynamic locks (type 2 tag, 2.2.2): behind the memory for NDEF, a bit for 8 bytes.

    Return None if the tag has none.
    """
    room = ndef_byte_count(capability)
    if room <= STATIC_BYTES:
        return None
    return MemoryLayout(f"NFC tag of {room} bytes", b"", capability, FIRST_USER_PAGE + room // PAGE_BYTES, 2)


def why_protected(layout: MemoryLayout, tail: bytes, last_page: int) -> str:
    """Return why a tag does not take pages up to ``last_page``; ``tail`` is its dynamic locks and CFG 0.

    The text is empty if it takes them. A password protects the pages from AUTH0 on, which is FFh as delivered (NTAG213,
    8.5.7 and 8.8); a tag of another maker may have something else there.
    """
    locks, auth0 = int.from_bytes(tail[:2], "little"), tail[2 * PAGE_BYTES - 1]
    if layout.version and auth0 <= last_page:
        return f"asks for a password from page {auth0} on"
    locked = any(locks >> (page - 16) // layout.pages_a_lock_bit & 1 for page in range(16, last_page + 1))
    return "is locked" if locked else ""


def why_not_writable(head: bytes, byte_count: int) -> str:
    """Return why ``byte_count`` bytes of NDEF do not fit a tag; ``head`` is its pages 2 and 3. Empty if they fit."""
    locks, capability = int.from_bytes(head[2:PAGE_BYTES], "little"), head[PAGE_BYTES:]
    pages = range(FIRST_USER_PAGE, min(16, FIRST_USER_PAGE + byte_count // PAGE_BYTES))
    if not (room := ndef_byte_count(capability)):
        return f"is not prepared for NDEF (capability container {capability.hex()}, expected e11...)"
    if room < byte_count:
        return f"has {room} bytes, and the record needs {byte_count}"
    if capability[3] & 0x0F or any(locks >> page & 1 for page in pages):
        return "is locked"
    return ""
