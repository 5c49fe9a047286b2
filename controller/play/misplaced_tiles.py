"""Where tiles lie after a correction: the log goes back at once, tiles do so only by hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from controller.games.contract.corrections import Move
from controller.games.contract.game import Game
from controller.games.contract.ids import CastleId, PieceId


class MisplacedTiles:
    """Owner of what lies elsewhere than the log has it, until people have put it right; lost without harm."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._elsewhere: dict[PieceId, str] = {}
        self._seen: frozenset[PieceId] = frozenset()

    def to_move(self, state: Any) -> tuple[Move, ...]:
        """What people are to move; nothing when all lies right."""
        return self._game.misplaced(state, self._elsewhere, self._seen) if self._elsewhere else ()

    def acted(self, before: Any, after: Any) -> None:
        """People did what the log says: tiles that it moved lie where it has them, and each round all are mixed."""
        if not self._elsewhere:
            return
        if self._game.round_of(before) != self._game.round_of(after):
            self._elsewhere = {}
            return
        for tile in self.moved(before, after):
            self._elsewhere.pop(tile, None)

    def corrected(self, way: Sequence[Any], amended: Mapping[PieceId, str]) -> None:
        """The log alone went this way of states; people have said where the ``amended`` tiles lie."""
        before, after = way[0], way[-1]
        known = self._seen & self._elsewhere.keys()
        lies = {**self._game.places(before), **self._elsewhere, **amended}
        self._elsewhere = {tile: lies[tile] for tile, place in self._game.places(after).items() if lies[tile] != place}
        on_the_way = way if self._elsewhere else ()
        self._seen = known.union(
            piece.tile for state in on_the_way for piece in self._game.pieces(state) if piece.face is not None
        )

    def moved(self, before: Any, after: Any) -> dict[PieceId, str]:
        """The tiles that lie elsewhere in ``after`` than in ``before``, and where."""
        there = self._game.places(before)
        return {tile: place for tile, place in self._game.places(after).items() if there[tile] != place}

    def brought_home(self, state: Any, tile: PieceId, castle: CastleId) -> bool:
        """Whether this tap only brings a tile to where the log has it; it means nothing else then."""
        if tile not in self._elsewhere:
            return False
        if self._game.places(state)[tile] != castle:
            self._elsewhere[tile] = castle
            return False
        del self._elsewhere[tile]
        return True

    def put_right(self) -> None:
        """People say that all lies where the log has it, or another game lies on the table."""
        self._elsewhere = {}
