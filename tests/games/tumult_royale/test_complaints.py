"""What the referee says to a tile or a press that changes nothing, and to tiles that do not pay."""

from collections.abc import Mapping
from typing import Any

import pytest

from controller.games.contract.effects import Blink, ChoiceScreen, Complain, TextScreen
from controller.games.contract.inputs import ButtonPressed, GateComplained, Input, KnobTurned, PieceTapped, TimerRanOut
from controller.games.contract.values import CastleId, PieceId
from controller.games.naming import sentence
from controller.games.tumult_royale.referee.memory import EMPTY, Memory, settle
from controller.games.tumult_royale.referee.referee import judge
from controller.games.tumult_royale.referee.waiting import waiting
from controller.games.tumult_royale.rules.state import State
from controller.games.tumult_royale.show import view as paying
from controller.games.tumult_royale.show.view import view
from controller.texts.speaking import LANGUAGES
from tests.games.tumult_royale.playing import (
    BLUE,
    GREY,
    TWO,
    YELLOW,
    about_to_build,
    about_to_count,
    after_spin,
    castle_ids,
    do,
    in_round_one,
    state_of,
)


def tap(castle: CastleId, tile: str, at_s: float = 1.0) -> PieceTapped:
    return PieceTapped(castle, PieceId(tile), at_s)


def press(castle: CastleId | None, *, long: bool = False) -> ButtonPressed:
    return ButtonPressed("knob" if castle is None else "yes", castle, long, 1.0)


def after(state: State, memory: Memory, *inputs: Input) -> tuple[State, Memory]:
    """Judge one after the other, doing what is wished."""
    for input_ in inputs:
        verdict = judge(state, memory, input_)
        memory = verdict.memory
        for wish in verdict.proposed:
            assert isinstance(wish, Mapping)
            state = do(state, wish).state
            memory = settle(state, memory, wish)
    return state, memory


def told(state: State, memory: Memory, input_: Input) -> dict[CastleId | None, str]:
    """The complaints in English with their rule; nothing is wished and every language can say them."""
    verdict = judge(state, memory, input_)
    assert verdict.proposed == ()
    complaints = [effect for effect in verdict.effects if isinstance(effect, Complain)]
    assert len(complaints) == len(verdict.effects)
    for language in LANGUAGES:
        assert all(sentence(complaint.text, language) for complaint in complaints)
    return {complaint.castle: f"{complaint.rule}: {sentence(complaint.text, 'en')}" for complaint in complaints}


def all_aside() -> tuple[State, Memory]:
    return after(
        state_of(after_spin()), EMPTY, *(tap(BLUE if number < 4 else YELLOW, f"t0{number}") for number in range(1, 7))
    )


def robbing() -> tuple[State, Memory]:
    return after(*all_aside(), press(BLUE))


def stopped(*before: Input) -> tuple[State, Memory]:
    """After the stop at 20 s."""
    return after(*robbing(), *before, TimerRanOut(20.0))


def test_a_tile_before_the_hourglass_is_to_be_put_back_unseen() -> None:
    assert told(*all_aside(), tap(BLUE, "t20")) == {
        BLUE: "TR-2.2: All are set aside, and the hourglass does not run yet. Put this one back unseen."
    }


def test_a_fourth_tile_set_aside_is_one_too_many() -> None:
    state, memory = after(state_of(after_spin()), EMPTY, *(tap(BLUE, f"t0{number}") for number in range(1, 4)))
    assert told(state, memory, tap(BLUE, "t20")) == {
        BLUE: "TR-2.1: You have set aside three already. Put this one back unseen."
    }


def test_a_tile_that_is_set_aside_already_is_not_set_aside_again() -> None:
    state, memory = after(state_of(after_spin()), EMPTY, tap(BLUE, "t01"))
    for castle in (BLUE, YELLOW):
        assert told(state, memory, tap(castle, "t01")) == {
            castle: "TR-2.1: This tile is set aside already. Put it down and take another."
        }


def test_a_tile_that_was_set_aside_is_not_robbed() -> None:
    assert told(*robbing(), tap(BLUE, "t04")) == {BLUE: "TR-2.1: It is set aside this round. Put it back."}


def test_a_tile_that_lies_at_another_castle_is_told_at_both() -> None:
    state, memory = after(*robbing(), tap(YELLOW, "t20"))
    assert told(state, memory, tap(BLUE, "t20")) == {
        BLUE: "TR-2.4: It lies at Yellow already. Put it back there.",
        YELLOW: "TR-2.4: Blue holds a tile of yours. Compare.",
    }


def test_a_tile_that_lies_here_already_counts_once() -> None:
    state, memory = after(*robbing(), tap(YELLOW, "t20"))
    assert told(state, memory, tap(YELLOW, "t20")) == {YELLOW: "TR-2.4: It counts here already. Leave it there."}


def test_a_second_tile_after_the_stop_says_how_late_it_is() -> None:
    """TR-2.5: each player may still put down the one tile in hand."""
    state, memory = after(*stopped(), tap(BLUE, "t20", 20.4))
    assert told(state, memory, tap(BLUE, "t21", 22.3)) == {BLUE: "TR-2.5: 2.3 s too late. Put it back."}
    assert judge(state, memory, tap(YELLOW, "t21", 22.3)).proposed == (
        {"do": "rob", "player": "yellow", "tile": "t21"},
    )


def test_a_second_tile_after_a_stop_that_the_table_did_not_see_is_too_late_all_the_same() -> None:
    state, _ = after(*stopped(), tap(BLUE, "t20", 20.4))
    assert told(state, EMPTY, tap(BLUE, "t21", 22.3)) == {BLUE: "TR-2.5: Your late tile has come. Put this one back."}


def test_a_stop_by_hand_after_one_that_was_taken_back_has_no_time_to_be_late_by() -> None:
    """TR-2.5."""
    running, _ = robbing()
    _, memory = stopped()
    stop = {"do": "stop"}
    state = do(running, stop).state
    memory = settle(state, settle(running, memory, {"do": "undo"}), stop)
    state, memory = after(state, memory, tap(BLUE, "t20", 40.4))
    assert told(state, memory, tap(BLUE, "t21", 42.3)) == {BLUE: "TR-2.5: Your late tile has come. Put this one back."}


def test_after_a_castle_has_said_yes_to_its_number_no_tile_comes_in() -> None:
    state, memory = after(*stopped(tap(BLUE, "t20")), press(BLUE))
    assert told(state, memory, tap(BLUE, "t21", 20.4)) == {BLUE: "TR-2.6: You said yes to 1. Press no to correct."}


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("complaint-unknown-tag", "TR-0.2: Unknown tile. Use one of this box."),
        ("complaint-one-at-a-time", "TR-2.3: Two at once. One tile at a time, please."),
    ],
)
def test_what_a_gate_cannot_count_is_told_at_its_castle_with_a_rule(key: str, expected: str) -> None:
    assert told(*robbing(), GateComplained(BLUE, key, 1.0)) == {BLUE: expected}


def test_a_tile_or_castle_that_is_not_in_this_game_is_told_so() -> None:
    """TR-0.2: two players play with the plain tiles only."""
    assert told(*robbing(), tap(BLUE, "t39")) == {BLUE: "TR-0.2: Not in this game. Put it back into the box."}
    expected = {GREY: "TR-0.1: This castle does not play. Leave it alone."}
    assert told(*robbing(), tap(GREY, "t20")) == told(*robbing(), press(GREY)) == expected


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        (state_of(in_round_one(TWO)), "TR-1.1"),
        (state_of(after_spin()), "TR-2.2"),
        (robbing()[0], "TR-2.3"),
        (about_to_build(["b1", "m1"]), "TR-4.1"),
    ],
)
def test_a_button_of_a_castle_whose_move_it_is_not_says_whose_it_is(state: State, rule: str) -> None:
    assert told(state, EMPTY, press(YELLOW)) == {YELLOW: f"{rule}: It is Blue's turn. Wait for yours."}


def test_a_tile_of_a_castle_whose_turn_it_is_not_says_whose_it_is() -> None:
    state = about_to_build(["b1", "m1"])
    (theirs,) = castle_ids(state, "yellow", ["b1"])
    assert told(state, EMPTY, tap(YELLOW, theirs)) == {YELLOW: "TR-4.1: It is Blue's turn. Wait for yours."}


def test_paying_with_a_tile_that_went_back_in_a_tumult_names_the_tumult() -> None:
    """TR-3.6."""
    tiles = {"blue": ["b1", "b2", "b3", "m1"], "yellow": ["m1"]}
    state = do(about_to_count(TWO, tiles, ["b1", "m3", "m2"], (2, 2, 0)), {"do": "count"}).state
    (tumult,) = state.tumults
    assert told(state, EMPTY, tap(BLUE, tumult.returned[0])) == {
        BLUE: "TR-3.6: It went back in the tumult over bread. Pay with other tiles."
    }


def test_tiles_of_others_pay_for_nothing() -> None:
    state = about_to_build(["b1", "m1"])
    (theirs,) = castle_ids(state, "yellow", ["b1"])
    assert told(state, EMPTY, tap(BLUE, theirs)) == {
        BLUE: "TR-4.5: This tile lies at Yellow's castle. Pay with your own."
    }
    people_s = state.table.pool.ids(state.people)[0]
    assert told(state, EMPTY, tap(BLUE, people_s)) == {
        BLUE: "TR-4.5: This tile is the people's. Pay with those of your castle."
    }


@pytest.mark.parametrize(
    ("tiles", "expected"),
    [
        ([], "TR-4.5: First tap the tiles that you pay with."),
        (["b1"], "TR-4.5: pasture: missing marble 1. Tap more tiles."),
        (["t1"], "TR-4.5: forest: missing bread 1, marble 1. Tap more tiles."),
        (["b1", "m1", "t1", "t2"], "TR-4.6: mountain: tools 1 is too many. Tap it again to take it off."),
    ],
)
def test_a_payment_that_does_not_pay_says_by_how_much(tiles: list[str], expected: str) -> None:
    state = about_to_build(["b1", "m1", "t1", "t2"], map_mode="honour")
    state, memory = after(state, EMPTY, *(tap(BLUE, tile) for tile in castle_ids(state, "blue", tiles)))
    assert told(state, memory, press(BLUE)) == {BLUE: expected}
    assert told(state, memory, press(None)) == {None: expected}


def test_a_needless_tile_is_told_with_its_commodity_and_value() -> None:
    """TR-4.6: a pasture costs one bread and one marble; two bread tiles of 1 and a marble 1 are one tile too many."""
    state = about_to_build(["b1", "b1", "m1"], map_mode="honour")
    state, memory = after(state, EMPTY, *(tap(BLUE, tile) for tile in castle_ids(state, "blue", ["b1", "b1", "m1"])))
    expected = "TR-4.6: pasture: bread 1 is too many. Tap it again to take it off."
    assert told(state, memory, press(BLUE)) == {BLUE: expected}


def test_while_a_castle_corrects_a_tile_that_it_has_already_is_acknowledged_and_not_moved() -> None:
    state, memory = after(*stopped(tap(BLUE, "t20")), ButtonPressed("no", BLUE, long=False, at_s=21.0))
    assert judge(state, memory, tap(BLUE, "t20")).effects == (Blink(BLUE),)
    lies_here = {"do": "amend", "move": {"tile": "t21", "to": "blue"}}
    assert judge(state, memory, tap(BLUE, "t21")).proposed == (lies_here,)


def tapped(state: State, tiles: list[str], *, turns: int = 0) -> Memory:
    taps = [tap(BLUE, tile) for tile in castle_ids(state, "blue", tiles)]
    return after(state, EMPTY, *taps, *([KnobTurned(turns, 1.0)] if turns else []))[1]


def ways(state: State, memory: Memory) -> list[dict[str, Any]]:
    payment = paying.paying(state, memory)
    assert payment is not None
    shown: list[dict[str, Any]] = payment["ways"]
    return shown


def test_all_kinds_of_field_that_the_tiles_pay_for_are_shown_touching_first_then_most_statues() -> None:
    """TR-4.4, TR-4.7: bread 2 and marble 2 pay a village, a pasture for two supporters, or one anywhere."""
    state = about_to_build(["b2", "m2"], map_mode="honour")
    assert ways(state, tapped(state, ["b2", "m2"])) == [
        {"kind": "village", "adjacent": True, "gains": 0, "fields": [], "chosen": True},
        {"kind": "pasture", "adjacent": True, "gains": 2, "fields": [], "chosen": None},
        {"kind": "pasture", "adjacent": False, "gains": 0, "fields": [], "chosen": None},
    ]


def test_with_the_map_each_kind_names_its_fields_and_turning_goes_through_them() -> None:
    """Blue stands on B1: A2 touches nothing of his; C1 is a village, B2 a mountain."""
    state = about_to_build(["b1", "m1"], fields=["A3"])
    first = ways(state, tapped(state, ["b1", "m1"]))
    assert [(way["kind"], way["adjacent"], way["fields"], way["chosen"]) for way in first] == [
        ("pasture", True, ["A2", "B3"], "A2")
    ]
    assert ways(state, tapped(state, ["b1", "m1"], turns=1))[0]["chosen"] == "B3"
    assert ways(state, tapped(state, ["b1", "m1"], turns=2))[0]["chosen"] == "A2"


def test_tiles_that_pay_for_nothing_yet_say_what_is_missing_nearest_first() -> None:
    state = about_to_build(["b1", "m1", "t1"], map_mode="honour")
    payment = paying.paying(state, tapped(state, ["b1"]))
    assert payment is not None
    assert payment["ways"] == []
    nearest = [(gap["kind"], gap["adjacent"], gap["missing"], gap["rule"]) for gap in payment["gaps"]][:2]
    assert nearest == [
        ("pasture", True, {"bread": 0, "marble": 1, "tools": 0}, "TR-4.5"),
        ("forest", True, {"bread": 0, "marble": 1, "tools": 1}, "TR-4.5"),
    ]


def test_a_tile_too_many_and_one_that_does_not_belong_are_named() -> None:
    state = about_to_build(["b1", "b1", "m1"], map_mode="honour")
    bread = castle_ids(state, "blue", ["b1", "b1"])
    payment = paying.paying(state, tapped(state, ["b1", "b1", "m1"]))
    assert payment is not None
    (pasture,) = [gap for gap in payment["gaps"] if gap["kind"] == "pasture" and gap["adjacent"]]
    assert (pasture["needless"], pasture["foreign"], pasture["rule"]) == (bread, [], "TR-4.6")
    (palace,) = [gap for gap in payment["gaps"] if gap["kind"] == "palace"]
    assert (palace["foreign"], palace["rule"]) == (bread, "TR-4.5")


def test_the_console_lists_the_ways_and_marks_the_chosen_one() -> None:
    state = about_to_build(["b2", "m2"], map_mode="honour")
    screen = waiting(state, tapped(state, ["b2", "m2"], turns=1)).screen
    assert isinstance(screen, ChoiceScreen)
    assert (len(screen.entries), screen.chosen) == (3, 1)


def test_the_console_tells_the_nearest_gap() -> None:
    state = about_to_build(["b1", "m1"], map_mode="honour")
    screen = waiting(state, tapped(state, ["b1"])).screen
    assert isinstance(screen, TextScreen)
    assert [line.key for line in screen.lines] == ["pay-short"]


def test_the_page_sees_the_payment_only_while_somebody_builds() -> None:
    assert view(about_to_build(["b1", "m1"]), EMPTY)["payment"] == {"tiles": [], "ways": [], "gaps": [], "asks": None}
    assert view(state_of(in_round_one({"blue": 1, "yellow": 2})), EMPTY)["payment"] is None
