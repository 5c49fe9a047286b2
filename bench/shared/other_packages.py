"""Other packages, measured in an environment of their own that `make bench` makes, never in ours."""

import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import controller

FOLDER: Final = Path(controller.__path__[0]).parent / "bench"
"""The repository's folder of benches; an installed wheel has none."""

PYTHON: Final = FOLDER / "peers" / "venv" / "bin" / "python"

OCTOPRINT: Final = FOLDER / "peers" / "octoprint" / "bin" / "octoprint"

MISSING: Final = "The other packages are not installed; `make bench` in the repository installs them beside ours."


def installed() -> bool:
    """Whether the environment of the other packages is there, and whole."""
    return (FOLDER / "peers" / "venv" / ".installed").exists()


@contextmanager
def playing(peer: str) -> Iterator[Callable[[], tuple[int, float]]]:
    """``bench/peer_NAME.py``, to be asked again and again for the same games: how many decisions, and their seconds.

    Between two laps it waits and costs nothing; ask ``installed`` before.
    """
    script = FOLDER / f"peer_{peer}.py"
    with subprocess.Popen([PYTHON, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        asked, answers = process.stdin, process.stdout
        assert asked is not None
        assert answers is not None

        def lap() -> tuple[int, float]:
            print(file=asked, flush=True)
            found = json.loads(answers.readline())
            return found["decisions"], found["seconds"]

        yield lap
        asked.close()
