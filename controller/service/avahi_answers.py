"""What Avahi can answer: faults, and how it stands with a group of entries."""

from enum import IntEnum


class AvahiError(Exception):
    """There is no Avahi, or it does not do what it is asked."""


class NameTaken(AvahiError):
    """Another program on this machine has the name."""


class GroupState(IntEnum):
    """Of a group of entries (avahi-common/defs.h, AvahiEntryGroupState)."""

    UNCOMMITTED = 0
    REGISTERING = 1
    ESTABLISHED = 2
    COLLISION = 3
    FAILURE = 4
