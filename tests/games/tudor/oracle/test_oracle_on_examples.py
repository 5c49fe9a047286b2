"""The naive second version answers the contract's worked examples line by line."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.games.tudor.oracle import edition, scoring
from tests.games.tudor.oracle.model import Oracle

EXAMPLES = Path(__file__).parents[1] / "examples"


def lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def short(state: Any) -> Any:
    shown = {key: state[key] for key in ("seq", "round", "phase", "to_act", "due")}
    return shown | {"prestige": {player["color"]: player["prestige"] for player in state["players"]}}


@pytest.mark.parametrize("name", ["1-long-move", "2-office", "3-push-out", "4-sideways", "6-garter"])
def test_the_oracle_answers_an_example_as_the_contract_does(name: str) -> None:
    log, answers = lines(EXAMPLES / f"{name}.jsonl"), lines(EXAMPLES / f"{name}.answers.jsonl")
    oracle = Oracle()
    assert len(answers) == len(log)
    for number, (line, answer) in enumerate(zip(log, answers, strict=True), 1):
        refused = oracle.play(line)
        state = oracle.state()
        if "refused" in answer:
            assert refused == answer["refused"], f"line {number}: {line}"
        else:
            assert refused is None, f"line {number}: {line} is refused with {refused}"
            seen = state if "players" in answer else short(state)
            assert json.dumps(seen, sort_keys=True) == json.dumps(answer, sort_keys=True), f"line {number}: {line}"
    assert json.dumps(state, sort_keys=True) == json.dumps(answers[-1], sort_keys=True)


def end_score(card: int, held: dict[str, int]) -> int:
    factions = edition.FACTIONS
    box: dict[str, Any] = {"edition": edition.standard(), "factions": factions, "tokens": {}}
    player: dict[str, Any] = {"tokens": [], "ambassadors": 0}
    for faction, count in held.items():
        for _ in range(count):
            token = f"t{len(box['tokens'])}"
            box["tokens"][token] = faction
            player["tokens"].append(token)
    return scoring.end_score(box, player, card)


@pytest.mark.parametrize(
    ("card", "counts", "points"),
    [
        (1, [8], 29),
        (1, [3, 2, 1, 4], 20),
        (1, [14], 56),
        (3, [7, 3, 3, 3, 3, 2, 2], 75),
        (3, [3, 2, 1, 4], 20),
        (2, [3, 2, 1, 0, 4, 0, 2], 10),
    ],
)
def test_the_oracle_scores_as_the_contract_does(card: int, counts: list[int], points: int) -> None:
    assert end_score(card, dict(zip(edition.FACTIONS, counts, strict=False))) == points
