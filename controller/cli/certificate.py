"""`royaltable certificate` and `password`: protection of the owner's page."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import click

from controller.care.doctor.examination import make_certificate_finding
from controller.cli.options import exit_on_error, load_settings, table_files, table_options
from controller.secret import Secret
from controller.store.certificates import authority
from controller.store.certificates.certificate import CertificateError, OpensslError
from controller.store.journal.times import EARLIEST_CREDIBLE_YEAR
from controller.store.keyring import SHORTEST_PASSWORD, Keyring, KeyringError
from controller.store.privileges import acting_as_owner_of
from controller.store.table_files import TableFiles

RESTART_HINT = "Restart the table: sudo systemctl restart royaltable"


@click.group()
def certificate() -> None:
    """Create, show or remove the table's own certificate authority, which enables HTTPS.

    If you have one, name it in table.toml instead: [web] certificate and key.
    """


@certificate.command("make")
@click.option("--again", is_flag=True, help="Replace the authority; every phone must install the new one.")
@table_options
def make_authority(config_file: Path, journal: Path | None, *, sim: bool, again: bool) -> None:
    """Create a certificate authority; the table issues and renews the page's certificate with it.

    It can sign only for this table's names and for private addresses. Its key stays in the table's folder
    and is never part of a backup or report.
    """
    files, settings = table_files(config_file, journal, sim=sim), load_settings(config_file, sim=sim)
    now = datetime.now(UTC)
    if now.year < EARLIEST_CREDIBLE_YEAR:
        raise click.ClickException(f"The clock shows the year {now:%Y}. Set it first: sudo timedatectl set-ntp true")
    with _act_as_owner(files):
        if authority.authority_exists(files) and not again:
            raise click.ClickException(
                f"{files.authority} already exists, and phones may trust it. To replace it: --again"
            )
        files.journal.parent.mkdir(parents=True, exist_ok=True)
        made = authority.create_authority(
            files, authority.permitted_host_names(settings.page.name, socket.gethostname()), now
        )
    click.echo(f"{files.authority}: created. SHA-256 fingerprint:\n{_wrap_fingerprint(made.fingerprint)}")
    if settings.web is not None and settings.web.certificate is not None:
        click.echo(f"{config_file} names your own certificate, which takes precedence.")
    click.echo(
        f"{RESTART_HINT}\nThen install it on each phone with the code on the console's screen: menu, Table "
        "settings, Certificate."
    )


@certificate.command("show")
@table_options
def print_authority(config_file: Path, journal: Path | None, *, sim: bool) -> None:
    """Print the authority's certificate and its fingerprint."""
    files = table_files(config_file, journal, sim=sim)
    with _act_as_owner(files):
        text, made = files.authority.read_text("ascii"), authority.read_authority(files)
    click.echo(f"{text}SHA-256 fingerprint:\n{_wrap_fingerprint(made.fingerprint)}")


@certificate.command("remove")
@table_options
def remove_authority_of_table(config_file: Path, journal: Path | None, *, sim: bool) -> None:
    """Remove the authority and its key; the page returns to plain HTTP."""
    files = table_files(config_file, journal, sim=sim)
    with _act_as_owner(files):
        if not authority.authority_exists(files):
            raise click.ClickException(f"{files.authority} does not exist: nothing to remove.")
        authority.remove_authority(files)
    click.echo(f"{files.authority}: removed. {RESTART_HINT}")


@contextmanager
def _act_as_owner(files: TableFiles) -> Iterator[None]:
    try:
        with exit_on_error(OpensslError), acting_as_owner_of(files.config, files.journal):
            yield
    except CertificateError as fault:
        finding = make_certificate_finding(fault)
        raise click.ClickException(f"{finding.cause} {finding.cure}") from None
    except OSError as fault:
        raise click.ClickException(f"{fault.filename}: {fault.strerror}. Create it first, or use sudo.") from None


def _wrap_fingerprint(fingerprint: str) -> str:
    pairs = fingerprint.split(" ")
    return "\n".join(" ".join(pairs[start : start + 8]) for start in range(0, len(pairs), 8))


@click.command("password")
@table_options
def set_owner_password(config_file: Path, journal: Path | None, *, sim: bool) -> None:
    """Set or change the password of the owner's page. It takes effect at once, even while the table is running."""
    files = table_files(config_file, journal, sim=sim)
    file = files.keys
    keyring = Keyring(file)
    question = f"Password, at least {SHORTEST_PASSWORD} characters"
    with exit_on_error(KeyringError), acting_as_owner_of(files.config, file):
        keyring.load()
        keyring.set_password(Secret(click.prompt(question, hide_input=True, confirmation_prompt=True)))
    click.echo(f"{file}: saved as a hash. Log in on the page at /owner.")
