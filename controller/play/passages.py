"""What a gate saw becomes an input of the game; a castle's gate is named like the castle."""

from typing import TYPE_CHECKING, Final

from controller.devices.readers import DeviceCounts, Passage, PiecePassed, TagsUnresolved, UnknownTag
from controller.games.contract.effects import Tell
from controller.games.contract.inputs import GateComplained, PieceTapped
from controller.games.contract.values import CastleId, Text
from controller.games.naming import piece_of
from controller.play.game_loop import GameLoop
from controller.play.stickers.at_the_table import StickerTeaching

if TYPE_CHECKING:
    from controller.show.voice.listening import Listening

OTHER_GAME: Final = "complaint-other-game"


class Passages:
    """Where all gates tell what they saw."""

    def __init__(
        self, counts: DeviceCounts, stickers: StickerTeaching, loop: GameLoop, listening: "Listening | None" = None
    ) -> None:
        self._counts = counts
        self._stickers = stickers
        self._loop = loop
        self._listening = listening

    def passed(self, passage: Passage) -> None:
        """A gate saw something; while stickers are taught or counted it is theirs."""
        self._counts.passed(passage)
        if self._stickers.takes(passage):
            return
        if self._listening is not None and isinstance(passage, PiecePassed) and self._listening.takes(passage):
            return
        castle = CastleId(passage.reader)
        match passage:
            case PiecePassed(piece=sticker, at_s=at_s):
                game, piece = piece_of(sticker)
                is_of_this = game == self._loop.game_name
                tapped, strange = PieceTapped(castle, piece, at_s), GateComplained(castle, OTHER_GAME, at_s)
                self._loop.hand_in(tapped if is_of_this else strange)
            case UnknownTag(at_s=at_s):
                self._loop.hand_in(GateComplained(castle, "complaint-unknown-tag", at_s))
            case TagsUnresolved(at_s=at_s):
                self._loop.hand_in(GateComplained(castle, "complaint-one-at-a-time", at_s))

    def lost(self, castle: CastleId, count: int) -> None:
        """So many events of a castle board are gone."""
        self._loop.show([Tell(Text("told-events-lost", {"castle": Text(castle), "count": count}))])
