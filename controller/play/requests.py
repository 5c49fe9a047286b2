"""What is asked of the game loop from outside of the table's own devices, and what it answers."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from controller.games.contract.actions import Action, RefusedError
from controller.games.contract.corrections import RejectedAction
from controller.games.contract.ids import CastleId
from controller.games.contract.texts import Text
from controller.store.journal import Entry


@dataclass(frozen=True, slots=True)
class Proposed:
    """An action from the page, the terminal or a menu, and who waits for the answer."""

    action: Action
    origin: str
    answer: "asyncio.Future[LoopAnswer]"


@dataclass(frozen=True, slots=True)
class Nudge:
    """Nothing: it lets the loop go round."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """Begin a new game of these castles; the present one stays in the journal.

    Attributes:
        dealt: what people dealt themselves, by the fields of the action that starts the game.
    """

    castles: Sequence[CastleId]
    options: Mapping[str, str]
    dealt: Mapping[str, Any]
    origin: str
    answer: "asyncio.Future[LoopAnswer]"


@dataclass(frozen=True, slots=True)
class Correct:
    """Go back before a step and amend; see ``Game.corrected``."""

    back_to: int | None
    amendments: Sequence[Action]
    by_hand: bool
    origin: str
    answer: "asyncio.Future[LoopAnswer]"


@dataclass(frozen=True, slots=True)
class TakeUp:
    """Let another game of the journal be the table's, None for no game; the present one stays in the journal."""

    game_id: int | None
    taken: "asyncio.Future[Entry | None]"


@dataclass(frozen=True, slots=True)
class LoopAnswer:
    """What became of a proposed action: ``refusal`` is None when it was accepted and is in the journal.

    Attributes:
        told: the sentences of the story that came of it.
        dropped: what a correction could not do again.
    """

    seq: int
    refusal: RefusedError | None = None
    told: tuple[Text, ...] = ()
    dropped: tuple[RejectedAction, ...] = ()


Request = Proposed | NewGame | Correct | TakeUp | Nudge
