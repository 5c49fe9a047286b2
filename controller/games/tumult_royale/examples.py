"""One example of each action of the game log, for people who write programs for the table."""

from typing import Any, Final

EXAMPLES: Final[tuple[dict[str, Any], ...]] = (
    {
        "do": "start",
        "edition": "standard",
        "variant": "classic",
        "map": "honour",
        "players": [{"color": "blue", "rank": 1}, {"color": "yellow", "rank": 2}],
        "regions": [],
    },
    {"do": "place_first", "player": "blue", "field": "B2"},
    {"do": "spin", "demand": 4},
    {"do": "forget_spin"},
    {"do": "set_aside", "tile": "t07"},
    {"do": "collect"},
    {"do": "rob", "player": "blue", "tile": "t31"},
    {"do": "stop"},
    {"do": "count"},
    {"do": "build", "player": "blue", "field": "C4", "tiles": ["t07", "t31"]},
    {"do": "pass", "player": "blue"},
    {"do": "reveal", "player": "blue", "tiles": [{"slot": 0, "tile": "R3", "turns": 2}]},
    {"do": "amend", "move": {"tile": "t07", "to": "people"}},
    {"do": "undo"},
)
