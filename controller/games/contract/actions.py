"""Actions: lines of a game's log."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from controller.games.contract.texts import Text

Action = Mapping[str, Any]
"""One line of the game log, as decoded JSON."""


UNDO: Final[Action] = {"do": "undo"}
"""The action by which every game takes its latest step back."""


@dataclass(frozen=True, slots=True)
class RandomDraw:
    """A wish for chance: draw one of ``sectors``, put its value into ``action[key]``, turn the arrow there.

    Attributes:
        sectors: (value, degrees) clockwise from the home mark.
    """

    action: Action
    key: str
    sectors: tuple[tuple[int, int], ...]


class RefusedError(Exception):
    """The rules do not allow an action; nothing changed.

    Attributes:
        rule: its id, such as ``TR-4.6``.
        text: what to tell people; ``str()`` is the English sentence.
    """

    def __init__(self, rule: str, message: str, text: Text) -> None:
        super().__init__(message)
        self.rule = rule
        self.text = text
