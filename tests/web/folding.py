"""A client of the stream's second version: it puts each change to what it has."""

import json
from typing import Any

import msgspec


class Folding:
    """What a client has by now.

    Attributes:
        values: the newest, by the name of its event.
        wholes: how many events held all of their value, by name.
        patches: how many held a change, by name.
    """

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.wholes: dict[str, int] = {}
        self.patches: dict[str, int] = {}

    def take(self, event: str, data: Any) -> None:
        """One event, its data decoded."""
        name = event.removesuffix("-patch")
        if event == name:
            self.values[name] = data
            self.wholes[name] = self.wholes.get(name, 0) + 1
        else:
            self.values[name] = patched(self.values[name], data)
            self.patches[name] = self.patches.get(name, 0) + 1

    def take_all(self, octets: bytes) -> None:
        """What came in one piece: a number of whole events."""
        for text in octets.decode().split("\n\n"):
            fields = dict(line.split(": ", 1) for line in text.splitlines())
            if "data" in fields:
                self.take(fields["event"], json.loads(fields["data"]))


def patched(value: Any, operations: list[dict[str, Any]]) -> Any:
    """``value`` after a JSON Patch (RFC 6902) of ``add``, ``replace`` and ``remove``; the value itself stays.

    Raises:
        KeyError, IndexError: an operation that does not fit.
    """
    document = {"": msgspec.json.decode(msgspec.json.encode(value))}
    for operation in operations:
        steps = [step.replace("~1", "/").replace("~0", "~") for step in operation["path"].split("/")]
        *way, last = steps
        holder: Any = document
        for step in way:
            holder = holder[int(step) if isinstance(holder, list) else step]
        if isinstance(holder, list):
            _in_list(holder, last, operation)
        elif operation["op"] == "add":
            assert last not in holder or last == "", f"{operation} is there already"
            holder[last] = operation["value"]
        elif operation["op"] == "replace":
            assert last in holder, f"{operation} replaces nothing"
            holder[last] = operation["value"]
        else:
            del holder[last]
    return document[""]


def _in_list(holder: list[Any], last: str, operation: dict[str, Any]) -> None:
    place = len(holder) if last == "-" else int(last)
    if operation["op"] == "add":
        holder.insert(place, operation["value"])
    elif operation["op"] == "replace":
        holder[place] = operation["value"]
    else:
        del holder[place]
