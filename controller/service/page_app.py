"""The page as an ASGI application: the routes behind their guards, the files, and how errors are told."""

import asyncio
from collections.abc import Collection
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount
from starlette.types import ASGIApp, Receive, Scope, Send

from controller.background import is_unrequested_cancellation
from controller.care.admin_service import AdminError, AdminService
from controller.devices.guard import PAGE, Guard
from controller.games.contract.values import RefusedError
from controller.games.game_guard import GameFault
from controller.games.naming import sentence
from controller.games.requests import UnknownPiece
from controller.play.page_service import PageService
from controller.service.page_access import Authentication
from controller.service.page_routes import all_routes
from controller.web.access.plain_http import Encryption, PlainHttpMiddleware
from controller.web.access.sessions import Role
from controller.web.application import Route, build_app, check_language, json_response
from controller.web.static_files import FILES

TERMINAL_AGENT: Final = "royaltable-act"


def create_app(
    table: PageService,
    names: Collection[str] = (),
    auth: Authentication | None = None,
    admin: AdminService | None = None,
    encryption: Encryption | None = None,
) -> Starlette:
    """The page of a running table.

    Args:
        table: as everybody sees it.
        names: host names that the machine answers to, beyond addresses and local names.
        auth: who has which rights; without it everybody has all.
        admin: the table as its owner sees it; served only where there is ``auth``.
        encryption: where the page speaks TLS, or should.
    """

    def authorize(request: Request, route: Route[Any]) -> str:
        assert isinstance(route.role, Role)
        who = "page" if auth is None else auth.authorize(request, route.role)
        if route.simulated_only and not table.simulated:
            raise HTTPException(404, "This table has real parts: use them by hand.")
        return _origin(request, who)

    plain = [] if encryption is None else [Middleware(PlainHttpMiddleware, encryption, lambda: table.language)]
    return build_app(
        all_routes(table, auth, admin),
        [Mount("/static", FILES)],
        authorize,
        lambda request: check_language(request.query_params.get("language", table.language)),
        names=names,
        middleware=plain,
        errors={
            UnknownPiece: _unknown_piece,
            RefusedError: _refused,
            GameFault: _game_fell,
            AdminError: _not_done,
        },
    )


def _origin(request: Request, who: str) -> str:
    """Who acts, as the journal names it; a person at a terminal calls for ``royaltable act`` by its name."""
    at_terminal = request.headers.get("user-agent", "").startswith(TERMINAL_AGENT)
    return who.replace("page", "act", 1) if at_terminal and who.startswith("page") else who


async def _unknown_piece(_: Request, error: Exception) -> Response:
    return json_response({"error": {"message": str(error)}}, status=404)


async def _not_done(_: Request, error: Exception) -> Response:
    return json_response({"error": {"message": str(error)}}, status=409)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    message = sentence(error.text, request.state.language)
    return json_response({"refused": {"rule": error.code, "message": message}}, status=409)


async def _game_fell(request: Request, error: Exception) -> Response:
    assert isinstance(error, GameFault)
    return await _refused(request, error.refusal)


def contained(app: ASGIApp, guard: Guard) -> ASGIApp:
    """Count a request that fails as a fault of the page; other clients see nothing of it."""

    async def counted(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await app(scope, receive, send)
        except ClientDisconnect:  # the browser's affair
            raise
        except asyncio.CancelledError as fault:
            if is_unrequested_cancellation(asyncio.current_task()):
                guard.report_failure(PAGE, fault)
            raise
        except Exception as fault:
            guard.report_failure(PAGE, fault)
            raise

    return counted


def patient(app: ASGIApp, plays: asyncio.Event) -> ASGIApp:
    """Answer GET at once; let requests that change something wait until the table ``plays``."""

    async def waiting(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] != "GET":
            await plays.wait()
        await app(scope, receive, send)

    return waiting
