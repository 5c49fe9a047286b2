"""`royaltable teach`: tell the table which sticker is under which piece."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from controller.cli.parts.reader_session import ReaderSession, at_a_reader, settings_at, which_gate
from controller.cli.shared.chosen_game import chosen, game_option
from controller.cli.shared.errors import told
from controller.cli.shared.paths import FILE
from controller.devices.gate import Gate, PiecePassed
from controller.devices.sticker_io import StickerError, next_tag, write_record
from controller.games.contract.game import Game
from controller.games.contract.values import PieceId
from controller.games.naming import USUAL, ids, piece_of, printed, share, sticker_of, stickers_of
from controller.play.stickers.teaching import StickerResult, Teaching
from controller.store import tag_files
from controller.store.atomic_files import write_output
from controller.store.privileges import as_owner_of
from controller.store.tag_book import TagBook, TagBookError
from hw.ntag.ndef import TileRecord

EDITION = "standard"
"""What the record on a sticker calls the box of the usual game; that of another is called by the game's name."""


@click.command()
@which_gate
@click.argument("piece", required=False)
@game_option
@click.option("--tags", "tags_file", type=FILE, help="The file of stickers, instead of the one in table.toml.")
@click.option("--ndef", is_flag=True, help="Also write piece and edition onto each sticker, for any phone to read.")
@click.option("--import", "import_file", type=FILE, help="Take the stickers from this CSV or JSON.")
@click.option("--export", "export_file", type=FILE, help="Write the stickers as CSV or JSON.")
def teach(
    config_file: Path,
    castle: str | None,
    piece: str | None,
    game_name: str | None,
    tags_file: Path | None,
    import_file: Path | None,
    export_file: Path | None,
    *,
    sim: bool,
    ndef: bool,
) -> None:
    """Tell the table which sticker is under which piece: all that are missing, or the new one of PIECE.

    Each sticker is kept at once. Stop with Ctrl-C and go on later where you were.
    """
    settings = settings_at(config_file, sim=sim, castle=castle)
    path = tags_file or config_file.parent / settings.tags.file
    owner = partial(as_owner_of, path) if tags_file is not None else partial(as_owner_of, config_file, path)
    name, game = chosen(game_name, settings)
    pieces = ids(game)
    if piece is not None and piece not in pieces:
        raise click.ClickException(f"saw the piece {piece!r}, expected one of {pieces[0]} to {pieces[-1]}.")
    with told(TagBookError, StickerError):
        if import_file is not None:
            with as_owner_of(import_file):
                taught = _of_this_box(tag_files.load(import_file), name, pieces, import_file)
            with owner():
                tag_files.save(path, taught)
        with owner():
            book = tag_files.load(path) if export_file is not None or path.exists() else TagBook({})
        if export_file is not None:
            with as_owner_of(export_file):
                tag_files.save(export_file, book, write_output)
        if import_file is not None or export_file is not None:
            return
        box = stickers_of(name, [PieceId(piece)] if piece is not None else pieces)
        due = [each for each in box if piece is not None or book.uid(each) is None]

        def keep(taught: TagBook) -> None:
            with owner():
                tag_files.save(path, taught)

        async def teach_all(session: ReaderSession) -> None:
            await _teach(session, Teaching(book, tuple(due)), keep, printed_on(game), write=ndef)

        if due:
            at_a_reader(settings, config_file, teach_all, sim=sim, castle=castle)
        with owner():
            kept = tag_files.load(path)
        taught_now = [piece for piece in pieces if kept.uid(sticker_of(name, piece)) is not None]
        click.echo(f"{path}: {share(taught_now, game.pieces())} are taught.")


def _of_this_box(book: TagBook, game: str, pieces: Sequence[PieceId], source: Path) -> TagBook:
    """What was imported, if it names no piece of this game that there is not; those of other games are let alone."""
    known = map(piece_of, book.pieces.values())
    strangers = sorted({piece for of, piece in known if of == game} - set(pieces))
    if strangers:
        raise TagBookError(f"{source}: no such pieces: {', '.join(strangers)}. Expected {pieces[0]} to {pieces[-1]}.")
    return book


async def _teach(
    session: ReaderSession,
    task: Teaching,
    keep: Callable[[TagBook], None],
    faces: Mapping[str, str],
    *,
    write: bool,
) -> None:
    """Take one sticker after the other until none is due; after each, ``keep`` all at once."""
    talker = session.talker if write else None
    session.bring(task.due)
    with Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()) as progress:
        bar, complain = progress.add_task("", total=len(task.due)), progress.console.print
        while task.due:
            game, piece = piece_of(task.due[0])
            progress.update(bar, description=f"{piece}: {faces[piece]}")
            uid = await next_tag(
                session.reader, session.clock, lambda: complain("Two tags at once. One at a time, please.")
            )
            passage = Gate(session.name, task.book).came(uid, session.clock.now_s())
            later, result = task.after(passage)
            if result is StickerResult.OTHER_GAME and isinstance(passage, PiecePassed):
                of, other = piece_of(passage.piece)
                complain(f"This is {other} of another game, {of}. Take the piece that is asked for.")
                continue
            if result is StickerResult.ELSEWHERE and isinstance(passage, PiecePassed):
                complain(
                    f"This is the sticker of {piece_of(passage.piece)[1]} already. Take the piece that is asked for."
                )
                continue
            if talker is not None:
                await write_record(talker, uid, TileRecord(piece, EDITION if game == USUAL else game))
            task = later
            keep(task.book)
            progress.advance(bar)


def printed_on(game: Game) -> dict[str, str]:
    """What is printed on each piece, for people who look for it; nothing where the game does not say."""
    return {piece.id: printed(piece.printed) for piece in game.pieces()}
