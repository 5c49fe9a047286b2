"""Who may do what: every route of the page with the role that it needs, as one table."""

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
"""Who logs in as the one has the rights of all of these."""

EVERYBODY: Final = GRANTS[Role.SPECTATOR]

RIGHTS: Final[Mapping[tuple[str, str], Role]] = {
    ("GET", "/"): Role.SPECTATOR,
    ("GET", "/spectator"): Role.SPECTATOR,
    ("GET", "/referee"): Role.SPECTATOR,
    ("GET", "/owner"): Role.SPECTATOR,
    ("GET", "/oled.png"): Role.SPECTATOR,
    ("GET", "/openapi.json"): Role.SPECTATOR,
    ("GET", "/api/view"): Role.SPECTATOR,
    ("GET", "/api/stream"): Role.SPECTATOR,
    ("GET", "/api/me"): Role.SPECTATOR,
    ("GET", "/api/texts/{language}"): Role.SPECTATOR,
    ("GET", "/api/rules/{language}"): Role.SPECTATOR,
    ("GET", "/api/box"): Role.SPECTATOR,
    ("GET", "/api/course"): Role.SPECTATOR,
    ("POST", "/api/login"): Role.SPECTATOR,
    ("POST", "/api/logout"): Role.SPECTATOR,
    ("POST", "/api/knock"): Role.SPECTATOR,
    ("POST", "/api/table/pass"): Role.PLAYER,
    ("POST", "/api/table/press"): Role.PLAYER,
    ("POST", "/api/table/lift"): Role.PLAYER,
    ("POST", "/api/table/turn-up"): Role.PLAYER,
    ("POST", "/api/table/fault"): Role.PLAYER,
    ("POST", "/api/table/speed"): Role.PLAYER,
    ("GET", "/api/advice"): Role.REFEREE,
    ("POST", "/api/actions"): Role.REFEREE,
    ("POST", "/api/corrections"): Role.REFEREE,
    ("POST", "/api/corrections/put-right"): Role.REFEREE,
    ("POST", "/api/pause"): Role.REFEREE,
    ("POST", "/api/answer"): Role.REFEREE,
    ("POST", "/api/game"): Role.REFEREE,
    ("GET", "/api/parked"): Role.REFEREE,
    ("POST", "/api/parked/take-up"): Role.REFEREE,
    ("GET", "/api/owner"): Role.OWNER,
    ("GET", "/api/owner/doctor"): Role.OWNER,
    ("GET", "/api/owner/games"): Role.OWNER,
    ("GET", "/api/owner/games/verify"): Role.OWNER,
    ("GET", "/api/owner/settings"): Role.OWNER,
    ("POST", "/api/owner/settings"): Role.OWNER,
    ("POST", "/api/owner/settings/check"): Role.OWNER,
    ("POST", "/api/owner/house"): Role.OWNER,
    ("POST", "/api/owner/password"): Role.OWNER,
    ("POST", "/api/owner/pin"): Role.OWNER,
    ("POST", "/api/owner/tokens"): Role.OWNER,
    ("POST", "/api/owner/tokens/revoke"): Role.OWNER,
    ("GET", "/api/owner/backup"): Role.OWNER,
    ("POST", "/api/owner/restore"): Role.OWNER,
    ("POST", "/api/owner/stickers"): Role.OWNER,
    ("POST", "/api/owner/calibrate"): Role.OWNER,
}
"""Every route but the static files, which are everybody's. A route that is not here cannot be made."""
