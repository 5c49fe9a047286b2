"""A tile at the tray pays for the one whose turn it is, and means nothing at any other time (TR-4.5)."""

from collections.abc import Callable

import pytest

from controller.games.contract.effects import Complain, Note
from controller.games.contract.inputs import GateComplained
from controller.games.contract.values import TRAY, Text
from controller.games.tumult_royale.referee.memory import EMPTY
from controller.games.tumult_royale.referee.referee import judge
from controller.games.tumult_royale.rules.state import State
from tests.games.tumult_royale.playing import about_to_build, about_to_count, castle_ids
from tests.games.tumult_royale.test_referee import BLUE, TWO, complaints, knob, playing_on, robbing, setting_aside, tap


def test_tiles_at_the_tray_pay_like_tiles_at_the_castle_of_the_one_to_act() -> None:
    state = about_to_build(["b1", "m1", "t1"], fields=["A3"])  # B3, a pasture, touches it
    bread, marble = castle_ids(state, "blue", ["b1", "m1"])
    _, _, verdict = playing_on(state, tap(TRAY, bread), tap(BLUE, marble), knob())
    (wish,) = verdict.proposed
    assert isinstance(wish, dict)
    assert (wish["do"], wish["player"], sorted(wish["tiles"])) == ("build", "blue", sorted([bread, marble]))


def test_the_same_tile_again_at_the_tray_is_taken_off() -> None:
    state = about_to_build(["b1", "m1"])
    (bread,) = castle_ids(state, "blue", ["b1"])
    _, memory, _ = playing_on(state, tap(TRAY, bread), tap(TRAY, bread))
    assert memory.tapped == 0


def test_a_tile_of_another_castle_at_the_tray_is_a_complaint_where_one_is_to_pay() -> None:
    state = about_to_build(["b1", "m1"])
    (theirs,) = castle_ids(state, "yellow", ["b1"])
    assert complaints(judge(state, EMPTY, tap(TRAY, theirs))) == {BLUE: "complaint-not-yours"}


def counting() -> State:
    return about_to_count(TWO, {"blue": ["b1"]}, ["b2"], (2, 2, 2))


@pytest.mark.parametrize("begin", [setting_aside, robbing, counting])
def test_where_nobody_pays_a_tile_at_the_tray_is_noted_only(begin: Callable[[], State]) -> None:
    verdict = judge(begin(), EMPTY, tap(TRAY, "t07"))
    assert (verdict.proposed, verdict.effects) == ((), (Note(None, Text("noted-tile")),))


def test_what_the_tray_cannot_count_is_a_complaint_at_the_console_while_somebody_pays() -> None:
    unknown = GateComplained(TRAY, "complaint-unknown-tag", 1.0)
    (effect,) = judge(about_to_build(["b1"]), EMPTY, unknown).effects
    assert isinstance(effect, Complain)
    assert (effect.castle, effect.text.key) == (None, "complaint-unknown-tag")
    assert judge(robbing(), EMPTY, unknown).effects == (Note(None, Text("noted-tag")),)
