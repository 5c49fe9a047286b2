"""The tiles as they lie on a table that is drawn, and which of them may be looked at."""

from collections.abc import Mapping

from controller.games.contract.hands import LyingPiece
from controller.games.contract.ids import CastleId, PieceId
from controller.games.tumult_royale.box.words import Seat
from controller.games.tumult_royale.rules.pool import TileSet
from controller.games.tumult_royale.rules.refusal import Refusal
from controller.games.tumult_royale.rules.state import Coronation, Over, Placing, Robbing, Sentiment, State


def lying(state: State) -> tuple[LyingPiece, ...]:
    """All tiles in play; those that lie open with their faces (TR-2.6)."""
    is_open = tiles_lie_open(state)
    pieces = []
    for bit, tile in enumerate(state.table.pool.tiles):
        where, castle = _place(state, 1 << bit)
        face = _face(state, 1 << bit) if is_open and where != "aside" else None
        pieces.append(LyingPiece(tile.id, where, castle, face))
    return tuple(pieces)


def lying_open(state: State) -> tuple[PieceId, ...]:
    """The tiles whose faces everybody sees."""
    return tuple(piece.piece for piece in lying(state) if piece.face is not None)


def looked_at(state: State, piece: PieceId) -> Mapping[str, str | int]:
    """The face of a tile for the hand that lifts it: the people's while the hourglass runs (TR-2.3), or open ones.

    Raises:
        Refusal: it may not be looked at now.
    """
    bit = state.table.pool.bits[piece]
    robbing = isinstance(state.phase, Robbing) and bool(state.people & bit)
    if not robbing and not (tiles_lie_open(state) and not state.set_aside & bit):
        raise Refusal("TR-2.3", "lift")
    return _face(state, bit)


def tiles_lie_open(state: State) -> bool:
    """Whether all tiles but those set aside have been turned up (TR-2.6), until the round ends."""
    match state.phase:
        case Sentiment():
            return state.table.variant == "gambler"
        case phase:
            return isinstance(phase, Placing | Coronation | Over)


def all_is_known(state: State) -> bool:
    """Whether from what lies open follows where each tile lies: all whose faces nobody sees lie at one place.

    Those are the tiles set aside, when the others have been turned up (TR-2.6), or all tiles with the people.
    """
    return tiles_lie_open(state) or state.people == state.table.pool.all


def place_of(state: State, tile: TileSet) -> str:
    """Whose it is, a castle's by its name; ``aside`` or ``people``."""
    where, castle = _place(state, tile)
    return where if castle is None else castle


def _place(state: State, tile: TileSet) -> tuple[str, CastleId | None]:
    for seat, player in enumerate(state.players):
        if player.castle & tile:
            return "castle", CastleId(state.color(Seat(seat)))
    return ("aside" if state.set_aside & tile else "people"), None


def _face(state: State, tile: TileSet) -> Mapping[str, str | int]:
    printed = state.table.pool.tiles[tile.bit_length() - 1]
    return {"commodity": printed.commodity, "value": printed.value}
