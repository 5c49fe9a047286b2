"""`royaltable restore`: make this machine's table the one that a backup holds."""

from collections.abc import Sequence
from pathlib import Path

import click

from controller.cli.care.backup import contents
from controller.cli.shared.errors import told, told_of
from controller.cli.shared.paths import FILE
from controller.cli.shared.table_files import places_of, which_table
from controller.reading import opened
from controller.store import table_backup
from controller.store.privileges import as_owner_of
from controller.store.table_backup import TableBackup, TableBackupError


@click.command()
@click.argument("backup", metavar="FILE", type=FILE)
@which_table
@click.option("--yes", is_flag=True, help="Do not ask.")
def restore(backup: Path, config_file: Path, journal: Path | None, *, sim: bool, yes: bool) -> None:
    """Put the table back as the backup FILE has it. Stop the table first.

    The settings go to --config, stickers and journal where this table has them. It says what will be written and asks
    first. What was there is kept under another name.
    """

    def agreed(found: TableBackup, places: Sequence[Path]) -> bool:
        click.echo(f"The backup {backup}: {contents(found)}.")
        for place in places:
            click.echo(f"  {place}   {'is replaced' if place.exists() else 'is new'}")
        return yes or click.confirm("Go on?")

    files = places_of(config_file, journal, sim=sim)
    with told_of(backup, "Name a backup of royaltable."), as_owner_of(backup):
        file = opened(backup)
    with file, told(TableBackupError), as_owner_of(files.config, files.journal):
        kept = table_backup.restore_table(backup, files, file=file, agreed=agreed)
    click.echo(f"Restored from {backup}.")
    for path in kept:
        click.echo(f"What was there is kept as {path}.")
