"""Where a piece lies by the log."""

from typing import Literal, TypeAlias

from msgspec import Struct

from controller.games.contract.ids import PieceId
from controller.games.tudor.rules.board import Space
from controller.games.tudor.rules.state import NOBODY, State
from controller.games.tudor.rules.table import Seat

Where: TypeAlias = Literal["space", "screen", "spent", "gone", "bag", "hand", "stand"]


class Place(Struct, frozen=True):
    """Where a piece lies, with whom, and on which space."""

    where: Where
    seat: Seat = NOBODY
    space: Space = -1


def place_of(state: State, piece: PieceId) -> Place | None:
    """Where a token or a ring lies; None for what is no piece of this game.

    A ring that nobody wears is in the stand, though that may not hold it in this game.
    """
    pieces = state.table.pieces
    ring = pieces.ring_numbers.get(piece)
    if ring is not None:
        for seat, player in enumerate(state.players):
            if ring in player.unworn or ring in player.rings:
                return Place("hand", seat)
        return Place("stand")
    token = pieces.token_numbers.get(piece)
    if token is None:
        return None
    if token in state.tokens:
        return Place("space", space=state.tokens.index(token))
    for seat, player in enumerate(state.players):
        if player.tokens >> token & 1:
            return Place("screen", seat)
        if player.spent >> token & 1:
            return Place("spent", seat)
    return Place("gone" if state.gone >> token & 1 else "bag")
