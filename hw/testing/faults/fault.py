"""What a named fault is: where a machine can have it, how it begins and what mends it."""

from collections.abc import Callable
from random import Random

from msgspec import Struct

from hw.testing.machine import TwinMachine

Mend = Callable[[], None]

Places = tuple[str, ...] | None
"""Where a machine can have a fault: readers, directions, ...; none where there is no choice; None if it cannot."""


class Fault(Struct, frozen=True):
    """One way in which a simulated machine can be broken.

    Attributes:
        places: where this machine can have it.
        begin: break the machine at a place ("" where there is no choice); gives what mends it.
    """

    places: Callable[[TwinMachine], Places]
    begin: Callable[[TwinMachine, str, Random], Mend]


def at_each_reader(machine: TwinMachine) -> Places:
    """Each reader is a place of its own."""
    return tuple(machine.readers) or None


def set_until_mended(part: object, attribute: str, value: object) -> Mend:
    """Set an attribute of a twin; mending sets it back."""
    before = getattr(part, attribute)
    setattr(part, attribute, value)
    return lambda: setattr(part, attribute, before)
