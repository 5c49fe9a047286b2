"""Tables whose readers nap, and whose arrow glides."""

import asyncio
from functools import partial
from typing import NoReturn

from controller.config.schema import CastleSection
from controller.devices.health import open_with_retry
from controller.devices.readers import poll_reader
from controller.play.table import Table
from hw.mfrc522.driver import Mfrc522
from hw.poll import OnPoll, PollScheduler, Reader
from hw.stepper.driver import Spinner
from hw.testing.table import TwinTable
from hw.values import ReaderId
from tests.hw.mfrc522.napping import NappingReader
from tests.hw.stepper.gliding import GlidingSpinner


class EachByItself(PollScheduler):
    """No round comes while all nap: each reader is polled again as soon as it is awake, and it is time."""

    async def poll_until_failure(self, reader: Reader, found: OnPoll, name: str = "") -> NoReturn:
        loop = asyncio.get_running_loop()
        while True:
            begun_s = loop.time()
            found(await reader.poll(), loop.time())
            rests_s = begun_s + self.every_s - loop.time()
            if rests_s > 0:  # a nap was longer
                await asyncio.sleep(rests_s)


class NappingTable(Table):
    """A table whose own readers nap, and whose arrow glides."""

    async def _keep_arrow_homed(self) -> None:
        arrow, machine = self.hardware.arrow, self.hardware.ports
        assert isinstance(machine, TwinTable)
        opened = arrow.open

        def gliding() -> Spinner | None:
            spinner = opened()
            if spinner is None or machine.rotor is None or isinstance(spinner, GlidingSpinner):
                return spinner
            arrow._spinner = GlidingSpinner(spinner, machine.rotor)
            return arrow._spinner

        arrow.open = gliding  # type: ignore[method-assign]
        await super()._keep_arrow_homed()

    async def _open_and_poll_reader(self, castle: CastleSection) -> None:
        opened = await open_with_retry(
            castle.color, partial(self.hardware.readers.open, castle), self.health, self.clock
        )
        assert isinstance(opened, Mfrc522)
        assert isinstance(self.hardware.ports, TwinTable)
        name = ReaderId(castle.color)
        reader: Reader = NappingReader(opened, self.hardware.ports.mfrc522_twin(name))
        polls = EachByItself()
        await poll_reader(name, reader, self.clock, self.health, self.passages.on_passage, polls=polls)
