"""`royaltable teach`: tell the table which sticker is under which tile."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from controller.cli.parts.reader_session import ReaderSession, at_a_reader, box, settings_of, where
from controller.devices.sticker_io import StickerError, next_tag, write_record
from controller.games.tumult_royale.box.edition import Edition, standard
from controller.store import tag_files
from controller.store.tag_book import TagBook, TagBookError
from hw.ntag.ndef import TileRecord

EDITION = "standard"
"""What the record on a sticker calls the shipped edition."""


@click.command()
@where
@click.argument("tile", required=False)
@click.option("--tags", "tags_file", type=click.Path(dir_okay=False, path_type=Path), help="Instead of table.toml's.")
@click.option("--ndef", is_flag=True, help="Also write tile and edition onto each sticker, for any phone to read.")
@click.option("--import", "import_file", type=click.Path(dir_okay=False, path_type=Path), help="Take over CSV or JSON.")
@click.option("--export", "export_file", type=click.Path(dir_okay=False, path_type=Path), help="Write CSV or JSON.")
def teach(
    config_file: Path,
    castle: str | None,
    tile: str | None,
    tags_file: Path | None,
    import_file: Path | None,
    export_file: Path | None,
    *,
    sim: bool,
    ndef: bool,
) -> None:
    """Teach the stickers of all tiles, one after the other, or replace the one of TILE.

    Each is kept at once: leave with Ctrl-C, and go on later where you were.
    """
    settings = settings_of(config_file, sim=sim, castle=castle)
    path = tags_file or config_file.parent / settings.tags.file
    tiles = box()
    if tile is not None and tile not in tiles:
        raise click.ClickException(f"saw the tile {tile!r}, expected one of {tiles[0]} to {tiles[-1]}.")
    try:
        if import_file is not None:
            tag_files.save(path, _known_tiles(tag_files.load(import_file), tiles, import_file))
        if export_file is not None:
            tag_files.save(export_file, tag_files.load(path))
        if import_file is not None or export_file is not None:
            return
        book = tag_files.load(path) if path.exists() else TagBook({})
        due = [tile] if tile is not None else [each for each in tiles if book.uid(each) is None]
        if due:
            deed = _teaching(path, book, due, write=ndef)
            at_a_reader(settings, config_file, deed, sim=sim, castle=castle)
    except (TagBookError, StickerError) as fault:
        raise click.ClickException(str(fault)) from None
    click.echo(f"{path}: {len(tag_files.load(path).tiles)} of {len(tiles)} tiles are taught.")


def _known_tiles(book: TagBook, tiles: list[str], source: Path) -> TagBook:
    strangers = sorted(set(book.tiles.values()) - set(tiles))
    if strangers:
        raise TagBookError(f"{source}: no such tiles: {', '.join(strangers)}. Expected {tiles[0]} to {tiles[-1]}.")
    return book


def _teaching(path: Path, book: TagBook, due: list[str], *, write: bool) -> Callable[[ReaderSession], Awaitable[None]]:
    async def deed(bench: ReaderSession) -> None:
        known = book
        talker = bench.talker if write else None
        bench.bring(due)
        with Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()) as progress:
            bar = progress.add_task("", total=len(due))

            def complain(sentence: str) -> None:
                progress.console.print(sentence)

            for tile in due:
                progress.update(bar, description=_face(standard(), tile))
                while True:
                    uid = await next_tag(
                        bench.reader, bench.clock, lambda: complain("Two tags at once. One at a time, please.")
                    )
                    other = known.tile(uid)
                    if other is None or other == tile:
                        break
                    complain(f"This is the sticker of {other} already. Take the tile that is asked for.")
                if talker is not None:
                    await write_record(talker, uid, TileRecord(tile, EDITION))
                known = known.taught(uid, tile)
                tag_files.save(path, known)
                progress.advance(bar)

    return deed


def _face(edition: Edition, tile_id: str) -> str:
    tile = next(each for each in edition.tiles if each.id == tile_id)
    return f"{tile.id}: {tile.commodity} {tile.value}, {tile.frame} frame"
