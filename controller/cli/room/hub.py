"""`royaltable hub`: run and maintain the hub of a room."""

import asyncio
import gc
import logging
import os
from functools import partial
from pathlib import Path
from typing import Final

import click
import msgspec

from controller import limits, log
from controller.cli.options import FILE_PATH, exit_on_error, exit_on_os_error, new_file_argument
from controller.fleet.enrolment import DEFAULT_HUB_HOST, Invitation
from controller.secret import Secret
from controller.service.lan import AdvertisedPage, Advertisement, addresses_by_interface, lan_address_of_page
from controller.store.atomic_files import open_new_file
from controller.store.certificates.authority import read_authority
from controller.store.certificates.certificate import CertificateError, OpensslError
from controller.store.journal import JournalError
from controller.store.journal.rebuilding import build_journal_bytes
from controller.store.keyring import SHORTEST_PASSWORD, KeyringError
from controller.store.privileges import user_name
from hw.clock import LoopClock

try:
    from controller.cli.room.desire import desire_group
    from controller.cli.room.hub_folder import (
        become_owner_and_end_restore,
        folder_option,
        hub_command,
        run_with_database,
    )
    from controller.cli.room.rollout import print_or_change_rollout, release_packages
    from controller.cli.room.tournament import print_feed_key, tournament_group, verify_tournament_draws
    from hub import backup as backups
    from hub import process, settings
    from hub.authority import PAGE_AUTHORITY_FOLDER, HubAuthority, PageCertificatePaths
    from hub.engines.broker_users import BrokerUsers, BrokerUsersError
    from hub.engines.supervisor import MissingProgramError
    from hub.enrolment import InvitationError, Invitations
    from hub.game_restore import NoGamesError, load_table_games
    from hub.maintenance import query_hub_status
    from hub.packages import PackageFolder, PackagesError
    from hub.page.access import Role, RoomSecrets
    from hub.password_rotation import RotationRequests
    from hub.players import registry
    from hub.store.connection import NewerSchemaError, open_connection, release_table
    from hub.table_management import RolloutFileError, load_rollout
    from hub.tournament_service.entrants import erase_player_everywhere
except ModuleNotFoundError as missing:
    raise click.ClickException(
        f"The hub needs {missing.name}, which is not installed. Run: pip install 'royaltable[hub]', or with Debian "
        "packages: sudo apt install royaltable-hub"
    ) from None

GC_THRESHOLD: Final = 20_000
"""New objects until a garbage collection. A commit of a room that catches up allocates twice as many, all freed by
reference counting, so a lower threshold would only cost time."""


@click.group(invoke_without_command=True)
@folder_option
@click.pass_context
def hub(context: click.Context) -> None:
    """Run the hub of a room: collect the games of its tables and show their state. Press Ctrl-C to stop.

    Start PostgreSQL, Mosquitto and HAProxy in the hub's folder unless hub.toml names other servers. If the folder has
    another owner, such as the service's user, root acts as that user, who must be able to access each FILE.
    """
    if context.invoked_subcommand is not None:
        return
    folder: Path = context.obj
    become_owner_and_end_restore(folder)
    log.configure_logging(logging.INFO)
    with (
        exit_on_error(MissingProgramError, settings.SettingsError, NewerSchemaError, KeyringError, OpensslError),
        exit_on_os_error(folder, "Choose another folder."),
    ):
        folder.mkdir(mode=0o755, parents=True, exist_ok=True)
        known = settings.load_settings(folder)
        page = known.page

        def offer() -> AdvertisedPage:  # the machine's addresses change
            return AdvertisedPage(page.port, addresses_by_interface(page.address), encrypted=False)

        def hosts() -> list[str]:
            return [
                "localhost",
                "127.0.0.1",
                named.name or f"{DEFAULT_HUB_HOST}.local",
                *addresses_by_interface(page.address).values(),
            ]

        def print_addresses(plain: str, encrypted: str) -> None:
            click.echo(f"Page of the room: {plain}\nLog in at: {encrypted}")

        named = Advertisement(DEFAULT_HUB_HOST, known.room.name or "Royaltable", offer)
        gc.freeze()  # imported modules stay alive; exclude them from collections
        gc.set_threshold(GC_THRESHOLD)
        beside = (partial(named.run, LoopClock()),)
        asyncio.run(process.serve_hub(folder, known, print_addresses, beside, hosts))


@hub.command("certificate")
@hub_command("read")
def print_authority_fingerprint(folder: Path) -> None:
    """Print the fingerprint of the page's certificate authority, to compare with the one that phones show."""
    with exit_on_os_error(folder, "Start the hub once."), exit_on_error(CertificateError):
        authority = read_authority(PageCertificatePaths(folder / PAGE_AUTHORITY_FOLDER))
    click.echo(f"SHA-256 {authority.fingerprint}")


@hub.command("status")
@hub_command("read")
def print_hub_status(folder: Path) -> None:
    """Count the stored games and show their state."""
    found = run_with_database(folder, query_hub_status)
    click.echo(f"{found.tables} tables, {found.journals} journals, {found.games} games with {found.entries} actions")
    click.echo(
        f"{found.over} games are over: {found.agree} give the table's result when replayed, "
        f"{found.differ} differ, {found.unknown} use rules that are not installed here"
    )
    click.echo(f"{found.packed} games are packed, {found.damaged} are damaged; {found.octets / 1e6:.1f} MB in all")


@hub.command("backup")
@new_file_argument()
@hub_command("read")
def back_up_hub(folder: Path, to: Path) -> None:
    """Write all games and the tables' logins to FILE, even while the hub is running. Keep FILE secret."""
    own = folder / process.AUTHORITY_FOLDER
    broker = BrokerUsers(folder)
    files = (broker.passwords_file, own / "authority.crt", own / "authority.key", broker.machines_file)
    with exit_on_os_error(to, _choose_another_file_cure()), exit_on_error(PackagesError, RolloutFileError):
        users, certificate, key, machines = (file.read_bytes() if file.exists() else b"" for file in files)
        packages_key = PackageFolder(folder).export_secret_key()
        update = load_rollout(folder)
        kept = b"" if update is None else msgspec.json.encode(update)
        admission = backups.CredentialFiles(users, certificate, key, packages_key, kept, machines)
        found = run_with_database(folder, lambda url: backups.save_backup(url, admission, to))
    click.echo(f"{to}: verified, {to.stat().st_size} bytes: {_format_row_counts(found)}.")


@hub.command("restore")
@click.argument("file", type=FILE_PATH)
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@hub_command("begin")
def restore_hub(folder: Path, file: Path, *, yes: bool) -> None:
    """Replace everything that the hub stores with the backup FILE. Stop the hub first."""
    if not yes:
        click.confirm("This replaces everything that the hub stores. Continue?", abort=True)
    with (
        exit_on_os_error(file, _choose_another_file_cure()),
        exit_on_error(settings.SettingsError),
        process.lock_folder(folder),
    ):
        found = run_with_database(folder, lambda url: backups.restore_backup(url, folder, file))
    click.echo(f"Restored: {_format_row_counts(found)}. Tables send newer games again.")


@hub.command("pin")
@click.option("--organiser", is_flag=True, help="PIN of tournament organisers, who have more rights than stewards.")
@hub_command("begin")
def replace_room_pin(folder: Path, *, organiser: bool) -> None:
    """Create a new stewards' PIN for the room's page. Sessions with the previous PIN are logged out."""
    with exit_on_error(KeyringError), exit_on_os_error(folder, "Choose another folder."):
        drawn = RoomSecrets(folder).replace_pin(Role.ORGANISER if organiser else Role.STEWARD)
    whose = "organiser's" if organiser else "stewards'"
    click.echo(f"The {whose} PIN is {drawn.reveal()}. It will not be shown again.")


@hub.command("password")
@hub_command("begin")
def set_room_owner_password(folder: Path) -> None:
    """Set the owner's password for the room's page. It takes effect at once, even while the hub is running."""
    question = f"Password, at least {SHORTEST_PASSWORD} characters"
    with exit_on_error(KeyringError), exit_on_os_error(folder, "Choose another folder."):
        keys = RoomSecrets(folder)
        keys.set_password(Secret(click.prompt(question, hide_input=True, confirmation_prompt=True)))
    click.echo("Saved as a hash. Log in on the room's page.")


@hub.command("invite")
@click.option(
    "--tables", type=click.IntRange(1, limits.HUB_TABLES), required=True, help="Number of tables that may use it."
)
@click.option("--days", type=click.IntRange(1, 365), default=7, show_default=True, help="Days until it expires.")
@click.option("--host", help="Address at which tables reach this machine.  [default: its network address]")
@new_file_argument()
@hub_command("begin")
def write_invitation(folder: Path, tables: int, days: int, host: str | None, to: Path) -> None:
    """Write an invitation to FILE; with it, tables join without typing letters."""
    with (
        exit_on_error(OpensslError, settings.SettingsError, InvitationError),
        exit_on_os_error(folder, "Choose another folder."),
    ):
        known = settings.load_settings(folder)
        if known.broker.host is not None:
            raise click.ClickException("this room uses an external broker: create the tables' users there.")
        authority = HubAuthority(folder / process.AUTHORITY_FOLDER, BrokerUsers(folder).passwords_file.parent)
        token = Invitations(folder / process.INVITATIONS_FILE).create_invitation(tables, days)
        where = host or lan_address_of_page(known.tables.address)
        invitation = Invitation(where, known.tables.join_port, authority.certificate_pem, token)
    with exit_on_os_error(to, _choose_another_file_cure()), os.fdopen(open_new_file(to, 0o600), "wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(invitation)) + b"\n")
    click.echo(
        f"{to}: valid for {tables} tables and {days} days, at {where}. On each table: royaltable join --invitation FILE"
    )


hub.add_command(desire_group)
hub.add_command(verify_tournament_draws)
hub.add_command(tournament_group)
hub.add_command(print_feed_key)
hub.add_command(release_packages)
hub.add_command(print_or_change_rollout)


@hub.command("erase")
@click.argument("player")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@hub_command("change")
def erase_player(folder: Path, player: str, *, yes: bool) -> None:
    """Erase the name and code of PLAYER; the games are kept."""
    if not yes:
        click.confirm("This erases the name permanently; the games are kept. Continue?", abort=True)

    async def work(url: str) -> str | None:
        async with open_connection(url) as connection:
            known = await registry.find_player_by_code_or_name(connection, player)
            return (
                known.name if known is not None and await erase_player_everywhere(connection, known.player_no) else None
            )

    if (name := run_with_database(folder, work)) is None:
        raise click.ClickException(f"{player!r} is not a player's name or code. See the room's page.")
    click.echo(f"{name} has been erased; the games are kept.")


@hub.command("rotate")
@click.argument("table_id", required=False)
@hub_command("change")
def request_password_rotation(folder: Path, table_id: str | None) -> None:
    """Replace the broker password of TABLE_ID, or of all tables, as each comes online. Games continue."""
    known = BrokerUsers(folder).list_tables()
    if table_id is not None and table_id not in known:
        raise click.ClickException(f"unknown table {table_id!r}. To list tables: royaltable hub table list")
    wanted = known if table_id is None else [table_id]
    with exit_on_os_error(folder, "Choose another folder."):
        RotationRequests(folder).add(wanted)
    click.echo(f"{len(wanted)} tables get a new password when they are online and the hub is running.")


@hub.command("give-back")
@click.argument("table_id")
@new_file_argument()
@hub_command("read")
def write_journal_of_table(folder: Path, table_id: str, to: Path) -> None:
    """Write the hub's games of TABLE_ID to FILE as a journal, to replace a failed card.

    Finished games are complete; an unfinished one ends where nothing was hidden last. On the table:
    royaltable journal restore JOURNAL FILE
    """
    with exit_on_error(NoGamesError, JournalError):
        found = run_with_database(folder, lambda url: load_table_games(url, table_id))
        content = build_journal_bytes(found.uid, found.games)
    with exit_on_os_error(to, _choose_another_file_cure()), os.fdopen(open_new_file(to, 0o600), "wb") as file:
        file.write(content)
    left_out = f" {len(found.left_out)} games are left out: the hub has only their results." if found.left_out else ""
    click.echo(f"{to}: {len(found.games)} games of {table_id}, without hidden information.{left_out}")


@hub.group("table")
@folder_option
def table_group() -> None:
    """Manage the tables that may connect."""


@table_group.command("add")
@click.argument("table_id")
@hub_command("begin")
def create_table_login(folder: Path, table_id: str) -> None:
    """Create the login of TABLE_ID and print the settings for its table.toml."""
    with exit_on_error(BrokerUsersError, settings.SettingsError), exit_on_os_error(folder, "Choose another folder."):
        known = settings.load_settings(folder)
        if known.broker.host is not None:
            raise click.ClickException(
                f"The room uses the external broker {known.broker.host}. Create the table's user there, with the "
                "rights in docs/hub.md."
            )
        password = BrokerUsers(folder).add_table_with_new_password(table_id)
    click.echo(f'[mqtt]\nhost = "{known.broker.address}"\nport = {known.broker_port}\nid = "{table_id}"')
    click.echo(f'user = "{table_id}"\npassword_file = "hub.password"\ndiscovery = ""')
    click.echo(f"# in the file hub.password beside table.toml: {password}")


@table_group.command("remove")
@click.argument("table_id")
@hub_command("change")
def remove_table_login(folder: Path, table_id: str) -> None:
    """Remove a table's access; its games are kept."""
    with exit_on_error(BrokerUsersError), exit_on_os_error(folder, "Choose another folder."):
        BrokerUsers(folder).remove_user(table_id)
    click.echo(f"{table_id} can no longer connect.")


@table_group.command("allow")
@click.argument("table_id")
@hub_command("change")
def lift_daily_limit_of_table(folder: Path, table_id: str) -> None:
    """Accept more games from a table that exceeded its daily limit, even while the hub is running."""

    async def work(url: str) -> bool:
        async with open_connection(url) as connection:
            return await release_table(connection, table_id)

    if not run_with_database(folder, work):
        raise click.ClickException(f"{table_id!r} is not on hold. The room's page shows which tables are on hold.")
    click.echo(f"{table_id} may send games again and is asked for them within seconds.")


@table_group.command("list")
@hub_command("read")
def list_tables_with_login(folder: Path) -> None:
    """List the tables that may connect."""
    click.echo("\n".join(BrokerUsers(folder).list_tables()) or "No tables yet. Choose 'Join a room' in a table's menu.")


def _choose_another_file_cure() -> str:
    return f"Choose another file, in a folder that {user_name(os.geteuid())} can access, such as /var/tmp."


def _format_row_counts(found: "backups.Manifest") -> str:
    return ", ".join(f"{count} {name}" for name, count in found.rows.items())
