"""`royaltable verify-draws` verifies complete games, and names a draw that does not match its commitment."""

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
from tests.play.loops import at_a_table
from tests.support.commands import royaltable
from tests.support.documents import blocks

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


def verify(lines: Lines, folder: Path) -> Result:
    file = folder / "game.log"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return royaltable("verify-draws", str(file))


def drawn(lines: Lines, n: int) -> dict[str, Any]:
    return next(line for line in lines if line.get("draw", {}).get("n") == n)


def test_a_game_in_notation_gives_the_same_proof(journal: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(royaltable("notation", "--draws", str(journal)).output)
    by_text = royaltable("verify-draws", str(file))
    assert (by_text.exit_code, by_text.output) == (0, royaltable("verify-draws", str(journal)).output)


def test_a_journal_and_its_log_give_the_same_proof(journal: Path, log: Lines, tmp_path: Path) -> None:
    by_journal, by_log = royaltable("verify-draws", str(journal)), verify(log, tmp_path)
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


def change_number(log: Lines) -> None:
    action = drawn(log, 2)["action"]
    action["demand"] = 2 if action["demand"] != 2 else 3


def exchange_draws(log: Lines) -> None:
    second, third = drawn(log, 2), drawn(log, 3)
    second["draw"], third["draw"] = third["draw"], second["draw"]


def change_sectors(log: Lines) -> None:
    drawn(log, 2)["draw"]["asked"]["spin"]["sectors"] = [[drawn(log, 2)["action"]["demand"], 360]]


ZEROS = "00" * 32


@pytest.mark.parametrize(
    ("tamper", "draw", "error"),
    [
        (change_number, 2, "saw demand"),
        (lambda log: drawn(log, 2)["draw"].update(seed=ZEROS), 2, "saw a seed with the commitment"),
        (
            lambda log: drawn(log, 2)["draw"].update(commitment=ZEROS),
            2,
            f"saw the commitment {ZEROS}, expected the one shown before",
        ),
        (lambda log: drawn(log, 2)["draw"].update(salt=ZEROS), 2, f"saw the salt {ZEROS}, expected that of the game"),
        (lambda log: drawn(log, 2).pop("draw"), 3, "saw draw 3, expected draw 2"),
        (exchange_draws, 3, "saw draw 3, expected draw 2"),
        (lambda log: log[0]["action"]["players"].reverse(), 1, "saw players"),
        (change_sectors, 2, "saw a question about sectors"),
        (
            lambda log: drawn(log, 4)["draw"].update(next=None),
            4,
            "saw no commitment for draw 5, expected the one made when",
        ),
        (lambda log: drawn(log, 2).update(draw={"n": 2}), 2, 'saw {"n":2}'),
        (
            lambda log: drawn(log, 2)["draw"].update(asked={"guess": {}}),
            2,
            'saw {"guess":{}}, expected one of spin, deal, complete',
        ),
        (lambda log: drawn(log, 2)["draw"]["asked"]["spin"].pop("key"), 2, "expected one that can be answered"),
    ],
)
def test_a_manipulated_log_names_the_draw(
    log: Lines, tmp_path: Path, tamper: Callable[[Lines], object], draw: int, error: str
) -> None:
    tamper(log)
    result = verify(log, tmp_path)
    assert result.exit_code == 1
    wrong = next(line for line in result.output.splitlines() if "WRONG" in line)
    assert wrong.startswith(f"draw {draw:4}")
    assert error in wrong
    assert f"first draw {draw}" in result.output


def test_an_action_changed_before_a_draw_is_found_at_that_draw(log: Lines, tmp_path: Path) -> None:
    """A draw depends on the log before it; by chance, another log gives the same number."""
    amended = next(line for line in log if line["action"]["do"] == "amend")
    for supporters in range(2, 32):
        amended["action"]["supporters"] = {"blue": supporters}
        if verify(log, tmp_path).exit_code == 1:
            return
    raise AssertionError("thirty changed logs were verified")


def test_a_manipulated_journal_names_the_draw(journal: Path, tmp_path: Path) -> None:
    with sqlite3.connect(journal) as db, sqlite3.connect(tmp_path / "copy") as copy:
        db.backup(copy)
        copy.execute("delete from draws where n = 3 and game_id = 1")
    db.close()
    copy.close()
    result = royaltable("verify-draws", str(tmp_path / "copy"))
    assert result.exit_code == 1
    assert "saw no commitment for draw 3, expected the one made when" in result.output
    assert "saw draw 4, expected draw 3" in result.output


def test_a_game_without_draws_proves_nothing(journal: Path, log: Lines, tmp_path: Path) -> None:
    for line in log:
        line.pop("draw", None)
    result = verify(log, tmp_path)
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
    result = verify(log, tmp_path)
    assert result.exit_code == 1
    assert "Only the draws before it were verified" in result.output


def test_a_given_seed_proves_nothing_and_is_reported(tmp_path: Path) -> None:
    async def play() -> None:
        async with at_a_table(tmp_path / "j", Chance(3)) as played:
            await played.begin()

    run_virtual(play())
    result = royaltable("verify-draws", str(tmp_path / "j"))
    assert result.exit_code == 0
    assert "The table ran with a given seed" in result.output


def test_the_guides_own_code_gives_the_same_result(log: Lines, tmp_path: Path) -> None:
    (code,) = blocks("docs/draws.md", "python")
    (tmp_path / "check.py").write_text(code)

    def run_code() -> subprocess.CompletedProcess[str]:
        (tmp_path / "log").write_text("".join(json.dumps(line) + "\n" for line in log))
        command = [sys.executable, "-I", str(tmp_path / "check.py"), str(tmp_path / "log")]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    unchanged = run_code()
    assert unchanged.returncode == 0, unchanged.stderr
    assert [line.split(" is")[0] for line in unchanged.stdout.splitlines()] == [f"draw {n}" for n in range(1, 5)]
    change_number(log)
    assert "draw 2: another number" in run_code().stderr
