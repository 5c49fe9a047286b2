"""How a game went, as values of curves, for a picture to keep."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from controller.games.contract.texts import Text
from controller.games.contract.tools.drawing import Fill


class CurveLine(Struct, frozen=True):
    """One player's: a value for each of the curve's rounds."""

    name: Text
    cloth: Fill
    values: tuple[int, ...]


class Curve(Struct, frozen=True):
    """One thing that was counted; ``rounds`` rise."""

    title: Text
    rounds: tuple[int, ...]
    lines: tuple[CurveLine, ...]


class Charted(Struct, frozen=True):
    """What is said of a game above its curves; None while it goes on."""

    headline: Text | None
    curves: tuple[Curve, ...]


@runtime_checkable
class Charting(Protocol):
    """A game whose course can be drawn without a browser."""

    def charted(self, states: Sequence[Any]) -> Charted:
        """How it went; ``states`` are those of ``GameLog.standing``, and there is at least one."""
        ...
