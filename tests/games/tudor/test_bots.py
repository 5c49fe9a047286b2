"""Bots, their hands at a table, self-play and advice."""

from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace

from controller.games.contract.inputs import ButtonPressed, Carry, Input, KnobTurned, PieceTapped, PressKnob, TurnKnob
from controller.games.contract.referee import Verdict
from controller.games.contract.tools.tools import BrokenGame
from controller.games.contract.values import CastleId
from controller.games.tudor.bots import hand, random_play, selfplay, sensible
from controller.games.tudor.referee import referee
from controller.games.tudor.referee.memory import EMPTY_MEMORY
from controller.games.tudor.rules import actions, engine, moves, options
from controller.games.tudor.rules.state import DrawStep, State
from tests.games.tudor.playing import acting, holding, in_turn, wearing, with_player
from tests.games.tudor.random_games import random_start
from tests.games.tudor.test_referee import at_an_office
from tests.support.soak import SOAK

PAIRS = tuple(combinations(range(1, 7), 2))
DUELS = 300 if SOAK else 3


def is_draw(state: State) -> bool:
    return bool(state.due) and isinstance(state.due[0], DrawStep)


def test_the_sensible_bot_wins_95_of_100_games_of_two() -> None:
    won = 0
    for number in range(DUELS):
        chance = Random(f"duel/{number}")
        start = random_start(chance, 2, PAIRS[number % 15], 1 + number % 5)
        game = selfplay.play_game(start, selfplay.BOTS["sensible-and-random"], chance)
        won += game.end.winners == (game.bots.index(sensible.sensible_move),)
    assert 100 * won >= 95 * DUELS


@pytest.mark.parametrize(("bot", "players"), [("random", 2), ("sensible-and-random", 3), ("sensible", 4)])
def test_bots_play_whole_games_that_hold_every_check(bot: str, players: int) -> None:
    chance = Random(players)
    start = random_start(chance, players, PAIRS[3 * players], players + 1)
    game = selfplay.play_game(start, selfplay.BOTS[bot], chance, check=True)
    assert game.end.phase == "over"
    assert len(game.bots) == players
    assert set(game.bots) == set(selfplay.BOTS[bot])


def test_the_same_chance_gives_the_same_game() -> None:
    start = random_start(Random(5), 2, (1, 4), 2)
    one, same = (selfplay.play_game(start, selfplay.BOTS["sensible-and-random"], Random(6)) for _ in range(2))
    assert one.actions == same.actions


def test_a_seat_sees_its_own_hand_and_no_other() -> None:
    chance = Random(3)
    state = engine.apply_action(None, actions.parse_action(random_start(chance, 3, (2, 6), 4))).state
    for _ in range(120):
        state = engine.perform_move(state, random_play.random_move(state, chance), [])
    view = sensible.state_seen_by(state, 1)
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
    state = engine.apply_action(None, actions.parse_action(random_start(chance, 2 + seed, PAIRS[seed], 2 + seed))).state
    while state.phase != "over":
        seat = state.acting_seat
        if not is_draw(state) and chance.random() < 0.1:
            there, by_sight = (
                list(zip(options.moves_of_options(options.legal_options(one)), range(500), strict=False))
                for one in (state, sensible.state_seen_by(state, seat))
            )
            assert there == by_sight
        state = engine.perform_move(state, random_play.random_move(state, chance), [])


def test_a_bots_move_does_not_depend_on_other_screens() -> None:
    state = holding(in_turn(2), "yellow", red=2, blue=1)
    other = with_player(holding(state, "blue", grey=3, brown=2), "blue", influence=4, intrigue=2)
    assert state != other
    assert [sensible.sensible_move(state, Random(seed)) for seed in range(4)] == [
        sensible.sensible_move(other, Random(seed)) for seed in range(4)
    ]


def test_equally_good_moves_all_come_up() -> None:
    state = engine.apply_action(None, actions.parse_action(random_start(Random(1), 2, (1, 4), 2))).state
    assert state.phase == "rings"
    assert len({sensible.best_move(sensible.state_seen_by(state, 0), 0, Random(seed)) for seed in range(40)}) > 2


def test_a_bot_climbs_to_an_office_that_it_can_pay() -> None:
    state = holding(
        acting(count=2, scoring=(1, 4)), "yellow", red=2, grey=2, brown=2, blue=2, yellow=2, green=2, purple=2
    )
    move = sensible.sensible_move(state, Random(1))
    assert isinstance(move, moves.Walk)
    assert move.letter == "E"
    assert move.path[-1] in state.table.board.top_space_by_column


def test_a_random_draw_comes_from_the_bag() -> None:
    state = replace(in_turn(2), due=(DrawStep(0),))
    drawn = sensible.sensible_move(state, Random(1))
    assert isinstance(drawn, moves.PlaceDrawnToken)
    assert state.unseen >> drawn.token & 1


def test_a_broken_invariant_is_reported_with_its_log() -> None:
    def cheat(state: State, chance: Random) -> moves.Move:
        move = random_play.random_move(state, chance)
        return replace(move, bonus=None, cards=(0,) * 30) if isinstance(move, moves.Walk) else move

    with pytest.raises(BrokenGame, match="red cards are in hands") as caught:
        selfplay.play_game(random_start(Random(1), 2, (1, 4), 2), (cheat,), Random(1), check=True)
    assert caught.value.actions[0]["do"] == "start"


@pytest.mark.parametrize("worn", [3, 4, 5, 6, 7])
def test_any_layout_of_many_rings_can_be_entered(worn: int) -> None:
    """TU-2.2."""
    rings = ["q01", "q16", "q02", "q19", "q06", "q17", "q08"][:worn]
    fingers = {finger: rings[place::5] for place, finger in enumerate(("thumb", "index", "middle", "ring", "pinky"))}
    state = wearing(at_an_office(), "yellow", **fingers)
    chance = Random(worn)
    for _ in range(100 if SOAK else 8):
        wanted = random_play.random_move(state, chance)
        verdict = Verdict(EMPTY_MEMORY)
        while not verdict.proposed:
            before = verdict.memory
            match hand.next_gesture(state, before, wanted):
                case Carry(piece=piece):
                    deed: Input = PieceTapped(CastleId("yellow"), piece, 0.0)
                case PressKnob(long=long):
                    deed = ButtonPressed("knob", None, long, 0.0)
                case TurnKnob(steps=steps):
                    deed = KnobTurned(steps, 0.0)
            verdict = referee.judge(state, before, deed)
            assert verdict.proposed or verdict.memory != before
        assert verdict.proposed == (actions.move_to_line(state.table, wanted),)
