"""Who listens hears what a piece is before it counts: held once it is told, held again it is played."""

from typing import Any, Final, Protocol

from controller.devices.readers import PiecePassed
from controller.games.contract.effects import Audible
from controller.games.contract.values import CastleId, PieceId, Text
from controller.games.naming import piece_of
from controller.show.voice.voice_loop import VoiceLoop
from controller.store.house_rules import HouseRules

AGAIN_S: Final = 60.0
"""So long a piece that was told counts when it is held again; later, or after another, it is told once more."""


class Playing(Protocol):
    """What is played now."""

    @property
    def game(self) -> object:
        """The game."""
        ...

    @property
    def game_name(self) -> str:
        """By which it is installed."""
        ...

    @property
    def state(self) -> Any:
        """Of it; None before it has begun."""
        ...


class Listening:
    """Owner of which piece each listening castle was told last."""

    def __init__(self, loop: Playing, house: HouseRules, voice: VoiceLoop) -> None:
        self._loop = loop
        self._house = house
        self._voice = voice
        self._told: dict[CastleId, tuple[PieceId, float]] = {}

    def takes(self, passage: PiecePassed) -> bool:
        """Whether the piece is only told this time."""
        castle, game = CastleId(passage.reader), self._loop.game
        if castle not in self._house.kept.listeners or not self._voice.says("console"):
            return False
        name, piece = piece_of(passage.piece)
        if name != self._loop.game_name or not isinstance(game, Audible):
            return False
        before = self._told.pop(castle, None)
        if before is not None and before[0] == piece and passage.at_s <= before[1] + AGAIN_S:
            return False
        self._told[castle] = piece, passage.at_s
        told = game.told_piece(self._loop.state, castle, piece)
        if not told.hidden:
            self._voice.piece(told.text, None)
        elif castle in self._voice.loudspeaker.earphones:
            self._voice.piece(told.text, castle)
        else:
            self._voice.piece(Text("voice-hidden", {"castle": Text(castle)}), None)
        return True
