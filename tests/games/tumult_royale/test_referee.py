"""What a tap, a press or the end of the hourglass means in each phase."""

import pytest
from msgspec.structs import replace

from controller.games.contract.effects import Complain, Note, StartTimer
from controller.games.contract.inputs import ButtonPressed, GateComplained, Input, KnobTurned, PieceTapped, TimerRanOut
from controller.games.contract.referee import Verdict
from controller.games.contract.values import TRAY, CastleId, PieceId, RandomDraw, Text
from controller.games.tumult_royale.box.words import Color
from controller.games.tumult_royale.referee.memory import EMPTY, Memory, settle
from controller.games.tumult_royale.referee.referee import judge
from controller.games.tumult_royale.referee.waiting import lamps
from controller.games.tumult_royale.rules.state import Placing, State, Tumult
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
    robbing,
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
    state, memory, _ = playing_on(state_of(after_spin()), *(tap(BLUE, f"t0{n}") for n in (1, 2, 3)))
    assert memory.set_aside_by(state, BLUE) == 3
    assert state.set_aside.bit_count() == 3
    assert complaints(judge(state, memory, tap(BLUE, "t04"))) == {BLUE: "complaint-fourth"}
    assert judge(state, memory, tap(YELLOW, "t04")).proposed == ({"do": "set_aside", "tile": "t04"},)


def test_a_refused_tile_does_not_count_as_set_aside_by_the_castle() -> None:
    state, memory, _ = playing_on(state_of(after_spin()), tap(BLUE, "t01"))
    again = judge(state, memory, tap(BLUE, "t01"))
    assert again.memory.set_aside_by(state, BLUE) == 1


def test_a_tile_set_aside_on_the_page_is_no_castle_s_whoever_tapped_before() -> None:
    """TR-2.1."""
    state, memory, _ = playing_on(state_of(after_spin()), tap(BLUE, "t01"))
    memory = judge(state, memory, tap(BLUE, "t01")).memory  # a complaint: it is set aside already
    by_hand = {"do": "set_aside", "tile": "t02"}
    state = do(state, by_hand).state
    assert settle(state, memory, by_hand).set_aside_by(state, BLUE) == 1


def test_the_king_s_knob_starts_the_hourglass() -> None:
    """TR-2.2."""
    assert judge(state_of(after_spin()), EMPTY, knob()).proposed == ({"do": "collect"},)


def test_a_tile_at_a_castle_while_the_hourglass_runs_is_robbed() -> None:
    """TR-2.3."""
    assert judge(state_of(robbing()), EMPTY, tap(YELLOW, "t07")).proposed == (
        {"do": "rob", "player": "yellow", "tile": "t07"},
    )


def test_the_end_of_the_hourglass_stops_and_only_once() -> None:
    """TR-2.5."""
    state, memory, verdict = playing_on(state_of(robbing()), TimerRanOut(20.0))
    assert verdict.proposed == ({"do": "stop"},)
    assert judge(state, memory, TimerRanOut(20.0)).proposed == ()


def test_a_tile_that_passed_in_time_and_is_told_after_the_end_is_no_late_tile() -> None:
    """TR-2.5: its board was not to be reached; the castle may still put down the one tile in hand, and no other."""
    state, memory, _ = playing_on(state_of(robbing()), TimerRanOut(20.0))
    in_time = judge(state, memory, PieceTapped(YELLOW, PieceId("t07"), 19.9))
    assert in_time.proposed == ({"do": "amend", "move": {"tile": "t07", "to": "yellow"}},)

    def told(tile: str, at_s: float) -> PieceTapped:
        return PieceTapped(YELLOW, PieceId(tile), at_s)

    state, memory, after = playing_on(state_of(robbing()), TimerRanOut(20.0), told("t07", 19.9), told("t08", 20.4))
    assert after.proposed == ({"do": "rob", "player": "yellow", "tile": "t08"},)
    assert complaints(judge(state, memory, told("t09", 20.6))) == {YELLOW: "complaint-late-by"}
    lies_there = {"do": "amend", "move": {"tile": "t10", "to": "yellow"}}
    assert judge(state, memory, told("t10", 19.5)).proposed == (lies_there,)


def test_an_hourglass_that_was_interrupted_is_turned_over_again_by_the_knob() -> None:
    verdict = judge(state_of(robbing()), EMPTY, knob())
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


def test_holding_the_knob_passes() -> None:
    """TR-4.8."""
    assert judge(about_to_build(["b1", "m1"]), EMPTY, knob(long=True)).proposed == ({"do": "pass", "player": "blue"},)


def test_while_people_clear_and_mix_tiles_taps_mean_nothing() -> None:
    state = state_of(started(TWO))
    assert judge(state, EMPTY, tap(BLUE, "t01")).effects == (Note(BLUE, Text("noted-tile")),)
    unknown = judge(state, EMPTY, GateComplained(BLUE, "complaint-unknown-tag", 1.0))
    assert unknown.effects == (Note(BLUE, Text("noted-tag")),)


def press(button: str, castle: CastleId, *, long: bool = False) -> ButtonPressed:
    assert button in {"yes", "no"}
    return ButtonPressed("yes" if button == "yes" else "no", castle, long, 1.0)


def test_no_held_passes_and_yes_held_does_not() -> None:
    """TR-4.8."""
    state = about_to_build(["b1", "m1"])
    assert judge(state, EMPTY, press("no", BLUE, long=True)).proposed == ({"do": "pass", "player": "blue"},)
    assert judge(state, EMPTY, press("yes", BLUE, long=True)).proposed == ()


def tapping(state: State, tiles: list[str]) -> Memory:
    """Blue's tiles of these values were tapped."""
    memory = EMPTY
    for tile in castle_ids(state, "blue", tiles):
        memory = judge(state, memory, PieceTapped(BLUE, PieceId(tile), 1.0)).memory
    return memory


def test_no_goes_on_where_there_are_several_ways() -> None:
    state = about_to_build(["b2", "m2"], map_mode="honour")  # a village, or a pasture, or one away from the others
    assert judge(state, tapping(state, ["b2", "m2"]), press("no", BLUE)).memory.turned == 1


def test_no_is_a_complaint_where_there_is_one_way_or_none() -> None:
    state = about_to_build(["b1", "m1"], map_mode="honour")
    assert complaints(judge(state, tapping(state, ["b1", "m1"]), press("no", BLUE))) == {BLUE: "complaint-one-way"}
    assert complaints(judge(state, tapping(state, ["b1"]), press("no", BLUE))) == {BLUE: "complaint-short"}
    assert complaints(judge(state, EMPTY, press("no", BLUE))) == {BLUE: "complaint-no-tiles"}


def test_who_passes_on_honour_is_asked_why_and_yes_says_what_is_chosen() -> None:
    """TR-4.10, TR-11.2."""
    state = about_to_build(["b1", "m1"], map_mode="honour")
    asked = judge(state, EMPTY, press("no", BLUE, long=True))
    assert (asked.proposed, asked.memory.asking) == ((), True)
    would_not = judge(state, asked.memory, press("yes", BLUE))
    assert would_not.proposed == ({"do": "pass", "player": "blue", "stuck": False},)
    could_not = judge(state, judge(state, asked.memory, press("no", BLUE)).memory, press("yes", BLUE))
    assert could_not.proposed == ({"do": "pass", "player": "blue", "stuck": True},)


def test_a_tile_or_a_long_no_takes_the_question_back() -> None:
    state = about_to_build(["b1", "m1"], map_mode="honour")
    asked = judge(state, EMPTY, press("no", BLUE, long=True)).memory
    assert not judge(state, asked, press("no", BLUE, long=True)).memory.asking
    (bread,) = castle_ids(state, "blue", ["b1"])
    assert not judge(state, asked, PieceTapped(BLUE, PieceId(bread), 1.0)).memory.asking


def test_nobody_is_asked_why_where_it_decides_nothing() -> None:
    """Who could build before, or was to blame for a tumult, gets no consolation either way (TR-4.10)."""
    state = about_to_build(["b1", "m1"], map_mode="honour")
    able = replace(state, phase=Placing(rank=1, built=False, able=1 << 0))
    tumult = Tumult("bread", left=1, demand=2, greediest=Color("blue"), greed=1, kept=None, returned=())
    for each in (able, replace(state, tumults=(tumult,))):
        assert judge(each, EMPTY, press("no", BLUE, long=True)).proposed == ({"do": "pass", "player": "blue"},)


def test_no_where_nothing_was_asked_is_a_complaint() -> None:
    state = state_of(in_round_one({"blue": 1, "yellow": 2}))
    assert complaints(judge(state, EMPTY, press("no", BLUE))) == {BLUE: "complaint-no-question"}


def test_buttons_out_of_turn_are_complaints_at_that_castle_alone() -> None:
    """TR-4.1."""
    state = about_to_build(["b1", "m1"])
    for button in ("yes", "no"):
        for long in (False, True):
            verdict = judge(state, EMPTY, press(button, YELLOW, long=long))
            assert (verdict.proposed, verdict.memory) == ((), EMPTY)
            assert complaints(verdict) == {YELLOW: "complaint-not-your-turn"}


def test_a_castle_that_does_not_play_cannot_say_yes_for_others() -> None:
    state = about_to_count({"blue": 1, "yellow": 2}, {"blue": ["b1"]}, ["b2"], (2, 2, 2))
    verdict = judge(state, EMPTY, press("yes", GREY))
    assert verdict.memory == EMPTY
    assert complaints(verdict) == {GREY: "complaint-castle-out"}


def test_while_castles_compare_their_lamps_say_who_has_agreed() -> None:
    """A yes is to a number: where that changes it is void."""
    state = about_to_count({"blue": 1, "yellow": 2}, {"blue": ["b1"]}, ["b2"], (2, 2, 2))
    assert castle_ids(state, "blue", ["b1"])
    said = judge(state, EMPTY, press("yes", BLUE)).memory
    assert lamps(state, said) == {BLUE: ("off", "on", "off"), YELLOW: ("off", "blink", "off")}
    assert not said.agrees(replace(state, players=(replace(state.players[0], castle=0), *state.players[1:])), BLUE)
    corrects = judge(state, said, press("no", YELLOW)).memory
    assert lamps(state, corrects)[YELLOW] == ("blink", "off", "blink")


def test_a_yes_that_became_void_does_not_come_back_with_the_number() -> None:
    """Else all would have said yes, and nobody would be left whose yes counts (TR-2.6)."""
    state = about_to_count({"blue": 1, "yellow": 2}, {"blue": ["b1"]}, ["b2"], (2, 2, 2))
    said = judge(state, EMPTY, press("yes", BLUE)).memory
    empty = replace(state, players=(replace(state.players[0], castle=0), *state.players[1:]))
    moved = settle(empty, said, {"do": "amend", "move": {"tile": "t01", "to": "people"}})
    assert judge(empty, moved, press("yes", YELLOW)).proposed == ()
    again = settle(
        state, judge(empty, moved, press("yes", YELLOW)).memory, {"do": "rob", "player": "blue", "tile": "t01"}
    )
    assert lamps(state, again) == {BLUE: ("off", "blink", "off"), YELLOW: ("off", "on", "off")}
    assert judge(state, again, press("yes", BLUE)).proposed == ({"do": "count"},)


def test_the_one_to_build_blinks_and_before_a_game_nobody_does() -> None:
    assert lamps(about_to_build(["b1", "m1"]), EMPTY) == {BLUE: ("off", "blink", "off"), YELLOW: ("off", "off", "off")}
    assert lamps(None, EMPTY) == {}


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


@pytest.mark.parametrize(
    "state", [state_of(after_spin()), state_of(robbing()), about_to_count(TWO, {"blue": ["b1"]}, ["b2"], (2, 2, 2))]
)
def test_where_nobody_pays_a_tile_at_the_tray_is_noted_only(state: State) -> None:
    verdict = judge(state, EMPTY, tap(TRAY, "t07"))
    assert (verdict.proposed, verdict.effects) == ((), (Note(None, Text("noted-tile")),))


def test_what_the_tray_cannot_count_is_a_complaint_at_the_console_while_somebody_pays() -> None:
    unknown = GateComplained(TRAY, "complaint-unknown-tag", 1.0)
    (effect,) = judge(about_to_build(["b1"]), EMPTY, unknown).effects
    assert isinstance(effect, Complain)
    assert (effect.castle, effect.text.key) == (None, "complaint-unknown-tag")
    assert judge(state_of(robbing()), EMPTY, unknown).effects == (Note(None, Text("noted-tag")),)
