"""The page as an ASGI application: routes, authorization, middleware and exception handlers."""

import asyncio
from collections.abc import Collection
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from controller.background import is_unrequested_cancellation
from controller.care.admin_service import AdminError, AdminService
from controller.devices.guard import PAGE_PART, FaultGuard
from controller.games import game_guard, naming, requests
from controller.games.contract.values import RefusedError
from controller.play.page_service import PageService
from controller.service.page_access import Authentication
from controller.service.page_routes import all_routes
from controller.store.keyring import KeyringError
from controller.web.access.plain_http import Encryption, PlainHttpMiddleware
from controller.web.access.sessions import Role
from controller.web.application import Route, build_app, conflict_response, json_response, language_or_404
from controller.web.static_files import PAGE_FILES

TERMINAL_AGENT: Final = "royaltable-act"


def create_app(
    table: PageService,
    names: Collection[str] = (),
    auth: Authentication | None = None,
    admin: AdminService | None = None,
    encryption: Encryption | None = None,
) -> Starlette:
    """Return the page of a running table.

    Args:
        table: the running table.
        names: host names of the machine, in addition to addresses and local names.
        auth: without it all clients have all rights.
        admin: for the owner's page, which exists only with ``auth``.
        encryption: for a page that speaks TLS.
    """

    def authorize(request: Request, route: Route[Any]) -> str:
        assert isinstance(route.role, Role)
        client = "page" if auth is None else auth.authorize_and_name_client(request, route.role)
        if route.simulated_only and not table.is_simulated:
            raise HTTPException(404, "This table has real parts; use those instead of the page.")
        return _journal_origin(request, client)

    plain = [] if encryption is None else [Middleware(PlainHttpMiddleware, encryption, lambda: table.language)]
    return build_app(
        all_routes(table, auth, admin),
        PAGE_FILES,
        authorize,
        lambda request: language_or_404(request.query_params.get("language", table.language)),
        names=names,
        middleware=plain,
        errors={
            requests.NotAvailableAtTable: _not_found_response,
            RefusedError: _rule_refusal_response,
            game_guard.GameFault: _game_crashed_response,
            AdminError: conflict_response,
            KeyringError: conflict_response,
        },
    )


def _journal_origin(request: Request, client: str) -> str:
    at_terminal = request.headers.get("user-agent", "").startswith(TERMINAL_AGENT)
    return client.replace("page", "act", 1) if at_terminal and client.startswith("page") else client


async def _not_found_response(_: Request, error: Exception) -> Response:
    return json_response({"error": {"message": str(error)}}, status=404)


async def _rule_refusal_response(request: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    message = naming.translate_text(error.text, request.state.language)
    return json_response({"refused": {"rule": error.code, "message": message}}, status=409)


async def _game_crashed_response(request: Request, error: Exception) -> Response:
    assert isinstance(error, game_guard.GameFault)
    return await _rule_refusal_response(request, error.refusal)


def with_failures_counted(app: ASGIApp, guard: FaultGuard) -> ASGIApp:
    async def counted(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await app(scope, receive, send)
        except ClientDisconnect:  # not our fault
            raise
        except asyncio.CancelledError as fault:
            if is_unrequested_cancellation(asyncio.current_task()):
                guard.report_failure(PAGE_PART, fault)
            raise
        except Exception as fault:
            guard.report_failure(PAGE_PART, fault)
            raise

    return counted


def with_writes_delayed_until_play(app: ASGIApp, is_playing: asyncio.Event) -> ASGIApp:
    """Delay all requests but GET until the table plays."""

    async def waiting(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] != "GET":
            await is_playing.wait()
        await app(scope, receive, send)

    return waiting
