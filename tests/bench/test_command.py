"""`python -m bench`: figures for people and as the list that programs read."""

import importlib
import itertools
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bench import __main__ as command
from bench import suites
from bench.shared import other_packages, quiet, report
from tests.support.documents import ROOT

TOY = '''"""What a toy costs.

Why it is fast: it does nothing.
"""

from bench.shared.figure import Figure


def run() -> list[Figure]:
    return [
        Figure("toy: speed", 1234.5, "1/s", least=1000, peers={"other": 900.0, "missing": None}),
        Figure("toy: cost", 0.25, "ms", most=0.2),
        Figure("toy: size", 3, "", counted=True),
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
    assert said.startswith("\n## toy\n\nWhat a toy costs.\n\nWhy it is fast: it does nothing.\n\nMeasured on ")
    assert [line for line in said.splitlines() if line.startswith("|")] == TABLE


@pytest.mark.skipif(other_packages.installed(), reason="the other packages are installed")
def test_a_figure_without_any_peer_names_the_missing_ones() -> None:
    assert other_packages.MISSING not in run("toy").stdout
    assert other_packages.MISSING in run("alone").stdout


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Set what the machine does before and after each bench; quiet at first."""

    def be(*listened: quiet.Quiet) -> None:
        states = itertools.cycle(listened)
        monkeypatch.setattr(quiet, "listen", lambda: next(states))

    be(quiet.Quiet(0.0, 20.0))
    return be


def chapter(folder: Path, name: str) -> report.Chapter:
    return report.read(folder)[name]


def test_both_reports_have_date_commit_machine_versions_and_all_figures(tmp_path: Path) -> None:
    assert run("toy", "--report", tmp_path).exit_code == 0
    toy = chapter(tmp_path, "toy")
    assert date.fromisoformat(toy.date)
    assert {"python", "royaltable", "gpiozero", "uvicorn"} <= set(toy.versions)
    assert [figure.name for figure in toy.figures] == ["toy: speed", "toy: cost", "toy: size"]
    assert dict(toy.figures[0].peers) == {"other": 900.0, "missing": None}
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert f"Measured on {toy.date}, at commit {toy.commit}, on {toy.machine}." in text
    assert "Around it: other work 0.00 cores, loop 20.0 ms" in text
    assert [line for line in text.splitlines() if line.startswith("| ")] == TABLE
    assert text.endswith("\n\n- **!** cost: not known\n")


def test_measuring_one_bench_keeps_the_chapters_of_the_others(tmp_path: Path) -> None:
    run("alone", "--report", tmp_path)
    before = chapter(tmp_path, "alone")
    run("toy", "--report", tmp_path)
    assert chapter(tmp_path, "alone") == before
    assert chapter(tmp_path, "toy").figures


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (quiet.Quiet(0.8, 20.0), quiet.Quiet(0.0, 20.0), "other work took 0.80 cores"),
        (quiet.Quiet(0.0, 20.0), quiet.Quiet(0.3, 20.0), "other work took 0.30 cores"),
        (quiet.Quiet(0.0, 20.0), quiet.Quiet(0.0, 23.0), "the calibration loop took 20.0 ms before and 23.0 ms after"),
    ],
)
def test_times_of_a_machine_with_other_work_are_shown_but_not_kept(
    tmp_path: Path, machine: Callable[..., None], before: quiet.Quiet, after: quiet.Quiet, words: str
) -> None:
    machine(before, after)
    result = run("toy", "--report", tmp_path)
    assert result.exit_code == 1
    assert f"toy: not quiet, {words}" in result.stderr
    assert "| speed | 1/s | 1,234 |" in result.stdout
    assert report.read(tmp_path) == {}


def test_changed_counts_fail_with_the_command_that_keeps_them(tmp_path: Path, machine: Callable[..., None]) -> None:
    machine(quiet.Quiet(0.0, 20.0))
    assert run("toy", "--check", tmp_path).stderr == (
        f"Error: toy: size: 3 , the report says -\nKeep the new counts, if they are meant: "
        f"python -m bench toy --report {tmp_path}\n"
    )
    run("toy", "--report", tmp_path)
    assert run("toy", "--check", tmp_path).exit_code == 0


def test_work_of_others_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as busy:
        try:
            assert quiet.listen().other_cores > 0.3
        finally:
            busy.kill()


def test_each_figure_beyond_its_limit_has_a_reason_and_no_other() -> None:
    chapters = report.read(ROOT / "bench").values()
    beyond = [figure.name for chapter in chapters for figure in chapter.figures if not figure.kept]
    assert sorted(beyond) == sorted(report.reasons())


def test_the_report_for_people_is_made_of_the_one_for_programs() -> None:
    assert (ROOT / "bench" / "report.md").read_text("utf-8") == report.as_markdown(report.read(ROOT / "bench"))


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
