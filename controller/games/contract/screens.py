"""What the console can show."""

from dataclasses import dataclass

from controller.games.contract.texts import Text
from controller.secret import Secret


@dataclass(frozen=True, slots=True)
class TextScreen:
    """A title, up to four lines and a foot line on the console's screen."""

    title: Text
    lines: tuple[Text, ...] = ()
    footer: Text | None = None


@dataclass(frozen=True, slots=True)
class NumberScreen:
    """One large number with a caption; a secret one stays on the console."""

    number: int | str | Secret
    caption: Text


@dataclass(frozen=True, slots=True)
class TimerScreen:
    """The running hourglass: large seconds and a draining ring; the daemon knows the time."""

    caption: Text


@dataclass(frozen=True, slots=True)
class RowsScreen:
    """A title and up to four rows: a name at the left and its numbers at the right."""

    title: Text
    rows: tuple[tuple[Text, Text], ...]


@dataclass(frozen=True, slots=True)
class ChoiceScreen:
    """A title and entries, one of them chosen: a press takes it, the knob goes to the next."""

    title: Text
    entries: tuple[Text, ...]
    chosen: int


Screen = TextScreen | NumberScreen | TimerScreen | RowsScreen | ChoiceScreen
