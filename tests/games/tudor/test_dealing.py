"""A game of which people have dealt a part: the rest is dealt by it, and the rules judge all of it (TU-0)."""

from typing import Any

import pytest

from controller.games.contract.values import CastleId, RandomDraw
from controller.games.tudor.dealing import DRAWN, completed
from controller.games.tudor.rules import actions, engine
from controller.games.tudor.rules.actions import Refusal
from tests.games.tudor.playing import house_edition

BLUE, PURPLE = CastleId("blue"), CastleId("purple")
PLAYERS = [{"color": "green", "gate": "blue"}, {"color": "blue", "gate": "purple"}]


def dealt(**by_people: Any) -> dict[str, Any]:
    start = completed([BLUE, PURPLE], DRAWN, by_people, list)
    return dict(start.stopped_at(0) if isinstance(start, RandomDraw) else start)


def test_what_people_have_dealt_stands_in_the_start_and_is_legal() -> None:
    start = dealt(players=PLAYERS, first="blue", scoring=[6, 3], scenario=5)
    assert (start["players"], start["first"], start["scoring"], start["scenario"]) == (PLAYERS, "blue", [6, 3], 5)
    engine.apply(None, actions.parse(start))


def test_the_arrow_says_who_begins_of_the_colours_that_people_chose() -> None:
    start = completed([BLUE, PURPLE], DRAWN, {"players": PLAYERS}, list)
    assert isinstance(start, RandomDraw)
    assert (start.key, start.sectors, start.means) == ("first", ((1, 180), (2, 180)), ("green", "blue"))
    assert "first" not in start.action
    assert start.stopped_at(1)["first"] == "blue"


@pytest.mark.parametrize(("players", "degrees"), [(2, 180), (3, 120), (4, 90)])
def test_every_seat_has_an_equal_part_of_the_circle(players: int, degrees: int) -> None:
    castles = [CastleId(color) for color in ("yellow", "blue", "red", "green")[:players]]
    start = completed(castles, DRAWN, {}, list)
    assert isinstance(start, RandomDraw)
    assert start.sectors == tuple((seat, degrees) for seat in range(1, players + 1))
    assert start.means == tuple(castles)


def test_nothing_is_left_to_the_arrow_where_people_have_chosen() -> None:
    assert not isinstance(completed([BLUE, PURPLE], DRAWN, {"first": "purple"}, list), RandomDraw)


@pytest.mark.parametrize(("named", "both"), [([4], [4, 1]), ([1], [1, 2]), ([5, 2], [5, 2])])
def test_a_scoring_card_that_nobody_named_is_drawn_from_the_others(named: list[int], both: list[int]) -> None:
    assert dealt(scoring=named)["scoring"] == both


def test_with_card_2_its_tokens_leave_before_the_board_is_dealt() -> None:
    """TU-0.7: of red 8 are removed, with two players 2 more; of the 20 red ones 10 can lie on the board."""
    laid = dealt(scoring=[2, 4])["spaces"]
    assert [laid["A1"]["token"], laid["B3"]["token"]] == ["f011", "f020"]


def test_a_board_that_people_laid_is_taken_as_it_lies() -> None:
    spaces = dealt()["spaces"]
    swapped = {**spaces, "A1": spaces["B1"], "B1": spaces["A1"]}
    assert dealt(spaces=swapped)["spaces"] == swapped


def test_a_house_edition_that_people_bring_is_dealt_by_its_own_numbers() -> None:
    edition = house_edition(colors=["pink", "blue", "black", "white"])
    start = dealt(edition=edition)
    assert (start["edition"], [player["color"] for player in start["players"]]) == (edition, ["blue", "pink"])
    engine.apply(None, actions.parse(start))


@pytest.mark.parametrize(
    ("by_people", "rule"),
    [
        ({"scoring": "both"}, None),
        ({"scoring": [4, 4]}, "TU-0.3"),
        ({"scoring": [1, 2, 3]}, "TU-0.3"),
        ({"scoring": [9]}, "TU-0.3"),
        ({"players": [1, 2]}, None),
        ({"players": [{"color": "red", "gate": "blue"}] * 2}, "TU-0.1"),
        ({"first": "purple"}, "TU-0.1"),
        ({"scenario": 6}, "TU-0.4"),
        ({"spaces": {}}, "TU-0.5"),
        ({"edition": {"name": "half"}}, "TU-0.2"),
        ({"edition": 7}, None),
        ({"thumbs": 2}, None),
    ],
)
def test_whatever_people_send_is_refused_by_the_rules(by_people: dict[str, Any], rule: str | None) -> None:
    with pytest.raises(Refusal) as caught:
        engine.apply(None, actions.parse(dealt(**by_people)))
    assert caught.value.rule == rule
