"""Laps of random self-play in python-chess: for each line of standard input the same games once more.

A decision is: list the legal moves, draw one, push it; a game ends as `Board.is_game_over` says, whose own list of
moves is not counted twice: no moves left ends it here. Answers each line with a JSON object of `decisions` and
`seconds`.
"""

import json
import random
import sys
import time

import chess

GAMES = 6
LONGEST_GAME = 400


def play() -> tuple[int, float]:
    """The games of a lap: the decisions, and the seconds of the processor that they took."""
    random.seed(1)
    decisions = 0
    spent = 0.0
    for _ in range(GAMES):
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
    for _ in sys.stdin:
        decisions, seconds = play()
        print(json.dumps({"decisions": decisions, "seconds": seconds}), flush=True)
