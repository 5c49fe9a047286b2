"""The page in the table's own network, where the owner chooses another.

A phone that joins a network asks a well-known host for a page over plain HTTP. In the own network every name leads
to the table, which answers any foreign host with a redirect to this page. It is plain HTTP even if the table has a
certificate, which a phone's sign-in window cannot trust: WPA2 protects the secrets.
"""

import asyncio
import ipaddress
import socket
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Mount
from starlette.types import ASGIApp, Receive, Scope, Send

from controller import limits, log
from controller.care.admin_service import AdminError, AdminService
from controller.games.contract.values import Text
from controller.games.naming import translate_text
from controller.play.table import Table
from controller.service.network_manager import OWN_ADDRESS, OWN_PREFIX_BITS
from controller.service.own_network import OwnNetwork
from controller.service.page_access import Authentication
from controller.store.keyring import KeyringError
from controller.texts.translation import page_texts
from controller.web.access.origin_guard import is_trusted_host, parse_hostname
from controller.web.access.sessions import client_address
from controller.web.application import RequestContext, Route, build_app, conflict_response, language_or_404
from controller.web.request_schemas import JoinWifi
from controller.web.static_files import PAGE_FILES

PATH: Final = "/wifi"
SCRIPT: Final = "js/wifi_page.js"
PATHS: Final = (PATH, "/api/wifi", "/api/texts/", "/static/")

PORT: Final = 80
"""Where phones look for the page."""

IP_FREEBIND: Final = 15
"""ip(7): bind to an address that the machine does not have yet; Python has no name for it."""

CAPTIVE_TYPE: Final = "application/captive+json"
"""What a phone asks for that was told of the page by DHCP (RFC 8908, RFC 8910)."""


class WifiPage:
    """Its requests, which need the own network and the owner's password; the first to come sets it."""

    def __init__(self, own: OwnNetwork, table: Table, auth: Authentication, admin: AdminService) -> None:
        self._own = own
        self._table = table
        self._auth = auth
        self._admin = admin

    def answer_or_pass_on(self, app: ASGIApp) -> ASGIApp:
        """Return ``app`` with this page in front of it for phones in the own network."""
        everybody = None
        routes: list[Route[Any]] = [
            Route("GET", PATH, everybody, self.show, media_type="text/html"),
            Route("GET", "/api/texts/{language}", everybody, self.get_texts),
            Route("GET", "/api/wifi", everybody, self.describe, localized=True),
            Route("POST", "/api/wifi", everybody, self.join, status=204, body_type=JoinWifi),
        ]
        page = build_app(
            routes,
            [Mount("/static", PAGE_FILES)],
            lambda *_: "page",
            lambda request: language_or_404(request.query_params.get("language", self._table.house.language)),
            names=(),
            middleware=(),
            errors={KeyringError: conflict_response, AdminError: conflict_response},
        )

        async def choose(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "http" or not self._own.is_open or not _is_in_own_network(Request(scope)):
                await app(scope, receive, send)
                return
            host = parse_hostname(Headers(scope=scope).get("host", ""))
            if scope["method"] in {"GET", "HEAD"} and not is_trusted_host(host):
                await RedirectResponse(_url(scope), 302, {"cache-control": "no-store"})(scope, receive, send)
            else:
                await (page if scope["path"].startswith(PATHS) else app)(scope, receive, send)

        return choose

    async def show(self, context: RequestContext[None]) -> Response:
        """The page, or for a phone's system its address."""
        if CAPTIVE_TYPE in context.request.headers.get("accept", ""):
            said = {"captive": True, "user-portal-url": _url(context.request.scope)}
            return JSONResponse(said, headers={"cache-control": "private"}, media_type=CAPTIVE_TYPE)
        return HTMLResponse(PAGE_FILES.render_page(SCRIPT), headers={"cache-control": "no-store"})

    async def get_texts(self, context: RequestContext[None]) -> dict[str, Any]:
        """The page's texts in a language."""
        return page_texts(language_or_404(context.request.path_params["language"]))

    async def describe(self, context: RequestContext[None]) -> dict[str, Any]:
        """The networks in range, why the last could not be joined, and what is set already."""
        self._own.note_use()
        failure, address = self._own.failure, self._table.console.page_address
        return {
            "networks": [{"name": each.name, "strength": each.strength} for each in self._own.networks],
            "tried": None if failure is None else failure[0],
            "failure": None if failure is None else translate_text(failure_text(failure[1]), context.language),
            "table": self._table.config.table.name,
            "has_owner": self._auth.keyring.has_password,
            "language": self._table.house.language,
            "address": None if address is None else address.typed,
        }

    async def join(self, context: RequestContext[JoinWifi]) -> None:
        """Set owner's password and name, then close the own network and join the one that was chosen."""
        body, keyring = context.body, self._auth.keyring
        if keyring.has_password:
            wrong = "Wrong password. It is the one of the table's owner."
            await self._auth.verifier.verify(context.request, lambda: keyring.matches_password(body.owner), wrong)
        else:
            await asyncio.to_thread(keyring.set_password, body.owner)
        await asyncio.to_thread(self._admin.name_table, body.table)
        if not self._own.wish(body.network, body.password):
            raise HTTPException(409, "The table is joining a network already. Wait two minutes.")


def failure_text(why: str) -> Text:
    return Text(f"wifi-failed-{why}")


def open_page_port() -> socket.socket | None:
    """Return a listener at the own network's port 80, before the network opens; None if it is not to be had."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.IPPROTO_IP, IP_FREEBIND, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((OWN_ADDRESS, PORT))
        listener.listen(limits.LISTEN_BACKLOG)
    except (
        OSError
    ) as fault:  # the page itself is there, or another server, or the port is root's alone (docs/decisions/50-wifi.md)
        log.info("no_wifi_page_port", port=PORT, seen=fault.strerror)
        listener.close()
        return None
    return listener


def _url(scope: Scope) -> str:
    port = scope["server"][1] or PORT  # None: a test, without a socket
    return f"http://{OWN_ADDRESS}{'' if port == PORT else f':{port}'}{PATH}"


def _is_in_own_network(request: Request) -> bool:
    own = ipaddress.ip_network(f"{OWN_ADDRESS}/{OWN_PREFIX_BITS}", strict=False)
    try:
        return ipaddress.ip_address(client_address(request)) in own
    except ValueError:
        return False
