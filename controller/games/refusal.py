"""The refusal of what a game's rules do not allow, as a sentence of the game."""

from collections.abc import Mapping
from typing import ClassVar, Final, TypeAlias

from controller.games.contract.values import NO_RULE, RefusedError, Text
from controller.games.naming import sentence

Value: TypeAlias = str | int | tuple[Text, ...]

_LONGEST: Final = 200
_LARGEST: Final = 10**9


class RuleRefusal(RefusedError):
    """An action that the rules do not allow; the state is unchanged. ``str()`` is the English sentence.

    Attributes:
        prefix: what the keys of a game's reasons begin with.
        words: words of the game that are texts themselves, by the keys of these.
        rule: id such as ``BOOK-4.6``; None for a fault of the action's shape, ``LOG`` as the argument.
        reason: the name of the sentence, without the prefix.
        values: what was seen and expected, to fill into the sentence.
        text: the sentence by key, for the table's translations.
    """

    prefix: ClassVar[str]
    words: ClassVar[Mapping[str, str]]

    def __init__(self, rule: str, reason: str, **values: Value) -> None:
        self.reason = reason
        self.values = {name: _fit(value) for name, value in values.items()}
        said = {name: self._said(value) for name, value in self.values.items()}
        super().__init__(None if rule == NO_RULE else rule, reason, Text(self.prefix + reason, said))

    def __str__(self) -> str:
        return sentence(self.text, "en")

    def _said(self, value: Value) -> Value | Text:
        return Text(self.words[value]) if isinstance(value, str) and value in self.words else value


def _fit(value: Value) -> Value:
    if isinstance(value, tuple):
        return value
    if isinstance(value, int):
        return value if abs(value) < _LARGEST else "..."
    printable = "".join(letter if letter.isprintable() else "?" for letter in value[:_LONGEST])
    return printable if len(value) <= _LONGEST else printable + "..."
