"""Values that the whole contract uses: ids, texts, actions, refusals, lamps."""

from collections.abc import Mapping
from typing import Any, Final, Literal, NewType

from msgspec import Struct, field

from controller.secret import Secret

CastleId = NewType("CastleId", str)
"""A castle by its name in ``table.toml``: a colour."""


TRAY: Final = CastleId("tray")
"""The optional gate in the middle, which belongs to no castle."""


PieceId = NewType("PieceId", str)
"""A piece by its id in the edition."""


class Text(Struct, frozen=True):
    """The key of a sentence, with the values to fill in.

    A ``Text`` among the values is translated first; a tuple of texts becomes a list. A ``Secret`` becomes dots, except
    on the console's screen.
    """

    key: str
    values: Mapping[str, "str | int | float | Secret | Text | tuple[Text, ...]"] = field(default_factory=dict)


Action = Mapping[str, Any]
"""One action of the game log, as decoded JSON; its key ``do`` names its kind."""

PublicAction = NewType("PublicAction", Mapping[str, Any])
"""The part of an action that everyone may read during its game; made by ``Rules.public_action`` only."""

NO_RULE: Final = "LOG"
"""Rule id if no rule applies, such as for an action of the wrong shape."""


UNDO: Final[Action] = {"do": "undo"}
"""Undoes the latest action, in every game."""


class RandomDraw(Struct, frozen=True):
    """Asks the table to draw one of ``sectors``, turn the arrow there and set ``action[key]`` to its value.

    Attributes:
        sectors: (number, width in degrees), clockwise from the home mark; the widths add up to 360.
        means: for each sector, what goes into ``action[key]`` instead of its number.
    """

    action: Action
    key: str
    sectors: tuple[tuple[int, int], ...]
    means: tuple[str, ...] = ()

    def stopped_at(self, place: int) -> Action:
        """Return the action for the arrow in the sector with the index ``place``."""
        return {**self.action, self.key: self.means[place] if self.means else self.sectors[place][0]}


class RefusedError(Exception):
    """An action is not allowed; nothing changed.

    Attributes:
        rule: id of the rule that forbids it, if there is one.
        text: why, for people.
    """

    def __init__(self, rule: str | None, message: str, text: Text) -> None:
        super().__init__(message)
        self.rule = rule
        self.text = text

    @property
    def code(self) -> str:
        return NO_RULE if self.rule is None else self.rule


Lamp = Literal["off", "on", "blink"]


LampPattern = tuple[Lamp, Lamp, Lamp]
"""The lamps of a castle, from left to right."""
