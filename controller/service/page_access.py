"""Who may come in to the page, as the table has it: by its knob, its lock, and what of it is simulated."""

import secrets
from typing import TYPE_CHECKING, Final

from controller.play.table import Table
from controller.secret import Secret
from controller.show.console_screens import may_own, may_referee
from controller.store.keyring import Keyring
from controller.web.access.auth import KNOCK_CODES
from controller.web.access.sessions import EVERYBODY, GRANTS, Role, SeatCodes

if TYPE_CHECKING:
    from hw.testing.table import TwinTable

PATIENCE_S: Final = 30.0
"""How long the knob is asked whether a page may referee."""

OTHER_CODES: Final = 2
"""Shown beside the page's own: whoever says yes has looked at that page."""


class PageAccess:
    """A running table's own; ``twins`` is None on real parts."""

    def __init__(self, table: Table, keyring: Keyring, twins: "TwinTable | None") -> None:
        self._table = table
        self._keyring = keyring
        self._twins = twins

    @property
    def locked(self) -> bool:
        return self._table.house.kept.locked

    @property
    def free(self) -> frozenset[Role]:
        """Where some parts are simulated, everybody has hands for those, the knob included, and no more."""
        if self.locked:
            return EVERYBODY
        if self._twins is not None:
            open_house = self._twins.wholly and self._table.config.page.open_house
            return GRANTS[Role.OWNER] if open_house else GRANTS[Role.PLAYER]
        broken = {device.name for device in self._table.health if device.fault is not None}
        knob_works = "console" in self._table.hardware.openers() and "console" not in broken
        somebody_can = knob_works or self._keyring.has_pin
        return EVERYBODY if somebody_can else GRANTS[Role.REFEREE]  # somebody must be able to play

    @property
    def seat_codes(self) -> SeatCodes:
        return self._table.seat_codes

    async def ask(self, code: str, role: Role) -> bool | None:
        """Ask at the knob whether the page with this code may have this role; None when nobody answered."""
        asked = may_own if role is Role.OWNER else may_referee
        return await self._table.console.ask(asked(Secret(code), _beside(code)), PATIENCE_S)

    def now_s(self) -> float:
        return self._table.clock.now_s()


def _beside(code: str) -> list[Secret]:
    others = [str(other) for other in KNOCK_CODES if str(other) != code]
    return [Secret(other) for other in secrets.SystemRandom().sample(others, OTHER_CODES)]
