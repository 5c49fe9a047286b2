"""The arrow that glides in tests is where the one is that makes each half-step, and at the same moment."""

import asyncio
from typing import Final

import pytest

from hw.errors import PositionLost
from tests.hw.stepper.gliding import GlidingSpinner
from tests.hw.stepper.test_spinner import Table

Motion = tuple[float, float | None, int, int]
TO_CATCH: Final = 8
"""Half-steps that coils may make until they have caught a rotor which stood anywhere."""


async def motions(table: Table, *, glides: bool) -> list[Motion]:
    """When each motion ended, the arrow's angle, and half-steps of rotor and driver."""
    spinner = GlidingSpinner(table.spinner, table.rotor) if glides else table.spinner
    seen = []
    begun_s, made = asyncio.get_running_loop().time(), 0
    for angle_deg in (None, 90.0, 91.0, 350.0, 5.0, 0.0, 0.0):
        await (spinner.home() if angle_deg is None else spinner.spin_to(angle_deg))
        assert not table.rotor.energised
        assert table.rotor.lost == 0
        passed_s = asyncio.get_running_loop().time() - begun_s
        seen.append((passed_s, spinner.angle_deg, table.rotor.position_half_steps, spinner.made - made))
        made = spinner.made
    return seen


async def test_it_comes_to_rest_where_and_when_the_other_does_and_has_made_as_many_half_steps() -> None:
    wholly, gliding = await motions(Table(), glides=False), await motions(Table(), glides=True)
    assert [motion[0] for motion in gliding] == pytest.approx([motion[0] for motion in wholly], abs=0.02)
    assert [motion[1:3] for motion in gliding] == [motion[1:3] for motion in wholly]
    assert abs(gliding[0][3] - wholly[0][3]) <= TO_CATCH
    assert [motion[3] for motion in gliding[1:]] == [motion[3] for motion in wholly[1:]]


@pytest.mark.parametrize("pushed", [-40, 40])
async def test_it_does_not_glide_over_a_mark_that_is_not_where_it_should_be(pushed: int) -> None:
    table = Table()
    spinner = GlidingSpinner(table.spinner, table.rotor)
    await spinner.home()
    table.rotor.turn_by_hand(pushed)
    with pytest.raises(PositionLost):
        await spinner.spin_to(180.0)


@pytest.mark.parametrize("fault", ["stalled", "home_never", "home_stuck"])
async def test_what_goes_wrong_while_it_glides_is_told(fault: str) -> None:
    table = Table()
    spinner = GlidingSpinner(table.spinner, table.rotor)
    await spinner.home()
    asyncio.get_running_loop().call_later(1.0, setattr, table.rotor, fault, True)
    with pytest.raises(PositionLost):
        await spinner.spin_to(180.0)
    setattr(table.rotor, fault, False)
    await spinner.spin_to(180.0)
    assert abs(table.error_deg(180.0)) < 0.1
