"""What an edition may hold (TU-0.2): every fault is named, all at once."""

import copy
from typing import Any

import pytest

from controller.games.contract.tools.editions import EditionFault
from controller.games.tudor.box.reading import FORMAT, standard, standard_trust
from tests.games.tudor.playing import house_edition


def faults(edition: Any) -> list[str]:
    with pytest.raises(EditionFault) as caught:
        FORMAT.parse(edition)
    return [f"{fault.where}: {fault.problem}" for fault in caught.value.faults]


def test_the_shipped_edition_is_what_the_contract_says() -> None:
    edition = standard().to_mapping()
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
    assert FORMAT.parse(standard().to_mapping()) == standard()


def test_placeholders_are_marked_as_such() -> None:
    placeholders = [trust.datum for trust in standard_trust() if trust.standing == "placeholder"]
    assert len(placeholders) == 9
    assert "essentials: worth and removed" in placeholders
    assert "columns: how many, how high" in placeholders


def test_an_unknown_standing_is_a_fault_of_the_file() -> None:
    with pytest.raises(EditionFault, match=r"standing\[0\].standing: is 'rumour'"):
        FORMAT.trust('[[standing]]\ndatum = "cards"\nstanding = "rumour"\nsource = "a friend"\n')


@pytest.mark.parametrize("text", ["name = ", "x" * 300_000, "name = 'short'"])
def test_a_file_that_is_no_edition_is_refused(text: str) -> None:
    with pytest.raises(EditionFault):
        FORMAT.from_toml(text)


@pytest.mark.parametrize("value", [None, 5, [], "house", {}])
def test_what_is_no_edition_is_refused(value: object) -> None:
    assert faults(value)


CASES: list[tuple[dict[str, Any], str]] = [
    ({"name": ""}, "name: is empty; expected a text"),
    ({"name": 5}, "name: is 5; expected a text"),
    ({"extra": 1}, "edition: has the unknown key 'extra'"),
    ({"factions": ["red"]}, "factions: has 1 entries; expected 7"),
    ({"factions": ["red", "red", "brown", "blue", "yellow", "green", "purple"]}, "factions: 'red' stands there more"),
    ({"colors": ["yellow", "blue", "red"]}, "colors: has 3 entries; expected 4"),
    ({"colors": ["yellow", "blue", "red", "red"]}, "colors: 'red' stands there more than once"),
    ({"colors": ["yellow", "blue", "red", ""]}, "colors[3]: is empty; expected a text"),
    ({"tokens.0": {"id": "f001", "faction": "pink"}}, "tokens[0].faction: is 'pink'; expected one of red"),
    ({"tokens.0": {"id": "f002", "faction": "red"}}, "tokens and rings: 'f002' stands there more than once"),
    ({"tokens.0": {"id": "q01", "faction": "red"}}, "tokens and rings: 'q01' stands there more than once"),
    ({"tokens.0": {"id": "", "faction": "red"}}, "tokens[0].id: is empty; expected a text"),
    ({"tokens.0": {"id": "f001"}}, "tokens[0]: misses the key 'faction'"),
    ({"rings": {}}, "rings: is a dict; expected a list"),
    ({"cards": True}, "cards: is True; expected a whole number"),
    ({"cards": 10.0}, "cards: is 10.0; expected a whole number"),
    ({"cards": -1}, "cards: is -1; expected 0 to"),
    ({"cards": 1}, "cards: is 1; 2 players may be given 2 of a faction"),
    ({"courtiers": 0}, "courtiers: is 0; expected 1 to"),
    ({"round_tokens": {"influence": 18}}, "round_tokens: misses the key 'intrigue'"),
    ({"round_tokens": {"influence": 17, "intrigue": 18}}, "columns.3: have 36 spaces together; expected 35"),
    (
        {"two_players_without": {"tokens": 2, "influence": 19, "intrigue": 4}},
        "two_players_without.influence: leaves out 19 of 18",
    ),
    ({"two_players_without": {"tokens": 21, "influence": 4, "intrigue": 4}}, "tokens: 20 are red; 29 leave the game"),
    ({"rings_each": {"2": 2, "3": 1, "4": 3}}, "rings_each.3: puts 7 rings into play; expected 12 or more"),
    ({"rings_each": {"2": 2, "3": 2, "4": 4}}, "rings: 3 are red; 4 players need 4"),
    ({"rings_each": {"2": 0, "3": 2, "4": 3}}, "rings_each.2: is 0; expected 1 to"),
    ({"columns.2": []}, "columns.2: has no columns; expected 1 to 26"),
    ({"columns.2": [7, 7, 7, 8]}, "columns.2: have 29 spaces together; expected 28"),
    ({"columns.2": [1, 9, 9, 9]}, "columns.2[0]: is 1; expected 2 to 9"),
    ({"columns.2": [10, 9, 9]}, "columns.2[0]: is 10; expected 2 to 9"),
    ({"bench": {"2": 0, "3": 3, "4": 4}}, "bench.2: is 0; expected 1 to"),
    ({"chairs": {"2": 3, "3": 4}}, "chairs: misses the key '4'"),
    ({"chambers": [["A", "B"], ["C", "D"]]}, "chambers: has 2 entries; expected 3"),
    ({"chambers": [["A", "B"], ["C", "D"], ["E", "A"]]}, "chambers: offer A, B, C, D, E, A; expected each of A to F"),
    ({"chambers": [["A", "B"], ["C", "D"], ["E", "G"]]}, "chambers[2][1]: is 'G'; expected one of A"),
    ({"enhancements.A": []}, "enhancements.A: names no finger; expected at least one"),
    ({"enhancements.A": ["thumb", "thumb"]}, "enhancements.A: 'thumb' stands there more than once"),
    ({"enhancements.A": ["toe"]}, "enhancements.A[0]: is 'toe'; expected one of thumb"),
    ({"alike": [1, 3, 6, 10, 15, 21]}, "alike: has 6 entries; expected 7"),
    ({"different": [1, 3, 6, 10, 15, 21, -1]}, "different[6]: is -1; expected 0 to"),
    ({"essentials.red": {"worth": 4, "remove": 21}}, "tokens: 20 are red; 23 leave the game of 2 players"),
    ({"essentials.red": {"worth": None, "remove": 8}}, "essentials.red.worth: is None; expected a whole number"),
    ({"offices": {"2": [6, 10, 10], "3": [0] * 6, "4": [0] * 6}}, "offices.2: has 3 numbers; expected 4"),
    ({"crowded": "6"}, "crowded: is '6'; expected a whole number"),
    ({"ambassador": -6}, "ambassador: is -6; expected 0 to"),
    ({"scenarios": {}}, "scenarios: misses the key '1'"),
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
    assert FORMAT.parse(edition).essentials[0].worth == -9
