"""`python -m bench`: figures as a table and as the list that programs read."""

import importlib
import json
import sys
import types
from contextlib import nullcontext
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bench import __main__ as command
from bench.shared import other_packages, race
from bench.shared.figure import Figure
from bench.suites.tumult_royale import rules


def figures() -> list[Figure]:
    return [
        Figure("toy: speed", 1234.5, "1/s", least=1000, peers={"other": 900.0, "missing": None}),
        Figure("toy: cost", 0.25, "ms", most=0.2),
        Figure("toy: size", 3, ""),
    ]


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bench called toy, the only one there is."""
    module = types.ModuleType("bench.suites.toy", "What a toy costs.\n\nWhy it is fast: it does nothing.")
    module.run = figures  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "bench.suites.toy", module)
    monkeypatch.setattr(command, "benches", lambda: {"toy": "bench.suites.toy"})
    monkeypatch.setattr(other_packages, "installed", lambda: False)


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(command.bench, [str(argument) for argument in arguments])


@pytest.mark.usefixtures("toy")
def test_the_table_has_a_column_for_each_peer_and_marks_what_is_beyond_its_limit() -> None:
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in run().stdout.splitlines() if "│" in line]
    assert rows == [
        ["speed", "1/s", "1,234", "900", "-", "≥ 1,000"],
        ["cost", "ms", "0.25 !", "-", "-", "≤ 0.2"],
        ["size", "", "3", "-", "-", ""],
    ]


@pytest.mark.usefixtures("toy")
def test_above_its_table_each_bench_says_what_it_measures_and_why_it_is_so() -> None:
    assert run().stdout.startswith("\nWhat a toy costs.\n\nWhy it is fast: it does nothing.\n\ntoy")


@pytest.mark.usefixtures("toy")
def test_missing_peers_are_said_where_a_figure_has_none_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    assert other_packages.MISSING not in run().stdout
    alone = Figure("toy: speed", 1.0, "1/s", peers={"missing": None})
    monkeypatch.setattr(sys.modules["bench.suites.toy"], "run", lambda: [alone])
    assert other_packages.MISSING in run().stdout


@pytest.mark.usefixtures("toy")
def test_the_file_holds_one_object_a_figure(tmp_path: Path) -> None:
    assert run("toy", "--json", tmp_path / "bench.json").exit_code == 0
    assert json.loads((tmp_path / "bench.json").read_text(encoding="utf-8")) == [
        {
            "bench": "toy",
            "case": "speed",
            "unit": "1/s",
            "ours": 1234.5,
            "peers": {"other": 900.0, "missing": None},
            "limit": 1000,
        },
        {"bench": "toy", "case": "cost", "unit": "ms", "ours": 0.25, "peers": {}, "limit": 0.2},
        {"bench": "toy", "case": "size", "unit": "", "ours": 3, "peers": {}, "limit": None},
    ]


@pytest.mark.usefixtures("toy")
def test_the_report_has_date_machine_versions_and_all_figures_for_people_and_for_programs(tmp_path: Path) -> None:
    assert run("--report", tmp_path).exit_code == 0
    told = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert told["date"].endswith("+00:00")
    assert told["machine"]["cores"] >= 1
    assert {"python", "royaltable", "gpiozero", "uvicorn"} <= set(told["versions"])
    assert [row["ours"] for row in told["figures"]] == [1234.5, 0.25, 3]
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert f"on {told['date'][:10]}, on {told['machine']['cores']} cores" in text
    assert f"royaltable {told['versions']['royaltable']}" in text
    assert [line for line in text.splitlines() if line.startswith("| ")] == [
        "| case | unit | ours | other | missing | limit |",
        "| --- | --- | ---: | ---: | ---: | ---: |",
        "| speed | 1/s | 1,234 | 900 | - | ≥ 1,000 |",
        "| cost | ms | 0.25 **!** | - | - | ≤ 0.2 |",
        "| size |  | 3 | - | - |  |",
    ]


@pytest.mark.usefixtures("toy")
def test_the_report_takes_in_what_long_tests_have_kept_beside_it(tmp_path: Path) -> None:
    kept = {
        "date": "2026-03-04",
        "commit": "abc1234",
        "about": "The plug is pulled.",
        "figures": [{"name": "plugs: lost", "value": 0, "unit": "actions", "most": 0}],
    }
    (tmp_path / "soak.json").write_text(json.dumps({"plugs": kept}), encoding="utf-8")
    assert run("--report", tmp_path).exit_code == 0
    assert json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["soak"]["plugs"]["date"] == "2026-03-04"
    assert (
        (tmp_path / "report.md")
        .read_text(encoding="utf-8")
        .endswith(
            "\n## plugs\n\nThe plug is pulled. Measured by `make soak` on 2026-03-04, at commit abc1234.\n\n"
            "| case | unit | ours | limit |\n| --- | --- | ---: | ---: |\n| lost | actions | 0 | ≤ 0 |\n"
        )
    )


@pytest.mark.usefixtures("toy")
def test_a_file_that_cannot_be_written_is_a_clear_error(tmp_path: Path) -> None:
    result = run("--json", tmp_path / "no" / "bench.json")
    assert result.exit_code == 1
    assert "Name a file" in result.stderr


def test_an_unknown_bench_is_a_usage_error_that_names_the_known_ones() -> None:
    result = run("speed")
    assert result.exit_code == 2
    assert "There is no bench speed." in result.stderr
    assert "rules" in result.stderr


def test_every_bench_has_a_run() -> None:
    assert {"rules", "readers", "oled", "spinner"} <= set(command.benches())
    assert all(hasattr(importlib.import_module(module), "run") for module in command.benches().values())


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules bench measures for a moment only."""
    for name, value in {"REPEATS": 1, "GAMES": 1, "HANDS": 20}.items():
        monkeypatch.setattr(rules, name, value)
    monkeypatch.setattr(race, "LAPS", 1)


@pytest.mark.usefixtures("short")
def test_the_rules_bench_measures_everything_that_was_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(other_packages, "installed", lambda: True)
    monkeypatch.setattr(other_packages, "playing", lambda _peer: nullcontext(lambda: (200, 2.0)))

    found = rules.run()

    over_all, statues = found[:2]
    assert (over_all.least, statues.least) == (400.0, 200.0)
    assert dict(over_all.peers) == {"catanatron": 100.0, "chess": 100.0}
    assert [figure.most for figure in found if figure.most is not None] == [0.2, 5.0]
    assert all(figure.value > 0 for figure in found)
    assert "10 rounds" in " ".join(figure.name for figure in found)


@pytest.mark.usefixtures("short")
def test_without_the_peers_their_figures_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(other_packages, "installed", lambda: False)
    over_all = rules.run()[0]
    assert dict(over_all.peers) == {"catanatron": None, "chess": None}
    assert over_all.least is None


@pytest.mark.parametrize("peer", rules.PEERS)
def test_a_peer_is_measured_by_its_script(peer: str) -> None:
    if not other_packages.installed():
        pytest.skip(other_packages.MISSING)
    with other_packages.playing(peer) as lap:
        (decisions, spent_s), (again, _) = lap(), lap()
    assert decisions == again > 1000 * spent_s > 0
