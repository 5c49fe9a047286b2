"""What lies in the game loop's inbox beside the inputs of devices, and what the loop answers."""

import asyncio

from msgspec import Struct

from controller.games.contained import GameFault
from controller.games.contract.rules import GameLog, RejectedAction
from controller.games.contract.values import RefusedError, Text
from controller.games.requests import GameRequest
from controller.store.journal import Entry, Extended


class LoopAnswer(Struct, frozen=True):
    """What became of a request: ``refusal`` is None when it was done.

    Attributes:
        waits: it is neither refused nor done: somebody's yes at the table is due.
        kept: it is on disk, as is all before it; while the disk takes nothing, it is in memory alone.
        told: the sentences of the story that came of it.
        dropped: what a correction could not do again.
        last: the latest entry of a game that was taken up.
    """

    seq: int
    refusal: RefusedError | None = None
    told: tuple[Text, ...] = ()
    dropped: tuple[RejectedAction, ...] = ()
    last: Entry | None = None
    kept: bool = True
    waits: bool = False


class GoOnWith(Struct, frozen=True):
    """Go on with a longer copy of the journal, and with the game that lies on the table there."""

    journal: Extended


class Asked(Struct, frozen=True):
    """A request, who made it as the journal names them, and where the answer is waited for."""

    request: GameRequest | GoOnWith
    origin: str
    answer: asyncio.Future[LoopAnswer]


class Nudge(Struct, frozen=True):
    """Nothing: it lets the loop go round."""


class Fell(Struct, frozen=True):
    """The game on the table made a mistake while somebody looked on; ``play`` is its log."""

    fault: GameFault
    play: GameLog
