"""What holds in every state, and that a state is said in one way only."""

import json

import pytest
from msgspec.structs import replace

from controller.games.tumult_royale.box.words import RegionId, Seat
from controller.games.tumult_royale.rules.country import Country, Placement
from controller.games.tumult_royale.rules.engine import broken
from controller.games.tumult_royale.rules.state import (
    Coronation,
    Placing,
    Player,
    Sentiment,
    State,
    canonical,
    to_mapping,
)
from tests.games.tumult_royale.playing import (
    TWO,
    about_to_build,
    about_to_count,
    bit,
    castle_ids,
    do,
    in_round_one,
    state_of,
)

SOUND = about_to_build(["b1", "m1"])
"""Blue on B1 of R1, yellow on E4 of R0; blue's turn, with bread 1 and marble 1."""


def with_blue(**changed: object) -> State:
    blue: Player = replace(SOUND.players[0], **changed)
    return replace(SOUND, players=(blue, *SOUND.players[1:]))


def with_nothing_to_pay() -> State:
    return replace(with_blue(castle=0), phase=Placing(rank=1, built=False, able=0))


def turned_up_twice() -> State:
    assert isinstance(SOUND.land, Country)
    slots = (Placement(RegionId("R1"), 0), *SOUND.land.slots[1:3], Placement(RegionId("R1"), 0))
    return replace(SOUND, land=replace(SOUND.land, slots=slots))


def test_a_sound_state_has_nothing_broken() -> None:
    state = about_to_build(["b1", "m1"], fields=["A1"])  # A2 is a pasture and touches
    assert broken(state) == ()


@pytest.mark.parametrize(
    ("state", "fault"),
    [
        (with_blue(supporters=-1), "blue has -1 supporters"),
        (with_blue(supporters=100), "the supply has -25 supporters"),
        (with_blue(placed=26), "blue has placed 26 statues"),
        (with_blue(castle=SOUND.players[1].castle), "tiles of yellow lie elsewhere too: t02, t09"),
        (with_blue(castle=1 << 30), "tiles lie on the table that are not in play"),
        (replace(SOUND, ranked=(Seat(0), Seat(0))), "the ranks are held by the seats (0, 0)"),
        (with_blue(fields=bit("E4")), "yellow stands on a field that is taken or face down"),
        (with_blue(fields=bit("D1")), "blue stands on a field that is taken or face down"),
        (with_blue(placed=2), "blue has placed 2 statues, 1 of them on fields"),
        (turned_up_twice(), "a region tile lies twice: ['R1', 'R1']"),
        (with_nothing_to_pay(), "it is the turn of somebody who can build nothing"),
        (replace(SOUND, phase=Coronation(due=3)), "3 region tiles are due, 2 lie face down"),
        (with_blue(placed=25), "somebody has placed all statues, and the game goes on"),
        (replace(SOUND, round=3, phase=Sentiment()), "in round 3 0 kings have been crowned"),
        (replace(SOUND, demand=(1, None, 1)), "statues are placed before the demand is known"),
    ],
)
def test_a_broken_state_is_named(state: State, fault: str) -> None:
    assert fault in broken(state)


def test_the_keys_stand_in_the_order_of_the_contract() -> None:
    before = about_to_count(TWO, {"blue": ["b1", "b2", "m1"]}, ["m3", "t3"], (2, 2, 2))
    mapping = to_mapping(do(before, {"do": "count"}).state, 12)
    assert list(mapping) == [
        "seq",
        "round",
        "phase",
        "to_act",
        "hourglass",
        "demand",
        "supply",
        "players",
        "people",
        "set_aside",
        "fields",
        "regions",
        "chronicle",
        "tumults",
        "winner",
        "ending",
    ]
    assert list(mapping["demand"]) == ["bread", "marble", "tools"]
    assert list(mapping["players"][0]) == ["color", "rank", "mercy", "supporters", "placed", "castle"]
    assert list(mapping["tumults"][0]) == ["commodity", "left", "demand", "greediest", "greed", "kept", "returned"]
    assert (mapping["seq"], mapping["winner"], mapping["ending"]) == (12, None, None)


def test_a_state_of_a_tracked_game_is_what_was_written_out() -> None:
    state = about_to_build(["b1", "m1"], fields=("B2",), others_castle=[])
    state = do(
        state, {"do": "build", "player": "blue", "field": "A2", "tiles": castle_ids(state, "blue", ["b1", "m1"])}
    ).state
    mapping = json.loads(canonical(state, 5))
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
    line = canonical(state_of(in_round_one(TWO)), 3)
    assert line.startswith(
        b'{"seq":3,"round":1,"phase":"sentiment","to_act":null,"hourglass":"idle","demand":{"bread":null'
    )
    assert b"\n" not in line
    assert b": " not in line
