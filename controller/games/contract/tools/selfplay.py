"""What ``selfplay`` asks: bots that play whole games, rules only."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

Counts = Mapping[str, int]
"""What came of games, by words that only the game understands; those of several games are added."""


class BrokenGame(Exception):
    """The engine broke one of its promises.

    Attributes:
        fault: what does not hold, in words.
        actions: the log that leads there.
    """

    def __init__(self, fault: str, actions: Sequence[Any]) -> None:
        super().__init__(fault, actions)
        self.fault = fault
        self.actions = tuple(actions)

    def __str__(self) -> str:
        return f"after action {len(self.actions)}: {self.fault}"


class HowToPlay(Struct, frozen=True):
    """What game is played.

    Attributes:
        options: a value for each of the game's choices.
        edition: as a log carries it; None for the shipped one.
        bot: which of the bots moves for everybody.
        check: assert what the game promises after each action.
    """

    players: int
    options: Mapping[str, str]
    edition: Mapping[str, Any] | None
    bot: str
    check: bool


class Played(Struct, frozen=True):
    """A game that was played to its end: its log as JSON values, and what came of it."""

    log: Sequence[Mapping[str, Any]]
    counts: Counts


@runtime_checkable
class SelfPlaying(Protocol):
    """A game with bots that need no table."""

    @property
    def bots(self) -> Sequence[str]:
        """Their names, the usual one first."""
        ...

    def played(self, how: HowToPlay, random: Random) -> Played:
        """Let bots play a game; the same chance gives the same game.

        Raises:
            BrokenGame: a check failed.
        """
        ...

    def heading(self, how: HowToPlay) -> str:
        """What was played, such as ``classic, map tracked``."""
        ...

    def rows(self, how: HowToPlay, games: int, counts: Counts) -> Sequence[tuple[str, str]]:
        """What came of so many games: a name and a figure each."""
        ...

    def checked(self, counts: Counts) -> str:
        """What was checked, in a sentence."""
        ...
