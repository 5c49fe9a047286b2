"""Shutting down by the knob can switch off the whole Pi."""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import click
import pytest
from msgspec.structs import replace

from controller import config
from controller.cli import serve
from controller.devices import stickers
from controller.devices.part_or_twin import twins
from controller.games import installed
from controller.games.naming import ids
from controller.store.table_files import TableFiles
from hw.bus.ports import Ports
from hw.clock import Clock
from hw.testing.table import TwinTable

PATIENCE_S = 60.0

Deed = Callable[[TwinTable, Clock], Awaitable[None]]


async def shut_down_by_the_knob(machine: TwinTable, clock: Clock) -> None:
    assert machine.oled is not None
    assert machine.knob is not None
    while machine.oled.image().getbbox() is None:
        await clock.sleep_until(clock.now_s() + 0.05)
    await machine.knob.press(0.0)  # on a slow machine a tenth of a second may become a long press
    await clock.sleep_until(clock.now_s() + 0.1)
    await machine.knob.turn(20)
    await machine.knob.press(1.2)


async def end_by_a_signal(machine: TwinTable, clock: Clock) -> None:
    assert machine.oled is not None
    while machine.oled.image().getbbox() is None:
        await clock.sleep_until(clock.now_s() + 0.05)
    os.kill(os.getpid(), signal.SIGTERM)


class RealPorts:
    def __init__(self, twins: TwinTable) -> None:
        self._twins = twins

    def __getattr__(self, name: str) -> Any:
        return getattr(self._twins, name)


def ended(
    folder: Path, monkeypatch: pytest.MonkeyPatch, deed: Deed, *, poweroff: bool, simulated: bool = False
) -> tuple[bool, bool]:
    """Run a whole daemon in real time until ``deed`` ends it.

    Returns whether it ran the machine's own command, and whether the display still shows something.
    """
    sign = folder / "switched off"
    monkeypatch.setattr(serve, "POWER_OFF", (sys.executable, "-c", f"open({str(sign)!r}, 'w')"))
    shipped = config.simulator()
    assert shipped.console is not None
    settings = replace(shipped, console=replace(shipped.console, poweroff=poweroff))
    tables: list[TwinTable] = []
    hands: list[asyncio.Future[None]] = []

    def machine(clock: Clock) -> Ports:
        made = twins(settings, clock)
        tables.append(made)
        hands.append(asyncio.ensure_future(deed(made, clock)))
        asyncio.get_running_loop().call_later(PATIENCE_S, os.kill, os.getpid(), signal.SIGTERM)
        return made if simulated else cast("Ports", RealPorts(made))

    book = stickers.book(ids(installed.game()))
    serve.run_daemon(settings, machine, book, TableFiles(folder / "table.journal"), port=0)
    assert hands[0].cancelled() or hands[0].exception() is None  # cancelled: it held the knob until the end
    assert tables[0].oled is not None
    return sign.exists(), tables[0].oled.lit


@pytest.mark.parametrize("poweroff", [True, False])
def test_the_knob_switches_the_machine_off_where_its_owner_wants_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, poweroff: bool
) -> None:
    assert ended(tmp_path, monkeypatch, shut_down_by_the_knob, poweroff=poweroff) == (poweroff, True)


def test_a_simulated_knob_never_switches_the_machine_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended_by_knob = ended(tmp_path, monkeypatch, shut_down_by_the_knob, poweroff=True, simulated=True)
    assert ended_by_knob == (False, True)


def test_a_signal_as_of_systemd_never_switches_the_machine_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ended(tmp_path, monkeypatch, end_by_a_signal, poweroff=True) == (False, False)


@pytest.mark.parametrize(
    "command", [("a-command-that-is-not-there",), (sys.executable, "-c", "raise SystemExit('not allowed')")]
)
def test_where_it_fails_it_is_said_what_to_do(monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]) -> None:
    monkeypatch.setattr(serve, "POWER_OFF", command)
    with pytest.raises(click.ClickException, match="set poweroff = false in \\[console\\]"):
        serve._switch_off()
