"""What people are to the room."""

from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """What people are to the room; each has the rights of those before."""

    VIEWER = "viewer"
    STEWARD = "steward"
    ORGANISER = "organiser"
    OWNER = "owner"


RANK: Final = {role: rank for rank, role in enumerate(Role)}
