"""The bench of the readers holds what is promised: within a tenth of the least that is possible."""

import pytest

from bench.suites.readers import cases, least, ours, run


@pytest.mark.parametrize(
    ("tags", "exchanges_ms", "transfers"),
    [(1, 5.06, 48), (2, 10.71, 96), (4, 22.01, 192), (8, 44.61, 384), (16, 89.81, 768)],
)
def test_the_least_inventory_is_seven_exchanges_a_tag(tags: int, exchanges_ms: float, transfers: int) -> None:
    cost = least("inventory", tags)
    assert cost.elapsed_ms == pytest.approx(exchanges_ms, rel=0.005)
    assert cost.transfers == transfers


@pytest.mark.parametrize(("case", "tags"), [case for case in cases() if case[1]])
def test_ours_is_within_a_tenth_of_the_least(case: str, tags: int) -> None:
    limit, cost = least(case, tags), ours(case, tags)
    assert cost.found == tags
    assert cost.airtime_ms <= 1.1 * limit.airtime_ms
    assert cost.elapsed_ms <= 1.1 * limit.elapsed_ms
    assert cost.transfers <= 1.1 * limit.transfers


def test_an_empty_poll_is_seven_transfers_and_ends_with_the_chips_timer() -> None:
    cost = ours("empty poll", 0)
    assert cost.transfers == 7
    assert cost.messages == 2
    assert cost.airtime_ms <= 0.37
    assert cost.elapsed_ms <= 0.37


def test_every_bound_of_the_bench_is_kept() -> None:
    figures = run()
    assert [figure.name for figure in figures if not figure.kept] == []
    assert sum(figure.most is not None for figure in figures) == 2 * len(list(cases())) + 2
