"""Whole games written out line by line, with the state after each line or the rule that refuses it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.games.contract.values import RefusedError
from controller.games.tudor.rules import engine as tudor
from controller.games.tudor.rules.state import state_to_mapping as tudor_state
from controller.games.tumult_royale.box.reading import standard_edition
from controller.games.tumult_royale.rules import engine as tumult
from controller.games.tumult_royale.rules.state import state_to_mapping as tumult_state
from tests.games.tudor.oracle.model import Oracle
from tests.games.tumult_royale.oracle.model import Model

Answer = Callable[[Any], Any]
TUDOR = sorted((Path(__file__).parent / "tudor/examples").glob("*.answers.jsonl"))
TUMULT = sorted((Path(__file__).parent / "tumult_royale/playthroughs").glob("*.expected.jsonl"))
IN_SHORT = {"seq", "round", "phase", "to_act", "due", "prestige"}


def engine(play: tudor.GameLog | tumult.GameLog, to_mapping: Callable[..., Any]) -> Answer:
    def answer(line: Any) -> Any:
        try:
            play.submit(line)
        except RefusedError as refusal:
            return {"refused": {refusal.code}}
        return to_mapping(play.state, play.seq)

    return answer


def oracle_of_tudor() -> Answer:
    oracle = Oracle()

    def answer(line: Any) -> Any:
        rule = oracle.play(line)
        return oracle.state() if rule is None else {"refused": {rule}}

    return answer


def oracle_of_tumult() -> Answer:
    model = Model(standard_edition().to_mapping())

    def answer(line: Any) -> Any:
        verdict, result = model.submit(line)
        return result if verdict == "accepted" else {"refused": result}

    return answer


@pytest.mark.parametrize("file", [*TUDOR, *TUMULT], ids=lambda file: file.name.partition(".")[0])
@pytest.mark.parametrize("naive", [False, True], ids=["engine", "oracle"])
def test_each_line_is_answered_as_it_was_written_out(file: Path, naive: bool) -> None:
    """What is refused before a game or for its shape the oracle is not asked."""
    if file in TUDOR:
        answer = oracle_of_tudor() if naive else engine(tudor.GameLog(), tudor_state)
    else:
        answer = oracle_of_tumult() if naive else engine(tumult.GameLog(), tumult_state)
    log = file.with_name(file.name.partition(".")[0] + ".jsonl").read_text(encoding="utf-8").splitlines()
    wanted: dict[str, Any] = {}
    for number, (line, written) in enumerate(zip(log, file.read_text("utf-8").splitlines(), strict=True), 1):
        where, expected = f"line {number}: {line}", json.loads(written)
        if "refused" in expected:
            if not naive or (wanted and expected["refused"] != "LOG"):
                assert expected["refused"] in answer(json.loads(line))["refused"], where
            continue
        result, wanted = answer(json.loads(line)), expected if file in TUDOR else wanted | expected
        if wanted.keys() == IN_SHORT:
            result["prestige"] = {player["color"]: player["prestige"] for player in result["players"]}
            result = {key: result[key] for key in IN_SHORT}
        assert result == wanted, where


def test_six_playthroughs_and_five_examples_are_written_out() -> None:
    assert [file.name[0] for file in TUDOR] == ["1", "2", "3", "4", "6"]
    assert [file.name.partition(".")[0] for file in TUMULT] == [
        "four_classic_tracked", "four_gambler_tracked", "three_classic_tracked", "three_gambler_honour",
        "two_classic_tracked", "two_gambler_honour",
    ]  # fmt: skip
