"""Frames on SPI that write registers of the MFRC522, or read several at once (data sheet 8.1.2)."""

from hw.mfrc522.registers import Register


def write(register: Register, *values: int) -> bytes:
    return bytes((register << 1, *values))


def read(*registers: Register) -> bytes:
    """Addresses of a combined read: each octet that comes back belongs to the address one octet earlier."""
    return bytes(0x80 | register << 1 for register in registers) + b"\x00"
