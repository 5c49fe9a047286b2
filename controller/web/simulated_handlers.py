"""What hands do at a simulated table; also its faults, and how fast its time passes."""

from typing import Any, Final

from starlette.exceptions import HTTPException

from controller.web.access.auth import Authentication
from controller.web.request_schemas import Lift, PassPiece, Press, Speed, SwitchFault
from controller.web.route import Call
from controller.web.table_port import TablePort

KNOB: Final = "knob"
"""Its presses and turns have names that begin so."""


class SimulatedHandlers:
    """Each does one thing at the table; none is asked on real parts. Without ``auth`` nobody knocks."""

    def __init__(self, table: TablePort, auth: Authentication | None) -> None:
        self._table = table
        self._auth = auth

    async def set_speed(self, call: Call[Speed]) -> None:
        """The simulated table's time passes faster, or as it does."""
        self._table.set_speed(call.body.speed)

    async def pass_tile(self, call: Call[PassPiece]) -> None:
        """A hand carries a piece over a gate."""
        await self._table.pass_tile(call.body.handle, call.body.castle, call.body.dwell_s)

    async def press(self, call: Call[Press]) -> None:
        """A finger on the knob or a castle's button; a knock is answered only by who may let in."""
        if call.body.control.startswith(KNOB) and self._auth is not None and not self._auth.may_answer(call.request):
            raise HTTPException(403, "Somebody knocks, and the knob answers him. Log in to do that, or wait a moment.")
        await self._table.press(call.body.control, call.body.long)

    async def lift(self, call: Call[Lift]) -> dict[str, Any]:
        """A hand looks below a piece."""
        return self._table.lift(call.body.handle)

    async def switch_fault(self, call: Call[SwitchFault]) -> None:
        """Something breaks, or is mended."""
        self._table.switch_fault(call.body.name, call.body.place, call.body.on)
