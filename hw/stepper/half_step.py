"""Half-step sequence and gear ratio of a 28BYJ-48."""

from fractions import Fraction
from typing import Final

COILS_BY_HALF_STEP: Final = (0b0001, 0b0011, 0b0010, 0b0110, 0b0100, 0b1100, 0b1000, 0b1001)
"""Bit 0 is coil 1 (blue, ULN2003 input 1). A rising index is forward (28BYJ-48 data sheet, table of phases)."""

ALL_OFF: Final = 0b0000

HALF_STEPS_PER_ROTOR_TURN: Final = 64
"""5.625 degrees a half-step at the rotor (data sheet: stride angle 5.625/64)."""

GEAR_RATIO: Final = Fraction(32, 9) * Fraction(22, 11) * Fraction(26, 9) * Fraction(31, 10)
"""Teeth of the four stages, counted in opened motors: 63.68395, not the data sheet's 64."""

HALF_STEPS_PER_TURN: Final = HALF_STEPS_PER_ROTOR_TURN * GEAR_RATIO
"""Half-steps of one turn of the arrow, 4075.7728; exact, so that turns add no error.

Motors of the same name have other gears: 64:1 (splitflap#50, #128), 1:32 and 1:16 (split-flap#25).
"""


def angle_to_half_steps(angle_deg: Fraction, a_turn: Fraction = HALF_STEPS_PER_TURN) -> Fraction:
    return angle_deg / 360 * a_turn


def half_steps_to_angle_deg(half_steps: int | Fraction, a_turn: Fraction = HALF_STEPS_PER_TURN) -> Fraction:
    """Return the angle in [0, 360) after ``half_steps`` clockwise from the home mark."""
    return Fraction(half_steps) / a_turn * 360 % 360
