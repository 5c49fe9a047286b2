"""A reader that naps while nothing is near it: polls of an empty field are most of what a simulated game costs.

What a healthy chip would say of an empty field is known; everything else goes through the driver, byte by byte.
"""

import asyncio
from typing import Final

from hw.iso14443.picc import Picc
from hw.mfrc522.driver import Mfrc522
from hw.mfrc522.twin import Mfrc522Twin
from hw.poll import EMPTY_FIELD, PollResult

NAP_S: Final = 0.2
"""Shorter than the gap after which polls prove nothing of the time between them."""


class NappingReader(Mfrc522):
    def __init__(self, reader: Mfrc522, chip: Mfrc522Twin) -> None:
        self.__dict__ = reader.__dict__
        self._twin = chip
        self._napping: asyncio.Future[None] | None = None
        enter = chip.enter

        def entered(picc: Picc, coupling: float = 1.0) -> None:
            enter(picc, coupling)
            _wake(self._napping)

        chip.enter = entered  # type: ignore[method-assign]  # who naps hears steps

    def begin_quick_poll(self) -> bool:
        return False

    async def poll(self) -> PollResult:
        if not self._all_quiet():
            return await super().poll()
        loop = asyncio.get_running_loop()
        self._napping = loop.create_future()
        timer = loop.call_later(NAP_S, _wake, self._napping)
        try:
            await self._napping
        finally:
            timer.cancel()
        return EMPTY_FIELD if self._all_quiet() else await super().poll()

    def _all_quiet(self) -> bool:
        twin = self._twin
        return not twin.piccs and twin.rf_on and not twin.disturbed and not twin.lag_s and not self._field.resting


def _wake(napping: "asyncio.Future[None] | None") -> None:
    if napping is not None and not napping.done():
        napping.set_result(None)
