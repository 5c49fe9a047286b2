"""Decisions a second of random self-play in python-chess: `python bench/peer_chess.py SECONDS`.

A decision is: list the legal moves, draw one, push it; a game ends as `Board.is_game_over` says, whose own list of
moves is not counted twice: no moves left ends it here. Prints one JSON object.
"""

import json
import random
import sys
import time

import chess

LONGEST_GAME = 400


def main(seconds: float) -> None:
    """Play whole games until so many seconds are spent in them."""
    random.seed(1)
    decisions = 0
    spent = 0.0
    while spent < seconds:
        board = chess.Board()
        begin = time.perf_counter()
        for _ in range(LONGEST_GAME):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(random.choice(moves))  # noqa: S311  # a game, no secret
            decisions += 1
        spent += time.perf_counter() - begin
    json.dump({"peer": "chess", "decisions": decisions, "seconds": spent}, sys.stdout)


if __name__ == "__main__":
    main(float(sys.argv[1]))
