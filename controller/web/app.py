"""The page's routes."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route

from controller.games.contract.actions import RefusedError
from controller.games.sentences import sentence
from controller.texts import patterns
from controller.texts.speaking import LANGUAGES
from controller.web.admin_port import AdminPort, NotDone
from controller.web.auth import Authentication
from controller.web.json_responses import json_answer, of_the_table
from controller.web.openapi import PAGES, document
from controller.web.origin_guard import OriginGuard
from controller.web.owner import OwnerRoutes
from controller.web.request_schemas import Answer, Correct, NewGame, Pause, TakeUp, read
from controller.web.roles import RIGHTS, Role
from controller.web.simulated import SimulatedRoutes
from controller.web.static_files import INDEX, STATIC, LabelledFiles
from controller.web.stream import EventStream
from controller.web.table_port import TablePort, UnknownPiece

Handler = Callable[[Request], Awaitable[Any]]
"""Gives a response, or the stream."""

TERMINAL_AGENT: Final = "royaltable-act"


def create_app(
    operations: TablePort,
    names: Collection[str] = (),
    doors: Authentication | None = None,
    housekeeping: AdminPort | None = None,
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
        ("POST", "/api/game"): pages.new_game,
        ("GET", "/api/parked"): pages.parked,
        ("POST", "/api/parked/take-up"): pages.take_up,
        **SimulatedRoutes(operations).handlers(),
    }
    if doors is not None:
        handlers |= {
            ("POST", "/api/login"): doors.login,
            ("POST", "/api/logout"): doors.logout,
            ("POST", "/api/knock"): doors.knock,
        }
    if doors is not None and housekeeping is not None:
        handlers |= OwnerRoutes(housekeeping, doors).handlers()
    handlers["GET", "/openapi.json"] = Interface(handlers, operations).show
    routes = [
        Route(path, pages.let_in(handler, RIGHTS[method, path]), methods=[method])
        for (method, path), handler in handlers.items()
    ]
    return Starlette(
        routes=[*routes, Mount("/static", LabelledFiles(directory=STATIC))],
        middleware=[Middleware(OriginGuard, names=names), Middleware(GZipMiddleware, compresslevel=6)],
        exception_handlers={
            HTTPException: _http_error,
            UnknownPiece: _unknown_piece,
            RefusedError: _refused,
            NotDone: _not_done,
        },
    )


class Interface:
    """The document of all routes, made when somebody asks for it."""

    def __init__(self, handlers: Mapping[tuple[str, str], Handler], operations: TablePort) -> None:
        self._handlers = handlers
        self._operations = operations

    async def show(self, _: Request) -> Response:
        """This document."""
        return json_answer(document(self._handlers, self._operations.actions()))


class Pages:
    """The handlers: each asks the table one thing and answers in JSON."""

    def __init__(self, operations: TablePort, doors: Authentication | None, housekeeping: AdminPort | None) -> None:
        self._operations = operations
        self._doors = doors
        self._housekeeping = housekeeping

    def let_in(self, handler: Handler, needed: Role) -> Handler:
        """``handler`` for those who have the right ``needed``; who they are and their language stand in the request."""

        async def guarded(request: Request) -> Any:
            request.state.origin = "page" if self._doors is None else await self._doors.enter(request, needed)
            request.state.language = _known(request.query_params.get("language", self._operations.language))
            return await handler(request)

        return guarded

    async def index(self, _: Request) -> Response:
        """The page itself."""
        return HTMLResponse(INDEX, headers={"cache-control": "no-cache"})

    async def oled(self, _: Request) -> Response:
        """The display's real pixels."""
        return Response(self._operations.oled_png(), media_type="image/png", headers={"cache-control": "no-store"})

    async def view(self, request: Request) -> Response:
        """The game and the table now, for clients that do not stream; ``?language=`` of its sentences."""
        view = self._operations.view(request.state.language)
        return json_answer({"view": view, "table": self._operations.table()})

    async def stream(self, request: Request) -> EventStream:
        """Every change of both; ``?language=`` of its sentences."""
        sources = {"view": self._operations.views(request.state.language)}
        if self._operations.table() is not None:
            sources["table"] = self._operations.tables()
        return EventStream(sources)

    async def me(self, request: Request) -> Response:
        """Who is looking: roles, whether logged in; what the table is, its language, whether it is locked."""
        roles = [str(role) for role in Role] if self._doors is None else self._doors.roles(request)
        table = "real" if self._operations.table() is None else "virtual"
        owned = self._housekeeping
        return json_answer(
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
        return json_answer(patterns.of_the_page(_known(request.path_params["language"])))

    async def rules(self, request: Request) -> Response:
        """Every rule in a language, by its id."""
        return json_answer(patterns.rules(_known(request.path_params["language"])))

    async def box(self, _: Request) -> Response:
        """What is printed on the components."""
        return json_answer(self._operations.box())

    async def course(self, _: Request) -> Response:
        """How the game went, round by round."""
        return json_answer(self._operations.course())

    async def advice(self, request: Request) -> Response:
        """The best plan for a castle; 409 while there is nothing to advise."""
        return json_answer(self._operations.advice(request.query_params.get("castle", ""), request.state.language))

    async def act(self, request: Request) -> Response:
        """An action of the game log; 409 with the rule if it is refused."""
        body = await read(request, dict[str, Any])
        return of_the_table(await self._operations.act(body, _origin(request), request.state.language))

    async def correct(self, request: Request) -> Response:
        """Go back before a step, amend, go on; 409 with the rule if it is refused, and then nothing was done."""
        body = await read(request, Correct)
        if body.by_hand and body.amend:
            raise HTTPException(400, "Seen by_hand and amend. Expected one: people amend at the table, or this does.")
        answer = await self._operations.correct(
            body.back_to, body.amend, _origin(request), request.state.language, by_hand=body.by_hand
        )
        return of_the_table(answer)

    async def put_right(self, _: Request) -> Response:
        """People say that all tiles lie where the table has them."""
        self._operations.put_right()
        return Response(status_code=204)

    async def pause(self, request: Request) -> Response:
        """The hourglass stands still, or goes on."""
        self._operations.pause((await read(request, Pause)).on)
        return Response(status_code=204)

    async def answer(self, request: Request) -> Response:
        """Yes or no to what the table asks."""
        self._operations.answer((await read(request, Answer)).yes)
        return Response(status_code=204)

    async def new_game(self, request: Request) -> Response:
        """Another game."""
        body = await read(request, NewGame)
        options = {"variant": body.variant, "map": body.map}
        await self._operations.new_game(body.castles, options, body.dealt, body.bots, request.state.origin)
        return Response(status_code=204)

    async def parked(self, request: Request) -> Response:
        """The games that were not ended and can be gone on with."""
        return json_answer(self._operations.parked(request.state.language))

    async def take_up(self, request: Request) -> Response:
        """Go on with a parked game, and park the present one; 409 if it is not in the list."""
        await self._operations.take_up((await read(request, TakeUp)).game)
        return Response(status_code=204)


def _origin(request: Request) -> str:
    """Who acts, as the journal names it; a person at a terminal calls for ``royaltable act`` by its name."""
    who: str = request.state.origin
    at_terminal = request.headers.get("user-agent", "").startswith(TERMINAL_AGENT)
    return who.replace("page", "act", 1) if at_terminal and who.startswith("page") else who


def _known(language: str) -> str:
    if language not in LANGUAGES:
        raise HTTPException(404, f"Saw the language {language!r}, expected one of {', '.join(LANGUAGES)}.")
    return language


async def _http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    answer = json_answer({"error": {"message": error.detail}}, status=error.status_code)
    answer.headers.update(error.headers or {})
    return answer


async def _unknown_piece(_: Request, error: Exception) -> Response:
    return json_answer({"error": {"message": str(error)}}, status=404)


async def _not_done(_: Request, error: Exception) -> Response:
    return json_answer({"error": {"message": str(error)}}, status=409)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    message = sentence(error.text, request.state.language)
    return json_answer({"refused": {"rule": error.rule, "message": message}}, status=409)
