"""All faults of a simulated table by name: the same names on the page, on the command line and in tests.

A module of faults exports a mapping of names to ``Fault``; listed in ``FAULTS``, they are known everywhere.
"""

from collections.abc import Mapping
from random import Random
from typing import Final

from hw.testing.faults.fault import Fault, Mend
from hw.testing.faults.hands import HAND_FAULTS
from hw.testing.faults.links import LINK_FAULTS
from hw.testing.faults.machine import MACHINE_FAULTS
from hw.testing.faults.parts import PART_FAULTS
from hw.testing.faults.readers import READER_FAULTS
from hw.testing.machine import TwinMachine

FAULTS: Final[Mapping[str, Fault]] = {
    **READER_FAULTS,
    **HAND_FAULTS,
    **LINK_FAULTS,
    **PART_FAULTS,
    **MACHINE_FAULTS,
}
"""Every named fault."""


class UnknownFault(ValueError):
    """There is no such fault at this table, or no such place for it; the message names those that there are."""


class Faults:
    """Owner of what is broken at one simulated table."""

    def __init__(self, machine: TwinMachine, chance: Random) -> None:
        self._machine = machine
        self._chance = chance
        self._mends: dict[tuple[str, str], Mend] = {}

    @property
    def known(self) -> dict[str, tuple[str, ...]]:
        """Each fault that this table can have, with the places it can have it at; none where there is no choice."""
        places = {name: fault.places(self._machine) for name, fault in FAULTS.items()}
        return {name: where for name, where in places.items() if where is not None}

    @property
    def present(self) -> frozenset[tuple[str, str]]:
        """What is broken now: fault and place, "" where there is no choice."""
        return frozenset(self._mends)

    def switch(self, name: str, place: str = "", *, on: bool) -> None:
        """Break something, or mend it; twice is once. Without ``place`` it is the first place that there is.

        Raises:
            UnknownFault: no such fault, or no such place.
        """
        place = self.place(name, place)
        mend = self._mends.pop((name, place), None)
        if mend is not None:
            mend()
        if on:
            self._mends[name, place] = FAULTS[name].begin(self._machine, place, self._chance)

    def place(self, name: str, place: str = "") -> str:
        """The place that is meant, checked.

        Raises:
            UnknownFault: no such fault, or no such place.
        """
        known = self.known
        if name not in known:
            why = ", for which this table has no part" if name in FAULTS else ""
            raise UnknownFault(f"saw the fault {name!r}{why}, expected one of {', '.join(known)}")
        places = known[name]
        if places and not place:
            return places[0]
        if place not in (places or ("",)):
            expected = f"one of {', '.join(places)}" if places else "none: it has one place only"
            raise UnknownFault(f"{name}: saw the place {place!r}, expected {expected}")
        return place

    def mend_all(self) -> None:
        """Nothing is broken any more."""
        while self._mends:
            _, mend = self._mends.popitem()
            mend()
