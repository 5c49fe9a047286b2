"""What a room has settled of a game before anybody at the table chooses."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct

from controller.games.contract.rules import Choice
from controller.games.contract.values import RefusedError, Text

EDITION: Final = "edition"
"""The field of the action that starts a game in which its edition stands (``contract.tools.editions``)."""


class Settled(Struct, frozen=True):
    """Settled choices.

    Attributes:
        options: values of the game's choices, by their keys.
        edition: what is printed on the components, as a log carries it; None for what the game ships.
    """

    options: Mapping[str, str] = {}
    edition: Mapping[str, Any] | None = None

    def left_of(self, choices: Sequence[Choice]) -> tuple[Choice, ...]:
        """What people may still choose: of what is settled that value alone."""
        settled = self.options
        return tuple(
            Choice(each.key, (settled[each.key],)) if settled.get(each.key) in each.values else each for each in choices
        )

    def deal(self, dealt: Mapping[str, Any]) -> Mapping[str, Any]:
        """What people have dealt themselves, with the edition."""
        return dealt if self.edition is None else {**dealt, EDITION: self.edition}

    def refusal(self, options: Mapping[str, str], dealt: Mapping[str, Any]) -> RefusedError | None:
        """Why people may not begin with these; None if they may."""
        for key, value in self.options.items():
            if options.get(key, value) != value:
                return _settled(f"saw {key} = {options[key]}, expected {value}")
        if self.edition is not None and dealt.get(EDITION, self.edition) != self.edition:
            return _settled("saw another edition, expected the room's")
        return None


NOTHING_SETTLED: Final = Settled(MappingProxyType({}))


def _settled(seen: str) -> RefusedError:
    message = f"{seen}: the room has settled that, as long as the table belongs to it. Ask who looks after it."
    return RefusedError(None, message, Text("game-settled"))
