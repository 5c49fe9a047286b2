"""Sensible play: of all moves the one after which the position is worth most, by what the player himself sees."""

from collections.abc import Iterator
from random import Random
from typing import Final

from controller.games.tudor.bots.random_play import random_draw
from controller.games.tudor.bots.seen import seen
from controller.games.tudor.bots.shortlist import shortlist
from controller.games.tudor.bots.worth import chambers, worth
from controller.games.tudor.rules import engine, moves
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.options import options
from controller.games.tudor.rules.state import DrawStep, State
from controller.games.tudor.rules.table import Seat

ALIKE: Final = 1e-6
"""Moves that are worth the same within so many points are as likely as each other."""


def sensible_move(state: State, chance: Random) -> Move:
    """The move of the one to act, or a token that is drawn; the game must not be over."""
    if state.due and type(state.due[0]) is DrawStep:
        return random_draw(state, chance)
    seat = state.to_act
    assert seat is not None
    return best(seen(state, seat), seat, chance)


def best(view: State, seat: Seat, chance: Random) -> Move:
    """The best move by what the player at ``seat`` sees; of several as good ones any."""
    found = list(rated(view, seat))
    most = max(points for points, _ in found)
    good = [move for points, move in found if points >= most - ALIKE]
    return good[int(chance.random() * len(good))]


def rated(view: State, seat: Seat) -> Iterator[tuple[float, Move]]:
    """Each move that is worth a look, with what the position is worth after it."""
    for option in options(view):
        for move in shortlist(view, option):
            yield _after(view, seat, move), move


def _after(view: State, seat: Seat, move: Move) -> float:
    """What the position is worth after a move, and after the best action of a figure that it activates."""
    if isinstance(move, moves.EndTurn):
        return worth(view, seat)
    after = engine.perform(view, move, [])
    if isinstance(move, moves.Activate):
        followed = [
            worth(engine.perform(after, each, []), seat)
            for option in options(after)
            for each in shortlist(after, option)
            if isinstance(each, moves.Walk | moves.GainCards | moves.SwapRings)
        ]
        return max(followed, default=worth(after, seat))
    if view.phase in {"assignment", "lords"}:
        return chambers(after, seat)
    return worth(after, seat)
