"""What the people of one castle see and do beside everybody's page; nobody else gets any of it."""

from collections.abc import AsyncIterator
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request

from controller.games.contract.values import CastleId
from controller.games.requests import Propose
from controller.web.access.auth import Authentication
from controller.web.live.broadcast import Broadcast
from controller.web.route import Call
from controller.web.table_port import TablePort

NO_SEAT: Final[dict[str, Any]] = {"castle": None, "view": None}
"""What a stream says once the seat has ended."""


class SeatHandlers:
    """Each is for the one castle whose seat the caller has."""

    def __init__(self, table: TablePort, auth: Authentication) -> None:
        self._table = table
        self._auth = auth

    async def seat(self, call: Call[None]) -> dict[str, Any]:
        """The castle, and what its people see beside everybody's view; null while that is nothing."""
        castle = self._auth.seat(call.request)
        return NO_SEAT if castle is None else seat_of(self._table, castle)

    async def act(self, call: Call[dict[str, Any]]) -> dict[str, Any]:
        """An action of the castle's own; 403 if it is another's, 409 with the rule if it is refused."""
        castle = self._auth.seat(call.request)
        if castle is None or not self._table.may_send(call.body, castle):
            raise HTTPException(403, f"This seat sends only what is its own castle's to do: {castle}.")
        return await self._table.submit(Propose(call.body, castle=castle), call.origin, call.language)


def seat_of(table: TablePort, castle: CastleId) -> dict[str, Any]:
    """A castle and what its people see."""
    return {"castle": castle, "view": table.seat(castle)}


def told_to_the_seat(table: TablePort, auth: Authentication, request: Request) -> Broadcast | None:
    """What one connection is told of the seat that it has; None where it has none.

    Each connection has its own: whether the seat still stands is asked before each word.
    """
    castle = auth.seat(request)
    if castle is None:
        return None

    def now() -> dict[str, Any]:
        return seat_of(table, castle) if auth.seat(request) == castle else NO_SEAT

    async def changes() -> AsyncIterator[dict[str, Any]]:
        async for _ in table.changes():
            yield now()

    return Broadcast(now, changes)
