"""What a castle board tells the table, at the host's times: the values that leave the castle link."""

from msgspec import Struct

from hw.console.castle import CastleButton
from hw.console.press import Press
from hw.errors import HardwareError
from hw.values import Uid


class TagCame(Struct, frozen=True):
    """A tag's visit at a reader began at ``at_s``."""

    reader: int
    uid: Uid
    at_s: float


class TagsUnclear(Struct, frozen=True):
    """Something answers, but what lies there cannot be told apart."""

    reader: int
    at_s: float


class PanelPressed(Struct, frozen=True):
    """A button of the board was pressed."""

    button: CastleButton
    press: Press


class PanelHeld(Struct, frozen=True):
    """These buttons of the board were down when it was asked."""

    buttons: frozenset[CastleButton]


class ReaderWorks(Struct, frozen=True):
    reader: int


class ReaderFailed(Struct, frozen=True):
    """A reader of the board does not do what it is told."""

    reader: int
    fault: HardwareError


class EventsLost(Struct, frozen=True):
    """So many events are lost: the board started again, or its memory was full."""

    count: int


class BoardThere(Struct, frozen=True):
    """The board can be talked with."""


class BoardGone(Struct, frozen=True):
    """The board cannot be talked with; the link looks for it for ever."""

    fault: HardwareError


BoardEvent = (
    TagCame | TagsUnclear | PanelPressed | PanelHeld | ReaderWorks | ReaderFailed | EventsLost | BoardThere | BoardGone
)
