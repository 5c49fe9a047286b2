"""The course of a game: prestige round by round, and what brought it."""

import json
from contextlib import suppress
from itertools import pairwise

import pytest

from controller.games.tudor.rules.actions import Refusal
from controller.games.tudor.rules.engine import GameLog
from controller.games.tudor.show.summary import brought_with, course
from tests.games.tudor.random_games import play
from tests.games.tudor.test_examples import FOLDER


def played(name: str) -> GameLog:
    game = GameLog()
    for line in (FOLDER / f"{name}.jsonl").read_text().splitlines():
        with suppress(Refusal):
            game.submit(json.loads(line))
    return game


def test_of_the_whole_example_columns_ambassador_and_garter_are_told_apart() -> None:
    """Example 6: each column's 6 at four ends of round; yellow's ambassador and everybody's Garter come at the end."""
    points = course(played("6-garter").standing)
    assert [point["round"] for point in points] == [0, 1, 2, 3, 4]
    assert [point["prestige"]["yellow"] for point in points] == [0, 6, 12, 18, 30]
    assert [point["prestige"]["blue"] for point in points] == [0, 6, 12, 18, 27]
    assert {color: each["crowded"] for color, each in points[-1]["sources"].items()} == {
        "yellow": 24, "blue": 24, "red": 0, "green": 0,
    }  # fmt: skip
    assert points[-1]["prestige"] == {"yellow": 30, "blue": 27, "red": 3, "green": 5}


def test_an_office_counts_when_it_is_taken_and_an_amendment_is_people_s() -> None:
    game = played("2-office")
    game.submit({"do": "amend", "prestige": {"blue": -3}})
    brought: dict[str, dict[str, int]] = {}
    for before, state in pairwise((None, *game.standing)):
        assert state is not None
        brought = brought_with(brought, before, state)
    assert brought == {
        "yellow": {"offices": 8, "crowded": 0, "corrected": 0},
        "blue": {"offices": 8, "crowded": 0, "corrected": -3},
        "red": {"offices": 0, "crowded": 0, "corrected": 0},
    }


@pytest.mark.parametrize("seed", [3, 61, 118])
def test_what_the_sources_and_the_end_scores_brought_is_all_the_prestige(seed: int) -> None:
    states = [state for _, state in play(seed)]
    last, point = states[-1], course(states)[-1]
    assert last.phase == "over"
    for seat, color in enumerate(last.table.colors):
        end = sum(last.final[seat].scoring) + last.final[seat].garter
        assert sum(point["sources"][color].values()) + end == last.players[seat].prestige == point["prestige"][color]
        assert point["sources"][color]["corrected"] == 0
