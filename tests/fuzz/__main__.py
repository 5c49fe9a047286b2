"""Fuzz with Atheris (``pip install -e '.[fuzz]'``): ``python -m tests.fuzz [TARGET [libFuzzer's options and files]]``.

Without a target each is fuzzed for a while, in a process of its own, two at a time.
"""

import importlib.util
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from tests.fuzz.target import DICTIONARIES, PACKAGES, SEEDS, load

FOUND: Final = Path(__file__).parents[2] / "out" / "fuzz"
EACH_S: Final = 50


def main() -> None:
    if importlib.util.find_spec("atheris") is None:
        print("LEFT OUT: fuzzing led by coverage. Cure: .venv/bin/pip install -e '.[fuzz]'")
    elif sys.argv[1:]:
        fuzz(sys.argv[1], sys.argv[2:])
    else:
        with ThreadPoolExecutor(2) as two:
            ended = dict(zip(PACKAGES, two.map(for_a_while, PACKAGES), strict=True))
        faulty = {name: process for name, process in ended.items() if process.returncode}
        for name, process in ended.items():
            print(f"{name}: {process.stdout[-8000:] if name in faulty else process.stdout.splitlines()[-1]}")
        sys.exit(f"{len(faulty)} targets with a fault: {', '.join(faulty)}" if faulty else 0)


def for_a_while(name: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "tests.fuzz", name, f"-max_total_time={EACH_S}"]
    return subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False
    )


def fuzz(name: str, options: list[str]) -> None:
    """Run until ``options`` or a finding end the process."""
    import atheris  # not everywhere

    with atheris.instrument_imports(include=list(PACKAGES[name])):
        target = load(name)
    grown = FOUND / name
    grown.mkdir(parents=True, exist_ok=True)
    bounds = [f"-max_len={target.longest}", f"-timeout={max(10, round(10 * target.slowest_s))}", "-rss_limit_mb=1024"]
    about = [f"-dict={DICTIONARIES / name}.dict", f"-artifact_prefix={FOUND}/{name}-"]
    corpus = [] if any(Path(each).is_file() for each in options) else [str(grown), str(SEEDS / name)]
    atheris.Setup([sys.argv[0], *bounds, *about, *options, *corpus], target.check)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
