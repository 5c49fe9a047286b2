"""`royaltable backup`: all that makes a table this table, in one file."""

from pathlib import Path

import click

from controller.cli.shared.errors import told
from controller.cli.shared.paths import new_file_argument
from controller.cli.shared.table_files import files_of, which_table
from controller.store.table_backup import TableBackup, TableBackupError, back_up_table


@click.command()
@new_file_argument()
@which_table
def backup(to: Path, config_file: Path, journal: Path | None, *, sim: bool) -> None:
    """Write settings, stickers, house rules, keys and all games to FILE.

    You can do so while the table plays. Keys are kept as hashes, so nobody can read a password out of it.
    """
    with told(TableBackupError):
        found = back_up_table(files_of(config_file, journal, sim=sim), to)
    click.echo(f"{to}: whole, {to.stat().st_size} octets: {contents(found)}.")


def contents(found: TableBackup) -> str:
    """What is in a backup, in one line."""
    names = ", ".join(found.files) or "nothing"
    if found.last is None:
        return f"{names}; no game"
    return f"{names}; games up to action {found.last.actions} of game {found.last.game_id}"
