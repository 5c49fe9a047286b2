"""The course of a game, round by round: what a chart of it is drawn from."""

from collections.abc import Sequence
from typing import Any

from controller.games.tudor.rules.state import State


def course(states: Sequence[State]) -> list[dict[str, Any]]:
    """Prestige when the first round began (round 0), after each round, and at the end.

    Each point is ``round`` and ``prestige`` by colour.
    """
    points: list[dict[str, Any]] = []
    for state in states:
        if state.phase not in {"rings", "hands"} and len(points) < state.round:
            points.append(_point(state.round - 1, state))
    if states and states[-1].phase == "over":
        points.append(_point(states[-1].round, states[-1]))
    return points


def _point(number: int, state: State) -> dict[str, Any]:
    players = zip(state.table.colors, state.players, strict=True)
    return {"round": number, "prestige": {color: player.prestige for color, player in players}}
