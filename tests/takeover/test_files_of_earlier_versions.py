"""Files that earlier versions wrote are taken over; ``of_0_1_0`` has them as commit d0116a26 wrote them."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.__main__ import main

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
