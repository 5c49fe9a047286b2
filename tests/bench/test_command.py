"""`python -m bench`: figures for people and as the list that programs read."""

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bench import __main__ as command
from bench import suites
from bench.shared import other_packages

TOY = '''"""What a toy costs.

Why it is fast: it does nothing.
"""

from bench.shared.figure import Figure


def run() -> list[Figure]:
    return [
        Figure("toy: speed", 1234.5, "1/s", least=1000, peers={"other": 900.0, "missing": None}),
        Figure("toy: cost", 0.25, "ms", most=0.2),
        Figure("toy: size", 3, ""),
    ]
'''


@pytest.fixture(autouse=True)
def _toys(tmp_path: Path) -> Iterator[None]:
    """Two more benches: toy, and alone, whose only peer is missing."""
    folder = tmp_path / "suites"
    folder.mkdir()
    (folder / "toy.py").write_text(TOY, encoding="utf-8")
    (folder / "alone.py").write_text(TOY.replace('"other": 900.0, ', ""), encoding="utf-8")
    suites.__path__.append(str(folder))
    importlib.invalidate_caches()
    yield
    suites.__path__.remove(str(folder))
    for name in ("toy", "alone"):
        sys.modules.pop(f"bench.suites.{name}", None)


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(command.bench, [str(argument) for argument in arguments])


TABLE = [
    "| case | unit | ours | other | missing | limit |",
    "| --- | --- | ---: | ---: | ---: | ---: |",
    "| speed | 1/s | 1,234 | 900 | - | ≥ 1,000 |",
    "| cost | ms | 0.25 **!** | - | - | ≤ 0.2 |",
    "| size |  | 3 | - | - |  |",
]


def test_the_output_explains_each_bench_and_marks_exceeded_limits() -> None:
    said = run("toy").stdout
    assert said.startswith("\n## toy\n\nWhat a toy costs.\n\nWhy it is fast: it does nothing.\n\n| case |")
    assert [line for line in said.splitlines() if line.startswith("|")] == TABLE


@pytest.mark.skipif(other_packages.installed(), reason="the other packages are installed")
def test_a_figure_without_any_peer_names_the_missing_ones() -> None:
    assert other_packages.MISSING not in run("toy").stdout
    assert other_packages.MISSING in run("alone").stdout


def test_both_reports_have_date_machine_versions_and_all_figures(tmp_path: Path) -> None:
    assert run("toy", "--report", tmp_path).exit_code == 0
    told = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert told["date"].endswith("+00:00")
    assert told["machine"]["cores"] >= 1
    assert {"python", "royaltable", "gpiozero", "uvicorn"} <= set(told["versions"])
    speed = {"bench": "toy", "case": "speed", "unit": "1/s", "ours": 1234.5, "limit": 1000}
    cost = {"bench": "toy", "case": "cost", "unit": "ms", "ours": 0.25, "peers": {}, "limit": 0.2}
    size = {"bench": "toy", "case": "size", "unit": "", "ours": 3, "peers": {}, "limit": None}
    assert told["figures"] == [speed | {"peers": {"other": 900.0, "missing": None}}, cost, size]
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert f"on {told['date'][:10]}, on {told['machine']['cores']} cores" in text
    assert f"royaltable {told['versions']['royaltable']}" in text
    assert [line for line in text.splitlines() if line.startswith("| ")] == TABLE


def test_the_report_includes_stored_figures_of_long_tests(tmp_path: Path) -> None:
    figures = [{"name": "plugs: lost", "value": 0, "unit": "actions", "most": 0}]
    kept = {"date": "2026-03-04", "commit": "abc1234", "about": "The plug is pulled.", "figures": figures}
    (tmp_path / "soak.json").write_text(json.dumps({"plugs": kept}), encoding="utf-8")
    assert run("toy", "--report", tmp_path).exit_code == 0
    assert json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["soak"]["plugs"]["date"] == "2026-03-04"
    assert (
        (tmp_path / "report.md")
        .read_text(encoding="utf-8")
        .endswith(
            "\n## plugs\n\nThe plug is pulled. Measured by `make soak` on 2026-03-04, at commit abc1234.\n\n"
            "| case | unit | ours | limit |\n| --- | --- | ---: | ---: |\n| lost | actions | 0 | ≤ 0 |\n"
        )
    )


def test_a_report_that_cannot_be_written_is_a_clear_error(tmp_path: Path) -> None:
    result = run("toy", "--report", tmp_path / "no")
    assert result.exit_code == 1
    assert "Name a file" in result.stderr


def test_an_unknown_bench_is_a_usage_error_that_names_the_known_ones() -> None:
    result = run("speed")
    assert result.exit_code == 2
    assert "There is no bench speed." in result.stderr
    assert "rules" in result.stderr


def test_every_bench_has_a_run() -> None:
    assert {"rules", "readers", "oled", "start", "hub"} <= set(command.benches())
    assert all(hasattr(importlib.import_module(module), "run") for module in command.benches().values())
