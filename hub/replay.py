"""A game played again by its rules, beside what its table said of the end."""

from collections.abc import Iterable
from functools import cache
from typing import Any, Literal

import msgspec

from controller.games import installed
from controller.games.contained import GameFault
from controller.games.contract.actions import RefusedError
from controller.games.contract.game import Game
from controller.games.contract.rules import Outcome
from controller.games.naming import game_of
from controller.games.shelf import GameShelf

Replayed = Literal["agrees", "differs", "unknown rules"]


def replayed(actions: Iterable[str], told: str) -> Replayed:
    """What comes of playing these ``actions`` (JSON, in order), beside the outcome that the table ``told`` (JSON).

    A game that is not installed here, or an action that its rules here do not allow, is of rules that we do not know.
    """
    log: Any = None
    game: Game | None = None
    try:
        for text in actions:
            action = msgspec.json.decode(text)
            if game is None:
                game = _shelf().game(game_of(action))
                log = game.new_log()
            log.accept(log.check(action))
        if game is None:
            return "differs"
        outcome = game.summary(log.state).outcome
    except (installed.GameUnusable, RefusedError, GameFault, msgspec.DecodeError, RecursionError):
        return "unknown rules"
    try:
        return "agrees" if outcome == msgspec.json.decode(told, type=Outcome) else "differs"
    except msgspec.DecodeError:
        return "differs"


@cache
def _shelf() -> GameShelf:
    """Each game is made once."""
    return GameShelf()
