"""Games written out line by line, with what is expected after each."""

import json
from pathlib import Path
from typing import Any

import pytest

from controller.games.tudor.rules.actions import Refusal
from controller.games.tudor.rules.engine import GameLog, faults
from controller.games.tudor.rules.state import canonical

FOLDER = Path(__file__).parent / "examples"
GAMES = sorted(file.name.removesuffix(".answers.jsonl") for file in FOLDER.glob("*.answers.jsonl"))


def lines(name: str) -> list[str]:
    return (FOLDER / name).read_text(encoding="utf-8").splitlines()


def answer(play: GameLog, line: str) -> dict[str, Any]:
    try:
        play.submit(line)
    except Refusal as refusal:
        return {"refused": refusal.code}
    assert play.state is not None
    assert faults(play.state) == ()
    told: dict[str, Any] = json.loads(canonical(play.state, play.seq))
    return told


@pytest.mark.parametrize("game", GAMES)
def test_each_line_is_answered_as_it_was_written_out(game: str) -> None:
    play = GameLog()
    for number, (line, written) in enumerate(
        zip(lines(f"{game}.jsonl"), lines(f"{game}.answers.jsonl"), strict=True), start=1
    ):
        wanted, told = json.loads(written), answer(play, line)
        if "players" not in wanted and "refused" not in wanted:
            told = {**told, "prestige": {player["color"]: player["prestige"] for player in told["players"]}}
        if "refused" in wanted or "players" in wanted:
            assert told == wanted, f"{game}, line {number}: {line}"
        else:
            assert {key: told.get(key) for key in wanted} == wanted, f"{game}, line {number}: {line}"


def test_five_games_are_written_out() -> None:
    assert GAMES == ["1-long-move", "2-office", "3-push-out", "4-sideways", "6-garter"]
