"""`royaltable leave`: let the table belong to no room any more."""

from pathlib import Path

import click

from controller.cli.shared.errors import told_of
from controller.cli.shared.table_files import files_of, which_table
from controller.store.privileges import as_owner_of


@click.command()
@which_table
def leave(config_file: Path, journal: Path | None, *, sim: bool) -> None:
    """Let the table belong to no room any more; its games stay here, and the room keeps what it has."""
    files = files_of(config_file, journal, sim=sim)
    with told_of(files.membership, "Look into the table's folder"), as_owner_of(files.config, files.journal):
        if not files.membership.exists():
            raise click.ClickException("The table belongs to no room.")
        files.membership.unlink()
    click.echo("The table belongs to no room any more. If it plays now, it sees that within ten seconds.")
