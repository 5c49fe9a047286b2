"""Who has which rights; which one a route needs stands in the list of routes."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """What people are to the table. Each right stands by itself; ``GRANTS`` says who has which."""

    SPECTATOR = "spectator"
    PLAYER = "player"
    REFEREE = "referee"
    OWNER = "owner"


GRANTS: Final[Mapping[Role, frozenset[Role]]] = {
    Role.SPECTATOR: frozenset({Role.SPECTATOR}),
    Role.PLAYER: frozenset({Role.SPECTATOR, Role.PLAYER}),
    Role.REFEREE: frozenset({Role.SPECTATOR, Role.PLAYER, Role.REFEREE}),
    Role.OWNER: frozenset(Role),
}
"""Whoever logs in as the one has the rights of all of these."""

EVERYBODY: Final = GRANTS[Role.SPECTATOR]
