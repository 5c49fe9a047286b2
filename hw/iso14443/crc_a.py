"""CRC_A: the checksum of ISO/IEC 14443-3 type A frames (annex B)."""

from typing import Final

PRESET: Final = 0x6363
"""Register value before the first octet; a reader chip may let one choose another."""


def _octet(value: int) -> int:
    for _ in range(8):
        value = value >> 1 ^ (0x8408 if value & 1 else 0)
    return value


_BY_OCTET: Final = tuple(_octet(octet) for octet in range(256))


def crc_a(octets: bytes, preset: int = PRESET) -> bytes:
    """The two octets that follow ``octets`` on air, least significant first (x^16 + x^12 + x^5 + 1, reflected)."""
    register = preset
    for octet in octets:
        register = register >> 8 ^ _BY_OCTET[(register ^ octet) & 0xFF]
    return register.to_bytes(2, "little")


def with_crc(octets: bytes) -> bytes:
    """A frame ready to send: ``octets`` and their CRC_A."""
    return octets + crc_a(octets)


def crc_holds(frame: bytes) -> bool:
    """Whether the last two octets of ``frame`` are the CRC_A of those before it."""
    return len(frame) > 2 and crc_a(frame[:-2]) == frame[-2:]
