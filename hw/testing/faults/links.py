"""Faults of the castle boards and of the lines to them."""

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Final

from hw.testing.faults.fault import Fault, Mend
from hw.units import ReaderId

if TYPE_CHECKING:
    from hw.castle_link.cable import Cable
    from hw.testing.table import TwinTable

NOISE: Final = 0.01
"""Share of octets that come flipped, not at all or twice."""


def _boards(table: "TwinTable") -> tuple[str, ...] | None:
    return tuple(table.boards) or None


def _two_boards(table: "TwinTable") -> tuple[str, ...] | None:
    return tuple(table.boards) if len(table.boards) > 1 else None


def _cable(begin: Callable[["Cable"], Mend]) -> Fault:
    return Fault(_boards, lambda table, place, _chance: begin(table.cables[ReaderId(place)]))


def _unplug(cable: "Cable") -> Mend:
    """The USB cable is pulled; the board lives on."""
    cable.pull()
    return cable.plug


def _noise(cable: "Cable") -> Mend:
    """One octet in a hundred is flipped, lost or doubled, both ways."""
    cable.noise = NOISE

    def mend() -> None:
        cable.noise = 0.0

    return mend


def _stall(cable: "Cable") -> Mend:
    """The line takes octets and gives none."""
    cable.stalled = True

    def mend() -> None:
        cable.stalled = False

    return mend


def _reboot(table: "TwinTable", place: str, _chance: Random) -> Mend:
    """The board starts again and has forgotten what was not fetched."""
    table.boards[ReaderId(place)].reboot()
    return lambda: None


def _swap(table: "TwinTable", place: str, _chance: Random) -> Mend:
    """The board and the next one are plugged into each other's sockets."""
    boards = list(table.boards)
    other = boards[(boards.index(ReaderId(place)) + 1) % len(boards)]
    table.swap_cables(ReaderId(place), other)
    return lambda: table.swap_cables(ReaderId(place), other)


LINK_FAULTS: Final[Mapping[str, Fault]] = {
    "node_unplug": _cable(_unplug),
    "node_reboot": Fault(_boards, _reboot),
    "node_swap": Fault(_two_boards, _swap),
    "serial_noise": _cable(_noise),
    "serial_stall": _cable(_stall),
}
"""Names as the page, the command line and tests use them."""
