"""The people's sentiment: spins, forgotten and amended (TR-1), and the gambler's (TR-10)."""

from typing import Any

import pytest
from msgspec.structs import replace

from controller.games.tumult_royale.rules.engine import GameLog
from controller.games.tumult_royale.rules.state import to_mapping
from tests.games.tumult_royale.playing import (
    TWO,
    about_to_count,
    do,
    in_round_one,
    refused,
    state_of,
)


def demand_of(play: GameLog) -> Any:
    return to_mapping(state_of(play), play.seq)["demand"]


def set_aside_six(play: GameLog) -> None:
    for tile in state_of(play).table.pool.ids(state_of(play).people)[:6]:
        play.submit({"do": "set_aside", "tile": tile})


def finish_round(play: GameLog) -> None:
    """From ``set_aside`` to the next round: nobody robs, nobody builds."""
    set_aside_six(play)
    for action in ("collect", "stop", "count"):
        play.submit({"do": action})
    assert state_of(play).round == 2


def test_tr_1_1_the_number_spun_is_the_demand_for_all_three() -> None:
    play = in_round_one(TWO)
    assert demand_of(play) == {"bread": None, "marble": None, "tools": None}
    play.submit({"do": "spin", "demand": 5})
    assert demand_of(play) == {"bread": 5, "marble": 5, "tools": 5}
    assert state_of(play).phase.name == "set_aside"
    refused(play.state, {"do": "spin", "demand": 5}, "TR-1.1")


@pytest.mark.parametrize("number", [1, 6, 0, -2, 10**30])
def test_tr_1_1_only_numbers_of_the_spinner_can_be_spun(number: int) -> None:
    refused(in_round_one(TWO).state, {"do": "spin", "demand": number}, "TR-1.1")


def test_tr_1_2_an_arrow_between_two_sectors_comes_in_as_the_smaller_number() -> None:
    """The engine sees the number that was read off (TR-1.2 is settled where the arrow is drawn)."""
    after = do(in_round_one(TWO).state, {"do": "spin", "demand": 2}).state
    assert after.demand == (2, 2, 2)


def test_tr_1_3_a_spin_forgotten_in_round_1_counts_as_3() -> None:
    play = in_round_one(TWO)
    play.submit({"do": "forget_spin"})
    assert demand_of(play) == {"bread": 3, "marble": 3, "tools": 3}
    refused(play.state, {"do": "forget_spin"}, "TR-1.3")


def test_tr_1_3_a_forgotten_spin_takes_the_previous_rounds_numbers_amended_ones_too() -> None:
    play = in_round_one(TWO)
    play.submit({"do": "spin", "demand": 2})
    play.submit({"do": "amend", "demand": {"marble": 9}})
    finish_round(play)
    play.submit({"do": "forget_spin"})
    assert demand_of(play) == {"bread": 2, "marble": 9, "tools": 2}


def test_in_a_classic_game_a_spin_names_no_commodity_and_in_a_gambler_one_it_does() -> None:
    refused(in_round_one(TWO).state, {"do": "spin", "demand": 2, "commodity": "bread"}, "LOG")
    gambler = about_to_count(TWO, {}, [], (None, None, None), variant="gambler")
    refused(gambler, {"do": "spin", "demand": 2}, "LOG")


def gambler_after_count() -> GameLog:
    play = in_round_one(TWO, variant="gambler")
    set_aside_six(play)
    for action in ("collect", "stop", "count"):
        play.submit({"do": action})
    return play


def test_tr_10_1_nobody_spins_before_the_taxes_and_three_spins_follow_the_count() -> None:
    play = in_round_one(TWO, variant="gambler")
    assert state_of(play).phase.name == "set_aside"
    refused(play.state, {"do": "spin", "demand": 2, "commodity": "bread"}, "TR-1.1")
    refused(play.state, {"do": "forget_spin"}, "TR-1.3")
    play = gambler_after_count()
    assert to_mapping(state_of(play), 0)["phase"] == "sentiment"
    assert to_mapping(state_of(play), 0)["hourglass"] == "idle"
    refused(play.state, {"do": "set_aside", "tile": "t01"}, "TR-2.1")
    for commodity, number in (("bread", 2), ("marble", 5)):
        play.submit({"do": "spin", "commodity": commodity, "demand": number})
    assert demand_of(play) == {"bread": 2, "marble": 5, "tools": None}
    play.submit({"do": "spin", "commodity": "tools", "demand": 3})
    assert state_of(play).round == 2, "nobody can build: the third spin ends the round"


def test_tr_10_1_the_order_of_the_spins_is_fixed() -> None:
    play = gambler_after_count()
    refused(play.state, {"do": "spin", "commodity": "marble", "demand": 2}, "TR-10.1")
    refused(play.state, {"do": "spin", "commodity": "cheese", "demand": 2}, "TR-1.1")
    refused(play.state, {"do": "spin", "commodity": "bread", "demand": 7}, "TR-1.1")
    play.submit({"do": "spin", "commodity": "bread", "demand": 2})
    refused(play.state, {"do": "spin", "commodity": "bread", "demand": 2}, "TR-10.1")


def test_tr_10_1_a_forgotten_spin_fills_in_all_that_are_missing_from_the_previous_round() -> None:
    before = about_to_count(TWO, {"blue": ["b1", "m1"]}, ["b3"], (None, None, None), variant="gambler")
    state = do(replace(before, last_demand=(5, 4, 2)), {"do": "count"}).state
    state = do(state, {"do": "spin", "commodity": "bread", "demand": 2}).state
    state = do(state, {"do": "forget_spin"}).state
    assert state.demand == (2, 4, 2)
    assert state.phase.name == "statues"


def test_tr_10_1_the_demand_of_a_gambler_is_never_amended() -> None:
    play = in_round_one(TWO, variant="gambler")
    refused(play.state, {"do": "amend", "demand": {"bread": 3}}, "LOG")
    refused(gambler_after_count().state, {"do": "amend", "demand": {"bread": 3}}, "LOG")
