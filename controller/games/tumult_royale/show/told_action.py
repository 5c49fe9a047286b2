"""What of an action everybody may read while its game goes on: nothing that says which tile lies where."""

from collections.abc import Mapping
from typing import Final

from controller.games.contract.actions import Action, ToldAction

TOLD: Final[Mapping[str, frozenset[str]]] = {
    "start": frozenset({"variant", "map", "players"}),
    "place_first": frozenset({"player", "field"}),
    "spin": frozenset({"demand", "commodity"}),
    "rob": frozenset({"player"}),
    "build": frozenset({"player", "field", "kind", "adjacent"}),
    "pass": frozenset({"player", "stuck"}),
    "reveal": frozenset({"player"}),
    "amend": frozenset({"supporters", "demand"}),
}
"""By the kind of an action, its fields that may be told."""


def told(action: Action) -> ToldAction:
    """Its kind, and of its fields those of ``TOLD``."""
    may_be = TOLD.get(str(action.get("do")), frozenset()) | {"do"}
    return ToldAction({key: value for key, value in action.items() if key in may_be})
