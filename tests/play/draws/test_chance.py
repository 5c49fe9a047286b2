"""Chance: sectors are as likely as they are wide, and the arrow stops inside the one that was drawn."""

from collections import Counter

import pytest

from controller.play.draws.derivation import Chance

SECTORS = ((2, 180), (3, 90), (4, 60), (5, 30))


def test_sectors_are_drawn_as_often_as_they_are_wide() -> None:
    chance = Chance(seed=1)
    drawn = Counter(chance.spin(SECTORS).value for _ in range(6000))
    chi_square = sum((drawn[value] - 6000 * degrees / 360) ** 2 / (6000 * degrees / 360) for value, degrees in SECTORS)
    assert chi_square < 11.34  # 3 degrees of freedom, 1 %


@pytest.mark.parametrize("seed", range(20))
def test_the_angle_lies_inside_the_drawn_sector(seed: int) -> None:
    edges = {2: (0, 180), 3: (180, 270), 4: (270, 330), 5: (330, 360)}
    chance = Chance(seed)
    for _ in range(50):
        stop = chance.spin(SECTORS)
        begin, end = edges[stop.value]
        assert begin < stop.angle_deg < end


def test_a_shuffle_keeps_what_it_shuffles() -> None:
    assert sorted(Chance().shuffled(range(10))) == list(range(10))
