"""When nothing of a game is hidden, so that its whole log may be read."""

from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class Opening(Protocol):
    """A game in which nothing is hidden from time to time; of any other the log leaves the table once it is over."""

    def lies_open(self, state: Any) -> bool:
        """Whether everybody at the table can know all that the log says up to now; ``state`` is never None.

        What was seen once is no secret any more, though it may be hidden again after an undo. Pure.
        """
        ...
