"""An application of routes behind its guards, for a table's page and a hub's: callers, bodies, answers, errors."""

from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping
from typing import Any

from starlette import routing
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ExceptionHandler

from controller.web.access.origin_guard import OriginGuard
from controller.web.json_responses import ERRORS, json_answer
from controller.web.live import EventStream
from controller.web.request_schemas import read
from controller.web.route import Call, Route

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
) -> Callable[[Request], Coroutine[Any, Any, Response | EventStream]]:
    async def endpoint(request: Request) -> Response | EventStream:
        who = enter(request, route)
        request.state.language = language(request)
        body = None if route.shape is None else await read(request, route.shape, route.most)
        answer = await route.handler(Call(request, body, who, request.state.language))
        if isinstance(answer, Response | EventStream):
            return answer
        return Response(status_code=204) if route.status == 204 else json_answer(answer, route.status)

    return endpoint
