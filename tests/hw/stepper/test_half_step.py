"""Facts of the motor, against the data sheet and the teeth of its gears."""

from fractions import Fraction

import pytest

from hw.stepper.half_step import COILS_BY_HALF_STEP, HALF_STEPS_PER_TURN, angle_deg_of, half_steps_of


def test_the_sequence_is_that_of_the_data_sheet() -> None:
    # The sheet's table of phases, row by row: which of the wires 4 orange, 3 yellow, 2 pink, 1 blue are driven.
    rows = ["1", "12", "2", "23", "3", "34", "4", "41"]

    assert [{str(bit + 1) for bit in range(4) if pattern >> bit & 1} for pattern in COILS_BY_HALF_STEP] == [
        set(row) for row in rows
    ]


def test_from_step_to_step_exactly_one_coil_changes() -> None:
    for here, there in zip(COILS_BY_HALF_STEP, COILS_BY_HALF_STEP[1:] + COILS_BY_HALF_STEP[:1], strict=True):
        assert (here ^ there).bit_count() == 1


def test_a_turn_is_not_4096_half_steps() -> None:
    assert Fraction(64 * 32 * 22 * 26 * 31, 9 * 11 * 9 * 10) == HALF_STEPS_PER_TURN
    assert float(HALF_STEPS_PER_TURN) == pytest.approx(4075.7728, abs=1e-4)


def test_a_quarter_turn_and_its_half_steps() -> None:
    assert half_steps_of(Fraction(90)) == HALF_STEPS_PER_TURN / 4
    assert angle_deg_of(HALF_STEPS_PER_TURN * 3 / 4) == 270
    assert angle_deg_of(HALF_STEPS_PER_TURN * 1000) == 0


def test_after_ten_thousand_turns_the_angle_is_still_exact() -> None:
    turns = 10_000 * HALF_STEPS_PER_TURN

    assert angle_deg_of(turns + half_steps_of(Fraction(123))) == 123
