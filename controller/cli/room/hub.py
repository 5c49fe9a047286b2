"""`royaltable hub`: a room with many tables, its games, what keeps them."""

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
from controller.cli.options import FILE, exit_on, exit_on_os_error, new_file_argument
from controller.fleet.enrolment import HUB_NAME, Invitation
from controller.secret import Secret
from controller.service.lan import Advertisement, Offer, address_in_the_lan, interfaces
from controller.store.atomic_files import open_new
from controller.store.certificates.authority import read_authority
from controller.store.certificates.certificate import AuthorityError, CertificateError
from controller.store.journal import JournalError
from controller.store.journal.rebuilding import build_journal
from controller.store.keyring import SHORTEST_PASSWORD, KeyringError
from controller.store.privileges import user_name
from hw.clock import LoopClock

try:
    from controller.cli.room.desire import desire
    from controller.cli.room.hub_folder import enter, folder_option, hub_command, with_database
    from controller.cli.room.rollout import draw, release, rollout
    from hub import backup as backups
    from hub import process, settings
    from hub.authority import PAGE_FOLDER, HubAuthority, PageFiles
    from hub.engines.broker_users import BrokerUsers, BrokerUsersError
    from hub.engines.supervisor import MissingProgramError
    from hub.enrolment import InvitationError, Invitations
    from hub.game_restore import NoGamesError, load_table_games
    from hub.maintenance import query_status as counted
    from hub.packages import PackageFolder, PackagesError
    from hub.page.access import Role, RoomKeys
    from hub.password_rotation import PendingRotations
    from hub.players import registry
    from hub.store.connection import StoreOfTheFutureError, open_connection, release_table
    from hub.table_management import RolloutError, load_rollout
    from hub.tournament_service.entrants import forget_player
except ModuleNotFoundError as missing:
    raise click.ClickException(
        f"The hub needs {missing.name}, which a table does without. Cure: pip install 'royaltable[hub]', or where the "
        "table came as a package: sudo apt install royaltable-hub"
    ) from None

MADE_AT_ONCE: Final = 20_000
"""Objects before the interpreter looks for garbage: a commit of a room that catches up makes twice as many, which all
go by themselves."""


@click.group(invoke_without_command=True)
@folder_option
@click.pass_context
def hub(context: click.Context) -> None:
    """Keep the games of many tables, and show how they stand. Ends by Ctrl-C.

    PostgreSQL and Mosquitto are started in the hub's folder, unless its hub.toml names others. In a folder that is
    somebody else's, as the service's is, root does all of it as that user, to whom a FILE must be open.
    """
    if context.invoked_subcommand is not None:
        return
    folder: Path = context.obj
    enter(folder)
    log.to_standard_error(logging.INFO)
    with (
        exit_on(MissingProgramError, settings.SettingsError, StoreOfTheFutureError, KeyringError, AuthorityError),
        exit_on_os_error(folder, "Name another folder"),
    ):
        folder.mkdir(mode=0o755, parents=True, exist_ok=True)
        known = settings.load(folder)
        page = known.page

        def offer() -> Offer:  # networks come and go
            return Offer(page.port, interfaces(page.address), encrypted=False)

        def hosts() -> list[str]:
            return ["localhost", "127.0.0.1", named.name or f"{HUB_NAME}.local", *interfaces(page.address).values()]

        def say_where(plain: str, encrypted: str) -> None:
            click.echo(f"The room: {plain}\nLog in at: {encrypted}")

        named = Advertisement(HUB_NAME, known.room.name or "Royaltable", offer)
        gc.freeze()  # what is imported stays: nobody need look through it again
        gc.set_threshold(MADE_AT_ONCE)
        beside = (partial(named.run, LoopClock()),)
        asyncio.run(process.serve(folder, known, say_where, beside, hosts))


@hub.command()
@hub_command("read")
def certificate(folder: Path) -> None:
    """Print the fingerprint of the page's authority, which phones show, too, before they trust it."""
    with exit_on_os_error(folder, "Start the hub once"), exit_on(CertificateError):
        authority = read_authority(PageFiles(folder / PAGE_FOLDER))
    click.echo(f"SHA-256 {authority.fingerprint}")


@hub.command()
@hub_command("read")
def status(folder: Path) -> None:
    found = with_database(folder, counted)
    click.echo(f"{found.tables} tables, {found.journals} journals, {found.games} games with {found.entries} actions")
    click.echo(
        f"{found.over} games are over: {found.agree} agree with their table when they are played again, "
        f"{found.differ} differ, {found.unknown} are of rules that are not known here"
    )
    click.echo(f"{found.packed} games are packed, {found.damaged} are damaged; {found.octets / 1e6:.1f} MB in all")


@hub.command()
@new_file_argument()
@hub_command("read")
def backup(folder: Path, to: Path) -> None:
    """Write all games, and which tables may come, to FILE; keep it like a key. You can do so while the hub runs."""
    own = folder / process.AUTHORITY
    broker = BrokerUsers(folder)
    files = (broker.passwords, own / "authority.crt", own / "authority.key", broker.machines)
    with exit_on_os_error(to, _another()), exit_on(PackagesError, RolloutError):
        users, certificate, key, machines = (file.read_bytes() if file.exists() else b"" for file in files)
        packages_key = PackageFolder(folder).secret_key()
        update = load_rollout(folder)
        kept = b"" if update is None else msgspec.json.encode(update)
        admission = backups.Admission(users, certificate, key, packages_key, kept, machines)
        found = with_database(folder, lambda url: backups.save_backup(url, admission, to))
    click.echo(f"{to}: whole, {to.stat().st_size} octets: {_rows(found)}.")


@hub.command()
@click.argument("file", type=FILE)
@click.option("--yes", is_flag=True, help="Do not ask.")
@hub_command("begin")
def restore(folder: Path, file: Path, *, yes: bool) -> None:
    """Put all back as FILE has it, in place of what is kept now; the hub must not run."""
    if not yes:
        click.confirm("All that the hub keeps now is replaced. Go on?", abort=True)
    with exit_on_os_error(file, _another()), exit_on(settings.SettingsError), process.lock_folder(folder):
        found = with_database(folder, lambda url: backups.restore_backup(url, folder, file))
    click.echo(f"Put back: {_rows(found)}. What the tables have more of they tell again.")


@hub.command()
@click.option("--organiser", is_flag=True, help="The PIN of who organises a tournament, who may do more.")
@hub_command("begin")
def pin(folder: Path, *, organiser: bool) -> None:
    """Draw the stewards' PIN for the room's page; whoever came in by the one before is logged out."""
    with exit_on(KeyringError), exit_on_os_error(folder, "Name another folder"):
        drawn = RoomKeys(folder).new_pin(Role.ORGANISER if organiser else Role.STEWARD)
    whose = "organiser's" if organiser else "stewards'"
    click.echo(f"The {whose} PIN is {drawn.reveal()}. It is told this once.")


@hub.command()
@hub_command("begin")
def password(folder: Path) -> None:
    """Set the owner's password for the room's page. It holds at once, even while the hub runs."""
    asked = f"Password, {SHORTEST_PASSWORD} characters or more"
    with exit_on(KeyringError), exit_on_os_error(folder, "Name another folder"):
        keys = RoomKeys(folder)
        keys.set_password(Secret(click.prompt(asked, hide_input=True, confirmation_prompt=True)))
    click.echo("Kept as a hash. Log in with it on the room's page.")


@hub.command()
@click.option("--tables", type=click.IntRange(1, limits.HUB_TABLES), required=True, help="For so many of them.")
@click.option("--days", type=click.IntRange(1, 365), default=7, show_default=True, help="For so long.")
@click.option("--host", help="Where tables find this machine; its address in the network, if not named.")
@new_file_argument()
@hub_command("begin")
def invite(folder: Path, tables: int, days: int, host: str | None, to: Path) -> None:
    """Write an invitation to FILE: whoever has it lets tables in without letters."""
    with (
        exit_on(AuthorityError, settings.SettingsError, InvitationError),
        exit_on_os_error(folder, "Name another folder"),
    ):
        known = settings.load(folder)
        if known.broker.host is not None:
            raise click.ClickException("This room's broker is not the hub's own: enter the tables there.")
        authority = HubAuthority(folder / process.AUTHORITY, BrokerUsers(folder).passwords.parent)
        token = Invitations(folder / process.INVITATIONS).create(tables, days)
        where = host or address_in_the_lan(known.tables.address)
        invitation = Invitation(where, known.tables.join_port, authority.pem, token)
    with exit_on_os_error(to, _another()), os.fdopen(open_new(to, 0o600), "wb") as file:
        file.write(msgspec.json.format(msgspec.json.encode(invitation)) + b"\n")
    click.echo(f"{to}: for {tables} tables and {days} days, at {where}. At each: royaltable join --invitation FILE")


hub.add_command(desire)
hub.add_command(draw)
hub.add_command(release)
hub.add_command(rollout)


@hub.command()
@click.argument("player")
@click.option("--yes", is_flag=True, help="Do not ask.")
@hub_command("change")
def erase(folder: Path, player: str, *, yes: bool) -> None:
    if not yes:
        click.confirm("The name is forgotten for good, the games stay. Go on?", abort=True)

    async def work(url: str) -> str | None:
        async with open_connection(url) as connection:
            known = await registry.find_player(connection, player)
            return known.name if known is not None and await forget_player(connection, known.player_no) else None

    if (name := with_database(folder, work)) is None:
        raise click.ClickException(f"Saw {player!r}, which is no player's name or code here. See the room's page.")
    click.echo(f"{name} is forgotten; the games stay.")


@hub.command()
@click.argument("table_id", required=False)
@hub_command("change")
def rotate(folder: Path, table_id: str | None) -> None:
    """Give the table TABLE_ID another password at the broker, or all tables, as soon as each is here; games go on."""
    known = BrokerUsers(folder).tables()
    if table_id is not None and table_id not in known:
        raise click.ClickException(f"No table {table_id!r} is entered. See: royaltable hub table list")
    wanted = known if table_id is None else [table_id]
    with exit_on_os_error(folder, "Name another folder"):
        PendingRotations(folder).add(wanted)
    click.echo(f"{len(wanted)} tables get another password, each when it is here; the hub has to run for that.")


@hub.command("give-back")
@click.argument("table_id")
@new_file_argument()
@hub_command("read")
def give_back(folder: Path, table_id: str, to: Path) -> None:
    """Write all games of the table TABLE_ID that are kept here to FILE, as a journal, for when its card is dead.

    What is over is there as it ended, what goes on up to the latest moment at which all tiles lay open. At the table:
    royaltable journal restore JOURNAL FILE
    """
    with exit_on(NoGamesError, JournalError):
        found = with_database(folder, lambda url: load_table_games(url, table_id))
        octets = build_journal(found.uid, found.games)
    with exit_on_os_error(to, _another()), os.fdopen(open_new(to, 0o600), "wb") as file:
        file.write(octets)
    left_out = f" Of {len(found.left_out)} games only the result is kept." if found.left_out else ""
    click.echo(f"{to}: {len(found.games)} games of {table_id}, with what was hidden in none of them.{left_out}")


@hub.group()
@folder_option
def table() -> None:
    """Say which tables may come."""


@table.command()
@click.argument("table_id")
@hub_command("begin")
def add(folder: Path, table_id: str) -> None:
    with exit_on(BrokerUsersError, settings.SettingsError), exit_on_os_error(folder, "Name another folder"):
        known = settings.load(folder)
        if known.broker.host is not None:
            raise click.ClickException(
                f"The broker is {known.broker.host}, whose users are not ours to make. Enter the table there, with the "
                "rights of docs/room.md"
            )
        password = BrokerUsers(folder).enter(table_id)
    click.echo(f'[mqtt]\nhost = "{known.broker.address}"\nport = {known.broker_port}\nid = "{table_id}"')
    click.echo(f'user = "{table_id}"\npassword_file = "hub.password"\ndiscovery = ""')
    click.echo(f"# the file hub.password beside it has one line: {password}")


@table.command()
@click.argument("table_id")
@hub_command("change")
def remove(folder: Path, table_id: str) -> None:
    """Let a table come no more; its games are kept."""
    with exit_on(BrokerUsersError), exit_on_os_error(folder, "Name another folder"):
        BrokerUsers(folder).remove(table_id)
    click.echo(f"{table_id} comes no more.")


@table.command("allow")
@click.argument("table_id")
@hub_command("change")
def allow(folder: Path, table_id: str) -> None:
    """Let a table bring more that is held, since it brought more in a day than any has; also while the hub runs."""

    async def work(url: str) -> bool:
        async with open_connection(url) as connection:
            return await release_table(connection, table_id)

    if not with_database(folder, work):
        raise click.ClickException(f"Saw {table_id!r}, expected a table that is held. The room's page shows which are.")
    click.echo(f"{table_id} may bring more again, and is asked for it within seconds.")


@table.command("list")
@hub_command("read")
def list_(folder: Path) -> None:
    click.echo(
        "\n".join(BrokerUsers(folder).tables()) or "No table may come yet. One asks to at its knob: Join a room."
    )


def _another() -> str:
    return f"Name another file, in a folder that is open to {user_name(os.geteuid())}, such as /var/tmp"


def _rows(found: "backups.Manifest") -> str:
    return ", ".join(f"{count} {name}" for name, count in found.rows.items())
