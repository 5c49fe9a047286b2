"""Bots that look ahead in their turns: their moves are legal, depend on nothing hidden, and are planned."""

from itertools import count
from random import Random

import pytest
from msgspec.structs import replace

from controller.games.contract.inputs import Observation, Rest, Think, always
from controller.games.contract.values import CastleId
from controller.games.tudor.bots import hand, selfplay, sensible
from controller.games.tudor.bots.search import LEVELS, bots_by_name, search, searching_move
from controller.games.tudor.referee.memory import EMPTY_MEMORY
from controller.games.tudor.rules import engine, moves
from controller.games.tudor.rules.actions import parse_action
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.state import DrawStep, State
from tests.games.tudor.playing import acting, after_hands, holding, standing
from tests.games.tudor.random_games import random_start
from tests.support.soak import in_soak

HARD = pytest.param("hard", 2, marks=in_soak("games of the other levels, and single moves of this one"))


@pytest.mark.parametrize(("level", "players"), [("easy", 4), ("normal", 3), HARD])
def test_games_of_searching_bots_hold_every_check(level: str, players: int) -> None:
    chance = Random(players)
    start = random_start(chance, players, (players, 6), players)
    assert selfplay.play_game(start, bots_by_name(level), chance, check=True).end.is_over


def with_hidden_pieces_swapped(state: State, seat: int) -> State:
    """Another world: the others have each other's cards and tokens, and the bag has other tokens."""
    one, other = (each for each in range(3) if each != seat)
    players, seen = list(state.players), ("cards", "tokens", "spent", "influence", "intrigue")
    for mine, theirs in ((one, other), (other, one)):
        players[mine] = replace(players[mine], **{name: getattr(state.players[theirs], name) for name in seen})
    return replace(
        state, players=tuple(players), bag=state.bag[::-1], unseen=state.unseen ^ state.gone, gone=state.unseen
    )


@pytest.mark.parametrize("level", LEVELS)
def test_hidden_pieces_change_no_move(level: str) -> None:
    chance = Random(7)
    state = engine.apply_action(None, parse_action(random_start(chance, 3, (1, 3), 3))).state
    looked = 0
    while looked < 12:
        other = with_hidden_pieces_swapped(state, state.acting_seat)
        if state.phase == "actions" and not (state.due and isinstance(state.due[0], DrawStep)) and other != state:
            one, two = (searching_move(level, world, Random(looked)) for world in (state, other))
            assert one == two
            looked += 1
        state = engine.perform_move(state, sensible.sensible_move(state, chance), [])


@pytest.mark.parametrize(("bot", "offices"), [("hard", 1), ("sensible", 0)])
def test_a_hard_bot_plans_a_climb_whose_cards_it_lacks(bot: str, offices: int) -> None:
    """Its lord has actions E and F; F and an exchange bring the cards for the two spaces to the office (TU-13.4)."""
    state = holding(standing(acting(lord=3), "yellow", "A4"), "yellow", red=2, grey=2)
    (move,) = bots_by_name(bot)
    while state.turn_seat == 0:
        state = engine.perform_move(state, move(state, Random(1)), [])
    assert state.offices.count(0) == offices


def test_a_search_ends_when_its_time_is_over() -> None:
    looked = count(1)
    move = search(acting(), 1_000_000, Random(1), lambda: next(looked) < 3)
    assert next(looked) == 4
    assert move is not None
    engine.check_move(acting(), move)


def test_what_is_not_searched_the_sensible_bot_decides() -> None:
    state = after_hands().state
    assert state is not None
    assert state.phase == "assignment"
    assert searching_move("hard", state, Random(4)) == sensible.sensible_move(state, Random(4))


@pytest.mark.parametrize("late", [False, True])
def test_a_hand_plays_what_it_has_thought_or_is_sensible_if_that_is_late(*, late: bool) -> None:
    state = acting()
    gestures = hand.BotHand(
        CastleId("yellow"),
        lambda: Observation(state, EMPTY_MEMORY),
        Random(1),
        lambda *_: moves.EndTurn(0),
        level="hard",
    ).gestures()
    assert isinstance(next(gestures), Rest)
    thought = next(gestures)
    assert isinstance(thought, Think)
    move: Move | None = None if late else thought.work(always)
    thought.answer(move)
    assert next(gestures) == hand.next_gesture(state, EMPTY_MEMORY, move or moves.EndTurn(0))
