"""Whether all of a game's log may leave the table now, whatever the game is."""

from typing import Any

from controller.games.contract.game import Game
from controller.games.contract.opening import Opening


def lies_open(game: Game, state: Any) -> bool:
    """By the game's own word; of a game that has none nobody knows what it hides, so only at its end.

    ``state`` is never None.

    Raises:
        GameFault: a mistake of the game's own code, where it stands behind its wall.
    """
    if isinstance(game, Opening):
        return game.lies_open(state)
    return game.summary(state).outcome is not None
