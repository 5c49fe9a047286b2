"""Whatever the rules allow can be said by gates and knob alone: a hand's gestures lead to exactly what it wants."""

from random import Random

import pytest

from controller.games.contract.effects import Complain, Note
from controller.games.contract.inputs import ButtonPressed, PieceTapped
from controller.games.tudor.bots.random_play import random_move
from controller.games.tudor.referee import memory as memories
from controller.games.tudor.referee import referee
from controller.games.tudor.referee.memory import Memory
from controller.games.tudor.rules.actions import as_line
from controller.games.tudor.rules.engine import GameLog
from controller.games.tudor.rules.state import State, canonical
from tests.games.tudor.hands import disturbance, lively_move, performed, play_by_hands, said, start_at_the_table
from tests.games.tudor.playing import wearing
from tests.games.tudor.test_referee import at_an_office
from tests.soak import SOAK

GAMES = range(1000) if SOAK else (1, 3, 5)
"""For all scenarios, player counts and pairs of scoring cards in turn; every other one is rich in cards."""

MEAN_GESTURES = 4.0
"""Of an action in a game; the mean of random play is 2.5, and games in which cards are exchanged often reach 3.1."""


@pytest.mark.parametrize("seed", GAMES)
def test_a_whole_game_is_played_by_gates_and_knob_alone(seed: int) -> None:
    chance = Random(seed)
    scoring = chance.sample(range(1, 7), 2)
    play, counted = play_by_hands(seed, 2 + seed % 3, scoring, 1 + seed % 5, rich=seed % 2 == 0)
    assert play.state is not None
    assert play.state.phase == "over"
    assert counted["gestures"] <= MEAN_GESTURES * counted["actions"]
    again = GameLog()
    for action in play.actions:
        again.submit(action)
    assert again.state is not None
    assert canonical(again.state, again.seq) == canonical(play.state, play.seq)


@pytest.mark.parametrize("worn", [3, 4, 5, 6, 7])
def test_any_layout_of_many_rings_can_be_said(worn: int) -> None:
    """TU-2.2: with six and more a finger wears several."""
    rings = ["q01", "q16", "q02", "q19", "q06", "q17", "q08"][:worn]
    fingers = {finger: rings[place::5] for place, finger in enumerate(("thumb", "index", "middle", "ring", "pinky"))}
    state = wearing(at_an_office(), "yellow", **fingers)
    chance = Random(worn)
    for _ in range(100 if SOAK else 8):
        wanted = random_move(state, chance)
        verdict, _ = said(state, memories.EMPTY, wanted)
        assert verdict.proposed == (as_line(state.table, wanted),)


@pytest.mark.parametrize("seed", range(100 if SOAK else 2))
def test_what_others_tap_press_or_turn_changes_nothing_and_the_hand_still_gets_what_it_wants(seed: int) -> None:
    """Wrong taps, pieces of others, pieces unknown: exactly one of a complaint, a note, a change of memory."""
    moods = Random(seed)
    play, memory = GameLog(), memories.EMPTY
    play.submit(start_at_the_table(moods, 2 + seed % 3, moods.sample(range(1, 7), 2), 1 + seed % 5))
    actions = 0
    while play.state is not None and play.state.phase != "over" and actions < (10_000 if SOAK else 80):
        memory = disturbed(play.state, memory, moods)
        before = play.seq
        memory, _, proposed = performed(play, memory, lively_move(play.state, moods))
        assert play.seq == before + len(proposed)
        actions += 1


def disturbed(state: State, memory: Memory, moods: Random) -> Memory:
    seat = state.to_act
    assert seat is not None
    gate = state.table.gates[seat]
    for moment in range(moods.randrange(4)):
        input_ = disturbance(state, moods, float(moment))
        verdict = referee.judge(state, memory, input_)
        if isinstance(input_, PieceTapped) and input_.castle not in {gate, "tray"}:
            assert (verdict.proposed, verdict.memory) == ((), memory) or state.table.scenario == 4
        if isinstance(input_, ButtonPressed) and input_.castle not in {gate, None}:
            assert (verdict.proposed, verdict.memory) == ((), memory)
        if any(isinstance(effect, Complain | Note) for effect in verdict.effects):
            assert (verdict.proposed, verdict.memory) == ((), memory)
        if not verdict.proposed:
            memory = verdict.memory
    return memory
