"""The readers on the machine's own SPI, and how flickering readings become passages."""

import asyncio
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from controller import limits
from controller.backoff import Backoff
from controller.config.schema import CastleSection
from controller.devices.health import BEAMS_SUFFIX, DeviceHealth
from firmware.castle_node.beams import BeamCheck
from firmware.castle_node.visits import VisitTracker
from hw.bus.ports import I2cPort, Ports, SpiPort
from hw.castle_link.session import BEAMS_REMEDY
from hw.clock import Clock
from hw.errors import HardwareError
from hw.poll import PollResult, PollScheduler, Reader
from hw.reader_record import ReaderSettings
from hw.values import ReaderId, Uid

if TYPE_CHECKING:
    from hw.console.beams import GpioBeams
    from hw.mfrc522.driver import Mfrc522, SharedResetLine


class Passage(Struct, frozen=True):
    """A tag entered the field of a reader.

    Attributes:
        uid: None if no answer was readable: tags are stacked, or one is at the edge of the field.
        at_s: loop time of the first reading, in seconds.
        is_gone: whether a tag has gone by and was not read; then ``uid`` is None.
    """

    reader: ReaderId
    uid: Uid | None
    at_s: float
    is_gone: bool = False


class Reading(Struct, frozen=True):
    """The tags that answered a poll; ``failed``: an answer was garbled, or the reader failed."""

    at_s: float
    uids: frozenset[Uid]
    failed: bool


class PassageDetector:
    """Passages at one reader; ``beams`` are the light beams behind it, if there are any."""

    def __init__(self, reader: ReaderId, beams: BeamCheck | None = None) -> None:
        self.reader = reader
        self.beams = beams
        self._visits = VisitTracker()

    def detect_passages(self, cards: PollResult | None, at_s: float) -> list[Passage]:
        """Call this for each poll, in order of time; None is an empty field."""
        now_ms = round(at_s * 1000)
        passages: list[Passage] = []
        came: list[bytes] = []
        if cards is None:
            trouble = self._visits.feed_empty_field(now_ms)
        else:
            uids: list[bytes] = sorted(cards.uids)
            came = self._visits.feed_and_get_arrivals(uids, cards.garbled, now_ms)
            passages = [Passage(self.reader, Uid(uid), at_s) for uid in came]
            trouble = self._visits.feed_and_get_trouble(uids, cards.garbled, bool(came), now_ms)
        is_gone = trouble == "unread"
        if self.beams is not None:
            is_empty = cards is None or not (cards.uids or cards.garbled)
            is_seen = not self.beams.fault  # then the beams tell what went by unread
            is_unread = self.beams.feed_and_check_unread(len(came), is_empty, self._visits.has_any, now_ms)
            is_gone = is_unread or (is_gone and not is_seen)
        if is_gone or trouble == "unclear":
            passages.append(Passage(self.reader, None, at_s, is_gone=is_gone))
        return passages

    def note_reader_failure(self) -> None:
        """Note a failure of the reader, so that the gap until its next poll ends no visit."""
        self._visits.pause_counting_absence()


async def poll_reader(
    name: ReaderId,
    reader: Reader,
    clock: Clock,
    devices: DeviceHealth,
    passed: Callable[[Passage], None],
    rounds: Counter[str] | None = None,
    polls: PollScheduler | None = None,
    readings: deque[Reading] | None = None,
    beams: BeamCheck | None = None,
) -> None:
    """Poll ``reader`` for ever, in the round of ``polls``; restart it after a failure.

    ``rounds`` counts polls and failures; ``readings`` gets each answered poll, and each failure.
    """
    polls = polls or PollScheduler()
    readings = deque(maxlen=0) if readings is None else readings
    rounds = Counter() if rounds is None else rounds
    gate, backoff = PassageDetector(name, beams), Backoff()
    to_loop = asyncio.get_running_loop().call_soon_threadsafe
    is_known = False
    beams_fault: str | None = "unknown"

    def report_beams_change(fault: str) -> None:
        seen = f"saw {fault}, expected all three beams lit while no piece passes. {BEAMS_REMEDY}"
        devices.set_fault(name + BEAMS_SUFFIX, seen if fault else None)

    def handle_poll_result(cards: PollResult | None, at_s: float) -> None:
        nonlocal is_known, beams_fault
        rounds[name] += 1
        if cards is not None and not is_known:
            is_known = True
            devices.report_working(name)
            backoff.reset()
        if cards is not None and (cards.uids or cards.garbled):
            readings.append(Reading(at_s, cards.uids, cards.garbled))
        for passage in gate.detect_passages(cards, at_s):
            if cards is None:  # polled in a thread
                to_loop(passed, passage)
            else:
                passed(passage)
        if beams is not None and (beams.is_tested or beams.fault) and beams.fault != beams_fault:
            beams_fault = beams.fault
            to_loop(report_beams_change, beams.fault)

    while True:
        try:
            await reader.start()
            await polls.poll_until_failure(reader, handle_poll_result, name)
        except HardwareError as fault:
            is_known = False
            devices.report_lost(name, str(fault))
            readings.append(Reading(clock.now_s(), frozenset(), failed=True))
            gate.note_reader_failure()
            rounds[name] += 1
        await devices.pause_before_retry(name, clock.now_s() + backoff.pause_after_failure_s())


class ChipReader(Reader, Protocol):
    def off(self) -> None:
        """Switch the RF field off."""
        ...


class Readers:
    """The readers on the machine's own SPI; with ``turn`` only one at a time has its antenna on.

    Attributes:
        castles: the configured castles, and the tray.
        chips: the open readers, by the castle's colour.
        beams: the open light beams, by the castle's colour.
        readings: the latest readings of each gate, oldest first; of a castle board, only its passages.
    """

    def __init__(
        self, castles: Sequence[CastleSection], ports: Ports, clock: Clock, turn: asyncio.Lock | None = None
    ) -> None:
        self.castles = castles
        self.chips: dict[ReaderId, ChipReader] = {}
        self.readings: defaultdict[str, deque[Reading]] = defaultdict(lambda: deque(maxlen=limits.READINGS_KEPT))
        self.beams: dict[ReaderId, GpioBeams] = {}
        self._ports = ports
        self._clock = clock
        self._turn = turn
        self._reset_lines: dict[int, SharedResetLine] = {}

    def record_board_passage(self, passage: Passage) -> None:
        uids = frozenset[Uid]() if passage.uid is None else frozenset({passage.uid})
        self.readings[passage.reader].append(Reading(passage.at_s, uids, failed=passage.uid is None))

    def open_all(self, health: DeviceHealth) -> None:
        for castle in self.castles:
            with health.report_outcome_of(castle.color):
                self.open(castle)

    def open(self, castle: CastleSection) -> ChipReader:
        """Return a castle's reader, opened if necessary."""
        name = ReaderId(castle.color)
        if name not in self.chips:
            self.chips[name] = self._open_chip(name, castle)
        return self.chips[name]

    async def ask_questions(self, castle: CastleSection) -> None:
        """Ask an MFRC522 on the Pi how it behaves, for a recording; raise BusError if the port cannot be used."""
        self.open(castle)
        if castle.reader_chip.name == "pn532":
            return
        from hw.mfrc522.i2c import I2cReaderPort  # only while recording
        from hw.mfrc522.questions import ask_questions

        spi = None if castle.spi is None else self._ports.spi_port(*castle.spi)
        await ask_questions(spi or I2cReaderPort(self._ports.i2c_port(castle.i2c_bus or 0)), self._clock)

    def open_beams(self, castle: CastleSection) -> BeamCheck | None:
        """Return the light beams behind a reader of the Pi, None without any; raise BusError if pins are in use."""
        if castle.beam_pins is None:
            return None
        name = ReaderId(castle.color)
        if name not in self.beams:
            from hw.console.beams import GpioBeams  # slow import: gpiozero

            self.beams[name] = GpioBeams(castle.beam_pins, self._ports.pin_factory(), self._clock)
        return BeamCheck(self.beams[name])

    def close(self, name: ReaderId) -> None:
        """Switch a reader off, and open it anew when it is next used."""
        beams, chip = self.beams.pop(name, None), self.chips.pop(name, None)
        if beams is not None:
            beams.close()
        if chip is not None:
            with suppress(HardwareError):
                chip.off()

    def _open_chip(self, name: ReaderId, castle: CastleSection) -> ChipReader:
        if castle.driver != "own":
            from hw.mfrc522.compat import Mfrc522PackageReader  # only if the settings name it

            assert castle.spi is not None
            reset = {} if castle.reset_pin is None else {"reset_pin": castle.reset_pin}
            return Mfrc522PackageReader(*castle.spi, name=name, **reset)
        settings = ReaderSettings(name, self._clock, castle.gain_db, self._reset_line(castle.reset_pin), self._turn)
        port: SpiPort | I2cPort
        if castle.i2c_bus is not None:
            port = self._ports.i2c_port(castle.i2c_bus)
        else:
            assert castle.spi is not None
            port = self._ports.spi_port(*castle.spi)
        opened: ChipReader = castle.reader_chip.open(port, settings)
        return opened

    @property
    def sticker_readers(self) -> "Mapping[ReaderId, Mfrc522]":
        """The open readers with our own driver of the MFRC522, which also reads and writes a sticker's memory."""
        from hw.mfrc522.driver import Mfrc522  # not before a reader is opened

        return {name: chip for name, chip in self.chips.items() if isinstance(chip, Mfrc522)}

    def _reset_line(self, pin: int | None) -> "SharedResetLine | None":
        """Readers on one pin share it."""
        if pin is not None and pin not in self._reset_lines:
            from hw.mfrc522.driver import make_shared_reset_line  # slow import: gpiozero

            self._reset_lines[pin] = make_shared_reset_line(pin, self._ports.pin_factory())
        return None if pin is None else self._reset_lines[pin]
