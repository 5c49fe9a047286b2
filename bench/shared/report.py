"""The report of all figures: a chapter for each bench, with its day, commit, machine and peers."""

import os
import platform
import shutil
import subprocess
import tomllib
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from bench.shared.figure import Figure, number
from controller.store.atomic_files import write_file_or_pipe

VERSIONS_OF: Final = ("royaltable", "gpiozero", "msgspec", "pillow", "starlette", "uvicorn")
CPUINFO: Final = Path("/proc/cpuinfo")
ROOT: Final = Path(__file__).parents[2]
REASONS: Final = ROOT / "bench/reasons.toml"
JSON: Final = "report.json"
MARKDOWN: Final = "report.md"

HEAD: Final = """# Figures

`make bench` measures them, and `make soak` those that take hours. **No figure is of a Raspberry Pi or of real parts**:
counts and virtual times are the same everywhere, real times are not. Real times of a machine with other work are
refused. A figure beyond its limit is marked with !, and the reason stands below its table.
"""


class Chapter(Struct, frozen=True):
    """What one bench or long test has measured.

    Attributes:
        date: ISO 8601, the day.
        commit: of which commit; "-dirty" if files were changed.
        machine: processor, cores and system.
        versions: of the packages that the figures depend on.
        quiet: what the machine did before and after; "" for a long test, which only counts.
        took_s: seconds that it took.
        about: what was done, for people.
    """

    date: str
    commit: str
    machine: str
    versions: dict[str, str]
    quiet: str
    took_s: float
    about: str
    figures: list[Figure]


Report = dict[str, Chapter]


def make_chapter(about: str, figures: Sequence[Figure], *, quiet: str = "", took_s: float = 0.0) -> Chapter:
    """Return a chapter of today, of this commit and machine."""
    described = subprocess.run(  # noqa: S603  # a literal
        [shutil.which("git") or "git", "describe", "--always", "--dirty", "--exclude=*"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return Chapter(
        date=datetime.now(UTC).date().isoformat(),
        commit=described.stdout.strip() or "unknown",
        machine=f"{os.cpu_count()} cores of {_processor()}, {platform.machine()}, {platform.system()}",
        versions={"python": platform.python_version()} | {name: metadata.version(name) for name in VERSIONS_OF},
        quiet=quiet,
        took_s=round(took_s, 1),
        about=about,
        figures=list(figures),
    )


def read(folder: Path) -> Report:
    """Return the report in ``folder``; an empty one if there is none."""
    try:
        return msgspec.json.decode((folder / JSON).read_bytes(), type=Report)
    except FileNotFoundError:
        return {}


def write(folder: Path, report: Report) -> None:
    """Write the report in ``folder``, for programs and for people."""
    write_file_or_pipe(folder / JSON, as_json(report))
    write_file_or_pipe(folder / MARKDOWN, as_markdown(report).encode())


def as_json(report: Report) -> bytes:
    return msgspec.json.format(msgspec.json.encode(dict(sorted(report.items()))), indent=1) + b"\n"


def as_markdown(report: Report) -> str:
    """Return the report for people."""
    lines = [HEAD.rstrip()]
    for name, chapter in sorted(report.items()):
        lines += chapter_lines(name, chapter)
    return "\n".join(lines) + "\n"


def chapter_lines(name: str, chapter: Chapter) -> list[str]:
    """Return a chapter: what was measured, when and where, its figures as a table, and why some are beyond a limit."""
    figures = chapter.figures
    others = list(dict.fromkeys(peer for figure in figures for peer in figure.peers))
    head = ["case", "unit", "ours", *others, "limit"]
    seconds = f", in {chapter.took_s:,.0f} s" if chapter.took_s else ""
    where = f"Measured on {chapter.date}, at commit {chapter.commit}, on {chapter.machine}{seconds}."
    around = f" Around it: {chapter.quiet}." if chapter.quiet else ""
    lines = ["", f"## {name}", "", chapter.about, "", where + around, "", _line(head)]
    lines.append(_line(["---", "---"] + ["---:"] * (len(head) - 2)))
    for figure in figures:
        ours = number(figure.value) if figure.kept else f"{number(figure.value)} **!**"
        theirs = [number(figure.peers.get(peer)) for peer in others]
        lines.append(_line([figure.case(name), figure.unit, ours, *theirs, figure.limit]))
    why = reasons()
    beyond = [
        f"- **!** {figure.case(name)}: {why.get(figure.name, 'not known')}" for figure in figures if not figure.kept
    ]
    return [*lines, *([""] if beyond else []), *beyond]


@cache
def reasons() -> dict[str, str]:
    """Return by name why figures are beyond their limits, and what is planned."""
    return tomllib.loads(REASONS.read_text(encoding="utf-8"))


def changed_counts(report: Report, measured: dict[str, Sequence[Figure]]) -> list[str]:
    """Return a sentence for each counted figure that the report does not have, or has with another value."""
    sentences = []
    for bench, figures in measured.items():
        known = {figure.name: figure for figure in report[bench].figures} if bench in report else {}
        for figure in figures:
            told = known[figure.name].value if figure.name in known else None
            if figure.counted and (told is None or number(told) != number(figure.value)):
                sentences.append(f"{figure.name}: {number(figure.value)} {figure.unit}, the report says {number(told)}")
    return sentences


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _processor() -> str:
    try:
        lines = CPUINFO.read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    # A Pi names its board there, a PC its processor.
    named = dict(line.split(":", 1) for line in lines if ":" in line)
    found = {key.strip(): value.strip() for key, value in named.items()}
    return found.get("Model") or found.get("model name") or platform.processor() or platform.machine()
