"""Ids that leave the hardware layer."""

from typing import NewType

ReaderId = NewType("ReaderId", str)
"""A reader's name in ``table.toml``."""

Uid = NewType("Uid", bytes)
"""A PICC's unique identifier: 4, 7 or 10 bytes (ISO/IEC 14443-3, 6.5.4)."""
