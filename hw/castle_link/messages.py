"""Messages of the castle link (PROTOCOL.md): a struct per line of a board, its fields in the line's order.

Host lines are written word by word; `firmware/castle_node/link.py` checks them on the board.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NewType

from msgspec import Struct

from firmware import castle_node
from firmware.castle_node import link, recording
from hw.console.panel import CastleButton, Press
from hw.errors import HardwareError
from hw.values import Uid

if TYPE_CHECKING:
    from hw.mfrc522.registers import ChipVersion

PROTOCOL_VERSION: Final = castle_node.PROTOCOL_VERSION

BoardId = NewType("BoardId", str)

BootId = NewType("BootId", str)
"""Id of a board's run from one start to the next."""

MAX_READERS: Final = 2
BOARD_ID_PATTERN: Final = re.compile(r"[a-z0-9-]{1,24}")


class Hello(Struct, frozen=True):
    board: BoardId
    firmware: str
    protocol: int
    boot: BootId
    acked: int
    readers: int
    buttons: int
    lamps: int


class BeatAnswer(Struct, frozen=True):
    """Answer to a beat: ``t`` is the board's time, ``host_t`` the host's, from the beat."""

    t: int
    host_t: int
    last: int
    missed: int
    lamps: str


class TileLine(Struct, frozen=True):
    n: int
    t: int
    reader: int
    uid: Uid


class UnclearTagsLine(Struct, frozen=True):
    n: int
    t: int
    reader: int


class UnreadTagLine(Struct, frozen=True):
    n: int
    t: int
    reader: int


class PressLine(Struct, frozen=True):
    """Event: a press; ``t`` is when it began."""

    n: int
    t: int
    button: str
    length: str
    held_ms: int


class ReaderWorksLine(Struct, frozen=True):
    n: int
    t: int
    reader: int
    version: str


class ReaderFaultLine(Struct, frozen=True):
    n: int
    t: int
    reader: int
    text: str


class BeamsLine(Struct, frozen=True):
    """Event: the light beams work (``text`` is "clear"), or what is wrong with them."""

    n: int
    t: int
    text: str


class BoardState(Struct, frozen=True):
    t: int
    last: int
    acked: int
    missed: int
    lamps: str
    held: str
    readers: str


class BoardCounts(Struct, frozen=True):
    """The board's counters since its start."""

    polls: int
    reads: int
    garbled: int
    recoveries: int
    damaged: int
    lost: int
    missed: int
    choked: int
    heap_free: int
    heap_least: int
    longest_ms: int


class ReaderChecked(Struct, frozen=True):
    """Test of a board's reader: gains in dB, 0 for no tag; ``wrong`` of ``bytes`` bytes came back wrong."""

    reader: int
    version: str
    gain: int
    wrong: int
    bytes: int
    needed: int
    counts: str

    @property
    def chip(self) -> "ChipVersion":
        from hw.mfrc522.registers import ChipVersion  # only for set-up and doctor

        return ChipVersion(int(self.version, 16))

    @property
    def chip_quirks_text(self) -> str:
        """How the chip behaves where the data sheet is ambiguous, in one line."""
        from hw.mfrc522.registers import COUNTING_TEXT  # as above

        return f"counts CollPos {COUNTING_TEXT[{'byte': True, 'bit': False}.get(self.counts)]}"


class PieceLine(Struct, frozen=True):
    """Bytes of a recording from ``at`` on; it has ``size``."""

    at: int
    size: int
    data: bytes


class SettingValue(Struct, frozen=True):
    name: str
    value: str


class SettingRefused(Struct, frozen=True):
    name: str
    text: str


NumberedEvent = TileLine | UnclearTagsLine | UnreadTagLine | PressLine | ReaderWorksLine | ReaderFaultLine | BeamsLine
FromBoard = (
    Hello
    | BeatAnswer
    | NumberedEvent
    | BoardState
    | BoardCounts
    | ReaderChecked
    | PieceLine
    | SettingValue
    | SettingRefused
)

MESSAGE_TYPE_BY_WORD: Final[Mapping[str, type[Struct]]] = {
    "hello": Hello,
    "beat": BeatAnswer,
    "tile": TileLine,
    "unclear": UnclearTagsLine,
    "unread": UnreadTagLine,
    "press": PressLine,
    "works": ReaderWorksLine,
    "fault": ReaderFaultLine,
    "beams": BeamsLine,
    "state": BoardState,
    "counts": BoardCounts,
    "checked": ReaderChecked,
    "piece": PieceLine,
    "is": SettingValue,
    "no": SettingRefused,
}


def _validator_for_pattern(pattern: str) -> Callable[[str], str | None]:
    compiled = re.compile(pattern)
    return lambda text: text if compiled.fullmatch(text) else None


def _parse_uid(text: str) -> Uid | None:
    return Uid(bytes.fromhex(text)) if re.fullmatch(r"[0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20}", text) else None


def parse_whole_number(text: str) -> int | None:
    return int(text) if link.is_whole_number(text) else None


def _parse_event_number(text: str) -> int | None:
    return parse_whole_number(text) or None  # numbers start at 1


FIELD_PARSERS: Final[Mapping[str, Callable[[str], Any]]] = {
    "board": _validator_for_pattern(BOARD_ID_PATTERN.pattern),
    "firmware": _validator_for_pattern(r"(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){2}"),
    "boot": _validator_for_pattern(r"[0-9A-F]{8}"),
    "reader": lambda text: int(text) if text in ("0", "1") else None,
    "uid": _parse_uid,
    "button": _validator_for_pattern("yes|no"),
    "length": _validator_for_pattern("short|long"),
    "version": _validator_for_pattern("[0-9A-F]{2}"),
    "text": _validator_for_pattern(".+"),
    "name": _validator_for_pattern("[a-z]+"),
    "value": _validator_for_pattern("[^ ]+"),
    "counts": _validator_for_pattern("byte|bit|none"),
    "data": lambda text: bytes.fromhex(text) if re.fullmatch(r"([0-9A-F]{2}){1,40}", text) else None,
    "held": _validator_for_pattern("[01]{2}"),
}
"""Parsers by field name; they return None for invalid text. `_field_parser` knows other fields."""

_parse_lamps: Final = _validator_for_pattern("[01b]{3}")
_parse_reader_states: Final = _validator_for_pattern("[01]{1,2}")


def _field_parser(kind: type, name: str) -> Callable[[str], Any]:
    if name == "lamps" and kind is not Hello:
        return _parse_lamps
    if name == "readers" and kind is BoardState:
        return _parse_reader_states
    if name == "n":
        return _parse_event_number
    return FIELD_PARSERS.get(name, parse_whole_number)


_PARSERS_BY_TYPE: Final = {
    kind: [_field_parser(kind, name) for name in kind.__struct_fields__] for kind in MESSAGE_TYPE_BY_WORD.values()
}


def parse_line(line: Sequence[str]) -> Any:
    """Return a board's message; None if the line violates the protocol."""
    word, *texts = line
    kind = MESSAGE_TYPE_BY_WORD.get(word)
    if kind is None:
        return None
    read = _PARSERS_BY_TYPE[kind]
    if kind in {ReaderFaultLine, SettingRefused, BeamsLine}:  # the last field may hold spaces
        texts = " ".join(texts).split(" ", len(read) - 1)
    if len(texts) != len(read):
        return None
    values = [parser(text) for parser, text in zip(read, texts, strict=True)]
    return None if None in values else kind(*values)


class Framer:
    """Write the host's lines with consecutive sequence numbers."""

    def __init__(self) -> None:
        self._sequence = 0

    def format_next_line(self, *words: object) -> bytes:
        """Return the next line: a word of PROTOCOL.md and its fields; raise ValueError if they do not fit."""
        data = link.format_line(self._sequence, " ".join(map(str, words)))
        if len(data) > link.LINE_BYTES:
            raise ValueError(f"a line has at most {link.LINE_BYTES} bytes, not {len(data)}: {data!r}")
        self._sequence = (self._sequence + 1) % link.SEQUENCE_MODULUS
        return data


class TagCame(Struct, frozen=True):
    """A tag's visit at a reader began at ``at_s``."""

    reader: int
    uid: Uid
    at_s: float


class TagsUnclear(Struct, frozen=True):
    """The tags at a reader cannot be told apart."""

    reader: int
    at_s: float


class TagUnread(Struct, frozen=True):
    """A tag went by a reader and was not read."""

    reader: int
    at_s: float


class BeamsChanged(Struct, frozen=True):
    """The light beams work, or have a fault."""

    fault: HardwareError | None


class PanelPressed(Struct, frozen=True):
    button: CastleButton
    press: Press


class ButtonsHeld(Struct, frozen=True):
    """Buttons that were down when the board was asked."""

    buttons: frozenset[CastleButton]


class ReaderWorks(Struct, frozen=True):
    reader: int


class ReaderFailed(Struct, frozen=True):
    reader: int
    fault: HardwareError


class BoardRecorded(Struct, frozen=True):
    """What a board recorded of its readers since ``began_s``."""

    began_s: float
    data: bytes

    def messages(self) -> Iterator[tuple[float, int, bytes, bytes]]:
        """Yield time, reader, message and answer of each as on SPI, up to where the bytes make no sense."""
        at = 0
        while at + recording.HEAD_BYTES <= len(self.data):
            kind, length = self.data[at : at + 2]
            at_s = self.began_s + int.from_bytes(self.data[at + 2 : at + recording.HEAD_BYTES], "little") / 1e6
            middle = at + recording.HEAD_BYTES + length
            at = middle + length * (kind >= recording.READ)
            reader = kind & ~recording.READ
            if not length or at > len(self.data) or reader >= MAX_READERS:
                return
            yield at_s, reader, self.data[middle - length : middle], self.data[middle:at] or bytes(length)


class EventsLost(Struct, frozen=True):
    """Events were lost: the board restarted, or its memory was full."""

    count: int


class BoardConnected(Struct, frozen=True):
    """The board was found."""


class BoardDisconnected(Struct, frozen=True):
    """The board was lost, or not found; the link keeps looking."""

    fault: HardwareError


BoardEvent = (
    TagCame
    | TagsUnclear
    | TagUnread
    | BeamsChanged
    | PanelPressed
    | ButtonsHeld
    | ReaderWorks
    | ReaderFailed
    | ReaderChecked
    | EventsLost
    | BoardRecorded
    | BoardConnected
    | BoardDisconnected
)
