"""Run all steps of `make soak`, also after a failure, and print what each cost."""

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
"""Folder of this environment's commands."""

SWITCH: Final = {"ROYALTABLE_SOAK": "1"}
"""Makes tests run their long loops in full."""


@dataclass(frozen=True, slots=True)
class Step:
    """A command that exits with 0 if it passes."""

    name: str
    command: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StepResult:
    """The outcome of a step: exit code, wall-clock seconds, and processor seconds with all children."""

    step: Step
    code: int
    wall_s: float
    processor_s: float


def steps() -> Iterator[Step]:
    """Yield the tests on three workers, since some of them wait; then steps that run two processes each."""
    yield Step("tests", (f"{HERE}/pytest", "-n", "3", "--dist", "loadfile", "--no-loadscope-reorder"))
    yield Step("fuzzing", (sys.executable, "-m", "tests.fuzz"))
    for players in ("2", "3", "4"):
        table = ("--seed", players, "--players", players, "--check", "--jobs", "2")
        yield Step(f"tumult-royale, {players} players", (f"{HERE}/royaltable", "selfplay", *table, "--games", "10000"))
        tudor = (f"{HERE}/royaltable", "selfplay", "--game", "tudor", *table, "--tudor-cards", "drawn")
        for bot, games in (("random", "3100"), ("sensible-and-random", "240")):
            yield Step(f"tudor, {players} players, {bot}", (*tudor, "--bot", bot, "--games", games))


def run_step(step: Step) -> StepResult:
    """Run a step; it shares our output."""
    print(f"\n== {step.name}: {shlex.join(step.command)}", flush=True)
    began_s = time.monotonic()
    process = subprocess.Popen(step.command, env=os.environ | SWITCH)  # noqa: S603  # our own commands
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return StepResult(step, process.returncode, time.monotonic() - began_s, used.ru_utime + used.ru_stime)


def report(results: Sequence[StepResult]) -> Iterator[str]:
    """Yield a line for each step, the total, and the commands of failed steps."""
    yield f"{'step':40} {'outcome':>8} {'minutes':>8} {'processor s':>12}"
    for one in results:
        outcome = "passed" if one.code == 0 else f"exit {one.code}"
        yield f"{one.step.name:40} {outcome:>8} {one.wall_s / 60:8.1f} {one.processor_s:12.0f}"
    wall_s, processor_s = sum(one.wall_s for one in results), sum(one.processor_s for one in results)
    yield f"{'all':40} {'':8} {wall_s / 60:8.1f} {processor_s:12.0f}"
    for one in results:
        if one.code:
            yield f"Failed: {one.step.name}. Again: ROYALTABLE_SOAK=1 {shlex.join(one.step.command)}"


def main(every: Iterable[Step]) -> int:
    """Run every step; return 0 if all passed, else 1."""
    results = [run_step(step) for step in every]
    print("\n" + "\n".join(report(results)))
    return int(any(one.code for one in results))


if __name__ == "__main__":
    sys.exit(main(steps()))
