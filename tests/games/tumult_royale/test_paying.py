"""While tiles are paid the table says live what they pay for, or what they lack."""

from typing import Any

from controller.games.contract.effects import ChoiceScreen, TextScreen
from controller.games.contract.inputs import KnobTurned, PieceTapped
from controller.games.contract.values import PieceId
from controller.games.tumult_royale.referee.memory import EMPTY, Memory
from controller.games.tumult_royale.referee.referee import judge
from controller.games.tumult_royale.referee.waiting import waiting
from controller.games.tumult_royale.rules.state import State
from controller.games.tumult_royale.show import view as paying
from controller.games.tumult_royale.show.view import view
from tests.games.tumult_royale.playing import (
    BLUE,
    about_to_build,
    castle_ids,
    in_round_one,
    state_of,
)


def tapped(state: State, tiles: list[str], *, turns: int = 0) -> Memory:
    memory = EMPTY
    for tile in castle_ids(state, "blue", tiles):
        memory = judge(state, memory, PieceTapped(BLUE, PieceId(tile), 1.0)).memory
    return judge(state, memory, KnobTurned(turns, 1.0)).memory if turns else memory


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
