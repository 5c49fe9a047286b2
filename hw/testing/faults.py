"""Faults of a whole simulated table by name: the same names on the page, on the command line and in tests."""

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Final

from hw.testing.reader_faults import READER_FAULTS, Mend
from hw.units import ReaderId

if TYPE_CHECKING:
    from hw.testing.table import TwinTable  # which has its faults


class UnknownFault(ValueError):
    """There is no such fault at this table, or no such place for it; the message names those that there are."""


def _oled_missing(table: "TwinTable") -> Mend:
    """The display's plug has come off: nothing acknowledges its address."""
    oled = table.oled
    assert oled is not None
    oled.missing = True

    def mend() -> None:
        oled.missing = False

    return mend


def _spinner_stall(table: "TwinTable") -> Mend:
    """Something holds the arrow."""
    rotor = table.rotor
    assert rotor is not None
    rotor.stalled = True

    def mend() -> None:
        rotor.stalled = False

    return mend


def _home_sensor_stuck(table: "TwinTable") -> Mend:
    """The Hall sensor says mark wherever the arrow stands."""
    rotor = table.rotor
    assert rotor is not None
    rotor.home_stuck = True

    def mend() -> None:
        rotor.home_stuck = False

    return mend


def _home_sensor_never(table: "TwinTable") -> Mend:
    """The Hall sensor never sees the mark."""
    rotor = table.rotor
    assert rotor is not None
    rotor.home_never = True

    def mend() -> None:
        rotor.home_never = False

    return mend


TABLE_FAULTS: Final[Mapping[str, Callable[["TwinTable"], Mend]]] = {
    "oled_missing": _oled_missing,
    "spinner_stall": _spinner_stall,
    "home_sensor_stuck": _home_sensor_stuck,
    "home_sensor_never": _home_sensor_never,
}
"""Faults that a table has in one place only."""


class Faults:
    """Owner of what is broken at one simulated table."""

    def __init__(self, table: "TwinTable", chance: Random) -> None:
        self._table = table
        self._chance = chance
        self._mends: dict[tuple[str, str], Mend] = {}

    @property
    def known(self) -> dict[str, tuple[str, ...]]:
        """Each fault that this table can have, with the readers it can have it at; none where there is no choice."""
        places = tuple(self._table.readers)
        known: dict[str, tuple[str, ...]] = dict.fromkeys(READER_FAULTS, places)
        if self._table.oled is not None:
            known["oled_missing"] = ()
        if self._table.rotor is not None:
            known |= dict.fromkeys(("spinner_stall", "home_sensor_stuck", "home_sensor_never"), ())
        return known

    @property
    def present(self) -> frozenset[tuple[str, str]]:
        """What is broken now: fault and reader, "" where there is no choice."""
        return frozenset(self._mends)

    def switch(self, name: str, place: str = "", *, on: bool) -> None:
        """Break something, or mend it; twice is once. Without ``place`` a reader's fault is the first reader's.

        Raises:
            UnknownFault: no such fault, or no such reader.
        """
        known = self.known
        if name not in known:
            raise UnknownFault(f"saw the fault {name!r}, expected one of {', '.join(known)}")
        places = known[name]
        if places and not place:
            place = places[0]
        if place not in (places or ("",)):
            expected = f"one of {', '.join(places)}" if places else "none: it has one place only"
            raise UnknownFault(f"{name}: saw the place {place!r}, expected {expected}")
        mend = self._mends.pop((name, place), None)
        if mend is not None:
            mend()
        if on:
            self._mends[name, place] = self._break(name, place)

    def _break(self, name: str, place: str) -> Mend:
        if name in READER_FAULTS:
            return READER_FAULTS[name](self._table.readers[ReaderId(place)], self._chance)
        return TABLE_FAULTS[name](self._table)
