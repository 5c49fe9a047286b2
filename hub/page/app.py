"""The room's page as an ASGI application with the middleware of a table's page."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Receive, Scope, Send

import hub.texts  # noqa: F401  # registers the page's texts
from controller import limits
from controller.fleet.enrolment import Label
from controller.fleet.messages import Message
from controller.fleet.topics import TABLE_ID_RE
from controller.texts.translation import LANGUAGES, translate
from controller.web.access.plain_http import Encryption, PlainHttpMiddleware
from controller.web.application import (
    RequestContext,
    Route,
    build_app,
    compressed_once_response,
    http_error_response,
    is_below_a_path,
    json_response,
    language_or_404,
)
from controller.web.live import EventStreamResponse, Feed, StreamSlots
from controller.web.metrics import METRICS_CONTENT_TYPE, format_metrics
from controller.web.request_schemas import Login
from controller.web.static_files import STATIC, VersionedFiles
from controller.web.viewers import ViewerPool
from hub import RefusedError
from hub.alerts import AlertCause, AlertCode
from hub.enrolment import TableAdmission
from hub.page.access import Role, RoomAccess
from hub.page.fleet_routes import FleetPage, room_metrics
from hub.page.history_routes import FeedsAndReplays, HistoryPage, database_errors_as_http
from hub.page.tournament_routes import TournamentPage
from hub.players import history
from hub.replay.worker import WorkerError
from hub.room import RoomLoop
from hub.seated_players import SeatedPlayers
from hub.table_management import TableManager
from hub.tournament_service.live import LiveTournament
from hub.tournament_service.service import DatabaseUnavailableError

STATIC_FILES: Final = VersionedFiles(Path(__file__).parent / "static", STATIC)
"""The page's own files, and those shared with a table's page."""


PAGE_PATHS: Final = (
    *(f"/{page}" for page in ("", "tv", "fleet", "games", "players", "records", "mine", "tournament")),
    *(f"/tournament/{page}" for page in ("tv", "sign-up", "check-in", "seat", "slips")),
    "/table/{table}",
    "/game/{journal}/{game}",
    "/player/{player}",
)
"""Paths that return the same HTML page; its script shows the path's content."""

UNDRAWN_RETRY_S: Final = 60.0
"""Pause after a failure to draw a board: a third-party game may take ten seconds to fail, or the machine be busy."""

QueryStatus = Callable[[], Awaitable[dict[str, Any]]]


class _PackageFiles(StaticFiles):
    """The folder of released packages, which may not exist yet."""

    async def check_config(self) -> None:
        """Accept a missing folder, so that requests get 404; the base class would raise."""


class TakeAlert(Struct, frozen=True, forbid_unknown_fields=True):
    table: str
    code: AlertCode


class Announcement(Struct, frozen=True, forbid_unknown_fields=True):
    """A message to all televisions and consoles of the room."""

    text: Annotated[Message, Meta(min_length=1)]


class AdmitTable(Struct, frozen=True, forbid_unknown_fields=True):
    """The letters that a table shows, and a new name for it; "" keeps its own."""

    letters: Annotated[str, Meta(max_length=40)]
    name: Label = ""


class RevokeTable(Struct, frozen=True, forbid_unknown_fields=True):
    table: Annotated[str, Meta(pattern=r"\A[a-z0-9][a-z0-9-]{0,62}\Z")]


class RoomPage:
    """Routes about the room; ``admission`` is None if the hub runs no broker."""

    def __init__(
        self,
        loop: RoomLoop,
        access: RoomAccess,
        status: QueryStatus,
        admission: TableAdmission | None,
        tables: FeedsAndReplays,
        name: str,
        language: str,
        streams: StreamSlots,
        viewers: ViewerPool,
        is_standby: Callable[[], bool],
        seated: SeatedPlayers,
    ) -> None:
        self._room_loop = loop
        self._seated = seated
        self._access = access
        self._query_status = status
        self._admission = admission
        self._tables = tables
        self._name = name
        self._language = language
        self._streams = streams
        self._room_feed = Feed(loop.current_json, loop.watch_json)
        self._viewers = viewers
        self._is_standby = is_standby
        self._draw_again_at_s: dict[str, float] = {}

    def routes(self) -> list[Route[Any]]:
        """Return all routes; page and texts need no role, to allow logins."""
        viewer, steward, owner = Role.VIEWER, Role.STEWARD, Role.OWNER
        return [
            *(Route("GET", path, None, _page_response) for path in PAGE_PATHS),
            Route("GET", "/api/me", None, self._get_current_user),
            *(
                Route("GET", f"/api/{kind}/{{language}}", None, partial(self._page_texts, kind))
                for kind in ("texts", "rules")
            ),
            Route("POST", "/api/login", None, self._access.login, body_type=Login),
            Route("POST", "/api/logout", None, self._access.logout),
            Route("GET", "/api/room", viewer, self._get_room_json),
            Route("GET", "/api/forecasts", viewer, self._minutes_left_by_table),
            Route("GET", "/api/seats", viewer, self._names_at_tables),
            Route("GET", "/api/tables/{table}/board.svg", viewer, self._board_picture),
            Route("GET", "/api/stream", viewer, self._open_stream),
            Route("GET", "/api/tables/{table}/stream", viewer, self._open_stream),
            Route("GET", "/api/status", viewer, self._hub_status),
            Route("GET", "/metrics", viewer, self._prometheus_metrics),
            Route("POST", "/api/needs/take", steward, self._mark_alert_taken, status=204, body_type=TakeAlert),
            Route("POST", "/api/announce", steward, self._announce, body_type=Announcement),
            Route("POST", "/api/tables/let-in", owner, self._admit_table, body_type=AdmitTable),
            Route("POST", "/api/tables/revoke", owner, self._revoke_table, status=204, body_type=RevokeTable),
        ]

    async def _get_current_user(self, context: RequestContext[None]) -> dict[str, Any]:
        return {
            "roles": self._access.granted_roles(context.request),
            "logged_in": self._access.is_logged_in(context.request),
            "log_in_at": getattr(context.request.state, "login_path", None),
            "lets_in": self._admission is not None,
            "name": self._name,
            "language": self._language,
        }

    async def _page_texts(self, kind: str, context: RequestContext[None]) -> Response:
        language = language_or_404(context.request.path_params["language"])
        texts = await self._tables.replays.page_texts(kind, language)
        return compressed_once_response(context.request, msgspec.json.encode(texts))

    async def _get_room_json(self, _: RequestContext[None]) -> Any:
        return self._room_loop.current_json()

    async def _minutes_left_by_table(self, context: RequestContext[None]) -> Response:
        return await self._viewers.respond(context.request, None, self._forecasts_json)

    async def _forecasts_json(self) -> bytes:
        with database_errors_as_http():
            async with self._tables.readers.borrow() as connection:
                paces = await history.load_pace_by_game(connection)
        of_title = {await self._tables.replays.load_game_title(rules): pace for rules, pace in paces.items()}
        cards = self._room_loop.current_json()["cards"].items()
        minutes = {
            table: of_title[card["game"]].expected_minutes_left(card["round"])
            for table, card in cards
            if card["online"] and card["playing"] and card["round"] is not None and card["game"] in of_title
        }
        return msgspec.json.encode(minutes)

    async def _names_at_tables(self, context: RequestContext[None]) -> Response:
        return await self._viewers.respond(context.request, None, self._names_json)

    async def _names_json(self) -> bytes:
        with database_errors_as_http():
            return msgspec.json.encode(await self._seated.look())

    async def _board_picture(self, context: RequestContext[None]) -> Response:
        """Draw once for all clients; after a failure draw no board of the table for a while."""
        table, query = context.request.path_params["table"], context.request.query_params
        asked, alone = query.get("language", ""), "alone" in query
        language, now_s = asked if asked in LANGUAGES else self._language, asyncio.get_running_loop().time
        board = self._room_loop.room.board(table)
        if board is None or now_s() < self._draw_again_at_s.get(table, 0.0):
            return Response(status_code=204)

        async def draw() -> bytes:
            svg = await self._tables.replays.draw_board_svg(board, language, alone=alone)
            if not svg:
                self._draw_again_at_s[table] = now_s() + UNDRAWN_RETRY_S
            return svg.encode()

        key = "board", board.game, blake2b(bytes(board.view)).digest(), language, alone
        svg = await self._viewers.result(context.request, key, draw, table=table)
        if not svg:
            return Response(status_code=204)
        return compressed_once_response(context.request, svg, "image/svg+xml", "private, max-age=3600")

    async def _open_stream(self, context: RequestContext[None]) -> EventStreamResponse:
        request = context.request
        slot = self._streams.acquire_or_503(request)
        feeds, table = {"room": self._room_feed}, request.path_params.get("table", "")
        if TABLE_ID_RE.fullmatch(table):
            language = request.query_params.get("language", "")
            feeds["table"] = self._tables.table_feed(table, language if language in LANGUAGES else self._language)
        return EventStreamResponse(feeds, slot=slot)

    async def _hub_status(self, context: RequestContext[None]) -> Response:
        async def work() -> bytes:
            return msgspec.json.encode(await self._query_status())

        return await self._viewers.respond(context.request, None, work)

    async def _prometheus_metrics(self, _: RequestContext[None]) -> Response:
        metrics = room_metrics(
            self._room_loop.room.table_counts(),
            self._room_loop.alert_counts(),
            connected=self._room_loop.connected,
            pages=len(self._streams),
            standby=self._is_standby(),
        )
        return Response(format_metrics(metrics), media_type=METRICS_CONTENT_TYPE)

    async def _mark_alert_taken(self, context: RequestContext[TakeAlert]) -> None:
        if not self._room_loop.mark_alert_taken(AlertCause(context.body.table, context.body.code)):
            raise HTTPException(409, "There is no such alert, or someone is on the way already.")

    async def _announce(self, context: RequestContext[Announcement]) -> dict[str, int]:
        return {"tables": self._room_loop.announce_message(context.body.text)}

    async def _admit_table(self, context: RequestContext[AdmitTable]) -> dict[str, str]:
        if self._admission is None:
            raise HTTPException(409, "This room uses a broker that the hub does not run. Add the table there.")
        return {"table": await self._admission.admit_by_letters(context.body.letters, context.body.name)}

    async def _revoke_table(self, context: RequestContext[RevokeTable]) -> None:
        if self._admission is None:
            raise HTTPException(409, "This room uses a broker that the hub does not run. Remove the table there.")
        await self._admission.revoke_table(context.body.table)
        self._room_loop.clear_retained_messages(context.body.table)


class StandbyMiddleware:
    """Refuses requests while ``is_standby``, but for those about the hub's health."""

    def __init__(self, app: ASGIApp, is_standby: Callable[[], bool], language: str) -> None:
        self._app = app
        self._is_standby = is_standby
        self._language = language

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self._is_standby() and scope["path"] not in {"/api/status", "/metrics"}:
            text = translate(self._language, "page-standby")
            await PlainTextResponse(text, 503, {"retry-after": "5"})(scope, receive, send)
        else:
            await self._app(scope, receive, send)


async def _page_response(context: RequestContext[None]) -> Response:
    return compressed_once_response(context.request, _page_html().encode(), "text/html", "no-cache")


def _page_html() -> str:
    return STATIC_FILES.render_page("js/hub.js", ["css/owner.css", "css/replay.css", "css/hub.css", "css/tv.css"])


def create_room_app(
    loop: RoomLoop,
    access: RoomAccess,
    status: QueryStatus,
    admission: TableAdmission | None = None,
    *,
    tables: FeedsAndReplays,
    name: str = "",
    language: str = "en",
    names: Collection[str] = (),
    care: TableManager,
    seated: SeatedPlayers,
    tournament: LiveTournament,
    packages: Path,
    encryption: Encryption | None = None,
    plain_port: int | None = None,
    is_standby: Callable[[], bool] = lambda: False,
) -> Starlette:
    """Return the application; ``names`` are host names besides addresses and local names.

    While ``is_standby``, it answers requests for status and metrics only, since it does not know the room.
    With ``encryption`` logins need TLS, except on the hub itself; ``plain_port`` serves without TLS.
    """
    streams, viewers = StreamSlots(), ViewerPool(limits.HUB_VIEWER_PLACES_PER_ADDRESS)
    routes = RoomPage(
        loop,
        access,
        status,
        admission,
        tables,
        name,
        language,
        streams,
        viewers,
        is_standby,
        seated,
    ).routes()
    routes += HistoryPage(access, loop.room, tables, viewers).routes()
    routes += FleetPage(care, loop, access.require_role).routes()
    routes += TournamentPage(tournament, access, streams, viewers).routes()
    plain = [Middleware(StandbyMiddleware, is_standby, language)]
    if encryption is not None:
        texts = "hub-landing"
        plain += [Middleware(PlainHttpMiddleware, encryption, lambda: language, plain_port=plain_port, texts=texts)]

    def require_role_of_route(request: Request, route: Route[Any]) -> str:
        return "" if route.role is None else access.require_role(request, Role(route.role))

    return build_app(
        routes,
        STATIC_FILES,
        require_role_of_route,
        lambda _: language,
        mounts=[Mount("/packages", _PackageFiles(directory=packages, check_dir=False))],  # public, since signed
        names=names,
        middleware=plain,
        errors={
            404: _not_found_response,
            RefusedError: _refusal_response,
            DatabaseUnavailableError: _unavailable_response,
            WorkerError: _unavailable_response,
        },
    )


async def _not_found_response(request: Request, error: Exception) -> Response:
    if request.method == "GET" and "text/html" in request.headers.get("accept", "") and not is_below_a_path(request):
        return HTMLResponse(_page_html(), 404, headers={"cache-control": "no-cache"})
    return await http_error_response(request, error)


async def _refusal_response(_: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, RefusedError)
    return json_response({"error": {"message": str(refusal), "code": refusal.error_code}}, status=409)


async def _unavailable_response(_: Request, fault: Exception) -> Response:
    return json_response({"error": {"message": str(fault)}}, status=503)
