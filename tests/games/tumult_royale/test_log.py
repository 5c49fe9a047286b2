"""Lines of a log and the states they lead to: their shape, refusals in words, what holds in every state."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from controller.games.contract.values import Text
from controller.games.tumult_royale.box.words import RegionId, Seat
from controller.games.tumult_royale.rules import actions, country, engine
from controller.games.tumult_royale.rules import state as states
from controller.games.tumult_royale.rules.actions import action_to_mapping as as_line
from tests.games.tumult_royale import playing


def test_the_actions_are_those_of_the_contract() -> None:
    names = "start place_first spin forget_spin set_aside collect rob stop count build pass reveal amend undo"
    assert " ".join(actions.ACTION_NAMES) == names


def test_a_line_that_is_no_object_is_refused() -> None:
    for line in [
        "", "   ", "nonsense", "[", "[" * 100_000, "1" * 5_000, '{"do": "stop"', "{'do': 'stop'}", b"\xff\xfe\xff",
        "NaN", "1e999", '"stop"', "null", "[]", "{}",
    ]:  # fmt: skip
        with pytest.raises(actions.Refusal) as caught:
            engine.GameLog().submit(line)
        assert caught.value.code == "LOG"
        assert str(caught.value)


def test_a_wrong_shape_is_refused_before_any_rule() -> None:
    action: Any
    for action in [
        {"do": "dance"},
        {"do": None},
        {"do": 1},
        {"do": ["stop"]},
        {"do": "STOP"},
        {"do": "\ud800"},
        {"Do": "stop"},
        {"do": "stop", "now": True},
        {"do": "stop", "": None},
        {"do": "stop", "\ud800": 1},
        {"do": "undo", "player": "blue"},
        {"do": "spin"},
        {"do": "spin", "demand": None},
        {"do": "spin", "demand": "3"},
        {"do": "spin", "demand": True},
        {"do": "spin", "demand": 3.0},
        {"do": "spin", "demand": float("nan")},
        {"do": "spin", "demand": 3, "commodity": None},
        {"do": "spin", "demand": 3, "commodity": 3},
        {"do": "forget_spin", "demand": 3},
        {"do": "set_aside"},
        {"do": "set_aside", "tile": 1},
        {"do": "set_aside", "tile": ["t01"]},
        {"do": "rob", "tile": "t01"},
        {"do": "rob", "player": "blue"},
        {"do": "rob", "player": None, "tile": "t01"},
        {"do": "place_first"},
        {"do": "place_first", "player": "blue", "field": None},
        {"do": "pass"},
        {"do": "pass", "player": "blue", "stuck": None},
        {"do": "pass", "player": "blue", "stuck": 1},
        {"do": "build", "player": "blue", "tiles": []},
        {"do": "build", "player": "blue", "field": "A1"},
        {"do": "build", "player": "blue", "field": "A1", "tiles": "t01"},
        {"do": "build", "player": "blue", "field": "A1", "tiles": [1]},
        {"do": "build", "player": "blue", "field": "A1", "tiles": [None]},
        {"do": "build", "player": "blue", "field": "A1", "tiles": [], "kind": "forest", "adjacent": True},
        {"do": "build", "player": "blue", "field": "A1", "tiles": [], "kind": None},
        {"do": "build", "player": "blue", "tiles": [], "kind": "forest"},
        {"do": "build", "player": "blue", "tiles": [], "adjacent": True},
        {"do": "build", "player": "blue", "tiles": [], "kind": "forest", "adjacent": 1},
        {"do": "reveal", "player": "blue"},
        {"do": "reveal", "player": "blue", "tiles": {}},
        {"do": "reveal", "player": "blue", "tiles": [{"slot": 0, "tile": "R1"}]},
        {"do": "reveal", "player": "blue", "tiles": [{"slot": 0, "tile": None, "turns": 0}]},
        {"do": "reveal", "player": "blue", "tiles": [{"slot": 0.0, "tile": "R1", "turns": 0}]},
    ]:
        playing.refused(playing.state_of(playing.in_round_one(playing.TWO)), action, "LOG")
        playing.refused(playing.about_to_count(playing.TWO, {}, [], (2, 2, 2)), action, "LOG")


def test_a_start_of_the_wrong_shape_is_log() -> None:
    value: Any
    for key, value in [
        ("edition", None),
        ("edition", "deluxe"),
        ("edition", 3),
        ("edition", []),
        ("variant", "poker"),
        ("variant", None),
        ("map", "blank"),
        ("players", {}),
        ("players", [{"color": "blue", "rank": 1, "name": "Ann"}, {"color": "grey", "rank": 2}]),
        ("players", [{"color": "blue", "rank": "1"}, {"color": "grey", "rank": 2}]),
        ("players", [{"color": "blue", "rank": 1.0}, {"color": "grey", "rank": 2}]),
        ("players", ["blue", "grey"]),
        ("regions", None),
        ("regions", [{"slot": 0, "tile": None}]),
        ("regions", [{"slot": False, "tile": None, "turns": 0}]),
        ("seed", 7),
    ]:
        playing.refused(None, {**playing.start_action(playing.TWO), key: value}, "LOG")


def test_nothing_comes_before_start_and_no_second_one_after_it() -> None:
    for action in ({"do": "stop"}, {"do": "place_first", "player": "blue"}, {"do": "amend", "demand": {"bread": 1}}):
        playing.refused(None, action, "LOG")
    playing.refused(playing.in_round_one(playing.TWO).state, playing.start_action(playing.TWO), "LOG")


def test_an_action_survives_parsing_and_formatting() -> None:
    for action in (
        playing.start_action(playing.TWO),
        {"do": "pass", "player": "blue"},
        {"do": "pass", "player": "blue", "stuck": False},
        {"do": "build", "player": "blue", "tiles": ["t01"], "kind": "forest", "adjacent": False},
        {"do": "amend", "move": {"tile": "t01", "to": "people"}},
    ):
        assert as_line(actions.action_from_json(action)) == action


def test_the_last_of_two_equal_keys_counts() -> None:
    assert engine.GameLog.to_typed_action('{"do": "stop", "do": "count"}') == actions.Count()


def test_a_huge_number_is_refused_in_a_short_sentence() -> None:
    state = playing.state_of(playing.in_round_one(playing.TWO))
    assert len(str(playing.refused(state, {"do": "spin", "demand": 10**4_000}, "TR-1.1"))) < 200
    assert len(str(playing.refused(state, {"do": "set_aside", "tile": "x" * 10_000}, "TR-2.1"))) < 400
    assert playing.do(state, {"do": "spin", "demand": 2}).state.demand == (2, 2, 2)


def test_a_refusal_says_what_was_seen_and_what_to_do() -> None:
    refusal = playing.refused(playing.in_round_one(playing.TWO).state, {"do": "spin", "demand": 7}, "TR-1.1")
    assert str(refusal) == "The spinner has no 7; it shows 2, 3, 4, 5."
    assert refusal.values == {"seen": 7, "numbers": "2, 3, 4, 5"}


def test_words_of_the_game_in_a_refusal_are_translated() -> None:
    refusal = playing.refused(playing.about_to_build(["b1", "m1"]), {"do": "pass", "player": "yellow"}, "TR-4.1")
    assert refusal.text == Text("refused-turn", {"seen": Text("yellow"), "due": Text("blue")})


def test_long_input_is_shortened_and_made_printable() -> None:
    refusal = actions.Refusal("LOG", "tile-unknown", seen="\ud800\n" + "x" * 1_000)
    assert str(refusal) == "Tile ??" + "x" * 198 + "... is not in play."


SOUND = playing.about_to_build(["b1", "m1"])
"""Blue on B1 of R1, yellow on E4 of R0; blue's turn, with bread 1 and marble 1."""


def with_blue(**changed: object) -> states.State:
    blue: states.Player = replace(SOUND.players[0], **changed)
    return replace(SOUND, players=(blue, *SOUND.players[1:]))


def with_nothing_to_pay() -> states.State:
    return replace(with_blue(castle=0), phase=states.Placing(rank=1, built=False, able=0))


def turned_up_twice() -> states.State:
    assert isinstance(SOUND.land, country.Country)
    slots = (country.RegionInSlot(RegionId("R1"), 0), *SOUND.land.slots[1:3], country.RegionInSlot(RegionId("R1"), 0))
    return replace(SOUND, land=replace(SOUND.land, slots=slots))


def test_a_valid_state_violates_no_invariant() -> None:
    state = playing.about_to_build(["b1", "m1"], fields=["A1"])  # A2 is a pasture and touches
    assert engine.invariant_violations(state) == ()


def test_a_violated_invariant_is_named() -> None:
    for state, fault in [
        (with_blue(supporters=-1), "blue has -1 supporters"),
        (with_blue(supporters=100), "the supply has -25 supporters"),
        (with_blue(placed=26), "blue has placed 26 statues"),
        (with_blue(castle=SOUND.players[1].castle), "tiles of yellow lie elsewhere too: t02, t09"),
        (with_blue(castle=1 << 30), "tiles lie on the table that are not in play"),
        (replace(SOUND, ranked=(Seat(0), Seat(0))), "the ranks are held by the seats (0, 0)"),
        (with_blue(fields=playing.bit("E4")), "yellow stands on a field that is taken or face down"),
        (with_blue(fields=playing.bit("D1")), "blue stands on a field that is taken or face down"),
        (with_blue(placed=2), "blue has placed 2 statues, 1 of them on fields"),
        (turned_up_twice(), "a region tile lies twice: ['R1', 'R1']"),
        (with_nothing_to_pay(), "the player to act can build nothing"),
        (replace(SOUND, phase=states.Coronation(due=3)), "3 region tiles are due, 2 lie face down"),
        (with_blue(placed=25), "a player has placed all statues, and the game goes on"),
        (replace(SOUND, round=3, phase=states.Sentiment()), "in round 3 0 kings have been crowned"),
        (replace(SOUND, demand=(1, None, 1)), "statues are placed before the demand is known"),
    ]:
        assert fault in engine.invariant_violations(state)


def test_the_keys_stand_in_the_order_of_the_contract() -> None:
    before = playing.about_to_count(playing.TWO, {"blue": ["b1", "b2", "m1"]}, ["m3", "t3"], (2, 2, 2))
    mapping = states.state_to_mapping(playing.do(before, {"do": "count"}).state, 12)
    assert list(mapping) == [
        "seq", "round", "phase", "to_act", "hourglass", "demand", "supply", "players", "people", "set_aside", "fields",
        "regions", "chronicle", "tumults", "winner", "ending",
    ]  # fmt: skip
    assert list(mapping["demand"]) == ["bread", "marble", "tools"]
    assert list(mapping["players"][0]) == ["color", "rank", "mercy", "supporters", "placed", "castle"]
    assert list(mapping["tumults"][0]) == ["commodity", "left", "demand", "greediest", "greed", "kept", "returned"]
    assert (mapping["seq"], mapping["winner"], mapping["ending"]) == (12, None, None)


def test_a_state_of_a_tracked_game_is_what_was_written_out() -> None:
    state = playing.about_to_build(["b1", "m1"], fields=("B2",), others_castle=[])
    state = playing.do(
        state,
        {"do": "build", "player": "blue", "field": "A2", "tiles": playing.castle_ids(state, "blue", ["b1", "m1"])},
    ).state
    mapping = json.loads(states.canonical_json_bytes(state, 5))
    assert mapping["fields"] == {
        "A2": {"owner": "blue", "statues": 1},
        "B2": {"owner": "blue", "statues": 1},
        "E4": {"owner": "yellow", "statues": 1},
    }
    assert mapping["regions"] == [
        {"slot": 0, "tile": "R1", "turns": 0},
        {"slot": 1, "tile": None, "turns": 0},
        {"slot": 2, "tile": None, "turns": 0},
        {"slot": 3, "tile": "R0", "turns": 0},
    ]
    assert mapping["chronicle"] == ["yellow"], "yellow was consoled and now has the most supporters"


def test_canonical_json_is_compact() -> None:
    line = states.canonical_json_bytes(playing.state_of(playing.in_round_one(playing.TWO)), 3)
    assert line.startswith(
        b'{"seq":3,"round":1,"phase":"sentiment","to_act":null,"hourglass":"idle","demand":{"bread":null'
    )
    assert b"\n" not in line
    assert b": " not in line
