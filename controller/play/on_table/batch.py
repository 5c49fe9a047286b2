"""What one turn of the game loop has brought about, before the journal has it."""

import asyncio

from msgspec import Struct, field

from controller.games.contained import GameFault
from controller.games.contract.effects import Effect, Tell
from controller.games.contract.values import Text
from controller.play.requests import LoopAnswer
from controller.show.arrow import TurnArrow
from controller.store.journal import Entry


class Batch(Struct):
    """What is written in one commit, shown and answered after it; ``fell`` ends the game then."""

    entries: list[Entry] = field(default_factory=list)
    effects: list[Effect | TurnArrow] = field(default_factory=list)
    answers: list[tuple[asyncio.Future[LoopAnswer], LoopAnswer]] = field(default_factory=list)
    fell: GameFault | None = None

    def told(self, since: int) -> tuple[Text, ...]:
        """The story's sentences among the effects from number ``since`` on."""
        return tuple(effect.text for effect in self.effects[since:] if isinstance(effect, Tell))
