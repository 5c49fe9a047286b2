"""The readers on the machine's own SPI, and the gate: from flickering readings to pieces that passed."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from msgspec import Struct, field

from controller.config import CastleSection
from controller.devices.health import DeviceHealth
from controller.growing_pause import Backoff
from hw.bus.ports import Ports
from hw.clock import Clock
from hw.errors import HardwareError
from hw.poll import Found, PollRound, Reader
from hw.values import ReaderId, TagReading, Uid
from hw.visits import Visits

if TYPE_CHECKING:
    from hw.mfrc522.compat import PackageReader
    from hw.mfrc522.driver import Mfrc522, SharedReset


class PiecePassed(Struct, frozen=True):
    """A taught piece came into the field of a reader; ``at_s`` is the time of the reading that first saw it."""

    reader: ReaderId
    piece: str
    at_s: float


class UnknownTag(Struct, frozen=True):
    """A tag that was never taught came into the field."""

    reader: ReaderId
    uid: Uid
    at_s: float


class TagsUnresolved(Struct, frozen=True):
    """Something answers but cannot be told apart: two tags on top of each other, or one at the very edge."""

    reader: ReaderId
    at_s: float


Passage = PiecePassed | UnknownTag | TagsUnresolved


class TaughtTags(Protocol):
    """What knows the taught stickers."""

    def piece(self, uid: Uid) -> str | None:
        """The piece that carries ``uid``, or None when it was never taught."""
        ...


class Gate(Struct):
    """One reader's gate: its visits, and which piece each tag is under."""

    reader: ReaderId
    book: TaughtTags
    visits: Visits = field(default_factory=Visits)

    def feed(self, reading: TagReading) -> list[Passage]:
        """What a poll brought; for all in the order of time, unless ``visits.saw_nothing`` was told of it."""
        uids, at_s, garbled = reading.uids, reading.at_s, reading.garbled
        passages = [self.came(uid, at_s) for uid in self.visits.came(uids, at_s, garbled=garbled)]
        if self.visits.unresolved(uids, at_s, garbled=garbled):
            passages.append(TagsUnresolved(self.reader, at_s))
        return passages

    def came(self, uid: Uid, at_s: float) -> Passage:
        """What it means that a tag's visit began; a castle board tells visits, not polls."""
        piece = self.book.piece(uid)
        return UnknownTag(self.reader, uid, at_s) if piece is None else PiecePassed(self.reader, piece, at_s)

    def interrupted(self) -> None:
        """The reader failed: the time until its next poll says nothing about any piece."""
        self.visits.interrupted()


PIECES: Final = "tiles"
UNKNOWN: Final = "unknown"
UNCLEAR: Final = "unclear"
LOST: Final = "lost"


class DeviceCounts:
    def __init__(self) -> None:
        self._counts: dict[str, Counter[str]] = defaultdict(Counter)

    def passed(self, passage: Passage) -> None:
        match passage:
            case PiecePassed():
                what = PIECES
            case UnknownTag():
                what = UNKNOWN
            case _:
                what = UNCLEAR
        self._counts[passage.reader][what] += 1

    def lost(self, device: str) -> None:
        self._counts[device][LOST] += 1

    def of(self, device: str) -> dict[str, int]:
        """What was counted of a device, by ``PIECES``, ``UNKNOWN``, ``UNCLEAR``, ``LOST``."""
        return dict(self._counts[device])


async def sense(
    name: ReaderId,
    reader: Reader,
    gate: Gate,
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
    saw_nothing = gate.visits.saw_nothing
    backoff = Backoff()
    is_known = False

    def found(cards: Found | None, at_s: float) -> None:
        nonlocal is_known
        rounds[name] += 1
        if cards is None:
            saw_nothing(at_s)
            return
        if not is_known:
            is_known = True
            devices.works(name)
            backoff.worked()
        for passage in gate.feed(TagReading(name, cards.uids, at_s, cards.garbled)):
            passed(passage)

    while True:
        try:
            await reader.start()
            await polls.poll(reader, found)
        except HardwareError as fault:
            is_known = False
            devices.lost(name, str(fault))
            gate.interrupted()
            rounds[name] += 1
        await clock.sleep_until(clock.now_s() + backoff.after_failure_s())


class Readers:
    """Owner of the readers that are open.

    Attributes:
        castles: the castles, and the tray, whose readers are to be open.
        chips: those that are, by the castle's colour.
    """

    def __init__(self, castles: Sequence[CastleSection], ports: Ports, clock: Clock) -> None:
        self.castles = castles
        self.chips: dict[ReaderId, Mfrc522 | PackageReader] = {}
        self._ports = ports
        self._clock = clock
        self._reset_lines: dict[int, SharedReset] = {}

    def open_all(self, health: DeviceHealth) -> None:
        for castle in self.castles:
            with health.watch(castle.color):
                self.open(castle)

    def open(self, castle: CastleSection) -> "Mfrc522 | PackageReader":
        """Open one castle's reader, or give the one that is open.

        Raises:
            HardwareError: its bus cannot be had.
        """
        name = ReaderId(castle.color)
        if name not in self.chips:
            self.chips[name] = self._reader(name, castle)
        return self.chips[name]

    @property
    def for_stickers(self) -> "Mapping[ReaderId, Mfrc522]":
        """Those that can also talk with one sticker: the ones that our driver drives."""
        from hw.mfrc522.driver import Mfrc522  # noqa: PLC0415  # not before one is opened

        return {name: chip for name, chip in self.chips.items() if isinstance(chip, Mfrc522)}

    def _reader(self, name: ReaderId, castle: CastleSection) -> "Mfrc522 | PackageReader":
        assert castle.spi is not None
        if castle.driver == "mfrc522":
            from hw.mfrc522.compat import PackageReader  # noqa: PLC0415  # only where the settings name it

            reset = {} if castle.reset_pin is None else {"reset_pin": castle.reset_pin}
            return PackageReader(*castle.spi, name=name, **reset)
        from hw.mfrc522.driver import Mfrc522  # noqa: PLC0415  # not before one is opened

        port, line = self._ports.spi(*castle.spi), self._reset_line(castle.reset_pin)
        return Mfrc522(port, self._clock, name=name, gain_db=castle.gain_db, reset=line)

    def _reset_line(self, pin: int | None) -> "SharedReset | None":
        """The RST line at ``pin``, high; readers that share it share the line."""
        if pin is not None and pin not in self._reset_lines:
            from hw.mfrc522.reset import reset_line  # noqa: PLC0415  # with gpiozero: not before it is opened

            self._reset_lines[pin] = reset_line(pin, self._ports.pin_factory())
        return None if pin is None else self._reset_lines[pin]
