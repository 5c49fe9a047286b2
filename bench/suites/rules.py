"""What the rules engine costs: decisions, options and plans.

A decision is: list the options, draw one, apply it. In `statues` the options are all sites with all payments, while
tiles are set aside or robbed all tiles that may be taken; they are listed as sets, and the one drawn is made of them.
catanatron and python-chess do the same by turns in the same run; nobody is charged setting games up. Build and pass
alone are our dearest decisions, with ranks, crown and mercy after the last of a round, against all of theirs, the
cheap ones too. On the other side catanatron looks after each decision whether somebody has won, and whether what was
drawn is among the options, which we know.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import count
from random import Random
from statistics import mean
from typing import Final

from msgspec.structs import replace

from bench.shared.figure import Figure
from bench.shared.race import LAPS, race
from controller.games.tumult_royale.bots.bots import draw_start_action, random_bot_move
from controller.games.tumult_royale.bots.plan import best_plan
from controller.games.tumult_royale.rules.engine import apply
from controller.games.tumult_royale.rules.options import build_options, site_groups
from controller.games.tumult_royale.rules.payments import list_commodity_payments
from controller.games.tumult_royale.rules.state import Over, Placing, State

PLAYERS: Final = 4
PEERS: Final = ("catanatron", "chess")
GAMES: Final = 30
"""Of a lap."""
HANDS: Final = 1_000
HAND: Final = 15
FIRST_ROUND_ALL_FACE_UP: Final = 6
"""The last region tiles are turned up in round 5 (TR-6.3)."""
OPTIONS_MOST_MS: Final = 0.2
PLAN_MOST_MS: Final = 5.0
OVER_ALL_AS_CATANATRON: Final = 4
"""Over all decisions we make at least so many times as many a second."""
STATUES_AS_CATANATRON: Final = 1.75
"""And so many times as many of the dearest ones as it does of all (decision 54)."""


def run(games: int = GAMES, hands: int = HANDS, laps: int = LAPS) -> list[Figure]:
    """All figures; about half a minute."""
    states = list(_hands(_in_round_six(), hands))
    options_ms, plan_ms = _each_ms(states, _listed), _each_ms(states, _plan)
    name = f"{hands:,} hands of {HAND} tiles"
    engine = {"all": partial(over_all, games), "statues": partial(_decided, list(_states_of_statues(games)))}
    return [
        *figures(race(engine, PEERS, laps)),
        Figure(f"rules: all options, mean of {name}", mean(options_ms), "ms", most=OPTIONS_MOST_MS),
        Figure(f"rules: best plan, mean of {name}", mean(plan_ms), "ms", most=PLAN_MOST_MS),
    ]


def figures(found: Mapping[str, float]) -> list[Figure]:
    """The figures of what a race has found, bounded by catanatron's if that took part."""
    peers = {peer: found.get(peer) for peer in PEERS}
    catanatron = found.get("catanatron")
    return [
        Figure(
            f"rules: decisions, {PLAYERS} players",
            found["all"],
            "1/s",
            least=None if catanatron is None else OVER_ALL_AS_CATANATRON * catanatron,
            peers=peers,
        ),
        Figure(
            "rules: decisions, build and pass alone",
            found["statues"],
            "1/s",
            least=None if catanatron is None else STATUES_AS_CATANATRON * catanatron,
            peers=peers,
        ),
    ]


def over_all(games: int = GAMES) -> tuple[int, float]:
    """Decisions of whole games, and their seconds."""
    decisions, spent_s = 0, 0.0
    for seed in range(games):
        chance = Random(seed)  # noqa: S311  # games, no secrets
        state = apply(None, draw_start_action(chance, PLAYERS)).state
        began_s = time.process_time()
        while not isinstance(state.phase, Over):
            state = apply(state, random_bot_move(state, chance)).state
            decisions += 1
        spent_s += time.process_time() - began_s
    return decisions, spent_s


def _states_of_statues(games: int) -> Iterator[State]:
    """In which somebody builds or passes, of the same games."""
    for seed in range(games):
        chance = Random(seed)  # noqa: S311
        state = apply(None, draw_start_action(chance, PLAYERS)).state
        while not isinstance(state.phase, Over):
            if isinstance(state.phase, Placing):
                yield state
            state = apply(state, random_bot_move(state, chance)).state


def _decided(states: list[State]) -> tuple[int, float]:
    """A decision in each state, and the seconds."""
    chance = Random(1)  # noqa: S311
    began_s = time.process_time()
    for state in states:
        apply(state, random_bot_move(state, chance))
    return len(states), time.process_time() - began_s


def _in_round_six() -> State:
    """Four players, all region tiles face up, many fields taken, somebody to build."""
    for seed in count():
        chance = Random(seed)  # noqa: S311
        state = apply(None, draw_start_action(chance, PLAYERS)).state
        while not isinstance(state.phase, Over):
            if isinstance(state.phase, Placing) and state.round == FIRST_ROUND_ALL_FACE_UP:
                return state
            state = apply(state, random_bot_move(state, chance)).state
    raise AssertionError("unreachable: seeds do not end")


def _hands(state: State, number: int) -> Iterator[State]:
    """The same state with ``number`` different castles of the one to act."""
    chance = Random(2)  # noqa: S311
    seat = state.seat_to_act
    assert seat is not None
    drawn: set[int] = set()
    while len(drawn) < number:
        castle = sum(1 << bit for bit in chance.sample(range(len(state.table.pool.tiles)), HAND))
        if castle not in drawn:
            drawn.add(castle)
            others = [replace(player, castle=0) for player in state.players]
            others[seat] = replace(others[seat], castle=castle)
            yield replace(state, players=tuple(others))


def _listed(state: State) -> object:
    """All options, and for each price all payments."""
    found = build_options(state)
    alike = {option.price.bit: option for option in found}
    return list(found), [list(option.payments) for option in alike.values()]


def _plan(state: State) -> object:
    seat = state.seat_to_act
    assert seat is not None
    hand = state.table.pool.counts_by_value(state.players[seat].castle)
    return best_plan(hand, site_groups(state, seat))


def _each_ms(states: list[State], work: Callable[[State], object]) -> list[float]:
    """How long ``work`` takes for each state: nothing that earlier calls found out is known at first."""
    list_commodity_payments.cache_clear()
    spent = []
    for state in states:
        began_s = time.perf_counter()
        work(state)
        spent.append(1000 * (time.perf_counter() - began_s))
    return spent
