"""The race with bots that know nothing of errands: each taps its own piece until it is at the goal."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from controller.games.contract.game import Game
from controller.games.contract.inputs import Carry, Gesture, LyingPiece, Observation, Rest
from controller.games.contract.values import CastleId, PieceId
from tests.play.tiny_game.game import Race, State


class RaceWithBots(Race):
    def lying_pieces(self, state: State) -> Sequence[LyingPiece]:
        return [LyingPiece(piece.id, "heap", None, {"id": piece.id}) for piece in self.pieces()]

    def public_face(self, state: State, piece: PieceId) -> Mapping[str, str | int]:
        return {"id": piece}

    def hand(
        self, castle: CastleId, see: Callable[[], Observation], random: Random, lifted: set[PieceId], *, alone: bool
    ) -> Iterator[Gesture]:
        while see().state.winner is None:
            yield Rest(0.5)
            yield Carry(PieceId(f"piece-{castle}"))


def race_with_bots(options: Mapping[str, str]) -> Game:
    return RaceWithBots()
