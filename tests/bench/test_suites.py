"""Benches measure what they say, and figures that are counted, not timed, keep their bounds."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from bench.renew_readme import renewed
from bench.shared import other_packages, report
from bench.shared.figure import Figure
from bench.shared.rush import arrivals
from bench.shared.rush import ours as rushed
from bench.suites import (
    calls,
    gate,
    hourglass,
    journal,
    node,
    oled,
    readers,
    rules,
    search,
    simulated_pi,
    tournament,
    tudor_rules,
)
from controller.games.tumult_royale.bots.analysis import Effort
from hw.testing import disk
from hw.testing.clock import run_virtual
from tests.support.castle_rigs import needs
from tests.support.documents import ROOT


def over(figures: list[Figure]) -> list[str]:
    return [figure.name for figure in figures if not figure.kept]


def test_a_figure_meets_its_bound_or_has_none() -> None:
    assert Figure("x", 1.0, "", most=1.0).kept
    assert not Figure("x", 1.1, "", most=1.0).kept
    assert Figure("x", 1e9, "").kept


def test_the_display_keeps_its_bounds() -> None:
    figures = oled.run()
    assert over(figures) == []
    assert 3.0 in {figure.most for figure in figures}


def test_the_simulated_pi_is_measured_in_its_calls_and_in_time_that_passes() -> None:
    figures = simulated_pi.run()
    assert [figure.unit for figure in figures] == ["us", "us", "us", "ms", "s", "s", "s"]
    assert min(figure.value for figure in figures) > 0


def test_a_tile_calls_at_most_250_functions_and_computes_waiting_once() -> None:
    figures = calls.run()
    assert over(figures) == []
    assert [figure.most for figure in figures] == [250, None, 8, 0, 1]


def test_a_rush_brings_about_240_tiles_each_once() -> None:
    tiles = arrivals(seed=1)
    assert 200 < len(tiles) < 280
    assert len({uid for _, _, uid in tiles}) == len(tiles)


def test_every_tile_that_is_45_ms_in_the_field_is_counted_once() -> None:
    assert rushed(0.045, 1).share >= 0.999


def test_the_smallest_pi_keeps_its_bounds_with_a_slow_display() -> None:
    assert rushed(0.045, 3, replace(gate.SMALLEST, i2c_hz=100_000), frames=True).share >= 0.999


def test_under_load_the_hourglass_stops_when_it_is_due_by_the_clock() -> None:
    late_s = run_virtual(hourglass.stops_late_s(3, loaded=True))
    assert len(late_s) == 3
    assert all(abs(late) < 1e-6 for late in late_s)


def test_a_stop_that_people_would_notice_is_beyond_its_bound() -> None:
    assert [figure.kept for figure in hourglass.figures("x", [0.001, 0.002, 0.101])] == [True, False, True]
    assert [figure.kept for figure in hourglass.figures("x", [-0.001, 0.002])] == [True, True, False]


@pytest.mark.skipif(
    not disk.can_simulate_faults(), reason="this Python's SQLite cannot count writes; use the system's Python"
)
def test_a_game_with_its_backup_stays_within_its_budget_of_bytes(tmp_path: Path) -> None:
    figures = {figure.name: figure for figure in journal.games(tmp_path, 3)}
    written = figures["journal: bytes written a game"]
    assert written.most == 1_500_000
    assert written.kept
    assert written.value > 300_000  # each of some 370 commits writes a page and its frame's header at least
    assert 200 < figures["journal: commits a game, mean of 3"].value < 600


def test_actions_that_come_during_a_slow_commit_share_the_next_one(tmp_path: Path) -> None:
    figures = {figure.name: figure.value for figure in journal.arriving(tmp_path, 60)}
    assert figures["journal: fsync 50 ms slower, actions a commit"] >= 2


def test_each_tile_reaches_a_castle_board_s_host_before_it_has_left_a_ramp() -> None:
    needs("MicroPython")
    took_ms = run_virtual(node.latencies_ms(10))
    assert len(took_ms) == 10
    assert min(took_ms) > 5.0  # seven exchanges and the line take that
    assert max(took_ms) < node.WORST_MS


def test_a_resting_tag_is_read_with_each_poll() -> None:
    needs("MicroPython")
    assert 90.0 <= run_virtual(node.reads_a_second(4.0)) <= 100.0


def test_every_bound_of_the_readers_is_kept() -> None:
    figures = readers.run()
    assert over(figures) == []
    assert sum(figure.most is not None for figure in figures) == 2 * len(list(readers.cases())) + 2


def test_no_pair_meets_twice_among_16_20_and_64_players() -> None:
    figures = tournament.run((16, 20, 64), games=2)
    assert [figure.value for figure in figures if "met again" in figure.name] == [0, 0, 0]
    assert over(figures) == []


def test_the_rules_of_tumult_royale_are_bounded_by_those_of_others() -> None:
    found = {"all": 500.0, "statues": 300.0, "catanatron": 100.0, "chess": 50.0}
    over_all, statues = rules.figures(found)
    assert (over_all.least, statues.least) == (400.0, 175.0)
    assert dict(over_all.peers) == {"catanatron": 100.0, "chess": 50.0}


def test_without_other_packages_their_figures_are_none() -> None:
    over_all, _ = rules.figures({"all": 500.0, "statues": 300.0})
    assert dict(over_all.peers) == {"catanatron": None, "chess": None}
    assert over_all.least is None


def test_the_rules_of_tumult_royale_are_measured() -> None:
    *decisions, options, plan = rules.run(games=1, hands=20, laps=1)
    assert (options.most, plan.most) == (0.2, 5.0)
    assert all(figure.value > 0 for figure in (*decisions, options, plan))


def test_the_rules_of_tudor_are_bounded_by_those_of_others() -> None:
    decisions = tudor_rules.decisions({"ours": 200.0, "catanatron": 100.0})
    assert (decisions.least, dict(decisions.peers)) == (100.0, {"catanatron": 100.0})


def test_the_rules_of_tudor_are_measured() -> None:
    found = tudor_rules.run(games=1, repeats=1, rich_games=1, long_logs=1, duels=1, laps=1)
    assert [figure.most for figure in found] == [None, 2.0, 30.0, 300.0, None]
    assert found[-1].least == 95.0
    assert all(figure.value > 0 for figure in found)


def test_the_search_core_is_measured_in_the_modes_at_hand() -> None:
    found = search.run(games=1, playouts=1, compiled=1, laps=1, effort=Effort(2, 2, 1, 2))
    assert len(found) == (5 if len(search.modes()) == 1 else 12)
    assert all(figure.value > 0 for figure in found)


def test_a_compiled_core_must_be_thirty_times_as_fast() -> None:
    found = {"rules": 150.0, "decisions by chance, plain": 200.0, "decisions by chance, compiled": 5_000.0}
    plain, compiled, ratio = search.figures(found)
    assert (plain.least, compiled.least, ratio.least) == (150.0, 5_000_000, 30)
    assert ratio.value == 25.0


@pytest.mark.parametrize("peer", rules.PEERS)
def test_a_peer_is_measured_by_its_script(peer: str) -> None:
    if not other_packages.installed():
        pytest.skip(other_packages.MISSING)
    with other_packages.playing(peer) as lap:
        (decisions, spent_s), (again, _) = lap(), lap()
    assert decisions == again > 1000 * spent_s > 0


def test_the_readme_says_what_the_report_says() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert renewed(readme, report.read(ROOT / "bench")) == readme, "run: .venv/bin/python -m bench.renew_readme"
    assert readme.count("[bench/report.md](bench/report.md)") == 1
