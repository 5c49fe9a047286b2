"""How the home mark is found: always from the same side, so that play in the gears falls out."""

from enum import Enum
from typing import Final


class Homing(Enum):
    """What the arrow is doing; the last three are ends."""

    SEEK = "turning forward until the mark is seen"
    BACK_OFF = "turning back until the mark is well behind"
    APPROACH = "turning forward slowly until the mark's first edge"
    HOMED = "standing on the first edge of the mark"
    NEVER_SEEN = "no mark in more than a full turn"
    STUCK = "the mark is seen wherever the arrow stands"


class MarkSighting(Enum):
    """What the last half-step showed."""

    MARK = "the sensor sees the mark"
    NO_MARK = "the sensor does not see it"
    CLEAR = "it has not seen it for longer than the gears' play"
    TRAVEL_EXHAUSTED = "the state has used up its half-steps"


NEXT: Final = {
    (Homing.SEEK, MarkSighting.NO_MARK): Homing.SEEK,
    (Homing.SEEK, MarkSighting.CLEAR): Homing.SEEK,
    (Homing.SEEK, MarkSighting.MARK): Homing.BACK_OFF,
    (Homing.SEEK, MarkSighting.TRAVEL_EXHAUSTED): Homing.NEVER_SEEN,
    (Homing.BACK_OFF, MarkSighting.MARK): Homing.BACK_OFF,
    (Homing.BACK_OFF, MarkSighting.NO_MARK): Homing.BACK_OFF,
    (Homing.BACK_OFF, MarkSighting.CLEAR): Homing.APPROACH,
    (Homing.BACK_OFF, MarkSighting.TRAVEL_EXHAUSTED): Homing.STUCK,
    (Homing.APPROACH, MarkSighting.NO_MARK): Homing.APPROACH,
    (Homing.APPROACH, MarkSighting.CLEAR): Homing.APPROACH,
    (Homing.APPROACH, MarkSighting.MARK): Homing.HOMED,
    (Homing.APPROACH, MarkSighting.TRAVEL_EXHAUSTED): Homing.NEVER_SEEN,
}
"""Every pair of a moving state and a sight."""

DIRECTION: Final = {Homing.SEEK: +1, Homing.BACK_OFF: -1, Homing.APPROACH: +1}
"""+1 is clockwise."""

RATE: Final = {Homing.SEEK: 500.0, Homing.BACK_OFF: 500.0, Homing.APPROACH: 150.0}
"""Half-steps a second; all under the motor's pull-in rate, so that no ramp is needed."""

TRAVEL: Final = {Homing.SEEK: 4500, Homing.BACK_OFF: 1500, Homing.APPROACH: 2000}
"""Half-steps a state may take: over a turn to find the mark, well over its width to leave it and to come back."""

REST_S: Final = 0.05
"""The arrow comes to rest before it turns back: reversed at full rate a rotor would lose steps."""

PLAY: Final = 48
"""Half-steps without the mark that prove it is behind; over the gears' play of 2 to 3 degrees."""

CROSSINGS: Final = 5
"""How often the mark's edge is crossed, each time there and back, to measure the gears' play."""

CROSSING_RATE: Final = 150.0
"""Half-steps a second then: as slow as the last approach, for nothing is to swing."""

CROSSING_TRAVEL: Final = 400
"""Half-steps without meeting the edge that end it: 35 degrees, five times the play that users measured."""
