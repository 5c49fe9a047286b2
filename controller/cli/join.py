"""`royaltable join`, `leave` and `update`: membership of a table in a room."""

import http.client
import os
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
    key_fingerprint,
)
from controller.reading import JSON_ERRORS
from controller.service.fleet.desired_state import UPDATE_STATUS
from controller.store.atomic_files import read_regular_file, write_atomically
from controller.store.membership import save_membership
from controller.store.privileges import acting_as_owner_of

POLL_INTERVAL_S: Final = 1.0

PACKAGES_PATH: Final = "/packages"
"""Path of the packages on the hub's page."""

PACKAGES_KEY_FILE: Final = "key.asc"
"""Public key below ``PACKAGES_PATH``, as exported by ``gpg --export --armor``."""

DEFAULT_PAGE_PORT: Final = 8090
"""Default port of the hub's page."""


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
    raise JoinError("The letters were not typed in time. Run the command again for new letters.")


def _load_invitation(file: Path) -> Invitation:
    with exit_on_os_error(file, "Name an invitation from `royaltable hub invite`"):
        data = read_regular_file(file, limits.ENROLMENT_MESSAGE_BYTES)
    try:
        return msgspec.json.decode(data, type=Invitation)
    except JSON_ERRORS as fault:
        raise JoinError(f"{file}: {fault}. Expected an invitation from `royaltable hub invite`.") from None


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


APT_KEYRING_FILE: Final = Path("/etc/apt/keyrings/royaltable-hub.asc")
APT_SOURCES_FILE: Final = Path("/etc/apt/sources.list.d/royaltable-hub.sources")
APT_PREFERENCES_FILE: Final = Path("/etc/apt/preferences.d/royaltable-hub")
"""APT's files, which only root may write; a table's other files are its user's."""

APT_PIN_TEXT: Final = """Package: *
Pin: release o=royaltable
Pin-Priority: 50
"""
"""Keeps `apt upgrade` away from the hub's packages: the hub schedules updates (apt_preferences(5))."""


@click.group("update")
def update_group() -> None:
    """Choose the hub whose updates this table accepts, or show the state of an update."""


@update_group.command("trust")
@click.argument("hub")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=DEFAULT_PAGE_PORT,
    show_default=True,
    help="Port of the hub's page.",
)
@click.option(
    "--fingerprint",
    "expected",
    help="Fingerprint that `royaltable hub release` printed; without it, confirm interactively.",
)
def trust_packages_of_hub(hub: str, port: int, expected: str | None) -> None:
    """Accept updates from the hub at the address HUB. Packages that it signs run here as root."""
    if os.geteuid() != 0:
        raise click.ClickException(f"Only root may do this. Run: sudo royaltable update trust {hub}")
    key = _download_package_key(hub, port)
    seen = key_fingerprint(key)
    if expected is None:
        click.echo(f"Key fingerprint of {hub}: {seen}")
        click.confirm("Did `royaltable hub release` print the same fingerprint?", abort=True)
    elif expected.replace(" ", "").upper() != seen.replace(" ", ""):
        raise click.ClickException(
            f"{hub} has the key {seen}, expected {expected}. Check the address: it may be another machine."
        )
    source = f"Types: deb\nURIs: http://{hub}:{port}{PACKAGES_PATH}\nSuites: ./\nSigned-By: {APT_KEYRING_FILE}\n"
    for file, content in ((APT_KEYRING_FILE, key), (APT_PREFERENCES_FILE, APT_PIN_TEXT), (APT_SOURCES_FILE, source)):
        with exit_on_os_error(file, "Check the folder"):
            file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(file, content)
    click.echo(f"This table installs updates from {hub}, between games, when its room requests them.")


@update_group.command("status")
def print_update_status() -> None:
    """Show the state of the latest update, and whether updates are accepted."""
    try:
        click.echo(read_regular_file(UPDATE_STATUS, limits.SMALL_FILE_BYTES).decode("utf-8", "replace").strip())
    except FileNotFoundError:
        click.echo("No hub has requested an update yet.")
    trusted = "are accepted" if APT_SOURCES_FILE.exists() else "are not accepted; see: royaltable update trust --help"
    click.echo(f"Packages from a hub {trusted}.")


def _download_package_key(hub: str, port: int) -> str:
    connection = http.client.HTTPConnection(hub, port, timeout=limits.MQTT_CONNECT_TIMEOUT_S)
    try:
        connection.request("GET", f"{PACKAGES_PATH}/{PACKAGES_KEY_FILE}")
        with connection.getresponse() as answer:  # an unread response stays open
            data = answer.read(limits.PACKAGES_KEY_BYTES + 1)
    except (OSError, http.client.HTTPException) as fault:
        raise click.ClickException(f"{hub}:{port} does not answer ({fault}). Check the address.") from None
    finally:
        connection.close()
    text = data.decode("ascii", "replace")
    if answer.status != http.client.OK or not text.startswith("-----BEGIN PGP PUBLIC KEY BLOCK-----"):
        raise click.ClickException(
            f"{hub}:{port} has no key (status {answer.status}). Run this at the hub first: royaltable hub release"
        )
    if len(data) > limits.PACKAGES_KEY_BYTES:
        raise click.ClickException(f"{hub}:{port} has a key of more than {limits.PACKAGES_KEY_BYTES} bytes.")
    return text
