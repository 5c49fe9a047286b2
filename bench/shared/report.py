"""One report of all figures: when, on which machine, with which versions, peers beside ours."""

import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec import Struct

from bench.shared.figure import Figure, number

VERSIONS_OF: Final = ("royaltable", "gpiozero", "msgspec", "pillow", "starlette", "uvicorn")
CPUINFO: Final = Path("/proc/cpuinfo")
SOAK: Final = "soak.json"
"""Beside the report: figures that take longer than a bench may, by name, as ``make soak`` keeps them there."""


class SoakFigures(Struct, frozen=True):
    """What a long test has measured.

    Attributes:
        date: ISO 8601, the day.
        commit: of which commit.
        about: what was done, for people.
    """

    date: str
    commit: str
    about: str
    figures: list[Figure]


def soaked(folder: Path) -> dict[str, SoakFigures]:
    """What long tests have kept beside the report in ``folder``; nothing where none did."""
    try:
        return msgspec.json.decode((folder / SOAK).read_bytes(), type=dict[str, SoakFigures])
    except FileNotFoundError:
        return {}


def circumstances(now: datetime | None = None) -> dict[str, Any]:
    """Date, machine and versions; a load above zero at the start means that the times are worse than they could be."""
    try:
        load = round(os.getloadavg()[0], 1)
    except OSError:
        load = None
    return {
        "date": (now or datetime.now(UTC)).isoformat(timespec="seconds"),
        "machine": {
            "processor": _processor(),
            "cores": os.cpu_count(),
            "architecture": platform.machine(),
            "system": platform.platform(),
            "load": load,
        },
        "versions": {"python": platform.python_version()} | {name: metadata.version(name) for name in VERSIONS_OF},
    }


def as_json(
    about: Mapping[str, Any], rows: Sequence[Mapping[str, Any]], soak: Mapping[str, SoakFigures] = MappingProxyType({})
) -> bytes:
    """The report for programs; a row is a figure as ``python -m bench --json`` has it."""
    return msgspec.json.format(msgspec.json.encode({**about, "figures": rows, "soak": dict(soak)}), indent=1) + b"\n"


def as_markdown(
    about: Mapping[str, Any],
    measured: Mapping[str, Sequence[Figure]],
    descriptions: Mapping[str, str],
    soak: Mapping[str, SoakFigures] = MappingProxyType({}),
) -> str:
    """The report for people; ``descriptions`` says of each bench what it measures."""
    machine = about["machine"]
    lines = [
        "# Figures",
        "",
        (
            f"Measured by `make bench` on {about['date'][:10]}, on {machine['cores']} cores of {machine['processor']} "
            f"({machine['architecture']}, {machine['system']}); the load from other work was {machine['load']} at the "
            "start. **No figure is of a Raspberry Pi or of real parts**: counts and virtual times are the same "
            "everywhere, real times are not. A figure beyond its limit is marked with !."
        ),
        "",
        "Versions: " + ", ".join(f"{name} {version}" for name, version in about["versions"].items()) + ".",
    ]
    for name, figures in measured.items():
        lines += chapter(name, descriptions[name], figures)
    for name, kept in soak.items():
        when = f"Measured by `make soak` on {kept.date}, at commit {kept.commit}."
        lines += chapter(name, f"{kept.about} {when}", kept.figures)
    return "\n".join(lines) + "\n"


def chapter(name: str, about: str, figures: Sequence[Figure]) -> list[str]:
    """A bench: what it measures, and its figures as a table."""
    others = list(dict.fromkeys(peer for figure in figures for peer in figure.peers))
    head = ["case", "unit", "ours", *others, "limit"]
    lines = ["", f"## {name}", "", about, "", _line(head), _line(["---", "---"] + ["---:"] * (len(head) - 2))]
    for figure in figures:
        ours = number(figure.value) if figure.kept else f"{number(figure.value)} **!**"
        theirs = [number(figure.peers.get(peer)) for peer in others]
        lines.append(_line([figure.case(name), figure.unit, ours, *theirs, figure.limit]))
    return lines


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
