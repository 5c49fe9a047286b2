"""A node of the kernel that goes and comes back takes its device with it and brings it back."""

import asyncio

import pytest

from controller.devices.health import DeviceHealth
from controller.devices.readers import Gate, sense
from hw.bus.linux import LinuxPorts
from hw.clock import LoopClock
from hw.mfrc522.driver import Mfrc522
from hw.values import ReaderId, Uid
from tests.hw.bus.stub_kernel import READER_AT, Pi, kernel_is

BLUE = ReaderId("blue")


class NothingTaught:
    def piece(self, _uid: Uid) -> str | None:
        return None


async def test_a_reader_whose_node_goes_and_comes_back_is_lost_and_back_within_ten_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = LoopClock()
    pi = Pi(clock.now_s)
    kernel_is(pi.kernel, monkeypatch)
    reader = Mfrc522(LinuxPorts().spi(0, 1), clock, name=BLUE)
    health = DeviceHealth()
    sensing = asyncio.create_task(sense(BLUE, reader, Gate(BLUE, NothingTaught()), clock, health, print))
    await asyncio.sleep(1.0)
    assert not health.is_lost("blue")
    pi.kernel.unplug(READER_AT)
    await asyncio.sleep(60.0)
    assert health.is_lost("blue")
    pi.kernel.plug(READER_AT)
    await asyncio.sleep(10.0)
    assert not health.is_lost("blue")
    sensing.cancel()
