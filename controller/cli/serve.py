"""`royaltable serve`: the daemon on real parts."""

import logging
from pathlib import Path

import click

from controller.cli.serving import run_daemon
from controller.daemon import tag_files
from controller.daemon.config import ConfigError, load
from controller.daemon.hardware import parts
from controller.daemon.starts import Starts, beside
from controller.sensing.tags import TagBookError


@click.command()
@click.option(
    "--config",
    "config_file",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("table.toml"),
    show_default=True,
    help="Which devices the table has.",
)
@click.option("--port", type=click.IntRange(0, 65535), help="Port of the page, instead of the file's.")
def serve(config_file: Path, port: int | None) -> None:
    """Play on the parts that table.toml names. A part that is missing or dies never stops the game."""
    try:
        config = load(config_file)
        book = tag_files.load(config_file.parent / config.tags.file)
    except (ConfigError, TagBookError) as fault:
        raise click.ClickException(str(fault)) from None
    journal = config_file.parent / config.journal.file
    run_daemon(config, parts, book, journal, port=port, starts=Starts(beside(journal)), log_level=logging.INFO)
