"""What a tap, a press or the end of the hourglass means in each phase (design: "What a tap means")."""

import pytest

from controller.games.contract.effects import Complain, Note, StartTimer
from controller.games.contract.inputs import (
    ButtonPressed,
    GateComplained,
    Input,
    KnobTurned,
    PieceTapped,
    TimerRanOut,
)
from controller.games.contract.referee import Verdict
from controller.games.contract.values import CastleId, PieceId, RandomDraw, Text
from controller.games.tumult_royale.referee.memory import EMPTY, Memory, settle
from controller.games.tumult_royale.referee.referee import judge
from controller.games.tumult_royale.rules.state import State
from tests.games.tumult_royale.playing import (
    BLUE,
    TWO,
    YELLOW,
    about_to_build,
    about_to_count,
    castle_ids,
    do,
    in_round_one,
    started,
    state_of,
)


def tap(castle: CastleId, tile: str) -> PieceTapped:
    return PieceTapped(castle, PieceId(tile), 1.0)


def knob(*, long: bool = False) -> ButtonPressed:
    return ButtonPressed("knob", None, long, 1.0)


def complaints(verdict: Verdict) -> dict[str | None, str]:
    assert verdict.proposed == ()
    return {effect.castle: effect.text.key for effect in verdict.effects if isinstance(effect, Complain)}


def the_people_s(state: State) -> str:
    return state.table.pool.ids(state.people)[0]


def playing_on(state: State, *inputs: Input) -> tuple[State, Memory, Verdict]:
    """Judge one after the other, doing what is wished."""
    memory = EMPTY
    verdict = Verdict(memory)
    for input_ in inputs:
        verdict = judge(state, memory, input_)
        memory = verdict.memory
        for wish in verdict.proposed:
            assert not isinstance(wish, RandomDraw)
            state = do(state, wish).state
            memory = settle(state, memory, wish)
    return state, memory, verdict


def setting_aside() -> State:
    return do(state_of(in_round_one(TWO)), {"do": "spin", "demand": 3}).state


def robbing() -> State:
    state = setting_aside()
    for tile in ("t01", "t02", "t03", "t04", "t05", "t06"):
        state = do(state, {"do": "set_aside", "tile": tile}).state
    return do(state, {"do": "collect"}).state


def test_before_a_game_nothing_has_a_meaning() -> None:
    assert judge(None, EMPTY, tap(BLUE, "t01")).effects == (Note(BLUE, Text("noted-tile")),)
    assert judge(None, EMPTY, knob()).effects == (Note(None, Text("noted-button")),)


def test_the_knob_says_that_a_first_statue_stands_where_the_table_does_not_know_the_map() -> None:
    state = state_of(started(TWO))
    assert judge(state, EMPTY, knob()).proposed == ({"do": "place_first", "player": "yellow"},)


def test_the_knob_wishes_for_a_draw_of_the_edition_s_sectors() -> None:
    """TR-1.1: four sectors of 90 degrees."""
    (wish,) = judge(state_of(in_round_one(TWO)), EMPTY, knob()).proposed
    assert wish == RandomDraw({"do": "spin"}, "demand", ((2, 90), (3, 90), (4, 90), (5, 90)))


def test_a_gambler_s_king_spins_for_bread_first_then_marble_then_tools() -> None:
    """TR-10.1."""
    state = about_to_count(TWO, {"blue": ["b1"]}, ["b2"], (None, None, None), variant="gambler")
    state = do(state, {"do": "count"}).state
    named = []
    for number in (2, 3, 4):
        (wish,) = judge(state, EMPTY, knob()).proposed
        assert isinstance(wish, RandomDraw)
        named.append(wish.action["commodity"])
        if number < 4:
            state = do(state, {**wish.action, "demand": number}).state
    assert named == ["bread", "marble", "tools"]


def test_a_tile_at_a_castle_is_set_aside_and_a_fourth_is_a_complaint() -> None:
    """TR-2.1."""
    state, memory, _ = playing_on(setting_aside(), *(tap(BLUE, f"t0{n}") for n in (1, 2, 3)))
    assert memory.set_aside_by(state, BLUE) == 3
    assert state.set_aside.bit_count() == 3
    assert complaints(judge(state, memory, tap(BLUE, "t04"))) == {BLUE: "complaint-fourth"}
    assert judge(state, memory, tap(YELLOW, "t04")).proposed == ({"do": "set_aside", "tile": "t04"},)


def test_a_refused_tile_does_not_count_as_set_aside_by_the_castle() -> None:
    state, memory, _ = playing_on(setting_aside(), tap(BLUE, "t01"))
    again = judge(state, memory, tap(BLUE, "t01"))
    assert again.memory.set_aside_by(state, BLUE) == 1


def test_a_tile_set_aside_on_the_page_is_no_castle_s_whoever_tapped_before() -> None:
    """TR-2.1."""
    state, memory, _ = playing_on(setting_aside(), tap(BLUE, "t01"))
    memory = judge(state, memory, tap(BLUE, "t01")).memory  # a complaint: it is set aside already
    by_hand = {"do": "set_aside", "tile": "t02"}
    state = do(state, by_hand).state
    assert settle(state, memory, by_hand).set_aside_by(state, BLUE) == 1


def test_the_king_s_knob_starts_the_hourglass() -> None:
    """TR-2.2."""
    assert judge(setting_aside(), EMPTY, knob()).proposed == ({"do": "collect"},)


def test_a_tile_at_a_castle_while_the_hourglass_runs_is_robbed() -> None:
    """TR-2.3."""
    assert judge(robbing(), EMPTY, tap(YELLOW, "t07")).proposed == ({"do": "rob", "player": "yellow", "tile": "t07"},)


def test_a_tile_of_another_castle_is_a_complaint_at_both() -> None:
    """TR-2.4."""
    state, memory, _ = playing_on(robbing(), tap(YELLOW, "t07"))
    verdict = judge(state, memory, tap(BLUE, "t07"))
    assert complaints(verdict) == {BLUE: "complaint-elsewhere", YELLOW: "complaint-taken"}


def test_the_end_of_the_hourglass_stops_and_only_once() -> None:
    """TR-2.5."""
    state, memory, verdict = playing_on(robbing(), TimerRanOut(20.0))
    assert verdict.proposed == ({"do": "stop"},)
    assert judge(state, memory, TimerRanOut(20.0)).proposed == ()


def test_a_tile_that_passed_in_time_and_is_told_after_the_end_is_no_late_tile() -> None:
    """TR-2.5: its board was not to be reached; the castle may still put down the one tile in hand, and no other."""
    state, memory, _ = playing_on(robbing(), TimerRanOut(20.0))
    in_time = judge(state, memory, PieceTapped(YELLOW, PieceId("t07"), 19.9))
    assert in_time.proposed == ({"do": "amend", "move": {"tile": "t07", "to": "yellow"}},)

    def told(tile: str, at_s: float) -> PieceTapped:
        return PieceTapped(YELLOW, PieceId(tile), at_s)

    state, memory, after = playing_on(robbing(), TimerRanOut(20.0), told("t07", 19.9), told("t08", 20.4))
    assert after.proposed == ({"do": "rob", "player": "yellow", "tile": "t08"},)
    assert complaints(judge(state, memory, told("t09", 20.6))) == {YELLOW: "complaint-late-by"}
    lies_there = {"do": "amend", "move": {"tile": "t10", "to": "yellow"}}
    assert judge(state, memory, told("t10", 19.5)).proposed == (lies_there,)


def test_an_hourglass_that_was_interrupted_is_turned_over_again_by_the_knob() -> None:
    verdict = judge(robbing(), EMPTY, knob())
    assert (verdict.proposed, verdict.effects) == ((), (StartTimer(),))


def test_castles_that_say_yes_are_counted_when_the_last_one_has() -> None:
    """TR-2.6."""
    state = about_to_count(TWO, {"blue": ["b1"]}, ["b2"], (2, 2, 2))
    first = judge(state, EMPTY, ButtonPressed("yes", BLUE, long=False, at_s=1.0))
    assert first.proposed == ()
    last = judge(state, first.memory, ButtonPressed("yes", YELLOW, long=False, at_s=2.0))
    assert last.proposed == ({"do": "count"},)
    assert judge(state, EMPTY, knob()).proposed == ({"do": "count"},)  # the knob speaks for all


def test_after_no_a_tap_says_that_the_tile_lies_here() -> None:
    state = about_to_count(TWO, {"blue": ["b1"]}, ["b2"], (2, 2, 2))
    (tile,) = castle_ids(state, "blue", ["b1"])
    no = judge(state, EMPTY, ButtonPressed("no", YELLOW, long=False, at_s=1.0))
    assert judge(state, no.memory, tap(YELLOW, tile)).proposed == (
        {"do": "amend", "move": {"tile": tile, "to": "yellow"}},
    )


def test_tapped_tiles_pay_and_the_same_tile_again_is_taken_off() -> None:
    state = about_to_build(["b1", "m1", "t1"], fields=["A3"])  # B3, a pasture, touches it
    bread, marble, tools = castle_ids(state, "blue", ["b1", "m1", "t1"])
    taps = [tap(BLUE, bread), tap(BLUE, tools), tap(BLUE, tools), tap(BLUE, marble)]
    _, _, verdict = playing_on(state, *taps, knob())
    (wish,) = verdict.proposed
    assert not isinstance(wish, RandomDraw)
    assert (wish["do"], wish["player"], sorted(wish["tiles"])) == ("build", "blue", sorted([bread, marble]))


def test_the_knob_turns_through_all_that_the_tapped_tiles_pay_for() -> None:
    """Touching first, then most statues (design)."""
    state = about_to_build(["b2", "m2"], map_mode="honour")
    bread, marble = castle_ids(state, "blue", ["b2", "m2"])
    built = []
    for steps in range(3):
        _, _, verdict = playing_on(state, tap(BLUE, bread), tap(BLUE, marble), KnobTurned(steps, 1.0), knob())
        (wish,) = verdict.proposed
        assert not isinstance(wish, RandomDraw)
        built.append((wish["kind"], wish["adjacent"]))
    assert built == [("village", True), ("pasture", True), ("pasture", False)]


def test_tiles_that_pay_for_nothing_are_a_complaint() -> None:
    state = about_to_build(["b1", "m1"])
    (bread,) = castle_ids(state, "blue", ["b1"])
    _, _, verdict = playing_on(state, tap(BLUE, bread), knob())
    assert complaints(verdict) == {None: "complaint-short"}


def test_holding_the_knob_passes() -> None:
    """TR-4.8."""
    assert judge(about_to_build(["b1", "m1"]), EMPTY, knob(long=True)).proposed == ({"do": "pass", "player": "blue"},)


def test_a_tap_out_of_turn_is_a_complaint_at_that_castle_alone() -> None:
    """TR-4.1."""
    state = about_to_build(["b1", "m1"])
    assert complaints(judge(state, EMPTY, tap(YELLOW, "t01"))) == {YELLOW: "complaint-not-your-turn"}


def test_a_tile_that_does_not_lie_on_the_castle_pays_for_nothing() -> None:
    state = about_to_build(["b1", "m1"])
    (theirs,) = castle_ids(state, "yellow", ["b1"])
    assert complaints(judge(state, EMPTY, tap(BLUE, theirs))) == {BLUE: "complaint-not-yours"}
    assert complaints(judge(state, EMPTY, tap(BLUE, the_people_s(state)))) == {BLUE: "complaint-the-people-s"}


@pytest.mark.parametrize("key", ["complaint-unknown-tag", "complaint-one-at-a-time"])
def test_what_a_gate_cannot_count_is_told_at_its_castle(key: str) -> None:
    assert complaints(judge(robbing(), EMPTY, GateComplained(BLUE, key, 1.0))) == {BLUE: key}


def test_a_tile_or_castle_that_is_not_in_this_game_is_told_so() -> None:
    """TR-0.2: two players play with the plain tiles only."""
    assert complaints(judge(robbing(), EMPTY, tap(BLUE, "t39"))) == {BLUE: "complaint-not-in-play"}
    assert complaints(judge(robbing(), EMPTY, tap(CastleId("grey"), "t07"))) == {"grey": "complaint-castle-out"}


def test_while_people_clear_and_mix_tiles_taps_mean_nothing() -> None:
    state = state_of(started(TWO))
    assert judge(state, EMPTY, tap(BLUE, "t01")).effects == (Note(BLUE, Text("noted-tile")),)
    unknown = judge(state, EMPTY, GateComplained(BLUE, "complaint-unknown-tag", 1.0))
    assert unknown.effects == (Note(BLUE, Text("noted-tag")),)
