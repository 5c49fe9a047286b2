"""The devices of a table that serve a game."""

from typing import Final, Literal, Protocol, get_args

from msgspec import Struct

Device = Literal["hourglass", "arrow", "gates", "tray", "panels", "knob"]
"""The hourglass is the table's own and always there; the others are wired or not. A panel is a castle's buttons."""


EVERY_DEVICE: Final[frozenset[Device]] = frozenset(get_args(Device))


class Devices(Struct, frozen=True):
    """What a game does with the devices of a table.

    Attributes:
        uses: those that mean something in it; the table offers nothing of the others.
        needs: those without which it cannot be played, by the page neither.
        for_bots: those that the hands of its bots use, if it has any (``Simulated``); bots begin nowhere without them.
        has_turns: it tells which turn is on (``Waiting.turn``), so that a house may look at its time.
    """

    uses: frozenset[Device]
    needs: frozenset[Device] = frozenset()
    for_bots: frozenset[Device] = frozenset({"gates", "knob"})
    has_turns: bool = False


class Equipped(Protocol):
    """A game that knows what serves it."""

    @property
    def devices(self) -> Devices:
        """Which devices it uses, and which it needs."""
        ...
