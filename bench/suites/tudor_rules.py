"""What Tudor's rules engine costs: decisions, options, replay, and a bot's turn.

A decision is: list the options, draw one, apply it; drawing a token counts as one, too. Moves that differ only in what
is paid are listed as one lot, and the one drawn is made of it. catanatron does the same by turns in the same run.
"""

import json
import time
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any, Final

from bench.shared.figure import Figure
from bench.shared.race import LAPS, race
from controller.games.contract.values import CastleId
from controller.games.tudor import dealing
from controller.games.tudor.bots.random_play import random_move
from controller.games.tudor.bots.selfplay import play_game
from controller.games.tudor.bots.sensible import sensible_move
from controller.games.tudor.box.reading import standard_edition
from controller.games.tudor.rules import actions, engine
from controller.games.tudor.rules.engine import GameLog
from controller.games.tudor.rules.options import legal_options
from controller.games.tudor.rules.state import State

PLAYERS: Final = 4
PEER: Final = "catanatron"
GAMES: Final = 5
"""Of a lap."""
REPEATS: Final = 5
RICH_GAMES: Final = 20
AGAIN: Final = 200
"""So many positions that took long are timed anew: some of them were only interrupted."""
LONG_LOGS: Final = 10
DUELS: Final = 30
OPTIONS_MOST_MS: Final = 2.0
REPLAY_MOST_MS: Final = 30.0
TURN_MOST_MS: Final = 300.0
WON_LEAST: Final = 95.0


def run(
    games: int = GAMES,
    repeats: int = REPEATS,
    rich_games: int = RICH_GAMES,
    long_logs: int = LONG_LOGS,
    duels: int = DUELS,
    laps: int = LAPS,
) -> list[Figure]:
    """All figures; about half a minute."""
    lines = max((_log(seed) for seed in range(long_logs)), key=len)
    won, slowest_ms = _duels(duels)
    return [
        decisions(race({"ours": partial(_self_play, games)}, [PEER], laps)),
        Figure(
            f"tudor_rules: all options, dearest position of {rich_games} games rich in cards",
            _dearest_ms(rich_games, repeats),
            "ms",
            most=OPTIONS_MOST_MS,
        ),
        Figure(
            f"tudor_rules: replay of the longest of {long_logs} logs, {len(lines)} actions",
            _best_ms(partial(_replayed, lines), repeats),
            "ms",
            most=REPLAY_MOST_MS,
        ),
        Figure("tudor_rules: the sensible bot's dearest move", slowest_ms, "ms", most=TURN_MOST_MS),
        Figure(f"tudor_rules: won by it of {duels} games against a random bot", won, "%", least=WON_LEAST),
    ]


def decisions(found: Mapping[str, float]) -> Figure:
    """The figure of what a race has found, bounded by the peer's if that took part."""
    peer = found.get(PEER)
    return Figure(f"tudor_rules: decisions, {PLAYERS} players", found["ours"], "1/s", least=peer, peers={PEER: peer})


def _self_play(games: int) -> tuple[int, float]:
    """Decisions of whole games, and their seconds."""
    made, spent_s = 0, 0.0
    for seed in range(games):
        chance = Random(seed)  # noqa: S311  # games, no secrets
        state = _begun(chance, PLAYERS)
        began_s = time.process_time()
        while state.phase != "over":
            state = engine.perform_move(state, random_move(state, chance), [])
            made += 1
        spent_s += time.process_time() - began_s
    return made, spent_s


def _dearest_ms(games: int, repeats: int) -> float:
    """Of all positions of some games, in which everybody has many cards, the one whose options take longest."""
    spent: list[tuple[float, State]] = []
    for seed in range(games):
        chance = Random(seed)  # noqa: S311
        state = _begun(chance, PLAYERS)
        two = dict.fromkeys(state.table.faction_names, 2)
        amend = actions.parse_action({"do": "amend", "cards": dict.fromkeys(state.table.colors, two)})
        state = engine.apply_action(state, amend).state
        while state.phase != "over":
            began_s = time.process_time()
            legal_options(state)
            spent.append((time.process_time() - began_s, state))
            state = engine.perform_move(state, (sensible_move if seed % 2 else random_move)(state, chance), [])
    spent.sort(key=lambda each: each[0])
    return max(_best_ms(partial(legal_options, state), repeats) for _, state in spent[-AGAIN:])


def _log(seed: int) -> list[str]:
    """A game of four with any cards, as lines of JSON."""
    chance = Random(seed)  # noqa: S311
    return [json.dumps(action) for action in play_game(_start(chance, PLAYERS), [random_move], chance).actions]


def _replayed(lines: list[str]) -> GameLog:
    log = GameLog()
    for line in lines:
        log.submit(line)
    return log


def _duels(games: int) -> tuple[float, float]:
    """How many of 100 games of two the sensible bot wins alone, and its dearest move in ms."""
    won, slowest_s = 0, 0.0
    for number in range(games):
        chance = Random(number)  # noqa: S311
        state, mine = _begun(chance, 2), number % 2
        while state.phase != "over":
            began_s = time.process_time()
            move = (sensible_move if state.seat_to_act == mine else random_move)(state, chance)
            if state.seat_to_act == mine:
                slowest_s = max(slowest_s, time.process_time() - began_s)
            state = engine.perform_move(state, move, [])
        won += state.winners == (mine,)
    return 100 * won / games, 1000 * slowest_s


def _begun(chance: Random, players: int) -> State:
    return engine.apply_action(None, actions.parse_action(_start(chance, players))).state


def _start(chance: Random, players: int) -> dict[str, Any]:
    """A game with any cards."""
    edition = standard_edition()
    castles = [CastleId(color) for color in edition.colors[:players]]
    dealt = {"first": chance.choice(castles)}
    start = dealing.complete_start_action(
        castles, dealing.DRAWN, dealt, lambda things: chance.sample(things, len(things))
    )
    assert isinstance(start, dict)
    return start


def _best_ms(work: Callable[[], object], repeats: int) -> float:
    spent = []
    for _ in range(repeats):
        began_s = time.process_time()
        work()
        spent.append(1000 * (time.process_time() - began_s))
    return min(spent)
