"""Reading TOML that others wrote, within bounds of time and memory: the only caller of ``tomllib``."""

import re
import tomllib
from typing import Any, Final

from controller import limits

_TOKEN: Final = re.compile(
    r'''
      """(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5}|\\?\Z)  # strings end where TOML ends them, or with the text
    | \'\'\'.*?(?:'{3,5}|\Z)
    | "(?:[^"\\\n]|\\.)*+"?
    | '[^'\n]*+'?
    | \#[^\n]*+
    | [A-Za-z0-9_+:-]++
    | [.=,\[\]{}\n]
    ''',
    re.VERBOSE | re.DOTALL,
)


class TomlError(ValueError):
    """The text is no TOML, or has more of something than the table reads; the message says where."""


def toml_of(text: str, parts: int = limits.TOML_PARTS) -> dict[str, Any]:
    """Return what ``text`` says, which has so many ``parts`` at most: dots, equals signs and opening brackets.

    ``tomllib`` needs time and memory that grow with the square of a key's parts, recurses into brackets, and reads
    numbers of any length, so these are counted first.

    Raises:
        TomlError: it says nothing, or is over a bound.
    """
    _see_that_it_is_bounded(text, parts)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as fault:  # ValueError also for a number that no machine's clock has
        raise TomlError(str(fault)) from None


def _see_that_it_is_bounded(text: str, most_parts: int) -> None:
    _see(text, 0, "characters", len(text), limits.TOML_LETTERS)
    parts = dots = depth = 0
    for found in _TOKEN.finditer(text):
        piece, place = found[0], found.start()
        match piece[0]:
            case ".":
                dots += 1
                parts += 1
                _see(text, place, "parts of a key", dots + 1, limits.TOML_KEY_PARTS)
            case "=" | "[" | "{":
                dots = 0
                parts += 1
                depth += piece != "="
                _see(text, place, "brackets in one another", depth, limits.TOML_DEPTH)
            case "]" | "}":
                dots = 0
                depth -= 1
            case "," | "\n":
                dots = 0
            case '"' | "'" | "#":
                pass
            case _:
                _see(text, place, "characters in a word or number", len(piece), limits.TOML_WORD)
        _see(text, place, "keys and brackets", parts, most_parts)


def _see(text: str, place: int, what: str, seen: int, most: int) -> None:
    if seen > most:
        line = text.count("\n", 0, place) + 1
        raise TomlError(f"saw {seen} {what} at line {line}, expected {most} at most")
