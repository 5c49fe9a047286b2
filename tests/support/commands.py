"""What the tests of the commands share: a call of the program, and small game logs."""

import json
from typing import Any

from click.testing import CliRunner, Result

from controller.__main__ import main

START: dict[str, Any] = {
    "do": "start",
    "edition": "standard",
    "variant": "classic",
    "map": "honour",
    "players": [{"color": "blue", "rank": 2}, {"color": "yellow", "rank": 1}],
    "regions": [],
}
FIRST_BLUE = {"do": "place_first", "player": "blue"}
FIRST_YELLOW = {"do": "place_first", "player": "yellow"}
SPIN_TWO = {"do": "spin", "demand": 2}

BLUE_ROBS = ("t01", "t04", "t08")
"""Bread 1, bread 2, marble 1: a pasture, gaining nothing or one."""

TO_STATUES: list[dict[str, Any]] = [
    START,
    FIRST_BLUE,
    FIRST_YELLOW,
    SPIN_TWO,
    *({"do": "set_aside", "tile": tile} for tile in ("t02", "t03", "t09", "t10", "t15", "t16")),
    {"do": "collect"},
    *({"do": "rob", "player": "blue", "tile": tile} for tile in BLUE_ROBS),
    {"do": "stop"},
    {"do": "count"},
]
"""Blue to build with honour: 7 bread, 9 marble, 10 tools are left, no tumult."""


def lines(*actions: object) -> str:
    """The actions as a log."""
    return "".join(json.dumps(action) + "\n" for action in actions)


def royaltable(*words: object, given: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], input=given)
