"""The routes of a simulated table: hands at its parts, faults, and how fast its time passes."""

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from controller.web.json_responses import json_answer, of_the_table
from controller.web.request_schemas import Fault, Lift, PassTile, Press, Speed, TurnUp, read
from controller.web.table_port import TablePort


class SimulatedRoutes:
    """The handlers; on real parts each answers 404."""

    def __init__(self, operations: TablePort) -> None:
        self._operations = operations

    def handlers(self) -> Mapping[tuple[str, str], Callable[[Request], Coroutine[Any, Any, Response]]]:
        """By method and path."""
        return {
            ("POST", "/api/table/turn-up"): self.turn_up,
            ("POST", "/api/table/speed"): self.set_speed,
            ("POST", "/api/table/pass"): self.pass_tile,
            ("POST", "/api/table/press"): self.press,
            ("POST", "/api/table/lift"): self.lift,
            ("POST", "/api/table/fault"): self.switch_fault,
        }

    async def turn_up(self, request: Request) -> Response:
        """Region tiles are turned up; chance says which. 409 with the rule if it is refused."""
        self._need_twins()
        body = await read(request, TurnUp)
        return of_the_table(await self._operations.turn_up(body.slots, request.state.origin, request.state.language))

    async def set_speed(self, request: Request) -> Response:
        """The simulated table's time passes faster, or as it does."""
        self._need_twins()
        self._operations.set_speed((await read(request, Speed)).speed)
        return Response(status_code=204)

    async def pass_tile(self, request: Request) -> Response:
        """A hand carries a tile over a gate."""
        self._need_twins()
        body = await read(request, PassTile)
        await self._operations.pass_tile(body.handle, body.castle, body.dwell_s)
        return Response(status_code=204)

    async def press(self, request: Request) -> Response:
        """A finger on the knob or a castle's button."""
        self._need_twins()
        body = await read(request, Press)
        await self._operations.press(body.control, body.long)
        return Response(status_code=204)

    async def lift(self, request: Request) -> Response:
        """A hand looks below a tile."""
        self._need_twins()
        return json_answer(self._operations.lift((await read(request, Lift)).handle))

    async def switch_fault(self, request: Request) -> Response:
        """Something breaks, or is mended."""
        self._need_twins()
        body = await read(request, Fault)
        self._operations.switch_fault(body.name, body.place, body.on)
        return Response(status_code=204)

    def _need_twins(self) -> None:
        if self._operations.table() is None:
            raise HTTPException(
                404, "This table has real parts: use them by hand. Only a simulated table is played here."
            )
