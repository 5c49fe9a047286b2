"""A device missing at the start is reported once and retried with backoff; the others play on."""

import logging
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import gpiozero
import pytest

from controller.play.table import Table
from hw.errors import BusError
from hw.testing.table import TwinTable
from hw.values import ReaderId
from tests.hw.castle_link.boards import IN_PYTHON
from tests.virtual import run_virtual
from tests.whole_table.breaking import assert_all_off, check_log
from tests.whole_table.playing import Playing, playing

COMES_BACK_S = 35.0
"""The longest pause between two attempts is 8 s; then the arrow looks for its mark."""

Return = Callable[[], None]


def no_bus(machine: TwinTable, port: str, *missing: int) -> Return:
    """The kernel has no such bus: its driver is not loaded, or its cable's other end is not powered."""
    there = getattr(machine, port)

    def opened(*where: int) -> Any:
        if where == missing:
            raise BusError(port, seen="no such file", expected=f"/dev/{port}{where}", remedy="Switch it on.")
        return there(*where)

    setattr(machine, port, opened)
    return lambda: setattr(machine, port, there)


def pins_in_use(pin: int, board: str | None = None) -> Callable[[TwinTable], Return]:
    def take(machine: TwinTable) -> Return:
        held = ExitStack()
        factory = machine.pin_factory() if board is None else machine.board_pins(board)
        held.enter_context(gpiozero.OutputDevice(pin, pin_factory=factory))
        return held.close

    return take


def not_plugged_in(machine: TwinTable) -> Return:
    cable = machine.cables[ReaderId("blue")]
    cable.pull()
    return cable.plug


MISSING: dict[str, Callable[[TwinTable], Return]] = {
    "blue": lambda machine: no_bus(machine, "spi", 0, 0),
    "oled": lambda machine: no_bus(machine, "i2c", 1),
    "spinner": pins_in_use(17),
    "console": pins_in_use(16),
    "buzzer": pins_in_use(19),
    "yellow panel": pins_in_use(14, "yellow"),
    "blue board": not_plugged_in,
}


@pytest.mark.parametrize("device", MISSING)
def test_a_device_missing_at_the_start_works_once_it_is_connected(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, device: str
) -> None:
    caplog.set_level(logging.INFO)
    returns: list[Return] = []
    machines: list[TwinTable] = []

    def without_it(settings: Any, hardware: Any, *parts: Any) -> Table:
        machines.append(hardware.ports)
        returns.append(MISSING[device](hardware.ports))
        return Table(settings, hardware, *parts)

    def faults(play: Playing) -> dict[str, bool]:
        return {each.name: each.fault is not None for each in play.table.health}

    async def deed() -> None:
        make_board = IN_PYTHON if device.endswith("board") else None
        async with playing(tmp_path, castles=2, make_table=without_it, make_board=make_board) as play:
            await play.begin()
            for _ in range(2):
                first = {"do": "place_first", "player": play.table.loop.waiting().castle}
                assert (await play.table.loop.propose(first, "page")).refusal is None
            assert (await play.table.loop.propose({"do": "spin", "demand": 3}, "page")).refusal is None
            await play.wait(40.0)
            assert [name for name, lost in faults(play).items() if lost] == [device]
            await play.pass_tile("yellow", play.state.table.pool.tiles[0].id)  # the others play
            assert play.state.set_aside.bit_count() == 1
            returns[0]()
            await play.wait(COMES_BACK_S)
            assert not any(faults(play).values())
            await play.pass_tile("blue", play.state.table.pool.tiles[1].id)
            assert play.state.set_aside.bit_count() == 2
            await play.press()
            await play.wait(30.0)

    run_virtual(deed())
    assert_all_off(machines[0])
    check_log(caplog.records)
    assert [record.getMessage().split()[0] for record in caplog.records if "device=" in record.getMessage()] == [
        "event=device_lost",
        "event=device_back",
    ]
