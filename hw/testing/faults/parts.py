"""Faults of the parts that a table has once: the display and the arrow."""

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Final

from hw.oled.twin import Sh1106Twin
from hw.stepper.twin import RotorTwin
from hw.testing.faults.fault import Fault, Mend

if TYPE_CHECKING:
    from hw.testing.table import TwinTable


def _has_display(table: "TwinTable") -> tuple[str, ...] | None:
    return None if table.oled is None else ()


def _has_i2c_display(table: "TwinTable") -> tuple[str, ...] | None:
    return () if table.display_can_be_changed else None


def _has_arrow(table: "TwinTable") -> tuple[str, ...] | None:
    return None if table.rotor is None else ()


def _oled_missing(table: "TwinTable", _place: str, _chance: Random) -> Mend:
    """The display's plug has come off: nothing acknowledges its address."""
    table.plug_display(plugged=False)
    return lambda: table.plug_display(plugged=True)


def _oled_sh1106(table: "TwinTable", _place: str, _chance: Random) -> Mend:
    """Another chip is fitted than the one that was named: an SH1106."""
    named = table.oled
    assert named is not None
    table.change_display(Sh1106Twin())
    return lambda: table.change_display(type(named)())


def _rotor_fault(set_to: Callable[[RotorTwin, bool], None]) -> Fault:
    def begin(table: "TwinTable", _place: str, _chance: Random) -> Mend:
        rotor = table.rotor
        assert rotor is not None
        set_to(rotor, True)  # noqa: FBT003  # broken or not
        return lambda: set_to(rotor, False)  # noqa: FBT003

    return Fault(_has_arrow, begin)


def _stall(rotor: RotorTwin, broken: bool) -> None:  # noqa: FBT001
    """Something holds the arrow."""
    rotor.stalled = broken


def _stick(rotor: RotorTwin, broken: bool) -> None:  # noqa: FBT001
    """The Hall sensor says mark wherever the arrow stands."""
    rotor.home_stuck = broken


def _blind(rotor: RotorTwin, broken: bool) -> None:  # noqa: FBT001
    """The Hall sensor never sees the mark."""
    rotor.home_never = broken


PART_FAULTS: Final[Mapping[str, Fault]] = {
    "oled_missing": Fault(_has_display, _oled_missing),
    "oled_sh1106": Fault(_has_i2c_display, _oled_sh1106),
    "spinner_stall": _rotor_fault(_stall),
    "home_sensor_stuck": _rotor_fault(_stick),
    "home_sensor_never": _rotor_fault(_blind),
}
"""Names as the page, the command line and tests use them."""
