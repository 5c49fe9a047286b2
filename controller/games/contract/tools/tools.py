"""Protocols for commands: self-play, stories, replay, sample screens, descriptions of actions."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from controller.games.contract.effects import Complain, Screen
from controller.games.contract.rules import Move
from controller.games.contract.values import CastleId, Text

Counts = Mapping[str, int]
"""Results by keys of the game's choice, added up over several games."""


class BrokenGame(Exception):
    """A check of the engine failed: ``fault`` is what is wrong, ``actions`` the log up to it."""

    def __init__(self, fault: str, actions: Sequence[Any]) -> None:
        super().__init__(fault, actions)
        self.fault = fault
        self.actions = tuple(actions)

    def __str__(self) -> str:
        return f"after action {len(self.actions)}: {self.fault}"


class HowToPlay(Struct, frozen=True):
    """How to set up a game for bots.

    Attributes:
        options: a value for each of the game's choices.
        edition: as in a log; None for the shipped one.
        bot: name of the bot that moves for all players.
        check: check the game's invariants after each action.
    """

    players: int
    options: Mapping[str, str]
    edition: Mapping[str, Any] | None
    bot: str
    check: bool


class Played(Struct, frozen=True):
    """A game played to its end: results, and the log as JSON values, readable once."""

    log: Iterable[Mapping[str, Any]]
    counts: Counts


@runtime_checkable
class SelfPlaying(Protocol):
    """A game with bots that need no table."""

    @property
    def bots(self) -> Sequence[str]:
        """Names of the bots, the usual one first."""

    def played(self, how: HowToPlay, random: Random) -> Played:
        """Let bots play a game, reproducible by ``random``; raise BrokenGame if a check fails."""

    def heading(self, how: HowToPlay) -> str:
        """Return what was played, such as ``classic, map tracked``."""

    def rows(self, how: HowToPlay, games: int, counts: Counts) -> Sequence[tuple[str, str]]:
        """Return the results of ``games`` games as (name, figure)."""

    def checked(self, counts: Counts) -> str:
        """Return what was checked, in a sentence."""


@runtime_checkable
class Narrated(Protocol):
    """A game that can be told as a story, with its numbers and rules."""

    @property
    def runs(self) -> Collection[str]:
        """Kinds of actions that come in runs; a run becomes one paragraph of the story."""

    def full_story(self, before: Any, after: Any, events: Sequence[Any]) -> Iterable[Text]:
        """Return the sentences about an action; of a run, the story keeps only the latest of each ``$color``."""

    def chapter(self, before: Any) -> int:
        """Return the round of an action in the state ``before``; 0 for the set-up."""


@runtime_checkable
class Ruled(Protocol):
    """A game whose texts contain its rules: ``rule-BOOK-3-4`` is rule BOOK-3.4."""

    @property
    def book(self) -> str:
        """Prefix of its rule ids."""


@runtime_checkable
class Replayable(Protocol):
    """A game whose states have a canonical form."""

    def canonical(self, state: Any, seq: int) -> bytes:
        """Return the state after ``seq`` accepted actions as canonical JSON."""

    def standing(self, state: Any) -> Sequence[str]:
        """Return how a game stands, in lines of English; the first continues ``5 accepted, 0 refused;``."""


@runtime_checkable
class Offering(Protocol):
    """A game that lists the possible actions."""

    def options(self, state: Any) -> Iterable[Mapping[str, Any]]:
        """Return the acting player's options, as actions or parts of them."""

    def acting(self, state: Any) -> CastleId:
        """Return the castle to act, or the one to ask first."""


class ComplaintBeside(Struct, frozen=True):
    """A complaint shown together with ``Waiting.beside``."""

    complaint: Complain
    beside: tuple[Text, ...]


Sample = Screen | Complain | ComplaintBeside


class Samples(Struct, frozen=True):
    """Samples of a game's screens, with the largest possible numbers.

    Attributes:
        screens: samples by name.
        moves: each kind of move that a correction may ask for.
        compared: the longest ``Summary.compare``.
    """

    screens: Sequence[tuple[str, Sample]]
    moves: Sequence[Move] = ()
    compared: tuple[Text, ...] = ()


@runtime_checkable
class Sampled(Protocol):
    """A game that can show samples of all its screens."""

    def words(self) -> Sequence[Mapping[str, Text]]:
        """Return families of interchangeable words in screens, such as colours, by name."""

    def samples(self, *words: str) -> Samples:
        """Return all screens with these words, one of each family."""


@runtime_checkable
class Worded(Protocol):
    """A game that describes the fields of its actions."""

    def kinds(self) -> Mapping[str, Sequence[type[Struct]]]:
        """Return types with the fields of actions, by kind of action (its ``do``)."""


@runtime_checkable
class Tooled(Protocol):
    """A game with tools for the terminal."""

    def tools(self) -> object:
        """Return an object with the protocols of ``contract.tools`` that the game supports."""
