"""What is wrong with an edition: each fault with its place, all found in one go."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final, TypeVar

from controller import limits
from controller.games.contract.actions import NO_RULE
from controller.games.contract.tools.editions import EditionMistake

_ENDLESS: Final = 10**18
"""Numbers from here on are not written out in a fault."""

_Word = TypeVar("_Word", bound=str)


class Check:
    """Collects the faults; what is faulty comes back as the nearest harmless value, so that checking goes on.

    Args:
        shape: the rule of a fault that names none.
    """

    def __init__(self, shape: str = NO_RULE) -> None:
        self.faults: list[EditionMistake] = []
        self._shape = shape

    def fault(self, where: str, problem: str, rule: str | None = None) -> None:
        """Note one more."""
        self.faults.append(EditionMistake(rule or self._shape, _printable(where), _printable(problem)))

    def mapping(self, where: str, value: object, keys: Collection[str]) -> dict[str, Any]:
        """Those of ``keys`` that ``value`` has."""
        if not isinstance(value, dict):
            self.fault(where, f"is {_seen(value)}; expected an object with {', '.join(keys)}")
            return {}
        for key in keys:
            if key not in value:
                self.fault(where, f"misses the key {key!r}")
        for key in value:
            if key not in keys:
                self.fault(where, f"has the unknown key {_seen(key)}; known are {', '.join(keys)}")
        return {key: value[key] for key in keys if key in value}

    def items(self, where: str, value: object, most: int, exactly: int | None = None) -> list[Any]:
        """The entries of a list."""
        if not isinstance(value, list):
            self.fault(where, f"is {_seen(value)}; expected a list")
            return []
        if exactly is not None and len(value) != exactly:
            self.fault(where, f"has {len(value)} entries; expected {exactly}")
        elif len(value) > most:
            self.fault(where, f"has {len(value)} entries; expected {most} at most")
        return value[:most]

    def text(self, where: str, value: object, most: int = limits.EDITION_TEXT, *, least: int = 0) -> str:
        """A text of so many letters."""
        if type(value) is not str:
            self.fault(where, f"is {_seen(value)}; expected a text")
            return ""
        if len(value) < least:
            self.fault(where, "is empty; expected a text")
        if value != _printable(value):
            self.fault(where, "holds half a character (a lone surrogate)")
        if len(value) > most:
            self.fault(where, f"has {len(value)} letters; expected {most} at most")
        return value

    def whole(
        self, where: str, value: object, least: int = 0, most: int = limits.EDITION_NUMBER, rule: str | None = None
    ) -> int:
        """A whole number from ``least`` to ``most``."""
        if type(value) is not int:
            self.fault(where, f"is {_seen(value)}; expected a whole number")
            return least
        if value > limits.EDITION_NUMBER:
            self.fault(where, f"is {_seen(value)}; expected {limits.EDITION_NUMBER} at most")
            return least
        if not least <= value <= most:
            self.fault(where, f"is {_seen(value)}; expected {least} to {most}", rule)
            return least
        return value

    def numbers(self, where: str, value: object, count: int) -> tuple[int, ...]:
        """So many whole numbers of at least 0."""
        listed = self.items(where, value, count, exactly=count)
        return tuple(self.whole(f"{where}[{number}]", item) for number, item in enumerate(listed))

    def word(self, where: str, value: object, words: Sequence[_Word], rule: str | None = None) -> _Word:
        """One of ``words``."""
        text = self.text(where, value)
        for word in words:
            if word == text:
                return word
        if type(value) is str:
            self.fault(where, f"is {_seen(value)}; expected one of {', '.join(words)}", rule)
        return words[0]

    def unique(self, where: str, ids: Iterable[str], rule: str | None = None) -> None:
        """No text stands there twice."""
        known: set[str] = set()
        for one in ids:
            if one in known:
                self.fault(where, f"{_seen(one)} stands there more than once", rule)
            known.add(one)


def _seen(value: object) -> str:
    """``value`` as a fault may say it: short."""
    if isinstance(value, int) and abs(value) >= _ENDLESS:
        return "an endless number"
    text = repr(value) if isinstance(value, str | int | float | None) else f"a {type(value).__name__}"
    return text if len(text) <= 40 else text[:37] + "..."


def _printable(text: str) -> str:
    """``text`` made of whole characters."""
    return text.encode("utf-8", "replace").decode("utf-8")
