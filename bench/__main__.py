"""`python -m bench`, as `make bench` calls it: the measured figures, as a table for people and as a report."""

import importlib
import inspect
import pkgutil
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from bench import suites
from bench.shared import other_packages, quiet, report
from bench.shared.figure import Figure
from controller.cli.options import FOLDER_PATH, exit_on_os_error

COUNTING: Final = ("calls", "oled", "readers")
"""Benches of a few seconds whose counts `make check` compares with the report."""


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--report",
    "folder",
    type=FOLDER_PATH,
    help="Replace the measured chapters of report.md and report.json there, if the machine was quiet.",
)
@click.option(
    "--check",
    "checked",
    type=FOLDER_PATH,
    help="Compare only counts, which need no quiet machine, with the report there.",
)
def bench(names: tuple[str, ...], folder: Path | None, checked: Path | None) -> None:
    """Measure the benches called NAME, or all of them, and explain the figures.

    A figure beyond its limit is marked. Times of a machine with other work are shown, but not kept.
    """
    known = benches()
    unknown = [name for name in names if name not in known]
    if unknown:
        raise click.UsageError(f"There is no bench {', '.join(unknown)}. There are {', '.join(known)}.")
    if checked is not None:
        _compare_counts(names or COUNTING, checked)
        return
    measured: report.Report = {}
    failed: list[str] = []
    refused: list[str] = []
    before = quiet.listen()
    for name in names or known:
        module, began_s = importlib.import_module(known[name]), time.monotonic()
        try:
            figures: Sequence[Figure] = module.run()
        except Exception as fault:  # noqa: BLE001  # the others' figures took minutes
            failed.append("\n".join([f"{name} failed: {fault!r}", *getattr(fault, "__notes__", ())]))
            continue
        took_s, after = time.monotonic() - began_s, quiet.listen()
        chapter = report.make_chapter(inspect.getdoc(module) or "", figures, quiet=f"{before}; {after}", took_s=took_s)
        click.echo("\n".join(report.chapter_lines(name, chapter)))
        disturbance = quiet.disturbance(before, after)
        if disturbance is None or all(figure.counted for figure in figures):
            measured[name] = chapter
        else:
            refused.append(f"{name}: not quiet, {disturbance}. Not kept.")
            click.echo(refused[-1])
        before = after
    kept = [figure for chapter in measured.values() for figure in chapter.figures]
    if not other_packages.installed() and any(_without_any_peer(figure) for figure in kept):
        click.echo(other_packages.MISSING)
    if folder is not None:
        merged = report.read(folder) | measured
        with exit_on_os_error(folder, "Name a file that can be written."):
            report.write(folder, merged)
    if failed or (refused and folder is not None):
        raise click.ClickException("\n".join(failed + refused))


def _compare_counts(names: Sequence[str], folder: Path) -> None:
    known = benches()
    measured = {name: importlib.import_module(known[name]).run() for name in names}
    if changed := report.changed_counts(report.read(folder), measured):
        command = f"python -m bench {' '.join(names)} --report {folder}"
        raise click.ClickException("\n".join([*changed, f"Keep the new counts, if they are meant: {command}"]))


def benches() -> dict[str, str]:
    return {each.name: f"bench.suites.{each.name}" for each in pkgutil.iter_modules(suites.__path__)}


def _without_any_peer(figure: Figure) -> bool:
    """Return whether there are peers to compare with, but none was measured."""
    return bool(figure.peers) and not any(figure.peers.values())


if __name__ == "__main__":
    bench()
