"""`royaltable backup`: all that makes a table this table, in one file."""

from pathlib import Path

import click

from controller.cli.shared.table_files import files_of, whose
from controller.store.table_backup import BackupContents, BackupError, back_up


@click.command()
@click.argument("to", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
@whose
def backup(to: Path, config_file: Path, journal: Path | None, *, sim: bool) -> None:
    """Write settings, taught tags, house rules, hashed keys and all games to FILE, also while the table plays."""
    if to.exists():
        raise click.ClickException(f"{to}: is there already. Name a new file.")
    try:
        found = back_up(files_of(config_file, journal, sim=sim), to)
    except BackupError as fault:
        raise click.ClickException(str(fault)) from None
    click.echo(f"{to}: whole, {to.stat().st_size} octets: {contents(found)}.")


def contents(found: BackupContents) -> str:
    """What is in a backup, in one line."""
    names = ", ".join(found.files) or "nothing"
    if found.last is None:
        return f"{names}; no game"
    return f"{names}; games up to action {found.last.actions} of game {found.last.game_id}"
