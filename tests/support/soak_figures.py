"""Store figures of long tests in the benches' report."""

from collections.abc import Sequence

from bench.shared import report
from bench.shared.figure import Figure

BENCH = report.ROOT / "bench"


def keep(name: str, about: str, figures: Sequence[Figure]) -> None:
    """Replace the chapter ``name`` of the report, with day and commit."""
    chapter = report.make_chapter(f"{about} By `make soak`.", figures)
    report.write(BENCH, report.read(BENCH) | {name: chapter})
