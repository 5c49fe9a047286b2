"""Tables whose readers nap."""

import asyncio
from functools import partial
from typing import NoReturn

from controller.config import CastleSection
from controller.devices.gate import Gate
from controller.devices.sensing_loop import sense
from controller.devices.supervision import until_open
from controller.play.table import Table
from hw.mfrc522.driver import Mfrc522
from hw.poll_round import Polled, PollRound, Reader
from hw.testing.table import TwinTable
from hw.units import ReaderId
from tests.hw.mfrc522.napping import NappingReader


class EachByItself(PollRound):
    """No round comes while all nap: each reader is polled again as soon as it is awake, and it is time."""

    async def poll(self, reader: Reader, found: Polled) -> NoReturn:
        """As a round's."""
        loop = asyncio.get_running_loop()
        while True:
            begun_s = loop.time()
            found(await reader.poll(), loop.time())
            await asyncio.sleep(max(0.0, begun_s + self.every_s - loop.time()))


class NappingTable(Table):
    """A table whose own readers nap."""

    async def _sense(self, castle: CastleSection) -> None:
        opened = await until_open(castle.color, partial(self.hardware.readers.open, castle), self.health, self.clock)
        assert isinstance(opened, Mfrc522)
        assert isinstance(self.hardware.ports, TwinTable)
        name = ReaderId(castle.color)
        reader: Reader = NappingReader(opened, self.hardware.ports.readers[name])
        gate, polls = Gate(name, self.stickers), EachByItself()
        await sense(name, reader, gate, self.clock, self.health, self.passages.passed, polls=polls)
