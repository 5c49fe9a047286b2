"""Base class of refusals by a game's rules engine; each reason is a key of the game's texts."""

from collections.abc import Mapping
from typing import ClassVar, Final, TypeAlias

from controller.games.contract.values import NO_RULE, RefusedError, Text
from controller.games.naming import sentence

Value: TypeAlias = str | int | tuple[Text, ...]

_LONGEST: Final = 200
_LARGEST: Final = 10**9


class RuleRefusal(RefusedError):
    """The rules do not allow an action. ``str()`` is the English sentence.

    Attributes:
        prefix: prefix of the game's text keys for reasons.
        words: values that are themselves text keys, by value.
        rule: id such as ``BOOK-4.6``; None for a wrong shape, for which ``LOG`` is passed.
        reason: key of the sentence without the prefix.
        values: what was seen and expected, to fill into the sentence.
        text: the sentence.
    """

    prefix: ClassVar[str]
    words: ClassVar[Mapping[str, str]]

    def __init__(self, rule: str, reason: str, **values: Value) -> None:
        self.reason = reason
        self.values = {name: _shorten(value) for name, value in values.items()}
        translatable = {name: self._as_text(value) for name, value in self.values.items()}
        super().__init__(None if rule == NO_RULE else rule, reason, Text(self.prefix + reason, translatable))

    def __str__(self) -> str:
        return sentence(self.text, "en")

    def _as_text(self, value: Value) -> Value | Text:
        return Text(self.words[value]) if isinstance(value, str) and value in self.words else value


def _shorten(value: Value) -> Value:
    if isinstance(value, tuple):
        return value
    if isinstance(value, int):
        return value if abs(value) < _LARGEST else "..."
    printable = "".join(letter if letter.isprintable() else "?" for letter in value[:_LONGEST])
    return printable if len(value) <= _LONGEST else printable + "..."
