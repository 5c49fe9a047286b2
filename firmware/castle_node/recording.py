"""Record what goes over the buses of the readers, for a host that compares the chips with their data sheet."""

from .ports import Bus, Clock

BYTES = 12_288
"""Most bytes of a recording, a tenth of a Pico's heap: the set-up and the first hundred polls of an empty field."""

HEAD_BYTES = 6
READ = 0x80
PIECE_BYTES = 40
"""Bytes of a `piece`, which are 80 digits of its line."""


class Recording:
    """The first messages; each has a byte for its reader, with `READ` if an answer follows, its length, and its time.

    The time has four bytes, the lowest first: microseconds since the start of the recording.
    """

    def __init__(self, clock: Clock) -> None:
        self.data = bytearray(BYTES)
        self.size = 0
        self._is_full = False
        self._clock = clock
        self._began_us = clock.ticks_us()

    def add(self, reader: int, out: bytes, us: int, into: bytes | bytearray = b"") -> None:
        """Keep a message, up to the first for which there is no room."""
        end = self.size + HEAD_BYTES + len(out) + len(into)
        if end > BYTES or self._is_full:
            self._is_full = True
            return
        head = bytes((reader | READ if into else reader, len(out)))
        self.data[self.size : end] = head + us.to_bytes(4, "little") + out + into
        self.size = end

    def now_us(self) -> int:
        """Return microseconds since the start; it wraps after 17 minutes."""
        return self._clock.ticks_us() - self._began_us & 0x3FFFFFFF


class RecordedBus(Bus):
    """A reader's bus while it is recorded."""

    def __init__(self, bus: Bus, reader: int, recording: Recording) -> None:
        self._bus = bus
        self._reader = reader
        self._recording = recording

    def transfer(self, out: bytes, into: bytearray) -> None:
        us = self._recording.now_us()
        self._bus.transfer(out, into)
        self._recording.add(self._reader, out, us, into)

    def send(self, writes: tuple[bytes, ...]) -> None:
        for out in writes:
            us = self._recording.now_us()
            self._bus.send((out,))
            self._recording.add(self._reader, out, us)
