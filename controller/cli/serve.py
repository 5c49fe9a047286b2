"""`royaltable serve`: the daemon on real parts."""

import asyncio
import logging
import os
from functools import partial
from pathlib import Path

import click

from controller.cli.daemon_run import run_daemon
from controller.cli.settings import config_option
from controller.config import ConfigError, TableConfig, load
from controller.devices.health import CrashGuard
from controller.devices.part_or_twin import machine, twins
from controller.games.shelf import GameShelf
from controller.service import service_manager
from controller.store import tags
from controller.store.table_backup import restore_pending
from controller.store.table_files import TableFiles
from controller.store.tags import TagBook, TagBookError
from hw.clock import fine_loop


@click.command()
@config_option
@click.option("--port", type=click.IntRange(0, 65535), help="Port of the page, instead of the one in table.toml.")
@click.option("--twins", "on_twins", is_flag=True, help="Play on simulated parts, wired as table.toml says.")
def serve(config_file: Path, port: int | None, *, on_twins: bool) -> None:
    """Play on the parts that table.toml names. The game goes on when a part is missing or breaks."""
    config, troubles = _settings(config_file)
    if restore_pending(TableFiles.named_by(config, config_file)):
        config, troubles = _settings(config_file)
    files = TableFiles.named_by(config, config_file)
    simulated = on_twins or config.partly_simulated
    book = TagBook({})
    if not on_twins:
        book, untaught = _taught(config_file.parent / config.tags.file)
        troubles |= untaught
    if simulated:
        from controller.devices import stickers  # twins only

        book = book.beside(stickers.book(GameShelf(config.table.game, config.options).stickers()))
    click.echo(f"The settings: {config_file.absolute()}", err=True)
    run_daemon(
        config,
        partial(twins if on_twins else machine, config),
        book,
        files,
        port=port,
        loop_factory=_scaled_loop if simulated else fine_loop,
        starts=CrashGuard(files.failed_starts),
        troubles=troubles,
        log_level=logging.INFO,
    )


def _settings(config_file: Path) -> tuple[TableConfig, dict[str, str]]:
    """The settings; where nobody would see that they cannot be used, the table plays by hand, and there says why."""
    try:
        return load(config_file), {}
    except ConfigError as fault:
        if service_manager.of_this_process().address is None:
            raise click.ClickException(str(fault)) from None
        from controller.service import degraded  # only where the settings cannot be used

        state = Path(os.environ.get("STATE_DIRECTORY", config_file.parent))  # systemd.exec(5)
        return degraded.settings(fault, state), {degraded.SETTINGS: degraded.what_to_do(fault, config_file)}


def _taught(file: Path) -> tuple[TagBook, dict[str, str]]:
    try:
        return tags.load(file), {}
    except TagBookError as fault:
        return TagBook({}), {"tags": str(fault)}


def _scaled_loop() -> asyncio.AbstractEventLoop:
    from hw.testing.clock import ScaledLoop  # twins only

    return ScaledLoop()
