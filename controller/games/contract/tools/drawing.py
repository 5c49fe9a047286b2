"""Drawings and charts of a game as values: shapes for ``controller.show.painting``, and the palette."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Final, Protocol, runtime_checkable

from msgspec import Struct

from controller.games.contract.values import Text
from controller.limits import PICTURE_SHAPES

Fill = str
"""A colour such as ``#2f5d4b``, or a player's cloth such as ``cloth-blue``, with its pattern."""


class Box(Struct, frozen=True, gc=False):
    """A rectangle; ``radius`` rounds its corners."""

    left: float
    top: float
    width: float
    height: float
    fill: Fill | None = None
    edge: Fill | None = None
    edge_width: float = 1.0
    radius: float = 0.0


class Outline(Struct, frozen=True, gc=False):
    """An SVG path on a grid of 24 by 24 units, scaled to ``size``; the fill rule is even-odd.

    ``edge_width`` is in grid units; an edge without a fill is a stroke.
    """

    path: str
    left: float
    top: float
    size: float
    fill: Fill | None = None
    edge: Fill | None = None
    edge_width: float = 1.0


class Words(Struct, frozen=True, gc=False):
    """A line of text, vertically centred at ``middle``; ``anchor`` is the part of it at ``left``.

    Text wider than ``room``, or than the drawing, is set smaller, and cut if it is still too wide.
    """

    text: Text | str
    left: float
    middle: float
    size: float
    fill: Fill
    bold: bool = False
    anchor: str = "left"
    room: float | None = None


class Line(Struct, frozen=True, gc=False):
    points: tuple[tuple[float, float], ...]
    fill: Fill
    width: float = 1.0


Shape = Box | Outline | Words | Line


class Drawing(Struct, frozen=True, gc=False):
    """Shapes on a ground of ``width`` by ``height``, bottom first."""

    width: int
    height: int
    shapes: Sequence[Shape]


def collect_shapes(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """Return the shapes of a picture; raise ValueError for more than any picture has.

    A view may come from another table, with any numbers; drawing each of 10^12 rounds would never end.
    """
    found = tuple(islice(shapes, PICTURE_SHAPES + 1))
    if len(found) > PICTURE_SHAPES:
        raise ValueError(f"saw more than {PICTURE_SHAPES} shapes, expected the view of a game")
    return found


@runtime_checkable
class Drawable(Protocol):
    """A game whose table can be drawn without a browser."""

    def drawn(self, view: Mapping[str, Any]) -> Drawing:
        """Draw what ``View.view`` returns for a game that has begun."""


@runtime_checkable
class BoardDrawable(Protocol):
    """A game that draws its board alone, for places that show the players' standings beside it."""

    def drawn_board(self, view: Mapping[str, Any]) -> Drawing:
        """Draw what ``View.view`` returns for a game that has begun, without what lies before each player."""


INK: Final = "#2a2118"
SOFT: Final = "#675a4a"
CARD: Final = "#fffaf0"
LINE: Final = "#dccfb8"
EDGE: Final = "#8d7d64"
FELT: Final = "#2f5d4b"
FELT_DEEP: Final = "#244a3b"
FELT_INK: Final = "#eaf3ec"
WOOD: Final = "#8a5a33"
WOOD_DEEP: Final = "#6d4425"
WARD: Final = "#fbf5e8"
GOLD: Final = "#b98a1b"
GOLD_INK: Final = "#7d5a08"
ACCENT: Final = "#a3311f"
GOOD: Final = "#2c7a4b"


class Cloth(Struct, frozen=True):
    """A cloth pattern as in ``symbols.svg``, repeated every ``every`` units of a figure 24 units high."""

    ground: str
    mark: str
    every: float
    weave: str
    turn_deg: int = 0


CLOTHS: Final = {
    "cloth-blue": Cloth("#2f6fde", "#a9c8ff", 4, "stripes"),
    "cloth-yellow": Cloth("#f2c11d", "#6b4c00", 5, "dots"),
    "cloth-purple": Cloth("#7d2fb5", "#e2b8ff", 4, "stripes", 45),
    "cloth-grey": Cloth("#c3c8cd", "#6d747b", 6, "checks"),
    "cloth-red": Cloth("#c22f2f", "#ffb3a6", 5, "stripes", 70),
    "cloth-green": Cloth("#2d8a4e", "#b9efc8", 5, "stripes", 120),
}
"""Map from a ``Fill`` that names a cloth to the cloth."""


class CurveLine(Struct, frozen=True):
    """One player's line: a value for each of the curve's rounds."""

    name: Text
    cloth: Fill
    values: tuple[int, ...]


class Curve(Struct, frozen=True):
    """One quantity over ``rounds``, which ascend."""

    title: Text
    rounds: tuple[int, ...]
    lines: tuple[CurveLine, ...]


class Charted(Struct, frozen=True):
    """A chart of a game; ``headline`` is None while the game goes on."""

    headline: Text | None
    curves: tuple[Curve, ...]


@runtime_checkable
class Charting(Protocol):
    """A game whose chart can be drawn without a browser."""

    def charted(self, states: Sequence[Any]) -> Charted:
        """Return the chart; ``states`` are those of ``GameLog.standing``, at least one."""
