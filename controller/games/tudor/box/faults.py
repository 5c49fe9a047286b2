"""Faults of an edition: each with its place, all found in one go."""

from collections.abc import Collection, Sequence
from typing import Any, Final, TypeVar

from msgspec import Struct

from controller import limits

_ENDLESS: Final = 10**18
"""Numbers from here on are not written out in a fault."""

_Word = TypeVar("_Word", bound=str)


class EditionMistake(Struct, frozen=True, gc=False):
    """One thing wrong with an edition.

    Attributes:
        where: path in the edition, such as ``tokens[3].faction``.
        problem: what was seen and what was expected.
    """

    where: str
    problem: str


class EditionFault(Exception):
    """An edition that cannot be played with; ``faults`` names everything that is wrong with it."""

    def __init__(self, faults: Sequence[EditionMistake]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(f"{fault.where}: {fault.problem}" for fault in self.faults))


class Check:
    """Collects the faults; what is faulty comes back as the nearest harmless value, so that checking goes on."""

    def __init__(self) -> None:
        self.faults: list[EditionMistake] = []

    def fault(self, where: str, problem: str) -> None:
        """Note one more."""
        self.faults.append(EditionMistake(printable(where), printable(problem)))

    def mapping(self, where: str, value: object, keys: Collection[str]) -> dict[str, Any]:
        """Those of ``keys`` that ``value`` has."""
        if not isinstance(value, dict):
            self.fault(where, f"is {seen(value)}; expected an object with {', '.join(keys)}")
            return {}
        for key in keys:
            if key not in value:
                self.fault(where, f"misses the key {key!r}")
        for key in value:
            if key not in keys:
                self.fault(where, f"has the unknown key {seen(key)}; known are {', '.join(keys)}")
        return {key: value[key] for key in keys if key in value}

    def items(self, where: str, value: object, most: int, exactly: int | None = None) -> list[Any]:
        """The entries of a list."""
        if not isinstance(value, list):
            self.fault(where, f"is {seen(value)}; expected a list")
            return []
        if exactly is not None and len(value) != exactly:
            self.fault(where, f"has {len(value)} entries; expected {exactly}")
        elif len(value) > most:
            self.fault(where, f"has {len(value)} entries; expected {most} at most")
        return value[:most]

    def text(self, where: str, value: object, most: int = limits.EDITION_TEXT) -> str:
        """A text of at least one letter."""
        if type(value) is not str:
            self.fault(where, f"is {seen(value)}; expected a text")
            return ""
        if not value:
            self.fault(where, "is empty; expected a text")
        if value != printable(value):
            self.fault(where, "holds half a character (a lone surrogate)")
        if len(value) > most:
            self.fault(where, f"has {len(value)} letters; expected {most} at most")
        return value

    def whole(self, where: str, value: object, least: int = 0, most: int = limits.EDITION_NUMBER) -> int:
        """A whole number from ``least`` to ``most``."""
        if type(value) is not int:
            self.fault(where, f"is {seen(value)}; expected a whole number")
            return least
        if not least <= value <= most:
            self.fault(where, f"is {seen(value)}; expected {least} to {most}")
            return least
        return value

    def numbers(self, where: str, value: object, count: int) -> tuple[int, ...]:
        """So many whole numbers of at least 0."""
        listed = self.items(where, value, count, exactly=count)
        return tuple(self.whole(f"{where}[{number}]", item) for number, item in enumerate(listed))

    def word(self, where: str, value: object, words: Sequence[_Word]) -> _Word:
        """One of ``words``."""
        text = self.text(where, value)
        for word in words:
            if word == text:
                return word
        if type(value) is str and value:
            self.fault(where, f"is {seen(value)}; expected one of {', '.join(words)}")
        return words[0]

    def unique(self, where: str, ids: Sequence[str]) -> None:
        """No text stands there twice."""
        known: set[str] = set()
        for one in ids:
            if one in known:
                self.fault(where, f"{seen(one)} stands there more than once")
            known.add(one)


def seen(value: object) -> str:
    """``value`` as a fault may say it: short."""
    if isinstance(value, int) and abs(value) >= _ENDLESS:
        return "an endless number"
    text = repr(value) if isinstance(value, str | int | float | None) else f"a {type(value).__name__}"
    return text if len(text) <= 40 else text[:37] + "..."


def printable(text: str) -> str:
    """``text`` made of whole characters."""
    return text.encode("utf-8", "replace").decode("utf-8")
