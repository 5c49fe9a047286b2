"""Bots, their hands at a table, self-play and advice."""

from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

from controller.games.contract.effects import Complain, Note
from controller.games.contract.inputs import ButtonPressed, PieceTapped
from controller.games.contract.tools.tools import BrokenGame
from controller.games.tudor.bots import selfplay
from controller.games.tudor.bots.random_play import random_move
from controller.games.tudor.bots.selfplay import BOTS, play_game
from controller.games.tudor.bots.sensible import best, sensible_move, state_seen_by
from controller.games.tudor.referee import memory as memories
from controller.games.tudor.referee import referee
from controller.games.tudor.referee.memory import Memory
from controller.games.tudor.rules import engine, moves
from controller.games.tudor.rules.actions import parse, to_line
from controller.games.tudor.rules.engine import GameLog, faults
from controller.games.tudor.rules.options import all_moves, options
from controller.games.tudor.rules.state import DrawStep, State, canonical
from tests.games.tudor.playing import acting, holding, in_turn, wearing, with_player
from tests.games.tudor.random_games import (
    disturbance,
    enter_move,
    play_by_hands,
    play_move,
    random_lively_move,
    random_start,
    start_at_the_table,
)
from tests.games.tudor.test_referee import at_an_office
from tests.soak import SOAK

PAIRS = tuple(combinations(range(1, 7), 2))
DUELS = 300 if SOAK else 3


def is_draw(state: State) -> bool:
    return bool(state.due) and isinstance(state.due[0], DrawStep)


def test_the_sensible_bot_wins_95_of_100_games_of_two() -> None:
    won = 0
    for number in range(DUELS):
        chance = Random(f"duel/{number}")
        start = random_start(chance, 2, PAIRS[number % 15], 1 + number % 5)
        game = play_game(start, BOTS["sensible-and-random"], chance)
        won += game.end.winners == (game.bots.index(sensible_move),)
    assert 100 * won >= 95 * DUELS


@pytest.mark.parametrize(("bot", "players"), [("random", 2), ("sensible-and-random", 3), ("sensible", 4)])
def test_bots_play_whole_games_that_hold_every_check(bot: str, players: int) -> None:
    chance = Random(players)
    start = random_start(chance, players, PAIRS[3 * players], players + 1)
    game = play_game(start, BOTS[bot], chance, check=True)
    assert game.end.phase == "over"
    assert len(game.bots) == players
    assert set(game.bots) == set(BOTS[bot])


def test_the_same_chance_gives_the_same_game() -> None:
    start = random_start(Random(5), 2, (1, 4), 2)
    one, same = (play_game(start, BOTS["sensible-and-random"], Random(6)) for _ in range(2))
    assert one.actions == same.actions


def test_a_seat_sees_its_own_hand_and_no_other() -> None:
    chance = Random(3)
    state = engine.apply(None, parse(random_start(chance, 3, (2, 6), 4))).state
    for _ in range(120):
        state = engine.perform(state, random_move(state, chance), [])
    view = state_seen_by(state, 1)
    assert view.players[1] == state.players[1]
    for other in (0, 2):
        hidden = view.players[other]
        assert (sum(hidden.cards), hidden.tokens, hidden.influence, hidden.intrigue) == (0, 0, 0, 0)
        assert hidden.hand == state.players[other].hand
    assert view.bag == (sum(state.bag), 0, 0, 0, 0, 0, 0)
    assert (view.unseen, view.gone) == (0, 0)
    assert any(state.players[other].tokens for other in (0, 2))


@pytest.mark.parametrize("seed", range(2))
def test_a_seats_view_has_the_same_legal_moves(seed: int) -> None:
    chance = Random(seed)
    state = engine.apply(None, parse(random_start(chance, 2 + seed, PAIRS[seed], 2 + seed))).state
    while state.phase != "over":
        seat = state.actor
        if not is_draw(state) and chance.random() < 0.1:
            there, by_sight = (
                list(zip(all_moves(options(one)), range(500), strict=False))
                for one in (state, state_seen_by(state, seat))
            )
            assert there == by_sight
        state = engine.perform(state, random_move(state, chance), [])


def test_a_bots_move_does_not_depend_on_other_screens() -> None:
    state = holding(in_turn(2), "yellow", red=2, blue=1)
    other = with_player(holding(state, "blue", grey=3, brown=2), "blue", influence=4, intrigue=2)
    assert state != other
    assert [sensible_move(state, Random(seed)) for seed in range(4)] == [
        sensible_move(other, Random(seed)) for seed in range(4)
    ]


def test_equally_good_moves_all_come_up() -> None:
    state = engine.apply(None, parse(random_start(Random(1), 2, (1, 4), 2))).state
    assert state.phase == "rings"
    assert len({best(state_seen_by(state, 0), 0, Random(seed)) for seed in range(40)}) > 2


def test_a_bot_climbs_to_an_office_that_it_can_pay() -> None:
    state = holding(
        acting(count=2, scoring=(1, 4)), "yellow", red=2, grey=2, brown=2, blue=2, yellow=2, green=2, purple=2
    )
    move = sensible_move(state, Random(1))
    assert isinstance(move, moves.Walk)
    assert move.letter == "E"
    assert move.path[-1] in state.table.board.tops


def test_a_random_draw_comes_from_the_bag() -> None:
    state = replace(in_turn(2), due=(DrawStep(0),))
    drawn = sensible_move(state, Random(1))
    assert isinstance(drawn, moves.Draw)
    assert state.unseen >> drawn.token & 1


def test_a_broken_invariant_is_reported_with_its_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "faults", lambda state: (*faults(state), "sold out") if state.round == 2 else ())
    with pytest.raises(BrokenGame, match="sold out") as caught:
        play_game(random_start(Random(1), 2, (1, 4), 2), BOTS["random"], Random(1), check=True)
    assert caught.value.actions[0]["do"] == "start"


GAMES = range(1000) if SOAK else (1, 3, 5)
"""Cycle through scenarios, player counts and scoring cards; every other game is rich in cards."""

MEAN_GESTURES = 4.0
"""Most gestures per action: the mean of random play is 2.5, and games with many exchanges reach 3.1."""


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
def test_any_layout_of_many_rings_can_be_entered(worn: int) -> None:
    """TU-2.2."""
    rings = ["q01", "q16", "q02", "q19", "q06", "q17", "q08"][:worn]
    fingers = {finger: rings[place::5] for place, finger in enumerate(("thumb", "index", "middle", "ring", "pinky"))}
    state = wearing(at_an_office(), "yellow", **fingers)
    chance = Random(worn)
    for _ in range(100 if SOAK else 8):
        wanted = random_move(state, chance)
        verdict, _ = enter_move(state, memories.EMPTY, wanted)
        assert verdict.proposed == (to_line(state.table, wanted),)


@pytest.mark.parametrize("seed", range(100 if SOAK else 2))
def test_a_hand_completes_its_move_despite_others_input(seed: int) -> None:
    """Assert that each wrong tap or unknown piece causes one complaint, note or change of memory."""
    moods = Random(seed)
    play, memory = GameLog(), memories.EMPTY
    play.submit(start_at_the_table(moods, 2 + seed % 3, moods.sample(range(1, 7), 2), 1 + seed % 5))
    actions = 0
    while play.state is not None and play.state.phase != "over" and actions < (10_000 if SOAK else 80):
        memory = disturbed(play.state, memory, moods)
        before = play.seq
        memory, _, proposed = play_move(play, memory, random_lively_move(play.state, moods))
        assert play.seq == before + len(proposed)
        actions += 1


def disturbed(state: State, memory: Memory, moods: Random) -> Memory:
    seat = state.actor
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
        dos = [action["do"] for action in verdict.proposed if isinstance(action, dict)]
        match input_:
            case PieceTapped(piece=piece):
                assert dos in ([], ["draw"], ["choose_ring"])
                assert all(piece in action.values() for action in verdict.proposed if isinstance(action, dict))
            case ButtonPressed(button="no"):
                assert dos in ([], ["decline"])
            case _:
                assert dos == []
        if not verdict.proposed:
            memory = verdict.memory
    return memory
