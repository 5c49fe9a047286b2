"""Fuzzing: ``python -m tests.fuzz [TARGET [--inputs N] [--seed S] [--by-chance] [FILE...]]``.

Inputs are led by coverage where atheris is installed (``pip install -e '.[fuzz]'``), else seeds are mutated by chance.
With files, those alone are tried. Without a target, all are fuzzed, each in a process of its own, two at a time.
"""

import argparse
import contextlib
import importlib.util
import os
import resource
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Final

from tests.fuzz.in_memory import MEMORY
from tests.fuzz.running import FOUND, Ran, by_chance, tried, within_bounds
from tests.fuzz.target import INSTRUMENTED, SEEDS, Target, load

AT_A_TIME: Final = 2
"""As many as the cores of the machine for which the hour of `make soak` is meant."""

LARGEST_OCTETS: Final = 1 << 30
"""Of this process's data: one input that asks for more is a fault."""


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.fuzz", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("target", nargs="?", choices=INSTRUMENTED)
    parser.add_argument("file", nargs="*", type=Path)
    parser.add_argument("--inputs", type=int, help="how many; else those of make soak")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--by-chance", action="store_true", help="also where atheris is installed")
    asked = parser.parse_args()
    led = not asked.by_chance and not asked.file and importlib.util.find_spec("atheris") is not None
    if asked.target is None:
        _all(["--by-chance"] if asked.by_chance else [], "led by coverage" if led else "by chance")
        return
    resource.setrlimit(resource.RLIMIT_DATA, (LARGEST_OCTETS, resource.RLIM_INFINITY))
    with _watched(asked.target) if led else contextlib.nullcontext():
        target = load(asked.target)
    inputs = target.soak if asked.inputs is None else asked.inputs
    if asked.file:
        for file in asked.file:
            tried(asked.target, target, file.read_bytes())
    elif led:
        _led_by_coverage(asked.target, target, inputs, asked.seed)
    else:
        print(f"{asked.target}: {by_chance(asked.target, target, inputs, asked.seed)}")


def _all(options: list[str], how: str) -> None:
    """Each target with the inputs of `make soak`, some at a time; a fault ends its own target alone."""
    faulty = []
    with ThreadPoolExecutor(AT_A_TIME) as targets:
        running = [targets.submit(_one, name, options) for name in INSTRUMENTED]
        for name, ran in zip(INSTRUMENTED, running, strict=True):
            fault, used_s = ran.result()
            if fault is not None:
                faulty.append(name)
                print(f"{name}: a fault\n{fault}", flush=True)
            else:
                print(f"{name}: {Ran(load(name).soak, used_s)}, {how}", flush=True)
    if faulty:
        sys.exit(f"{len(faulty)} of {len(INSTRUMENTED)} targets with a fault: {', '.join(faulty)}")


def _one(name: str, options: list[str]) -> tuple[str | None, float]:
    """A target in a process of its own: what it said if it found a fault, and the processor's seconds."""
    command = [sys.executable, "-m", "tests.fuzz", name, *options]
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder, TemporaryFile() as said:
        environment = os.environ | {"TMPDIR": folder}
        process = subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT, env=environment)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        fault = said.read().decode(errors="replace")[-10_000:] if process.returncode else None
    return fault, used.ru_utime + used.ru_stime


def _watched(name: str) -> "contextlib.AbstractContextManager[None]":
    import atheris  # noqa: PLC0415  # not everywhere

    watched: contextlib.AbstractContextManager[None] = atheris.instrument_imports(include=list(INSTRUMENTED[name]))
    return watched


def _led_by_coverage(name: str, target: Target, inputs: int, seed: int) -> None:
    """Until so many inputs were tried; the process ends there, or at the first fault."""
    import atheris  # noqa: PLC0415  # not everywhere

    FOUND.mkdir(parents=True, exist_ok=True)
    words = FOUND / f"{name}.words"
    words.write_text("".join(f'"{_escaped(word)}"\n' for word in target.words))
    options = [f"-runs={inputs}", f"-seed={seed}", f"-max_len={target.longest}", f"-timeout={_patience_s(target)}"]
    options += [f"-dict={words}", f"-artifact_prefix={FOUND}/{name}-", f"-rss_limit_mb={LARGEST_OCTETS >> 20}"]
    options.append(f"-seed_inputs={','.join(map(str, sorted((SEEDS / name).iterdir())))}")
    atheris.Setup([sys.argv[0], *options], lambda octets: within_bounds(target, octets))
    atheris.Fuzz()


def _patience_s(target: Target) -> int:
    """Of the wall's clock: a machine with other work to do is slower by far than its processor."""
    return max(10, round(10 * target.slowest_s))


def _escaped(word: bytes) -> str:
    return "".join(f"\\x{octet:02x}" for octet in word)


if __name__ == "__main__":
    main()
