"""`royaltable verify-draws` proves whole games, and names the draw that is not as it was committed to."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from controller.play.draws import Chance
from hw.testing.clock import run_virtual
from tests.cli.games import royaltable
from tests.docs.reading import blocks
from tests.play.loops import at_a_table

Lines = list[dict[str, Any]]


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("draws") / "table.journal"

    async def play() -> None:
        async with at_a_table(file) as played:
            await played.begin()
            await played.spin()
            await played.do({"do": "undo"})
            await played.spin()
            await played.do({"do": "amend", "supporters": {"blue": 1}})
            await played.do({"do": "undo"}, {"do": "undo"}, {"do": "spin", "demand": 3}, {"do": "undo"})
            await played.spin()

    run_virtual(play())
    return file


@pytest.fixture
def log(journal: Path) -> Lines:
    exported = royaltable("journal", "export", "--draws", str(journal))
    return [json.loads(line) for line in exported.output.splitlines()]


def verified(lines: Lines, folder: Path) -> Result:
    file = folder / "game.log"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return royaltable("verify-draws", str(file))


def drawn(lines: Lines, n: int) -> dict[str, Any]:
    return next(line for line in lines if line.get("draw", {}).get("n") == n)


def test_a_journal_and_its_log_give_the_same_proof(journal: Path, log: Lines, tmp_path: Path) -> None:
    by_journal, by_log = royaltable("verify-draws", str(journal)), verified(log, tmp_path)
    assert (by_journal.exit_code, by_log.exit_code) == (0, 0)
    assert by_journal.output == by_log.output
    assert "4 draws match their commitments." in by_log.output
    assert "spin was entered by hand: there is nothing to verify" in by_log.output
    assert drawn(log, 4)["draw"]["next"] in by_log.output.splitlines()[-1]


def test_a_log_without_draws_is_unchanged_and_replayable(journal: Path, tmp_path: Path) -> None:
    plain = royaltable("journal", "export", str(journal))
    (tmp_path / "plain").write_text(plain.output)
    assert "draw" not in plain.output
    assert "12 accepted, 0 refused" in royaltable("replay", str(tmp_path / "plain")).output
    (tmp_path / "drawn").write_text(royaltable("journal", "export", "--draws", str(journal)).output)
    assert royaltable("why", str(tmp_path / "drawn")).exit_code == 0


def another_number(lines: Lines) -> None:
    action = drawn(lines, 2)["action"]
    action["demand"] = 2 if action["demand"] != 2 else 3


def another_seed(lines: Lines) -> None:
    drawn(lines, 2)["draw"]["seed"] = "00" * 32


def another_commitment(lines: Lines) -> None:
    drawn(lines, 2)["draw"]["commitment"] = "00" * 32


def another_salt(lines: Lines) -> None:
    drawn(lines, 2)["draw"]["salt"] = "00" * 32


def a_draw_left_out(lines: Lines) -> None:
    del drawn(lines, 2)["draw"]


def draws_exchanged(lines: Lines) -> None:
    second, third = drawn(lines, 2), drawn(lines, 3)
    second["draw"], third["draw"] = third["draw"], second["draw"]


def another_deal(lines: Lines) -> None:
    lines[0]["action"]["players"].reverse()


def a_wheel_of_one_number(lines: Lines) -> None:
    drawn(lines, 2)["draw"]["asked"]["spin"]["sectors"] = [[drawn(lines, 2)["action"]["demand"], 360]]


def no_next(lines: Lines) -> None:
    drawn(lines, 4)["draw"]["next"] = None


def no_draw_at_all(lines: Lines) -> None:
    drawn(lines, 2)["draw"] = {"n": 2}


def a_question_of_no_kind(lines: Lines) -> None:
    drawn(lines, 2)["draw"]["asked"] = {"guess": {}}


def a_question_too_little(lines: Lines) -> None:
    del drawn(lines, 2)["draw"]["asked"]["spin"]["key"]


@pytest.mark.parametrize(
    ("tampered", "draw", "said"),
    [
        (another_number, 2, "saw demand"),
        (another_seed, 2, "saw a seed with the commitment"),
        (another_commitment, 2, f"saw the commitment {'00' * 32}, expected the one shown before"),
        (another_salt, 2, f"saw the salt {'00' * 32}, expected that of the game"),
        (a_draw_left_out, 3, "saw draw 3, expected draw 2"),
        (draws_exchanged, 3, "saw draw 3, expected draw 2"),
        (another_deal, 1, "saw players"),
        (a_wheel_of_one_number, 2, "saw a question about sectors"),
        (no_next, 4, "saw no draw 5, expected the next commitment"),
        (no_draw_at_all, 2, 'saw {"n":2}'),
        (a_question_of_no_kind, 2, 'saw {"guess":{}}, expected one of spin, deal, complete'),
        (a_question_too_little, 2, "expected one that can be answered"),
    ],
)
def test_a_manipulated_log_names_the_draw(
    log: Lines, tmp_path: Path, tampered: Callable[[Lines], None], draw: int, said: str
) -> None:
    tampered(log)
    result = verified(log, tmp_path)
    assert result.exit_code == 1
    wrong = next(line for line in result.output.splitlines() if "WRONG" in line)
    assert wrong.startswith(f"draw {draw:4}")
    assert said in wrong
    assert f"first draw {draw}" in result.output


def test_an_action_changed_before_a_draw_is_found_at_that_draw(log: Lines, tmp_path: Path) -> None:
    """Where it is not chance's: people would have had another log, and another number with it in most cases."""
    amended = next(line for line in log if line["action"]["do"] == "amend")
    for supporters in range(2, 32):
        amended["action"]["supporters"] = {"blue": supporters}
        if verified(log, tmp_path).exit_code == 1:
            return
    raise AssertionError("saw thirty changed logs proved")


def test_a_manipulated_journal_names_the_draw(journal: Path, tmp_path: Path) -> None:
    with sqlite3.connect(journal) as db, sqlite3.connect(tmp_path / "copy") as copy:
        db.backup(copy)
        copy.execute("delete from draws where n = 3 and game_id = 1")
    db.close()
    copy.close()
    result = royaltable("verify-draws", str(tmp_path / "copy"))
    assert result.exit_code == 1
    assert "saw no draw 3, expected the next commitment" in result.output
    assert "saw draw 4, expected draw 3" in result.output


def test_a_game_without_draws_proves_nothing(journal: Path, log: Lines, tmp_path: Path) -> None:
    for line in log:
        line.pop("draw", None)
    result = verified(log, tmp_path)
    assert result.exit_code == 1
    assert "no draws in this game" in result.output
    result = royaltable("verify-draws", "--game", "9", str(journal))
    assert "no game 9" in result.output


def test_a_log_without_numbers_is_named(journal: Path, tmp_path: Path) -> None:
    (tmp_path / "plain").write_text(royaltable("journal", "export", str(journal)).output)
    result = royaltable("verify-draws", str(tmp_path / "plain"))
    assert "line 1: not an action with its number" in result.output
    assert "no such file" in royaltable("verify-draws", str(tmp_path / "missing")).output.lower()


def test_verification_stops_at_an_illegal_action(log: Lines, tmp_path: Path) -> None:
    log.insert(4, log[0] | {"draw": log[0]["draw"]})
    result = verified(log, tmp_path)
    assert result.exit_code == 1
    assert "Later draws were not verified" in result.output


def test_a_given_seed_proves_nothing_and_is_reported(tmp_path: Path) -> None:
    async def play() -> None:
        async with at_a_table(tmp_path / "j", Chance(3)) as played:
            await played.begin()

    run_virtual(play())
    result = royaltable("verify-draws", str(tmp_path / "j"))
    assert result.exit_code == 0
    assert "The table ran with a given seed" in result.output


def test_the_guides_own_code_gives_the_same_result(log: Lines, tmp_path: Path) -> None:
    (lines,) = blocks("docs/draws.md", "python")
    (tmp_path / "guest.py").write_text(lines)

    def guest() -> subprocess.CompletedProcess[str]:
        (tmp_path / "log").write_text("".join(json.dumps(line) + "\n" for line in log))
        command = [sys.executable, "-I", str(tmp_path / "guest.py"), str(tmp_path / "log")]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    honest = guest()
    assert honest.returncode == 0, honest.stderr
    assert [line.split(" is")[0] for line in honest.stdout.splitlines()] == ["draw 1", "draw 2", "draw 3", "draw 4"]
    another_number(log)
    assert "draw 2: another number" in guest().stderr
