"""What the twins of readers on SPI share: cards in the field, faults of chip and wires, and counters."""

import math
from abc import abstractmethod
from collections.abc import Callable, Sequence
from enum import Enum
from random import Random
from typing import Final

from hw.bus.ports import SpiPort
from hw.iso14443.picc import Picc
from hw.mfrc522.field import AntennaField, coupling_at

NEVER: Final = math.inf

BROWN_OUT_S: Final = 10e-3
"""Assumed duration of a dip of the supply."""

LATE_MISO_BYTE_SHARE: Final = 0.005
"""Share of bytes damaged on a loaded MISO, assumed: it is noticed, but a reader can still start."""


class StuckMiso(Enum):
    LOW = 0x00
    HIGH = 0xFF


class ReaderMistake(Enum):
    """A wire of the module that leads nowhere or to a wrong place; nothing drives MISO then, and it reads as low."""

    NO_SUPPLY = "3.3 V or ground is missing"
    RESET_LOW = "RST lies at ground, or leads nowhere"
    MISO_OPEN = "MISO leads nowhere"
    MISO_AT_MOSI = "MISO and MOSI are exchanged"
    OTHER_SELECT = "its chip select is on another pin"


class ResetPin:
    """The chip's NRSTPD pin: low powers it down, a rising edge resets it (8.8)."""

    def __init__(self, twin: "ReaderTwin") -> None:
        self._twin = twin

    def on(self) -> None:
        self._twin.power_up()

    def off(self) -> None:
        self._twin.power_down()

    def follow_level(self, level: float) -> None:
        if level:
            self.on()
        else:
            self.off()


class ReaderTwin(SpiPort):
    """A chip and its antenna: an SPI port on one side, a field for PICCs on the other.

    Attributes:
        transfers: SPI transfers so far.
        messages: messages of transfers so far; a Pi makes one system call per message.
        byte_count: bytes clocked on SPI so far.
        airtime_s: time spent sending, waiting and receiving.
        exchanges: frames sent.
        guard_violations: frames sent sooner than ISO/IEC 14443-3 allows (field on, between requests, after an answer).
        field: the cards, and what disturbs them.
        reset_pin: NRSTPD.
        spi_hz: its SPI clock.
        lag_s: fault: extra delay of each exchange.
        parallel: mistake: another reader that is on the same chip select; both drive MISO over their diodes.
    """

    def __init__(self, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self.transfers = 0
        self.messages = 0
        self.byte_count = 0
        self.airtime_s = 0.0
        self.exchanges = 0
        self.guard_violations = 0
        self.field = AntennaField()
        self.reset_pin = ResetPin(self)
        self.lag_s = 0.0
        self.spi_hz = 4_000_000
        self._sound_to_hz: int | None = None
        self._loss = Random(2)  # noqa: S311  # no secret
        self._stuck_miso: StuckMiso | None = None
        self._mistake: ReaderMistake | None = None
        self._parallel: ReaderTwin | None = None
        self._hung = self._deaf = False
        self._at_s = self._weak_until_s = -NEVER
        self._awake_s = self._next_s = NEVER

    @abstractmethod
    def _reset_chip(self) -> None:
        """Reset as after power-up; the field collapses. Set ``_awake_s`` and call `_update_spi_disturbed`."""

    @abstractmethod
    def _process_events_until(self, now_s: float) -> None:
        """Let the chip do what it does by itself; set ``_next_s``."""

    @abstractmethod
    def _transfer_undisturbed(self, data: bytes) -> bytes:
        """Take an SPI frame; return its answer."""

    # The field

    @property
    def rf_on(self) -> bool:
        self._advance_to_now()
        return self.field.on_since_s < NEVER

    @property
    def irq_level(self) -> bool:
        """Level of the pin IRQ; high while it is inactive."""
        return True

    @property
    def next_event_s(self) -> float:
        """When the chip changes its registers next by itself; infinity if it does not."""
        return self._next_s

    def enter(self, picc: Picc, coupling: float = 1.0) -> None:
        """Bring a card near or move it: coupling 1 is on the antenna, 0.1 the edge of its range."""
        self.field.enter(picc, coupling, self._advance_to_now())

    def move(self, picc: Picc, aside_mm: float, above_mm: float) -> None:
        """Bring a flat card near, or move it; two of them on each other detune each other."""
        self.field.places[picc] = (aside_mm, above_mm)
        self.enter(picc, coupling_at(above_mm, aside_mm))

    def leave(self, picc: Picc) -> None:
        """Take a card away, possibly in mid-frame; raise KeyError if it is not there."""
        self.field.leave(picc, self._advance_to_now())

    @property
    def piccs(self) -> tuple[Picc, ...]:
        return self.field.piccs

    # Faults

    def stick_miso(self, level: StuckMiso | None) -> None:
        """Make MISO stick at a level, or repair it (None); the chip works on."""
        self._stuck_miso = level
        self._update_spi_disturbed()

    @property
    def mistake(self) -> ReaderMistake | None:
        return self._mistake

    @mistake.setter
    def mistake(self, mistake: ReaderMistake | None) -> None:
        self._advance_to_now()
        self._mistake = mistake
        self._reset_chip()
        self._update_spi_disturbed()

    @property
    def is_lamp_lit(self) -> bool:
        """Whether the module's red lamp is lit: it has its supply."""
        return self._mistake is not ReaderMistake.NO_SUPPLY

    @property
    def is_reset_high(self) -> bool:
        """Whether a voltmeter at the module's RST shows 3.3 V."""
        return self._mistake not in {ReaderMistake.NO_SUPPLY, ReaderMistake.RESET_LOW}

    @property
    def parallel(self) -> "ReaderTwin | None":
        return self._parallel

    @parallel.setter
    def parallel(self, other: "ReaderTwin | None") -> None:
        self._parallel = other
        self._update_spi_disturbed()

    def transfer_at_other_select(self, data: bytes) -> bytes:
        """Take an SPI frame at the chip select where the chip really is."""
        self._advance_to_now()
        return self._transfer_undisturbed(data)

    def delay_miso_above(self, sound_to_hz: int | None) -> None:
        """Delay MISO by a load: above ``sound_to_hz`` a 1 may be late and read as 0. None repairs it.

        Users report 82h for 92h (miguelbalboa/rfid#191).
        """
        self._sound_to_hz = sound_to_hz
        self._update_spi_disturbed()

    def hang(self) -> None:
        """Hang the chip until a reset by pin or power."""
        self._advance_to_now()
        self._hung = True
        self._update_spi_disturbed()

    def go_deaf(self) -> None:
        """Disable the receiver alone, until NRSTPD or the supply resets the chip.

        Users report this fault (miguelbalboa/rfid#540); SoftReset does not help.
        """
        self._advance_to_now()
        self._deaf = True

    def repair_receiver(self) -> None:
        self._advance_to_now()
        self._deaf = False

    def brown_out(self, lasts_s: float = BROWN_OUT_S) -> None:
        """Reset registers and field, as in a dip of the supply; during the dip the chip answers but keeps no write."""
        self._advance_to_now()
        self._weak_until_s = self._at_s + lasts_s
        self._reset_chip()

    def power_down(self) -> None:
        self._advance_to_now()
        self._reset_chip()
        self._awake_s = NEVER
        self._update_spi_disturbed()

    def power_up(self) -> None:
        self._advance_to_now()
        self._hung = self._deaf = False
        self._reset_chip()

    def _update_spi_disturbed(self) -> None:
        self._late_miso = self._sound_to_hz is not None and self.spi_hz > self._sound_to_hz
        is_silent = self._hung or self._stuck_miso is not None or self._at_s < self._awake_s
        is_silent = is_silent or self._mistake is not None or self._parallel is not None
        self.disturbed = is_silent or self._late_miso or self._at_s < self._weak_until_s

    # The SPI side

    def transfer(self, data: bytes) -> bytes:
        """Take an SPI frame: address byte, then data (write) or further addresses (read), 8.1.2."""
        return self.transfer_many((data,))[0]

    def transfer_many(self, transfers: Sequence[bytes]) -> Sequence[bytes]:
        self.messages += 1
        self.transfers += len(transfers)
        self.byte_count += sum(map(len, transfers))
        self._at_s = now_s = self._now_s()
        if now_s >= self._next_s:
            self._process_events_until(now_s)
        return [
            self._transfer_disturbed(data) if self.disturbed else self._transfer_undisturbed(data) for data in transfers
        ]

    def _transfer_disturbed(self, data: bytes) -> bytes:
        self._update_spi_disturbed()
        if self._mistake is not None:
            return bytes(len(data))
        is_lost = self._at_s < self._weak_until_s and not data[0] & 0x80
        is_silent = self._hung or self._at_s < self._awake_s
        answer = bytes(len(data)) if is_lost or is_silent else self._transfer_undisturbed(data)
        if self._parallel is not None:
            other = self._parallel.transfer_at_other_select(data)
            answer = bytes(one | two for one, two in zip(answer, other, strict=True))
        if self._late_miso:
            answer = bytes(self._corrupt_miso(byte) for byte in answer)
        return answer if self._stuck_miso is None else bytes((self._stuck_miso.value,)) * len(data)

    def _corrupt_miso(self, byte: int) -> int:
        return byte & ~(1 << self._loss.randrange(8)) if self._loss.random() < LATE_MISO_BYTE_SHARE else byte

    def _advance_to_now(self) -> float:
        self._at_s = now_s = self._now_s()
        self._process_events_until(now_s)
        return now_s
