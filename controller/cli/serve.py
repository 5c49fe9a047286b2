"""`royaltable serve`: the daemon on real parts."""

import logging
from functools import partial
from pathlib import Path

import click

from controller.cli.serving import run_daemon
from controller.cli.where import config_option
from controller.daemon import games, simulated_box, tag_files
from controller.daemon.archive import TableFiles
from controller.daemon.archive_staged import take_staged
from controller.daemon.config import ConfigError, load
from controller.daemon.hardware import machine, twins
from controller.daemon.starts import Starts, beside
from controller.sensing.tags import TagBook, TagBookError
from hw.fine_loop import fine_loop
from hw.testing.pace import PacedLoop


@click.command()
@config_option
@click.option("--port", type=click.IntRange(0, 65535), help="Port of the page, instead of the file's.")
@click.option("--twins", "on_twins", is_flag=True, help="Play on simulated parts, wired as the file says.")
def serve(config_file: Path, port: int | None, *, on_twins: bool) -> None:
    """Play on the parts that table.toml names. A part that is missing or dies never stops the game."""
    untaught = None
    try:
        config = load(config_file)
        if take_staged(TableFiles.named_by(config, config_file)):
            config = load(config_file)
        files = TableFiles.named_by(config, config_file)
        if on_twins:
            book = simulated_box.book(games.game(config.table.map).tiles())
        else:
            book, untaught = _taught(config_file.parent / config.tags.file)
            if config.partly_simulated:
                book = book.beside(simulated_box.book(games.game(config.table.map).tiles()))
    except ConfigError as fault:
        raise click.ClickException(str(fault)) from None
    click.echo(f"The settings: {config_file.absolute()}", err=True)
    run_daemon(
        config,
        partial(twins if on_twins else machine, config),
        book,
        files,
        port=port,
        loop_factory=PacedLoop if on_twins or config.partly_simulated else fine_loop,
        starts=Starts(beside(files.journal)),
        untaught=untaught,
        log_level=logging.INFO,
    )


def _taught(file: Path) -> tuple[TagBook, str | None]:
    """The taught stickers; none, and why, where their file is missing or unusable: tiles are told by hand then."""
    try:
        return tag_files.load(file), None
    except TagBookError as fault:
        return TagBook({}), str(fault)
