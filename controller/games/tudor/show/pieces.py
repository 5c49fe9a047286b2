"""The pieces as they lie on a table that is drawn, and which of them may be looked at."""

from collections.abc import Mapping
from functools import lru_cache

from controller.games.contract.actions import RefusedError
from controller.games.contract.hands import LyingPiece
from controller.games.contract.ids import CastleId, PieceId
from controller.games.contract.texts import Text
from controller.games.tudor.referee.places import Place, place_of
from controller.games.tudor.rules.state import State
from controller.games.tudor.rules.table import Pieces, Table

OPEN = frozenset({"space", "spent", "hand", "stand"})
"""Where everybody sees a piece; behind which screen another lies, and whether it left the game, nobody is told."""


def lying(state: State) -> tuple[LyingPiece, ...]:
    """All tokens, then all rings.

    ``where`` is ``space-A1``, ``spent``, ``hand``, ``stand``, ``bag``, or ``hidden`` for what is behind any screen or
    has left the game.
    """
    pieces = state.table.pieces
    places = [(piece, place_of(state, piece)) for piece in (*pieces.tokens, *pieces.rings)]
    return tuple(_lying(state, piece, place) for piece, place in places if place is not None)


def lying_open(state: State) -> tuple[PieceId, ...]:
    """The pieces whose faces everybody sees."""
    return tuple(piece.piece for piece in lying(state) if piece.face is not None)


def looked_at(state: State, piece: PieceId) -> Mapping[str, str | int]:
    """The face of a piece for the hand that lifts it; one out of the bag is drawn blindly.

    Raises:
        RefusedError: it may not be looked at now.
    """
    place = place_of(state, piece)
    if place is None or place.where not in OPEN:
        raise RefusedError("TU-7.11", "It lies face down.", Text("tudor-lift"))
    return face(state.table, piece)


def face(table: Table, piece: PieceId) -> Mapping[str, str | int]:
    """The faction of a token or ring."""
    return {"faction": table.names[_factions(table.pieces)[piece]]}


def _lying(state: State, piece: PieceId, place: Place) -> LyingPiece:
    if place.where not in OPEN:
        return LyingPiece(piece, "bag" if place.where == "bag" else "hidden", None, None)
    where = f"space-{state.table.board.names[place.space]}" if place.where == "space" else place.where
    castle = CastleId(state.table.gates[place.seat]) if place.where in {"hand", "spent"} else None
    return LyingPiece(piece, where, castle, face(state.table, piece))


@lru_cache(maxsize=4)
def _factions(pieces: Pieces) -> Mapping[PieceId, int]:
    tokens = zip(pieces.tokens, pieces.token_factions, strict=True)
    return {**dict(tokens), **dict(zip(pieces.rings, pieces.ring_factions, strict=True))}
