"""A game's standing, and its course as chart points."""

from collections.abc import Mapping, Sequence
from typing import Any

from controller.games.contract.rules import Outcome, Summary
from controller.games.contract.tools.drawing import Charted, Curve, CurveLine
from controller.games.contract.values import CastleId, Text
from controller.games.tumult_royale.box.words import Seat
from controller.games.tumult_royale.rules.state import FirstStatues, Over, State, hourglass_state
from controller.games.tumult_royale.show.screens import castle_tile_count_texts


def summary(state: State) -> Summary:
    """See ``Rules.summary``. On resuming, people compare numbers of tiles; points are placed statues (TR-8.3)."""
    castles = tuple(map(CastleId, state.table.colors))
    tiles = [player.castle.bit_count() for player in state.players]
    compare = castle_tile_count_texts(list(zip(map(Text, castles), tiles, strict=True))) if any(tiles) else ()
    placed = {castle: player.placed for castle, player in zip(castles, state.players, strict=True)}
    return Summary(castles, compare, _outcome(state, placed), hourglass_state(state.phase), placed)


def _outcome(state: State, placed: Mapping[CastleId, int]) -> Outcome | None:
    if not isinstance(state.phase, Over):
        return None
    return Outcome(state.round, (CastleId(state.color(state.phase.winner)),), placed, state.phase.ending)


def course_points(states: Sequence[State]) -> list[dict[str, Any]]:
    """Return the standings after the first statues (round 0), each round, and at the end.

    Each item has ``round``, and ``players``: by colour, ``placed`` and ``supporters``.
    """
    points: list[dict[str, Any]] = []
    for state in states:
        if isinstance(state.phase, FirstStatues):
            continue
        if len(points) < state.round:
            points.append(_course_point(state.round - 1, state))
    if states and states[-1].phase.name == "over":
        points.append(_course_point(states[-1].round, states[-1]))
    return points


def _course_point(number: int, state: State) -> dict[str, Any]:
    return {
        "round": number,
        "players": {
            state.color(Seat(seat)): {"placed": player.placed, "supporters": player.supporters}
            for seat, player in enumerate(state.players)
        },
    }


def chart_game(states: Sequence[State]) -> Charted:
    points, last = course_points(states), states[-1]
    colors = [last.color(Seat(seat)) for seat in range(len(last.players))]
    rounds = tuple(point["round"] for point in points)
    curves = tuple(
        Curve(
            Text(f"page-chart-{what}"),
            rounds,
            tuple(
                CurveLine(Text(color), f"cloth-{color}", tuple(point["players"][color][what] for point in points))
                for color in colors
            ),
        )
        for what in ("placed", "supporters")
    )
    over = last.phase if isinstance(last.phase, Over) else None
    headline = None if over is None else Text("page-winner", {"color": Text(last.color(over.winner))})
    return Charted(headline, curves)
