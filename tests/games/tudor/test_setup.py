"""TU-0: players, cards, spaces, tokens, the bag and the stand."""

from typing import Any

import pytest

from controller.games.tudor.rules import actions
from controller.games.tudor.rules.actions import Refusal
from controller.games.tudor.rules.engine import apply
from tests.games.tudor.playing import FACTIONS, changed, house_edition, laid, seen, start


def begun(action: dict[str, Any]) -> dict[str, Any]:
    return seen(apply(None, actions.parse(action)).state)


def fault(action: Any) -> str:
    with pytest.raises(Refusal) as caught:
        apply(None, actions.parse(action))
    assert str(caught.value)
    return caught.value.code


def players(*colors: str) -> list[dict[str, str]]:
    return [{"color": color, "gate": color} for color in colors]


@pytest.mark.parametrize(
    "changes",
    [
        {"players": players("yellow")},
        {"players": []},
        {"players": [*players("yellow", "blue", "red", "green"), {"color": "yellow", "gate": "fifth"}]},
        {"players": players("yellow", "yellow")},
        {"players": players("yellow", "purple")},
        {"players": [{"color": "yellow", "gate": "one"}, {"color": "blue", "gate": "one"}]},
        {"first": "green"},
        {"first": "purple"},
    ],
)
def test_tu_0_1_two_to_four_players_with_colours_and_gates_of_their_own(changes: Any) -> None:
    assert fault(start(3, **changes)) == "TU-0.1"


def test_tu_0_1_the_start_player_is_named_and_gates_may_have_any_name() -> None:
    named = [{"color": "red", "gate": "kitchen"}, {"color": "green", "gate": "red"}]
    state = begun(start(2, players=named, first="green"))
    assert (state["first"], state["to_act"], state["phase"]) == ("green", "green", "rings")
    assert [player["gate"] for player in state["players"]] == ["kitchen", "red"]


def test_tu_0_2_two_play_on_the_other_side_of_the_board() -> None:
    assert len(begun(start(2))["spaces"]) == 28
    assert len(begun(start(3))["spaces"]) == len(begun(start(4))["spaces"]) == 36
    assert list(begun(start(2))["offices"]) == ["A", "B", "C", "D"]


def test_tu_0_2_a_house_edition_is_played_with() -> None:
    edition = house_edition(courtiers=3, cards=7)
    state = begun(start(3, edition=edition))
    assert state["players"][0]["supply"] == 3
    assert state["stacks"]["red"] == 7


@pytest.mark.parametrize("scoring", [[1, 1], [0, 1], [1, 7], [1], [], [1, 2, 3], [-1, 2]])
def test_tu_0_3_two_different_scoring_cards_of_six(scoring: Any) -> None:
    assert fault(start(3, scoring, 2)) == "TU-0.3"


def test_tu_0_3_any_two_scoring_cards_of_one_kind_too() -> None:
    assert begun(start(3, (1, 3)))["phase"] == "rings"
    assert begun(start(3, (6, 5)))["phase"] == "rings"


@pytest.mark.parametrize("scenario", [0, 6, -1])
def test_tu_0_4_one_scenario_card_of_five(scenario: int) -> None:
    assert fault(start(3, scenario=scenario)) == "TU-0.4"


@pytest.mark.parametrize(
    ("players", "scenario", "rounds"), [(2, 1, 5), (3, 2, 4), (4, 4, 4), (2, 5, 6), (3, 5, 5), (4, 5, 5)]
)
def test_tu_0_4_card_and_players_give_the_rounds(players: int, scenario: int, rounds: int) -> None:
    assert begun(start(players, scenario=scenario))["rounds"] == rounds


def test_tu_0_5_every_space_gets_two_tokens() -> None:
    spaces = laid([6] * 6)
    assert fault(start(3, spaces={name: lies for name, lies in spaces.items() if name != "C3"})) == "TU-0.5"
    assert fault(start(3, spaces=changed(spaces, A7={"round": "influence", "token": "f140"}))) == "TU-0.5"
    assert fault(start(3, spaces={})) == "TU-0.5"
    assert begun(start(3))["spaces"]["B6"] == {"courtier": None, "token": "f001", "round": "influence"}


def test_tu_0_6_exactly_the_round_tokens_in_play_are_laid() -> None:
    spaces = laid([6] * 6)
    spaces["A1"] = changed(spaces["A1"], round="intrigue")
    assert fault(start(3, spaces=spaces)) == "TU-0.6"
    assert [space["round"] for space in begun(start(2))["spaces"].values()].count("influence") == 14
    assert [space["round"] for space in begun(start(4))["spaces"].values()].count("intrigue") == 18


def test_tu_0_7_the_tokens_are_different_ones() -> None:
    spaces = laid([6] * 6)
    for token in ("f041", "f999", "", "q01"):  # f041 lies on A2
        assert fault(start(3, spaces=changed(spaces, A1=changed(spaces["A1"], token=token)))) == "TU-0.7"


def test_tu_0_7_no_more_tokens_of_a_faction_lie_there_than_are_in_play() -> None:
    spaces = laid([7] * 4)
    for number, name in enumerate(list(spaces)[:19]):
        spaces[name] = changed(spaces[name], token=f"f{number + 121:03}")  # 19 purple ones
    for number, name in enumerate(list(spaces)[19:]):
        spaces[name] = changed(spaces[name], token=f"f{number + 1:03}")
    assert fault(start(2, spaces=spaces)) == "TU-0.7"


def test_tu_0_7_the_bag_is_kept_as_numbers() -> None:
    assert begun(start(3))["bag"] == {**dict.fromkeys(FACTIONS, 15), "purple": 14}
    assert begun(start(2))["bag"] == dict.fromkeys(FACTIONS, 14)
    with_card_2 = begun(start(3, (2, 4)))["bag"]
    assert with_card_2 == {"red": 7, "grey": 9, "brown": 11, "blue": 13, "yellow": 15, "green": 15, "purple": 14}


def test_tu_0_8_the_stand_has_two_or_three_rings_of_each_faction() -> None:
    assert begun(start(2))["stand"] == begun(start(3))["stand"] == dict.fromkeys(FACTIONS, 2)
    assert begun(start(4))["stand"] == dict.fromkeys(FACTIONS, 3)


def test_tu_0_9_the_stacks_are_open_with_ten_cards_each() -> None:
    assert begun(start(3))["stacks"] == dict.fromkeys(FACTIONS, 10)


def test_faults_of_a_start_come_in_the_order_of_the_rules() -> None:
    faulty: dict[str, Any] = start(3, (1, 1), 9, edition=house_edition(cards=-1), first="purple", spaces={})
    assert fault(faulty) == "TU-0.2"
    faulty["edition"] = "standard"
    assert fault(faulty) == "TU-0.1"
    faulty["first"] = "red"
    assert fault(faulty) == "TU-0.3"
    faulty["scoring"] = [1, 2]
    assert fault(faulty) == "TU-0.4"
    faulty["scenario"] = 1
    assert fault(faulty) == "TU-0.5"
    wrong = {name: {"round": "influence", "token": "f001"} for name in laid([6] * 6)}
    assert fault(changed(faulty, spaces=wrong)) == "TU-0.6"
