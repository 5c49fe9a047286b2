"""What ``screens`` asks: one of each screen that a game brings to the console, with the longest words that it has."""

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from msgspec import Struct

from controller.games.contract.corrections import Move
from controller.games.contract.effects import Complain
from controller.games.contract.screens import Screen
from controller.games.contract.texts import Text


class ComplaintBeside(Struct, frozen=True):
    """A complaint that leaves room on the screen for what several people are reading (``Waiting.beside``)."""

    complaint: Complain
    beside: tuple[Text, ...]


Sample = Screen | Complain | ComplaintBeside


class Samples(Struct, frozen=True):
    """What a game may bring to the console, with the largest numbers that can stand there.

    Attributes:
        screens: each by a name of its own.
        moves: each kind of piece and way that may be to be moved after a correction.
        compared: the most that people compare when they come back, as ``Summary.compare``.
    """

    screens: Sequence[tuple[str, Sample]]
    moves: Sequence[Move] = ()
    compared: tuple[Text, ...] = ()


@runtime_checkable
class Sampled(Protocol):
    """A game that shows all its screens."""

    def words(self) -> Sequence[Mapping[str, Text]]:
        """Families of words that change places in screens, such as colours: what each is called, and how it is said."""
        ...

    def samples(self, *words: str) -> Samples:
        """All screens with these words, one of each family."""
        ...
