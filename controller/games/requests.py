"""What people may ask of the game on the table, beyond what its devices see."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct

from controller.games.contract.values import Action, CastleId


class UnknownPiece(LookupError):
    """A handle, castle, choice or control that this table does not have; the message says which there are."""


class Propose(Struct, frozen=True):
    """Do an action of the game log.

    Attributes:
        complete: the table draws what the action leaves to chance; else people have said what they drew.
        castle: whose seat sent it; None for everybody's page.
    """

    action: Action
    complete: bool = False
    castle: CastleId | None = None


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """Begin another game; the present one stays in the journal.

    Attributes:
        castles: who plays, in seat order.
        options: what the game leaves to the house, by its choices' keys; the usual value for what is left out.
        dealt: what people dealt themselves, by the fields of the action that starts the game; the rest is left to
            chance.
        game: which game, by the name under which it is installed; None for the one that is on the table.
        bots: castles that bots play, where hands are simulated.
    """

    castles: Sequence[CastleId]
    options: Mapping[str, str] = {}
    dealt: Mapping[str, Any] = {}
    bots: Sequence[CastleId] = ()
    game: str | None = None


class NewFixture(NewGame, frozen=True, kw_only=True):
    """Begin the game that a hub wants to be played.

    Attributes:
        fixture: what the hub calls it; the journal keeps that with the game.
    """

    fixture: str


class Correct(Struct, frozen=True, forbid_unknown_fields=True):
    """Go back before a step, amend, and do again what is still legal, all or nothing.

    Attributes:
        back_to: the step; null for the latest count.
        amend: actions of the game log that are done before the rest.
        by_hand: people amend at the table; the rest waits until they have counted anew.
    """

    back_to: int | None
    amend: Annotated[Sequence[Mapping[str, Any]], Meta(max_length=40)] = ()
    by_hand: bool = False


class TakeUp(Struct, frozen=True):
    """Go on with a parked game of the journal, None for no game; the present one is parked."""

    game: int | None


GameRequest = Propose | NewGame | Correct | TakeUp
