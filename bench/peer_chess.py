"""Slices of random self-play in python-chess: for each line of standard input, so many seconds of the processor.

A decision is: list the legal moves, draw one, push it; a game ends as `Board.is_game_over` says, whose own list of
moves is not counted twice: no moves left ends it here. Answers each line with a JSON object of `decisions` and
`seconds`.
"""

import json
import random
import sys
import time

import chess

LONGEST_GAME = 400


def play(seconds: float) -> tuple[int, float]:
    """Whole games until so many seconds of the processor are spent in them: the decisions, and the seconds."""
    decisions = 0
    spent = 0.0
    while spent < seconds:
        board = chess.Board()
        begin = time.process_time()
        for _ in range(LONGEST_GAME):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(random.choice(moves))  # noqa: S311  # a game, no secret
            decisions += 1
        spent += time.process_time() - begin
    return decisions, spent


if __name__ == "__main__":
    random.seed(1)
    for line in sys.stdin:
        decisions, seconds = play(float(line))
        print(json.dumps({"decisions": decisions, "seconds": seconds}), flush=True)
