"""Bots that look ahead to the end of their turn: levels, and the moves that they choose.

A search tries the moves of a turn, from the most promising position on, and judges as the sensible bot does where the
turn may end. It knows what its seat sees and guesses no draws: spaces that a courtier leaves stay empty. All other
decisions are the sensible bot's.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from heapq import heappop, heappush
from math import inf
from random import Random
from typing import Final

from msgspec.structs import replace

from controller.games.contract.inputs import LEVEL_NAMES, always
from controller.games.tudor.bots import sensible
from controller.games.tudor.bots.selfplay import BOTS, Bot
from controller.games.tudor.rules import engine, moves
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.options import legal_options
from controller.games.tudor.rules.state import LORD_CHAIR, ArrangeRingsStep, DrawStep, State
from controller.games.undoable_log import Event

LEVELS: Final[Mapping[str, int]] = dict(zip(LEVEL_NAMES, (2, 15, 200), strict=True))
"""Positions of a turn of which a bot tries all moves."""


def bots_by_name(name: str) -> Sequence[Bot]:
    """Return one of these levels, or of the bots that do not look ahead."""
    return BOTS.get(name) or (partial(searching_move, name),)


def searching_move(level: str, state: State, random: Random, goes_on: Callable[[], bool] = always) -> Move:
    """Return a bot's move, or a draw; stop at once when ``goes_on`` returns false."""
    return search(state, LEVELS[level], random, goes_on) or sensible.sensible_move(state, random)


def thought_move(level: str, state: State, seed: int, goes_on: Callable[[], bool]) -> Move | None:
    return search(state, LEVELS[level], Random(seed), goes_on)  # noqa: S311  # games, no secrets


def is_searched(state: State) -> bool:
    """Whether the acting player has the turn, and no draw is due."""
    step = state.due[0] if state.due else None
    return state.phase == "actions" and not isinstance(step, DrawStep | ArrangeRingsStep)


def search(state: State, positions: int, random: Random, goes_on: Callable[[], bool]) -> Move | None:
    """Return the first move to the best end of the turn; None if there is nothing to search."""
    best = search_turn(state, positions, random, goes_on) if is_searched(state) else ()
    return best[0] if best else None


def search_turn(state: State, positions: int, random: Random, goes_on: Callable[[], bool]) -> Sequence[Move]:
    """Return the moves to the best end of the turn; none if it cannot end yet.

    Try the moves of so many ``positions`` at most, of the first in any case.
    """
    seat = state.turn_seat
    view = sensible.state_seen_by(state, seat)
    chosen: tuple[Move, ...] = (moves.EndTurn(seat),) if may_end_turn(view) else ()
    best = sensible.estimate_prestige(view, seat) if chosen else -inf
    waiting: list[tuple[float, float, State, tuple[Move, ...]]] = [(0.0, 0.0, view, ())]
    seen = set[object]()
    for _ in range(positions):
        _, _, position, made = heappop(waiting)
        for move, after in moves_within_turn(position):
            where = (after.players, after.tokens, after.offices, after.benches, after.chairs)
            if (key := (where, after.due, after.figure, after.done)) in seen:
                continue
            seen.add(key)
            tie = random.random()
            worth = sensible.estimate_prestige(after, seat) + sensible.EQUAL_WITHIN * tie
            if worth > best and may_end_turn(after):
                best, chosen = worth, (*made, move)
            is_next = isinstance(move, moves.ActivateFigure)  # its worth only shows after its actions
            heappush(waiting, (-inf if is_next else -worth, tie, after, (*made, move)))
        if not waiting or not goes_on():
            break
    return chosen


def moves_within_turn(state: State) -> Iterator[tuple[Move, State]]:
    """Yield the moves worth trying, and what follows without draws and another's rings; of like figures only one."""
    activated = set[tuple[int, bool]]()
    for option in legal_options(state):
        for move in sensible.shortlisted_moves(state, option):
            if isinstance(move, moves.EndTurn):
                continue
            if isinstance(move, moves.ActivateFigure):
                figure = (move.chamber, move.chair == LORD_CHAIR)
                if figure in activated:
                    continue
                activated.add(figure)
            yield move, after_move(state, move)


def after_move(state: State, move: Move, events: list[Event] | None = None) -> State:
    """Return what follows from a legal move, without draws and another's rings; add its ``events``."""
    after = engine.perform_move(state, move, [] if events is None else events)
    due = [step for step in after.due if not isinstance(step, DrawStep | ArrangeRingsStep)]
    return replace(after, due=tuple(due)) if after.due else after


def may_end_turn(state: State) -> bool:
    return not state.due and (state.figure is not None or not state.has_unused_figure(state.turn_seat))
