"""Sentences as JSON patterns, for the page, which fills them in by itself and switches languages at once.

A pattern is a string, or a list of parts: a string; ``{"value": name}``; or ``{"choose": name, "of": {...}}`` with a
pattern for each number (``"2"``) or plural category of CLDR (``"one"``), ``"other"`` always among them.
"""

from functools import cache
from importlib.resources import files
from typing import Any, Final

from fluent.syntax import FluentParser
from fluent.syntax.ast import (
    Message,
    NumberLiteral,
    Pattern,
    Placeable,
    SelectExpression,
    TextElement,
    VariableReference,
)

from controller.texts.speaking import keys, say

FILES: Final = ("page.ftl", "faults.ftl", "owner.ftl")
"""Where the page's own sentences stand."""

PREFIX: Final = "page-"
"""How the keys of the page's own sentences begin in ``page.ftl``; the page leaves it out."""

NAMES: Final = (
    "blue",
    "yellow",
    "purple",
    "grey",
    "bread",
    "marble",
    "tools",
    "pasture",
    "forest",
    "mountain",
    "village",
    "palace",
)
"""What the page calls by the same names as the table."""

_RULE: Final = "rule-"


@cache
def of_the_page(language: str) -> dict[str, Any]:
    """The page's sentences by key, names of ``NAMES`` among them."""
    folder = files("controller.texts").joinpath(language)
    source = "\n".join(folder.joinpath(name).read_text(encoding="utf-8") for name in FILES)
    found: dict[str, Any] = {name: say(language, name) for name in NAMES}
    for entry in FluentParser().parse(source).body:
        if isinstance(entry, Message) and entry.value is not None:
            found[entry.id.name.removeprefix(PREFIX)] = _pattern(entry.value)
    return found


@cache
def rules(language: str) -> dict[str, str]:
    """Every rule in our own words, by its id such as ``TR-3.4``."""
    found = sorted(key.removeprefix(_RULE) for key in keys(language) if key.startswith(_RULE))
    return {_dotted(name): say(language, f"{_RULE}{name}") for name in found}


def _dotted(name: str) -> str:
    """``TR-3-4`` is the key of TR-3.4: Fluent's keys know no dots."""
    book, _, number = name.partition("-")
    return f"{book}-{number.replace('-', '.')}" if number else book


def _pattern(pattern: Pattern) -> Any:
    parts = [_part(element) for element in pattern.elements]
    return parts[0] if len(parts) == 1 and isinstance(parts[0], str) else parts


def _part(element: TextElement | Placeable) -> Any:
    if isinstance(element, TextElement):
        return element.value
    match element.expression:
        case VariableReference(id=name):
            return {"value": name.name}
        case SelectExpression(selector=VariableReference(id=name), variants=variants):
            cases = {
                "other" if variant.default else _label(variant.key): _pattern(variant.value) for variant in variants
            }
            return {"choose": name.name, "of": cases}
        case other:
            raise ValueError(f"saw {type(other).__name__} in a text of the page, expected a value or a choice by one")


def _label(key: Any) -> str:
    return str(key.value) if isinstance(key, NumberLiteral) else str(key.name)
