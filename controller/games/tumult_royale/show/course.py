"""The course of a game, round by round: what a chart of it is drawn from."""

from collections.abc import Sequence
from typing import Any

from controller.games.tumult_royale.box.words import Seat
from controller.games.tumult_royale.rules.state import FirstStatues, State


def course(states: Sequence[State]) -> list[dict[str, Any]]:
    """Where each player stood when the first statues stood (round 0), after each round, and at the end.

    Each point is ``round`` and ``players``: ``placed`` and ``supporters`` by colour.
    """
    points: list[dict[str, Any]] = []
    for state in states:
        if isinstance(state.phase, FirstStatues):
            continue
        if len(points) < state.round:
            points.append(_point(state.round - 1, state))
    if states and states[-1].phase.name == "over":
        points.append(_point(states[-1].round, states[-1]))
    return points


def _point(number: int, state: State) -> dict[str, Any]:
    return {
        "round": number,
        "players": {
            state.color(Seat(seat)): {"placed": player.placed, "supporters": player.supporters}
            for seat, player in enumerate(state.players)
        },
    }
