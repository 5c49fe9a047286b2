"""Messages of the castle link (PROTOCOL.md): a struct for each line of a board, with fields in the line's order.

The host's lines are written word by word; `firmware/castle_node/link.py` checks them on the board.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NewType

from msgspec import Struct

from firmware import castle_node
from firmware.castle_node import link
from hw.console.panel import CastleButton, Press
from hw.errors import HardwareError
from hw.values import Uid

PROTOCOL: Final = castle_node.PROTOCOL

BoardId = NewType("BoardId", str)
"""Id of a castle board."""

BootId = NewType("BootId", str)
"""Id of a board's run from one start to the next."""

BOARD: Final = re.compile(r"[a-z0-9-]{1,24}")


class Hello(Struct, frozen=True):
    board: BoardId
    firmware: str
    protocol: int
    boot: BootId
    acked: int
    readers: int
    buttons: int
    lamps: int


class BeatBack(Struct, frozen=True):
    """Answer to a beat, with the board's time and the host's time from the beat."""

    t: int
    host_t: int
    last: int
    missed: int
    lamps: str


class Tile(Struct, frozen=True):
    n: int
    t: int
    reader: int
    uid: Uid


class Unclear(Struct, frozen=True):
    """Event: the tags in the field cannot be told apart."""

    n: int
    t: int
    reader: int


class Pressed(Struct, frozen=True):
    """Event: a press; ``t`` is when it began."""

    n: int
    t: int
    button: str
    length: str
    held_ms: int


class Works(Struct, frozen=True):
    """Event: a reader works (again)."""

    n: int
    t: int
    reader: int
    version: str


class Fails(Struct, frozen=True):
    """Event: a reader failed."""

    n: int
    t: int
    reader: int
    text: str


class BoardState(Struct, frozen=True):
    """Current state of the board."""

    t: int
    last: int
    acked: int
    missed: int
    lamps: str
    held: str
    readers: str


class Counts(Struct, frozen=True):
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


class SettingIs(Struct, frozen=True):
    name: str
    value: str


class Refused(Struct, frozen=True):
    """A rejected setting, and why."""

    name: str
    text: str


NumberedEvent = Tile | Unclear | Pressed | Works | Fails
FromBoard = Hello | BeatBack | NumberedEvent | BoardState | Counts | SettingIs | Refused

FROM_BOARD: Final[Mapping[str, type[Struct]]] = {
    "hello": Hello,
    "beat": BeatBack,
    "tile": Tile,
    "unclear": Unclear,
    "press": Pressed,
    "works": Works,
    "fault": Fails,
    "state": BoardState,
    "counts": Counts,
    "is": SettingIs,
    "no": Refused,
}


def _matching(pattern: str) -> Callable[[str], str | None]:
    compiled = re.compile(pattern)
    return lambda text: text if compiled.fullmatch(text) else None


def _uid(text: str) -> Uid | None:
    return Uid(bytes.fromhex(text)) if re.fullmatch(r"[0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20}", text) else None


def number(text: str) -> int | None:
    return int(text) if link.is_whole_number(text) else None


def _event_number(text: str) -> int | None:
    return number(text) or None  # from 1


FIELDS: Final[Mapping[str, Callable[[str], Any]]] = {
    "board": _matching(BOARD.pattern),
    "firmware": _matching(r"(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){2}"),
    "boot": _matching(r"[0-9A-F]{8}"),
    "reader": lambda text: int(text) if text in ("0", "1") else None,
    "uid": _uid,
    "button": _matching("yes|no"),
    "length": _matching("short|long"),
    "version": _matching("[0-9A-F]{2}"),
    "text": _matching(".+"),
    "name": _matching("[a-z]+"),
    "value": _matching("[^ ]+"),
    "held": _matching("[01]{2}"),
}
"""Parser of each field, which returns None for invalid text. Every other field is a number."""

_LAMPS: Final = _matching("[01b]{3}")
_READERS: Final = _matching("[01]{1,2}")


def _reader_of(kind: type, name: str) -> Callable[[str], Any]:
    if name == "lamps" and kind is not Hello:
        return _LAMPS
    if name == "readers" and kind is BoardState:
        return _READERS
    if name == "n":
        return _event_number
    return FIELDS.get(name, number)


_READ: Final = {kind: [_reader_of(kind, name) for name in kind.__struct_fields__] for kind in FROM_BOARD.values()}


def parse(line: Sequence[str]) -> Any:
    """Return a board's message; None if the line violates the protocol."""
    word, *texts = line
    kind = FROM_BOARD.get(word)
    if kind is None:
        return None
    read = _READ[kind]
    if kind in {Fails, Refused}:  # the last field may hold spaces
        texts = " ".join(texts).split(" ", len(read) - 1)
    if len(texts) != len(read):
        return None
    values = [parser(text) for parser, text in zip(read, texts, strict=True)]
    return None if None in values else kind(*values)


class Framer:
    """Write the host's lines with consecutive sequence numbers."""

    def __init__(self) -> None:
        self._sequence = 0

    def line(self, *words: object) -> bytes:
        """Return the next line: a word of PROTOCOL.md and its fields.

        Raises:
            ValueError: they do not fit into a line.
        """
        data = link.line(self._sequence, " ".join(map(str, words)))
        if len(data) > link.LINE_BYTES:
            raise ValueError(f"a line has at most {link.LINE_BYTES} bytes, not {len(data)}: {data!r}")
        self._sequence = (self._sequence + 1) % link.SEQUENCE
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


class PanelPressed(Struct, frozen=True):
    """A button of the board was pressed."""

    button: CastleButton
    press: Press


class PanelHeld(Struct, frozen=True):
    """Buttons that were down when the board was asked."""

    buttons: frozenset[CastleButton]


class ReaderWorks(Struct, frozen=True):
    reader: int


class ReaderFailed(Struct, frozen=True):
    """A reader of the board failed."""

    reader: int
    fault: HardwareError


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
    | PanelPressed
    | PanelHeld
    | ReaderWorks
    | ReaderFailed
    | EventsLost
    | BoardConnected
    | BoardDisconnected
)
