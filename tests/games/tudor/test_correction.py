"""Boards laid by hand, and going back."""

from typing import Any

import pytest

from controller.games.contract import effects, rules, values
from controller.games.contract.inputs import ButtonPressed, KnobTurned, PieceTapped
from controller.games.contract.referee import Verdict
from controller.games.naming import translate_text
from controller.games.tudor.game import Tudor
from controller.games.tudor.referee import correction
from controller.games.tudor.referee.correction import logged_places, moves_to_logged_places
from controller.games.tudor.referee.memory import EMPTY_MEMORY, Memory
from controller.games.tudor.referee.referee import judge
from controller.games.tudor.rules.engine import GameLog
from controller.games.tudor.show.asking import waiting
from tests.games.tudor.playing import after_hands, start


def carried_out(play: GameLog, found: rules.Correction) -> None:
    for step in found.steps:
        play.submit(step.action)


def in_a_turn() -> GameLog:
    play = after_hands(scenario=4)
    for color, chamber in zip(("yellow", "blue", "red"), (3, 3, 2), strict=True):
        play.submit({"do": "place_lord", "player": color, "chamber": chamber})
    play.submit({"do": "activate", "player": "yellow", "chamber": 3, "chair": "lord"})
    play.submit({"do": "exchange", "player": "yellow", "give": ["red", "green"], "take": "grey"})
    up = {"do": "act", "player": "yellow", "action": "E", "from": "supply", "path": ["A1"], "cards": ["grey"]}
    play.submit(up)
    return play


def test_the_table_can_go_back_in_this_game() -> None:
    state = in_a_turn().state
    assert state is not None
    assert isinstance(Tudor(), rules.Correctable)
    assert set(Tudor().face_up(state)) >= {"q01", "q16", "q05"}


def sentences_told(found: rules.Correction) -> list[str]:
    return [translate_text(effect.text, "en") for effect in found.effects if isinstance(effect, effects.Tell)]


def test_a_correction_goes_back_before_the_last_turn() -> None:
    play = in_a_turn()
    assert correction.latest_turn_start_seq(play) == 14  # the lord was activated
    play.submit({"do": "end_turn", "player": "yellow"})
    assert correction.latest_turn_start_seq(play) == 14
    play.submit({"do": "activate", "player": "blue", "chamber": 3, "chair": "lord"})
    assert correction.latest_turn_start_seq(play) == 18
    found = correction.correct(play, None, (), by_hand=True)
    assert [step.action for step in found.steps] == [{"do": "undo"}]
    assert [each.seq for each in found.waiting] == [18]


def test_a_correction_redoes_legal_actions_and_names_the_others() -> None:
    """Without its red card, yellow cannot redo the exchange nor the action that it paid for."""
    play = in_a_turn()
    found = correction.correct(play, 14, [{"do": "amend", "cards": {"yellow": {"red": -1}}}], by_hand=False)
    assert [(each.seq, each.action["do"], each.refusal.rule) for each in found.dropped] == [
        (15, "exchange", "TU-11.3"),
        (16, "act", "TU-9.5"),
    ]
    assert sentences_told(found) == [
        "Correction inserted before step 14 (Yellow: figure). Redone: 1; not redone: 2.",
        "Not redone: step 15 (Yellow: swaps). What is behind the screen is not enough for this. (TU-11.3)",
        "Not redone: step 16 (Yellow: E). What is behind the screen is not enough for this. (TU-9.5)",
    ]
    assert found.dropped[0].action == {"do": "exchange", "player": "yellow"}
    carried_out(play, found)
    assert play.actions[-1]["do"] == "activate"


def test_a_refused_amendment_or_unknown_step_changes_nothing() -> None:
    play = in_a_turn()
    with pytest.raises(values.RefusedError):
        correction.correct(play, 14, [{"do": "amend", "cards": {"yellow": {"red": -9}}}], by_hand=False)
    for nowhere in (1, 40):
        with pytest.raises(values.RefusedError, match="has been undone or is not between"):
            correction.correct(play, nowhere, (), by_hand=False)
    fresh = GameLog()
    fresh.submit(start())
    with pytest.raises(values.RefusedError):
        correction.correct(fresh, None, (), by_hand=True)
    assert play.seq == 16


def test_misplaced_pieces_are_named_and_hidden_tokens_counted() -> None:
    play = in_a_turn()
    before = play.state
    assert before is not None
    taken = next(piece for piece, place in logged_places(before).items() if place == "yellow" and piece.startswith("f"))
    play.submit({"do": "undo"})
    state = play.state
    assert state is not None
    there = logged_places(state)
    elsewhere = {piece: place for piece, place in logged_places(before).items() if there[piece] != place}
    assert elsewhere == {taken: "yellow"}
    (move,) = moves_to_logged_places(state, elsewhere, set())
    assert [translate_text(text, "en") for text in (move.what, move.before, move.after)] == [
        "grey token",
        "Yellow",
        "A1",
    ]
    bag = next(piece for piece, place in there.items() if place == "bag")
    assert [translate_text(each.what, "en") for each in moves_to_logged_places(state, {bag: "yellow"}, set())] == [
        "one token"
    ]
    assert [translate_text(each.what, "en") for each in moves_to_logged_places(state, {bag: "yellow"}, {bag})] != [
        "one token"
    ]


BLUE, GREY = values.CastleId("blue"), values.CastleId("grey")
KNOB = ButtonPressed("knob", None, False, 0.0)
BACK = ButtonPressed("knob", None, True, 0.0)


def tap(piece: str, castle: values.CastleId = values.TRAY) -> PieceTapped:
    return PieceTapped(castle, values.PieceId(piece), 0.0)


def after(*inputs: Any, memory: Memory = EMPTY_MEMORY) -> Verdict:
    verdict = Verdict(memory)
    for input_ in inputs:
        assert verdict.proposed == ()
        verdict = judge(None, verdict.memory, input_)
    return verdict


def complaint(verdict: Verdict) -> str:
    (only,) = (effect for effect in verdict.effects if isinstance(effect, effects.Complain))
    return only.text.key


def steps(*inputs: Any) -> str:
    return waiting(None, after(*inputs).memory).step


JOINED = (tap("q01", BLUE), tap("q02", GREY), KNOB)
CARDS = (KNOB, KNOB, KNOB)


def test_players_join_with_a_piece_at_their_gate_and_the_knob() -> None:
    assert steps() == "new_game"
    assert waiting(None, EMPTY_MEMORY).over
    assert steps(*JOINED[:1]) == steps(*JOINED[:2]) == "join"
    assert complaint(after(tap("q01", BLUE), KNOB)) == "tudor-complaint-too-few"
    assert complaint(after(tap("q01", BLUE), tap("q05", BLUE))) == "tudor-complaint-joined-already"
    assert steps(*JOINED) == "cards"
    assert steps(*JOINED, *CARDS) == "lay"


def test_a_board_is_laid_with_the_recommended_cards() -> None:
    """Two players have 28 spaces; the last round tokens are forced."""
    verdict, pressed = after(*JOINED, *CARDS), 0
    for number in range(28):
        verdict = judge(None, verdict.memory, tap(f"f{number * 5 + 1:03}"))
        laying = verdict.memory.board_setup
        assert laying is not None
        if laying.due_question is not None:
            yes = ButtonPressed("yes" if number % 2 else "no", BLUE, False, 0.0)
            verdict, pressed = judge(None, verdict.memory, yes), pressed + 1
    assert pressed == 27
    (start,) = verdict.proposed
    assert isinstance(start, dict)
    assert {key: start[key] for key in ("players", "first", "scoring", "scenario")} == {
        "players": [{"color": "blue", "gate": "blue"}, {"color": "yellow", "gate": "grey"}],
        "first": "blue",
        "scoring": [1, 4],
        "scenario": 2,
    }
    assert start["spaces"]["A1"] == {"round": "intrigue", "token": "f001"}
    assert start["spaces"]["A2"] == {"round": "influence", "token": "f006"}
    assert start["spaces"]["D7"] == {"round": "influence", "token": "f136"}
    GameLog().submit(start)


def test_other_cards_are_turned_to_and_none_comes_twice() -> None:
    laying = after(
        *JOINED, KnobTurned(2, 0.0), KNOB, KnobTurned(-1, 0.0), KNOB, KnobTurned(1, 0.0), KNOB
    ).memory.board_setup
    assert laying is not None
    assert laying.chosen_cards == (3, 6, 1)


def test_holding_the_knob_takes_back_the_last_step() -> None:
    begun: tuple[Any, ...] = (*JOINED, *CARDS)
    for one_more in (tap("f001"), KNOB):
        before = after(*begun).memory
        assert after(one_more, BACK, memory=before).memory.board_setup == before.board_setup
        begun = (*begun, one_more)
    assert after(tap("q01", BLUE), BACK).memory == EMPTY_MEMORY


def test_pieces_that_do_not_belong_on_the_board_are_refused() -> None:
    memory = after(*JOINED, *CARDS, tap("f001"), KNOB).memory
    assert complaint(after(tap("f001"), memory=memory)) == "tudor-complaint-lies-already"
    assert complaint(after(tap("q01"), memory=memory)) == "tudor-complaint-tap-draw"
    assert complaint(after(tap("t01"), memory=memory)) == "tudor-complaint-not-in-play"
    assert complaint(after(tap("f002", values.CastleId("purple")), memory=memory)) == "tudor-complaint-castle-out"
    assert complaint(after(KNOB, memory=memory)) == "tudor-complaint-tap-space"
    assert complaint(after(tap("f002"), tap("f003"), memory=memory)) == "tudor-complaint-answer-first"


def test_an_illegal_complete_board_is_refused_and_can_be_undone() -> None:
    """TU-0.7: with two players 18 of a faction are in play."""
    memory = after(*JOINED, *CARDS).memory
    verdict = Verdict(memory)
    for number in range(28):
        verdict = judge(None, verdict.memory, tap(f"f{number + 1:03}"))
        if verdict.memory.board_setup is not None and verdict.memory.board_setup.due_question is not None:
            verdict = judge(None, verdict.memory, KNOB if number % 2 else ButtonPressed("no", BLUE, False, 0.0))
    assert verdict.proposed == ()
    assert complaint(verdict) == "tudor-refused-bag-empty-of"
    assert steps_after_back(verdict.memory) == "lay"


def steps_after_back(memory: Memory) -> str:
    return waiting(None, judge(None, memory, BACK).memory).step
