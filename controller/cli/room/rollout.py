"""`royaltable hub release` and `rollout`: updates of tables."""

from pathlib import Path

import click
import msgspec

from controller.cli.options import FILE_PATH, exit_on_error, exit_on_os_error
from controller.cli.room.hub_folder import hub_command, print_hub_heading
from controller.fleet.enrolment import key_fingerprint
from controller.fleet.topics import TABLE_ID_RE
from hub.packages import PackageFolder, PackagesError
from hub.table_management import RING_SHARES, Rollout, RolloutFileError, load_rollout, save_or_remove_rollout


@click.command("release")
@click.argument("files", type=FILE_PATH, nargs=-1, required=True)
@click.option("--first", default="", help="Id of the table to update first.  [default: any]")
@click.option("--only-keep", is_flag=True, help="Only provide it as a version to roll back to.")
@click.option(
    "--anyway", is_flag=True, help="Accept packages older than a released version or for another architecture."
)
@hub_command("begin")
def release_packages(folder: Path, files: tuple[Path, ...], first: str, *, only_keep: bool, anyway: bool) -> None:
    """Sign packages and roll the table's package out: to one table, then to a tenth of the tables, then to all.

    A table updates only between games and rolls back if the new version does not work. First release the
    current version with --only-keep: tables update only if they can roll back.
    """
    if first and TABLE_ID_RE.fullmatch(first) is None:
        raise click.ClickException(
            f"--first: saw {first!r}, expected a table's id. To list them: royaltable hub table list"
        )
    packages = PackageFolder(folder)
    with exit_on_error(PackagesError), exit_on_os_error(folder, "Choose another folder."):
        before = packages.list_table_package_versions()
        released = [packages.release_package(file, older=only_keep or anyway, foreign=anyway) for file in files]
        key = packages.load_or_create_public_key()
        for each in released:
            click.echo(f"{each.name} {each.version} for {each.architecture} is available.")
        version = next((each.version for each in released if each.name == "royaltable"), None)
        if version is not None and not only_keep:
            earlier = [each for each in before if each != version]
            save_or_remove_rollout(folder, Rollout(version, earlier[-1] if earlier else None, first))
            click.echo(f"{version} goes to one table first. To see its progress: royaltable hub rollout")
    click.echo(f"On each table, once: sudo royaltable update trust HUB --fingerprint '{key_fingerprint(key)}'")


@click.command("rollout")
@click.option("--stop", is_flag=True, help="Stop the rollout.")
@click.option("--back", is_flag=True, help="Roll the updated tables back to the previous version.")
@hub_command("read")
def print_or_change_rollout(folder: Path, *, stop: bool, back: bool) -> None:
    """Show the progress of the rollout, stop it or roll it back."""
    with exit_on_error(RolloutFileError), exit_on_os_error(folder, "Choose another folder."):
        now = load_rollout(folder)
        if now is None:
            raise click.ClickException("No rollout in this room. See: royaltable hub release --help")
        if stop or back:
            print_hub_heading(folder)
        if back and now.before is None:
            raise click.ClickException(
                f"The hub has no version before {now.version}. Release the older one first with --only-keep."
            )
        if back and now.before is not None:
            now = Rollout(now.before, None, now.first, now.ring)
            save_or_remove_rollout(folder, now)
        elif stop:
            now = msgspec.structs.replace(now, stopped="by the owner")
            save_or_remove_rollout(folder, now)
    share = RING_SHARES[now.ring]
    reach = f"{share:.0%} of the tables" if share else "one table"
    click.echo(f"{now.version}: ring {now.ring + 1} of {len(RING_SHARES)}, {reach}")
    if now.stopped:
        offered = "" if now.before is None else f" To roll back to {now.before}: royaltable hub rollout --back"
        click.echo(f"Stopped: {now.stopped}.{offered}")
