"""`royaltable restore`: make this machine's table the one that a backup holds."""

from functools import partial
from pathlib import Path

import click

from controller.cli.care.backup import contents
from controller.cli.shared.errors import told
from controller.cli.shared.paths import FILE
from controller.cli.shared.table_files import simulated, which_table
from controller.store import table_backup
from controller.store.table_backup import TableBackupError
from controller.store.table_files import TableFiles


@click.command()
@click.argument("backup", metavar="FILE", type=FILE)
@which_table
def restore(backup: Path, config_file: Path, journal: Path | None, *, sim: bool) -> None:
    """Put the table back as the backup FILE has it. Stop the table first.

    The settings go to --config, stickers and journal where those settings say. What was there is kept under another
    name.
    """
    with told(TableBackupError):
        found = table_backup.look_into(backup)
        files = simulated(journal) if sim else partial(TableFiles.named_by, config_file=config_file)
        kept = table_backup.restore_table(backup, files)
    click.echo(f"Restored from {backup}: {contents(found)}.")
    for path in kept:
        click.echo(f"What was there is kept as {path}.")
