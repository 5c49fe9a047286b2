"""Faults of the hands that carry tiles: over the wrong gate, or later than they meant."""

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Final

from hw.testing.faults.fault import Fault, Mend, readers
from hw.units import ReaderId

if TYPE_CHECKING:
    from hw.testing.table import TwinTable

LATE_S: Final = 1.5


def _foreign_castle_tag(table: "TwinTable", place: str, _chance: Random) -> Mend:
    """Each tile that passed another castle's gate is carried over this one, too."""
    table.strays_to.add(ReaderId(place))
    return lambda: table.strays_to.discard(ReaderId(place))


def _late_tap(table: "TwinTable", place: str, _chance: Random) -> Mend:
    """Each tile comes to this gate ``LATE_S`` later than meant."""
    table.late_s[ReaderId(place)] = LATE_S

    def mend() -> None:
        table.late_s.pop(ReaderId(place), None)

    return mend


HAND_FAULTS: Final[Mapping[str, Fault]] = {
    "foreign_castle_tag": Fault(readers, _foreign_castle_tag),
    "late_tap": Fault(readers, _late_tap),
}
"""Names as the page, the command line and tests use them."""
