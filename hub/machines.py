"""Which machine each table is: a card that was moved to another one is the same table, and a copied one is not."""

from enum import Enum

from controller.fleet.messages import Presence


class Change(Enum):
    """What another machine of the same table means."""

    MOVED = "moved"
    """The one before had gone: its card was moved."""

    COPIED = "copied"
    """The one before has not gone: there are two."""


class Machines:
    """Owner of the machine that each table was when it was heard last, and whether that had gone."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, bool]] = {}

    def heard(self, table: str, presence: Presence) -> Change | None:
        """What is new in this; nothing of a table that is heard for the first time, or says no machine."""
        machine, is_here = self._known.get(table, ("", False))
        if not presence.online:
            self._known[table] = machine, False
            return None
        if presence.machine == "":
            return None
        self._known[table] = presence.machine, True
        if machine in {"", presence.machine}:
            return None
        return Change.COPIED if is_here else Change.MOVED

    def forget(self, table: str) -> None:
        """It comes no more."""
        self._known.pop(table, None)
