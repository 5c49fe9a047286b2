"""The answer to an action that the rules do not allow."""

from typing import Final, TypeAlias

from controller.games.contract.actions import NO_RULE, RefusedError
from controller.games.contract.texts import Text
from controller.games.sentences import sentence

Value: TypeAlias = str | int

PREFIX: Final = "tudor-refused-"
"""What the keys of all reasons begin with."""

_WORDS: Final = "red grey brown blue yellow green purple influence intrigue"
_TRANSLATED: Final = frozenset(_WORDS.split())
"""Words of the shipped edition that are texts themselves; those of a house edition are said as they are."""

_LONGEST: Final = 200
_LARGEST: Final = 10**9


class Refusal(RefusedError):
    """An action that the rules do not allow; the state is unchanged. ``str()`` is the English sentence.

    Attributes:
        rule: id such as ``TU-7.3``; None for a fault of the action's shape, ``LOG`` as the argument.
        reason: the name of the sentence, without its prefix.
        values: what was seen and expected, to fill into the sentence.
        text: the sentence by key, for the table's translations.
    """

    def __init__(self, rule: str, reason: str, **values: Value) -> None:
        self.reason = reason
        self.values = {name: _fit(value) for name, value in values.items()}
        said = {name: Text(f"tudor-{value}") if value in _TRANSLATED else value for name, value in self.values.items()}
        super().__init__(None if rule == NO_RULE else rule, reason, Text(PREFIX + reason, said))

    def __str__(self) -> str:
        return sentence(self.text, "en")


def _fit(value: Value) -> Value:
    """``value`` fit for a sentence: neither endless nor made of half characters."""
    if isinstance(value, int):
        return value if abs(value) < _LARGEST else "..."
    printable = "".join(letter if letter.isprintable() else "?" for letter in value[:_LONGEST])
    return printable if len(value) <= _LONGEST else printable + "..."
