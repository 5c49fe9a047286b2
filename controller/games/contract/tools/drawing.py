"""A drawing: shapes one over the other, as values, which ``controller.show.painting`` makes a picture of."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from controller.games.contract.texts import Text

Fill = str
"""A colour such as ``#2f5d4b``, or ``cloth-blue``: a player's cloth, which differs in its weave as well."""


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
    """The data of an SVG path on a grid of 24 by 24, as large as ``size``; what lies inside of two rings is a hole.

    ``edge_width`` is measured on the grid; an edge without a fill is a stroke.
    """

    path: str
    left: float
    top: float
    size: float
    fill: Fill | None = None
    edge: Fill | None = None
    edge_width: float = 1.0


class Words(Struct, frozen=True, gc=False):
    """Words on one line at ``left``, their middle at ``middle``; ``anchor`` is what of them is at ``left``.

    Where they are wider than ``room`` they are set smaller.
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
    """A line through points."""

    points: tuple[tuple[float, float], ...]
    fill: Fill
    width: float = 1.0


Shape = Box | Outline | Words | Line


class Drawing(Struct, frozen=True, gc=False):
    """Shapes on a ground of ``width`` by ``height``, the first one lowest."""

    width: int
    height: int
    shapes: Sequence[Shape]


@runtime_checkable
class Drawn(Protocol):
    """A game whose table can be drawn without a browser."""

    def drawn(self, view: Mapping[str, Any]) -> Drawing:
        """The table as everybody sees it, of what ``View.view`` gives in a game that has begun."""
        ...
