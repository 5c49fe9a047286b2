"""What the firmware does on an emulated RP2040, in virtual time: tags, lamps and buttons, the line, settings."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from hw.bus.mock_pins import TwinPinFactory
from hw.clock import LoopClock
from hw.mfrc522.twin import Mfrc522Twin
from bench.shared.rp2040.board import Rp2040Board, Rp2040Kit
from tests.firmware.rigs import Rig

TILE = bytes.fromhex("04A1B2C3D4E5F6")
OTHER = bytes.fromhex("04A1B2C3D4E5F7")
YES = 14
STARTED_S = 2.0


@pytest.fixture
@asynccontextmanager
async def rig(kit: Rp2040Kit, flashed_blue: Path, tmp_path: Path) -> AsyncIterator[Rig]:
    """The board two seconds after it was switched on, and greeted."""
    flash = Path(shutil.copy(flashed_blue, tmp_path))
    chip, pins, octets = Mfrc522Twin(LoopClock().now_s), TwinPinFactory(), bytearray()
    board = Rp2040Board(kit, flash, {17: chip}, pins, octets.extend)
    try:
        await asyncio.sleep(STARTED_S)
        rig = Rig([chip], pins, board.octets_came, octets)
        await rig.greet()
        yield rig
    finally:
        board.off()
        pins.close()


async def test_it_works_its_reader_and_tells_each_tile_once(rig: Rig) -> None:
    assert rig.heard("hello")[-1][:3] == ["blue", "0.1.0", "1"]
    assert rig.heard("works")[0][2:] == ["0", "92"]
    await rig.carry(TILE)
    await rig.alive(0.2)
    assert {tile[3] for tile in rig.heard("tile")} == {TILE.hex().upper()}
    assert {tile[0] for tile in rig.heard("tile")} == {"2"}


async def test_two_tiles_together_are_both_told(rig: Rig) -> None:
    await rig.carry(TILE, OTHER, dwell_s=0.2)
    await rig.alive(0.3)
    assert {tile[3] for tile in rig.heard("tile")} == {TILE.hex().upper(), OTHER.hex().upper()}


async def test_a_press_is_told_and_an_accepted_tile_lights_all_lamps(rig: Rig) -> None:
    await rig.press(YES, 0.1)
    await rig.carry(TILE)
    assert rig.lit == (True, True, True)
    await rig.alive(0.3)
    press = rig.heard("press")[0]
    assert press[2:4] == ["yes", "short"]
    assert 70 <= int(press[4]) <= 130


async def test_half_of_the_chips_heap_is_free_and_no_turn_takes_longer_than_a_tile_is_there(rig: Rig) -> None:
    await rig.carry(TILE, dwell_s=0.5)
    rig.say("ask")
    await rig.alive(0.3)
    counts = [int(field) for field in rig.heard("counts")[-1]]
    assert counts[9] > 120_000
    assert counts[10] < 45
