"""The rules: a game's log with the state that follows from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from controller.games.contract.actions import Action
from controller.games.contract.ids import CastleId


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Attributes:
        rounds: how many were begun.
        ending: why it is over, in the game's word.
        points: what each castle is measured by.
    """

    rounds: int
    winner: CastleId
    ending: str
    points: Mapping[CastleId, int]


@dataclass(frozen=True, slots=True)
class Summary:
    """How a game stands, for the list of games and for people who come back to the table.

    Attributes:
        piles: how many tiles lie on each castle, in seat order.
        hourglass_runs: by the log; after a stop it lies all the same.
        outcome: None while the game goes on.
    """

    piles: Mapping[CastleId, int]
    hourglass_runs: bool
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Choice:
    """What a game leaves to the house, for its menu; the texts are ``menu-KEY-VALUE``.

    Attributes:
        key: its name among the options of ``Game.setup``.
        values: the usual one first.
    """

    key: str
    values: tuple[str, ...]


class Play(Protocol):
    """One game being played: the owner of its log and state."""

    @property
    def state(self) -> Any:
        """The state after the latest accepted action; None before the first."""
        ...

    @property
    def seq(self) -> int:
        """How many actions have been accepted."""
        ...

    @property
    def standing(self) -> Sequence[Any]:
        """The state after each action that was not taken back."""
        ...

    def check(self, action: Action) -> Any:
        """What ``action`` would bring about, without doing it.

        Raises:
            RefusedError: the rules do not allow it.
        """
        ...

    def accept(self, pending: Any) -> Sequence[Any]:
        """Do what ``check`` returned; gives the events."""
        ...
