"""A reader on I2C behaves like one on SPI."""

import asyncio

import pytest
from msgspec.structs import replace

from firmware.castle_node.i2c import WS1850S_ADDRESS
from hw.bus.twin_i2c import TwinI2cBus
from hw.clock import LoopClock
from hw.errors import BusError
from hw.mfrc522.driver import Mfrc522
from hw.mfrc522.flavours import FLAVOURS, WS1850S, Flavour
from hw.mfrc522.i2c import I2cReaderPort
from hw.mfrc522.twin import I2cSide, Mfrc522Twin
from hw.ntag.twin import Ntag213
from hw.values import ReaderId, Uid

TILES = [Uid(bytes.fromhex("04a1b2c3d4e580")), Uid(bytes.fromhex("04a9b2c3d4e581"))]


@pytest.mark.parametrize("kind", [WS1850S, *(replace(each, version=0x15) for each in FLAVOURS)])
async def test_a_ws1850s_on_i2c_finds_two_tags_and_tests_its_bytes(kind: Flavour) -> None:
    clock, bus = LoopClock(), TwinI2cBus()
    twin = Mfrc522Twin(clock.now_s, kind)
    bus.attach(WS1850S_ADDRESS, I2cSide(twin))
    driver = Mfrc522(I2cReaderPort(bus), clock, name=ReaderId("red"))
    assert str(await driver.start()) == "15h, WS1850S, a clone that works"
    assert driver.count_wrong_echo_bytes(2000) == 0
    for tile in TILES:
        twin.enter(Ntag213(tile))
    await asyncio.sleep(0.01)
    for _ in range(20):
        assert (await driver.poll()).uids == set(TILES)
    assert driver.recoveries == twin.guard_violations == 0


async def test_a_missing_module_is_an_error_that_names_the_address() -> None:
    driver = Mfrc522(I2cReaderPort(TwinI2cBus()), LoopClock(), name=ReaderId("red"))
    with pytest.raises(BusError, match="0x28"):
        await driver.start()
