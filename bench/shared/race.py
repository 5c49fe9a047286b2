"""A race of rules engines: each plays the same games again and again, by turns with the others."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from typing import Final, TypeAlias

from bench.shared import other_packages

Lap: TypeAlias = Callable[[], tuple[int, float]]
"""Plays its games once: how many decisions, and how many seconds of the processor they took."""

LAPS: Final = 40


def race(ours: Mapping[str, Lap], peers: Iterable[str], laps: int = LAPS) -> dict[str, float]:
    """Decisions a second of each of ours and of those peers that are installed, in the lap least disturbed.

    A lap is always the same work, so its least time is the one to compare: a busy machine only adds to it.
    """
    best: dict[str, float] = {}
    with ExitStack() as running:
        runners = dict(ours)
        if other_packages.installed():
            runners |= {peer: running.enter_context(other_packages.playing(peer)) for peer in peers}
        for _ in range(laps):
            for name, lap in runners.items():
                decisions, spent_s = lap()
                best[name] = max(best.get(name, 0.0), decisions / spent_s)
    return best
