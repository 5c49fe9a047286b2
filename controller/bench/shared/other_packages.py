"""Other packages, measured in an environment of their own that `make bench` makes, never in ours."""

import json
import subprocess
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


def decisions_a_second(peer: str, seconds: float) -> float:
    """What ``bench/peer_NAME.py`` measures in so many seconds; ask ``installed`` before."""
    script = FOLDER / f"peer_{peer}.py"
    run = subprocess.run([PYTHON, script, str(seconds)], capture_output=True, check=True, text=True)  # noqa: S603
    found = json.loads(run.stdout)
    return float(found["decisions"] / found["seconds"])
