"""What every part of the naive second version of Tudor's rules speaks of: a state, a box, a refusal."""

from typing import Any, Final

Json = Any
"""What a line of a log may hold."""

State = dict[str, Any]
"""The canonical state, and two keys more: ``up``, whose choice or turn it is, and ``robbed``, who lost an office."""

Box = dict[str, Any]
"""What a game's ``start`` has fixed for good: the edition, its names, the cards chosen."""

FINGERS: Final = ("thumb", "index", "middle", "ring", "pinky")
KINDS: Final = ("influence", "intrigue")
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Refused(Exception):
    def __init__(self, rule: str) -> None:
        super().__init__(rule)
        self.rule = rule


def copied(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: copied(one) for key, one in value.items()}
    if isinstance(value, list):
        return [copied(one) for one in value]
    return value


def player_called(s: State, color: str) -> State:
    found: State = next(player for player in s["players"] if player["color"] == color)
    return found


def order(s: State) -> list[str]:
    colors = [player["color"] for player in s["players"]]
    first = colors.index(s["first"])
    return colors[first:] + colors[:first]


def rings_of(player: State) -> list[str]:
    return [ring for finger in FINGERS for ring in player["hand"][finger]]
