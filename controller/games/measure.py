"""How large an answer of a game is: its values and letters, counted until there are too many, however it goes on."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from controller import limits


class TooLarge(Exception):
    """There are more than ``limits.GAME_ANSWER``."""


def count(value: Any) -> int:
    """Values and letters of ``value`` and of all in it; what stands in it twice counts twice, as when it is sent.

    Raises:
        TooLarge: there are too many. No more than that many were looked at, be it endless or within itself.
    """
    found, within = 0, [iter((value,))]
    while within:
        for each in within[-1]:
            found += 1 + _letters(each)
            if found > limits.GAME_ANSWER:
                raise TooLarge
            inner = _inner(each)
            if inner is not None:
                within.append(inner)
                break
        else:
            within.pop()
    return found


def _letters(value: Any) -> int:
    if isinstance(value, str | bytes | bytearray):
        return len(value)
    return value.bit_length() // 3 if isinstance(value, int) else 0


def _inner(value: Any) -> Iterator[Any] | None:
    if isinstance(value, Struct):
        return (getattr(value, name) for name in value.__struct_fields__)
    if isinstance(value, Mapping):
        return _both(value.items())
    if isinstance(value, Collection) and not isinstance(value, str | bytes | bytearray):
        return iter(value)
    return None


def _both(pairs: Iterable[tuple[Any, Any]]) -> Iterator[Any]:
    for key, value in pairs:
        yield key
        yield value
