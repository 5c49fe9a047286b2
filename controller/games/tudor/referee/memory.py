"""The referee's memory: what people have said of an action and not ended; it may be lost without harm."""

from collections.abc import Hashable, Mapping
from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from controller.games.contract.actions import Action
from controller.games.contract.ids import PieceId
from controller.games.tudor.referee.laying import Laying
from controller.games.tudor.rules.table import Seat


class Tap(Struct, frozen=True):
    """A piece was tapped, and the knob turned so far after it."""

    piece: PieceId
    turned: int = 0


class Pick(Struct, frozen=True):
    """A question was answered: its name, and the value that was taken."""

    feature: str
    value: Hashable


Said: TypeAlias = Tap | Pick


class Chosen(Struct, frozen=True):
    """What somebody chose on everybody's page, and whose yes is due, since what is behind their screens decides it.

    Attributes:
        action: of the log.
        seats: those whose screens they are.
    """

    action: Action
    seats: tuple[Seat, ...]


class Memory(Struct, frozen=True):
    """What people have said since the latest action.

    Attributes:
        said: taps and answers, in order.
        turned: detents of the knob since the latest of them.
        laying: the board that is being laid before a game.
        chosen: what waits for its owner's yes.
    """

    said: tuple[Said, ...] = ()
    turned: int = 0
    laying: Laying | None = None
    chosen: Chosen | None = None

    @property
    def so_far(self) -> tuple[Said, ...]:
        """What was said, with the detents since."""
        if self.turned and self.said and isinstance(self.said[-1], Tap):
            return (*self.said[:-1], replace(self.said[-1], turned=self.turned))
        return self.said

    @property
    def taps(self) -> tuple[Tap, ...]:
        """The pieces that were tapped."""
        return tuple(each for each in self.said if isinstance(each, Tap))

    def with_said(self, said: Said) -> "Memory":
        """One more is said; the knob begins anew."""
        return replace(self, said=(*self.so_far, said), turned=0)

    def back(self) -> "Memory":
        """The latest is taken back."""
        return replace(self, said=self.said[:-1], turned=0)


EMPTY: Final = Memory()


def picks(said: tuple[Said, ...]) -> Mapping[str, Hashable]:
    """The answers by the question's name."""
    return {each.feature: each.value for each in said if isinstance(each, Pick)}


def settle(state: Any, memory: Memory, action: Action) -> Memory:  # noqa: ARG001
    """After an accepted action nothing is begun any more."""
    return EMPTY
