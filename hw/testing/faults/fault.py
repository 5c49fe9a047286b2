"""What a named fault is: where a table can have it, how it begins and what mends it."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hw.testing.table import TwinTable  # which has its faults

Mend = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Fault:
    """One way in which a simulated table can be broken.

    Attributes:
        places: where this table can have it: readers, directions, ...; none where there is no choice; None where the
            table cannot have it.
        begin: break the table at a place ("" where there is no choice); gives what mends it.
    """

    places: Callable[["TwinTable"], tuple[str, ...] | None]
    begin: Callable[["TwinTable", str, Random], Mend]


def readers(table: "TwinTable") -> tuple[str, ...] | None:
    """At each reader."""
    return tuple(table.readers) or None
