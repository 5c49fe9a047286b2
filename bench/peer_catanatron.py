"""Decisions a second of random self-play in catanatron: `python bench/peer_catanatron.py SECONDS`.

A decision is what `Game.play_tick` does: the options that the state lists, one of them drawn, applied; the options of
the next state are listed as part of that. Prints one JSON object.
"""

import json
import random
import sys
import time

from catanatron import Color, Game, RandomPlayer
from catanatron.game import TURNS_LIMIT


def main(seconds: float) -> None:
    """Play whole games until so many seconds are spent in them."""
    random.seed(1)
    decisions = 0
    spent = 0.0
    while spent < seconds:
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        begin = time.perf_counter()
        while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
            game.play_tick()
            decisions += 1
        spent += time.perf_counter() - begin
    json.dump({"peer": "catanatron", "decisions": decisions, "seconds": spent}, sys.stdout)


if __name__ == "__main__":
    main(float(sys.argv[1]))
