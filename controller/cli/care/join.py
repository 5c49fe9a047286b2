"""`royaltable join`: let the table join a room of many tables."""

import time
from importlib.metadata import version
from pathlib import Path
from typing import Final

import click
import msgspec

from controller import limits
from controller.cli.shared.errors import told, told_of
from controller.cli.shared.paths import FILE
from controller.cli.shared.settings import settings_in
from controller.cli.shared.table_files import files_of, which_table
from controller.fleet import table_id
from controller.fleet.enrolment import joining
from controller.fleet.enrolment.joining import Invitation, JoinError, Joining, Who
from controller.fleet.enrolment.letters import grouped
from controller.fleet.enrolment.messages import Membership
from controller.json_faults import NO_JSON
from controller.store.atomic_files import read_plain
from controller.store.membership import keep_membership
from controller.store.privileges import as_owner_of

ASKED_EVERY_S: Final = 1.0


@click.command()
@click.argument("hub", required=False)
@click.option("--invitation", type=FILE, help="A file of `royaltable hub invite`, instead of letters.")
@which_table
def join(hub: str | None, invitation: Path | None, config_file: Path, journal: Path | None, *, sim: bool) -> None:
    """Let the table join the room at HUB: an address, and a port if it is not the usual one.

    It shows eight letters, which the room's owner types on the hub's page. What the table plays goes there from then
    on, and nothing that is hidden leaves it. The menu of its knob and the owner's page do the same.
    """
    files = files_of(config_file, journal, sim=sim)
    who = Who(table_id.machine(), settings_in(config_file, sim=sim).table.name, version("royaltable"))
    with told(JoinError):
        if invitation is not None:
            membership = joining.by_invitation(_invitation(invitation), who)
        elif hub is not None:
            membership = _by_letters(*joining.address_of(hub), who)
        else:
            raise click.UsageError("Saw neither HUB nor --invitation, expected one of them.")
    with told_of(files.membership, "Look into the table's folder"), as_owner_of(files.config, files.journal):
        keep_membership(files.membership, membership)
    called = f" as {membership.name}" if membership.name else ""
    click.echo(f"The table has joined {membership.hub or membership.host}{called}.")
    click.echo("If it plays now, it goes there within ten seconds.")


def _by_letters(host: str, port: int, who: Who) -> Membership:
    until_s = time.monotonic() + limits.ENROLMENT_S
    asking = Joining(host, port, who)
    click.echo(
        f"{asking.hub or host} asks its owner for these letters, within two minutes:\n\n  {grouped(asking.letters)}\n"
    )
    while time.monotonic() < until_s + ASKED_EVERY_S:
        membership = asking.ask()
        if membership is not None:
            _see_that_it_is_the_one(membership)
            return membership
        time.sleep(ASKED_EVERY_S)
    raise JoinError("Nobody typed these letters in time. Ask anew: there are others then.")


def _see_that_it_is_the_one(membership: Membership) -> None:
    """Who stands between could let the table into a room of his own: the right one's page says so as well.

    Raises:
        click.Abort: it does not.
    """
    click.confirm(f"Does the room's page say that {membership.name or membership.table} has joined?", abort=True)


def _invitation(file: Path) -> Invitation:
    with told_of(file, "Name a file of `royaltable hub invite`"):
        octets = read_plain(file, limits.ENROLMENT_OCTETS)
    try:
        return msgspec.json.decode(octets, type=Invitation)
    except NO_JSON as fault:
        raise JoinError(f"{file}: {fault}. Expected a file of `royaltable hub invite`.") from None
