"""The answer to an action that the rules do not allow."""

from controller.games.contract import RefusedError, Text
from controller.texts.speaking import say


class Refusal(RefusedError):
    """An action that the rules do not allow; the state is unchanged.

    Attributes:
        rule: id such as ``TR-4.6``; ``LOG`` for a fault of the action's shape.
        reason: the name of the sentence, without ``refused-``.
        values: what was seen and expected, to fill into the sentence.
        text: the sentence by key, for the table's translations; ``str()`` is the English one.
    """

    def __init__(self, rule: str, reason: str, **values: str | int) -> None:
        self.reason = reason
        self.values = {name: shown(value) if isinstance(value, str) else value for name, value in values.items()}
        super().__init__(rule, reason, Text(f"refused-{reason}", self.values))

    def __str__(self) -> str:
        return say("en", self.text.key, self.values)


def shown(text: str) -> str:
    """``text`` fit for a sentence: not endless, and made of whole characters."""
    printable = "".join(letter if letter.isprintable() else "?" for letter in text[:200])
    return printable if len(text) <= 200 else printable + "..."
