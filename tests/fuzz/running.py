"""Giving a target its inputs within its bounds; whatever breaks one is kept as a file."""

import contextlib
import hashlib
import resource
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from tests.fuzz import mutation
from tests.fuzz.target import Target, seeds

FOUND: Final = Path(__file__).parents[2] / "out" / "fuzz"
"""Where inputs are kept that a target does not bear."""

GROWTH_OCTETS: Final = 64 * 1024 * 1024
"""By which a process may grow while it answers any number of inputs."""


class TooMuch(AssertionError):
    """A target took more time or memory, or gave a longer answer, than it may."""


@dataclass(frozen=True, slots=True)
class Ran:
    """So many inputs, none of which was a fault; ``seconds`` are the processor's."""

    inputs: int
    seconds: float

    def __str__(self) -> str:
        return f"{self.inputs} inputs, {self.seconds:.1f} s, {self.inputs / self.seconds:.0f} a second, faults 0"


def by_chance(name: str, target: Target, inputs: int, seed: int) -> Ran:
    """All seeds as they are, then mutated ones.

    Raises:
        Exception: what an input brought about; it is kept below ``out/fuzz``, and a note says how to keep it for good.
    """
    kept = seeds(name)
    begun_s = time.process_time()
    with _timed():
        for octets in kept:
            tried(name, target, octets)
        grown_from = _peak()
        for octets in islice(mutation.inputs(kept, target.words, target.longest, Random(seed)), inputs):
            tried(name, target, octets)
    if _peak() - grown_from > GROWTH_OCTETS:
        raise TooMuch(f"{name}: {inputs} inputs took {_peak() - grown_from} octets, expected {GROWTH_OCTETS} at most")
    return Ran(len(kept) + inputs, time.process_time() - begun_s)


def tried(name: str, target: Target, octets: bytes) -> None:
    """One input; the alarm of ``_timed`` rings for one that takes too long."""
    signal.setitimer(signal.ITIMER_VIRTUAL, target.slowest_s)
    try:
        within_bounds(target, octets)
    except BaseException as fault:
        fault.add_note(kept_as(name, octets))
        raise
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def within_bounds(target: Target, octets: bytes) -> None:
    """One input, and how long its answer is."""
    told = len(target.answer(octets))
    if told > target.longest_answer:
        raise TooMuch(f"an answer of {told}, expected {target.longest_answer} at most")


def kept_as(name: str, octets: bytes) -> str:
    """Keep an input that broke something; gives what to do with it."""
    path = FOUND / f"{name}-{hashlib.sha256(octets).hexdigest()[:12]}"
    FOUND.mkdir(parents=True, exist_ok=True)
    path.write_bytes(octets)
    return f"again: python -m tests.fuzz {name} {path}; once it is mended: mv {path} tests/fuzz/seeds/{name}/"


@contextlib.contextmanager
def _timed() -> Iterator[None]:
    def ring(_number: int, _frame: object) -> None:
        raise TooMuch("an input took too long")

    before = signal.signal(signal.SIGVTALRM, ring)
    try:
        yield
    finally:
        signal.signal(signal.SIGVTALRM, before)


def _peak() -> int:
    """Octets of memory that this process has had at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
