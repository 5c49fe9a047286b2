"""The page's routes."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from controller.games.contract import RefusedError
from controller.texts import patterns
from controller.texts.speaking import LANGUAGES
from controller.web.access import Guard
from controller.web.bodies import Answer, Correct, Fault, Lift, NewGame, PassTile, Pause, Press, Speed, TurnUp, read
from controller.web.doors import Doors
from controller.web.housekeeping import Housekeeping, NotDone
from controller.web.openapi import document
from controller.web.operations import Operations, UnknownPiece
from controller.web.owner import OwnerRoutes
from controller.web.roles import RIGHTS, Role
from controller.web.stream import EventStream

Handler = Callable[[Request], Awaitable[Any]]
"""Gives a response, or the stream."""

STATIC: Final = Path(__file__).parent / "static"
PAGES: Final = ("/", "/spectator", "/referee", "/owner")
"""One page with four faces: the table itself, looking on, keeping the game, looking after the table."""

ROLE: Final = "spectator"
TERMINAL_AGENT: Final = "royaltable-act"


class CheckedFiles(StaticFiles):
    """Static files that a browser asks about each time, so that an update shows at once."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """One file, with its ETag."""
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        return response


def create_app(
    operations: Operations,
    names: Collection[str] = (),
    doors: Doors | None = None,
    housekeeping: Housekeeping | None = None,
) -> Starlette:
    """The page as an ASGI application.

    Args:
        operations: the running table.
        names: host names that the machine answers to, beyond addresses and local names.
        doors: who has which rights; without them everybody has all.
        housekeeping: the table as its owner sees it; it has doors.
    """
    pages = Pages(operations, doors, housekeeping)
    handlers = {
        **{("GET", path): pages.index for path in PAGES},
        ("GET", "/oled.png"): pages.oled,
        ("GET", "/api/view"): pages.view,
        ("GET", "/api/stream"): pages.stream,
        ("GET", "/api/me"): pages.me,
        ("GET", "/api/texts/{language}"): pages.texts,
        ("GET", "/api/rules/{language}"): pages.rules,
        ("GET", "/api/box"): pages.box,
        ("GET", "/api/course"): pages.course,
        ("GET", "/api/advice"): pages.advice,
        ("POST", "/api/actions"): pages.act,
        ("POST", "/api/corrections"): pages.correct,
        ("POST", "/api/corrections/put-right"): pages.put_right,
        ("POST", "/api/pause"): pages.pause,
        ("POST", "/api/answer"): pages.answer,
        ("POST", "/api/table/turn-up"): pages.turn_up,
        ("POST", "/api/table/speed"): pages.set_speed,
        ("POST", "/api/table/pass"): pages.pass_tile,
        ("POST", "/api/table/press"): pages.press,
        ("POST", "/api/table/lift"): pages.lift,
        ("POST", "/api/table/fault"): pages.switch_fault,
        ("POST", "/api/game"): pages.new_game,
    }
    if doors is not None:
        handlers |= {
            ("POST", "/api/login"): doors.login,
            ("POST", "/api/logout"): doors.logout,
            ("POST", "/api/knock"): doors.knock,
        }
    if doors is not None and housekeeping is not None:
        handlers |= OwnerRoutes(housekeeping, doors, pages.language).handlers()
    handlers["GET", "/openapi.json"] = Interface(handlers, operations).show
    routes = [
        Route(path, pages.let_in(handler, RIGHTS[method, path]), methods=[method])
        for (method, path), handler in handlers.items()
    ]
    return Starlette(
        routes=[*routes, Mount("/static", CheckedFiles(directory=STATIC))],
        middleware=[Middleware(Guard, names=names), Middleware(GZipMiddleware, compresslevel=6)],
        exception_handlers={
            HTTPException: _http_error,
            UnknownPiece: _unknown_piece,
            RefusedError: _refused,
            NotDone: _not_done,
        },
    )


class Interface:
    """The document of all routes, made when somebody asks for it."""

    def __init__(self, handlers: Mapping[tuple[str, str], Handler], operations: Operations) -> None:
        self._handlers = handlers
        self._operations = operations

    async def show(self, _: Request) -> Response:
        """This document."""
        return _json(document(self._handlers, self._operations.actions()))


class Pages:
    """The handlers: each asks the table one thing and answers in JSON."""

    def __init__(self, operations: Operations, doors: Doors | None, housekeeping: Housekeeping | None) -> None:
        self._operations = operations
        self._doors = doors
        self._housekeeping = housekeeping

    def let_in(self, handler: Handler, needed: Role) -> Handler:
        """``handler`` for those who have the right ``needed``; who they are stands in the request."""

        async def guarded(request: Request) -> Any:
            request.state.origin = "page" if self._doors is None else await self._doors.enter(request, needed)
            return await handler(request)

        return guarded

    async def index(self, _: Request) -> Response:
        """The page itself."""
        return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})

    async def oled(self, _: Request) -> Response:
        """The display's real pixels."""
        return Response(self._operations.oled_png(), media_type="image/png", headers={"cache-control": "no-store"})

    async def view(self, request: Request) -> Response:
        """The game and the table now, for clients that do not stream; ``?language=`` of its sentences."""
        view = self._operations.view(ROLE, self.language(request))
        return _json({"view": view, "table": self._operations.table()})

    async def stream(self, request: Request) -> EventStream:
        """Every change of both; ``?language=`` of its sentences."""
        sources = {"view": self._operations.views(ROLE, self.language(request))}
        if self._operations.table() is not None:
            sources["table"] = self._operations.tables()
        return EventStream(sources)

    async def me(self, request: Request) -> Response:
        """Who is looking: roles, whether logged in; what the table is, its language, whether it is locked."""
        roles = [str(role) for role in Role] if self._doors is None else self._doors.roles(request)
        table = "real" if self._operations.table() is None else "virtual"
        owned = self._housekeeping
        return _json(
            {
                "roles": roles,
                "table": table,
                "language": self._operations.language,
                "logged_in": self._doors is not None and self._doors.logged_in(request),
                "locked": owned is not None and owned.locked,
                "password": owned is not None and owned.has_password,
            }
        )

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
        return _json(self._operations.advice(request.query_params.get("castle", ""), self.language(request)))

    async def act(self, request: Request) -> Response:
        """An action of the game log; 409 with the rule if it is refused."""
        body = await read(request, dict[str, Any])
        return _answered(await self._operations.act(body, _origin(request), self.language(request)))

    async def correct(self, request: Request) -> Response:
        """Go back before a step, amend, go on; 409 with the rule if it is refused, and then nothing was done."""
        body = await read(request, Correct)
        if body.by_hand and body.amend:
            raise HTTPException(400, "Seen by_hand and amend. Expected one: people amend at the table, or this does.")
        answer = await self._operations.correct(
            body.back_to, body.amend, _origin(request), self.language(request), by_hand=body.by_hand
        )
        return _answered(answer)

    async def put_right(self, _: Request) -> Response:
        """People say that all tiles lie where the table has them."""
        self._operations.put_right()
        return Response(status_code=204)

    async def turn_up(self, request: Request) -> Response:
        """Region tiles are turned up; chance says which. 409 with the rule if it is refused."""
        self._need_twins()
        body = await read(request, TurnUp)
        return _answered(await self._operations.turn_up(body.slots, request.state.origin, self.language(request)))

    async def pause(self, request: Request) -> Response:
        """The hourglass stands still, or goes on."""
        self._operations.pause((await read(request, Pause)).on)
        return Response(status_code=204)

    async def set_speed(self, request: Request) -> Response:
        """The simulated table's time passes faster, or as it does."""
        self._need_twins()
        self._operations.set_speed((await read(request, Speed)).speed)
        return Response(status_code=204)

    async def answer(self, request: Request) -> Response:
        """Yes or no to what the table asks."""
        self._operations.answer((await read(request, Answer)).yes)
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
        await self._operations.new_game(body.castles, options, body.dealt, body.bots, request.state.origin)
        return Response(status_code=204)

    def language(self, request: Request) -> str:
        """The viewer's language, as ``?language=`` says it; the table's where it says none."""
        return _known(request.query_params.get("language", self._operations.language))

    def _need_twins(self) -> None:
        if self._operations.table() is None:
            raise HTTPException(
                404, "This table has real parts: use them by hand. Only a simulated table is played here."
            )


def _origin(request: Request) -> str:
    """Who acts, as the journal names it; a person at a terminal calls for ``royaltable act`` by its name."""
    who: str = request.state.origin
    at_terminal = request.headers.get("user-agent", "").startswith(TERMINAL_AGENT)
    return who.replace("page", "act", 1) if at_terminal and who.startswith("page") else who


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


async def _not_done(_: Request, error: Exception) -> Response:
    return _json({"error": {"message": str(error)}}, status=409)


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    return _json({"refused": {"rule": error.rule, "message": str(error)}}, status=409)
