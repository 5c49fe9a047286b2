"""Levels of bots that look ahead: how many games they play out before they build, and their moves.

A search gets no more than its seat may see. It chooses the first statue and the builds; what it cannot search the
greedy bot decides: whom to rob by looking ahead did harm when it was tried.
"""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Final

from msgspec import Struct

from controller.games.contract.inputs import LEVEL_NAMES, always
from controller.games.tumult_royale.bots.bots import BOT_BY_NAME, Bot, greedy_bot_move
from controller.games.tumult_royale.rules.actions import Move, Pass, PlaceFirst
from controller.games.tumult_royale.rules.country import FIELD_NAMES, Country
from controller.games.tumult_royale.rules.options import BuildOption, ChosenBuild, choose_build, move_to_action
from controller.games.tumult_royale.rules.payments import Payment
from controller.games.tumult_royale.rules.state import FirstStatues, Placing, State
from controller.games.tumult_royale.search import core, position
from controller.games.tumult_royale.search.core import Core
from controller.games.tumult_royale.search.tree import Tree

COMPILED: Final = not str(core.__file__).endswith(".py")


class Level(Struct, frozen=True):
    """Games played out for a move: by the compiled core, and by plain Python, which takes as long for fewer."""

    compiled: int
    plain: int

    @property
    def playouts(self) -> int:
        return self.compiled if COMPILED else self.plain


LEVELS: Final[Mapping[str, Level]] = dict(
    zip(LEVEL_NAMES, (Level(40, 10), Level(400, 30), Level(4000, 60)), strict=True)
)
"""From the first statue *hard* takes a tenth of a second of a fast machine in either mode, half a second of a Pi 4."""

STEP: Final = 100 if COMPILED else 5
"""Games between two looks at the time."""


def bot_by_name(name: str) -> Bot:
    """Return one of these levels, or of the bots that do not look ahead."""
    return BOT_BY_NAME.get(name) or partial(searching_move, name)


def playouts_in_words(level: str) -> str:
    of = LEVELS[level]
    return f"{of.playouts:,}" + ("" if COMPILED else f" instead of {of.compiled:,}: the search core is not compiled")


def searching_move(
    level: str, state: State, random: Random, goes_on: Callable[[], bool] = always
) -> Move | ChosenBuild:
    """Return a bot's move after at most the level's playouts; stop at once when ``goes_on`` returns false."""
    found = search(state, LEVELS[level].playouts, random, goes_on)
    return greedy_bot_move(state, random) if found is None else found


def thought_move(level: str, state: State, seed: int, goes_on: Callable[[], bool]) -> Move | None:
    """Return the level's move as an action; None if there is nothing to search."""
    found = search(state, LEVELS[level].playouts, Random(seed), goes_on)  # noqa: S311  # games, no secrets
    return None if found is None else move_to_action(found)


def search(state: State, playouts: int, random: Random, goes_on: Callable[[], bool]) -> Move | ChosenBuild | None:
    """Return the move tried most often, after at least a few playouts; None if there is nothing to search."""
    if not is_searched(state):
        return None
    root = position_as_seen(state, random.getrandbits(32))
    tree = Tree(root, random.getrandbits(32))
    for left in range(playouts, 0, -STEP):
        tree.search(min(STEP, left))
        if not goes_on():
            break
    return _as_move(state, root, *tree.best_move())


def is_searched(state: State) -> bool:
    return isinstance(state.phase, Placing) or (
        isinstance(state.phase, FirstStatues) and isinstance(state.land, Country)
    )


def position_as_seen(state: State, seed: int) -> Core:
    """Return the position without what is hidden while statues are placed: which tiles are set aside (TR-2.1).

    All go back before the next round, so they count as the people's.
    """
    found = Core(position.box_of(state.table), seed)
    load_state_as_seen(state, found)
    return found


def load_state_as_seen(state: State, into: Core) -> None:
    """As ``load_state``, without what is hidden then."""
    position.load_state(state, into)
    castles = 0
    for player in state.players:
        castles |= player.castle
    into.people, into.aside = position.face_counts(state.table.pool, state.table.pool.all & ~castles), 0


def _as_move(state: State, root: Core, price: int, field: int) -> Move | ChosenBuild:
    seat = state.seat_to_act
    assert seat is not None
    color = state.color(seat)
    if isinstance(state.phase, FirstStatues):
        return PlaceFirst(player=color, field=FIELD_NAMES[field])
    if price < 0:
        return Pass(player=color)
    bread, marble, tools = (
        tuple(value for value in (1, 2, 3) for _ in range(root.paid[first + value - 1])) for first in (0, 3, 6)
    )
    hand = state.table.pool.counts_by_value(state.players[seat].castle)
    site = 1 << field if field >= 0 else 0
    option = BuildOption(site, position.prices_in_core_order(state.table)[price], hand)
    return choose_build(state, option, Payment(bread, marble, tools, root.gains))
