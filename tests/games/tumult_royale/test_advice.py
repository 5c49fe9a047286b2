"""Advice: every step of it is legal in its order, and it comes to what it says."""

from random import Random

import pytest
from msgspec.structs import replace

from controller.games.naming import sentence
from controller.games.tumult_royale.bots import advice
from controller.games.tumult_royale.box.words import Color
from controller.games.tumult_royale.rules.actions import Build, Pass
from controller.games.tumult_royale.rules.chapters.shared import with_player
from controller.games.tumult_royale.rules.engine import apply
from controller.games.tumult_royale.rules.state import Placing, State
from controller.texts.speaking import LANGUAGES
from tests.games.tumult_royale import moves, playing


def states_to_place_in(seed: int, players: int) -> list[State]:
    """States of a game by chance in which its player is about to build."""
    chance = Random(seed)
    state = playing.do(None, moves.random_start(chance, players, "classic", "tracked")).state
    found = []
    while state.phase.name != "over":
        if isinstance(state.phase, Placing) and state.phase.rank == 1:
            found.append(rich(chance, state))
        state = playing.do(state, moves.random_move(chance, state)).state
    return found


def rich(chance: Random, state: State) -> State:
    """The same, but the one to act has robbed most of what the people had left."""
    seat = state.to_act
    assert seat is not None
    castle = sum(state.table.pool.bits[tile] for tile in state.table.pool.ids(state.people) if chance.random() < 0.7)
    player = replace(state.players[seat], castle=state.players[seat].castle | castle)
    return replace(state, players=with_player(state.players, seat, player))


def carried_out(state: State, plan: advice.Advice) -> State:
    """The state after the castle built all of it, while the others passed."""
    for step in plan.steps:
        while (
            isinstance(state.phase, Placing) and state.to_act is not None and state.color(state.to_act) != plan.player
        ):
            state = apply(state, Pass(player=Color(state.color(state.to_act)))).state
        assert step.field is not None
        tiles = tuple(tile.id for tile in step.tiles)
        state = apply(state, Build(player=plan.player, tiles=tiles, field=step.field)).state
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_advice_can_be_carried_out_and_places_as_many_statues_as_it_says(players: int) -> None:
    tried = 0
    for state in (state for seed in range(8) for state in states_to_place_in(seed, players)):
        seat = state.to_act
        assert seat is not None
        plan = advice.advise(state, state.color(seat))
        if all(step.field is not None for step in plan.steps):
            after = carried_out(state, plan)
            placed = after.players[seat].placed - state.players[seat].placed
            assert placed >= plan.statues  # the crowning may add some where the phase ended
            tried += len(plan.steps)
    assert tried > 40


def test_two_builds_for_double_cost_are_not_put_side_by_side() -> None:
    """TR-4.4: beside the first the second would touch, and cost less than is paid for it."""
    tried = 0
    for seed in range(6):
        for state in states_to_place_in(seed, 2):
            for color in state.table.colors:
                steps = advice.advise(state, color).steps
                doubles = [step.field for step in steps if not step.adjacent and step.field is not None]
                for one in doubles:
                    for other in doubles:
                        apart = abs(ord(one[0]) - ord(other[0])) + abs(int(one[1]) - int(other[1]))
                        assert apart != 1, (one, other)
                tried += len(doubles) > 1
    assert tried > 0


def test_what_is_left_and_what_is_paid_are_the_castle() -> None:
    for state in states_to_place_in(5, 3):
        for seat, color in enumerate(state.table.colors):
            plan = advice.advise(state, color)
            paid = [tile.id for step in plan.steps for tile in step.tiles]
            left = [tile.id for tile in plan.left]
            assert sorted([*paid, *left]) == list(state.table.pool.ids(state.players[seat].castle))
            assert all(step.gains == sum(tile.value for tile in step.tiles) - sum(step.cost) for step in plan.steps)


@pytest.mark.parametrize("language", LANGUAGES)
def test_advice_is_said_in_every_language(language: str) -> None:
    said = set()
    for state in states_to_place_in(6, 4):
        for color in state.table.colors:
            said |= {sentence(line, language) for line in advice.told(advice.advise(state, color))}
    assert len(said) > 20
