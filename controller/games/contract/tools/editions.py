"""Editions of a game: their TOML and JSON format, their checks, the protocol for ``royaltable edition``."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, Generic, Literal, Protocol, TypeVar, get_args, runtime_checkable

import msgspec
from msgspec import Struct

from controller import limits
from controller.games.contract.values import NO_RULE
from controller.reading import JSON_ERRORS, TomlError, parse_toml

TrustLevel = Literal["rulebook", "review", "box", "placeholder"]


class Trust(Struct, frozen=True, gc=False):
    """Where a value of an edition comes from.

    Attributes:
        datum: the value's key.
        standing: where the value was seen: ``rulebook``, ``review`` or ``box``; else ``placeholder``.
        source: a sentence.
    """

    datum: str
    standing: TrustLevel
    source: str


class EditionMistake(Struct, frozen=True, gc=False):
    """One thing wrong with an edition.

    Attributes:
        rule: ``LOG`` for a wrong shape, else the broken rule of the set-up.
        where: path in the edition, such as ``tiles[3].value``.
        problem: what was seen and what was expected.
    """

    rule: str
    where: str
    problem: str


class EditionFault(Exception):
    """An edition is not valid; ``faults`` lists everything wrong with it."""

    def __init__(self, faults: Sequence[EditionMistake]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(f"{fault.where}: {fault.problem}" for fault in self.faults))

    @property
    def first(self) -> EditionMistake:
        """The fault to name in a refusal: a wrong shape, if any, before a broken rule."""
        return min(self.faults, key=lambda fault: fault.rule != NO_RULE)


@runtime_checkable
class Edited(Protocol):
    """A game with editions of its components: a shipped one, and those of owners."""

    def edition(self, text: str | None) -> Mapping[str, Any]:
        """Return the edition in ``text``, TOML or JSON, or the shipped one; raise EditionFault with all faults."""

    def edition_summary(self, edition: Mapping[str, Any]) -> str:
        """Return name and size in words, such as ``'The Race' can be played: 4 runners``."""

    def trust(self, text: str | None) -> Sequence[Trust]:
        """Return where an edition's values come from, if it says; raise EditionFault if it is invalid."""


Look = Callable[[str, Any], object]
"""Checks the value at a path."""

_MAX_PRINTED_NUMBER: Final = 10**18
"""A fault's message prints only numbers below this size."""

_WordT = TypeVar("_WordT", bound=str)


class EditionChecker:
    """Collects faults. Each check replaces a faulty value by a harmless one, so that checking goes on.

    ``shape`` is the rule cited for a fault of the shape alone.
    """

    def __init__(self, shape: str = NO_RULE) -> None:
        self.faults: list[EditionMistake] = []
        self._shape = shape

    def fault(self, where: str, problem: str, rule: str | None = None) -> None:
        self.faults.append(
            EditionMistake(rule or self._shape, _replace_surrogates(where), _replace_surrogates(problem))
        )

    def mapping(self, where: str, value: object, keys: Collection[str]) -> dict[str, Any]:
        if not isinstance(value, dict):
            self.fault(where, f"is {_format_seen_value(value)}; expected an object with {', '.join(keys)}")
            return {}
        for key in keys:
            if key not in value:
                self.fault(where, f"lacks the key {key!r}")
        for key in value:
            if key not in keys:
                self.fault(
                    where, f"has the unknown key {_format_seen_value(key)}; the known keys are {', '.join(keys)}"
                )
        return {key: value[key] for key in keys if key in value}

    def items(self, where: str, value: object, most: int, exactly: int | None = None) -> list[Any]:
        if not isinstance(value, list):
            self.fault(where, f"is {_format_seen_value(value)}; expected a list")
            return []
        if exactly is not None and len(value) != exactly:
            self.fault(where, f"has {len(value)} entries; expected {exactly}")
        elif len(value) > most:
            self.fault(where, f"has {len(value)} entries; expected {most} at most")
        return value[:most]

    def text(self, where: str, value: object, most: int = limits.EDITION_NAME_CHARS, *, least: int = 0) -> str:
        if type(value) is not str:
            self.fault(where, f"is {_format_seen_value(value)}; expected text")
            return ""
        if len(value) < least:
            self.fault(where, "is empty; expected text")
        if value != _replace_surrogates(value):
            self.fault(where, "has an invalid character (a lone surrogate)")
        if len(value) > most:
            self.fault(where, f"has {len(value)} letters; expected {most} at most")
        return value

    def whole(
        self, where: str, value: object, least: int = 0, most: int = limits.EDITION_NUMBER, rule: str | None = None
    ) -> int:
        if type(value) is not int:
            self.fault(where, f"is {_format_seen_value(value)}; expected a whole number")
            return least
        if value > limits.EDITION_NUMBER:
            self.fault(where, f"is {_format_seen_value(value)}; expected {limits.EDITION_NUMBER} at most")
            return least
        if not least <= value <= most:
            self.fault(where, f"is {_format_seen_value(value)}; expected {least} to {most}", rule)
            return least
        return value

    def numbers(self, where: str, value: object, count: int) -> tuple[int, ...]:
        listed = self.items(where, value, count, exactly=count)
        return tuple(self.whole(f"{where}[{number}]", item) for number, item in enumerate(listed))

    def word(self, where: str, value: object, words: Sequence[_WordT], rule: str | None = None) -> _WordT:
        text = self.text(where, value)
        for word in words:
            if word == text:
                return word
        if type(value) is str:
            self.fault(where, f"is {_format_seen_value(value)}; expected one of {', '.join(words)}", rule)
        return words[0]

    def anything(self, where: str, value: object) -> None:
        """Accept a value that is checked later."""

    def between(self, least: int, most: int, rule: str | None = None) -> "Look":
        return lambda where, value: self.whole(where, value, least, most, rule)

    def one_of(self, words: Sequence[str], rule: str | None = None) -> "Look":
        return lambda where, value: self.word(where, value, words, rule)

    def record(self, where: str, value: object, fields: Mapping[str, "Look"]) -> dict[str, Any]:
        """Return the object with each value checked; {} if a key is missing."""
        found = self.mapping(where, value, fields)
        if len(found) < len(fields):
            return {}
        for key, look in fields.items():
            look(f"{where}.{key}", found[key])
        return found

    def records(self, where: str, value: object, most: int, fields: Mapping[str, "Look"]) -> list[dict[str, Any]]:
        """Return the objects of a list; [] if an object has a fault."""
        before = len(self.faults)
        found = [
            self.record(f"{where}[{number}]", item, fields)
            for number, item in enumerate(self.items(where, value, most))
        ]
        return found if len(self.faults) == before else []

    def unique(self, where: str, ids: Iterable[str], rule: str | None = None) -> None:
        """Note ids that occur more than once."""
        known: set[str] = set()
        for one in ids:
            if one in known:
                self.fault(where, f"{_format_seen_value(one)} occurs more than once", rule)
            known.add(one)


def _format_seen_value(value: object) -> str:
    if isinstance(value, int) and abs(value) >= _MAX_PRINTED_NUMBER:
        return "an endless number"
    text = repr(value) if isinstance(value, str | int | float | None) else f"a {type(value).__name__}"
    return text if len(text) <= 40 else text[:37] + "..."


def _replace_surrogates(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")


EditionT = TypeVar("EditionT")

REMARKS_KEY: Final = "standing"
"""Key of the remarks (``Trust``) in an edition's file; one in a log has none."""


class EditionFormat(Generic[EditionT]):
    """Reads the editions of one game.

    Args:
        read: returns the edition that decoded JSON describes, and notes faults; with any, its result is ignored.
        shipped: file of the shipped edition, TOML.
        shape: rule cited for a fault of the shape alone.

    Attributes:
        standard: returns the shipped edition, read once.
    """

    def __init__(
        self, read: Callable[[EditionChecker, object], EditionT | None], shipped: Path, shape: str = NO_RULE
    ) -> None:
        self._read = read
        self._shape = shape
        self._shipped = shipped
        self.standard = cache(lambda: self.from_toml(shipped.read_text("utf-8-sig")))

    def parse(self, value: object) -> EditionT:
        """Return the edition in decoded JSON; raise EditionFault for faults."""
        return self._read_or_raise(EditionChecker(self._shape), value)

    def from_toml(self, text: str) -> EditionT:
        """Return the edition in ``text``; check remarks, too. Raise EditionFault with all faults."""
        content = self._parse_toml_text(text)
        check = EditionChecker(self._shape)
        _read_trust_remarks(check, content.pop(REMARKS_KEY, []))
        return self._read_or_raise(check, content)

    def opened(self, text: str | None) -> EditionT:
        """Return the edition in a TOML or JSON file, or the shipped one; raise EditionFault for faults."""
        if text is None:
            return self.standard()
        if not _looks_like_json(text):
            return self.from_toml(text)
        self._check_text_size(text)
        try:
            return self.parse(msgspec.json.decode(text))
        except JSON_ERRORS as error:
            raise self._file_fault(f"is not JSON: {error}") from None

    def trust(self, text: str | None) -> Sequence[Trust]:
        """Return the remarks of a TOML file or the shipped one; raise EditionFault for their faults. JSON has none."""
        text = self._shipped.read_text("utf-8-sig") if text is None else text
        if _looks_like_json(text):
            return ()
        check = EditionChecker(self._shape)
        remarks = _read_trust_remarks(check, self._parse_toml_text(text).get(REMARKS_KEY, []))
        if check.faults:
            raise EditionFault(check.faults)
        return remarks

    def _read_or_raise(self, check: EditionChecker, value: object) -> EditionT:
        edition = self._read(check, value)
        if check.faults or edition is None:
            raise EditionFault(check.faults)
        return edition

    def _parse_toml_text(self, text: str) -> dict[str, Any]:
        self._check_text_size(text)
        try:
            return parse_toml(text)
        except TomlError as error:
            raise self._file_fault(f"is not TOML: {error}") from None

    def _check_text_size(self, text: str) -> None:
        if len(text) > limits.EDITION_FILE_BYTES:
            raise self._file_fault(f"has {len(text)} characters; expected {limits.EDITION_FILE_BYTES} at most")

    def _file_fault(self, problem: str) -> EditionFault:
        check = EditionChecker(self._shape)
        check.fault("file", problem)
        return EditionFault(check.faults)


def _read_trust_remarks(check: EditionChecker, value: object) -> tuple[Trust, ...]:
    fields: dict[str, Look] = {
        "datum": check.text,
        REMARKS_KEY: check.one_of(get_args(TrustLevel)),
        "source": lambda where, source: check.text(where, source, limits.EDITION_FILE_BYTES),
    }
    return tuple(Trust(**each) for each in check.records(REMARKS_KEY, value, limits.EDITION_PIECES, fields))


def _looks_like_json(text: str) -> bool:
    return text.lstrip().startswith("{")
