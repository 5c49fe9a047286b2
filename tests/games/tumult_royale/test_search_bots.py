"""Bots that look ahead: their moves are legal, the same for the same seed, and show nothing hidden."""

from itertools import count
from random import Random
from typing import Final

import pytest
from msgspec.structs import replace

from controller.games.contract.inputs import always
from controller.games.tumult_royale.bots.bots import draw_start_action, greedy_bot_move, play_game, wants_tile
from controller.games.tumult_royale.bots.looking_ahead import LEVELS, bot_by_name, search, searching_move
from controller.games.tumult_royale.box.words import MapMode, Seat, Variant
from controller.games.tumult_royale.rules import actions, engine, options
from controller.games.tumult_royale.rules.actions import action_to_mapping
from controller.games.tumult_royale.rules.state import FirstStatues, Placing, Robbing, State
from tests.games.tumult_royale.playing import about_to_build, castle_ids, with_hidden_tiles_swapped


def in_phase(phase: type[FirstStatues | Placing | Robbing], seed: int = 1, **how: MapMode | Variant) -> State:
    """A game of greedy bots, from the third round on unless it begins with this phase."""
    chance = Random(seed)
    state = engine.apply(None, draw_start_action(chance, 4, **how)).state  # type: ignore[arg-type]
    while not isinstance(state.phase, phase) or (phase is not FirstStatues and state.round < 3):
        state = engine.apply(state, greedy_bot_move(state, chance)).state
    return state


@pytest.mark.parametrize("level", LEVELS)
def test_each_level_wins_where_it_must(level: str) -> None:
    """Yellow wins by any build. Blue on B3 has 22 statues: only the palace A3 with three ends the game (TR-8.1)."""
    state = about_to_build(["b1", "m1", "m2", "t3"], fields=["B3"], placed=22)
    state = replace(state, players=(state.players[0], replace(state.players[1], placed=24)))
    move = options.move_to_action(searching_move(level, state, Random(1)))
    assert isinstance(move, actions.Build)
    assert (move.field, list(move.tiles)) == ("A3", castle_ids(state, "blue", ["m2", "t3"]))


@pytest.mark.parametrize("variant", ["classic", "gambler"])
@pytest.mark.parametrize("map_mode", ["tracked", "honour"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_of_searching_bots_keep_the_rules(players: int, map_mode: MapMode, variant: Variant) -> None:
    chance = Random(players)
    start = draw_start_action(chance, players, variant=variant, map_mode=map_mode)
    bot = lambda state, random: search(state, 3, random, always) or greedy_bot_move(state, random)  # noqa: E731
    game = play_game(start, bot, chance, check=True)
    assert game.rounds >= 6 or game.ending == "25th statue"


@pytest.mark.parametrize("phase", [FirstStatues, Placing])
def test_the_same_seed_finds_the_same_move(phase: type[FirstStatues | Placing]) -> None:
    state = in_phase(phase)
    moves = [search(state, 60, Random(seed), always) for seed in (1, 1, 2, 3, 4, 5)]
    assert moves[0] == moves[1]
    assert len({str(move) for move in moves}) > 1


FOUND: Final[dict[type[FirstStatues | Placing], list[dict[str, object]]]] = {
    FirstStatues: [
        {"do": "place_first", "player": "grey", "field": "E5"},
        {"do": "place_first", "player": "grey", "field": "D6"},
        {"do": "place_first", "player": "grey", "field": "D2"},
    ],
    Placing: [
        {"do": "build", "player": "grey", "tiles": ["t07", "t11"], "field": "H6"},
        {"do": "build", "player": "grey", "tiles": ["t07", "t11", "t29"], "field": "H5"},
        {"do": "build", "player": "grey", "tiles": ["t07", "t11", "t29"], "field": "I4"},
    ],
}
"""Of three seeds, by plain Python."""


@pytest.mark.parametrize("phase", FOUND)
def test_the_same_seed_finds_the_same_move_compiled_or_not(phase: type[FirstStatues | Placing]) -> None:
    moves = [search(in_phase(phase), 50, Random(seed), always) for seed in range(3)]
    assert [action_to_mapping(options.move_to_action(move)) for move in moves if move is not None] == FOUND[phase]


def test_tiles_set_aside_change_no_move() -> None:
    state = in_phase(Placing)
    other = with_hidden_tiles_swapped(state)
    assert state.set_aside != other.set_aside
    for seed in range(3):
        found = [search(world, 40, Random(seed), always) for world in (state, other)]
        one, two = [options.move_to_action(move) for move in found if move is not None]
        assert one == two


def test_what_others_have_robbed_changes_no_wish() -> None:
    state = in_phase(Robbing)
    while min(player.castle.bit_count() for player in state.players) < 2:
        state = engine.apply(state, greedy_bot_move(state, Random(state.players[0].castle))).state
    for seat in range(4):
        other = with_hidden_tiles_swapped(state, Seat(seat))
        assert other.players != state.players
        lifted = state.table.pool.tile_ids(state.people_tiles)
        assert [wants_tile(state, Seat(seat), tile) for tile in lifted] == [
            wants_tile(other, Seat(seat), tile) for tile in lifted
        ]


def test_a_search_ends_when_its_time_is_over() -> None:
    state, looked = in_phase(Placing), count(1)
    found = search(state, 1_000_000, Random(1), lambda: next(looked) < 3)
    assert next(looked) == 4
    assert found is not None
    engine.apply(state, found)


@pytest.mark.parametrize("level", LEVELS)
def test_what_is_not_searched_the_greedy_bot_decides(level: str) -> None:
    state = in_phase(Robbing)
    assert bot_by_name(level)(state, Random(4)) == greedy_bot_move(state, Random(4))
