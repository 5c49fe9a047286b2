"""The state of each device: which are lost, why, and what to do; a lost device never stops the game."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from msgspec import Struct

from controller.topic import Topic
from hw.errors import HardwareError

PANEL: Final = " panel"
"""Behind a castle's colour: the name of its buttons and lamps. The colour alone is its reader."""

BOARD: Final = " board"
"""Behind the name of a gate: the Pico that it is on."""


class DeviceState(Struct, frozen=True):
    """One device as people see it: ``fault`` is None while it works."""

    name: str
    fault: str | None


class DeviceHealth:
    """Owner of what is known about the devices.

    Attributes:
        changed: told once of each loss and of each return.
        news: told that anything is known anew: also of a device that works from the first, and of another fault.
    """

    def __init__(self) -> None:
        self.changed: Topic[DeviceState] = Topic()
        self.news: Topic[None] = Topic()
        self._faults: dict[str, str | None] = {}

    def __iter__(self) -> Iterator[DeviceState]:
        """All devices as they are now, in the order in which they were first used; other threads may ask, too."""
        return (DeviceState(name, fault) for name, fault in list(self._faults.items()))

    def is_lost(self, name: str) -> bool:
        """Whether it cannot be used now, as far as anybody has seen."""
        return self._faults.get(name) is not None

    def lost(self, name: str, fault: str) -> None:
        """The device cannot be used."""
        self._set(name, fault)

    def works(self, name: str) -> None:
        """The device did what it was asked."""
        self._set(name, None)

    def note(self, name: str, fault: str | None) -> None:
        """Whether a file could be written; people hear that it can only when it once could not."""
        if fault is not None:
            self.lost(name, fault)
        elif name in self._faults:
            self.works(name)

    @contextmanager
    def watch(self, name: str) -> Iterator[None]:
        """Use the device inside: its fault is noted and ends here."""
        try:
            yield
        except HardwareError as fault:
            self.lost(name, str(fault))
        else:
            self.works(name)

    def _set(self, name: str, fault: str | None) -> None:
        known = name in self._faults
        before = self._faults.get(name)
        if known and before == fault:
            return
        self._faults[name] = fault
        self.news.tell(None)
        if (before is None) != (fault is None) or (not known and fault is not None):
            self.changed.tell(DeviceState(name, fault))
