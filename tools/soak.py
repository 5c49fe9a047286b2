"""All of `make soak`, step after step: a failure hides no later one, and the end says what ran in which time."""

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HERE: Final = Path(sys.executable).parent.relative_to(Path.cwd())
"""The commands of this environment."""

SWITCH: Final = {"ROYALTABLE_SOAK": "1"}
"""The long loops of tests, in full."""


@dataclass(frozen=True, slots=True)
class Step:
    """A command that ends with 0 where it found nothing."""

    name: str
    command: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ran:
    """What became of a step: its exit code, seconds of the wall's clock, and the processor's with all its children."""

    step: Step
    code: int
    wall_s: float
    processor_s: float


def steps() -> Iterator[Step]:
    """The tests by three workers, since some of them wait; then what has processes of its own, two at a time."""
    yield Step("tests", (f"{HERE}/pytest", "-n", "3", "--dist", "loadfile", "--no-loadscope-reorder"))
    yield Step("fuzzing", (sys.executable, "-m", "tests.fuzz"))
    for players in ("2", "3", "4"):
        table = ("--seed", players, "--players", players, "--check", "--jobs", "2")
        yield Step(f"tumult-royale, {players} players", (f"{HERE}/royaltable", "selfplay", *table, "--games", "10000"))
        tudor = (f"{HERE}/royaltable", "selfplay", "--game", "tudor", *table, "--tudor-cards", "drawn")
        for bot, games in (("random", "3100"), ("sensible-and-random", "240")):
            yield Step(f"tudor, {players} players, {bot}", (*tudor, "--bot", bot, "--games", games))


def ran(step: Step) -> Ran:
    """Run it to its end; it prints to where this prints."""
    print(f"\n== {step.name}: {shlex.join(step.command)}", flush=True)
    began_s = time.monotonic()
    process = subprocess.Popen(step.command, env=os.environ | SWITCH)  # noqa: S603  # our own commands
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Ran(step, process.returncode, time.monotonic() - began_s, used.ru_utime + used.ru_stime)


def said(all_ran: Sequence[Ran]) -> Iterator[str]:
    """A line of each step, one of all, and how to run again what failed."""
    yield f"{'step':40} {'outcome':>8} {'minutes':>8} {'processor s':>12}"
    for one in all_ran:
        outcome = "passed" if one.code == 0 else f"exit {one.code}"
        yield f"{one.step.name:40} {outcome:>8} {one.wall_s / 60:8.1f} {one.processor_s:12.0f}"
    wall_s, processor_s = sum(one.wall_s for one in all_ran), sum(one.processor_s for one in all_ran)
    yield f"{'all':40} {'':8} {wall_s / 60:8.1f} {processor_s:12.0f}"
    for one in all_ran:
        if one.code:
            yield f"Failed: {one.step.name}. Again: ROYALTABLE_SOAK=1 {shlex.join(one.step.command)}"


def main(every: Iterable[Step]) -> int:
    """Run each of them, whatever became of those before; gives 0 if all found nothing, else 1."""
    all_ran = [ran(step) for step in every]
    print("\n" + "\n".join(said(all_ran)))
    return int(any(one.code for one in all_ran))


if __name__ == "__main__":
    sys.exit(main(steps()))
