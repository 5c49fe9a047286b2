"""What a whole simulated game costs the processor: that of `royaltable demo --rounds 10 --fast`, in virtual time.

A busy machine takes more processor for the same work, so it stands beside a fixed piece of work in the same run:
100,000 sleeps on the bare loop, one half before the game and one after it. Per simulated minute games of different
length can be compared: at commit 63e1784, before rounds were shared and pictures drawn only when asked for, a minute
took 2.53 of that (median of three runs in turn with today's). To reach was 0.35 of what it took.
"""

import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from bench.shared.figure import Figure
from controller import config
from controller.play.simulated.demo_run import Rounds, play_rounds
from controller.store.journal import Journal
from hw.testing.clock import run_virtual

ROUNDS: Final = 10
SEED: Final = 1
SLEEPS: Final = 100_000
A_MINUTE_BEFORE: Final = 2.53
A_MINUTE_AT_MOST: Final = 0.35 * A_MINUTE_BEFORE


def run() -> list[Figure]:
    """One game, between the halves of the other work."""
    games: list[Rounds] = []
    bare_s = _processor_s(_sleep)
    game_s = _processor_s(lambda: games.append(_play()))
    bare_s += _processor_s(_sleep)
    minutes = games[0].seconds / 60
    return [
        Figure("whole_game: length", round(minutes, 2), "virtual min"),
        Figure("whole_game: processor", round(game_s, 2), "s"),
        Figure("whole_game: processor of 100,000 sleeps on the bare loop", round(bare_s, 2), "s"),
        Figure(
            "whole_game: processor of a minute of it, in 100,000 sleeps",
            round(game_s / minutes / bare_s, 3),
            "",
            most=round(A_MINUTE_AT_MOST, 3),
        ),
    ]


def _play() -> Rounds:
    settings = config.simulator()
    settings = replace(settings, table=replace(settings.table, map="honour"))
    with tempfile.TemporaryDirectory() as folder, Journal(Path(folder) / "bench.journal") as journal:
        return run_virtual(play_rounds(settings, journal, rounds=ROUNDS, seed=SEED))


def _sleep() -> None:
    async def sleeping() -> None:
        for _ in range(SLEEPS // 2):
            await asyncio.sleep(0.001)

    run_virtual(sleeping())


def _processor_s(work: Callable[[], None]) -> float:
    began_s = time.process_time()
    work()
    return time.process_time() - began_s
