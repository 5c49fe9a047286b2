"""Requests of pages and of the hub to the game on the table; the game loop carries them out."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct

from controller.games.contract.values import Action, CastleId


class NotAvailableAtTable(LookupError):
    """This table has no such handle, castle, choice or control; the message lists those it has."""


class SubmitAction(Struct, frozen=True):
    """Submit an action of the game log.

    Attributes:
        complete: let the table draw what the action leaves to chance.
        castle: the seat that sent it; None for a page without a seat.
    """

    action: Action
    complete: bool = False
    castle: CastleId | None = None


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """Begin another game; the present one stays in the journal.

    Attributes:
        castles: castles that play, in seat order.
        options: by key; a missing one has its default.
        dealt: what people dealt themselves, by fields of the start action; the rest is drawn.
        game: name of an installed game; None for the one on the table.
        bots: castles that bots play, on a simulated table.
        levels: of bots, by castle, if the game has levels; a missing one is the usual one.
        practice: offer people to take back a move that costs them much, at a table of twins.
    """

    castles: Sequence[CastleId]
    options: Mapping[str, str] = {}
    dealt: Mapping[str, Any] = {}
    bots: Sequence[CastleId] = ()
    game: str | None = None
    levels: Mapping[CastleId, str] = {}
    practice: bool = False


class NewFixtureGame(NewGame, frozen=True, kw_only=True):
    """Begin a tournament game.

    Attributes:
        fixture: the hub's id for it, which the journal stores with the game.
    """

    fixture: str


class CorrectGame(Struct, frozen=True, forbid_unknown_fields=True):
    """Go back before a step, amend, and redo what is still legal, all or nothing.

    Attributes:
        back_to: number of the step; None for the game's own default, such as the latest count.
        amend: actions to insert there.
        by_hand: people amend at the table; after they redo the first undone action, the others follow.
    """

    back_to: int | None
    amend: Annotated[Sequence[Mapping[str, Any]], Meta(max_length=40)] = ()
    by_hand: bool = False


class ParkAndResume(Struct, frozen=True):
    """Park the present game and resume a parked one, or none if None."""

    game: int | None


GameRequest = SubmitAction | NewGame | CorrectGame | ParkAndResume
