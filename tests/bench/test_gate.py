"""In a rush of four castles nothing that is 45 ms in the field is missed, and nothing is counted twice."""

import pytest
from msgspec.structs import replace

from bench.shared.rush import arrivals, ours
from bench.suites.gate import SMALLEST


def test_a_rush_brings_about_240_tiles_each_once() -> None:
    tiles = arrivals(seed=1)
    assert 200 < len(tiles) < 280
    assert len({uid for _, _, uid in tiles}) == len(tiles)


@pytest.mark.parametrize("seed", [1, 2])
def test_every_tile_that_is_45_ms_in_the_field_is_counted_once(seed: int) -> None:
    assert ours(0.045, seed).share >= 0.999


def test_so_it_is_on_the_smallest_pi_with_whole_pictures_on_a_slow_display() -> None:
    assert ours(0.045, 3, replace(SMALLEST, i2c_hz=100_000), frames=True).share >= 0.999
