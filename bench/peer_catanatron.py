"""Laps of random self-play in catanatron: for each line of standard input the same games once more.

A decision is what `Game.play_tick` does: the options that the state lists, one of them drawn, applied; the options of
the next state are listed as part of that. Answers each line with a JSON object of `decisions` and `seconds`.
"""

import json
import random
import sys
import time

from catanatron import Color, Game, RandomPlayer
from catanatron.game import TURNS_LIMIT

GAMES = 2


def play() -> tuple[int, float]:
    """The games of a lap: the decisions, and the seconds of the processor that they took."""
    random.seed(1)
    decisions = 0
    spent = 0.0
    for _ in range(GAMES):
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        begin = time.process_time()
        while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
            game.play_tick()
            decisions += 1
        spent += time.process_time() - begin
    return decisions, spent


if __name__ == "__main__":
    for _ in sys.stdin:
        decisions, seconds = play()
        print(json.dumps({"decisions": decisions, "seconds": seconds}), flush=True)
