"""`royaltable password`: set the owner's password of the page, by whoever has the machine."""

from pathlib import Path

import click

from controller.cli.shared.table_files import files_of, whose
from controller.store.keyring import SHORTEST_PASSWORD, Keyring, KeyringError
from controller.store.whole_files import give_to_the_folders_owner


@click.command()
@whose
def password(config_file: Path, journal: Path | None, *, sim: bool) -> None:
    """Set the owner's password, the first one or another. A table that runs takes it at once."""
    file = files_of(config_file, journal, sim=sim).keys
    keyring = Keyring(file)
    try:
        keyring.load()
        keyring.set_password(
            click.prompt(f"Password, {SHORTEST_PASSWORD} characters or more", hide_input=True, confirmation_prompt=True)
        )
        give_to_the_folders_owner(file)
    except KeyringError as fault:
        raise click.ClickException(str(fault)) from None
    click.echo(f"{file}: kept as a hash. Log in with it on the page, under /owner.")
