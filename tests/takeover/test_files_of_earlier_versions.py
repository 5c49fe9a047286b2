"""Files that earlier versions wrote are taken over; ``of_0_1_0`` has them as commit d0116a26 wrote them."""

import shutil
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.__main__ import main
from controller.secret import Secret
from controller.store.journal import Entry, Journal
from controller.store.keyring import Keyring

WRITTEN = Path(__file__).parent / "of_0_1_0"


def royaltable(*words: object) -> str:
    done = CliRunner().invoke(main, list(map(str, words)))
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize(
    ("log", "lines"),
    [
        ("tumult_royale", ["181 accepted, 0 refused; round 10, over", "yellow wins: tenth round"]),
        ("tudor", ["254 accepted, 0 refused; round 5 of 5, over", "green wins"]),
    ],
)
def test_a_game_log_replays_to_the_same_end(log: str, lines: list[str]) -> None:
    assert set(lines) <= set(royaltable("replay", WRITTEN / f"{log}.jsonl").splitlines())


@pytest.mark.parametrize("table", ["a", "b", "simulator", "minimal"])
def test_settings_of_each_kind_of_table_hold(table: str) -> None:
    assert f"{table}.toml: valid." in royaltable("config", "check", "--config", WRITTEN / f"{table}.toml")


def test_a_journal_lists_its_games_and_takes_the_next_action(tmp_path: Path) -> None:
    with zipfile.ZipFile(WRITTEN / "table.backup") as backup:
        backup.extract("games.journal", tmp_path)
    file = tmp_path / "games.journal"
    assert [line.split()[3] for line in royaltable("journal", "list", file).splitlines()] == ["22", "38", "181", "254"]
    royaltable("journal", "verify", file)
    journal = Journal(file)
    assert journal.current_game_id() == 2
    (*_, last) = journal.entries(2)
    journal.append([Entry(2, last.seq + 1, {"do": "undo"}, "page", last.written_utc)])
    journal.close()
    royaltable("journal", "verify", file)


def test_an_old_backup_restores_games_stickers_rules_and_password(tmp_path: Path) -> None:
    settings = tmp_path / "table.toml"
    shutil.copy(WRITTEN / "simulator.toml", settings)
    royaltable("restore", WRITTEN / "table.backup", "--config", settings, "--yes")
    assert (tmp_path / "tags.toml").read_text(encoding="utf-8").count("\n") == 41
    assert '"hourglass_s": 45' in (tmp_path / "table.house.json").read_text(encoding="utf-8")
    assert Keyring(tmp_path / "table.keys.json").matches_password(Secret("a good long word"))
    assert "254 actions" in royaltable("journal", "list", tmp_path / "table.journal")
