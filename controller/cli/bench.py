"""`royaltable bench`: the measured figures, for people as a table and for programs as JSON."""

import importlib
import inspect
import pkgutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

import controller.bench
from controller.bench import peers
from controller.bench.figure import Figure

NOT_BENCHES = frozenset({"figure", "peers", "processes"})


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--json", "file", type=click.Path(dir_okay=False, path_type=Path), help="Write all figures into this file."
)
def bench(names: tuple[str, ...], file: Path | None) -> None:
    """Print the figures of the benches called NAME, of all without one, below what they are and how to read them.

    A figure beyond its limit is marked; on a busy machine times can be.
    """
    known = benches()
    unknown = [name for name in names if name not in known]
    if unknown:
        raise click.UsageError(f"There is no bench {', '.join(unknown)}. There are {', '.join(known)}.")
    rows: list[dict[str, Any]] = []
    for name in names or known:
        module = importlib.import_module(f"controller.bench.{name}")
        figures = module.run()
        click.echo(f"\n{inspect.getdoc(module) or ''}\n")
        _print(name, figures)
        rows += [as_row(name, figure) for figure in figures]
    if not peers.installed() and any(_without_any_peer(row) for row in rows):
        click.echo(peers.MISSING)
    if file is not None:
        try:
            file.write_bytes(msgspec.json.format(msgspec.json.encode(rows), indent=1) + b"\n")
        except OSError as fault:
            raise click.ClickException(f"{file}: {fault.strerror}. Name a file that can be written.") from None


def benches() -> list[str]:
    """The names of all benches: the modules of ``controller.bench`` with a ``run``."""
    return sorted(each.name for each in pkgutil.iter_modules(controller.bench.__path__) if each.name not in NOT_BENCHES)


def as_row(bench_name: str, figure: Figure) -> dict[str, Any]:
    """A figure as it stands in the file."""
    return {
        "bench": bench_name,
        "case": _case(bench_name, figure),
        "unit": figure.unit,
        "ours": figure.value,
        "peers": dict(figure.peers),
        "limit": figure.least if figure.most is None else figure.most,
    }


def _without_any_peer(row: dict[str, Any]) -> bool:
    """Whether there are peers to compare with, but none was measured."""
    return bool(row["peers"]) and not any(row["peers"].values())


def _case(bench_name: str, figure: Figure) -> str:
    return figure.name.removeprefix(f"{bench_name}: ")


def _print(bench_name: str, figures: Sequence[Figure]) -> None:
    from rich.console import Console  # noqa: PLC0415  # slow to import, and only wanted here
    from rich.table import Table  # noqa: PLC0415

    others = list(dict.fromkeys(peer for figure in figures for peer in figure.peers))
    table = Table(title=bench_name, title_justify="left")
    table.add_column("case")
    table.add_column("unit")
    for column in ("ours", *others, "limit"):
        table.add_column(column, justify="right", no_wrap=True)
    for figure in figures:
        ours = _number(figure.value) if figure.kept else f"[red]{_number(figure.value)} ![/red]"
        rates = [_number(figure.peers.get(peer)) for peer in others]
        table.add_row(_case(bench_name, figure), figure.unit, ours, *rates, _limit(figure))
    Console(width=None if sys.stdout.isatty() else 120).print(table)


def _limit(figure: Figure) -> str:
    if figure.most is not None:
        return f"≤ {_number(figure.most)}"
    return f"≥ {_number(figure.least)}" if figure.least is not None else ""


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
