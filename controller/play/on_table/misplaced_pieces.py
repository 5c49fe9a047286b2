"""Where pieces lie after a correction: the log goes back at once, pieces do so only by hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from controller.games.contract.rules import Correctable, Move
from controller.games.contract.values import CastleId, PieceId


class MisplacedPieces:
    """Owner of what lies elsewhere than the log has it, until people have put it right; lost without harm.

    Of a game that is not ``Correctable`` nobody knows where its pieces lie, so none lies wrong.
    """

    def __init__(self, game: Correctable | None) -> None:
        self._game = game
        self._elsewhere: dict[PieceId, str] = {}
        self._seen: frozenset[PieceId] = frozenset()

    def to_move(self, state: Any) -> tuple[Move, ...]:
        """What people are to move; nothing when all lies right."""
        if self._game is None or not self._elsewhere:
            return ()
        return self._game.misplaced(state, self._elsewhere, self._seen)

    def acted(self, before: Any, after: Any) -> None:
        """People did what the log says: pieces that it moved lie where it has them, and each round all are mixed."""
        if self._game is None or not self._elsewhere:
            return
        if self._game.round_of(before) != self._game.round_of(after):
            self._elsewhere = {}
            return
        for piece in self.moved(before, after):
            self._elsewhere.pop(piece, None)

    def corrected(self, way: Sequence[Any], amended: Mapping[PieceId, str]) -> None:
        """The log alone went this way of states; people have said where the ``amended`` pieces lie."""
        if self._game is None:
            return
        before, after = way[0], way[-1]
        known = self._seen & self._elsewhere.keys()
        lies = {**self._game.places(before), **self._elsewhere, **amended}
        self._elsewhere = {
            piece: lies[piece] for piece, place in self._game.places(after).items() if lies[piece] != place
        }
        on_the_way = way if self._elsewhere else ()
        self._seen = known.union(*(self._game.lying_open(state) for state in on_the_way))

    def moved(self, before: Any, after: Any) -> dict[PieceId, str]:
        """The pieces that lie elsewhere in ``after`` than in ``before``, and where."""
        if self._game is None:
            return {}
        there = self._game.places(before)
        return {piece: place for piece, place in self._game.places(after).items() if there[piece] != place}

    def brought_home(self, state: Any, piece: PieceId, castle: CastleId) -> bool:
        """Whether this tap only brings a piece to where the log has it; it means nothing else then."""
        if self._game is None or piece not in self._elsewhere:
            return False
        if self._game.places(state)[piece] != castle:
            self._elsewhere[piece] = castle
            return False
        del self._elsewhere[piece]
        return True

    def put_right(self) -> None:
        """People say that all lies where the log has it, or another game lies on the table."""
        self._elsewhere = {}
