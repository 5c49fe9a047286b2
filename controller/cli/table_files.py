"""The files of the table that a command means, and whether a table plays with them."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from controller import config
from controller.care.doctor.examination import closed, holder
from controller.cli.options import FILE
from controller.cli.settings import config_option, settings_in
from controller.config import ConfigError, TableConfig
from controller.store.privileges import as_owner_of
from controller.store.table_files import TableFiles

F = TypeVar("F", bound=Callable[..., Any])


def which_table(command: F) -> F:
    command = click.option("--sim", is_flag=True, help="Use the simulated table.")(command)
    command = click.option("--journal", type=FILE, help="With --sim: its journal, if it is not the usual one.")(command)
    return config_option(command)


def simulated(journal: Path | None) -> TableFiles:
    """The files of a simulated table, in the user's state folder unless named (XDG base directories)."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return TableFiles(journal or Path(state) / "royaltable" / "sim.journal")


def files_of(config_file: Path, journal: Path | None, *, sim: bool) -> TableFiles:
    if sim:
        return simulated(journal)
    files = TableFiles.named_by(settings_in(config_file), config_file)
    _need_readable(files)
    return files


def places_of(config_file: Path, journal: Path | None, *, sim: bool) -> TableFiles:
    """The places of the table that the options name; the usual ones where its settings are missing or unusable."""
    if sim:
        return simulated(journal)
    try:
        with as_owner_of(config_file):
            settings = config.load(config_file)
    except ConfigError:
        settings = TableConfig(castle=())
    return TableFiles.named_by(settings, config_file)


def nobody_plays_on(files: TableFiles) -> None:
    _need_readable(files)
    with as_owner_of(files.config, files.journal):
        pid = holder(files.journal)
    if pid is not None:
        raise click.ClickException(f"process {pid} plays on this table. Stop it first: sudo systemctl stop royaltable")


def _need_readable(files: TableFiles) -> None:
    if closed(files.journal):
        raise click.ClickException(f"{files.journal.parent}: you may not look into it. Say sudo before the command.")
