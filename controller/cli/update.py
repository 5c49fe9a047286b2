"""`royaltable update`: update a table from its repository, or accept the updates of its room's hub."""

import http.client
import os
import time
from importlib.metadata import version
from pathlib import Path
from typing import Final

import click

from controller import limits
from controller.care import own_update
from controller.care.own_update import UpdateStatus
from controller.cli.options import config_option, exit_on_os_error, load_settings
from controller.fleet.enrolment import key_fingerprint
from controller.store.atomic_files import read_regular_file, write_atomically
from controller.store.privileges import acting_as_owner_of
from controller.store.table_files import TableFiles

PACKAGES_PATH: Final = "/packages"
"""Path of the packages on the hub's page."""

PACKAGES_KEY_FILE: Final = "key.asc"
"""Public key below ``PACKAGES_PATH``, as exported by ``gpg --export --armor``."""

DEFAULT_PAGE_PORT: Final = 8090
"""Default port of the hub's page."""


APT_KEYRING_FILE: Final = Path("/etc/apt/keyrings/royaltable-hub.asc")
APT_SOURCES_FILE: Final = own_update.HUB_SOURCES_FILE
APT_PREFERENCES_FILE: Final = Path("/etc/apt/preferences.d/royaltable-hub")
"""APT's files, which only root may write; a table's other files are its user's."""

APT_PIN_TEXT: Final = """Package: *
Pin: release o=royaltable
Pin-Priority: 50
"""
"""Keeps `apt upgrade` away from the hub's packages: the hub schedules updates (apt_preferences(5))."""


POLL_INTERVAL_S: Final = 0.5

UNIT_PATIENCE_S: Final = 120.0
"""Time in which root's unit answers, also while the repository cannot be reached."""

PROGRESS: Final = {
    "waits": "A game is being played. The update begins half a minute after its end; Ctrl-C leaves it waiting.",
    "trying": "Installing; then the new version has a minute to start …",
}


@click.group("update", invoke_without_command=True)
@click.option("--yes", is_flag=True, help="Install a newer version without asking.")
@config_option
@click.pass_context
def update_group(context: click.Context, config_file: Path, *, yes: bool) -> None:
    """Update the table between games, and go back if the new version does not start.

    The packages come from the signed repository in /etc/apt/sources.list.d/royaltable.sources. A room updates
    its tables itself; the commands below are for those.
    """
    if context.invoked_subcommand is not None:
        return
    _check_has_repository(config_file)
    installed = version("royaltable")
    click.echo("Looking for a newer version …")
    found = _request_and_follow(own_update.LOOK)
    newer = own_update.newer_version(found, installed)
    if found is None or found.state == "refused":
        raise click.ClickException(f"{found.why if found else 'No answer'}. {installed} stays installed.")
    if newer is None:
        tried = f" {found.version} was tried and did not start." if found.version != installed else ""
        click.echo(f"{installed} is installed; there is no newer version.{tried}")
        return
    click.echo(f"{installed} is installed, {newer} is available.")
    if not yes:
        click.confirm(f"Install {newer} when no game is being played?", abort=True)
    done = _request_and_follow(newer)
    if done is None or (done.version, done.state) != (newer, "holds"):
        outcome = f"{installed} plays again" if done and done.state == "rolled-back" else "not updated"
        raise click.ClickException(f"{newer}: {done.why if done else 'no answer'}; {outcome}.")
    click.echo(f"{newer} plays.")


def _check_has_repository(config_file: Path) -> None:
    settings = load_settings(config_file)
    with acting_as_owner_of(own_update.REQUEST_FILE):
        fault = own_update.repository_fault(TableFiles.from_settings(settings, config_file), settings)
    if fault == "room":
        raise click.ClickException("This table's room updates it. See: royaltable update status")
    if fault is not None:
        raise click.ClickException(
            f"No repository is set up here ({own_update.SOURCES_FILE}). Update by hand: sudo apt install FILE.deb"
        )


def _request_and_follow(wanted: str) -> UpdateStatus | None:
    """Request it, print the progress, and return the status once the request is done."""
    file, until_s, said = own_update.REQUEST_FILE, time.monotonic() + UNIT_PATIENCE_S, ""
    with exit_on_os_error(file, "Run: sudo royaltable update"), acting_as_owner_of(file):
        own_update.request_update(file, wanted)
    while file.exists():
        status = own_update.read_update_status(own_update.STATUS_FILE)
        now = PROGRESS.get(status.state, "") if status is not None and status.version == wanted else ""
        if now not in ("", said):
            click.echo(now)
        said = now or said
        if not said and time.monotonic() > until_s:
            raise click.ClickException("The updater does not answer. See: systemctl status royaltable-update.path")
        time.sleep(POLL_INTERVAL_S)
    return own_update.read_update_status(own_update.STATUS_FILE)


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
        click.echo(
            read_regular_file(own_update.STATUS_FILE, limits.SMALL_FILE_BYTES).decode("utf-8", "replace").strip()
        )
    except FileNotFoundError:
        click.echo("No update has been requested yet.")
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
