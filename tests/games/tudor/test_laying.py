"""A board that is laid by hand: who plays, which cards, and the tokens space by space (TU-0)."""

from typing import Any

from controller.games.contract.effects import Complain
from controller.games.contract.inputs import ButtonPressed, KnobTurned, PieceTapped
from controller.games.contract.referee import Verdict
from controller.games.contract.values import TRAY, CastleId, PieceId
from controller.games.tudor.referee.asking import waiting
from controller.games.tudor.referee.memory import EMPTY, Memory
from controller.games.tudor.referee.referee import judge
from controller.games.tudor.rules.engine import GameLog

BLUE, GREY = CastleId("blue"), CastleId("grey")
KNOB = ButtonPressed("knob", None, False, 0.0)
BACK = ButtonPressed("knob", None, True, 0.0)


def tap(piece: str, castle: CastleId = TRAY) -> PieceTapped:
    return PieceTapped(castle, PieceId(piece), 0.0)


def after(*inputs: Any, memory: Memory = EMPTY) -> Verdict:
    verdict = Verdict(memory)
    for input_ in inputs:
        assert verdict.proposed == ()
        verdict = judge(None, verdict.memory, input_)
    return verdict


def complaint(verdict: Verdict) -> str:
    (only,) = (effect for effect in verdict.effects if isinstance(effect, Complain))
    return only.text.key


def steps(*inputs: Any) -> str:
    return waiting(None, after(*inputs).memory).step


JOINED = (tap("q01", BLUE), tap("q02", GREY), KNOB)
CARDS = (KNOB, KNOB, KNOB)


def test_a_piece_over_each_gate_clockwise_from_the_start_player_then_the_knob() -> None:
    assert steps() == "new_game"
    assert waiting(None, EMPTY).over
    assert steps(*JOINED[:1]) == steps(*JOINED[:2]) == "join"
    assert complaint(after(tap("q01", BLUE), KNOB)) == "tudor-complaint-too-few"
    assert complaint(after(tap("q01", BLUE), tap("q05", BLUE))) == "tudor-complaint-joined-already"
    assert steps(*JOINED) == "cards"
    assert steps(*JOINED, *CARDS) == "lay"


def test_a_whole_board_is_laid_with_the_recommended_cards() -> None:
    """28 spaces with two players; the round tokens that are left are not asked for."""
    verdict, pressed = after(*JOINED, *CARDS), 0
    for number in range(28):
        verdict = judge(None, verdict.memory, tap(f"f{number * 5 + 1:03}"))
        laying = verdict.memory.laying
        assert laying is not None
        if laying.question is not None:
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
    laying = after(*JOINED, KnobTurned(2, 0.0), KNOB, KnobTurned(-1, 0.0), KNOB, KnobTurned(1, 0.0), KNOB).memory.laying
    assert laying is not None
    assert laying.cards == (3, 6, 1)


def test_the_latest_is_taken_back_by_holding_the_knob() -> None:
    begun: tuple[Any, ...] = (*JOINED, *CARDS)
    for one_more in (tap("f001"), KNOB):
        before = after(*begun).memory
        assert after(one_more, BACK, memory=before).memory.laying == before.laying
        begun = (*begun, one_more)
    assert after(tap("q01", BLUE), BACK).memory == EMPTY


def test_what_does_not_belong_on_the_board_is_refused() -> None:
    memory = after(*JOINED, *CARDS, tap("f001"), KNOB).memory
    assert complaint(after(tap("f001"), memory=memory)) == "tudor-complaint-lies-already"
    assert complaint(after(tap("q01"), memory=memory)) == "tudor-complaint-tap-draw"
    assert complaint(after(tap("t01"), memory=memory)) == "tudor-complaint-not-in-play"
    assert complaint(after(tap("f002", CastleId("purple")), memory=memory)) == "tudor-complaint-castle-out"
    assert complaint(after(KNOB, memory=memory)) == "tudor-complaint-tap-space"
    assert complaint(after(tap("f002"), tap("f003"), memory=memory)) == "tudor-complaint-answer-first"


def test_a_board_that_cannot_be_is_refused_when_it_is_whole_and_may_be_taken_back() -> None:
    """TU-0.7: with two players 18 of a faction are in play."""
    memory = after(*JOINED, *CARDS).memory
    verdict = Verdict(memory)
    for number in range(28):
        verdict = judge(None, verdict.memory, tap(f"f{number + 1:03}"))
        if verdict.memory.laying is not None and verdict.memory.laying.question is not None:
            verdict = judge(None, verdict.memory, KNOB if number % 2 else ButtonPressed("no", BLUE, False, 0.0))
    assert verdict.proposed == ()
    assert complaint(verdict) == "tudor-refused-bag-empty-of"
    assert steps_after_back(verdict.memory) == "lay"


def steps_after_back(memory: Memory) -> str:
    return waiting(None, judge(None, memory, BACK).memory).step
