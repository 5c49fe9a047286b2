"""`royaltable hub release`, `rollout` and `draw`: new versions, and draws verified from a file."""

from pathlib import Path

import click
import msgspec

from controller import limits
from controller.cli.options import FILE, exit_on, exit_on_os_error
from controller.cli.room.hub_folder import folder_option, hub_command, name_hub
from controller.fleet.enrolment import fingerprint
from controller.reading import read_file
from hub.engines.broker_users import TABLE_ID
from hub.packages import PackageFolder, PackagesError
from hub.table_management import RING_SHARES, Rollout, RolloutError, load_rollout, save_rollout
from hub.tournament.draw import RecordError, decode_record, verify_draws


@click.command()
@click.argument("files", type=FILE, nargs=-1, required=True)
@click.option("--first", default="", help="The id of the table that is to be the first; else whichever comes.")
@click.option("--only-keep", is_flag=True, help="Let tables have it as the version to go back to; it goes to none.")
@click.option("--anyway", is_flag=True, help="Also what is older than a released version, or for another architecture.")
@hub_command("begin")
def release(folder: Path, files: tuple[Path, ...], first: str, *, only_keep: bool, anyway: bool) -> None:
    """Sign packages and let the table's go through the room: to one table, then to a tenth, then to all.

    A table goes between two games only, and comes back by itself where the new version does not play. Release the
    version that the tables have first, with --only-keep: nobody goes where there is no way back.
    """
    if first and TABLE_ID.fullmatch(first) is None:
        raise click.ClickException(f"--first: saw {first!r}, expected a table's id. See: royaltable hub table list")
    packages = PackageFolder(folder)
    with exit_on(PackagesError), exit_on_os_error(folder, "Name another folder"):
        before = packages.versions()
        released = [packages.release(file, older=only_keep or anyway, foreign=anyway) for file in files]
        key = packages.key()
        for each in released:
            click.echo(f"{each.name} {each.version} for {each.architecture} can be had.")
        version = next((each.version for each in released if each.name == "royaltable"), None)
        if version is not None and not only_keep:
            earlier = [each for each in before if each != version]
            save_rollout(folder, Rollout(version, earlier[-1] if earlier else None, first))
            click.echo(f"{version} goes to one table now. How far it is: royaltable hub rollout")
    click.echo(f"At each table, once: sudo royaltable update trust HUB --fingerprint '{fingerprint(key)}'")


@click.command()
@click.option("--stop", is_flag=True, help="Let no further table have it.")
@click.option("--back", is_flag=True, help="Let the version from before go to all tables that have come so far.")
@hub_command("read")
def rollout(folder: Path, *, stop: bool, back: bool) -> None:
    with exit_on(RolloutError), exit_on_os_error(folder, "Name another folder"):
        now = load_rollout(folder)
        if now is None:
            raise click.ClickException("No update goes through this room. See: royaltable hub release --help")
        if stop or back:
            name_hub(folder)
        if back and now.before is None:
            raise click.ClickException(f"The hub has no version from before {now.version}. Release it first.")
        if back and now.before is not None:
            now = Rollout(now.before, None, now.first, now.ring)
            save_rollout(folder, now)
        elif stop:
            now = msgspec.structs.replace(now, stopped="the owner has stopped it")
            save_rollout(folder, now)
    share = RING_SHARES[now.ring]
    reach = f"{share:.0%} of the tables" if share else "one table"
    click.echo(f"{now.version}: ring {now.ring + 1} of {len(RING_SHARES)}, {reach}")
    if now.stopped:
        offered = "" if now.before is None else f" Back to {now.before}: royaltable hub rollout --back"
        click.echo(f"It is stopped: {now.stopped}.{offered}")


@click.command()
@folder_option
@click.option("--verify", "file", type=FILE, required=True, help="A tournament's file, as its page gives it.")
def draw(file: Path) -> None:
    """Draw each round of a tournament again, and compare; no hub need run.

    What is named first was published before anybody had entered. At a round that does not follow from its seed it says
    what was seen and what was expected; exit status 1 then.
    """
    with exit_on_os_error(file, "Name the file that the tournament's page gives"):
        octets = read_file(file, limits.TOURNAMENT_RECORD_BYTES)
    wrong = 0
    with exit_on(RecordError):
        begun, acts = decode_record(octets)
        click.echo(f"{begun.name}: published at the beginning was {begun.commitment}")
        for each in verify_draws(begun, acts):
            wrong += bool(each.wrong)
            click.echo(f"draw {each.draw}, a {each.stage} of {each.people}: {each.wrong or 'as it was published'}")
    if wrong:
        raise click.ClickException(f"draws that do not follow from their seeds: {wrong}.")
