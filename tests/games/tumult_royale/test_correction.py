"""Amending, undo, and going back before a step."""

from typing import Any

import pytest
from msgspec.structs import replace

from controller.games.contract.effects import Announce, RowsScreen, Tell
from controller.games.contract.rules import Correction
from controller.games.contract.values import Text
from controller.games.naming import translate_text
from controller.games.tumult_royale.box.words import Seat
from controller.games.tumult_royale.referee import correction
from controller.games.tumult_royale.rules.actions import Refusal
from controller.games.tumult_royale.rules.engine import GameLog
from controller.games.tumult_royale.rules.state import Coronation, Over, canonical_json_bytes
from controller.games.undoable_log import Event
from tests.games.tumult_royale import playing


def amend(**what: Any) -> dict[str, Any]:
    return {"do": "amend", **what}


def test_supporters_never_go_below_zero_and_only_players_own_them() -> None:
    changes: Any
    for changes in [
        {"blue": -31}, {"blue": 46}, {"blue": 30, "yellow": 16}, {"purple": 1}, {"red": 0}, {"blue": 10**30},
        {"blue": -(10**30)}, {}, None, {"blue": 1.0}, {"blue": True}, {"blue": "1"}, [],
    ]:  # fmt: skip
        playing.refused(playing.started(playing.TWO).state, amend(supporters=changes), "LOG")


def test_supporters_can_be_corrected_in_every_phase_but_over() -> None:
    building = playing.about_to_build(["b1", "m1"])
    set_aside = playing.do(playing.in_round_one(playing.TWO).state, {"do": "spin", "demand": 4}).state
    counting = playing.about_to_count(playing.TWO, {}, ["b1"], (2, 2, 2))
    revealing = replace(building, phase=Coronation(due=1))
    for state in (
        playing.started(playing.TWO).state,
        playing.in_round_one(playing.TWO).state,
        set_aside,
        playing.robbing().state,
        counting,
        building,
        revealing,
    ):
        assert playing.colors(playing.do(state, amend(supporters={"blue": 1})).state)["blue"] == 31
    for state in (None, replace(building, phase=Over(winner=Seat(0), ending="gap"))):
        playing.refused(state, amend(supporters={"blue": 1}), "LOG")


@pytest.mark.parametrize(
    "move",
    [
        {"tile": "t99", "to": "blue"},
        {"tile": "t39", "to": "blue"},
        {"tile": "t01", "to": "purple"},
        {"tile": "t01", "to": "supply"},
        {"tile": "t01", "to": ""},
        {"tile": "t01"},
        {"tile": "t01", "to": "blue", "from": "people"},
        {"tile": None, "to": "blue"},
        None,
        "t01",
    ],
)
def test_unknown_tiles_and_places_are_refused(move: Any) -> None:
    playing.refused(playing.robbing().state, amend(move=move), "LOG")


def test_tiles_and_demand_are_corrected_only_in_set_aside_and_taxes() -> None:
    for state in (
        playing.started(playing.TWO).state,
        playing.in_round_one(playing.TWO).state,
        playing.about_to_build(["b1", "m1"]),
    ):
        playing.refused(state, amend(move={"tile": "t01", "to": "blue"}), "LOG")
        playing.refused(state, amend(demand={"bread": 2}), "LOG")


@pytest.mark.parametrize(
    "demand",
    [{"bread": 0}, {"bread": 10}, {"cheese": 3}, {}, {"bread": None}, {"bread": True}, {"bread": 2, "tools": 10}],
)
def test_other_demands_are_refused(demand: Any) -> None:
    playing.refused(playing.robbing().state, amend(demand=demand), "LOG")


def test_an_amend_holds_exactly_one_correction() -> None:
    play = playing.robbing()
    playing.refused(play.state, amend(), "LOG")
    playing.refused(play.state, amend(demand={"bread": 3}, supporters={"blue": 1}), "LOG")
    playing.refused(play.state, amend(demand={"bread": 3}, move=None), "LOG")


def undone(do: str, seq: int, **by: str) -> Event:
    return Event("undone", {"what": {"do": do, **by}, "seq": seq})


def test_undo_takes_back_the_latest_action_that_still_stands() -> None:
    play = playing.robbing()
    before = canonical_json_bytes(playing.state_of(play), 0)
    play.submit({"do": "rob", "player": "blue", "tile": "t10"})
    between = canonical_json_bytes(playing.state_of(play), 0)
    play.submit(amend(supporters={"blue": 1}))
    seq = play.seq
    assert play.submit({"do": "undo"}) == (undone("amend", seq),)
    assert canonical_json_bytes(playing.state_of(play), 0) == between
    assert play.submit({"do": "undo"}) == (undone("rob", seq - 1, player="blue"),)
    assert canonical_json_bytes(playing.state_of(play), 0) == before
    assert play.seq == seq + 2
    play.submit({"do": "rob", "player": "blue", "tile": "t11"})
    assert play.submit({"do": "undo"}) == (undone("rob", seq + 3, player="blue"),)


def test_undo_goes_back_to_the_start_and_no_further() -> None:
    play = GameLog()
    with pytest.raises(Refusal, match="start"):
        play.submit({"do": "undo"})
    play.submit(playing.start_action(playing.TWO))
    start = canonical_json_bytes(playing.state_of(play), 0)
    play.submit({"do": "place_first", "player": "yellow"})
    play.submit({"do": "undo"})
    assert canonical_json_bytes(playing.state_of(play), 0) == start
    with pytest.raises(Refusal) as caught:
        play.submit({"do": "undo"})
    assert caught.value.code == "LOG"
    assert play.seq == 3


def test_a_checked_action_is_accepted_once_and_not_after_another_one() -> None:
    play = playing.in_round_one(playing.TWO)
    pending = play.check({"do": "spin", "demand": 2})
    assert play.seq == 3, "checking does nothing"
    play.accept(pending)
    assert play.actions[-1] == {"do": "spin", "demand": 2}
    with pytest.raises(ValueError, match="check it again"):
        play.accept(pending)


def test_the_log_keeps_a_copy_of_each_action() -> None:
    action = playing.start_action(playing.TWO)
    play = GameLog()
    play.submit(action)
    action["players"].clear()
    assert len(play.actions[0]["players"]) == 2


def carried_out(play: GameLog, found: Correction) -> None:
    for step in found.steps:
        play.submit(step.action)


def counted(*robs: tuple[str, str]) -> GameLog:
    """A game of two up to the count (step 13 and on), with these tiles robbed."""
    play = playing.after_spin()
    for tile in ("t02", "t03", "t09", "t10", "t15", "t16"):
        play.submit({"do": "set_aside", "tile": tile})
    play.submit({"do": "collect"})
    for color, tile in robs:
        play.submit({"do": "rob", "player": color, "tile": tile})
    play.submit({"do": "stop"})
    play.submit({"do": "count"})
    return play


def counted_and_built() -> GameLog:
    """Blue has two breads and two marbles, and pays for a pasture with one of each (step 18)."""
    play = counted(("blue", "t01"), ("blue", "t08"), ("blue", "t04"), ("blue", "t11"))
    play.submit({"do": "build", "player": "blue", "kind": "pasture", "adjacent": True, "tiles": ["t01", "t08"]})
    return play


def test_a_tile_moved_before_the_count_names_what_it_paid_for() -> None:
    """Bread 1 (t01) and marble 1 (t08) paid for Blue's pasture; the marble lay at Yellow's all the time."""
    play = counted_and_built()
    count = correction.latest_count_seq(play)
    found = correction.correct(play, count, [{"do": "amend", "move": {"tile": "t08", "to": "yellow"}}])
    assert [step.action["do"] for step in found.steps] == ["undo", "undo", "amend", "count"]
    assert [(each.seq, each.action["do"], each.refusal.code) for each in found.dropped] == [(18, "build", "TR-4.5")]
    carried_out(play, found)
    assert play.state is not None
    assert [play.state.table.pool.tile_ids(player.castle) for player in play.state.players] == [
        ("t01", "t04", "t11"),
        ("t08",),
    ]


def test_dropped_steps_are_told_by_name_and_shown_with_their_rule() -> None:
    play = counted_and_built()
    move = {"do": "amend", "move": {"tile": "t08", "to": "yellow"}}
    effects = correction.correct(play, correction.latest_count_seq(play), [move]).effects
    assert [translate_text(effect.text, "en") for effect in effects if isinstance(effect, Tell)] == [
        "Corrected before step 17 (the count): one step was redone, 1 not.",
        "Not redone: step 18 (Blue: a build). The payment is no longer valid. (TR-4.5)",
    ]
    (screen,) = [effect.screen for effect in effects if isinstance(effect, Announce)]
    assert isinstance(screen, RowsScreen)
    assert [[translate_text(text, "en") for text in row] for row in screen.rows] == [["Blue builds", "TR-4.5"]]


def test_going_back_tells_how_many_supporters_and_statues_players_then_have() -> None:
    """Of Yellow, whose supporters and statues stay, nothing is told."""
    play = counted_and_built()
    _, *told = (each.text for each in correction.go_back(play, 18).effects if isinstance(each, Tell))
    assert [translate_text(each, "en") for each in told] == ["By the log Blue now has: supporters 30, statues 1."]
    carried_out(play, correction.go_back(play, 18))
    assert play.state is not None
    assert (play.state.players[0].supporters, play.state.players[0].placed) == (30, 1)


def test_only_steps_with_a_different_result_are_told_again() -> None:
    """A third tile more of Yellow's changes the count, but not Blue's build."""
    play = counted_and_built()
    more = {"do": "amend", "move": {"tile": "t17", "to": "yellow"}}
    found = correction.correct(play, correction.latest_count_seq(play), [more])
    assert [(step.action["do"], step.tell) for step in found.steps[2:]] == [
        ("amend", True),
        ("count", True),
        ("build", False),
    ]


@pytest.mark.parametrize("back_to", [0, 1, 99, -3])
def test_going_back_before_the_start_or_to_no_step_is_refused(back_to: int) -> None:
    with pytest.raises(Refusal, match="cannot go back to step") as caught:
        correction.correct(counted(), back_to, ())
    assert caught.value.code == "LOG"


def test_an_undone_step_cannot_be_gone_back_to() -> None:
    play = counted()
    play.submit({"do": "undo"})
    with pytest.raises(Refusal, match="cannot go back to step 13"):
        correction.correct(play, 13, ())
    with pytest.raises(Refusal, match="Nothing has been counted"):
        correction.latest_count_seq(play)


def test_a_refused_amendment_is_the_answer_and_nothing_is_taken_back() -> None:
    play = counted(("blue", "t01"))
    before = (play.seq, play.state)
    with pytest.raises(Refusal) as caught:
        correction.correct(play, 14, [{"do": "amend", "demand": {"bread": 12}}])
    assert caught.value.code == "LOG"
    assert (play.seq, play.state) == before


def test_more_than_fit_a_screen_are_counted() -> None:
    rows = correction.dropped_screen([(Text("do-build"), "TR-4.1")] * 7).rows
    assert len(rows) == 4
    assert rows[3] == (Text("screen-dropped-more"), Text("screen-dropped-count", {"count": 4}))


def test_dropped_steps_do_not_reveal_face_down_tiles() -> None:
    play = counted(("blue", "t01"), ("blue", "t08"))
    found = correction.correct(play, 12, [{"do": "rob", "player": "yellow", "tile": "t08"}])
    (dropped,) = found.dropped
    assert dropped.action == {"do": "rob", "player": "blue"}
    sentences = [translate_text(effect.text, "en") for effect in found.effects if isinstance(effect, Tell)]
    for text in (*sentences, translate_text(dropped.refusal.text, "en")):
        assert "t08" not in text
        assert "Yellow's castle" not in text


@pytest.mark.parametrize("tile", ["t08", "t02"])
def test_a_refusal_does_not_reveal_whose_a_face_down_tile_is(tile: str) -> None:
    play = counted(("yellow", "t08"))
    for _ in ("count", "stop"):
        play.submit({"do": "undo"})
    with pytest.raises(Refusal) as refused:
        play.submit({"do": "rob", "player": "blue", "tile": tile})
    assert tile not in translate_text(refused.value.text, "en")
    assert "Yellow" not in translate_text(refused.value.text, "en")


@pytest.mark.parametrize("reason", ["tile-twice", "tile-not-yours", "tile-foreign", "tile-needless", "payment-short"])
def test_a_refusal_of_a_dropped_step_names_no_face_down_tile(reason: str) -> None:
    refused = Refusal("TR-4.6", reason, tile="t34", player="blue", kind="forest", commodity="bread", missing="t34")
    public = correction.CORRECTOR.public_refusal(refused)
    assert (str(public), public.code) == ("The payment is no longer valid.", "TR-4.6")
