"""Where the arrow comes to rest."""

from msgspec import Struct


class ArrowTarget(Struct, frozen=True):
    """Where the arrow will stop: the sector's value, and an angle clockwise from the home mark inside it."""

    value: int
    angle_deg: float


class TurnArrow(Struct, frozen=True):
    """Let the arrow come to rest at ``stop``: the daemon's own effect, it follows a ``Draw``."""

    stop: ArrowTarget
