"""`royaltable sim`; shutting down by the knob can switch off the whole Pi."""

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
from tests.cli.games import royaltable
from tests.firmware.rigs import needs
from tests.web.real_table import RealTable, running


def broken_devices(table: RealTable) -> set[str]:
    return {device["name"] for device in table.view()["devices"] if not device["ok"]}


def test_a_broken_reader_is_named_and_the_others_work(tmp_path: Path) -> None:
    serves = ["sim", "--port", "0", "--journal", str(tmp_path / "sim.journal"), "--fault", "reader_deaf=blue"]
    with running(tmp_path, serves=serves, log_stays_empty=False) as table:
        table.until(lambda: broken_devices(table) == {"blue"}, "only blue's gate is broken")


def test_simulated_boards_with_real_firmware_are_found(tmp_path: Path) -> None:
    needs("MicroPython")
    serves = ["sim", "--port", "0", "--journal", str(tmp_path / "sim.journal"), "--nodes", "micropython", "--tray"]
    boards = {f"{name} board" for name in ("blue", "yellow", "purple", "grey", "tray")}
    with running(tmp_path, serves=serves, log_stays_empty=False) as table:
        table.until(lambda: boards <= {device["name"] for device in table.view()["devices"]}, "five boards")
        table.until(lambda: broken_devices(table) == set(), "all of them work")


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ("gremlins", "saw the fault 'gremlins', expected one of reader_deaf"),
        ("reader_deaf=blue@soon", "saw the time 'soon', expected whole seconds"),
        ("node_unplug=blue", "For castle boards, add --nodes"),
    ],
)
def test_an_invalid_fault_is_refused_with_what_is_expected(tmp_path: Path, fault: str, error: str) -> None:
    result = royaltable("sim", "--fault", fault, "--port", "0", "--journal", tmp_path / "j")
    assert result.exit_code == 1
    assert error in result.output


PATIENCE_S = 60.0

EndTable = Callable[[TwinTable, Clock], Awaitable[None]]


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


def run_until_ended(
    folder: Path, monkeypatch: pytest.MonkeyPatch, end: EndTable, *, poweroff: bool, simulated: bool = False
) -> tuple[bool, bool]:
    """Run a whole daemon in real time until ``end`` ends it.

    Returns whether it ran the machine's own command, and whether the display still shows something.
    """
    marker = folder / "switched off"
    monkeypatch.setattr(serve, "POWER_OFF", (sys.executable, "-c", f"open({str(marker)!r}, 'w')"))
    shipped = config.simulator()
    assert shipped.console is not None
    settings = replace(shipped, console=replace(shipped.console, poweroff=poweroff))
    tables: list[TwinTable] = []
    endings: list[asyncio.Future[None]] = []

    def machine(clock: Clock) -> Ports:
        made = twins(settings, clock)
        tables.append(made)
        endings.append(asyncio.ensure_future(end(made, clock)))
        asyncio.get_running_loop().call_later(PATIENCE_S, os.kill, os.getpid(), signal.SIGTERM)
        return made if simulated else cast("Ports", RealPorts(made))

    book = stickers.simulated_book(ids(installed.game()))
    serve.run_daemon(settings, machine, book, TableFiles(folder / "table.journal"), port=0)
    assert endings[0].cancelled() or endings[0].exception() is None  # cancelled: it held the knob until the end
    assert tables[0].oled is not None
    return marker.exists(), tables[0].oled.lit


@pytest.mark.parametrize("poweroff", [True, False])
def test_the_knob_powers_off_if_the_owner_allows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, poweroff: bool
) -> None:
    assert run_until_ended(tmp_path, monkeypatch, shut_down_by_the_knob, poweroff=poweroff) == (poweroff, True)


def test_a_simulated_knob_never_powers_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = run_until_ended(tmp_path, monkeypatch, shut_down_by_the_knob, poweroff=True, simulated=True)
    assert result == (False, True)


def test_a_signal_never_powers_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_until_ended(tmp_path, monkeypatch, end_by_a_signal, poweroff=True) == (False, False)


@pytest.mark.parametrize(
    "command", [("a-command-that-is-not-there",), (sys.executable, "-c", "raise SystemExit('not allowed')")]
)
def test_a_failed_power_off_is_reported_with_a_cure(monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]) -> None:
    monkeypatch.setattr(serve, "POWER_OFF", command)
    with pytest.raises(click.ClickException, match="set poweroff = false in \\[console\\]"):
        serve._power_off()
