"""The set-up of Tudor: editions, dealing, the start (TU-0)."""

import copy
from typing import Any

import pytest

from controller.games.contract.tools.editions import EditionFault
from controller.games.contract.values import CastleId, RandomDraw
from controller.games.tudor.box.reading import EDITION_FORMAT, standard_edition
from controller.games.tudor.dealing import DRAWN, complete_start_action
from controller.games.tudor.rules import actions, engine
from controller.games.tudor.rules.engine import apply_action
from controller.games.tudor.rules.moves import Refusal
from tests.games.tudor.playing import FACTIONS, changed, house_edition, refused, seen, spaces_setup, start


def players(*colors: str) -> list[dict[str, str]]:
    return [{"color": color, "gate": color} for color in colors]


SPACES = spaces_setup([6] * 6)
NAMED = [{"color": "red", "gate": "kitchen"}, {"color": "green", "gate": "red"}]


@pytest.mark.parametrize(
    ("rule", "changes"),
    [
        ("TU-0.1", {"players": players("yellow")}),
        ("TU-0.1", {"players": []}),
        ("TU-0.1", {"players": [*players("yellow", "blue", "red", "green"), {"color": "yellow", "gate": "fifth"}]}),
        ("TU-0.1", {"players": players("yellow", "yellow")}),
        ("TU-0.1", {"players": players("yellow", "purple")}),
        ("TU-0.1", {"players": [{"color": "yellow", "gate": "one"}, {"color": "blue", "gate": "one"}]}),
        ("TU-0.1", {"first": "green"}),
        ("TU-0.1", {"first": "purple"}),
        *(("TU-0.3", {"scoring": cards}) for cards in ([1, 1], [0, 1], [1, 7], [1], [], [1, 2, 3], [-1, 2])),
        *(("TU-0.4", {"scenario": card}) for card in (0, 6, -1)),
        ("TU-0.5", {"spaces": {name: lies for name, lies in SPACES.items() if name != "C3"}}),
        ("TU-0.5", {"spaces": changed(SPACES, A7={"round": "influence", "token": "f140"})}),
        ("TU-0.5", {"spaces": {}}),
        ("TU-0.6", {"spaces": changed(SPACES, A1=changed(SPACES["A1"], round="intrigue"))}),
        *(  # f041 lies on A2
            ("TU-0.7", {"spaces": changed(SPACES, A1=changed(SPACES["A1"], token=token))})
            for token in ("f041", "f999", "", "q01")
        ),
    ],
)
def test_tu_0_what_no_game_starts_with(rule: str, changes: dict[str, Any]) -> None:
    assert refused(None, start(3, **changes)) == rule


@pytest.mark.parametrize(
    ("begins", "expected"),
    [
        (start(2, players=NAMED, first="green"), {"first": "green", "to_act": "green", "phase": "rings"}),
        (start(2), {"bag": dict.fromkeys(FACTIONS, 14)}),
        (start(3), {"bag": {**dict.fromkeys(FACTIONS, 15), "purple": 14}}),
        (
            start(3, (2, 4)),
            {"bag": {"red": 7, "grey": 9, "brown": 11, "blue": 13, "yellow": 15, "green": 15, "purple": 14}},
        ),
        (start(3, edition=house_edition(cards=7)), {"stacks": dict.fromkeys(FACTIONS, 7)}),
        (start(3, (1, 3)), {"phase": "rings"}),
        (start(3, (6, 5)), {"phase": "rings"}),
        *(
            (start(players, scenario=card), {"rounds": rounds})
            for players, card, rounds in ((2, 1, 5), (3, 2, 4), (4, 4, 4), (2, 5, 6), (3, 5, 5), (4, 5, 5))
        ),
    ],
)
def test_tu_0_how_a_game_begins(begins: dict[str, Any], expected: dict[str, Any]) -> None:
    """TU-0.9 for the stacks; the oracle begins many more games."""
    begun = seen(apply_action(None, actions.parse_action(begins)).state)
    assert {key: begun[key] for key in expected} == expected


def test_faults_of_a_start_come_in_the_order_of_the_rules() -> None:
    faulty: dict[str, Any] = start(3, (1, 1), 9, edition=house_edition(cards=-1), first="purple", spaces={})
    assert refused(None, faulty) == "TU-0.2"
    faulty["edition"] = "standard"
    assert refused(None, faulty) == "TU-0.1"
    faulty["first"] = "red"
    assert refused(None, faulty) == "TU-0.3"
    faulty["scoring"] = [1, 2]
    assert refused(None, faulty) == "TU-0.4"
    faulty["scenario"] = 1
    assert refused(None, faulty) == "TU-0.5"
    wrong = {name: {"round": "influence", "token": "f001"} for name in spaces_setup([6] * 6)}
    assert refused(None, changed(faulty, spaces=wrong)) == "TU-0.6"


def faults(edition: Any) -> list[str]:
    with pytest.raises(EditionFault) as caught:
        EDITION_FORMAT.parse(edition)
    return [f"{fault.where}: {fault.problem}" for fault in caught.value.faults]


def test_the_shipped_edition_is_what_the_contract_says() -> None:
    edition = standard_edition().to_mapping()
    assert [token["id"] for token in edition["tokens"]] == [f"f{number:03}" for number in range(1, 141)]
    assert [ring["id"] for ring in edition["rings"]] == [f"q{number:02}" for number in range(1, 22)]
    assert edition["factions"] == ["red", "grey", "brown", "blue", "yellow", "green", "purple"]
    assert edition["tokens"][20] == {"id": "f021", "faction": "grey"}
    assert edition["rings"][3] == {"id": "q04", "faction": "grey"}
    assert edition["enhancements"] == {
        "A": ["thumb", "index"],
        "B": ["ring", "pinky"],
        "C": ["index", "middle"],
        "D": ["middle", "ring"],
        "E": ["thumb", "middle"],
        "F": ["index", "pinky"],
    }
    assert edition["essentials"]["red"] == {"worth": 4, "remove": 8}
    assert edition["essentials"]["purple"] == {"worth": -3, "remove": 0}
    assert edition["offices"] == {"2": [6, 10, 10, 6], "3": [6, 8, 10, 10, 8, 6], "4": [6, 8, 10, 10, 8, 6]}
    assert edition["garter"] == {"2": [5, 0], "3": [5, 2, 0], "4": [5, 3, 1, 0]}
    assert edition["alike"] == edition["different"] == [1, 3, 6, 10, 15, 21, 28]
    assert edition["scenarios"]["5"] == {"first": 0, "later": 2, "rounds": {"2": 6, "3": 5, "4": 5}}


def test_an_edition_is_the_object_that_a_log_carries() -> None:
    assert EDITION_FORMAT.parse(standard_edition().to_mapping()) == standard_edition()


def test_placeholders_are_marked_as_such() -> None:
    placeholders = [trust.datum for trust in EDITION_FORMAT.trust(None) if trust.standing == "placeholder"]
    assert len(placeholders) == 9
    assert "essentials: worth and removed" in placeholders
    assert "columns: how many, how high" in placeholders


def test_an_unknown_standing_is_a_fault_of_the_file() -> None:
    with pytest.raises(EditionFault, match=r"standing\[0\].standing: is 'rumour'"):
        EDITION_FORMAT.trust('[[standing]]\ndatum = "cards"\nstanding = "rumour"\nsource = "a friend"\n')


@pytest.mark.parametrize("text", ["name = ", "x" * 300_000, "name = 'short'"])
def test_a_file_that_is_no_edition_is_refused(text: str) -> None:
    with pytest.raises(EditionFault):
        EDITION_FORMAT.from_toml(text)


@pytest.mark.parametrize("value", [None, 5, [], "house", {}])
def test_what_is_no_edition_is_refused(value: object) -> None:
    assert faults(value)


CASES: list[tuple[dict[str, Any], str]] = [
    ({"name": ""}, "name: is empty; expected text"),
    ({"name": 5}, "name: is 5; expected text"),
    ({"extra": 1}, "edition: has the unknown key 'extra'"),
    ({"factions": ["red"]}, "factions: has 1 entries; expected 7"),
    ({"factions": ["red", "red", "brown", "blue", "yellow", "green", "purple"]}, "factions: 'red' occurs more"),
    ({"colors": ["yellow", "blue", "red"]}, "colors: has 3 entries; expected 4"),
    ({"colors": ["yellow", "blue", "red", "red"]}, "colors: 'red' occurs more than once"),
    ({"colors": ["yellow", "blue", "red", ""]}, "colors[3]: is empty; expected text"),
    ({"tokens.0": {"id": "f001", "faction": "pink"}}, "tokens[0].faction: is 'pink'; expected one of red"),
    ({"tokens.0": {"id": "f002", "faction": "red"}}, "tokens and rings: 'f002' occurs more than once"),
    ({"tokens.0": {"id": "q01", "faction": "red"}}, "tokens and rings: 'q01' occurs more than once"),
    ({"tokens.0": {"id": "", "faction": "red"}}, "tokens[0].id: is empty; expected text"),
    ({"tokens.0": {"id": "f001"}}, "tokens[0]: lacks the key 'faction'"),
    ({"rings": {}}, "rings: is a dict; expected a list"),
    ({"cards": True}, "cards: is True; expected a whole number"),
    ({"cards": 10.0}, "cards: is 10.0; expected a whole number"),
    ({"cards": -1}, "cards: is -1; expected 0 to"),
    ({"cards": 1}, "cards: is 1; 2 players may be given 2 of a faction"),
    ({"courtiers": 0}, "courtiers: is 0; expected 1 to"),
    ({"round_tokens": {"influence": 18}}, "round_tokens: lacks the key 'intrigue'"),
    ({"round_tokens": {"influence": 17, "intrigue": 18}}, "columns.3: have 36 spaces together; expected 35"),
    (
        {"two_players_without": {"tokens": 2, "influence": 19, "intrigue": 4}},
        "two_players_without.influence: leaves out 19 of 18",
    ),
    ({"two_players_without": {"tokens": 21, "influence": 4, "intrigue": 4}}, "tokens: 20 are red; 29 are removed with"),
    ({"rings_each": {"2": 2, "3": 1, "4": 3}}, "rings_each.3: puts 7 rings into play; expected 12 or more"),
    ({"rings_each": {"2": 2, "3": 2, "4": 4}}, "rings: 3 are red; 4 players need 4"),
    ({"rings_each": {"2": 0, "3": 2, "4": 3}}, "rings_each.2: is 0; expected 1 to"),
    ({"columns.2": []}, "columns.2: has no columns; expected 1 to 26"),
    ({"columns.2": [7, 7, 7, 8]}, "columns.2: have 29 spaces together; expected 28"),
    ({"columns.2": [1, 9, 9, 9]}, "columns.2[0]: is 1; expected 2 to 9"),
    ({"columns.2": [10, 9, 9]}, "columns.2[0]: is 10; expected 2 to 9"),
    ({"bench": {"2": 0, "3": 3, "4": 4}}, "bench.2: is 0; expected 1 to"),
    ({"chairs": {"2": 3, "3": 4}}, "chairs: lacks the key '4'"),
    ({"chambers": [["A", "B"], ["C", "D"]]}, "chambers: has 2 entries; expected 3"),
    ({"chambers": [["A", "B"], ["C", "D"], ["E", "A"]]}, "chambers: offer A, B, C, D, E, A; expected each of A to F"),
    ({"chambers": [["A", "B"], ["C", "D"], ["E", "G"]]}, "chambers[2][1]: is 'G'; expected one of A"),
    ({"enhancements.A": []}, "enhancements.A: names no finger; expected at least one"),
    ({"enhancements.A": ["thumb", "thumb"]}, "enhancements.A: 'thumb' occurs more than once"),
    ({"enhancements.A": ["toe"]}, "enhancements.A[0]: is 'toe'; expected one of thumb"),
    ({"alike": [1, 3, 6, 10, 15, 21]}, "alike: has 6 entries; expected 7"),
    ({"different": [1, 3, 6, 10, 15, 21, -1]}, "different[6]: is -1; expected 0 to"),
    ({"essentials.red": {"worth": 4, "remove": 21}}, "tokens: 20 are red; 23 are removed with 2 players"),
    ({"essentials.red": {"worth": None, "remove": 8}}, "essentials.red.worth: is None; expected a whole number"),
    ({"offices": {"2": [6, 10, 10], "3": [0] * 6, "4": [0] * 6}}, "offices.2: has 3 numbers; expected 4"),
    ({"crowded": "6"}, "crowded: is '6'; expected a whole number"),
    ({"ambassador": -6}, "ambassador: is -6; expected 0 to"),
    ({"scenarios": {}}, "scenarios: lacks the key '1'"),
    (
        {"scenarios.3": {"first": 0, "later": 2, "rounds": {"2": 5, "3": 0, "4": 4}}},
        "scenarios.3.rounds.3: is 0; expected 1 to",
    ),
    ({"garter": {"2": [5, 0], "3": [5, 2], "4": [5, 3, 1, 0]}}, "garter.3: has 2 numbers; expected 3"),
]


@pytest.mark.parametrize(("changes", "expected"), CASES)
def test_tu_0_2_each_fault_of_an_edition_is_named(changes: dict[str, Any], expected: str) -> None:
    edition = copy.deepcopy(house_edition())
    for path, value in changes.items():
        key, _, inner = path.partition(".")
        if not inner:
            edition[key] = value
        elif isinstance(edition[key], list):
            edition[key][int(inner)] = value
        else:
            edition[key][inner] = value
    assert any(fault.startswith(expected) for fault in faults(edition)), faults(edition)


def test_tu_0_2_all_faults_are_named_at_once() -> None:
    edition = house_edition(cards=-1, name="", crowded=None)
    del edition["garter"]
    assert [fault.split(":")[0] for fault in faults(edition)] == ["edition", "name", "cards", "crowded"]


def test_only_the_worth_of_a_token_may_be_negative() -> None:
    edition = copy.deepcopy(house_edition())
    edition["essentials"]["red"]["worth"] = -9
    assert EDITION_FORMAT.parse(edition).essentials[0].worth == -9


BLUE, PURPLE = CastleId("blue"), CastleId("purple")
PLAYERS = [{"color": "green", "gate": "blue"}, {"color": "blue", "gate": "purple"}]


def dealt(**by_people: Any) -> dict[str, Any]:
    start = complete_start_action([BLUE, PURPLE], DRAWN, by_people, list)
    return dict(start.stopped_at(0) if isinstance(start, RandomDraw) else start)


def test_a_partial_deal_is_completed_to_a_legal_start() -> None:
    start = dealt(players=PLAYERS, first="blue", scoring=[6, 3], scenario=5)
    assert (start["players"], start["first"], start["scoring"], start["scenario"]) == (PLAYERS, "blue", [6, 3], 5)
    engine.apply_action(None, actions.parse_action(start))


def test_the_arrow_draws_the_start_player_from_the_chosen_colours() -> None:
    start = complete_start_action([BLUE, PURPLE], DRAWN, {"players": PLAYERS}, list)
    assert isinstance(start, RandomDraw)
    assert (start.key, start.sectors, start.means) == ("first", ((1, 180), (2, 180)), ("green", "blue"))
    assert "first" not in start.action
    assert start.stopped_at(1)["first"] == "blue"


@pytest.mark.parametrize(("players", "degrees"), [(2, 180), (3, 120), (4, 90)])
def test_every_seat_has_an_equal_part_of_the_circle(players: int, degrees: int) -> None:
    castles = [CastleId(color) for color in ("yellow", "blue", "red", "green")[:players]]
    start = complete_start_action(castles, DRAWN, {}, list)
    assert isinstance(start, RandomDraw)
    assert start.sectors == tuple((seat, degrees) for seat in range(1, players + 1))
    assert start.means == tuple(castles)


def test_the_arrow_is_not_used_if_the_start_player_is_chosen() -> None:
    assert not isinstance(complete_start_action([BLUE, PURPLE], DRAWN, {"first": "purple"}, list), RandomDraw)


@pytest.mark.parametrize(("named", "both"), [([4], [4, 1]), ([1], [1, 2]), ([5, 2], [5, 2])])
def test_a_missing_scoring_card_is_drawn_from_the_others(named: list[int], both: list[int]) -> None:
    assert dealt(scoring=named)["scoring"] == both


def test_with_card_2_its_tokens_leave_before_the_board_is_dealt() -> None:
    """TU-0.7: 8 red tokens leave with card 2, and 2 more with two players."""
    spaces = dealt(scoring=[2, 4])["spaces"]
    assert [spaces["A1"]["token"], spaces["B3"]["token"]] == ["f011", "f020"]


def test_a_board_laid_by_hand_is_kept() -> None:
    spaces = dealt()["spaces"]
    swapped = {**spaces, "A1": spaces["B1"], "B1": spaces["A1"]}
    assert dealt(spaces=swapped)["spaces"] == swapped


def test_a_custom_edition_is_dealt_by_its_own_numbers() -> None:
    edition = house_edition(colors=["pink", "blue", "black", "white"])
    start = dealt(edition=edition)
    assert (start["edition"], [player["color"] for player in start["players"]]) == (edition, ["blue", "pink"])
    engine.apply_action(None, actions.parse_action(start))


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
def test_malformed_deals_are_refused_by_the_rules(by_people: dict[str, Any], rule: str | None) -> None:
    with pytest.raises(Refusal) as caught:
        engine.apply_action(None, actions.parse_action(dealt(**by_people)))
    assert caught.value.rule == rule
