"""What a tap, a press or the end of the hourglass means in each phase, and what is said where it changes nothing."""

from typing import Any, Literal

import pytest
from msgspec.structs import replace

from controller.games.contract.effects import Blink, ChoiceScreen, Complain, Note, StartTimer
from controller.games.contract.inputs import ButtonPressed, GateComplained, Input, KnobTurned, PieceTapped, TimerRanOut
from controller.games.contract.referee import Verdict
from controller.games.contract.values import TRAY, CastleId, PieceId, RandomDraw, Text
from controller.games.naming import screen_to_speech, translate_text
from controller.games.tumult_royale.box.words import Color
from controller.games.tumult_royale.referee.memory import EMPTY_MEMORY, Memory, memory_after_action
from controller.games.tumult_royale.referee.referee import judge
from controller.games.tumult_royale.rules.state import Placing, State, Tumult
from controller.games.tumult_royale.show import view as views
from controller.games.tumult_royale.show.view import view
from controller.games.tumult_royale.show.waiting import lamps_by_castle, waiting
from controller.texts.translation import LANGUAGES
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

BY_HAND = "page:referee"


def tap(castle: CastleId, tile: str, at_s: float = 1.0) -> PieceTapped:
    return PieceTapped(castle, PieceId(tile), at_s)


def knob(*, long: bool = False) -> ButtonPressed:
    return ButtonPressed("knob", None, long, 1.0)


def press(button: Literal["yes", "no"], castle: CastleId, *, long: bool = False) -> ButtonPressed:
    return ButtonPressed(button, castle, long, 1.0)


def complaints(verdict: Verdict) -> dict[str | None, str]:
    assert verdict.proposed == ()
    return {effect.castle: effect.text.key for effect in verdict.effects if isinstance(effect, Complain)}


def playing_on(state: State, *inputs: Input, memory: Memory = EMPTY_MEMORY) -> tuple[State, Memory, Verdict]:
    """Judge the inputs in order and submit the proposed actions."""
    verdict = Verdict(memory)
    for input_ in inputs:
        verdict = judge(state, memory, input_)
        memory = verdict.memory
        for wish in verdict.proposed:
            assert not isinstance(wish, RandomDraw)
            state = do(state, wish).state
            memory = memory_after_action(state, memory, wish, input_.origin)
    return state, memory, verdict


def after(state: State, memory: Memory, *inputs: Input) -> tuple[State, Memory]:
    return playing_on(state, *inputs, memory=memory)[:2]


def texts(state: State, memory: Memory, input_: Input) -> dict[CastleId | None, str]:
    """Return the complaints in English with their rules; fail if an action is proposed or a translation is missing."""
    verdict = judge(state, memory, input_)
    assert verdict.proposed == ()
    complaints = [effect for effect in verdict.effects if isinstance(effect, Complain)]
    assert len(complaints) == len(verdict.effects)
    for language in LANGUAGES:
        assert all(translate_text(complaint.text, language) for complaint in complaints)
    return {complaint.castle: f"{complaint.rule}: {translate_text(complaint.text, 'en')}" for complaint in complaints}


def tapped(state: State, tiles: list[str], *, turns: int = 0) -> Memory:
    taps = [tap(BLUE, tile) for tile in castle_ids(state, "blue", tiles)]
    return after(state, EMPTY_MEMORY, *taps, *([KnobTurned(turns, 1.0)] if turns else []))[1]


def test_the_knob_asks_for_a_draw_of_the_editions_sectors() -> None:
    """TR-1.1: four sectors of 90 degrees."""
    (wish,) = judge(state_of(in_round_one(TWO)), EMPTY_MEMORY, knob()).proposed
    assert wish == RandomDraw({"do": "spin"}, "demand", ((2, 90), (3, 90), (4, 90), (5, 90)))


def test_a_gambler_s_king_spins_for_bread_first_then_marble_then_tools() -> None:
    """TR-10.1."""
    state = about_to_count(TWO, {"blue": ["b1"]}, ["b2"], (None, None, None), variant="gambler")
    state = do(state, {"do": "count"}).state
    named = []
    for number in (2, 3, 4):
        (wish,) = judge(state, EMPTY_MEMORY, knob()).proposed
        assert isinstance(wish, RandomDraw)
        named.append(wish.action["commodity"])
        if number < 4:
            state = do(state, {**wish.action, "demand": number}).state
    assert named == ["bread", "marble", "tools"]


def test_a_tile_at_a_castle_is_set_aside_and_a_fourth_is_a_complaint() -> None:
    """TR-2.1."""
    state, memory, _ = playing_on(state_of(after_spin()), *(tap(BLUE, f"t0{n}") for n in (1, 2, 3)))
    assert memory.set_aside_count(state, BLUE) == 3
    assert state.set_aside.bit_count() == 3
    assert texts(state, memory, tap(BLUE, "t04")) == {
        BLUE: "TR-2.1: You have set aside three already. Put this one back unseen."
    }
    assert judge(state, memory, tap(YELLOW, "t04")).proposed == ({"do": "set_aside", "tile": "t04"},)


def test_who_still_has_to_set_tiles_aside_is_named_once_others_are_done() -> None:
    """TR-2.1."""
    state, memory, _ = playing_on(state_of(after_spin()), *(tap(BLUE, f"t0{n}") for n in (1, 2, 3)))
    said = screen_to_speech(waiting(state, memory).screen, "en")
    assert said == "Set aside. 3 tiles are still due. Missing: Yellow."


def test_a_refused_tile_does_not_count_as_set_aside_by_the_castle() -> None:
    state, memory, _ = playing_on(state_of(after_spin()), tap(BLUE, "t01"))
    again = judge(state, memory, tap(BLUE, "t01"))
    assert again.memory.set_aside_count(state, BLUE) == 1


def test_a_tile_set_aside_on_the_page_belongs_to_no_castle() -> None:
    """TR-2.1."""
    state, memory, _ = playing_on(state_of(after_spin()), tap(BLUE, "t01"))
    memory = judge(state, memory, tap(BLUE, "t01")).memory  # a complaint: it is set aside already
    by_hand = {"do": "set_aside", "tile": "t02"}
    state = do(state, by_hand).state
    assert memory_after_action(state, memory, by_hand, BY_HAND).set_aside_count(state, BLUE) == 1


def test_the_end_of_the_hourglass_stops_and_only_once() -> None:
    """TR-2.5."""
    state, memory, verdict = playing_on(state_of(robbing()), TimerRanOut(20.0))
    assert verdict.proposed == ({"do": "stop"},)
    assert judge(state, memory, TimerRanOut(20.0)).proposed == ()


def test_a_tile_in_time_that_is_reported_late_is_no_late_tile() -> None:
    """TR-2.5: its board was not to be reached; the castle may still put down the one tile in hand, and no other."""
    state, memory, _ = playing_on(state_of(robbing()), TimerRanOut(20.0))
    in_time = judge(state, memory, tap(YELLOW, "t07", 19.9))
    assert in_time.proposed == ({"do": "amend", "move": {"tile": "t07", "to": "yellow"}},)
    taps = tap(YELLOW, "t07", 19.9), tap(YELLOW, "t08", 20.4)
    state, memory, last = playing_on(state_of(robbing()), TimerRanOut(20.0), *taps)
    assert last.proposed == ({"do": "rob", "player": "yellow", "tile": "t08"},)
    assert complaints(judge(state, memory, tap(YELLOW, "t09", 20.6))) == {YELLOW: "complaint-late-by"}
    lies_there = {"do": "amend", "move": {"tile": "t10", "to": "yellow"}}
    assert judge(state, memory, tap(YELLOW, "t10", 19.5)).proposed == (lies_there,)


def test_the_knob_turns_an_interrupted_hourglass_over_again() -> None:
    verdict = judge(state_of(robbing()), EMPTY_MEMORY, knob())
    assert (verdict.proposed, verdict.effects) == ((), (StartTimer(),))


def test_castles_that_say_yes_are_counted_when_the_last_one_has() -> None:
    """TR-2.6."""
    state = about_to_count(TWO, {"blue": ["b1"]}, ["b2"], (2, 2, 2))
    first = judge(state, EMPTY_MEMORY, press("yes", BLUE))
    assert first.proposed == ()
    last = judge(state, first.memory, press("yes", YELLOW))
    assert last.proposed == ({"do": "count"},)
    assert judge(state, EMPTY_MEMORY, knob()).proposed == ({"do": "count"},)  # the knob speaks for all


def test_after_no_a_tap_says_that_the_tile_lies_here() -> None:
    state = about_to_count(TWO, {"blue": ["b1"]}, ["b2"], (2, 2, 2))
    (tile,) = castle_ids(state, "blue", ["b1"])
    no = judge(state, EMPTY_MEMORY, press("no", YELLOW))
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


def test_no_goes_on_where_there_are_several_ways() -> None:
    state = about_to_build(["b2", "m2"], map_mode="honour")  # a village, or a pasture, or one away from the others
    assert judge(state, tapped(state, ["b2", "m2"]), press("no", BLUE)).memory.turned == 1


def test_a_pass_on_honour_asks_why_and_yes_gives_the_chosen_answer() -> None:
    """TR-4.10, TR-11.2."""
    state = about_to_build(["b1", "m1"], map_mode="honour")
    asked = judge(state, EMPTY_MEMORY, press("no", BLUE, long=True))
    assert (asked.proposed, asked.memory.asking) == ((), True)
    would_not = judge(state, asked.memory, press("yes", BLUE))
    assert would_not.proposed == ({"do": "pass", "player": "blue", "stuck": False},)
    could_not = judge(state, judge(state, asked.memory, press("no", BLUE)).memory, press("yes", BLUE))
    assert could_not.proposed == ({"do": "pass", "player": "blue", "stuck": True},)


def test_a_tile_or_a_long_no_takes_the_question_back() -> None:
    state = about_to_build(["b1", "m1"], map_mode="honour")
    asked = judge(state, EMPTY_MEMORY, press("no", BLUE, long=True)).memory
    assert not judge(state, asked, press("no", BLUE, long=True)).memory.asking
    (bread,) = castle_ids(state, "blue", ["b1"])
    assert not judge(state, asked, tap(BLUE, bread)).memory.asking


def test_no_reason_is_asked_for_where_it_decides_nothing() -> None:
    """Who could build before, or was to blame for a tumult, gets no consolation either way (TR-4.10)."""
    state = about_to_build(["b1", "m1"], map_mode="honour")
    able = replace(state, phase=Placing(rank=1, built=False, able=1 << 0))
    tumult = Tumult("bread", left=1, demand=2, greediest=Color("blue"), greed=1, kept=None, returned=())
    for each in (able, replace(state, tumults=(tumult,))):
        assert judge(each, EMPTY_MEMORY, press("no", BLUE, long=True)).proposed == ({"do": "pass", "player": "blue"},)


def test_while_castles_compare_their_lamps_say_who_has_agreed() -> None:
    """A yes is to a number: where that changes it is void."""
    state = about_to_count({"blue": 1, "yellow": 2}, {"blue": ["b1"]}, ["b2"], (2, 2, 2))
    assert castle_ids(state, "blue", ["b1"])
    memory = judge(state, EMPTY_MEMORY, press("yes", BLUE)).memory
    assert lamps_by_castle(state, memory) == {BLUE: ("off", "on", "off"), YELLOW: ("off", "blink", "off")}
    assert not memory.has_confirmed(
        replace(state, players=(replace(state.players[0], castle=0), *state.players[1:])), BLUE
    )
    corrects = judge(state, memory, press("no", YELLOW)).memory
    assert lamps_by_castle(state, corrects)[YELLOW] == ("blink", "off", "blink")


def test_a_void_yes_does_not_return_with_the_same_number() -> None:
    """Else all would have said yes, and nobody would be left whose yes counts (TR-2.6)."""
    state = about_to_count({"blue": 1, "yellow": 2}, {"blue": ["b1"]}, ["b2"], (2, 2, 2))
    memory = judge(state, EMPTY_MEMORY, press("yes", BLUE)).memory
    empty = replace(state, players=(replace(state.players[0], castle=0), *state.players[1:]))
    moved = memory_after_action(empty, memory, {"do": "amend", "move": {"tile": "t01", "to": "people"}}, BY_HAND)
    assert judge(empty, moved, press("yes", YELLOW)).proposed == ()
    again = memory_after_action(
        state, judge(empty, moved, press("yes", YELLOW)).memory, {"do": "rob", "player": "blue", "tile": "t01"}, BY_HAND
    )
    assert lamps_by_castle(state, again) == {BLUE: ("off", "blink", "off"), YELLOW: ("off", "on", "off")}
    assert judge(state, again, press("yes", BLUE)).proposed == ({"do": "count"},)


def test_the_one_to_build_blinks_and_before_a_game_none_does() -> None:
    assert lamps_by_castle(about_to_build(["b1", "m1"]), EMPTY_MEMORY) == {
        BLUE: ("off", "blink", "off"),
        YELLOW: ("off", "off", "off"),
    }
    assert lamps_by_castle(None, EMPTY_MEMORY) == {}


def test_tiles_at_the_tray_pay_for_the_player_to_act() -> None:
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


def test_an_unreadable_tile_at_the_tray_is_shown_on_the_console() -> None:
    unknown = GateComplained(TRAY, "complaint-unknown-tag", 1.0)
    (effect,) = judge(about_to_build(["b1"]), EMPTY_MEMORY, unknown).effects
    assert isinstance(effect, Complain)
    assert (effect.castle, effect.text.key) == (None, "complaint-unknown-tag")
    assert judge(state_of(robbing()), EMPTY_MEMORY, unknown).effects == (Note(None, Text("noted-tag")),)


# What the referee says to a tile or a press that changes nothing, and to tiles that do not pay.


def all_aside() -> tuple[State, Memory]:
    return after(
        state_of(after_spin()),
        EMPTY_MEMORY,
        *(tap(BLUE if number < 4 else YELLOW, f"t0{number}") for number in range(1, 7)),
    )


def hourglass_runs() -> tuple[State, Memory]:
    return after(*all_aside(), press("yes", BLUE))


@pytest.mark.parametrize("button", ["yes", "no"])
def test_a_late_answer_to_the_question_before_the_hourglass_is_no_mistake(button: Literal["yes", "no"]) -> None:
    state, memory = hourglass_runs()
    other = next(castle for castle in (BLUE, YELLOW) if Color(castle) != state.color(state.king))
    assert complaints(judge(state, memory, press(button, other))) == {}


def stopped(*before: Input) -> tuple[State, Memory]:
    """After the stop at 20 s."""
    return after(*hourglass_runs(), *before, TimerRanOut(20.0))


TO_BUILD = about_to_build(["b1", "m1"])
ON_HONOUR = about_to_build(["b1", "m1", "t1", "t2"], map_mode="honour")
TO_COUNT = about_to_count({"blue": 1, "yellow": 2}, {"blue": ["b1"]}, ["b2"], (2, 2, 2))
ONE_ASIDE = after(state_of(after_spin()), EMPTY_MEMORY, tap(BLUE, "t01"))
YELLOW_ROBBED = after(*hourglass_runs(), tap(YELLOW, "t20"))
UNREADABLE = GateComplained(BLUE, "complaint-unknown-tag", 1.0)


def new(state: State | None) -> tuple[State | None, Memory]:
    return state, EMPTY_MEMORY


def paying(*tiles: str, state: State = ON_HONOUR) -> tuple[State, Memory]:
    return state, tapped(state, list(tiles))


def tile_of(color: str, state: State = TO_BUILD) -> str:
    return castle_ids(state, color, ["b1"])[0]


BLUE_S_TURN = "It is Blue's turn. Wait for yours."
NOT_PLAYING = {GREY: "TR-0.1: This castle is not playing. Do not use it."}
COMPLAINTS: list[tuple[Any, Input, dict[Any, str]]] = [
    (
        all_aside(),
        tap(BLUE, "t20"),
        {BLUE: "TR-2.2: All are set aside, but the hourglass is not running yet. Put this one back unseen."},
    ),
    *(
        (
            ONE_ASIDE,
            tap(castle, "t01"),
            {castle: "TR-2.1: This tile is already set aside. Put it down and take another."},
        )
        for castle in (BLUE, YELLOW)
    ),
    (hourglass_runs(), tap(BLUE, "t04"), {BLUE: "TR-2.1: It is set aside this round. Put it back."}),
    (
        YELLOW_ROBBED,
        tap(BLUE, "t20"),
        {
            BLUE: "TR-2.4: Yellow already has it. Put it back.",
            YELLOW: "TR-2.4: Blue has a tile of yours. Check it.",
        },
    ),
    (YELLOW_ROBBED, tap(YELLOW, "t20"), {YELLOW: "TR-2.4: It already counts here. Leave it there."}),
    (  # the stop was not seen
        new(after(*stopped(), tap(BLUE, "t20", 20.4))[0]),
        tap(BLUE, "t21", 22.3),
        {BLUE: "TR-2.5: You had your late tile. Put this one back."},
    ),
    (
        after(*stopped(tap(BLUE, "t20")), press("yes", BLUE)),
        tap(BLUE, "t21", 20.4),
        {BLUE: "TR-2.6: You said yes to 1. Press no to correct."},
    ),
    (hourglass_runs(), UNREADABLE, {BLUE: "TR-0.2: Unknown tile. Use one from this box."}),
    (
        hourglass_runs(),
        GateComplained(BLUE, "complaint-one-at-a-time", 1.0),
        {BLUE: "TR-2.3: Two at once. One at a time, please."},
    ),
    (
        hourglass_runs(),
        GateComplained(BLUE, "complaint-unread", 1.0),
        {BLUE: "None: A tile went by unread. Show it again, alone."},
    ),
    (
        hourglass_runs(),
        GateComplained(BLUE, "complaint-other-game", 1.0),
        {BLUE: "None: A piece of another game. Put it back."},
    ),
    # Two players play with the plain tiles only (TR-0.2).
    (hourglass_runs(), tap(BLUE, "t39"), {BLUE: "TR-0.2: Not in this game. Put it back into the box."}),
    *((hourglass_runs(), input_, NOT_PLAYING) for input_ in (tap(GREY, "t20"), press("yes", GREY))),
    (new(TO_COUNT), press("yes", GREY), NOT_PLAYING),
    *(
        (new(state), press("yes", YELLOW), {YELLOW: f"{rule}: {BLUE_S_TURN}"})
        for state, rule in (
            (state_of(in_round_one(TWO)), "TR-1.1"),
            (state_of(after_spin()), "TR-2.2"),
            (TO_BUILD, "TR-4.1"),
        )
    ),
    *(
        (new(TO_BUILD), input_, {YELLOW: f"TR-4.1: {BLUE_S_TURN}"})
        for input_ in (
            press("no", YELLOW),
            press("no", YELLOW, long=True),
            press("yes", YELLOW, long=True),
            tap(YELLOW, tile_of("yellow")),
        )
    ),
    *(
        (
            new(TO_BUILD),
            tap(castle, tile_of("yellow")),
            {BLUE: "TR-4.5: This tile is on Yellow's castle. Pay with your own."},
        )
        for castle in (BLUE, TRAY)
    ),
    (
        new(TO_BUILD),
        tap(BLUE, TO_BUILD.table.pool.tile_ids(TO_BUILD.people_tiles)[0]),
        {BLUE: "TR-4.5: This tile is the people's. Pay with tiles of your castle."},
    ),
    *(
        (paying(*tiles), press_, {castle: expected})
        for tiles, expected in (
            ([], "TR-4.5: First move tiles to pay with over your gate."),
            (["b1"], "TR-4.5: pasture: missing marble 1. More tiles over your gate."),
            (["t1"], "TR-4.5: forest: missing bread 1, marble 1. More tiles over your gate."),
            (["b1", "m1", "t1", "t2"], "TR-4.6: mountain: tools 1 is too much. Over the gate again removes it."),
        )
        for press_, castle in ((press("yes", BLUE), BLUE), (knob(), None))
    ),
    (  # a pasture costs one bread and one marble
        paying("b1", "b1", "m1", state=about_to_build(["b1", "b1", "m1"], map_mode="honour")),
        press("yes", BLUE),
        {BLUE: "TR-4.6: pasture: bread 1 is too much. Over the gate again removes it."},
    ),
]


@pytest.mark.parametrize(("table", "input_", "expected"), COMPLAINTS, ids=lambda value: repr(value)[:60])
def test_what_is_said_where_an_input_changes_nothing(
    table: tuple[State, Memory], input_: Input, expected: dict[CastleId | None, str]
) -> None:
    assert texts(*table, input_) == expected
    assert judge(*table, input_).memory == table[1]


@pytest.mark.parametrize(
    ("table", "key"),
    [
        (paying("b1", "m1", state=about_to_build(["b1", "m1"], map_mode="honour")), "complaint-one-way"),
        (paying("b1"), "complaint-short"),
        (paying(), "complaint-no-tiles"),
        (new(state_of(in_round_one(TWO))), "complaint-no-question"),
    ],
)
def test_no_is_a_complaint_where_there_is_no_other_way(table: tuple[State, Memory], key: str) -> None:
    assert complaints(judge(*table, press("no", BLUE))) == {BLUE: key}


@pytest.mark.parametrize(
    ("state", "input_", "proposed"),
    [
        (state_of(started(TWO)), knob(), {"do": "place_first", "player": "yellow"}),
        (state_of(after_spin()), knob(), {"do": "collect"}),  # TR-2.2
        (state_of(robbing()), tap(YELLOW, "t07"), {"do": "rob", "player": "yellow", "tile": "t07"}),  # TR-2.3
        (TO_BUILD, knob(long=True), {"do": "pass", "player": "blue"}),  # TR-4.8
        (TO_BUILD, press("no", BLUE, long=True), {"do": "pass", "player": "blue"}),
        (TO_BUILD, press("yes", BLUE, long=True), None),
    ],
)
def test_what_a_tap_or_a_press_brings_about(state: State, input_: Input, proposed: dict[str, Any] | None) -> None:
    assert judge(state, EMPTY_MEMORY, input_).proposed == (() if proposed is None else (proposed,))


@pytest.mark.parametrize(
    ("state", "input_", "note"),
    [
        (None, tap(BLUE, "t01"), Note(BLUE, Text("noted-tile"))),
        (None, knob(), Note(None, Text("noted-button"))),
        (state_of(started(TWO)), tap(BLUE, "t01"), Note(BLUE, Text("noted-tile"))),  # people clear and mix tiles
        (state_of(started(TWO)), UNREADABLE, Note(BLUE, Text("noted-tag"))),
        *(
            (state, tap(TRAY, "t07"), Note(None, Text("noted-tile")))
            for state in (state_of(after_spin()), state_of(robbing()), TO_COUNT)
        ),
    ],
)
def test_what_means_nothing_is_only_logged(state: State | None, input_: Input, note: Note) -> None:
    verdict = judge(state, EMPTY_MEMORY, input_)
    assert (verdict.proposed, verdict.effects) == ((), (note,))


def test_a_second_tile_after_the_stop_says_how_late_it_is() -> None:
    """TR-2.5: each player may still put down the one tile in hand."""
    state, memory = after(*stopped(), tap(BLUE, "t20", 20.4))
    assert texts(state, memory, tap(BLUE, "t21", 22.3)) == {BLUE: "TR-2.5: 2.3 s too late. Put it back."}
    assert judge(state, memory, tap(YELLOW, "t21", 22.3)).proposed == (
        {"do": "rob", "player": "yellow", "tile": "t21"},
    )


def test_a_manual_stop_after_an_undone_one_has_no_known_time() -> None:
    """TR-2.5."""
    running, _ = hourglass_runs()
    _, memory = stopped()
    stop = {"do": "stop"}
    state = do(running, stop).state
    memory = memory_after_action(state, memory_after_action(running, memory, {"do": "undo"}, BY_HAND), stop, BY_HAND)
    state, memory = after(state, memory, tap(BLUE, "t20", 40.4))
    assert texts(state, memory, tap(BLUE, "t21", 42.3)) == {BLUE: "TR-2.5: You had your late tile. Put this one back."}


def test_paying_with_a_tile_that_went_back_in_a_tumult_names_the_tumult() -> None:
    """TR-3.6."""
    tiles = {"blue": ["b1", "b2", "b3", "m1"], "yellow": ["m1"]}
    state = do(about_to_count(TWO, tiles, ["b1", "m3", "m2"], (2, 2, 0)), {"do": "count"}).state
    (tumult,) = state.tumults
    assert texts(state, EMPTY_MEMORY, tap(BLUE, tumult.returned[0])) == {
        BLUE: "TR-3.6: It went back in the tumult over bread. Pay with other tiles."
    }


def test_while_a_castle_corrects_a_tile_it_has_is_only_acknowledged() -> None:
    state, memory = after(*stopped(tap(BLUE, "t20")), press("no", BLUE))
    assert judge(state, memory, tap(BLUE, "t20")).effects == (Blink(BLUE),)
    lies_here = {"do": "amend", "move": {"tile": "t21", "to": "blue"}}
    assert judge(state, memory, tap(BLUE, "t21")).proposed == (lies_here,)


def ways(state: State, memory: Memory) -> list[dict[str, Any]]:
    payment = views.payment_view(state, memory)
    assert payment is not None
    shown: list[dict[str, Any]] = payment["ways"]
    return shown


def test_all_ways_to_build_are_shown_touching_first_then_most_statues() -> None:
    """TR-4.4, TR-4.7: bread 2 and marble 2 pay a village, a pasture for two supporters, or one anywhere."""
    state = about_to_build(["b2", "m2"], map_mode="honour")
    assert ways(state, tapped(state, ["b2", "m2"])) == [
        {"kind": "village", "adjacent": True, "gains": 0, "fields": [], "chosen": True},
        {"kind": "pasture", "adjacent": True, "gains": 2, "fields": [], "chosen": None},
        {"kind": "pasture", "adjacent": False, "gains": 0, "fields": [], "chosen": None},
    ]


def test_with_the_map_the_knob_turns_through_the_fields_of_a_kind() -> None:
    """Blue stands on B1: A2 touches nothing of his; C1 is a village, B2 a mountain."""
    state = about_to_build(["b1", "m1"], fields=["A3"])
    first = ways(state, tapped(state, ["b1", "m1"]))
    assert [(way["kind"], way["adjacent"], way["fields"], way["chosen"]) for way in first] == [
        ("pasture", True, ["A2", "B3"], "A2")
    ]
    assert ways(state, tapped(state, ["b1", "m1"], turns=1))[0]["chosen"] == "B3"
    assert ways(state, tapped(state, ["b1", "m1"], turns=2))[0]["chosen"] == "A2"


def test_insufficient_tiles_list_what_is_missing_nearest_first() -> None:
    state = about_to_build(["b1", "m1", "t1"], map_mode="honour")
    payment = views.payment_view(state, tapped(state, ["b1"]))
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
    payment = views.payment_view(state, tapped(state, ["b1", "b1", "m1"]))
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


def test_the_console_shows_the_nearest_payment_fault() -> None:
    state = about_to_build(["b1", "m1"], map_mode="honour")
    screen = waiting(state, tapped(state, ["b1"])).screen
    assert screen_to_speech(screen, "en") == "Blue builds. pasture: missing marble 1."
    screen = waiting(state, tapped(state, ["b1"], turns=1)).screen
    assert screen_to_speech(screen, "en") == "Blue pays. bread 1."


def test_the_page_shows_a_payment_only_while_a_player_builds() -> None:
    assert view(about_to_build(["b1", "m1"]), EMPTY_MEMORY)["payment"] == {
        "tiles": [],
        "ways": [],
        "gaps": [],
        "asks": None,
    }
    assert view(state_of(in_round_one({"blue": 1, "yellow": 2})), EMPTY_MEMORY)["payment"] is None
