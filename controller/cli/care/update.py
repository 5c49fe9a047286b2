"""`royaltable update`: whose newer versions this table takes, how an update stands."""

import http.client
import os
from pathlib import Path
from typing import Final

import click

from controller import limits
from controller.cli.shared.errors import told_of
from controller.fleet.packages import KEY, PATH, USUAL_PORT, fingerprint
from controller.service.fleet.update_wish import STANDS
from controller.store.atomic_files import read_plain, write_atomically

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
        with told_of(file, "Look into the folder"):
            file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(file, content)
    click.echo(f"This table takes newer versions from {hub} when its room wants that, between two games.")


@update.command()
def status() -> None:
    """Say how the latest update stands."""
    try:
        click.echo(read_plain(STANDS, limits.UPDATE_SAID_OCTETS).decode("utf-8", "replace").strip())
    except FileNotFoundError:
        click.echo("No hub has wanted another version here yet.")
    trusted = "are taken" if SOURCES.exists() else "are not taken; see: royaltable update trust --help"
    click.echo(f"The packages of a hub {trusted}.")


def _key_of(hub: str, port: int) -> str:
    connection = http.client.HTTPConnection(hub, port, timeout=limits.MQTT_CONNECT_S)
    try:
        connection.request("GET", f"{PATH}/{KEY}")
        with connection.getresponse() as answer:  # one that was not read to its end stays open else
            octets = answer.read(limits.PACKAGES_KEY_OCTETS + 1)
    except (OSError, http.client.HTTPException) as fault:
        raise click.ClickException(f"{hub}:{port} does not answer ({fault}). Is its address right?") from None
    finally:
        connection.close()
    text = octets.decode("ascii", "replace")
    if answer.status != http.client.OK or not text.startswith("-----BEGIN PGP PUBLIC KEY BLOCK-----"):
        raise click.ClickException(
            f"{hub}:{port} has no key (status {answer.status}). At the hub: royaltable hub release"
        )
    if len(octets) > limits.PACKAGES_KEY_OCTETS:
        raise click.ClickException(f"{hub}:{port} has a key of more than {limits.PACKAGES_KEY_OCTETS} octets.")
    return text
