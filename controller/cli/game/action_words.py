"""Actions of the game log as words of a command line: ``rob player=blue tile=t07``."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import reduce
from operator import or_
from types import UnionType
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UnsetType

Kinds = Mapping[str, Sequence[type[msgspec.Struct]]]
"""The types of each kind of action, by its ``do``: one, or several that have fields in common."""

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
    fields = {key: hint for kind in kinds[name] for key, hint in _fields(kind).items()}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        outer, *inner = key.split(".")
        if not equals or outer not in fields:
            raise WordError(f"saw {shorten(pair)!r}, expected KEY=VALUE. {name} takes {_known(fields)}.")
        into, hint = action, fields[outer]
        for below in inner:
            known = _inner(hint)
            if known is None or (known and below not in known):
                raise WordError(f"saw {shorten(pair)!r}. {outer} holds {_known(known or {})}.")
            into = into.setdefault(outer, {})
            outer, hint = below, known.get(below, _of_any_key(hint))
        into[outer] = _value(value, hint)
    return action


def listed(kinds: Kinds) -> Iterator[str]:
    """Each action with its fields, those that may be left out in brackets."""
    for name, shapes in kinds.items():
        for kind in shapes:
            hints = _fields(kind)
            words = []
            for field in msgspec.structs.fields(kind):
                word = " ".join(_word(field.encode_name, hints[field.encode_name]))
                words.append(word if field.required else f"[{word}]")
            yield " ".join([f"{name:12}", *words]).rstrip()


def _word(key: str, hint: Any) -> list[str]:
    """How a field is written."""
    inner = _inner(hint)
    if inner is not None:
        below = inner or {"NAME": _of_any_key(hint)}
        return [word for name, each in below.items() for word in _word(f"{key}.{name}", each)]
    if get_origin(hint) is tuple:
        (each, *_) = get_args(hint)
        objects = _inner(each)
        return [
            f"{key}=" + ("[{" + ",".join(f'"{name}":...' for name in objects) + "},...]" if objects else "ID,ID,...")
        ]
    return [f"{key}=" + "|".join(_said(kind) for kind in _alternatives(hint))]


def _said(hint: Any) -> str:
    """What stands for a plain value."""
    return "|".join(map(str, get_args(hint))) or {int: "NUMBER", bool: "true|false"}.get(hint, "WORD")


def _fields(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The type of each field, by its key in a log."""
    hints = get_type_hints(kind)
    return {field.encode_name: _plain(hints[field.name]) for field in msgspec.structs.fields(kind)}


def _inner(hint: Any) -> dict[str, Any] | None:
    """The fields of an object; none are named where it takes any key; None for what is no object."""
    if get_origin(hint) is dict:
        return {}
    return _fields(hint) if isinstance(hint, type) and issubclass(hint, msgspec.Struct) else None


def _of_any_key(hint: Any) -> Any:
    return _plain(get_args(hint)[1]) if get_origin(hint) is dict else str


def _plain(hint: Any) -> Any:
    """The type without what only a program says of it: that the field may be absent, or is a whole edition."""
    left = [_named(each) for each in _alternatives(hint) if each not in {UnsetType, dict[str, Any]}]
    return reduce(or_, left)


def _named(hint: Any) -> Any:
    return getattr(hint, "__supertype__", hint)


def _alternatives(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in {UnionType, Union} else (hint,)


def _value(word: str, hint: Any) -> Any:
    if word[:1] in {"{", "["}:
        try:
            return json.loads(word)
        except (ValueError, RecursionError) as fault:
            raise WordError(f"saw {shorten(word)!r}, which is not JSON: {fault}.") from None
    kinds = _alternatives(hint)
    if int in kinds and NUMBER.fullmatch(word):
        return int(word)
    if bool in kinds and word in {"true", "false"}:
        return word == "true"
    if get_origin(hint) is tuple:
        return [_value(each, _plain(get_args(hint)[0])) for each in word.split(",") if each]
    return word


def shorten(word: str) -> str:
    """What was seen, for a message."""
    return word if len(word) <= LONGEST_SEEN else f"{word[:LONGEST_SEEN]}..."


def _nearest(seen: str, known: list[str]) -> str:
    nearest = get_close_matches(seen, known, n=1)
    return f"Did you mean {nearest[0]}?" if nearest else f"There are {', '.join(known)}."


def _known(fields: Mapping[str, Any]) -> str:
    return ", ".join(fields) or "no fields"
