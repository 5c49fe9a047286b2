"""`royaltable password`: set the owner's password of the page, by whoever has the machine."""

from pathlib import Path

import click

from controller.cli.shared.errors import told
from controller.cli.shared.table_files import files_of, which_table
from controller.secret import Secret
from controller.store.keyring import SHORTEST_PASSWORD, Keyring, KeyringError
from controller.store.privileges import as_owner_of


@click.command()
@which_table
def password(config_file: Path, journal: Path | None, *, sim: bool) -> None:
    """Set the password of the owner's page, the first one or a new one. It holds at once, even while the table runs."""
    files = files_of(config_file, journal, sim=sim)
    file = files.keys
    keyring = Keyring(file)
    asked = f"Password, {SHORTEST_PASSWORD} characters or more"
    with told(KeyringError), as_owner_of(files.config, file):
        keyring.load()
        keyring.set_password(Secret(click.prompt(asked, hide_input=True, confirmation_prompt=True)))
    click.echo(f"{file}: kept as a hash. Log in with it on the page, under /owner.")
