"""`python -m bench`, as `make bench` calls it: the measured figures, as a table for people and as a report."""

import importlib
import inspect
import pkgutil
from pathlib import Path
from typing import Any

import click

from bench import suites
from bench.shared import other_packages, report
from bench.shared.figure import Figure
from controller.cli.options import FOLDER_PATH, exit_on_os_error
from controller.store.atomic_files import write_file_or_pipe


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--report",
    "folder",
    type=FOLDER_PATH,
    help="Write report.md and report.json there, with date, machine and versions.",
)
def bench(names: tuple[str, ...], folder: Path | None) -> None:
    """Measure the benches called NAME, or all of them, and explain the figures.

    A figure beyond its limit is marked. Times can be, when the machine is busy with something else.
    """
    about = report.circumstances()
    known = benches()
    unknown = [name for name in names if name not in known]
    if unknown:
        raise click.UsageError(f"There is no bench {', '.join(unknown)}. There are {', '.join(known)}.")
    measured: dict[str, list[Figure]] = {}
    descriptions: dict[str, str] = {}
    failed: list[str] = []
    for name in names or known:
        module = importlib.import_module(known[name])
        try:
            measured[name] = module.run()
        except Exception as fault:  # noqa: BLE001  # the others' figures took minutes
            failed.append("\n".join([f"{name}: {type(fault).__name__}: {fault}", *getattr(fault, "__notes__", ())]))
            continue
        descriptions[name] = inspect.getdoc(module) or ""
        click.echo("\n".join(report.chapter(name, descriptions[name], measured[name])))
    rows = [as_row(name, figure) for name, figures in measured.items() for figure in figures]
    if not other_packages.installed() and any(_without_any_peer(row) for row in rows):
        click.echo(other_packages.MISSING)
    if folder is not None:
        soak = report.soaked(folder)
        _write(folder / "report.json", report.as_json(about, rows, soak))
        _write(folder / "report.md", report.as_markdown(about, measured, descriptions, soak).encode())
    if failed:
        raise click.ClickException("Without figures, since they failed: " + "; ".join(failed))


def _write(file: Path, data: bytes) -> None:
    with exit_on_os_error(file, "Name a file that can be written."):
        write_file_or_pipe(file, data)


def benches() -> dict[str, str]:
    return {each.name: f"bench.suites.{each.name}" for each in pkgutil.iter_modules(suites.__path__)}


def as_row(bench_name: str, figure: Figure) -> dict[str, Any]:
    return {
        "bench": bench_name,
        "case": figure.case(bench_name),
        "unit": figure.unit,
        "ours": figure.value,
        "peers": dict(figure.peers),
        "limit": figure.least if figure.most is None else figure.most,
    }


def _without_any_peer(row: dict[str, Any]) -> bool:
    """Whether there are peers to compare with, but none was measured."""
    return bool(row["peers"]) and not any(row["peers"].values())


if __name__ == "__main__":
    bench()
