"""`royaltable census`: which tiles of the box were not seen."""

import asyncio
from pathlib import Path

import click

from controller.cli.parts.reader_session import ReaderSession, at_a_reader, box, settings_of, where
from controller.devices import simulated_box
from controller.devices.gate import Gate, Passage, TilePassed, UnknownTag
from controller.devices.health import DeviceHealth
from controller.devices.sensing_loop import sense
from controller.store import tag_files
from controller.store.tag_book import TagBook, TagBookError


@click.command()
@where
@click.option("--quiet", type=click.FloatRange(1), default=20.0, show_default=True, help="End after so many seconds.")
def census(config_file: Path, castle: str | None, quiet: float, *, sim: bool) -> None:
    """Pass every tile of the box over any gate; then hear which were not seen.

    It ends when all were seen, or after a while without a new one. Exit status 1 if one is missing.
    """
    settings = settings_of(config_file, sim=sim, castle=castle)
    try:
        book = simulated_box.book(box()) if sim else tag_files.load(config_file.parent / settings.tags.file)
    except TagBookError as fault:
        raise click.ClickException(str(fault)) from None
    missing: list[str] = []

    async def deed(bench: ReaderSession) -> None:
        missing.extend(await _count(bench, book, quiet))

    at_a_reader(settings, config_file, deed, sim=sim, castle=castle)
    if missing:
        raise click.ClickException(f"{len(missing)} of {len(book.tiles)} tiles were not seen: {', '.join(missing)}.")
    click.echo(f"All {len(book.tiles)} tiles are here.")


async def _count(bench: ReaderSession, book: TagBook, quiet_s: float) -> list[str]:
    """Listen at every gate; gives the tiles that did not come."""
    due = set(book.tiles.values())
    news = asyncio.Event()

    def passed(passage: Passage) -> None:
        match passage:
            case TilePassed(tile=tile) if tile in due:
                due.discard(tile)
                click.echo(f"{tile}  {len(book.tiles) - len(due)} of {len(book.tiles)}")
                news.set()
            case UnknownTag(uid=uid):
                click.echo(f"{uid.hex()} was never taught; `royaltable teach` does it.", err=True)
            case _:
                pass

    click.echo("Pass every tile over a gate, one at a time (Ctrl-C ends).")
    devices = DeviceHealth(lambda device: click.echo(f"{device.name}: {device.fault or 'works again'}", err=True))
    bench.bring(sorted(due))
    listeners = [
        asyncio.create_task(sense(name, reader, Gate(name, book), bench.clock, devices, passed))
        for name, reader in bench.readers.items()
    ]
    try:
        while due:
            news.clear()
            async with asyncio.timeout(quiet_s):
                await news.wait()
    except TimeoutError:
        pass
    finally:
        for listener in listeners:
            listener.cancel()
    return sorted(due)
