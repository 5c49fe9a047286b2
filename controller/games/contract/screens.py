"""What the console can show."""

from msgspec import Struct

from controller.games.contract.texts import Text
from controller.secret import Secret


class TextScreen(Struct, frozen=True):
    """A title, up to four lines and a foot line on the console's screen."""

    title: Text
    lines: tuple[Text, ...] = ()
    footer: Text | None = None


class NumberScreen(Struct, frozen=True):
    """One large number with a caption; a secret one stays on the console.

    Attributes:
        link: an address that phones read as a QR code beside the number.
    """

    number: int | str | Secret
    caption: Text
    link: str | Secret | None = None


class TimerScreen(Struct, frozen=True):
    """The running hourglass: large seconds and a draining ring; the daemon knows the time."""

    caption: Text


class RowsScreen(Struct, frozen=True):
    """A title and up to four rows: a name at the left and its numbers at the right."""

    title: Text
    rows: tuple[tuple[Text, Text], ...]


class ChoiceScreen(Struct, frozen=True):
    """A title and entries, one of them chosen: a press takes it, the knob goes to the next."""

    title: Text
    entries: tuple[Text, ...]
    chosen: int


Screen = TextScreen | NumberScreen | TimerScreen | RowsScreen | ChoiceScreen
