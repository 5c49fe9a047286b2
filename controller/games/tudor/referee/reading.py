"""A reading: what the table makes of all that people have said so far."""

from typing import TypeAlias

from msgspec import Struct

from controller.games.tudor.referee.narrowing import Question
from controller.games.tudor.rules.board import Path, Space
from controller.games.tudor.rules.moves import Activate, Move
from controller.games.tudor.rules.state import Hand
from controller.games.tudor.rules.table import Faction, RingNumber, Token


class Told(Struct, frozen=True):
    """What of an action is known: for the screen.

    Attributes:
        what: the letter, or the name of the action; empty while it is open.
        origin: where the courtier comes from; None while that is open.
        path: the spaces, or those of the tokens tapped so far.
        cards: those that are paid.
        rings: those that were tapped.
        spent: the tokens that are spent.
    """

    what: str = ""
    origin: Space | None = None
    path: Path = ()
    cards: tuple[Faction, ...] = ()
    rings: tuple[RingNumber, ...] = ()
    spent: tuple[Token, ...] = ()


class Asked(Struct, frozen=True):
    """One question is open."""

    question: Question
    told: Told = Told()


class Offered(Struct, frozen=True):
    """One thing is left: a yes does these moves, one after the other."""

    moves: tuple[Move, ...]
    told: Told = Told()


class Awaited(Struct, frozen=True):
    """Something is to be tapped: ``path``, ``rings``, ``tokens`` of the board, ``spent`` tokens, ``ring``, ``draw``."""

    what: str
    told: Told = Told()


class Laid(Struct, frozen=True):
    """A hand is being laid.

    Attributes:
        hand: the rings that have their places.
        left: those that have none yet.
        fingers: where the latest of them may lie, by the detents after it.
        taken: the ring that came for an office, if one did.
        done: what a yes does; None while two or more rings are left.
    """

    hand: Hand
    left: tuple[RingNumber, ...]
    fingers: tuple[int, ...] = ()
    taken: RingNumber | None = None
    done: Move | None = None


class Stuck(Struct, frozen=True):
    """Nothing legal fits what was said."""


Reading: TypeAlias = Asked | Offered | Awaited | Laid | Stuck

Begun: TypeAlias = Activate | None
"""The figure that is activated with an action, if none is yet."""
