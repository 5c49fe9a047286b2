"""`royaltable join` and `leave`: membership of a table in a room."""

import time
from importlib.metadata import version
from pathlib import Path
from typing import Final

import click
import msgspec

from controller import limits
from controller.cli.options import FILE_PATH, exit_on_error, exit_on_os_error, load_settings, table_files, table_options
from controller.fleet import enrolment, table_id
from controller.fleet.enrolment import (
    Invitation,
    JoinAttempt,
    JoinError,
    Membership,
    TableIdentity,
    format_letters,
)
from controller.reading import JSON_ERRORS, strip_byte_order_mark
from controller.store.atomic_files import read_regular_file
from controller.store.membership import save_membership
from controller.store.privileges import acting_as_owner_of

POLL_INTERVAL_S: Final = 1.0


@click.command()
@click.argument("hub", required=False)
@click.option("--invitation", type=FILE_PATH, help="Use an invitation from `royaltable hub invite` instead of letters.")
@table_options
def join(hub: str | None, invitation: Path | None, config_file: Path, journal: Path | None, *, sim: bool) -> None:
    """Join the room at HUB: an address, with a port if it is not the default.

    Show eight letters, which the room's owner types on the hub's page. Then the table sends its games there,
    without anything that is still hidden. The table's menu and the owner's page can do the same.
    """
    files = table_files(config_file, journal, sim=sim)
    who = TableIdentity(
        table_id.read_machine_hash(), load_settings(config_file, sim=sim).table.name, version("royaltable")
    )
    with exit_on_error(JoinError):
        if invitation is not None:
            membership = enrolment.join_by_invitation(_load_invitation(invitation), who)
        elif hub is not None:
            membership = _join_by_letters(*enrolment.parse_hub_address(hub), who)
        else:
            raise click.UsageError("expected HUB or --invitation.")
    with (
        exit_on_os_error(files.membership, "Check the table's folder"),
        acting_as_owner_of(files.config, files.journal),
    ):
        save_membership(files.membership, membership)
    called = f" as {membership.name}" if membership.name else ""
    click.echo(f"The table has joined {membership.hub or membership.host}{called}.")
    click.echo("A running table connects within ten seconds.")


def _join_by_letters(host: str, port: int, who: TableIdentity) -> Membership:
    until_s = time.monotonic() + limits.ENROLMENT_LETTERS_S
    asking = JoinAttempt(host, port, who)
    letters = format_letters(asking.letters)
    click.echo(f"Room {asking.hub or host}: ask its owner to type these letters within two minutes:\n\n  {letters}\n")
    while time.monotonic() < until_s + POLL_INTERVAL_S:
        membership = asking.poll_membership()
        if membership is not None:
            called = membership.name or membership.table
            click.confirm(f"Does the room's page show that {called} has joined?", abort=True)
            return membership
        time.sleep(POLL_INTERVAL_S)
    raise click.ClickException("The letters were not typed in time. Run the command again for new letters.")


def _load_invitation(file: Path) -> Invitation:
    with exit_on_os_error(file, "Name an invitation from `royaltable hub invite`"):
        data = strip_byte_order_mark(read_regular_file(file, limits.ENROLMENT_MESSAGE_BYTES))
    try:
        return msgspec.json.decode(data, type=Invitation)
    except JSON_ERRORS as fault:
        raise click.ClickException(f"{file}: {fault}. Expected an invitation from `royaltable hub invite`.") from None


@click.command("leave")
@table_options
def leave_room(config_file: Path, journal: Path | None, *, sim: bool) -> None:
    """Leave the room. The table keeps its games, and the room keeps its copies."""
    files = table_files(config_file, journal, sim=sim)
    with (
        exit_on_os_error(files.membership, "Check the table's folder"),
        acting_as_owner_of(files.config, files.journal),
    ):
        if not files.membership.exists():
            raise click.ClickException("The table is not in a room.")
        files.membership.unlink()
    click.echo("The table has left the room. A running table disconnects within ten seconds.")
