"""The page's catalogue: patterns that it fills in, so that it switches languages at once."""

from functools import cache
from typing import Any, Final

from controller.texts.patterns import folders, in_files, pattern
from controller.texts.speaking import keys, say

FILES: Final = ("page.ftl", "faults.ftl", "owner.ftl", "tournament.ftl")
"""Where the page's own sentences stand."""

PREFIX: Final = "page-"
"""How the keys of the page's own sentences begin in ``page.ftl``; the page leaves it out."""

NAMES: Final = "names.ftl"
"""Where stands what the page calls by the same names as the table."""

_RULE: Final = "rule-"


def of_the_page(language: str) -> dict[str, Any]:
    """The page's sentences by key, those in ``NAMES`` among them."""
    return _of_the_page(language, folders())


@cache
def _of_the_page(language: str, _folders: int) -> dict[str, Any]:
    """With each game whose sentences have come there are more."""
    found: dict[str, Any] = {name: say(language, name) for name in in_files(language, NAMES)}
    for key in (key for name in FILES for key in in_files(language, name)):
        found[key.removeprefix(PREFIX)] = pattern(language, key)
    return found


def rules(language: str) -> dict[str, str]:
    """Every rule in our own words, by its id such as ``TR-3.4``."""
    return _rules(language, folders())


@cache
def _rules(language: str, _folders: int) -> dict[str, str]:
    found = sorted(key.removeprefix(_RULE) for key in keys(language) if key.startswith(_RULE))
    return {_dotted(name): say(language, f"{_RULE}{name}") for name in found}


def _dotted(name: str) -> str:
    """``TR-3-4`` is the key of TR-3.4: Fluent's keys know no dots."""
    book, _, number = name.partition("-")
    return f"{book}-{number.replace('-', '.')}" if number else book
