"""Actions of the game log as words of a command line: ``rob player=blue tile=t07``."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UnsetType

Kinds = Mapping[str, type[msgspec.Struct]]
"""The type of each kind of action, by its ``do``."""

NUMBER: Final = re.compile(r"[+-]?\d{1,18}")
LONGEST_SEEN: Final = 60


class WordError(ValueError):
    """Words that say no action; the message says what was seen and what is expected."""


def action_of(words: Sequence[str], kinds: Kinds) -> dict[str, Any]:
    """The action that ``words`` say: its name, then ``key=value``; lists with commas, the inner of maps by dots.

    Raises:
        WordError: there is no such action or field; whether the values fit the table decides.
    """
    name, *pairs = words
    if name not in kinds:
        raise WordError(f"saw the action {name!r}. {_nearest(name, list(kinds))}")
    action: dict[str, Any] = {"do": name}
    fields = _fields(kinds[name])
    for pair in pairs:
        key, equals, value = pair.partition("=")
        outer, dot, inner = key.partition(".")
        if not equals or outer not in fields:
            raise WordError(f"saw {pair!r}, expected KEY=VALUE. {name} takes {', '.join(fields) or 'no fields'}.")
        if dot:
            action.setdefault(outer, {})[inner] = _value(value, str if outer == "move" else int)
        else:
            action[outer] = _value(value, fields[outer])
    return action


def listed(kinds: Kinds) -> Iterator[str]:
    """Each action with its fields, those that may be left out in brackets."""
    for name, kind in kinds.items():
        hints = _fields(kind)
        words = []
        for field in msgspec.structs.fields(kind):
            word = " ".join(_word(field.encode_name, hints[field.encode_name]))
            words.append(word if field.required else f"[{word}]")
        yield " ".join([f"{name:12}", *words]).rstrip()


def _word(key: str, kind: Any) -> list[str]:
    """How a field is written."""
    if get_origin(kind) is dict:
        return [f"{key}.NAME=NUMBER"]
    if get_origin(kind) is tuple:
        inner = _inner(get_args(kind)[0])
        return [f"{key}=" + ("[{" + ",".join(f'"{each}":...' for each in inner) + "},...]" if inner else "ID,ID,...")]
    inner = _inner(kind)
    if inner:
        return [f"{key}.{each}=ID" for each in inner]
    return [f"{key}=" + ("|".join(get_args(kind)) or {int: "NUMBER", bool: "true|false"}.get(kind, "WORD"))]


def _inner(kind: Any) -> list[str]:
    """The keys of an object."""
    is_object = isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    return [field.encode_name for field in msgspec.structs.fields(kind)] if is_object else []


def _fields(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The type of each field, by its key."""
    hints = get_type_hints(kind)
    return {key: _without_unset(hint) for key, hint in hints.items()}


def _without_unset(hint: Any) -> Any:
    if get_origin(hint) in {UnionType, Union}:
        (hint,) = [each for each in get_args(hint) if each not in {UnsetType, dict[str, Any]}]
    return getattr(hint, "__supertype__", hint)


def _value(word: str, kind: Any) -> Any:
    if word[:1] in {"{", "["}:
        try:
            return json.loads(word)
        except (ValueError, RecursionError) as fault:
            raise WordError(f"saw {shorten(word)!r}, which is not JSON: {fault}.") from None
    if kind is int and NUMBER.fullmatch(word):
        return int(word)
    if kind is bool and word in {"true", "false"}:
        return word == "true"
    if get_origin(kind) is tuple:
        return [each for each in word.split(",") if each]
    return word


def shorten(word: str) -> str:
    """What was seen, for a message."""
    return word if len(word) <= LONGEST_SEEN else f"{word[:LONGEST_SEEN]}..."


def _nearest(seen: str, known: list[str]) -> str:
    nearest = get_close_matches(seen, known, n=1)
    return f"Did you mean {nearest[0]}?" if nearest else f"There are {', '.join(known)}."
