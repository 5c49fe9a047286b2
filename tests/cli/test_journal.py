"""`royaltable journal`: what people do with the file of all games."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.cli.care.journal import journal
from controller.cli.game.replay import replay
from controller.store.journal import Journal
from tests.cli.games import TO_STATUES, lines
from tests.store.journal.games import END, entry


def run(*arguments: object, log: str | None = None) -> Result:
    return CliRunner().invoke(journal, [str(argument) for argument in arguments], input=log)


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A journal with a finished game and one that is on the table."""
    with Journal(tmp_path / "j") as file:
        file.append([entry(1, 1), entry(1, 2), entry(1, 3, outcome=END)])
        file.append([entry(2, 1), entry(2, 2)])
    return tmp_path / "j"


def damage(path: Path) -> None:
    octets = bytearray(path.read_bytes())
    where = octets.index(b'"demand":2')
    octets[where + 9 : where + 10] = b"5"
    path.write_bytes(octets)


def test_the_list_says_who_plays_and_what_became_of_each_game(played: Path) -> None:
    first, second = run("list", played).output.splitlines()
    assert first.split()[0] == "1"
    assert first.endswith("3 actions  over          blue yellow")
    assert second.endswith("2 actions  on the table  blue yellow")


def test_the_statistics_are_those_of_the_finished_games(played: Path) -> None:
    shown = run("stats", played).output
    assert "7 rounds" in shown
    assert "blue wins (gap): blue 21, yellow 15" in shown
    assert shown.endswith("1 games of 7.0 rounds and 2 minutes. Won: blue 1.\n")


def test_an_exported_log_replays_and_comes_back_as_a_game_of_its_own(tmp_path: Path) -> None:
    """Also into a journal that is not there yet; what is exported again is the same log."""
    log = lines(*TO_STATUES)
    (tmp_path / "log").write_text(log)
    for game in (1, 2):
        assert run("import", tmp_path / "j", tmp_path / "log").output.startswith(f"game {game}: 16 actions.")
    newest, first = run("export", tmp_path / "j"), run("export", tmp_path / "j", "--game", 1)
    assert newest.output == first.output
    assert [json.loads(line) for line in newest.output.splitlines()] == TO_STATUES
    (tmp_path / "again").write_text(newest.output)
    assert CliRunner().invoke(replay, [str(tmp_path / "again")]).exit_code == 0


def test_what_the_rules_refuse_is_not_imported_and_its_line_is_named(tmp_path: Path, played: Path) -> None:
    refused = run("import", played, "-", log=lines(*TO_STATUES[:3], {"do": "count"}))
    assert refused.exit_code == 1
    assert refused.output.startswith("Error: line 4 is refused (")
    assert "Nothing was imported." in refused.output
    assert len(run("list", played).output.splitlines()) == 2
    assert run("import", tmp_path / "new", "-", log="").exit_code == 1
    assert not (tmp_path / "new").exists()


def test_an_imported_game_leaves_the_tables_own_on_the_table(played: Path) -> None:
    assert run("import", played, "-", log=lines(*TO_STATUES)).exit_code == 0
    assert [line.split("actions")[1].split()[0] for line in run("list", played).output.splitlines()] == [
        "over",
        "on",
        "parked",
    ]


def test_a_changed_octet_is_found_and_the_backup_takes_its_place(tmp_path: Path, played: Path) -> None:
    assert run("verify", played).output == f"{played}: whole; 2 games, 5 actions.\n"
    assert run("backup", played, tmp_path / "copy").output.startswith(f"{tmp_path / 'copy'}: whole, ")
    damage(played)
    found = run("verify", played)
    assert found.exit_code == 1
    assert "action 2 is not what was written" in found.output
    assert "journal restore" in found.output
    restored = run("restore", played, tmp_path / "copy")
    assert "up to action 3 of game 1" in restored.output
    kept = Path(restored.output.splitlines()[-1].removeprefix("What was there is kept as ").removesuffix("."))
    assert run("verify", kept).exit_code == 1
    assert run("verify", played).exit_code == 0


def test_actions_that_are_missing_at_the_end_are_named_by_the_mark(played: Path) -> None:
    whole = (played.read_bytes(), played.with_name("j-mark").read_bytes())
    with Journal(played) as file:
        file.append([entry(2, 3)])
    mark = played.with_name("j-mark").read_bytes()
    assert mark != whole[1]
    played.write_bytes(whole[0])
    shown = run("verify", played)
    assert shown.exit_code == 1
    assert "action 3 of game 2 were on disk once and are missing" in shown.output


@pytest.mark.parametrize("command", ["list", "stats", "show", "export", "verify", "backup"])
def test_a_file_that_is_not_there_is_said_and_not_made(tmp_path: Path, command: str) -> None:
    result = run(command, tmp_path / "none", *([tmp_path / "to"] if command == "backup" else []))
    assert result.exit_code == 1
    assert "none: no such file. Name a journal" in result.output
    assert list(tmp_path.iterdir()) == []


def test_a_game_that_is_not_there_is_said(played: Path) -> None:
    assert "saw no game 9. `journal list` names those it has." in run("export", played, "--game", 9).output


def test_while_a_table_writes_others_read_and_back_up_but_do_not_write(tmp_path: Path, played: Path) -> None:
    with Journal(played) as table:
        table.append([entry(2, 3)])
        assert "3 actions  on the table" in run("list", played).output
        assert run("backup", played, tmp_path / "copy").exit_code == 0
        for refused in (run("import", played, "-", log=lines(*TO_STATUES)), run("restore", played, tmp_path / "copy")):
            assert refused.exit_code == 1
            assert "writes" in refused.output
