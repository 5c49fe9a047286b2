"""A gate counts a tile once a visit and concludes nothing from absence."""

import pytest

from controller.devices.readers import Passage, PassageDetector
from hw.poll import PollResult
from hw.values import ReaderId, Uid

BLUE = ReaderId("blue")
T07 = Uid(bytes.fromhex("04a1b2c3d4e5f6"))
T31 = Uid(bytes.fromhex("04112233445566"))


@pytest.fixture
def gate() -> PassageDetector:
    return PassageDetector(BLUE)


def polls(gate: PassageDetector, *steps: tuple[float, set[Uid]]) -> list[Passage]:
    return [passage for at_s, uids in steps for passage in gate.detect_passages(PollResult(frozenset(uids)), at_s)]


def empty(gate: PassageDetector, from_s: float, to_s: float) -> list[Passage]:
    count = round((to_s - from_s) * 100)
    return polls(gate, *((from_s + n / 100, set()) for n in range(count + 1)))


def test_a_tile_counts_at_the_time_of_the_reading_that_first_saw_it(gate: PassageDetector) -> None:
    assert polls(gate, (5.00, set()), (5.01, {T07}), (5.02, {T07})) == [Passage(BLUE, T07, 5.01)]


def test_a_flickering_tile_counts_once_a_visit(gate: PassageDetector) -> None:
    flicker = [(n / 100, {T07} if n % 3 else set()) for n in range(300)]
    assert polls(gate, *flicker) == [Passage(BLUE, T07, 0.01)]


def test_a_tile_that_was_away_for_a_second_of_clean_polls_counts_again(gate: PassageDetector) -> None:
    polls(gate, (0.0, {T07}))
    empty(gate, 0.01, 1.02)
    assert polls(gate, (1.03, {T07})) == [Passage(BLUE, T07, 1.03)]


def test_a_tile_that_was_away_for_less_does_not_count_again(gate: PassageDetector) -> None:
    polls(gate, (0.0, {T07}))
    empty(gate, 0.01, 0.98)
    assert polls(gate, (0.99, {T07})) == []


def test_garbled_polls_do_not_rearm(gate: PassageDetector) -> None:
    polls(gate, (0.0, {T07}))
    for n in range(1, 200):
        gate.detect_passages(PollResult(frozenset(), garbled=True), n / 100)
    assert polls(gate, (2.0, {T07})) == []


def test_a_failed_reader_does_not_rearm(gate: PassageDetector) -> None:
    polls(gate, (0.0, {T07}), (0.01, set()))
    gate.note_reader_failure()
    assert polls(gate, (5.0, set()), (5.01, {T07})) == []


def test_a_pause_between_two_polls_proves_nothing(gate: PassageDetector) -> None:
    assert polls(gate, (0.0, {T07}), (0.01, set()), (3.0, set()), (3.01, {T07})) == [Passage(BLUE, T07, 0.0)]


def test_two_tiles_in_one_poll_both_count(gate: PassageDetector) -> None:
    assert set(polls(gate, (0.0, {T07, T31}))) == {Passage(BLUE, T07, 0.0), Passage(BLUE, T31, 0.0)}


def test_a_second_tile_counts_while_the_first_one_rests(gate: PassageDetector) -> None:
    assert polls(gate, (0.0, {T07}), (0.045, {T07, T31}))[1:] == [Passage(BLUE, T31, 0.045)]


def garbled(gate: PassageDetector, from_s: float, to_s: float, *uids: Uid) -> list[Passage]:
    polled = range(round(from_s * 100), round(to_s * 100))
    results = [gate.detect_passages(PollResult(frozenset(uids), garbled=True), n / 100) for n in polled]
    return [passage for passages in results for passage in passages]


@pytest.mark.parametrize(("stays_s", "seen"), [(0.02, 0), (0.06, 1), (0.14, 1), (0.25, 1)])
def test_a_garbled_stretch_that_leads_to_no_tile_is_reported_once(
    gate: PassageDetector, stays_s: float, seen: int
) -> None:
    empty(gate, 0.0, 0.1)
    assert garbled(gate, 0.11, 0.11 + stays_s) == []
    found = empty(gate, 0.11 + stays_s, 2.0)
    assert [(passage.uid, passage.is_gone) for passage in found] == [(None, True)] * seen
    assert all(passage.at_s - (0.11 + stays_s) < 0.06 for passage in found)


def test_a_tile_that_is_read_after_or_lies_in_a_garbled_stretch_resolves_it(gate: PassageDetector) -> None:
    garbled(gate, 0.0, 0.1)
    polls(gate, (0.1, {T07}))
    garbled(gate, 0.11, 0.2, T07)
    assert polls(gate, (0.2, {T07})) + empty(gate, 0.21, 1.0) == []


def test_a_tile_garbled_after_another_one_was_read_is_reported(gate: PassageDetector) -> None:
    polls(gate, (0.0, {T07}), (0.01, {T07}))
    garbled(gate, 0.02, 0.08, T07)
    garbled(gate, 0.08, 0.12)
    assert [passage.is_gone for passage in empty(gate, 0.12, 1.0)] == [True]


def test_an_empty_field_on_the_fast_path_ends_a_passage_too(gate: PassageDetector) -> None:
    garbled(gate, 0.0, 0.1)
    told = [gate.detect_passages(None, 0.1 + n / 100) for n in range(20)]
    assert [passage.is_gone for passages in told for passage in passages] == [True]


def test_an_unreadable_field_gives_one_complaint_after_300_ms(gate: PassageDetector) -> None:
    polled = [gate.detect_passages(PollResult(frozenset(), garbled=True), n / 10) for n in range(8)]
    assert [passage for passages in polled for passage in passages] == [Passage(BLUE, None, 0.3)]
