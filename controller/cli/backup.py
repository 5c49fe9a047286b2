"""`royaltable backup` and `restore`: the whole table in one file."""

import os
from collections.abc import Sequence
from pathlib import Path

import click

from controller import config
from controller.cli import options
from controller.config import ConfigError
from controller.config.schema import TableConfig
from controller.reading import open_regular_file
from controller.store import privileges, table_backup, table_files
from controller.store.table_backup import TableBackup, TableBackupError, back_up_table


@click.command()
@options.new_file_argument()
@options.table_options
def backup(to: Path, config_file: Path, journal: Path | None, *, sim: bool) -> None:
    """Write settings, stickers, house rules, keys and all games to FILE, even while the table is running.

    Keys are hashes: the backup reveals no password.
    """
    with options.exit_on_error(TableBackupError):
        found = back_up_table(options.table_files(config_file, journal, sim=sim), to)
    click.echo(f"{to}: verified, {to.stat().st_size} bytes: {format_backup_contents(found)}.")


def format_backup_contents(found: TableBackup) -> str:
    names = ", ".join(found.files) or "nothing"
    if found.last is None:
        return f"{names}; no games"
    return f"{names}; games up to action {found.last.actions} of game {found.last.game_id}"


@click.command()
@click.argument("backup", metavar="FILE", type=options.FILE_PATH)
@options.table_options
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
def restore(backup: Path, config_file: Path, journal: Path | None, *, sim: bool, yes: bool) -> None:
    """Restore the table from the backup FILE. Stop the table first.

    Settings are written to --config; stickers and journal to the files that the settings there name before the restore.
    List the files to write or to remove and ask for confirmation. Existing files are kept under other names.
    """

    def list_files_and_confirm(found: TableBackup, written: Sequence[Path], removed: Sequence[Path]) -> bool:
        click.echo(f"The backup {backup}: {format_backup_contents(found)}.")
        for path in written:
            click.echo(f"  {path}   {'replaced' if os.path.lexists(path) else 'new'}")
        for path in removed:
            click.echo(f"  {path}   removed: the backup has none")
        return yes or click.confirm("Continue?")

    files = options.simulated_table_files(journal)
    if not sim:  # the default places if the settings are missing or invalid
        try:
            with privileges.acting_as_owner_of(config_file):
                settings = config.load_config(config_file)
        except ConfigError:
            settings = TableConfig(castle=())
        files = table_files.TableFiles.from_settings(settings, config_file)
    with options.exit_on_os_error(backup, "Name a backup of royaltable."), privileges.acting_as_owner_of(backup):
        file = open_regular_file(backup)
    with file, options.exit_on_error(TableBackupError), privileges.acting_as_owner_of(files.config, files.journal):
        kept = table_backup.restore_table(backup, files, file=file, confirm=list_files_and_confirm)
    click.echo(f"Restored from {backup}.")
    for path in kept:
        click.echo(f"The previous file is kept as {path}.")
