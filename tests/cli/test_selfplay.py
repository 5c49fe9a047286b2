"""`royaltable selfplay`: the same seed plays the same games, checked and written down."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.cli.game.edition import edition
from controller.cli.game.selfplay import selfplay
from controller.cli.game.tell import replay


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(selfplay, [str(argument) for argument in arguments])


def row(result: Result, name: str) -> str:
    (line,) = (line for line in result.stdout.splitlines() if name in line)
    return line.split("│")[2].strip()


def test_a_table_tells_what_came_of_the_games() -> None:
    result = run("--games", "6", "--seed", "3", "--players", "3")
    assert result.exit_code == 0
    assert "6 games of 3, classic, map tracked" in result.stdout
    wins = [row(result, f"wins of start rank {rank}") for rank in (1, 2, 3)]
    endings = [row(result, f"ending: {ending}") for ending in ("25th statue", "gap", "tenth round")]
    for shares in (wins, endings):
        assert sum(int(share.split("(")[1].rstrip(")")) for share in shares) == 6
    assert float(row(result, "tumults a round")) > 0
    assert "start rank 4" not in result.stdout


def test_the_same_seed_plays_the_same_games_in_any_number_of_processes(tmp_path: Path) -> None:
    one = run("--games", "5", "--seed", "9", "--players", "2", "--out", tmp_path / "one")
    two = run("--games", "5", "--seed", "9", "--players", "2", "--out", tmp_path / "two", "--jobs", "2")
    assert one.stdout.replace("one", "two") == two.stdout
    names = sorted(file.name for file in (tmp_path / "one").iterdir())
    assert names == [f"game-{number:05}.jsonl" for number in range(1, 6)]
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    assert run("--games", "5", "--seed", "10", "--players", "2").stdout != one.stdout


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize(("variant", "map_kept"), [("classic", "honour"), ("gambler", "tracked")])
def test_a_written_log_replays_to_its_end(tmp_path: Path, bot: str, variant: str, map_kept: str) -> None:
    result = run("--games", "1", "--variant", variant, "--map", map_kept, "--bot", bot, "--check", "--out", tmp_path)
    assert result.exit_code == 0
    assert "Checked after each of" in result.stdout
    again = CliRunner().invoke(replay, [str(tmp_path / "game-00001.jsonl"), "--states"])
    assert again.exit_code == 0
    assert json.loads(again.stdout.splitlines()[-1])["phase"] == "over"


def test_a_house_edition_is_played(tmp_path: Path) -> None:
    house = json.loads(CliRunner().invoke(edition, ["show"]).stdout)
    house["spinner"] = [{"demand": 7, "degrees": 360}]
    (tmp_path / "house.json").write_text(json.dumps(house), encoding="utf-8")
    assert run("--games", "1", "--edition", tmp_path / "house.json", "--out", tmp_path, "--check").exit_code == 0
    log = (tmp_path / "game-00001.jsonl").read_text(encoding="utf-8").splitlines()
    assert {action["demand"] for action in map(json.loads, log) if action["do"] == "spin"} == {7}


def test_wrong_options_are_usage_errors() -> None:
    for arguments in (["--players", "5"], ["--games", "0"], ["--bot", "clever"], ["--variant", "poker"]):
        assert run(*arguments).exit_code == 2


def test_a_folder_that_cannot_be_made_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    result = run("--games", "1", "--out", tmp_path / "file" / "logs")
    assert result.exit_code == 1
    assert "Name a folder" in result.stderr
