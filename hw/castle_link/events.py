"""What a castle board tells the table, at the host's times: the values that leave the castle link."""

from dataclasses import dataclass

from hw.console.castle import CastleButton
from hw.console.press import Press
from hw.errors import HardwareError
from hw.units import Uid


@dataclass(frozen=True, slots=True)
class TagCame:
    """A tag's visit at a reader began at ``at_s``."""

    reader: int
    uid: Uid
    at_s: float


@dataclass(frozen=True, slots=True)
class TagsUnclear:
    """Something answers, but what lies there cannot be told apart."""

    reader: int
    at_s: float


@dataclass(frozen=True, slots=True)
class PanelPressed:
    """A button of the board was pressed."""

    button: CastleButton
    press: Press


@dataclass(frozen=True, slots=True)
class ReaderWorks:
    """A reader of the board works."""

    reader: int


@dataclass(frozen=True, slots=True)
class ReaderFailed:
    """A reader of the board does not do what it is told."""

    reader: int
    fault: HardwareError


@dataclass(frozen=True, slots=True)
class EventsLost:
    """So many events are lost: the board started again, or its memory was full."""

    count: int


@dataclass(frozen=True, slots=True)
class BoardThere:
    """The board can be talked with."""


@dataclass(frozen=True, slots=True)
class BoardGone:
    """The board cannot be talked with; the link looks for it for ever."""

    fault: HardwareError


BoardEvent = TagCame | TagsUnclear | PanelPressed | ReaderWorks | ReaderFailed | EventsLost | BoardThere | BoardGone
