"""What a castle's yes and no mean while it builds, and what its lamps show."""

from controller.games.contract import ButtonPressed, CastleId, Complain, Verdict
from controller.games.tumult_royale.desk import EMPTY
from controller.games.tumult_royale.lamps import lamps
from controller.games.tumult_royale.referee import judge
from tests.games.tumult_royale.playing import about_to_build, about_to_count, castle_ids

BLUE, YELLOW, GREY = CastleId("blue"), CastleId("yellow"), CastleId("grey")


def press(button: str, castle: CastleId, *, long: bool = False) -> ButtonPressed:
    assert button in {"yes", "no"}
    return ButtonPressed("yes" if button == "yes" else "no", castle, long, 1.0)


def complaints(verdict: Verdict) -> dict[str | None, str]:
    return {effect.castle: effect.text.key for effect in verdict.effects if isinstance(effect, Complain)}


def test_no_held_passes_and_yes_held_does_not() -> None:
    """TR-4.8."""
    state = about_to_build(["b1", "m1"])
    assert judge(state, EMPTY, press("no", BLUE, long=True)).wishes == ({"do": "pass", "player": "blue"},)
    assert judge(state, EMPTY, press("yes", BLUE, long=True)).wishes == ()


def test_no_shows_the_next_offer() -> None:
    assert judge(about_to_build(["b1", "m1"]), EMPTY, press("no", BLUE)).desk.turned == 1


def test_buttons_out_of_turn_are_complaints_at_that_castle_alone() -> None:
    """TR-4.1."""
    state = about_to_build(["b1", "m1"])
    for button in ("yes", "no"):
        for long in (False, True):
            verdict = judge(state, EMPTY, press(button, YELLOW, long=long))
            assert (verdict.wishes, verdict.desk) == ((), EMPTY)
            assert complaints(verdict) == {YELLOW: "complaint-not-your-turn"}


def test_a_castle_that_does_not_play_cannot_say_yes_for_others() -> None:
    state = about_to_count({"blue": 1, "yellow": 2}, {"blue": ["b1"]}, ["b2"], (2, 2, 2))
    verdict = judge(state, EMPTY, press("yes", GREY))
    assert verdict.desk == EMPTY
    assert complaints(verdict) == {GREY: "complaint-castle-out"}


def test_while_castles_compare_their_lamps_say_who_has_agreed() -> None:
    state = about_to_count({"blue": 1, "yellow": 2}, {"blue": ["b1"]}, ["b2"], (2, 2, 2))
    assert castle_ids(state, "blue", ["b1"])
    said = judge(state, EMPTY, press("yes", BLUE)).desk
    assert lamps(state, said) == {BLUE: ("off", "on", "off"), YELLOW: ("off", "blink", "off")}
    corrects = judge(state, said, press("no", YELLOW)).desk
    assert lamps(state, corrects)[YELLOW] == ("blink", "off", "blink")


def test_the_one_to_build_blinks_and_before_a_game_nobody_does() -> None:
    assert lamps(about_to_build(["b1", "m1"]), EMPTY) == {BLUE: ("off", "blink", "off"), YELLOW: ("off", "off", "off")}
    assert lamps(None, EMPTY) == {}
