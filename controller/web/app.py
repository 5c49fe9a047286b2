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
from controller.texts import patterns
from controller.texts.speaking import LANGUAGES
from controller.web.access import Guard
from controller.web.bodies import Fault, Lift, NewGame, PassTile, Pause, Press, Speed, TurnUp, read
from controller.web.operations import Operations, UnknownPiece
from controller.web.stream import EventStream

STATIC: Final = Path(__file__).parent / "static"
PAGES: Final = ("/", "/spectator", "/referee")
"""One page with three faces: the table itself, looking on, keeping the game."""

ROLES: Final = ("spectator", "referee", "owner")
"""Everybody has all of them: nothing asks for a credential yet."""

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
        *(Route(path, pages.index) for path in PAGES),
        Mount("/static", CheckedFiles(directory=STATIC)),
        Route("/oled.png", pages.oled),
        Route("/api/view", pages.view),
        Route("/api/stream", pages.stream),
        Route("/api/me", pages.me),
        Route("/api/texts/{language}", pages.texts),
        Route("/api/rules/{language}", pages.rules),
        Route("/api/box", pages.box),
        Route("/api/course", pages.course),
        Route("/api/advice", pages.advice),
        Route("/api/actions", pages.act, methods=["POST"]),
        Route("/api/pause", pages.pause, methods=["POST"]),
        Route("/api/table/turn-up", pages.turn_up, methods=["POST"]),
        Route("/api/table/speed", pages.set_speed, methods=["POST"]),
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

    async def view(self, request: Request) -> Response:
        """The game and the table now, for clients that do not stream; ``?language=`` of its sentences."""
        view = self._operations.view(ROLE, self._language(request))
        return _json({"view": view, "table": self._operations.table()})

    async def stream(self, request: Request) -> EventStream:
        """Every change of both; ``?language=`` of its sentences."""
        sources = {"view": self._operations.views(ROLE, self._language(request))}
        if self._operations.table() is not None:
            sources["table"] = self._operations.tables()
        return EventStream(sources)

    async def me(self, _: Request) -> Response:
        """Who is looking: roles, what the table is made of, its language."""
        table = "real" if self._operations.table() is None else "virtual"
        return _json({"roles": list(ROLES), "table": table, "language": self._operations.language})

    async def texts(self, request: Request) -> Response:
        """The page's own sentences in a language, as ``controller.texts.patterns`` writes them."""
        return _json(patterns.of_the_page(_known(request.path_params["language"])))

    async def rules(self, request: Request) -> Response:
        """Every rule in a language, by its id."""
        return _json(patterns.rules(_known(request.path_params["language"])))

    async def box(self, _: Request) -> Response:
        """What is printed on the components."""
        return _json(self._operations.box())

    async def course(self, _: Request) -> Response:
        """How the game went, round by round."""
        return _json(self._operations.course())

    async def advice(self, request: Request) -> Response:
        """The best plan for a castle; 409 while there is nothing to advise."""
        return _json(self._operations.advice(request.query_params.get("castle", ""), self._language(request)))

    async def act(self, request: Request) -> Response:
        """An action of the game log; 409 with the rule if it is refused."""
        body = await read(request, dict[str, Any])
        return _answered(await self._operations.act(body, ORIGIN, self._language(request)))

    async def turn_up(self, request: Request) -> Response:
        """Region tiles are turned up; chance says which. 409 with the rule if it is refused."""
        self._need_twins()
        body = await read(request, TurnUp)
        return _answered(await self._operations.turn_up(body.slots, ORIGIN, self._language(request)))

    async def pause(self, request: Request) -> Response:
        """The hourglass stands still, or goes on."""
        self._operations.pause((await read(request, Pause)).on)
        return Response(status_code=204)

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
        return _json(self._operations.lift((await read(request, Lift)).handle))

    async def switch_fault(self, request: Request) -> Response:
        """Something breaks, or is mended."""
        self._need_twins()
        body = await read(request, Fault)
        self._operations.switch_fault(body.name, body.place, body.on)
        return Response(status_code=204)

    async def new_game(self, request: Request) -> Response:
        """Another game."""
        body = await read(request, NewGame)
        options = {"variant": body.variant, "map": body.map}
        await self._operations.new_game(body.castles, options, body.dealt, body.bots, ORIGIN)
        return Response(status_code=204)

    def _language(self, request: Request) -> str:
        """The viewer's language, as ``?language=`` says it; the table's where it says none."""
        return _known(request.query_params.get("language", self._operations.language))

    def _need_twins(self) -> None:
        if self._operations.table() is None:
            raise HTTPException(
                404, "This table has real parts: use them by hand. Only a simulated table is played here."
            )


def _known(language: str) -> str:
    if language not in LANGUAGES:
        raise HTTPException(404, f"Saw the language {language!r}, expected one of {', '.join(LANGUAGES)}.")
    return language


def _answered(answer: dict[str, Any]) -> JSONResponse:
    return _json(answer, status=409 if "refused" in answer else 200)


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
