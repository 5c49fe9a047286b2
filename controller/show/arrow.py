"""Where the arrow comes to rest."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ArrowTarget:
    """Where the arrow will stop: the sector's value, and an angle clockwise from the home mark inside it."""

    value: int
    angle_deg: float


@dataclass(frozen=True, slots=True)
class TurnArrow:
    """Let the arrow come to rest at ``stop``: the daemon's own effect, it follows a ``Draw``."""

    stop: ArrowTarget
