"""Faults of the castle boards and of the lines to them."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from hw.castle_link.cable import Cable
from hw.testing.faults.fault import Fault, Mend, Places, set_until_mended
from hw.testing.machine import TwinMachine
from hw.units import ReaderId

NOISE: Final = 0.01
"""Share of octets that come flipped, not at all or twice."""


def _boards(machine: TwinMachine) -> Places:
    return tuple(machine.boards) or None


def _two_boards(machine: TwinMachine) -> Places:
    return tuple(machine.boards) if len(machine.boards) > 1 else None


def _cable(begin: Callable[[Cable], Mend]) -> Fault:
    return Fault(_boards, lambda machine, place, _chance: begin(machine.cables[ReaderId(place)]))


def _unplug(cable: Cable) -> Mend:
    """The USB cable is pulled; the board lives on."""
    cable.pull()
    return cable.plug


def _noise(cable: Cable) -> Mend:
    """One octet in a hundred is flipped, lost or doubled, both ways."""
    return set_until_mended(cable, "noise", NOISE)


def _stall(cable: Cable) -> Mend:
    """The line takes octets and gives none."""
    return set_until_mended(cable, "stalled", value=True)


def _reboot(machine: TwinMachine, place: str, _chance: Random) -> Mend:
    """The board starts again and has forgotten what was not fetched."""
    machine.boards[ReaderId(place)].reboot()
    return lambda: None


def _swap(machine: TwinMachine, place: str, _chance: Random) -> Mend:
    """The board and the next one are plugged into each other's sockets."""
    boards = list(machine.boards)
    other = boards[(boards.index(ReaderId(place)) + 1) % len(boards)]
    machine.swap_cables(ReaderId(place), other)
    return lambda: machine.swap_cables(ReaderId(place), other)


LINK_FAULTS: Final[Mapping[str, Fault]] = {
    "node_unplug": _cable(_unplug),
    "node_reboot": Fault(_boards, _reboot),
    "node_swap": Fault(_two_boards, _swap),
    "serial_noise": _cable(_noise),
    "serial_stall": _cable(_stall),
}
