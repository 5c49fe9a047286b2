"""Turning a key and its values into a sentence of one language."""

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from fluent.runtime import FluentBundle, FluentResource

LANGUAGES: Final = ("en", "de", "es")

MESSAGE: Final = re.compile(r"^([a-zA-Z][\w-]*) *=.*\n(?:[ \t}].*\n|\n(?=[ \t]))*", re.MULTILINE)
"""A message of a Fluent file: its first line, and those that are indented below."""


class _Language:
    """The sentences of one language; each is parsed when it is said first, since parsing them all takes its time."""

    def __init__(self, language: str) -> None:
        folder = files("controller.texts").joinpath(language)
        parts = (entry for entry in folder.iterdir() if entry.name.endswith(".ftl"))
        self.messages = {
            found[1]: found[0]
            for part in sorted(parts, key=lambda entry: entry.name)
            for found in MESSAGE.finditer(part.read_text(encoding="utf-8") + "\n")
        }
        self.bundle = FluentBundle([language], use_isolating=False)

    def knows(self, key: str) -> bool:
        """Whether there is such a sentence; it is parsed then."""
        if not self.bundle.has_message(key) and key in self.messages:
            self.bundle.add_resource(FluentResource(self.messages[key]))
        return self.bundle.has_message(key)


@cache
def _language(language: str) -> _Language:
    return _Language(language)


def say(language: str, key: str, values: Mapping[str, str | int | float] | None = None) -> str:
    """The sentence ``key`` in ``language`` with ``values`` filled in.

    Raises:
        KeyError: no such sentence, or a value it needs is missing: a fault of ours, never of a user.
    """
    sentences = _language(language)
    bundle = sentences.bundle
    pattern = bundle.get_message(key).value if sentences.knows(key) else None
    if pattern is None:
        raise KeyError(f"no text {key!r} in {language!r}")
    sentence, errors = bundle.format_pattern(pattern, dict(values or {}))
    if errors:
        raise KeyError(f"text {key!r} in {language!r}: {errors[0]}")
    return str(sentence)


def keys(language: str) -> frozenset[str]:
    """All keys that ``language`` has; a test compares the languages."""
    return frozenset(_language(language).messages)
