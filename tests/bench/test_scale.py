"""docs/scale.md has what `bench.scale` computes, and the arithmetic adds up."""

from pathlib import Path

import pytest

from bench.scale import DOCUMENT, format_first_limits, format_needs, load_costs, renewed
from bench.shared import report
from bench.shared.figure import Figure

PARTS = {"hub": 0.002, "broker": 0.001, "database": 0.003}


def test_the_document_is_up_to_date() -> None:
    text = DOCUMENT.read_text("utf-8")
    assert renewed(text, load_costs()) == text, "renew it: python -m bench.scale"


def test_needs_and_limits_follow_from_the_costs(tmp_path: Path) -> None:
    figures = {
        "100 messages/s of 10: kept of them": 100.0,
        "5,000 messages/s of 1: kept of them": 5000.0,
        **{f"100 messages/s of 10: {part}": 100 * cores for part, cores in PARTS.items()},
        **{f"5,000 messages/s of 1: {part}": 5000 * cores / 10 for part, cores in PARTS.items()},
        **{f"memory, 30 tables: {part}": 10.0 for part in PARTS},
        **{f"memory, 1,000 tables: {part}": 10.0 + 0.97 for part in PARTS},
        "broker killed under 1,000 tables with TLS: its processor until then": 0.5,
        "the same a second": 100_000.0,
        "a game of 357 actions on the wire": 54.0,
        "a game of 357 actions, packed": 4.0,
    }
    chapter = report.make_chapter("", [Figure(f"hub: {case}", value, "") for case, value in figures.items()])
    (tmp_path / report.JSON).write_bytes(report.as_json({"hub": chapter}))
    costs = load_costs(tmp_path)
    # A message of a log each 126 s takes the hub 2 ms, and another each 5 s takes 0.2 ms.
    assert costs.cores("hub", 1) == pytest.approx(0.002 / 125.58 + 0.0002 / 5, rel=1e-3)
    needs = dict(row.strip("| ").split(" | ", 1) for row in format_needs(costs))
    assert needs["entries a second"] == "2 | 66 | 660 | 6,600"
    assert needs["memory, MB"] == "30 | 33 | 60 | 330"
    assert needs["one core's time for all TLS handshakes, s"] == "0.015 | 0.5 | 5 | 50"
    assert needs["disk a year, GB"] == "0.18 | 5.8 | 58 | 580"
    first = list(format_first_limits(costs))[2]
    assert first == "| the bound on tables in `controller/limits.py` | 1,000 |"
