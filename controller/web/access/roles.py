"""Who has which rights; which one a route needs stands in the list of routes."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from enum import StrEnum
from typing import Final


class Role(StrEnum):
    """What people are to the table. Each right stands by itself; ``GRANTS`` says who has which."""

    SPECTATOR = "spectator"
    SEAT = "seat"
    PLAYER = "player"
    REFEREE = "referee"
    OWNER = "owner"


GRANTS: Final[Mapping[Role, frozenset[Role]]] = {
    Role.SPECTATOR: frozenset({Role.SPECTATOR}),
    Role.SEAT: frozenset({Role.SPECTATOR, Role.SEAT}),
    Role.PLAYER: frozenset({Role.SPECTATOR, Role.PLAYER}),
    Role.REFEREE: frozenset({Role.SPECTATOR, Role.PLAYER, Role.REFEREE}),
    Role.OWNER: frozenset(Role) - {Role.SEAT},
}
"""Whoever logs in as the one has the rights of all of these. A seat is nobody else's, whatever rights he has."""

EVERYBODY: Final = GRANTS[Role.SPECTATOR]


def names(roles: AbstractSet[Role]) -> list[str]:
    """Of these roles, in the order in which they stand above."""
    return [str(role) for role in Role if role in roles]
