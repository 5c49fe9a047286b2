"""The page's routes."""

from collections.abc import Collection
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from controller.games.contract import RefusedError
from controller.web.access import Guard
from controller.web.bodies import Fault, Lift, NewGame, PassTile, Press, read
from controller.web.operations import Operations, UnknownPiece
from controller.web.stream import EventStream

STATIC: Final = Path(__file__).parent / "static"
ROLE: Final = "spectator"
ORIGIN: Final = "page"
"""What the journal says about an action that came from here."""


class CheckedFiles(StaticFiles):
    """Static files that a browser asks about each time, so that an update shows at once."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """One file, with its ETag."""
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        return response


def create_app(operations: Operations, names: Collection[str] = ()) -> Starlette:
    """The page as an ASGI application.

    Args:
        operations: the running table.
        names: host names that the machine answers to, beyond addresses and local names.
    """
    pages = Pages(operations)
    routes = [
        Route("/", pages.index),
        Mount("/static", CheckedFiles(directory=STATIC)),
        Route("/oled.png", pages.oled),
        Route("/api/view", pages.view),
        Route("/api/stream", pages.stream),
        Route("/api/actions", pages.act, methods=["POST"]),
        Route("/api/table/pass", pages.pass_tile, methods=["POST"]),
        Route("/api/table/press", pages.press, methods=["POST"]),
        Route("/api/table/lift", pages.lift, methods=["POST"]),
        Route("/api/table/fault", pages.switch_fault, methods=["POST"]),
        Route("/api/game", pages.new_game, methods=["POST"]),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(Guard, names=names)],
        exception_handlers={HTTPException: _http_error, UnknownPiece: _unknown_piece, RefusedError: _refused},
    )


class Pages:
    """The handlers: each asks the table one thing and answers in JSON."""

    def __init__(self, operations: Operations) -> None:
        self._operations = operations

    async def index(self, _: Request) -> Response:
        """The page itself."""
        return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})

    async def oled(self, _: Request) -> Response:
        """The display's real pixels."""
        return Response(self._operations.oled_png(), media_type="image/png", headers={"cache-control": "no-store"})

    async def view(self, _: Request) -> Response:
        """The game and the table now, for clients that do not stream."""
        return _json({"view": self._operations.view(ROLE), "table": self._operations.table()})

    async def stream(self, _: Request) -> EventStream:
        """Every change of both."""
        sources = {"view": self._operations.views(ROLE)}
        if self._operations.table() is not None:
            sources["table"] = self._operations.tables()
        return EventStream(sources)

    async def act(self, request: Request) -> Response:
        """An action of the game log; 409 with the rule if it is refused."""
        answer = await self._operations.act(await read(request, dict[str, Any]), ORIGIN)
        return _json(answer, status=409 if "refused" in answer else 200)

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
        return _json(self._operations.lift((await read(request, Lift)).handle))

    async def switch_fault(self, request: Request) -> Response:
        """Something breaks, or is mended."""
        self._need_twins()
        body = await read(request, Fault)
        self._operations.switch_fault(body.name, body.place, body.on)
        return Response(status_code=204)

    async def new_game(self, request: Request) -> Response:
        """Another game on the simulated table."""
        self._need_twins()
        body = await read(request, NewGame)
        await self._operations.new_game(body.players, body.variant, body.map, body.bots)
        return Response(status_code=204)

    def _need_twins(self) -> None:
        if self._operations.table() is None:
            raise HTTPException(
                404, "This table has real parts: use them by hand. Only a simulated table is played here."
            )


def _json(value: Any, status: int = 200) -> JSONResponse:
    return JSONResponse(value, status_code=status, headers={"cache-control": "no-store"})


async def _http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    answer = _json({"error": {"message": error.detail}}, status=error.status_code)
    answer.headers.update(error.headers or {})
    return answer


async def _unknown_piece(_: Request, error: Exception) -> Response:
    return _json({"error": {"message": str(error)}}, status=404)


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    return _json({"refused": {"rule": error.rule, "message": str(error)}}, status=409)
