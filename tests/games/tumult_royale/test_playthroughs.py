"""Whole games written out line by line, as `royaltable replay` answers them."""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from controller.cli.game.tell import replay
from controller.games.tumult_royale.box.reading import standard
from tests.games.tumult_royale.oracle.model import Model

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = sorted(file.name.removesuffix(".expected.jsonl") for file in FOLDER.glob("*.expected.jsonl"))


@cache
def log(game: str) -> tuple[dict[str, Any], ...]:
    return tuple(map(json.loads, (FOLDER / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()))


@cache
def expected(game: str) -> tuple[dict[str, Any], ...]:
    """For each line of the log the state after it, or the rule that refuses it."""
    state: dict[str, Any] = {}
    whole = []
    for line in map(json.loads, (FOLDER / f"{game}.expected.jsonl").read_text(encoding="utf-8").splitlines()):
        if "refused" not in line:
            state = {**state, **line}
        whole.append(line if "refused" in line else state)
    return tuple(whole)


@pytest.mark.parametrize("game", GAMES)
def test_a_playthrough_leads_line_by_line_to_what_was_written_out(game: str) -> None:
    result = CliRunner().invoke(replay, [str(FOLDER / f"{game}.jsonl"), "--states", "--keep-going"])
    assert result.exit_code == 0
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    for number, (answer, wanted) in enumerate(zip(answers, expected(game), strict=True), start=1):
        told = {"refused": answer["refused"]["rule"], "line": answer["line"]} if "refused" in answer else answer
        assert told == wanted, f"{game}, line {number}: {log(game)[number - 1]}"


@pytest.mark.parametrize("game", GAMES)
def test_the_naive_reading_of_the_rules_agrees(game: str) -> None:
    oracle = Model(standard().to_mapping())
    for number, (action, wanted) in enumerate(zip(log(game), expected(game), strict=True), start=1):
        answer, told = oracle.submit(action)
        where = f"{game}, line {number}: {action}"
        if "refused" in wanted:
            assert answer == "refused", where
            assert wanted["refused"] in told, where
        else:
            assert (answer, told) == ("accepted", wanted), where


def test_the_playthroughs_show_every_table_every_ending_and_every_kind_of_action() -> None:
    tables, endings, done, rules = set(), Counter[str](), Counter[str](), set()
    for game in GAMES:
        for action, wanted in zip(log(game), expected(game), strict=True):
            if "refused" in wanted:
                rules.add(wanted["refused"])
                continue
            done[action["do"]] += 1
            if action["do"] == "start":
                tables.add((len(action["players"]), action["variant"]))
        last = [wanted for wanted in expected(game) if "refused" not in wanted][-1]
        endings[last["ending"]] += 1
    assert tables == {(players, variant) for players in (2, 3, 4) for variant in ("classic", "gambler")}
    assert endings == {"25th statue": 2, "gap": 3, "tenth round": 1}
    assert set(done) == {
        "start", "place_first", "spin", "forget_spin", "set_aside", "collect", "rob", "stop", "count", "build", "pass",
        "reveal", "amend", "undo",
    }  # fmt: skip
    assert rules >= {
        "LOG", "TR-0.1", "TR-0.3", "TR-0.4", "TR-0.6", "TR-1.1", "TR-2.1", "TR-2.2", "TR-2.3", "TR-2.4", "TR-2.5",
        "TR-2.6", "TR-4.1", "TR-4.2", "TR-4.5", "TR-4.6", "TR-6.3", "TR-10.1",
    }  # fmt: skip
