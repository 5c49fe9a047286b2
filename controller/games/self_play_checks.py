"""Checks of a self-played game: its invariants, and that its log replays to the same states. Used by bots."""

import json
from collections.abc import Sequence
from typing import Any, Final

from controller.games.contract.tools.tools import BrokenGame
from controller.games.contract.values import UNDO
from controller.games.undoable_log import UndoableLog, struct_to_mapping

UNDONE_ACTIONS: Final = 20
"""How many actions at the end of a game are undone and redone."""


def check_no_violations(violations: Sequence[str], actions: Sequence[Any]) -> None:
    if violations:
        raise BrokenGame("; ".join(violations), actions)


def check_replays_to_states(play: UndoableLog[Any], actions: Sequence[Any], states: Sequence[Any]) -> None:
    """Submit all actions as JSON, undo and redo the last ones; raise BrokenGame if a state differs."""
    for number, (action, state) in enumerate(zip(actions, states, strict=True), start=1):
        play.submit(json.dumps(struct_to_mapping(action)))
        if play.state != state or play.seq != number:
            raise BrokenGame("the log as JSON leads to another state", actions[:number])
    back = min(UNDONE_ACTIONS, len(actions) - 1)
    for _ in range(back):
        play.submit(UNDO)
    for action in actions[len(actions) - back :]:
        play.submit(action)
    if play.state != states[-1]:
        raise BrokenGame("undone and redone, the game ends in another state", actions)
