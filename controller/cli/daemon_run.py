"""What `serve` and `sim` share: run the daemon, print the address, turn faults into sentences."""

import asyncio
import contextlib
import gc
import logging
import subprocess
import sys
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import click
from msgspec.structs import replace

from controller import log
from controller.cli.options import told
from controller.config import TableConfig
from controller.devices.health import CrashGuard
from controller.games.naming import sentence
from controller.play import resume
from controller.play.draws import Chance
from controller.play.table import GameFailed
from controller.service import service_manager
from controller.service.daemon import PortTaken, serve
from controller.service.service_manager import one_pool
from controller.store.house_rules import HouseRules
from controller.store.journal import JournalError
from controller.store.journal.recovery import open_journal
from controller.store.keyring import Keyring
from controller.store.table_files import TableFiles
from controller.store.tags import TagBook
from hw.bus.ports import Ports
from hw.clock import Clock, fine_loop
from hw.errors import HardwareError

SWITCH_S: Final = 0.0005
"""How long a thread of the journal waits for a busy loop, each of the dozen times that a commit comes back from SQLite;
Python's own 5 ms would make a commit 60 ms in a flood."""

POWER_OFF: Final = ("systemctl", "poweroff")


def run_daemon(
    config: TableConfig,
    ports: Callable[[Clock], Ports],
    book: TagBook,
    files: TableFiles,
    *,
    host: str | None = None,
    port: int | None = None,
    seed: int | None = None,
    loop_factory: Callable[[], asyncio.AbstractEventLoop] = fine_loop,
    starts: CrashGuard | None = None,
    troubles: Mapping[str, str] = MappingProxyType({}),
    log_level: int = logging.WARNING,
) -> None:
    """Run until Ctrl-C; ``host`` and ``port`` go before those of the config. Failed ``starts`` are minded, if any."""
    page = replace(config.page, host=host or config.page.host, port=config.page.port if port is None else port)

    def ready(address: str) -> None:
        gc.freeze()  # what a start makes stays: no collection has to walk through it, which takes 0.1 s
        click.echo(f"The table plays. Its page: {address}")
        click.echo(f"The journal: {journal_file}")
        click.echo("Ctrl-C stops it; coils and RF fields are off then, and the game goes on at the next start.")

    sys.setswitchinterval(SWITCH_S)
    one_pool()
    journal_file = files.journal
    log.to_standard_error(log_level)
    with contextlib.suppress(OSError):  # the journal says what is the matter, and the game goes on without it
        journal_file.parent.mkdir(parents=True, exist_ok=True)
    with told(JournalError):
        journal, recovery = open_journal(journal_file)
    if journal.fault is not None:
        click.echo(f"{journal.fault} The game goes on without it.", err=True)
    if recovery is not None:
        click.echo(sentence(resume.rescued(recovery), "en"), err=True)
    try:
        with told(PortTaken, HardwareError), asyncio.Runner(loop_factory=loop_factory) as runner:
            house = HouseRules(config.table, files.house_rules)
            keyring = Keyring(files.keys)
            settings = replace(config, page=page)
            switch_off = runner.run(
                serve(
                    settings,
                    ports,
                    book,
                    journal,
                    chance=Chance(seed),
                    house=house,
                    keyring=keyring,
                    files=files,
                    starts=starts,
                    recovery=recovery,
                    troubles=troubles,
                    notices=service_manager.of_this_process(),
                    ready=ready,
                )
            )
        click.echo("Stopped; coils and RF fields are off.")
        if switch_off:
            _switch_off()
    except ExceptionGroup as faults:
        failed = faults.subgroup(GameFailed)
        if failed is None:
            raise
        raise click.ClickException(f"{failed.exceptions[0]}. Coils and RF fields are off.") from None
    finally:
        journal.close()


def _switch_off() -> None:
    try:
        subprocess.run(POWER_OFF, check=True, capture_output=True, text=True)  # noqa: S603  # a constant
    except (OSError, subprocess.CalledProcessError) as fault:
        said = getattr(fault, "stderr", None) or fault
        raise click.ClickException(
            f"{' '.join(POWER_OFF)}: {said}. Allow it to this user, by "
            'ROYALTABLE_POWEROFF="yes" in /etc/default/royaltable, or set poweroff = false in [console].'
        ) from None
