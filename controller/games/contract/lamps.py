"""What a castle's lamps can show."""

from typing import Literal

Lamp = Literal["off", "on", "blink"]


LampPattern = tuple[Lamp, Lamp, Lamp]
"""What the lamps of a castle show, from left to right."""
