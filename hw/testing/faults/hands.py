"""Faults of the hands that carry tiles: over the wrong gate, or later than they meant."""

from collections.abc import Mapping
from random import Random
from typing import Final

from hw.testing.faults.fault import Fault, Mend, at_each_reader
from hw.testing.machine import TwinMachine
from hw.units import ReaderId

LATE_S: Final = 1.5


def _foreign_castle_tag(machine: TwinMachine, place: str, _chance: Random) -> Mend:
    """Each tile that has passed another castle's gate is carried over this one, too."""
    machine.strays_to.add(ReaderId(place))
    return lambda: machine.strays_to.discard(ReaderId(place))


def _late_tap(machine: TwinMachine, place: str, _chance: Random) -> Mend:
    """Each tile comes to this gate ``LATE_S`` later than meant."""
    machine.late_s[ReaderId(place)] = LATE_S

    def mend() -> None:
        machine.late_s.pop(ReaderId(place), None)

    return mend


HAND_FAULTS: Final[Mapping[str, Fault]] = {
    "foreign_castle_tag": Fault(at_each_reader, _foreign_castle_tag),
    "late_tap": Fault(at_each_reader, _late_tap),
}
