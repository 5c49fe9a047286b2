"""One example of each action of the game log, for people who write programs for the table."""

from typing import Any, Final

from controller.games.tudor.box.reading import standard
from controller.games.tudor.rules.board import board_of

_HAND: Final = {"thumb": ["q01"], "index": [], "middle": ["q16"], "ring": [], "pinky": []}


def _start() -> dict[str, Any]:
    """Two players with the cards of a first game, tokens in the order of the box."""
    edition = standard()
    spaces = board_of(edition.columns[0]).names
    influence, intrigue = edition.round_tokens(2)
    kinds = ["influence"] * influence + ["intrigue"] * intrigue
    return {
        "do": "start",
        "game": "tudor",
        "edition": "standard",
        "players": [{"color": "yellow", "gate": "yellow"}, {"color": "blue", "gate": "blue"}],
        "first": "yellow",
        "scoring": [1, 4],
        "scenario": 2,
        "spaces": {
            space: {"round": kind, "token": token.id}
            for space, kind, token in zip(spaces, kinds, edition.tokens, strict=False)
        },
    }


EXAMPLES: Final[tuple[dict[str, Any], ...]] = (
    _start(),
    {"do": "choose_ring", "player": "yellow", "ring": "q01"},
    {"do": "wear", "player": "yellow", "hand": _HAND},
    {"do": "assign", "player": "yellow", "chamber": 1},
    {"do": "pass", "player": "yellow"},
    {"do": "recall", "player": "yellow", "space": "B3"},
    {"do": "place_lord", "player": "yellow", "chamber": 3},
    {"do": "activate", "player": "yellow", "chamber": 3, "chair": "lord"},
    {"do": "act", "player": "yellow", "action": "E", "from": "supply", "path": ["A1", "A2"], "cards": ["red", "blue"]},
    {"do": "act", "player": "yellow", "action": "D", "cards": ["red", "blue"]},
    {"do": "move", "player": "yellow", "from": "A2", "path": ["B2"], "tokens": ["f001", "f077"]},
    {"do": "exchange", "player": "yellow", "give": ["red", "red"], "take": "blue"},
    {"do": "scenario", "player": "yellow", "side": "left", "card": "blue"},
    {"do": "ambassador", "player": "yellow"},
    {"do": "decline", "player": "yellow"},
    {"do": "draw", "token": "f077"},
    {"do": "take_ring", "player": "yellow", "ring": "q10", "hand": {**_HAND, "pinky": ["q10"]}},
    {"do": "end_turn", "player": "yellow"},
    {"do": "amend", "prestige": {"yellow": 2}},
    {"do": "undo"},
)
