"""What ``why`` and ``explain`` ask."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Protocol, runtime_checkable

from controller.games.contract.texts import Text


@runtime_checkable
class Narrated(Protocol):
    """A game that can be told with its numbers and the rules behind them."""

    @property
    def runs(self) -> Collection[str]:
        """The kinds of actions that come in runs: each run is one paragraph."""
        ...

    def told_in_full(self, before: Any, after: Any, events: Sequence[Any]) -> Iterable[Text]:
        """The sentences of what one action brought about; a run keeps the latest of each ``$color``."""
        ...

    def chapter(self, before: Any) -> int:
        """The round to which an action in the state ``before`` belongs; 0 is the set-up."""
        ...


@runtime_checkable
class Ruled(Protocol):
    """A game whose rules stand in its texts: ``rule-BOOK-3-4`` says rule BOOK-3.4."""

    @property
    def book(self) -> str:
        """How the ids of its rules begin."""
        ...
