"""What the engine costs at most: the processor's time, the best of some runs, so that a busy machine does not count."""

import json
import time
from collections.abc import Callable
from random import Random

from controller.games.tudor.rules.actions import as_line
from controller.games.tudor.rules.engine import GameLog
from controller.games.tudor.rules.options import each, options
from controller.games.tudor.rules.state import State
from tests.games.tudor.playing import acting, holding, standing, wearing, with_player, with_tokens
from tests.games.tudor.random_games import TABLES, play, random_start

RUNS = 5
OPTIONS_MOST_MS = 2.0
REPLAY_MOST_MS = 30.0
LONG_GAME = 199


def best_ms(work: Callable[[], object]) -> float:
    spent = []
    for _ in range(RUNS):
        began_s = time.process_time()
        work()
        spent.append(1000 * (time.process_time() - began_s))
    return min(spent)


def dearest() -> State:
    state = acting(lord=2, scenario=5)
    spaces = [name for name in state.table.board.names if name[1] != "6"]
    state = standing(state, "yellow", *spaces[::2][:13])
    state = wearing(state, "yellow", thumb=["q01"], index=["q16"], middle=["q02"], ring=["q05"], pinky=["q08"])
    state = holding(state, "yellow", red=5, grey=5, brown=5, blue=5, yellow=5, green=5, purple=5)
    state = with_tokens(state, "yellow", *(f"f{20 * faction - back:03}" for faction in range(1, 8) for back in (0, 1)))
    return with_player(state, "yellow", influence=5, intrigue=5)


def test_the_options_of_the_dearest_turn_take_two_milliseconds_at_most() -> None:
    state = dearest()
    listed = options(state)
    assert (len(listed), sum(1 for _ in each(listed))) == (453, 6753)
    assert best_ms(lambda: options(state)) <= OPTIONS_MOST_MS


def test_a_long_game_is_replayed_in_thirty_milliseconds_at_most() -> None:
    played = play(LONG_GAME)
    table = played[0][1].table
    lines = [json.dumps(random_start(Random(LONG_GAME), *TABLES[LONG_GAME]))]
    lines += [json.dumps(as_line(table, move)) for move, _ in played]
    assert len(lines) == 424

    def replayed() -> None:
        log = GameLog()
        for line in lines:
            log.submit(line)

    assert best_ms(replayed) <= REPLAY_MOST_MS
