"""What makes one JSON value into another, as a JSON Patch (RFC 6902)."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

Operation = dict[str, Any]
"""``op`` (``add``, ``replace``, ``remove``), ``path`` (RFC 6901) and, but for ``remove``, ``value``."""

END: Final = "-"
"""The place after an array's last item."""

_octets = msgspec.json.encode


def changes(before: Any, after: Any, path: str = "") -> list[Operation]:
    """What to do with ``before``, one after the other, to have ``after``.

    An array that lost its oldest items and got new ones at its end, such as a story, is told so. Whatever would take
    more octets to change than to say anew is said anew.

    Args:
        before: a value as ``json.loads`` gives it.
        after: another.
        path: where both stand.
    """
    if before == after and _octets(before) == _octets(after):  # to Python, 1 is 1.0 and true
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        told = list(_in_object(before, after, path))
    elif isinstance(before, list) and isinstance(after, list):
        told = list(_in_array(before, after, path))
    else:
        return [_replace(path, after)]
    anew = [_replace(path, after)]
    return told if len(_octets(told)) < len(_octets(anew)) else anew


def _in_object(before: dict[str, Any], after: dict[str, Any], path: str) -> Iterator[Operation]:
    for key in before:
        if key not in after:
            yield {"op": "remove", "path": _below(path, key)}
    for key, value in after.items():
        if key in before:
            yield from changes(before[key], value, _below(path, key))
        else:
            yield {"op": "add", "path": _below(path, key), "value": value}


def _in_array(before: list[Any], after: list[Any], path: str) -> Iterator[Operation]:
    was, now = [_octets(item) for item in before], [_octets(item) for item in after]
    gone = _gone_from_the_front(was, now)
    if gone is None:
        yield from _in_the_middle(before, after, path)
        return
    yield from ({"op": "remove", "path": f"{path}/0"} for _ in range(gone))
    yield from ({"op": "add", "path": f"{path}/{END}", "value": item} for item in after[len(before) - gone :])


def _gone_from_the_front(was: list[bytes], now: list[bytes]) -> int | None:
    """How many items the array lost at its front, if all others are still there, at the front of the new one."""
    if not now:
        return None
    for gone, item in enumerate(was):
        if item == now[0] and was[gone:] == now[: len(was) - gone]:
            return gone
    return None if was else 0


def _in_the_middle(before: list[Any], after: list[Any], path: str) -> Iterator[Operation]:
    """Item by item; what one of the two has more is at its end."""
    both = min(len(before), len(after))
    for place in range(both):
        yield from changes(before[place], after[place], f"{path}/{place}")
    for place in range(len(before) - 1, both - 1, -1):
        yield {"op": "remove", "path": f"{path}/{place}"}
    for item in after[both:]:
        yield {"op": "add", "path": f"{path}/{END}", "value": item}


def _replace(path: str, value: Any) -> Operation:
    return {"op": "replace", "path": path, "value": value}


def _below(path: str, key: str) -> str:
    return f"{path}/{key.replace('~', '~0').replace('/', '~1')}"
