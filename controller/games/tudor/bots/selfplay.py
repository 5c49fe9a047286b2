"""Let bots play a game."""

from collections.abc import Callable, Mapping, Sequence
from itertools import cycle, islice
from random import Random
from typing import Any, Final, TypeAlias

from msgspec import Struct

from controller.games.contract.values import CastleId
from controller.games.self_play_checks import check_no_violations, check_replays_to_states
from controller.games.tudor import dealing
from controller.games.tudor.bots.random_play import random_move
from controller.games.tudor.bots.sensible import sensible_move
from controller.games.tudor.box.reading import EDITION_FORMAT, standard_edition
from controller.games.tudor.rules import actions as parsing
from controller.games.tudor.rules import engine, moves, state
from controller.games.tudor.rules.actions import move_to_line
from controller.games.tudor.rules.engine import GameLog, invariant_violations
from controller.games.undoable_log import struct_to_mapping

Bot: TypeAlias = Callable[[state.State, Random], moves.Move]

BOTS: Final[Mapping[str, tuple[Bot, ...]]] = {
    "random": (random_move,),
    "sensible": (sensible_move,),
    "sensible-and-random": (sensible_move, random_move),
}
"""Bots by name; they take the seats in turn, from a random one clockwise."""


class PlayedGame(Struct, frozen=True, gc=False):
    """A game played to its end, with log, last state, and bots by seat."""

    actions: tuple[dict[str, Any], ...]
    end: state.State
    bots: tuple[Bot, ...]


def draw_start_action(
    random: Random, players: int, cards: str, edition: Mapping[str, Any] | None = None
) -> Mapping[str, Any]:
    """Draw a set-up; ``edition`` is as in a log, and None for the shipped one."""
    box = standard_edition() if edition is None else EDITION_FORMAT.parse(edition)
    castles = [CastleId(color) for color in random.sample(box.colors, players)]
    dealt = {"edition": edition or "standard", "first": random.choice(castles)}
    start = dealing.complete_start_action(castles, cards, dealt, lambda things: random.sample(things, len(things)))
    assert isinstance(start, Mapping)
    return start


def play_game(start: Mapping[str, Any], bots: Sequence[Bot], random: Random, *, check: bool = False) -> PlayedGame:
    """Let ``bots`` play from ``start`` to the end; raise BrokenGame if a check fails.

    Args:
        start: a legal set-up.
        bots: take the seats in turn, from a random one clockwise.
        random: the only source of chance, for bots and bag.
        check: assert the invariants after each action, and that a replay of the log has the same states, also after
            undoing and redoing its last actions.
    """
    first = parsing.parse_action(start)
    states = [engine.apply_action(None, first).state]
    drawn = random.randrange(len(bots))
    players = tuple(islice(cycle(bots), drawn, drawn + len(states[0].players)))
    actions = [struct_to_mapping(first)]
    while not states[-1].is_over:
        before = states[-1]
        move = players[before.acting_seat](before, random)
        after = engine.perform_move(before, move, [])
        actions.append(move_to_line(before.table, move))
        if check:
            check_no_violations(invariant_violations(after), actions)
            states.append(after)
        else:
            states[-1] = after
    if check:
        check_replays_to_states(GameLog(), actions, states)
    return PlayedGame(tuple(actions), states[-1], players)
