"""Taxes: setting aside, the hourglass, robbing, the tile in hand (TR-2)."""

import pytest

from controller.games.tumult_royale.rules.engine import GameLog
from controller.games.tumult_royale.rules.state import to_mapping
from tests.games.tumult_royale.playing import (
    TWO,
    about_to_count,
    do,
    in_round_one,
    player,
    refused,
    state_of,
)


def after_spin(spun: int = 2) -> GameLog:
    play = in_round_one(TWO)
    play.submit({"do": "spin", "demand": spun})
    return play


def set_aside(play: GameLog, number: int) -> None:
    for tile in state_of(play).table.pool.ids(state_of(play).people)[:number]:
        play.submit({"do": "set_aside", "tile": tile})


def robbing() -> GameLog:
    """t01 to t06 are set aside, the hourglass runs."""
    play = after_spin()
    set_aside(play, 6)
    play.submit({"do": "collect"})
    return play


def test_tr_2_1_three_tiles_a_player_are_set_aside_and_are_not_the_peoples() -> None:
    play = after_spin()
    set_aside(play, 6)
    mapping = to_mapping(state_of(play), play.seq)
    assert mapping["set_aside"] == ["t01", "t02", "t03", "t04", "t05", "t06"]
    assert len(mapping["people"]) == 15
    assert mapping["phase"] == "set_aside"
    refused(play.state, {"do": "set_aside", "tile": "t07"}, "TR-2.1")


@pytest.mark.parametrize("tile", ["t01", "t39", "", "nonsense", "t1"])
def test_tr_2_1_only_tiles_of_the_people_are_set_aside(tile: str) -> None:
    play = after_spin()
    play.submit({"do": "set_aside", "tile": "t01"})
    refused(play.state, {"do": "set_aside", "tile": tile}, "TR-2.1")


def test_tr_2_1_a_tile_moved_to_a_castle_cannot_be_set_aside() -> None:
    play = after_spin()
    play.submit({"do": "amend", "move": {"tile": "t01", "to": "blue"}})
    refused(play.state, {"do": "set_aside", "tile": "t01"}, "TR-2.1")


def test_tr_2_1_in_a_classic_game_tiles_may_be_set_aside_before_the_spin() -> None:
    play = in_round_one(TWO)
    set_aside(play, 6)
    assert state_of(play).phase.name == "sentiment"
    refused(play.state, {"do": "set_aside", "tile": "t07"}, "TR-2.1")
    refused(play.state, {"do": "collect"}, "TR-2.2")
    play.submit({"do": "spin", "demand": 2})
    play.submit({"do": "collect"})
    assert state_of(play).phase.name == "taxes"
    refused(play.state, {"do": "set_aside", "tile": "t07"}, "TR-2.1")


def test_tr_2_2_the_hourglass_starts_with_exactly_3n_tiles_set_aside() -> None:
    play = after_spin()
    set_aside(play, 5)
    refused(play.state, {"do": "collect"}, "TR-2.2")
    set_aside(play, 1)
    play.submit({"do": "amend", "move": {"tile": "t21", "to": "set_aside"}})
    refused(play.state, {"do": "collect"}, "TR-2.2")
    play.submit({"do": "amend", "move": {"tile": "t21", "to": "people"}})
    play.submit({"do": "collect"})
    assert to_mapping(state_of(play), play.seq)["hourglass"] == "running"
    refused(play.state, {"do": "collect"}, "TR-2.2")


def test_tr_2_3_anyone_robs_any_number_of_the_peoples_tiles() -> None:
    play = robbing()
    for color, tile in (("yellow", "t10"), ("blue", "t20"), ("yellow", "t09")):
        play.submit({"do": "rob", "player": color, "tile": tile})
    castles = {each["color"]: each["castle"] for each in to_mapping(state_of(play), play.seq)["players"]}
    assert castles == {"blue": ["t20"], "yellow": ["t09", "t10"]}


@pytest.mark.parametrize(
    ("color", "tile"), [("purple", "t10"), ("red", "t10"), ("", "t10"), ("blue", "t99"), ("blue", "t39")]
)
def test_tr_2_3_players_and_tiles_that_are_not_in_the_game_rob_and_are_robbed_nothing(color: str, tile: str) -> None:
    refused(robbing().state, {"do": "rob", "player": color, "tile": tile}, "TR-2.3")


def test_tr_2_3_nobody_robs_before_the_hourglass_runs() -> None:
    refused(after_spin().state, {"do": "rob", "player": "blue", "tile": "t10"}, "TR-2.3")


def test_tr_2_1_tiles_set_aside_are_not_robbed() -> None:
    refused(robbing().state, {"do": "rob", "player": "blue", "tile": "t01"}, "TR-2.1")


@pytest.mark.parametrize("color", ["blue", "yellow"])
def test_tr_2_4_a_robbed_tile_stays_where_it_is(color: str) -> None:
    play = robbing()
    play.submit({"do": "rob", "player": "blue", "tile": "t10"})
    refused(play.state, {"do": "rob", "player": color, "tile": "t10"}, "TR-2.4")


def test_tr_2_5_after_the_hourglass_each_player_puts_down_one_tile_more() -> None:
    play = robbing()
    play.submit({"do": "rob", "player": "blue", "tile": "t10"})
    play.submit({"do": "stop"})
    assert to_mapping(state_of(play), play.seq)["hourglass"] == "stopped"
    play.submit({"do": "rob", "player": "blue", "tile": "t11"})
    refused(play.state, {"do": "rob", "player": "blue", "tile": "t12"}, "TR-2.5")
    play.submit({"do": "rob", "player": "yellow", "tile": "t12"})
    refused(play.state, {"do": "rob", "player": "yellow", "tile": "t13"}, "TR-2.5")
    refused(play.state, {"do": "stop"}, "TR-2.5")


def test_tr_2_5_a_tile_moved_by_hand_is_not_the_tile_in_hand() -> None:
    play = robbing()
    play.submit({"do": "stop"})
    play.submit({"do": "amend", "move": {"tile": "t10", "to": "blue"}})
    play.submit({"do": "rob", "player": "blue", "tile": "t11"})
    play.submit({"do": "amend", "move": {"tile": "t11", "to": "people"}})
    refused(play.state, {"do": "rob", "player": "blue", "tile": "t11"}, "TR-2.5")


def test_tr_2_5_an_undo_gives_the_tile_in_hand_back() -> None:
    play = robbing()
    play.submit({"do": "stop"})
    play.submit({"do": "rob", "player": "blue", "tile": "t10"})
    play.submit({"do": "undo"})
    play.submit({"do": "rob", "player": "blue", "tile": "t11"})
    assert player(state_of(play), "blue").castle.bit_count() == 1


def test_tr_2_6_tiles_are_counted_after_the_hourglass_has_run_out() -> None:
    play = robbing()
    refused(play.state, {"do": "count"}, "TR-2.6")
    play.submit({"do": "stop"})
    play.submit({"do": "count"})
    assert to_mapping(state_of(play), play.seq)["hourglass"] == "idle"
    refused(play.state, {"do": "count"}, "TR-2.6")
    refused(play.state, {"do": "stop"}, "TR-2.5")


def test_tr_2_6_the_count_tells_what_is_left_of_each_commodity() -> None:
    state = about_to_count(TWO, {"blue": ["b1", "m1"]}, ["b2", "b3", "t1"], (2, 2, 2))
    told = [event for event in do(state, {"do": "count"}).events if type(event).__name__ == "CommodityCounted"]
    assert [(event.commodity, event.left, event.demand) for event in told] == [  # type: ignore[union-attr]
        ("bread", 5, 2),
        ("marble", 0, 2),
        ("tools", 1, 2),
    ]
