"""A castle board with a WS1850S module on its I2C, on CPython and in a real MicroPython."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from firmware.castle_node.board import SCL
from hw.mfrc522.flavours import STRICTEST, WS1850S, Flavour
from tests.support.castle_rigs import BOTH, Rig, board

TILE, OTHER = bytes.fromhex("04A1B2C3D4E5F6"), bytes.fromhex("04A1B2C3D4E5F7")


@pytest.fixture
def flavour() -> Flavour:
    return WS1850S


@pytest.fixture(params=BOTH)
@asynccontextmanager
async def rig(request: pytest.FixtureRequest, tmp_path: Path, flavour: Flavour) -> AsyncIterator[Rig]:
    """A greeted board that was told to use I2C."""
    async with board(request.param, tmp_path, flavour=flavour) as rig:
        await rig.greet()
        rig.say("set reader i2c")
        await rig.alive(1.5)
        await rig.greet()
        yield rig


async def test_the_setting_restarts_the_board_once_and_stays(rig: Rig) -> None:
    boot = rig.heard("hello")[-1][3]
    rig.say("set reader i2c")
    rig.say("ask")
    await rig.alive(1)
    assert rig.heard("is")[:1] == [["reader", "i2c"]]
    assert {hello[3] for hello in rig.heard("hello")} <= {boot}
    assert rig.heard("state")[-1][-1] == "1"
    assert [works[2:] for works in rig.heard("works")[-1:]] == [["0", "15"]]


async def test_two_stickers_are_read_with_guard_times_kept(rig: Rig) -> None:
    await rig.carry(TILE, OTHER, dwell_s=0.2)
    await rig.alive(0.5)
    assert {tile[3] for tile in rig.heard("tile")} == {"04A1B2C3D4E5F6", "04A1B2C3D4E5F7"}
    assert rig.chips[0].guard_violations == 0


async def test_its_range_and_wires_are_checked_as_on_spi(rig: Rig) -> None:
    rig.say("check")
    await rig.alive(1)
    assert rig.heard("checked") == [["0", "15", "38", "0", "2000", "0", "none"]]


async def test_a_module_cut_off_in_mid_read_is_freed_and_reads_again(rig: Rig) -> None:
    rig.board.reboot()
    await rig.alive(1.5)
    await rig.greet()
    await rig.carry(TILE, dwell_s=0.2)
    await rig.alive(0.5)
    assert rig.heard("tile")[-1][3] == "04A1B2C3D4E5F6"


@pytest.mark.parametrize("flavour", [STRICTEST])
async def test_a_missing_module_is_a_fault_and_its_held_bus_is_clocked_free(rig: Rig) -> None:
    clocks: list[float] = []
    rig.pins.on_change(SCL, clocks.append)
    await rig.alive(1)
    assert "version 00h" in " ".join(rig.heard("fault")[-1])
    rig.say("reboot")
    await asyncio.sleep(1)
    if hasattr(rig.board, "starts"):  # MicroPython
        assert clocks.count(0.0) >= 9
