"""The course of a game as curves, for a picture to keep: statues and supporters of each player, round by round."""

from collections.abc import Sequence

from controller.games.contract.texts import Text
from controller.games.contract.tools.course import Charted, Curve, CurveLine
from controller.games.tumult_royale.box.words import Seat
from controller.games.tumult_royale.rules.state import Over, State
from controller.games.tumult_royale.show.course import course


def charted(states: Sequence[State]) -> Charted:
    """See ``Charting.charted``; points are those of the page's chart."""
    points, last = course(states), states[-1]
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
