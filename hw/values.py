"""The ids that leave the hardware layer."""

from typing import NewType

ReaderId = NewType("ReaderId", str)
"""Which reader (PCD) saw something; the name that ``table.toml`` gives it."""

Uid = NewType("Uid", bytes)
"""A PICC's unique identifier: 4, 7 or 10 bytes (ISO/IEC 14443-3, 6.5.4)."""
