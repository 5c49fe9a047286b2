"""Games of Tudor drawn by chance: starts of all tables, and players who move more than they exchange."""

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random
from typing import Any

from controller.games.tudor.bots.random_play import one_of, random_draw
from controller.games.tudor.box.reading import standard
from controller.games.tudor.rules import actions, engine, moves
from controller.games.tudor.rules.lots import BonusMoves, Exchanges, Payments
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.options import Option, options
from controller.games.tudor.rules.state import DrawStep, State
from controller.games.tudor.rules.table import board_of

TABLES = [
    (players, pair, scenario)
    for players in (2, 3, 4)
    for pair in combinations(range(1, 7), 2)
    for scenario in range(1, 6)
]
"""Every number of players with all pairs of scoring cards and all scenarios."""

_OF_THE_BOARD = (moves.Walk, Payments, BonusMoves, moves.Stroll, moves.Jump)


def random_start(chance: Random, players: int, scoring: Sequence[int], scenario: int) -> dict[str, Any]:
    edition = standard()
    names = board_of(edition.columns[players - 2]).names
    less = edition.less_tokens if players == 2 else 0
    pool: list[str] = []
    for faction in range(7):
        ids = [token.id for token in edition.tokens if token.faction == faction]
        out = less + (edition.essentials[faction].remove if 2 in scoring else 0)
        pool += chance.sample(ids, len(ids) - out)
    influence, intrigue = edition.round_tokens(players)
    rounds = chance.sample(["influence"] * influence + ["intrigue"] * intrigue, influence + intrigue)
    colors = chance.sample(edition.colors, players)
    tokens = chance.sample(pool, len(names))
    return {
        "do": "start",
        "game": "tudor",
        "edition": "standard",
        "players": [{"color": color, "gate": color} for color in colors],
        "first": chance.choice(colors),
        "scoring": list(scoring),
        "scenario": scenario,
        "spaces": {
            name: {"round": kind, "token": token} for name, kind, token in zip(names, rounds, tokens, strict=True)
        },
    }


def lively(listed: Sequence[Option], chance: Random) -> Move:
    if chance.random() < 0.8:
        walks = [option for option in listed if isinstance(option, _OF_THE_BOARD)]
        if walks:
            return one_of(walks, chance)
    others = [option for option in listed if not isinstance(option, Exchanges | moves.EndTurn)]
    return one_of(others or listed, chance)


def play(seed: int, look: Callable[[State, Sequence[Option]], None] | None = None) -> list[tuple[Move, State]]:
    chance = Random(seed)
    start = actions.parse(random_start(chance, *TABLES[seed % len(TABLES)]))
    state = engine.apply(None, start).state
    played: list[tuple[Move, State]] = []
    while state.phase != "over":
        if state.due and isinstance(state.due[0], DrawStep):
            move: Move = random_draw(state, chance)
        else:
            listed = options(state)
            if look is not None:
                look(state, listed)
            move = lively(listed, chance)
        state = engine.perform(state, move, [])
        played.append((move, state))
    return played
