"""Whatever octets come in by a door of the table, it answers in bounds; `make soak` tries a million at each."""

import pytest

from tests.fuzz.running import by_chance
from tests.fuzz.target import INSTRUMENTED, SEEDS, load


@pytest.mark.parametrize("name", INSTRUMENTED)
def test_no_octets_are_answered_by_a_fault(name: str) -> None:
    target = load(name)
    print(f"{name}: {by_chance(name, target, target.sample, seed=1)}")


def test_every_target_has_seeds_and_they_are_small() -> None:
    kept = {folder.name: [file.stat().st_size for file in folder.iterdir()] for folder in SEEDS.iterdir()}
    assert kept.keys() == INSTRUMENTED.keys()
    assert all(0 < len(sizes) <= 20 and max(sizes) <= 5000 for sizes in kept.values())
