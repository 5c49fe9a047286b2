"""A castle board's reader: it resets a chip that fails, loses a setting or stays silent."""

from .field import FieldSearch
from .mfrc522 import GAIN_CODES, RESET_PULSE_US, RESET_WAIT_US, ChipError, Mfrc522
from .ports import Bus, Clock, ResetLine

RETRY_MS = 250
"""Pause before the next attempt to restart a failed reader."""

AUDIT_MS = 1500
"""How often to compare registers with settings; a lost setting is noticed within two seconds."""

SUSPICIOUS_SILENCE_MS = 60_000
"""How long no card may answer before a reset, which takes 16 ms. The receiver of some chips fails until RST
is pulled, while SPI still works."""

CHECK_BYTES = 2000
"""Bytes through the FIFO; enough to show a clock too fast for the wires."""

CHECK_POLLS = 3
"""Polls at each gain: a single one may miss a tag."""


class Reader:
    """One MFRC522 and its field.

    Attributes:
        works: whether it worked when last polled.
        problem: what was seen when it failed.
        recoveries: resets that brought it back.
    """

    def __init__(self, bus: Bus, reset: ResetLine, clock: Clock) -> None:
        self.chip = Mfrc522(bus, clock)
        self.works = False
        self.problem = ""
        self.recoveries = 0
        self._field = FieldSearch(self.chip)
        self._reset = reset
        self._clock = clock
        self._retry_ms = 0
        self._audit_ms = 0
        self._suspicious_ms = 0
        self._has_worked = False

    async def poll(self) -> tuple[list[bytes], bool] | None:
        """Return the UIDs in the field, and whether some were unresolved; None while the reader fails."""
        now_ms = self._clock.now_ms()
        is_suspicious = self.works and now_ms >= self._suspicious_ms
        if self.works and not is_suspicious:
            try:
                if now_ms >= self._audit_ms:
                    self.chip.check_registers()
                    self._audit_ms = now_ms + AUDIT_MS
                found = await self._field.find_cards()
            except ChipError as deaf:
                self.problem = str(deaf)
            else:
                if found[0] or found[1]:
                    self._suspicious_ms = now_ms + SUSPICIOUS_SILENCE_MS
                return found
        elif not self.works and now_ms < self._retry_ms:
            return None
        try:
            await self._reset_chip()
            await self.chip.set_up()
            found = await self._field.find_cards()
        except ChipError as deaf:
            self.problem = str(deaf)
            self.works = False
            self._retry_ms = self._clock.now_ms() + RETRY_MS
            return None
        self.recoveries += self._has_worked and not is_suspicious
        self.works = self._has_worked = True
        self._audit_ms = now_ms + AUDIT_MS
        self._suspicious_ms = now_ms + SUSPICIOUS_SILENCE_MS
        return found

    def set_gain_by_reset(self, gain_db: int) -> None:
        self.chip.gain_db = gain_db
        self.works = False
        self._retry_ms = 0

    async def check(self) -> str:
        """Test wires and range; return the fields of ``checked`` in PROTOCOL.md."""
        chip = self.chip
        set_db, needed_db = chip.gain_db, 0
        wrong = chip.count_wrong_echo_bytes(CHECK_BYTES)
        fields = f"{chip.version:02X} {chip.chip_gain_db} {wrong} {CHECK_BYTES}"
        try:
            for gain_db in sorted(GAIN_CODES) * CHECK_POLLS:
                if not needed_db or gain_db < needed_db:
                    chip.set_gain(gain_db)
                    if (await self._field.find_cards())[0]:
                        needed_db = gain_db
        except ChipError as deaf:
            self.problem = str(deaf)
        finally:
            chip.set_gain(set_db)
        counts = {None: "none", True: "byte", False: "bit"}[self._field.counts_from_byte]
        return f"{fields} {needed_db} {counts}"

    def off(self) -> None:
        self.chip.off()

    async def _reset_chip(self) -> None:
        self._reset.drive(False)
        await self._clock.sleep_us(RESET_PULSE_US)
        self._reset.drive(True)
        await self._clock.sleep_us(RESET_WAIT_US)
        await self.chip.soft_reset()
