"""What hands do at a simulated table; also its faults, and how fast its time passes."""

from typing import Any

from controller.web.request_schemas import Lift, PassTile, Press, Speed, SwitchFault
from controller.web.route import Call
from controller.web.table_port import TablePort


class SimulatedHandlers:
    """Each does one thing at the table; none is asked on real parts."""

    def __init__(self, table: TablePort) -> None:
        self._table = table

    async def set_speed(self, call: Call[Speed]) -> None:
        """The simulated table's time passes faster, or as it does."""
        self._table.set_speed(call.body.speed)

    async def pass_tile(self, call: Call[PassTile]) -> None:
        """A hand carries a tile over a gate."""
        await self._table.pass_tile(call.body.handle, call.body.castle, call.body.dwell_s)

    async def press(self, call: Call[Press]) -> None:
        """A finger on the knob or a castle's button."""
        await self._table.press(call.body.control, call.body.long)

    async def lift(self, call: Call[Lift]) -> dict[str, Any]:
        """A hand looks below a tile."""
        return self._table.lift(call.body.handle)

    async def switch_fault(self, call: Call[SwitchFault]) -> None:
        """Something breaks, or is mended."""
        self._table.switch_fault(call.body.name, call.body.place, call.body.on)
