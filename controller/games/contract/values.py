"""Values that every part of the contract uses: ids, sentences by key, actions of a log, lamps."""

from collections.abc import Mapping
from typing import Any, Final, Literal, NewType

from msgspec import Struct, field

from controller.secret import Secret

CastleId = NewType("CastleId", str)
"""A castle board by the name that ``table.toml`` gives it: the colour it belongs to."""


TRAY: Final = CastleId("tray")
"""The gate in the middle, which belongs to no castle; a table may have it."""


PieceId = NewType("PieceId", str)
"""A piece by the id that the edition gives it."""


class Text(Struct, frozen=True):
    """A sentence of ``controller.texts`` by key, with the values to fill in.

    A value that is itself a ``Text`` is said first, so that names are translated, too; several become a list.
    A ``Secret`` is said as dots, except on the console's own screen.
    """

    key: str
    values: Mapping[str, "str | int | float | Secret | Text | tuple[Text, ...]"] = field(default_factory=dict)


Action = Mapping[str, Any]
"""One line of the game log, as decoded JSON; of what kind it is says its key ``do``."""

PublicAction = NewType("PublicAction", Mapping[str, Any])
"""The part of an action that everyone may read while its game goes on; made by ``Rules.public_action`` only."""

ToldAction = PublicAction
"""Old name, for one release."""

NO_RULE: Final = "LOG"
"""What stands for a rule where there is none, as when a line of a log has the wrong shape."""


UNDO: Final[Action] = {"do": "undo"}
"""The action by which every game takes its latest step back."""


class RandomDraw(Struct, frozen=True):
    """A wish for chance: draw one of ``sectors``, put its value into ``action[key]``, turn the arrow there.

    Attributes:
        sectors: (value, degrees) clockwise from the home mark.
        means: what is put there instead, one for each sector, where values only number what the arrow points at.
    """

    action: Action
    key: str
    sectors: tuple[tuple[int, int], ...]
    means: tuple[str, ...] = ()

    def stopped_at(self, place: int) -> Action:
        """The action if the arrow stops in the sector at this place, from 0."""
        return {**self.action, self.key: self.means[place] if self.means else self.sectors[place][0]}


class RefusedError(Exception):
    """An action is not allowed; nothing changed.

    Attributes:
        rule: the id of the rule that forbids it; None where no rule stands behind it.
        text: what to tell people; ``str()`` is the English sentence.
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
"""What the lamps of a castle show, from left to right."""
