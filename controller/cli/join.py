"""`royaltable join`, `leave` and `update`: how a table belongs to a room of many tables."""

import http.client
import os
import time
from importlib.metadata import version
from pathlib import Path
from typing import Final

import click
import msgspec

from controller import limits
from controller.cli.options import FILE, exit_on, exit_on_os_error, load_settings, table_files, table_options
from controller.fleet import enrolment, table_id
from controller.fleet.enrolment import (
    Invitation,
    JoinAttempt,
    JoinError,
    Membership,
    TableIdentity,
    fingerprint,
    format_letters,
)
from controller.reading import NO_JSON
from controller.service.fleet.desired_state import UPDATE_STATUS
from controller.store.atomic_files import read_regular_file, write_atomically
from controller.store.membership import save_membership
from controller.store.privileges import as_owner_of

ASKED_EVERY_S: Final = 1.0

PATH: Final = "/packages"
"""Of the hub's page."""

KEY: Final = "key.asc"
"""Below it: the public key, as ``gpg --export --armor`` gives it."""

USUAL_PORT: Final = 8090
"""Of the hub's page."""


@click.command()
@click.argument("hub", required=False)
@click.option("--invitation", type=FILE, help="A file of `royaltable hub invite`, instead of letters.")
@table_options
def join(hub: str | None, invitation: Path | None, config_file: Path, journal: Path | None, *, sim: bool) -> None:
    """Let the table join the room at HUB: an address, and a port if it is not the usual one.

    It shows eight letters, which the room's owner types on the hub's page. What the table plays goes there from then
    on, and nothing that is hidden leaves it. The menu of its knob and the owner's page do the same.
    """
    files = table_files(config_file, journal, sim=sim)
    who = TableIdentity(table_id.machine_hash(), load_settings(config_file, sim=sim).table.name, version("royaltable"))
    with exit_on(JoinError):
        if invitation is not None:
            membership = enrolment.join_by_invitation(_invitation(invitation), who)
        elif hub is not None:
            membership = _by_letters(*enrolment.parse_address(hub), who)
        else:
            raise click.UsageError("Saw neither HUB nor --invitation, expected one of them.")
    with exit_on_os_error(files.membership, "Look into the table's folder"), as_owner_of(files.config, files.journal):
        save_membership(files.membership, membership)
    called = f" as {membership.name}" if membership.name else ""
    click.echo(f"The table has joined {membership.hub or membership.host}{called}.")
    click.echo("If it plays now, it goes there within ten seconds.")


def _by_letters(host: str, port: int, who: TableIdentity) -> Membership:
    until_s = time.monotonic() + limits.ENROLMENT_LETTERS_S
    asking = JoinAttempt(host, port, who)
    letters = format_letters(asking.letters)
    click.echo(f"{asking.hub or host} asks its owner for these letters, within two minutes:\n\n  {letters}\n")
    while time.monotonic() < until_s + ASKED_EVERY_S:
        membership = asking.ask()
        if membership is not None:
            called = membership.name or membership.table
            click.confirm(f"Does the room's page say that {called} has joined?", abort=True)
            return membership
        time.sleep(ASKED_EVERY_S)
    raise JoinError("Nobody typed these letters in time. Ask anew: there are others then.")


def _invitation(file: Path) -> Invitation:
    with exit_on_os_error(file, "Name a file of `royaltable hub invite`"):
        octets = read_regular_file(file, limits.ENROLMENT_MESSAGE_BYTES)
    try:
        return msgspec.json.decode(octets, type=Invitation)
    except NO_JSON as fault:
        raise JoinError(f"{file}: {fault}. Expected a file of `royaltable hub invite`.") from None


@click.command()
@table_options
def leave(config_file: Path, journal: Path | None, *, sim: bool) -> None:
    """Let the table belong to no room any more; its games stay here, and the room keeps what it has."""
    files = table_files(config_file, journal, sim=sim)
    with exit_on_os_error(files.membership, "Look into the table's folder"), as_owner_of(files.config, files.journal):
        if not files.membership.exists():
            raise click.ClickException("The table belongs to no room.")
        files.membership.unlink()
    click.echo("The table belongs to no room any more. If it plays now, it sees that within ten seconds.")


KEYRING: Final = Path("/etc/apt/keyrings/royaltable-hub.asc")
SOURCES: Final = Path("/etc/apt/sources.list.d/royaltable-hub.sources")
PREFERENCES: Final = Path("/etc/apt/preferences.d/royaltable-hub")
"""Where root says whose packages are taken; what lies elsewhere the table's own user may write."""

PREFERRED: Final = """Package: *
Pin: release o=royaltable
Pin-Priority: 50
"""
"""An `apt upgrade` takes nothing of the hub's by itself, since the hub says who goes when (apt_preferences(5))."""


@click.group()
def update() -> None:
    """Say whose newer versions this table takes, or how an update stands."""


@update.command()
@click.argument("hub")
@click.option("--port", type=click.IntRange(1, 65535), default=USUAL_PORT, show_default=True, help="Of the hub's page.")
@click.option(
    "--fingerprint", "expected", help="Of the hub's key, as `royaltable hub release` says it; else you are asked."
)
def trust(hub: str, port: int, expected: str | None) -> None:
    """Take newer versions from HUB, its address, from now on: what it has signed runs here as root."""
    if os.geteuid() != 0:
        raise click.ClickException(f"This is root's to say. Run: sudo royaltable update trust {hub}")
    key = _key_of(hub, port)
    seen = fingerprint(key)
    if expected is None:
        click.echo(f"The key of {hub}: {seen}")
        click.confirm("Does `royaltable hub release` say the same there?", abort=True)
    elif expected.replace(" ", "").upper() != seen.replace(" ", ""):
        raise click.ClickException(
            f"{hub} has the key {seen}, expected {expected}. Is it the right machine? Somebody may stand between."
        )
    source = f"Types: deb\nURIs: http://{hub}:{port}{PATH}\nSuites: ./\nSigned-By: {KEYRING}\n"
    for file, content in ((KEYRING, key), (PREFERENCES, PREFERRED), (SOURCES, source)):
        with exit_on_os_error(file, "Look into the folder"):
            file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(file, content)
    click.echo(f"This table takes newer versions from {hub} when its room wants that, between two games.")


@update.command()
def status() -> None:
    try:
        click.echo(read_regular_file(UPDATE_STATUS, limits.SMALL_FILE_BYTES).decode("utf-8", "replace").strip())
    except FileNotFoundError:
        click.echo("No hub has wanted another version here yet.")
    trusted = "are taken" if SOURCES.exists() else "are not taken; see: royaltable update trust --help"
    click.echo(f"The packages of a hub {trusted}.")


def _key_of(hub: str, port: int) -> str:
    connection = http.client.HTTPConnection(hub, port, timeout=limits.MQTT_CONNECT_S)
    try:
        connection.request("GET", f"{PATH}/{KEY}")
        with connection.getresponse() as answer:  # one that was not read to its end stays open else
            octets = answer.read(limits.PACKAGES_KEY_BYTES + 1)
    except (OSError, http.client.HTTPException) as fault:
        raise click.ClickException(f"{hub}:{port} does not answer ({fault}). Is its address right?") from None
    finally:
        connection.close()
    text = octets.decode("ascii", "replace")
    if answer.status != http.client.OK or not text.startswith("-----BEGIN PGP PUBLIC KEY BLOCK-----"):
        raise click.ClickException(
            f"{hub}:{port} has no key (status {answer.status}). At the hub: royaltable hub release"
        )
    if len(octets) > limits.PACKAGES_KEY_BYTES:
        raise click.ClickException(f"{hub}:{port} has a key of more than {limits.PACKAGES_KEY_BYTES} octets.")
    return text
