"""Build the ASGI application of a table's or hub's page from a list of routes."""

import errno
import gzip
import re
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from html import escape
from http import HTTPStatus
from typing import Any, Final, Generic, Literal, TypeVar, cast

import msgspec
from msgspec import Struct
from starlette import routing
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response
from starlette.types import ExceptionHandler

from controller.texts.translation import LANGUAGES, page_texts
from controller.web import live, request_schemas, static_files
from controller.web.access.origin_guard import OriginGuard

JSON: Final = "application/json"


def json_response(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, {"cache-control": "no-store"}, JSON)


def compressed_once_response(
    request: Request, content: bytes, media_type: str = JSON, cache_control: str = "no-store"
) -> Response:
    """Respond with content that seldom changes; compressing it for each request would hold the loop."""
    headers = {"cache-control": cache_control, "vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        content, headers["content-encoding"] = compress_once(content), "gzip"
    return Response(content, 200, headers, media_type)


@lru_cache(maxsize=32)
def compress_once(content: bytes) -> bytes:
    return gzip.compress(content, 6)


def language_or_404(language: str) -> str:
    """Return ``language`` if the table speaks it; raise HTTPException 404 if not."""
    if language not in LANGUAGES:
        raise HTTPException(404, f"Saw the language {language!r}, expected one of {', '.join(LANGUAGES)}.")
    return language


ERROR_PAGE: Final = """\
<!doctype html>
<html lang="{language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>{title}</title>
  <link rel="stylesheet" href="/static/any/css/tokens.css">
  <link rel="stylesheet" href="/static/any/css/style.css">
  <link rel="stylesheet" href="/static/any/css/design.css">
</head>
<body><main class="error-page"><h1>{title}</h1><p>{detail}</p><a class="button do" href="/">{home}</a></main></body>
</html>
"""
"""Shown to a browser for an error, such as a wrong address."""


BELOW_A_PATH: Final = re.compile(r"/.+(/|/(api|static)/.*)")
"""Where a proxy asks that passes on a path of its names, and keeps the path."""


def is_below_a_path(request: Request) -> bool:
    return BELOW_A_PATH.fullmatch(request.url.path) is not None


async def http_error_response(request: Request, error: Exception) -> Response:
    """Return a page for a browser, JSON for others; the page is complete without scripts and styles."""
    assert isinstance(error, HTTPException)
    status, detail = error.status_code, error.detail
    wanted = re.findall(r"(?:^|,) *([a-z]+)", request.headers.get("accept-language", ""))
    language = next((name for name in wanted if name in LANGUAGES), "en")
    texts = page_texts(language)
    if detail == HTTPStatus.NOT_FOUND.phrase and is_below_a_path(request):
        detail = texts["error-below-a-path"]
    if request.method == "GET" and "text/html" in request.headers.get("accept", ""):
        title = texts["error-missing" if status == 404 else "error-failed"]
        shown = "" if detail == HTTPStatus(status).phrase else detail
        parts = {"language": language, "title": title, "detail": shown, "home": texts["error-home"]}
        page = ERROR_PAGE.format_map({name: escape(text) for name, text in parts.items()})
        response: Response = HTMLResponse(page, status_code=status, headers={"cache-control": "no-store"})
    else:
        response = json_response({"error": {"message": detail}}, status=status)
    response.headers.update(error.headers or {})
    return response


async def _disconnected_response(_: Request, _error: Exception) -> Response:
    return Response(status_code=400)


async def conflict_response(_: Request, error: Exception) -> Response:
    return json_response({"error": {"message": str(error)}}, status=409)


async def _disk_error_response(_: Request, error: Exception) -> Response:
    """Return 507 if the disk takes no more; raise any other error again, which is the program's."""
    assert isinstance(error, OSError)
    if error.errno not in {errno.ENOSPC, errno.EDQUOT, errno.EROFS}:
        raise error
    place = "" if error.filename is None else f"{error.filename}: "
    message = f"{place}{error.strerror}. Free some space on the disk, and try again."
    return json_response({"error": {"message": message}}, status=HTTPStatus.INSUFFICIENT_STORAGE)


EXCEPTION_HANDLERS: Final[dict[Any, ExceptionHandler]] = {
    HTTPException: http_error_response,
    ClientDisconnect: _disconnected_response,
    OSError: _disk_error_response,
}


Body = TypeVar("Body")


class RequestContext(Struct, Generic[Body], frozen=True):
    """An authorized request, as handlers get it.

    Attributes:
        body: decoded; None for a route without a body.
        origin: the client's name for the journal.
        language: of the sentences in the response.
    """

    request: Request
    body: Body
    origin: str
    language: str


Handler = Callable[[RequestContext[Body]], Awaitable[Any]]
"""Returns a response, a stream or a JSON value; None for a response without content."""


class Route(Struct, Generic[Body], frozen=True):
    """A route of the page.

    Attributes:
        role: the role that a client needs; None if it needs none.
        handler: its docstring's first line describes the route in OpenAPI.
        example: a valid body; its type is the type of all bodies.
        body_type: type of the body without ``example``. Without both, it is not read as JSON.
        max_body_bytes: larger bodies are refused.
        status: of a successful response; 204 has no content.
        body_media_type: of the request.
        media_type: of the response.
        localized: whether ``?language=`` chooses the language of response or refusal.
        simulated_only: whether the route exists on simulated parts only.
        query: further required query parameters.
        refusals: HTTP statuses of refusals beyond the usual ones.
    """

    method: Literal["GET", "POST"]
    path: str
    role: StrEnum | None
    handler: Handler[Body]
    example: Body = cast("Body", None)  # cast for the type checker only
    status: int = 200
    body_media_type: str = JSON
    media_type: str = JSON
    localized: bool = False
    simulated_only: bool = False
    query: tuple[str, ...] = ()
    refusals: tuple[int, ...] = ()
    body_type: type[Body] | None = None
    max_body_bytes: int = request_schemas.MAX_BODY_BYTES

    def type_of_request_body(self) -> type[Body] | None:
        return self.body_type if self.example is None else type(self.example)


Authorize = Callable[[Request, Route[Any]], str]
"""Returns the client's name for the journal, or raises an HTTPException."""


def build_app(
    routes: Iterable[Route[Any]],
    files: static_files.VersionedFiles,
    authorize: Authorize,
    language: Callable[[Request], str],
    *,
    mounts: Iterable[routing.Mount] = (),
    names: Collection[str],
    middleware: Iterable[Middleware],
    errors: Mapping[Any, ExceptionHandler],
) -> Starlette:
    """Return the application.

    Args:
        routes: all routes except static files.
        files: those of the page, below /static.
        authorize: called for each request to a route.
        language: returns the language of a response.
        mounts: further folders of public files.
        names: host names of the machine, beyond addresses and local names.
        middleware: between ``OriginGuard`` and the routes.
        errors: exception handlers in addition to ``EXCEPTION_HANDLERS``.
    """
    endpoints = [
        routing.Route(route.path, _create_endpoint(route, authorize, language), methods=[route.method])
        for route in routes
    ]
    return Starlette(
        routes=[*endpoints, routing.Mount("/static", files), *mounts],
        middleware=[
            Middleware(OriginGuard, names=names, version=files.content_version),
            *middleware,
            Middleware(GZipMiddleware, compresslevel=6),
        ],
        exception_handlers={**EXCEPTION_HANDLERS, **errors},
    )


def _create_endpoint(
    route: Route[Any], authorize: Authorize, language: Callable[[Request], str]
) -> Callable[[Request], Coroutine[Any, Any, Response | live.EventStreamResponse]]:
    body_type = route.type_of_request_body()

    async def endpoint(request: Request) -> Response | live.EventStreamResponse:
        origin = authorize(request, route)
        request.state.language = language(request)
        body = None if body_type is None else await request_schemas.read_body(request, body_type, route.max_body_bytes)
        result = await route.handler(RequestContext(request, body, origin, request.state.language))
        if isinstance(result, Response | live.EventStreamResponse):
            return result
        return Response(status_code=204) if route.status == 204 else json_response(result, route.status)

    return endpoint
