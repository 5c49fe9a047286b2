"""An application of routes behind its guards, for a table's page and a hub's: callers, bodies, answers, errors."""

from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Mapping
from enum import StrEnum
from typing import Any, Final, Generic, Literal, TypeVar, cast

from msgspec import Struct
from starlette import routing
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ExceptionHandler

from controller.texts.translation import LANGUAGES
from controller.web.access.origin_guard import OriginGuard
from controller.web.live import EventStreamResponse
from controller.web.request_schemas import MAX_BODY_BYTES, read_body


def json_response(value: Any, status: int = 200) -> JSONResponse:
    return JSONResponse(value, status_code=status, headers={"cache-control": "no-store"})


def check_language(language: str) -> str:
    """The language, if the table speaks it.

    Raises:
        HTTPException: 404; it does not.
    """
    if language not in LANGUAGES:
        raise HTTPException(404, f"Saw the language {language!r}, expected one of {', '.join(LANGUAGES)}.")
    return language


async def _http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    answer = json_response({"error": {"message": error.detail}}, status=error.status_code)
    answer.headers.update(error.headers or {})
    return answer


async def _gone(_: Request, _error: Exception) -> Response:
    return Response(status_code=400)


ERRORS: Final[dict[Any, ExceptionHandler]] = {HTTPException: _http_error, ClientDisconnect: _gone}
"""Of every application."""


JSON: Final = "application/json"

Body = TypeVar("Body")


class RequestContext(Struct, Generic[Body], frozen=True):
    """A request that was let in.

    Attributes:
        origin: who calls, as the journal names it.
        language: of the sentences in the answer.
    """

    request: Request
    body: Body
    origin: str
    language: str


Handler = Callable[[RequestContext[Body]], Awaitable[Any]]
"""Gives a response, the stream of changes, or a JSON value; None where there is nothing to say."""


class Route(Struct, Generic[Body], frozen=True):
    """What may be asked of the page.

    Attributes:
        role: the right that a caller needs; None for a route that anybody may call, even to log in.
        handler: answers; the first line of its docstring describes the route.
        example: a body that is understood; every body must have its type.
        body_type: type of the body where there is no example. Without both the body is not read as JSON.
        most: bytes of the body.
        status: of an answer that is no refusal; 204 has no content.
        takes: media type of the body.
        gives: media type of the answer.
        speaks: answers with sentences of the table, or refuses with one, in the language of ``?language=``.
        simulated: there only where parts are simulated.
        query: what else must stand in the query.
        versions: of the answer, from which ``?version=`` chooses; who names none gets the first.
        refusals: statuses of refusals beyond those that every such route has.
    """

    method: Literal["GET", "POST"]
    path: str
    role: StrEnum | None
    handler: Handler[Body]
    example: Body = cast("Body", None)  # only says its type
    status: int = 200
    takes: str = JSON
    gives: str = JSON
    speaks: bool = False
    simulated: bool = False
    query: tuple[str, ...] = ()
    versions: tuple[int, ...] = ()
    refusals: tuple[int, ...] = ()
    body_type: type[Body] | None = None
    most: int = MAX_BODY_BYTES

    @property
    def shape(self) -> type[Body] | None:
        return self.body_type if self.example is None else type(self.example)


Enter = Callable[[Request, Route[Any]], str]
"""Lets a request through that may call the route, and gives who it is; else raises an HTTPException."""


def application(
    routes: Iterable[Route[Any]],
    mounts: Iterable[routing.Mount],
    enter: Enter,
    language: Callable[[Request], str],
    *,
    names: Collection[str],
    middleware: Iterable[Middleware],
    errors: Mapping[Any, ExceptionHandler],
) -> Starlette:
    """Return the application.

    Args:
        routes: all but files.
        mounts: folders of files, which are everybody's.
        enter: who may call a route.
        language: of the answer, where it speaks.
        names: host names that the machine answers to, beyond addresses and local names.
        middleware: between the guard of origins and the routes.
        errors: how exceptions of handlers are told, beyond those of HTTP.
    """
    made = [routing.Route(each.path, _endpoint(each, enter, language), methods=[each.method]) for each in routes]
    return Starlette(
        routes=[*made, *mounts],
        middleware=[
            Middleware(OriginGuard, names=names),
            *middleware,
            Middleware(GZipMiddleware, compresslevel=6),
        ],
        exception_handlers={**ERRORS, **errors},
    )


def _endpoint(
    route: Route[Any], enter: Enter, language: Callable[[Request], str]
) -> Callable[[Request], Coroutine[Any, Any, Response | EventStreamResponse]]:
    async def endpoint(request: Request) -> Response | EventStreamResponse:
        who = enter(request, route)
        request.state.language = language(request)
        body = None if route.shape is None else await read_body(request, route.shape, route.most)
        answer = await route.handler(RequestContext(request, body, who, request.state.language))
        if isinstance(answer, Response | EventStreamResponse):
            return answer
        return Response(status_code=204) if route.status == 204 else json_response(answer, route.status)

    return endpoint
