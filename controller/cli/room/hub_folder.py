"""The folder of a hub, on the command line: named at `royaltable hub` or at any command below it."""

import asyncio
import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, Final, Literal, TypeVar, cast

import click

from controller.cli.options import FOLDER, exit_on, exit_on_os_error
from controller.store.privileges import become_owner_of
from hub import backup, process, settings
from hub.engines.supervisor import MissingProgramError
from hub.page.access import ORGANISERS, STEWARDS
from hub.store.connection import DATABASE_ERRORS, StoreOfTheFutureError

F = TypeVar("F", bound=Callable[..., Any])

SYSTEM_FOLDER: Final = Path("/var/lib/royaltable-hub")

ANOTHER: Final = "Name another folder"

BEGIN: Final = "or begin one there: royaltable hub --folder FOLDER"
CURE: Final = {"read": BEGIN, "change": BEGIN, "begin": "or make it for a new hub: --new"}

HUB_FILES: Final = (settings.FILE, "hub.lock", "postgres", STEWARDS, ORGANISERS)
"""One of them is in every folder that a hub uses."""


def default_folder() -> Path:
    """Return what the service manager gives, the system's for root, else the user's own."""
    given = os.environ.get("STATE_DIRECTORY")  # systemd.exec(5)
    if given:
        return Path(given)
    if os.geteuid() == 0:
        return SYSTEM_FOLDER
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local/state") / "royaltable-hub"


def _named(context: click.Context, _option: click.Parameter, folder: Path | None) -> None:
    context.obj = folder or context.obj or default_folder()
    if not isinstance(context.command, click.Group):
        enter(context.obj)


folder_option: Final = click.option(
    "--folder",
    type=FOLDER,
    show_default="/var/lib/royaltable-hub for root, else ~/.local/state/royaltable-hub",
    help="Where all of the hub lies, with hub.toml.",
    expose_value=False,
    is_eager=True,  # a FILE is looked at as the user whose folder it is
    callback=_named,
)
"""Of `royaltable hub` and of each command below it; the innermost counts."""


def enter(folder: Path) -> None:
    with exit_on_os_error(folder, ANOTHER):
        become_owner_of(folder)
        if (folder / backup.STAGED).exists():  # a restore was stopped
            with_database(folder, lambda url: backup.finish_restore(url, folder))


def hub_command(does: Literal["read", "change", "begin"]) -> Callable[[F], F]:
    """Give a command the hub's ``folder``, and refuse one that no hub uses; what changes a hub says which.

    With ``begin`` the command also has the flag ``--new``, which makes the folder.
    """

    def of(command: F) -> F:
        @wraps(command)
        def run(*, new: bool = False, **arguments: Any) -> None:
            folder: Path = click.get_current_context().obj
            with exit_on_os_error(folder, ANOTHER):
                if new:
                    _make(folder)
                elif not _is_used(folder):
                    raise click.ClickException(f"No hub uses {folder}. Name its folder by --folder, {CURE[does]}")
            if does != "read":
                name_hub(folder)
            command(folder, **arguments)

        made: Any = folder_option(run)
        if does == "begin":
            made = click.option("--new", is_flag=True, help="Make the folder, for a hub that does not run yet.")(made)
        return cast("F", made)

    return of


def name_hub(folder: Path) -> None:
    click.echo(f"The hub in {folder}:", err=True)


def _is_used(folder: Path) -> bool:
    return any((folder / name).exists() for name in HUB_FILES)


def _make(folder: Path) -> None:
    folder.mkdir(mode=0o755, parents=True, exist_ok=True)
    if any(folder.iterdir()):
        kind = "a hub uses already" if _is_used(folder) else "has other files"
        raise click.ClickException(f"--new: saw {folder}, which {kind}, expected an empty folder or none.")
    (folder / settings.FILE).touch()


def with_database(folder: Path, work: Callable[[str], Any]) -> Any:
    """What comes of ``work`` with the database's address, which is started for as long where no hub runs."""

    async def run() -> Any:
        async with process.open_database(folder, settings.load(folder)) as url:
            return await work(url)

    sentences = (MissingProgramError, settings.SettingsError, StoreOfTheFutureError, backup.BackupError)
    try:
        with exit_on(*sentences):
            return asyncio.run(run())
    except DATABASE_ERRORS as fault:
        if isinstance(fault, OSError) and fault.filename is not None:
            raise
        raise click.ClickException(f"The database does not answer: {fault}. Has the hub run? royaltable hub") from None
