"""Base class of refusals by a game's rules engine; each reason is a key of the game's texts."""

from collections.abc import Mapping
from typing import ClassVar, Final, TypeAlias

from controller.games.contract.values import NO_RULE, RefusedError, Text
from controller.games.naming import translate_text

RefusalValue: TypeAlias = str | int | tuple[Text, ...]

_MAX_VALUE_CHARS: Final = 200
_MAX_VALUE_NUMBER: Final = 10**9


class RuleRefusal(RefusedError):
    """The rules do not allow an action. ``str()`` is the English sentence.

    Attributes:
        prefix: prefix of the game's text keys for reasons.
        text_key_by_value: text keys of the values that are translated.
        rule: id such as ``BOOK-4.6``; None for a wrong shape (the constructor takes ``LOG`` for it).
        reason: key of the sentence without the prefix.
        values: what was seen and expected, to fill into the sentence.
        text: the sentence.
    """

    prefix: ClassVar[str]
    text_key_by_value: ClassVar[Mapping[str, str]]

    def __init__(self, rule: str, reason: str, **values: RefusalValue) -> None:
        self.reason = reason
        self.values = {name: _shorten_value(value) for name, value in values.items()}
        translatable = {name: self._value_to_text(value) for name, value in self.values.items()}
        super().__init__(None if rule == NO_RULE else rule, reason, Text(self.prefix + reason, translatable))

    def __str__(self) -> str:
        return translate_text(self.text, "en")

    def _value_to_text(self, value: RefusalValue) -> RefusalValue | Text:
        return (
            Text(self.text_key_by_value[value]) if isinstance(value, str) and value in self.text_key_by_value else value
        )


def _shorten_value(value: RefusalValue) -> RefusalValue:
    if isinstance(value, tuple):
        return value
    if isinstance(value, int):
        return value if abs(value) < _MAX_VALUE_NUMBER else "..."
    printable = "".join(letter if letter.isprintable() else "?" for letter in value[:_MAX_VALUE_CHARS])
    return printable if len(value) <= _MAX_VALUE_CHARS else printable + "..."
