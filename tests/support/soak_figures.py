"""Store figures of long tests beside the benches' report, which includes them."""

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
    """Replace the figures of ``name`` in ``bench/soak.json``, with day and commit."""
    described = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--exclude=*"], cwd=BENCH, capture_output=True, text=True, check=True
    )
    today = datetime.now(UTC).date().isoformat()
    kept = report.soaked(BENCH) | {name: report.SoakFigures(today, described.stdout.strip(), about, list(figures))}
    (BENCH / report.SOAK).write_bytes(msgspec.json.format(msgspec.json.encode(kept), indent=1) + b"\n")
