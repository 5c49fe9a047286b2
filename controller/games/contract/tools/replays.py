"""What ``replay``, ``options`` and ``advise`` ask."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from controller.games.contract.ids import CastleId


@runtime_checkable
class Replayable(Protocol):
    """A game whose states are said in one way only."""

    def canonical(self, state: Any, seq: int) -> bytes:
        """The state after ``seq`` accepted actions as canonical JSON."""
        ...

    def standing(self, state: Any) -> Sequence[str]:
        """How a game stands, in some lines of English; the first goes on where ``5 accepted, 0 refused;`` was said."""
        ...


@runtime_checkable
class Offering(Protocol):
    """A game that lists what may be done."""

    def options(self, state: Any) -> Iterable[Mapping[str, Any]]:
        """What whoever is to act may do, as actions or parts of them."""
        ...

    def acting(self, state: Any) -> CastleId:
        """Who is to act, or who would be asked first."""
        ...
