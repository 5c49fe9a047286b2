"""How the hub itself is, for whoever opens its page."""

import asyncio

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hub.intake import Intake
from hub.status import status
from hub.store.connection import FAULTS


def status_app(url: str, intake: Intake) -> Starlette:
    """One route, JSON."""
    asking = asyncio.Lock()

    async def told(_request: Request) -> Response:
        async with asking:  # one connection to the database, however many ask
            try:
                kept = msgspec.to_builtins(await status(url))
            except FAULTS as fault:
                kept = {"database": f"{type(fault).__name__}: {fault}"}
        return Response(msgspec.json.encode(kept | {"taken": intake.taken}), media_type="application/json")

    return Starlette(routes=[Route("/", told)])
