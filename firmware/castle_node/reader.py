"""One reader that is looked after: when its chip stops doing what it is told, it climbs a ladder of resets."""

from .field import Field
from .mfrc522 import RESET_PULSE_US, RESET_WAIT_US, Deaf, Mfrc522
from .ports import Bus, Clock, ResetLine

RETRY_MS = 250
"""How long a reader that was given up is left alone before the next attempt."""


class Reader:
    """One MFRC522 and its field.

    Attributes:
        chip: the chip.
        works: whether it did, when last asked.
        problem: what was seen when it did not.
        recoveries: how often a reset brought it back.
    """

    def __init__(self, bus: Bus, reset: ResetLine, clock: Clock) -> None:
        self.chip = Mfrc522(bus, clock)
        self.works = False
        self.problem = ""
        self.recoveries = 0
        self._field = Field(self.chip)
        self._reset = reset
        self._clock = clock
        self._retry_ms = 0
        self._has_worked = False

    async def poll(self) -> tuple[list[bytes], bool] | None:
        """UIDs in the field, and whether something could not be resolved; None while the reader does not work."""
        if self.works:
            try:
                return await self._field.poll()
            except Deaf as deaf:
                self.problem = str(deaf)
        elif self._clock.now_ms() < self._retry_ms:
            return None
        for reset in (self.chip.soft_reset, self._pulse):
            try:
                await reset()
                await self.chip.set_up()
                found = await self._field.poll()
            except Deaf as deaf:
                self.problem = str(deaf)
            else:
                self.recoveries += self._has_worked
                self.works = self._has_worked = True
                return found
        self.works = False
        self._retry_ms = self._clock.now_ms() + RETRY_MS
        return None

    def gain(self, gain_db: int) -> None:
        """Take another gain, from the next poll on."""
        self.chip.gain_db = gain_db
        self.works = False
        self._retry_ms = 0

    def off(self) -> None:
        """The field off."""
        self.chip.off()

    async def _pulse(self) -> None:
        self._reset.drive(False)
        await self._clock.sleep_us(RESET_PULSE_US)
        self._reset.drive(True)
        await self._clock.sleep_us(RESET_WAIT_US)
