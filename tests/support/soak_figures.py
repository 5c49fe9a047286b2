"""Where long tests keep what they have measured: beside the report of the benches, which takes it in."""

import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from bench.shared import report
from bench.shared.figure import Figure

BENCH: Final = Path(__file__).parents[2] / "bench"


def keep(name: str, about: str, figures: Sequence[Figure]) -> None:
    """Put figures into ``bench/soak.json``, with the day and the commit, in place of what ``name`` had there."""
    described = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--exclude=*"], cwd=BENCH, capture_output=True, text=True, check=True
    )
    today = datetime.now(UTC).date().isoformat()
    kept = report.soaked(BENCH) | {name: report.SoakFigures(today, described.stdout.strip(), about, list(figures))}
    (BENCH / report.SOAK).write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")
