"""Find and open the hub's folder for `royaltable hub` and its subcommands."""

import asyncio
import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, Final, Literal, TypeVar, cast

import click

from controller.cli.options import FOLDER_PATH, exit_on_error, exit_on_os_error
from controller.store.privileges import become_owner_of
from hub import backup, process, settings
from hub.engines.supervisor import MissingProgramError
from hub.page.access import ORGANISER_KEYS_FILE, STEWARD_KEYS_FILE
from hub.store.connection import DATABASE_ERRORS, NewerSchemaError

CommandT = TypeVar("CommandT", bound=Callable[..., Any])

SYSTEM_FOLDER: Final = Path("/var/lib/royaltable-hub")

OTHER_FOLDER_CURE: Final = "Choose another folder."

START_HUB_HINT: Final = "or start one there: royaltable hub --folder FOLDER"
NO_HUB_CURE: Final = {"read": START_HUB_HINT, "change": START_HUB_HINT, "begin": "or create it with --new"}

HUB_FILES: Final = (settings.SETTINGS_FILE, "hub.lock", "postgres", STEWARD_KEYS_FILE, ORGANISER_KEYS_FILE)
"""A hub's folder contains at least one of these."""


def default_hub_folder() -> Path:
    """Return the service manager's folder, else the system's for root and the user's own for others."""
    given = os.environ.get("STATE_DIRECTORY")  # systemd.exec(5)
    if given:
        return Path(given)
    if os.geteuid() == 0:
        return SYSTEM_FOLDER
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local/state") / "royaltable-hub"


def _choose_folder_and_become_owner(context: click.Context, _option: click.Parameter, folder: Path | None) -> None:
    context.obj = (folder or context.obj or default_hub_folder()).resolve()  # its engines start elsewhere
    if not isinstance(context.command, click.Group):
        become_owner_and_end_restore(context.obj)


folder_option: Final = click.option(
    "--folder",
    type=FOLDER_PATH,
    show_default="/var/lib/royaltable-hub for root, else ~/.local/state/royaltable-hub",
    help="The hub's folder, with hub.toml.",
    expose_value=False,
    is_eager=True,  # act as the folder's owner before any FILE is checked
    callback=_choose_folder_and_become_owner,
)
"""Option of `royaltable hub` and its subcommands; a subcommand's wins."""


def become_owner_and_end_restore(folder: Path) -> None:
    with exit_on_os_error(folder, OTHER_FOLDER_CURE):
        become_owner_of(folder)
        if (folder / backup.STAGING_FOLDER).exists():  # a restore was interrupted
            run_with_database(folder, lambda url: backup.finish_or_discard_restore(url, folder))


def hub_command(does: Literal["read", "change", "begin"]) -> Callable[[CommandT], CommandT]:
    """Pass the hub's ``folder`` to a command; refuse one without a hub. Print it unless ``does`` is ``read``.

    With ``begin``, add the flag ``--new``, which creates the folder.
    """

    def decorate(command: CommandT) -> CommandT:
        @wraps(command)
        def run(*, new: bool = False, **arguments: Any) -> None:
            folder: Path = click.get_current_context().obj
            with exit_on_os_error(folder, OTHER_FOLDER_CURE):
                if new:
                    _create_hub_folder(folder)
                elif not _has_hub_files(folder):
                    raise click.ClickException(
                        f"No hub uses {folder}. Name its folder with --folder, {NO_HUB_CURE[does]}"
                    )
            if does != "read":
                print_hub_heading(folder)
            command(folder, **arguments)

        made: Any = folder_option(run)
        if does == "begin":
            made = click.option("--new", is_flag=True, help="Create the folder for a new hub.")(made)
        return cast("CommandT", made)

    return decorate


def print_hub_heading(folder: Path) -> None:
    click.echo(f"Hub in {folder}:", err=True)


def _has_hub_files(folder: Path) -> bool:
    return any((folder / name).exists() for name in HUB_FILES)


def _create_hub_folder(folder: Path) -> None:
    folder.mkdir(mode=0o755, parents=True, exist_ok=True)
    if any(folder.iterdir()):
        kind = "a hub already uses" if _has_hub_files(folder) else "contains other files"
        raise click.ClickException(f"--new: expected an empty or missing folder, saw {folder}, which {kind}.")
    (folder / settings.SETTINGS_FILE).touch()


def run_with_database(folder: Path, work: Callable[[str], Any]) -> Any:
    """Start the database if no hub is running; pass its URL to ``work``."""

    async def run() -> Any:
        async with process.run_database_if_needed(folder, settings.load_settings(folder)) as url:
            return await work(url)

    errors = (MissingProgramError, settings.SettingsError, NewerSchemaError, backup.BackupError)
    try:
        with exit_on_error(*errors):
            return asyncio.run(run())
    except DATABASE_ERRORS as fault:
        if isinstance(fault, OSError) and fault.filename is not None:
            raise
        raise click.ClickException(
            f"The database does not respond: {fault}. Start the hub once: royaltable hub"
        ) from None
