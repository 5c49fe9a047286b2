"""The journal's figures that are counted, not timed: the budget of octets a game is kept."""

from pathlib import Path

import pytest

from bench.suites.tumult_royale import journal
from hw.testing import disk


@pytest.mark.skipif(not disk.can_fail(), reason="this Python's SQLite lets nobody count; use the system's Python")
def test_a_game_with_its_backup_stays_within_its_budget_of_octets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "GAMES", 3)
    figures = {figure.name: figure for figure in journal._games(tmp_path)}
    written = figures["journal: octets written a game"]
    assert written.most == 1_500_000
    assert written.kept
    assert written.value > 300_000  # each of some 370 commits writes a page and its frame's header at least
    assert 200 < figures["journal: commits a game, mean of 3"].value < 600


def test_actions_that_come_during_a_slow_commit_share_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "ACTIONS", 60)
    figures = {figure.name: figure.value for figure in journal._arriving(tmp_path, 0.05)}
    assert figures["journal: fsync 50 ms slower, actions a commit"] >= 2
