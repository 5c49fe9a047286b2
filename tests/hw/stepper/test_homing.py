"""The table of homing, read as a table."""

from itertools import product

from hw.stepper.motion import DIRECTION, NEXT, RATE, TRAVEL, Homing, MarkSighting

ENDS = {Homing.HOMED, Homing.NEVER_SEEN, Homing.STUCK}
MOVING = set(Homing) - ENDS


def test_every_sight_in_every_moving_state_has_its_row_and_ends_have_none() -> None:
    assert set(NEXT) == set(product(MOVING, MarkSighting))


def test_every_moving_state_has_a_direction_a_rate_and_a_limit() -> None:
    assert set(DIRECTION) == set(RATE) == set(TRAVEL) == MOVING


def test_the_mark_is_only_ever_accepted_going_forward_after_a_back_off() -> None:
    into_homed = {state for (state, _), following in NEXT.items() if following is Homing.HOMED}
    into_approach = {state for (state, _), following in NEXT.items() if following is Homing.APPROACH}

    assert into_homed == {Homing.APPROACH}
    assert DIRECTION[Homing.APPROACH] == +1
    assert into_approach - {Homing.APPROACH} == {Homing.BACK_OFF}


def test_no_state_can_go_on_for_ever() -> None:
    for state in MOVING:
        assert NEXT[state, MarkSighting.TRAVEL_EXHAUSTED] in ENDS


def test_seeking_may_take_more_than_a_full_turn() -> None:
    assert TRAVEL[Homing.SEEK] > 4076


def test_homing_needs_no_ramp() -> None:
    assert max(RATE.values()) < 600  # the pull-in rate of the data sheet
