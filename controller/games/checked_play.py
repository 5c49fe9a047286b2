"""What is checked of a game that bots play: its invariants, and that its log leads to the same states again."""

import json
from collections.abc import Sequence
from typing import Any, Final

from controller.games.contract.tools.tools import BrokenGame
from controller.games.contract.values import UNDO
from controller.games.undoable_log import UndoableLog, as_line

TAKEN_BACK: Final = 20
"""How many actions at the end of a game are undone and done again."""


def assert_sound(faults: Sequence[str], actions: Sequence[Any]) -> None:
    if faults:
        raise BrokenGame("; ".join(faults), actions)


def assert_replays(play: UndoableLog[Any], actions: Sequence[Any], states: Sequence[Any]) -> None:
    """Do all actions anew from their JSON, the last ones twice; raise BrokenGame if other states come of it."""
    for number, (action, state) in enumerate(zip(actions, states, strict=True), start=1):
        play.submit(json.dumps(as_line(action)))
        if play.state != state or play.seq != number:
            raise BrokenGame("the log as JSON leads to another state", actions[:number])
    back = min(TAKEN_BACK, len(actions) - 1)
    for _ in range(back):
        play.submit(UNDO)
    for action in actions[len(actions) - back :]:
        play.submit(action)
    if play.state != states[-1]:
        raise BrokenGame("undone and done again, the game ends in another state", actions)
