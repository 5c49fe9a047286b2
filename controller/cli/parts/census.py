"""`royaltable census`: which pieces of the box were not seen."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import click

from controller.cli.parts.reader_session import ReaderSession, at_a_reader, settings_at, which_gate
from controller.cli.shared.chosen_game import chosen, game_option, named
from controller.cli.shared.errors import told
from controller.devices import simulated_box
from controller.devices.gate import Gate, Passage, PiecePassed, UnknownTag
from controller.devices.health import DeviceHealth
from controller.devices.sensing_loop import sense
from controller.games import installed
from controller.games.naming import counted, ids, piece_of, share, sticker_of, stickers_of
from controller.play.stickers.teaching import Census, StickerResult
from controller.store import tag_files
from controller.store.privileges import as_owner_of
from controller.store.tag_book import TagBook, TagBookError


@click.command()
@which_gate
@game_option
@click.option(
    "--quiet",
    type=click.FloatRange(1),
    default=20.0,
    show_default=True,
    help="Seconds without a new piece after which it ends.",
)
def census(config_file: Path, castle: str | None, game_name: str | None, quiet: float, *, sim: bool) -> None:
    """Count the box: pass every piece over any gate, and learn which ones are missing.

    It ends when all have been seen, or after a while without a new one. Exit status 1 if any is missing.
    """
    settings = settings_at(config_file, sim=sim, castle=castle)
    name, game = chosen(game_name, settings)
    box = stickers_of(name, ids(game))
    if sim:
        book = simulated_box.book(
            sticker for each in installed.ours() for sticker in stickers_of(each, ids(named(each)))
        )
    else:
        tags = config_file.parent / settings.tags.file
        with told(TagBookError), as_owner_of(config_file, tags):
            book = tag_files.load(tags)
    taught = [each for each in box if book.uid(each) is not None]
    pieces = [piece for piece in game.pieces() if sticker_of(name, piece.id) in taught]
    missing: list[str] = []

    async def count(session: ReaderSession) -> None:
        missing.extend(await _missing(session, book, taught, quiet))

    at_a_reader(settings, config_file, count, sim=sim, castle=castle)
    if missing:
        unseen = [piece_of(each)[1] for each in missing]
        raise click.ClickException(f"{share(unseen, pieces)} were not seen: {', '.join(unseen)}.")
    click.echo(f"All {counted(pieces)} are here.")


async def _missing(session: ReaderSession, book: TagBook, taught: Sequence[str], quiet_s: float) -> tuple[str, ...]:
    """Listen at every gate; gives the pieces that did not come."""
    task = Census(tuple(taught))
    news = asyncio.Event()

    def passed(passage: Passage) -> None:
        nonlocal task
        before = task
        task, result = task.after(passage)
        match passage:
            case PiecePassed(piece=piece) if result is StickerResult.OTHER_GAME:
                of, other = piece_of(piece)
                click.echo(f"{other} is a piece of another game, {of}. Put it into its box.", err=True)
            case PiecePassed(piece=piece) if task != before:
                click.echo(f"{piece_of(piece)[1]}  {len(taught) - len(task.due)} of {len(taught)}")
                news.set()
            case UnknownTag(uid=uid):
                click.echo(f"{uid.hex()} was never taught; `royaltable teach` does it.", err=True)
            case _:
                pass

    click.echo("Pass every piece over a gate, one at a time (Ctrl-C ends).")
    devices = DeviceHealth()
    devices.changed.listen(lambda device: click.echo(f"{device.name}: {device.fault or 'works again'}", err=True))
    session.bring(task.due)
    listeners = [
        asyncio.create_task(sense(name, reader, Gate(name, book), session.clock, devices, passed))
        for name, reader in session.readers.items()
    ]
    try:
        while task.due:
            news.clear()
            async with asyncio.timeout(quiet_s):
                await news.wait()
    except TimeoutError:
        pass
    finally:
        for listener in listeners:
            listener.cancel()
    return task.due
