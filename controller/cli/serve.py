"""`royaltable serve`: run the table's daemon; `royaltable sim` uses it, too."""

import asyncio
import contextlib
import gc
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final, NoReturn
from urllib.parse import urlsplit

import click
from msgspec.structs import replace

from controller import log
from controller.cli.options import config_option, exit_on_error
from controller.config import ConfigError, load_config
from controller.config.schema import JournalSection, TableConfig, TagsSection
from controller.devices.health import CrashGuard
from controller.devices.part_or_twin import make_ports, make_twin_table
from controller.games.naming import translate_text
from controller.games.shelf import GameShelf
from controller.play import draws, resume, table
from controller.service import daemon, service_manager
from controller.service.service_manager import limit_malloc_arenas
from controller.store import house_rules, table_backup, table_files, tags
from controller.store.journal import JournalError
from controller.store.journal.recovery import open_or_recover_journal
from controller.store.keyring import Keyring
from controller.store.tags import TagMap, TagMapError
from hw.bus.ports import Ports
from hw.clock import Clock, make_fine_timer_loop
from hw.errors import HardwareError

THREAD_SWITCH_INTERVAL_S: Final = 0.0005
"""Switch interval of threads. A commit of SQLite releases the GIL about a dozen times; beside a busy event loop,
getting it back takes an interval each time, in all 60 ms at Python's default of 5 ms."""

START_AGAIN_STATUS: Final = os.EX_TEMPFAIL
"""Exit status on which royaltable.service starts the table again."""

POWER_OFF_COMMAND: Final = ("systemctl", "poweroff")

SETTINGS_DEVICE: Final = "settings"
"""Name under which invalid settings are reported, like a device."""


def run_daemon(
    config: TableConfig,
    ports: Callable[[Clock], Ports],
    book: TagMap,
    files: table_files.TableFiles,
    *,
    host: str | None = None,
    port: int | None = None,
    seed: int | None = None,
    loop_factory: Callable[[], asyncio.AbstractEventLoop] = make_fine_timer_loop,
    starts: CrashGuard | None = None,
    troubles: Mapping[str, str] = MappingProxyType({}),
    log_level: int = logging.WARNING,
) -> None:
    """Run the table until Ctrl-C; ``host`` and ``port`` override the config. ``starts`` counts failed starts."""
    page = replace(config.page, host=host or config.page.host, port=config.page.port if port is None else port)

    def ready(address: str) -> None:
        addresses.append(address)
        gc.freeze()  # objects of the start stay alive; scanning them takes 0.1 s
        click.echo(f"The table is running. Page: {address}")
        click.echo(f"Journal: {journal_file}")
        click.echo(f"Press Ctrl-C to stop.{'' if journal.fault else ' The game continues at the next start.'}")

    addresses: list[str] = []
    sys.setswitchinterval(THREAD_SWITCH_INTERVAL_S)
    limit_malloc_arenas()
    journal_file = files.journal
    log.configure_logging(log_level)
    with contextlib.suppress(OSError):  # the journal reports it, and the game continues
        journal_file.parent.mkdir(parents=True, exist_ok=True)
    with exit_on_error(JournalError):
        journal, recovery = open_or_recover_journal(journal_file)
    if journal.fault is not None:
        click.echo(f"{journal.fault} The game continues without being saved.", err=True)
    if recovery is not None:
        found = f" Saw {recovery.fault}, kept as {recovery.kept}." if recovery.kept is not None else ""
        click.echo(translate_text(resume.recovery_text(recovery), "en") + found, err=True)
    try:
        with exit_on_error(daemon.PagePortError, HardwareError), asyncio.Runner(loop_factory=loop_factory) as runner:
            house = house_rules.HouseRules(config.table, files.house_rules)
            keyring = Keyring(files.keys)
            settings = replace(config, page=page)
            follows = runner.run(
                daemon.serve_until_stop(
                    settings,
                    ports,
                    book,
                    journal,
                    chance=draws.Chance(seed),
                    house=house,
                    keyring=keyring,
                    files=files,
                    starts=starts,
                    recovery=recovery,
                    troubles=troubles,
                    notices=service_manager.service_manager_from_env(),
                    ready=ready,
                )
            )
        click.echo("Stopped; coils and RF fields are off.")
        if follows is daemon.AfterStop.POWER_OFF:
            power_off()
    except ExceptionGroup as faults:
        failed = faults.subgroup(table.GameLoopFailed)
        if failed is None:
            raise
        raise click.ClickException(f"{failed.exceptions[0]}. Coils and RF fields are off.") from None
    finally:
        journal.close()
    if follows is daemon.AfterStop.START_AGAIN:
        start_again(addresses[-1] if page.port == 0 else None)


def start_again(address: str | None) -> NoReturn:
    """Let the service manager start the table again, else run this command anew in place of this process.

    ``address`` is that of a page whose port was any free one: open pages expect it there again.
    """
    if service_manager.service_manager_from_env().address is not None:
        sys.exit(START_AGAIN_STATUS)
    command = sys.orig_argv if address is None else [*sys.orig_argv, f"--port={urlsplit(address).port}"]
    signal.setitimer(signal.ITIMER_REAL, 0)  # of a game's guard: it would outlive this program and kill the next
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(sys.executable, command)  # noqa: S606  # this command itself


def power_off() -> None:
    try:
        subprocess.run(POWER_OFF_COMMAND, check=True, capture_output=True, text=True)  # noqa: S603  # a constant
    except (OSError, subprocess.CalledProcessError) as fault:
        said = getattr(fault, "stderr", None) or fault
        raise click.ClickException(
            f"{' '.join(POWER_OFF_COMMAND)}: {said}. Allow it with "
            'ROYALTABLE_POWEROFF="yes" in /etc/default/royaltable, or set poweroff = false in [console].'
        ) from None


@click.command()
@config_option
@click.option("--port", type=click.IntRange(0, 65535), help="Port of the page; overrides table.toml.")
@click.option("--twins", "on_twins", is_flag=True, help="Use simulated hardware, wired as in table.toml.")
def serve(config_file: Path, port: int | None, *, on_twins: bool) -> None:
    """Run the table with the hardware in table.toml. The game continues if a device is missing or fails."""
    config, troubles = _load_or_degrade_settings(config_file)
    if table_backup.restore_queued_backup(table_files.TableFiles.from_settings(config, config_file)):
        config, troubles = _load_or_degrade_settings(config_file)
    files = table_files.TableFiles.from_settings(config, config_file)
    simulated = on_twins or config.has_simulated_devices
    book = TagMap({})
    if not on_twins:
        try:
            book = tags.load_tag_map(config_file.parent / config.tags.file)
        except TagMapError as fault:
            troubles["tags"] = str(fault)
    if simulated:
        from controller.devices import stickers  # twins only

        book = book.merged_with(
            stickers.simulated_tag_map(GameShelf(config.table.game, config.game).all_sticker_names())
        )
    click.echo(f"Settings: {config_file.absolute()}", err=True)
    run_daemon(
        config,
        partial(make_twin_table if on_twins else make_ports, config),
        book,
        files,
        port=port,
        loop_factory=_make_scaled_loop if simulated else make_fine_timer_loop,
        starts=CrashGuard(files.failed_starts),
        troubles=troubles,
        log_level=logging.INFO,
    )


def _load_or_degrade_settings(config_file: Path) -> tuple[TableConfig, dict[str, str]]:
    """Return settings and troubles by device; for a service, degrade invalid settings."""
    try:
        return load_config(config_file), {}
    except ConfigError as fault:
        if service_manager.service_manager_from_env().address is None:
            raise click.ClickException(str(fault)) from None
        state = Path(os.environ.get("STATE_DIRECTORY", config_file.parent))  # systemd.exec(5)
        return degraded_settings(fault, state), {SETTINGS_DEVICE: _describe_config_fault(fault, config_file)}


def degraded_settings(fault: ConfigError, folder: Path) -> TableConfig:
    """Return the valid sections, without devices; if it is no TOML, defaults with files in ``folder``.

    If invalid sections may name a certificate, block logins: they would send secrets unencrypted.
    """
    defaults = TableConfig(
        castle=(),
        tags=TagsSection(str(folder / TagsSection().file)),
        journal=JournalSection(str(folder / JournalSection().file)),
    )
    usable = (fault.valid or defaults).without_devices()
    return replace(usable, web=None) if fault.may_encrypt else usable


def _describe_config_fault(fault: ConfigError, config_file: Path) -> str:
    more = f" And {len(fault.faults) - 1} more." if len(fault.faults) > 1 else ""
    return (
        f"{config_file}: {fault.faults[0]}{more} No device was opened. List all faults (royaltable config check "
        f"--config {config_file}), correct them, then restart the table: sudo systemctl restart royaltable"
    )


def _make_scaled_loop() -> asyncio.AbstractEventLoop:
    from hw.testing.clock import ScaledLoop  # twins only

    return ScaledLoop()
