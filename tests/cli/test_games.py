"""`royaltable games`, `explain`, `edition` and `selfplay`."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import controller.games.tumult_royale
from controller.cli.game.edition import edition
from controller.cli.game.explore import replay
from controller.cli.game.selfplay import selfplay
from controller.games.shelf import GameShelf
from tests.support.commands import START, lines, royaltable
from tests.support.guests import guests


def broken(options: Mapping[str, str]) -> object:
    raise RuntimeError("no board is drawn yet")


def empty(options: Mapping[str, str]) -> object:
    return object()


@pytest.fixture
def _games_that_cannot_be_played() -> Iterator[None]:
    here = {name: f"{__name__}:{name}" for name in ("broken", "empty")}
    with guests(**here, away="a_package_that_is_not_there:make"):
        yield


def test_the_games_of_the_table_are_listed_with_their_package() -> None:
    listed = royaltable("games").stdout.splitlines()
    assert listed[0] == "tumult_royale     Tumult Royale, 2 to 4 players, royaltable 0.1.0"


@pytest.mark.usefixtures("_games_that_cannot_be_played")
def test_a_broken_game_is_listed_with_its_error() -> None:
    result = royaltable("games")
    assert result.exit_code == 0
    output = {line.split()[0]: line for line in result.stdout.splitlines()}
    assert "RuntimeError: no board is drawn yet" in output["broken"]
    assert "saw object without actions, box, choices" in output["empty"]
    assert "ModuleNotFoundError" in output["away"]
    assert "Tumult Royale" in output["tumult_royale"]


@pytest.mark.usefixtures("_games_that_cannot_be_played")
def test_a_table_with_a_broken_game_offers_others() -> None:
    shelf = GameShelf("broken", {"board": "small"})
    assert shelf.default_game == "tumult_royale"
    assert set(shelf.make_all_games()) >= {"tumult_royale"}
    assert set(shelf.fault_by_game) == {"broken", "empty", "away"}


@pytest.mark.parametrize(
    ("language", "word"), [("en", "highest-ranked"), ("de", "höchsten Rang"), ("es", "rango más alto")]
)
def test_a_rule_is_explained_in_each_language(language: str, word: str) -> None:
    result = royaltable("explain", "TR-3.4", "--lang", language)
    assert result.exit_code == 0
    assert result.stdout.startswith("TR-3.4 ")
    assert word in " ".join(result.stdout.split())


@pytest.mark.parametrize("written", ["tr-3.4", "3.4", "TR 3.4", "tr3.4", "TR-3-4"])
def test_a_rule_is_found_in_any_notation(written: str) -> None:
    assert royaltable("explain", written).stdout == royaltable("explain", "TR-3.4").stdout


def test_a_chapter_lists_its_rules_in_order() -> None:
    output = royaltable("explain", "TR-4").stdout
    assert [line.split()[0] for line in output.splitlines() if line.startswith("TR-")] == [
        f"TR-4.{number}" for number in range(1, 12)
    ]


def test_without_a_rule_all_are_listed() -> None:
    output = royaltable("explain").stdout
    assert output.startswith("LOG ")
    assert output.count("\nTR-") == 50


@pytest.mark.parametrize(
    ("unknown", "near"), [("TR-3.44", "TR-3.4"), ("TR-44.1", "TR-4.1"), ("LOGG", "LOG"), ("?", "TR-0.1")]
)
def test_an_unknown_rule_suggests_the_closest(unknown: str, near: str) -> None:
    result = royaltable("explain", unknown)
    assert result.exit_code == 2
    assert f"unknown rule {unknown}." in result.stderr
    assert near in result.stderr


SHIPPED = Path(controller.games.tumult_royale.__path__[0]) / "box" / "standard.toml"


def edited(*arguments: str | Path, given: str | bytes = "") -> Result:
    return CliRunner().invoke(edition, [str(argument) for argument in arguments], input=given)


def test_the_shipped_edition_is_valid() -> None:
    result = edited("check", SHIPPED)
    assert result.exit_code == 0
    assert "'Tumult Royale' can be played: 39 tiles, 10 region tiles" in result.stdout


def test_check_accepts_the_output_of_show() -> None:
    shown = edited("show").stdout
    shipped = json.loads(shown)
    assert list(shipped) == ["name", "tiles", "costs", "spinner", "chronicle", "regions", "supporters", "frame"]
    assert shipped["costs"]["palace"] == {"bread": 0, "marble": 2, "tools": 3}
    assert edited("check", "-", given=shown).exit_code == 0
    assert edited("show", SHIPPED).stdout == shown


def test_the_shown_edition_plays_like_the_shipped_one() -> None:
    with_object = CliRunner().invoke(
        replay, ["-", "--states"], input=lines({**START, "edition": json.loads(edited("show").stdout)})
    )
    assert with_object.exit_code == 0
    assert with_object.stdout == CliRunner().invoke(replay, ["-", "--states"], input=lines(START)).stdout


def test_check_lists_all_mistakes() -> None:
    wrong = json.loads(edited("show").stdout)
    wrong["tiles"][0]["value"] = 4
    wrong["chronicle"] = [7, 5, 3]
    wrong["moat"] = True
    result = edited("check", "-", given=json.dumps(wrong))
    assert result.exit_code == 1
    assert "<stdin>: 3 mistakes" in result.stderr
    for where in ("tiles[0].value", "chronicle", "unknown key 'moat'"):
        assert where in result.stderr


def test_a_file_that_is_not_an_edition_is_distinguished(tmp_path: Path) -> None:
    for content, expected in (
        (b"\xff\xfe", "is UTF-16 or UTF-32 text, expected UTF-8"),
        (b"= 3", "not TOML"),
        (b"{", "not JSON"),
        (b"{" * 10_000, "JSON"),
    ):
        file = tmp_path / "edition.toml"
        file.write_bytes(content)
        result = edited("check", file)
        assert result.exit_code == 1
        assert expected in result.stderr


def test_standing_marks_placeholders() -> None:
    output = edited("show", "--standing").stdout
    assert "placeholder  costs: village, bread and tools: " in output
    assert edited("show", SHIPPED, "--standing").stdout == output
    assert "does not give the sources" in edited("show", "-", "--standing", given=edited("show").stdout).stdout


def test_a_missing_file_is_a_usage_error() -> None:
    result = edited("check", "nowhere.toml")
    assert result.exit_code == 2
    assert "No such file" in result.stderr


def played(*arguments: str | Path) -> Result:
    return CliRunner().invoke(selfplay, [str(argument) for argument in arguments])


def row(result: Result, name: str) -> str:
    (line,) = (line for line in result.stdout.splitlines() if name in line)
    return line.split("│")[2].strip()


def test_the_results_are_printed_as_a_table() -> None:
    result = played("--games", "6", "--seed", "3", "--players", "3")
    assert result.exit_code == 0
    assert "6 games of 3, classic, map tracked" in result.stdout
    wins = [row(result, f"wins of start rank {rank}") for rank in (1, 2, 3)]
    endings = [row(result, f"ending: {ending}") for ending in ("25th statue", "gap", "tenth round")]
    for shares in (wins, endings):
        assert sum(int(share.split("(")[1].rstrip(")")) for share in shares) == 6
    assert float(row(result, "tumults a round")) > 0
    assert "start rank 4" not in result.stdout


def test_the_same_seed_plays_the_same_games_in_any_number_of_processes(tmp_path: Path) -> None:
    one = played("--games", "5", "--seed", "9", "--players", "2", "--out", tmp_path / "one")
    two = played("--games", "5", "--seed", "9", "--players", "2", "--out", tmp_path / "two", "--jobs", "2")
    assert one.stdout.replace("one", "two") == two.stdout
    names = sorted(file.name for file in (tmp_path / "one").iterdir())
    assert names == [f"game-{number:05}.jsonl" for number in range(1, 6)]
    for name in names:
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    assert played("--games", "5", "--seed", "10", "--players", "2").stdout != one.stdout


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize(("variant", "map_kept"), [("classic", "honour"), ("gambler", "tracked")])
def test_a_written_log_replays_completely(tmp_path: Path, bot: str, variant: str, map_kept: str) -> None:
    result = played("--games", "1", "--variant", variant, "--map", map_kept, "--bot", bot, "--check", "--out", tmp_path)
    assert result.exit_code == 0
    assert "Checked after each of" in result.stdout
    again = royaltable("replay", str(tmp_path / "game-00001.jsonl"), "--states")
    assert again.exit_code == 0
    assert json.loads(again.stdout.splitlines()[-1])["phase"] == "over"


def test_a_house_edition_is_played(tmp_path: Path) -> None:
    house = json.loads(royaltable("edition", "show").stdout)
    house["spinner"] = [{"demand": 7, "degrees": 360}]
    (tmp_path / "house.json").write_text(json.dumps(house), encoding="utf-8")
    assert played("--games", "1", "--edition", tmp_path / "house.json", "--out", tmp_path, "--check").exit_code == 0
    log = (tmp_path / "game-00001.jsonl").read_text(encoding="utf-8").splitlines()
    assert {action["demand"] for action in map(json.loads, log) if action["do"] == "spin"} == {7}


def test_wrong_options_are_usage_errors() -> None:
    for arguments in (["--players", "5"], ["--games", "0"], ["--bot", "clever"], ["--variant", "poker"]):
        assert played(*arguments).exit_code == 2
