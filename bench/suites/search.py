"""The search core in plain Python and compiled: decisions, whole games, and playouts of a search, a second.

A decision is as in `rules`, whose figure stands beside: list the options, draw one, apply it. The core does it without
ids, events and refusals. Greedy games are what a search plays behind its tree; a search begins at the first statue, so
its playouts are the longest. The modes take turns, in one process. Without `make compiled` there is one mode.
"""

import importlib.util
import inspect
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, Final

from bench.shared.figure import Figure
from bench.shared.race import LAPS, Lap, race
from bench.suites.rules import PLAYERS, over_all
from controller.games.tumult_royale.bots.analysis import EFFORT, Effort, analyse
from controller.games.tumult_royale.bots.bots import draw_start_action, greedy_bot_move, play_game
from controller.games.tumult_royale.bots.looking_ahead import COMPILED, LEVELS
from controller.games.tumult_royale.rules.engine import GameLog, apply
from controller.games.tumult_royale.rules.state import State
from controller.games.tumult_royale.search import core, tree
from controller.games.tumult_royale.search.position import box_of, load_state

GAMES: Final = 10
"""Of a lap."""
LAPS_OF_COMPILED: Final = 20
"""So many in one, which is short."""
PLAYOUTS: Final = 20
RANDOM, GREEDY = range(2)
LEAST: Final = {"decisions by chance": 5_000_000}
LEAST_RATIO: Final = 30
AS_SLOW_AS_A_PI: Final = 5
"""A Pi 4 is three to five times slower than the machines that we measure on."""


def run(
    games: int = GAMES,
    playouts: int = PLAYOUTS,
    compiled: int = LAPS_OF_COMPILED,
    laps: int = LAPS,
    effort: Effort = EFFORT,
) -> list[Figure]:
    """All figures; about twenty seconds."""
    states = [apply(None, draw_start_action(Random(seed), PLAYERS)).state for seed in range(games)]  # noqa: S311
    runners: dict[str, Lap] = {"rules": over_all}
    for mode, modules in modes().items():
        repeats = compiled if mode == "compiled" else 1
        begun = [_begun(modules["core"], state) for state in states]
        runners |= {
            f"decisions by chance, {mode}": partial(_decisions, begun, repeats),
            f"greedy games, {mode}": partial(_greedy_games, begun, repeats),
            f"playouts of a search, {mode}": partial(_playouts, modules["tree"], begun[0], playouts * repeats),
        }
    return [*figures(race(runners, (), laps)), analysis_figure(effort)]


def analysis_figure(effort: Effort = EFFORT) -> Figure:
    """The analysis of a whole game, in the mode at hand."""
    chance, play = Random(1), GameLog()  # noqa: S311
    for action in play_game(draw_start_action(chance, PLAYERS), greedy_bot_move, chance).actions:
        play.submit(action)
    begun = time.process_time()
    analyse(play, 1, effort)
    mode = "compiled" if COMPILED else "plain"
    return Figure(
        f"search: the analysis of a game, {mode}", time.process_time() - begun, "s", most=10 if COMPILED else None
    )


def figures(found: Mapping[str, float]) -> list[Figure]:
    """The figures of what a race has found, with ratios if there are both modes."""
    shown = []
    for lap, value in found.items():
        what, _, mode = lap.partition(", ")
        if mode == "plain":
            beside = {"rules": found["rules"]} if what in LEAST else {}
            shown.append(Figure(f"search: {lap}", value, "1/s", least=beside.get("rules"), peers=beside))
            if (fast := found.get(f"{what}, compiled")) is not None:
                shown.append(Figure(f"search: {what}, compiled", fast, "1/s", least=LEAST.get(what)))
                ratio = LEAST_RATIO if what in LEAST else None
                shown.append(Figure(f"search: {what}, compiled to plain", fast / value, "times", least=ratio))
    for mode, playouts in (("plain", LEVELS["hard"].plain), ("compiled", LEVELS["hard"].compiled)):
        if (rate := found.get(f"playouts of a search, {mode}")) is not None:
            name = f"search: the first statue of a hard bot, {mode}, at a Pi 4's charge"
            shown.append(Figure(name, 1000 * AS_SLOW_AS_A_PI * playouts / rate, "ms", most=1000))
    return shown


def modes() -> dict[str, dict[str, ModuleType]]:
    """The modules of each mode, which play the same games."""
    compiled: Mapping[str, ModuleType] = {"core": core, "tree": tree}
    plain = {name: in_plain_python(module) for name, module in compiled.items()}
    vars(plain["tree"])["Core"] = plain["core"].Core
    return {"plain": plain} | ({} if str(core.__file__).endswith(".py") else {"compiled": dict(compiled)})


def in_plain_python(module: ModuleType) -> ModuleType:
    """The module again, from its source, also where it is compiled."""
    name = module.__name__.rpartition(".")[2]
    spec = importlib.util.spec_from_file_location(f"plain_{name}", Path(str(module.__file__)).with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def _begun(module: Any, state: State) -> Any:
    """The state in a core of this module."""
    box: Any = box_of(state.table)
    if module is not core:
        box = module.Box(**{name: getattr(box, name) for name in inspect.signature(module.Box).parameters})
    made = module.Core(box, 1)
    load_state(state, made)
    return made


def _decisions(begun: Sequence[Any], repeats: int) -> tuple[int, float]:
    decisions, spent_s = 0, 0.0
    for at, position in enumerate(begun):
        game = type(position)(position.box, at)
        began_s = time.process_time()
        for _ in range(repeats):
            game.copy_from(position)
            game.play_out(RANDOM)
        spent_s += time.process_time() - began_s
        decisions += game.decisions
    return decisions, spent_s


def _greedy_games(begun: Sequence[Any], repeats: int) -> tuple[int, float]:
    spent_s = 0.0
    for at, position in enumerate(begun):
        game = type(position)(position.box, at)
        began_s = time.process_time()
        for _ in range(repeats):
            game.copy_from(position)
            game.play_out(GREEDY)
        spent_s += time.process_time() - began_s
    return repeats * len(begun), spent_s


def _playouts(module: Any, position: Any, playouts: int) -> tuple[int, float]:
    began = module.Tree(position, 1)
    began_s = time.process_time()
    began.search(playouts)
    return playouts, time.process_time() - began_s
