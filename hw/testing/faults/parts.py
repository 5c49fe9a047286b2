"""Faults of the parts that a table has once: the display and the arrow."""

from collections.abc import Mapping
from random import Random
from typing import Final

from hw.oled.twin import Sh1106Twin
from hw.testing.faults.fault import Fault, Mend, Places, set_until_mended
from hw.testing.machine import TwinMachine


def _has_display(machine: TwinMachine) -> Places:
    return None if machine.oled is None else ()


def _has_i2c_display(machine: TwinMachine) -> Places:
    return () if machine.display_can_be_changed else None


def _has_arrow(machine: TwinMachine) -> Places:
    return None if machine.rotor is None else ()


def _oled_missing(machine: TwinMachine, _place: str, _chance: Random) -> Mend:
    """The display's plug has come off: nothing acknowledges its address."""
    machine.plug_display(plugged=False)
    return lambda: machine.plug_display(plugged=True)


def _oled_sh1106(machine: TwinMachine, _place: str, _chance: Random) -> Mend:
    """Another chip is fitted than the one that was named: an SH1106."""
    named = machine.oled
    assert named is not None
    machine.change_display(Sh1106Twin())
    return lambda: machine.change_display(type(named)())


def _arrow(attribute: str) -> Fault:
    return Fault(_has_arrow, lambda machine, _place, _chance: set_until_mended(machine.rotor, attribute, value=True))


PART_FAULTS: Final[Mapping[str, Fault]] = {
    "oled_missing": Fault(_has_display, _oled_missing),
    "oled_sh1106": Fault(_has_i2c_display, _oled_sh1106),
    "spinner_stall": _arrow("stalled"),
    "home_sensor_stuck": _arrow("home_stuck"),
    "home_sensor_never": _arrow("home_never"),
}
