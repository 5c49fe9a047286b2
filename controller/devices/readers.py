"""The readers on the machine's own SPI, and the gate: from flickering readings to passages."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from msgspec import Struct

from controller.backoff import Backoff
from controller.config import CastleSection
from controller.devices.health import DeviceHealth
from firmware.castle_node import gate as visits
from hw.bus.ports import Ports
from hw.clock import Clock
from hw.errors import HardwareError
from hw.poll import Found, PollRound, Reader
from hw.values import ReaderId, Uid

if TYPE_CHECKING:
    from hw.mfrc522.compat import PackageReader
    from hw.mfrc522.driver import Mfrc522, SharedReset


class Passage(Struct, frozen=True):
    """A tag came into the field of a reader.

    Attributes:
        uid: None if something answers but cannot be told apart: two tags on top of each other, or one at the very edge.
        at_s: the time of the reading that first saw it.
    """

    reader: ReaderId
    uid: Uid | None
    at_s: float


class Gate:
    """One reader's gate."""

    def __init__(self, reader: ReaderId) -> None:
        self.reader = reader
        self._visits = visits.Gate()

    def feed(self, cards: Found | None, at_s: float) -> list[Passage]:
        """What a poll brought, None for an empty field; call it for every poll, in the order of time."""
        now_ms = round(at_s * 1000)
        if cards is None:
            self._visits.empty(now_ms)
            return []
        uids: list[bytes] = sorted(cards.uids)
        passages = [Passage(self.reader, Uid(uid), at_s) for uid in self._visits.feed(uids, cards.garbled, now_ms)]
        if self._visits.check_unclear(uids, cards.garbled, now_ms):
            passages.append(Passage(self.reader, None, at_s))
        return passages

    def interrupt(self) -> None:
        """The reader failed: the time until its next poll says nothing about any piece."""
        self._visits.interrupt()


async def poll_reader(
    name: ReaderId,
    reader: Reader,
    clock: Clock,
    devices: DeviceHealth,
    passed: Callable[[Passage], None],
    rounds: Counter[str] | None = None,
    polls: PollRound | None = None,
) -> None:
    """Let ``reader`` take part in the round of ``polls``, for ever, or in one of its own.

    A fault of it is noted, and it is started again until it works. ``rounds`` counts polls and faults.
    """
    polls = polls or PollRound()
    rounds = Counter() if rounds is None else rounds
    gate, backoff = Gate(name), Backoff()
    is_known = False

    def found(cards: Found | None, at_s: float) -> None:
        nonlocal is_known
        rounds[name] += 1
        if cards is not None and not is_known:
            is_known = True
            devices.report_working(name)
            backoff.reset()
        for passage in gate.feed(cards, at_s):
            passed(passage)

    while True:
        try:
            await reader.start()
            await polls.poll(reader, found)
        except HardwareError as fault:
            is_known = False
            devices.report_lost(name, str(fault))
            gate.interrupt()
            rounds[name] += 1
        await clock.sleep_until(clock.now_s() + backoff.next_pause_s())


class ChipReader(Reader, Protocol):
    def off(self) -> None:
        """Switch its field off."""
        ...


class Readers:
    """Owner of the readers that are open.

    Attributes:
        castles: the castles, and the tray, whose readers are to be open.
        chips: those that are, by the castle's colour.
    """

    def __init__(self, castles: Sequence[CastleSection], ports: Ports, clock: Clock) -> None:
        self.castles = castles
        self.chips: dict[ReaderId, ChipReader] = {}
        self._ports = ports
        self._clock = clock
        self._reset_lines: dict[int, SharedReset] = {}

    def open_all(self, health: DeviceHealth) -> None:
        for castle in self.castles:
            with health.watch(castle.color):
                self.open(castle)

    def open(self, castle: CastleSection) -> ChipReader:
        """Open one castle's reader, or give the one that is open."""
        name = ReaderId(castle.color)
        if name not in self.chips:
            self.chips[name] = DRIVERS[castle.driver](self, name, castle)
        return self.chips[name]

    @property
    def sticker_readers(self) -> "Mapping[ReaderId, Mfrc522]":
        """Those that can also talk with one sticker: the ones that our driver drives."""
        from hw.mfrc522.driver import Mfrc522  # not before one is opened

        return {name: chip for name, chip in self.chips.items() if isinstance(chip, Mfrc522)}

    def open_own(self, name: ReaderId, castle: CastleSection) -> "Mfrc522":
        """An MFRC522 that our driver drives."""
        from hw.mfrc522.driver import Mfrc522  # not before one is opened

        assert castle.spi is not None
        port, line = self._ports.spi(*castle.spi), self._reset_line(castle.reset_pin)
        return Mfrc522(port, self._clock, name=name, gain_db=castle.gain_db, reset=line)

    def open_package(self, name: ReaderId, castle: CastleSection) -> "PackageReader":
        """An MFRC522 that the PyPI package drives."""
        from hw.mfrc522.compat import PackageReader  # only where the settings name it

        assert castle.spi is not None
        reset = {} if castle.reset_pin is None else {"reset_pin": castle.reset_pin}
        return PackageReader(*castle.spi, name=name, **reset)

    def _reset_line(self, pin: int | None) -> "SharedReset | None":
        """The RST line at ``pin``, high; readers that share it share the line."""
        if pin is not None and pin not in self._reset_lines:
            from hw.mfrc522.driver import reset_line  # with gpiozero: not before it is opened

            self._reset_lines[pin] = reset_line(pin, self._ports.pin_factory())
        return None if pin is None else self._reset_lines[pin]


DRIVERS: Final[Mapping[str, Callable[[Readers, ReaderId, CastleSection], ChipReader]]] = {
    "own": Readers.open_own,
    "mfrc522": Readers.open_package,
}
"""What opens a reader, by the ``driver`` of a castle."""
