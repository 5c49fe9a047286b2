"""What of an action everybody may read while its game goes on: nothing that says what is behind whose screen."""

from collections.abc import Mapping
from typing import Final

from controller.games.contract.actions import Action, ToldAction

TOLD: Final[Mapping[str, frozenset[str]]] = {
    "start": frozenset({"game", "players", "first", "scoring", "scenario"}),
    "choose_ring": frozenset({"player", "ring"}),
    "wear": frozenset({"player", "hand"}),
    "assign": frozenset({"player", "chamber"}),
    "pass": frozenset({"player"}),
    "recall": frozenset({"player", "space"}),
    "place_lord": frozenset({"player", "chamber"}),
    "activate": frozenset({"player", "chamber", "chair"}),
    "act": frozenset({"player", "action", "from", "path", "swaps"}),
    "move": frozenset({"player", "from", "path"}),
    "exchange": frozenset({"player"}),
    "scenario": frozenset(
        {"player", "side", "chamber", "chair", "to", "spaces", "chairs", "from", "mine", "theirs", "path", "space"}
    ),
    "ambassador": frozenset({"player"}),
    "decline": frozenset({"player"}),
    "take_ring": frozenset({"player", "ring", "hand"}),
    "end_turn": frozenset({"player"}),
    "amend": frozenset({"prestige", "swap"}),
}
"""By the kind of an action, its fields that may be told: no cards, and no ids of tokens that go behind a screen."""


def told(action: Action) -> ToldAction:
    """Its kind, and of its fields those of ``TOLD``."""
    may_be = TOLD.get(str(action.get("do")), frozenset()) | {"do"}
    return ToldAction({key: value for key, value in action.items() if key in may_be})
