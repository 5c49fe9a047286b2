"""`royaltable edition`: all faults at once, and the shipped edition as the object that a log carries."""

import json
from pathlib import Path

from click.testing import CliRunner, Result

import controller.games.tumult_royale
from controller.cli.game.edition import edition
from controller.cli.game.tell import replay
from tests.cli.games import START, lines

SHIPPED = Path(controller.games.tumult_royale.__path__[0]) / "box" / "standard.toml"


def run(*arguments: str | Path, given: str | bytes = "") -> Result:
    return CliRunner().invoke(edition, [str(argument) for argument in arguments], input=given)


def test_the_shipped_file_is_a_good_edition() -> None:
    result = run("check", SHIPPED)
    assert result.exit_code == 0
    assert "'Tumult Royale' can be played: 39 tiles, 10 region tiles" in result.stdout


def test_show_prints_the_object_of_a_log_and_check_takes_it() -> None:
    shown = run("show").stdout
    shipped = json.loads(shown)
    assert list(shipped) == ["name", "tiles", "costs", "spinner", "chronicle", "regions", "supporters", "frame"]
    assert shipped["costs"]["palace"] == {"bread": 0, "marble": 2, "tools": 3}
    assert run("check", "-", given=shown).exit_code == 0
    assert run("show", SHIPPED).stdout == shown


def test_a_game_with_the_shown_edition_goes_as_one_with_standard() -> None:
    with_object = CliRunner().invoke(
        replay, ["-", "--states"], input=lines({**START, "edition": json.loads(run("show").stdout)})
    )
    assert with_object.exit_code == 0
    assert with_object.stdout == CliRunner().invoke(replay, ["-", "--states"], input=lines(START)).stdout


def test_check_names_all_faults_at_once() -> None:
    wrong = json.loads(run("show").stdout)
    wrong["tiles"][0]["value"] = 4
    wrong["chronicle"] = [7, 5, 3]
    wrong["moat"] = True
    result = run("check", "-", given=json.dumps(wrong))
    assert result.exit_code == 1
    assert "<stdin>: 3 faults" in result.stderr
    for where in ("tiles[0].value", "chronicle", "unknown key 'moat'"):
        assert where in result.stderr


def test_a_file_that_is_no_edition_is_told_from_a_faulty_one(tmp_path: Path) -> None:
    for content, expected in (
        (b"\xff\xfe", "not UTF-8"),
        (b"= 3", "not TOML"),
        (b"{", "not JSON"),
        (b"{" * 10_000, "JSON"),
    ):
        file = tmp_path / "edition.toml"
        file.write_bytes(content)
        result = run("check", file)
        assert result.exit_code == 1
        assert expected in result.stderr


def test_standing_says_what_is_a_placeholder() -> None:
    told = run("show", "--standing").stdout
    assert "placeholder  costs: village, bread and tools: " in told
    assert run("show", SHIPPED, "--standing").stdout == told
    assert "does not say" in run("show", "-", "--standing", given=run("show").stdout).stdout


def test_a_missing_file_is_a_usage_error() -> None:
    result = run("check", "nowhere.toml")
    assert result.exit_code == 2
    assert "No such file" in result.stderr
