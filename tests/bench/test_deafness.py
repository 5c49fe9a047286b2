"""A reader that goes deaf while a tile passes: noticed within two seconds, back again, and no tile counted twice."""

import pytest

from bench.suites.deafness import one


@pytest.mark.parametrize("seed", range(40))
def test_a_deaf_moment_is_noticed_and_over_without_a_tile_counted_twice(seed: int) -> None:
    moment = one(seed)
    assert moment.noticed_s < 2.0
    assert moment.recovered
    assert not moment.counted_twice
