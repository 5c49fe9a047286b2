"""The course of a game as a curve, for a picture to keep: the prestige of each player, round by round."""

from collections.abc import Sequence

from controller.games.contract.texts import Text
from controller.games.contract.tools.course import Charted, Curve, CurveLine
from controller.games.tudor.rules.state import State
from controller.games.tudor.show.course import course


def charted(states: Sequence[State]) -> Charted:
    """See ``Charting.charted``; points are those of the page's chart."""
    points, last = course(states), states[-1]
    colors = last.table.colors
    lines = tuple(
        CurveLine(Text(f"tudor-player-{color}"), f"cloth-{color}", tuple(point["prestige"][color] for point in points))
        for color in colors
    )
    curve = Curve(Text("page-tudor-ending-course"), tuple(point["round"] for point in points), lines)
    winners = tuple(Text(f"tudor-player-{colors[seat]}") for seat in last.winners)
    won = Text("page-tudor-won", {"players": winners, "count": len(winners)})
    return Charted(won if last.phase == "over" else None, (curve,))
