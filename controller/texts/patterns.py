"""Sentences as patterns in JSON: what a Fluent file says, ready to be filled in here or on the page.

A pattern is a string, or a list of parts: a string; ``{"value": name}``; or ``{"choose": name, "of": {...}}`` with a
pattern for each number (``"2"``), word or plural category of CLDR (``"one"``), ``"other"`` always among them.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fluent.syntax import FluentParser
from fluent.syntax.ast import (
    Message,
    NumberLiteral,
    Pattern,
    Placeable,
    SelectExpression,
    StringLiteral,
    TextElement,
    VariableReference,
)

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

MESSAGE: Final = re.compile(r"^([a-zA-Z][\w-]*) *=.*\n(?:[ \t}].*\n|\n(?=[ \t]))*", re.MULTILINE)
"""A message of a Fluent file: its first line, and those that are indented below."""


_folders: Final[list["Traversable"]] = [Path(__file__).parent]


def add(folder: "Traversable", *, compared: bool = False) -> None:
    """Say what stands in ``folder``, too, which has one folder for each language: a game's sentences.

    Those of our own game our tests have ``compared``: reading every language takes a thirtieth of a start.

    Raises:
        ValueError: a language is missing, or a key is there already, by the table or by another game.
    """
    if not compared:
        _compare(folder)
    _folders.append(folder)
    sources.cache_clear()


def has(folder: "Traversable") -> bool:
    """Whether it was added."""
    return folder in _folders


def _compare(folder: "Traversable") -> None:
    languages = [each.name for each in _folders[0].iterdir() if each.is_dir() and _files_in(each)]
    for language in languages:
        if not folder.joinpath(language).is_dir():
            raise ValueError(f"{folder}: saw no folder {language}, expected one each for {', '.join(languages)}.")
        keys = (key for file in _files_in(folder.joinpath(language)) for key in _messages(file))
        twice = sorted(sources(language).keys() & set(keys))
        if twice:
            raise ValueError(
                f"{folder}: saw the {language} texts {', '.join(twice)}, which are the table's or another game's, "
                "expected keys of its own. Begin them with the game's name."
            )


def folders() -> int:
    """How many there are: the table's own, and one for each game whose sentences have come."""
    return len(_folders)


def files_of(language: str) -> Iterator["Traversable"]:
    """All files of a language, the table's own first."""
    for folder in _folders:
        yield from _files_in(folder.joinpath(language))


def _files_in(folder: "Traversable") -> "list[Traversable]":
    return sorted((entry for entry in folder.iterdir() if entry.name.endswith(".ftl")), key=lambda entry: entry.name)


@cache
def sources(language: str) -> dict[str, str]:
    """The text of each message of a language by its key."""
    return {key: text for file in files_of(language) for key, text in _messages(file).items()}


def in_files(language: str, name: str) -> dict[str, str]:
    """The text of each message of the files of that name by its key."""
    named = (file for file in files_of(language) if file.name == name)
    return {key: text for file in named for key, text in _messages(file).items()}


def _messages(file: "Traversable") -> dict[str, str]:
    return {found[1]: found[0] for found in MESSAGE.finditer(file.read_text(encoding="utf-8") + "\n")}


@cache
def pattern(language: str, key: str) -> Any:
    """The pattern of a sentence; it is parsed when it is asked for first, since parsing them all takes its time.

    Raises:
        KeyError: there is no such sentence.
        ValueError: it says something that no pattern can: a call, an attribute, another message.
    """
    entry = FluentParser(with_spans=False).parse_entry(sources(language)[key])
    if not isinstance(entry, Message) or entry.value is None:
        raise ValueError(f"saw no sound message {key!r} in {language!r}, expected `{key} = ...`")
    return _pattern(entry.value)


def _pattern(parsed: Pattern) -> Any:
    parts = [_part(element) for element in parsed.elements]
    return parts[0] if len(parts) == 1 and isinstance(parts[0], str) else parts


def _part(element: TextElement | Placeable) -> Any:
    if isinstance(element, TextElement):
        return element.value
    match element.expression:
        case StringLiteral() as literal:
            return literal.parse()["value"]
        case VariableReference(id=name):
            return {"value": name.name}
        case SelectExpression(selector=VariableReference(id=name), variants=variants):
            cases = {
                "other" if variant.default else _label(variant.key): _pattern(variant.value) for variant in variants
            }
            return {"choose": name.name, "of": cases}
        case other:
            raise ValueError(f"saw {type(other).__name__} in a text, expected a value or a choice by one")


def _label(key: Any) -> str:
    return str(key.value) if isinstance(key, NumberLiteral) else str(key.name)
