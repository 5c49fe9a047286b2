"""Each fuzz target handles mutated seeds within its bounds; `make soak` adds coverage-guided fuzzing."""

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.target import DICTIONARIES, PACKAGES, SEEDS, load, seeds, words
from tests.support.soak import SOAK


@pytest.mark.parametrize("name", PACKAGES)
def test_hostile_bytes_cause_only_documented_errors(name: str) -> None:
    target, kept, known = load(name), seeds(name), words(name)
    numbers = [b"0", b"-1", b"1e400", b"NaN", b"65536", b"4294967296", b"9" * 40, b"1" * 5000]
    nested = [b"[" * 3000, b'{"a":' * 2000, b"{a=" * 1000]
    pieces = st.sampled_from([*known, *(each for each in (*numbers, *nested) if len(each) < target.longest)])

    @st.composite
    def changed_seeds(draw: Any) -> bytes:
        data: bytes = draw(st.sampled_from(kept))
        for _ in range(draw(st.integers(1, 6))):
            at = draw(st.integers(0, len(data)))
            to = draw(st.integers(at, min(at + 40, len(data))))
            data = data[:at] + draw(pieces | st.binary(max_size=8) | st.just(data[at:to] * 50)) + data[to:]
        return data[: target.longest]

    @settings(max_examples=target.sample * 20 if SOAK else target.sample // 3, derandomize=True, database=None)
    @given(changed_seeds())
    def check(data: bytes) -> None:
        begun_s = time.process_time()
        target.check(data)
        assert time.process_time() - begun_s < target.slowest_s

    for data in kept:
        target.check(data)
    check()


def test_every_target_has_a_dictionary_and_a_few_small_seeds() -> None:
    kept = {folder.name: [file.stat().st_size for file in folder.iterdir()] for folder in SEEDS.iterdir()}
    assert kept.keys() == PACKAGES.keys() == {file.stem for file in DICTIONARIES.iterdir()}
    assert all(0 < len(sizes) <= 20 and max(sizes) <= 5000 for sizes in kept.values())
