"""What a castle's yes and no mean while it builds, and what its lamps show."""

from msgspec.structs import replace

from controller.games.contract.inputs import ButtonPressed, PieceTapped
from controller.games.contract.values import CastleId, PieceId
from controller.games.tumult_royale.box.words import Color
from controller.games.tumult_royale.referee.memory import EMPTY, Memory, settle
from controller.games.tumult_royale.referee.referee import judge
from controller.games.tumult_royale.referee.waiting import lamps
from controller.games.tumult_royale.rules.state import Placing, State, Tumult
from tests.games.tumult_royale.playing import (
    BLUE,
    GREY,
    YELLOW,
    about_to_build,
    about_to_count,
    castle_ids,
    in_round_one,
    state_of,
)
from tests.games.tumult_royale.test_referee import complaints


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
