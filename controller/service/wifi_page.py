"""The page in the table's own network, where the owner chooses another.

A phone that joins a network asks a well-known host for a page over plain HTTP. In the own network every name leads
to the table, which answers any foreign host with a redirect to this page. It is plain HTTP even if the table has a
certificate, which a phone's sign-in window cannot trust: WPA2 protects the secrets.
"""

import asyncio
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from controller import log
from controller.care.admin_service import AdminError, AdminService
from controller.games.naming import translate_text
from controller.play.table import Table
from controller.service.network_manager import OWN_ADDRESS
from controller.service.own_network import OwnNetwork
from controller.service.page_access import Authentication
from controller.store.keyring import KeyringError
from controller.texts.translation import page_texts
from controller.web.access.origin_guard import is_trusted_host, parse_hostname
from controller.web.application import RequestContext, Route, build_app, conflict_response, language_or_404
from controller.web.request_schemas import JoinWifi
from controller.web.static_files import PAGE_FILES

SCRIPT: Final = "js/wifi_page.js"
PATHS: Final = ("/wifi", "/api/wifi", "/api/texts/", "/static/")

PROBE_PORT: Final = 80
"""Where phones look for the page."""


class WifiPage:
    """Its requests, which need the own network and the owner's password; the first to come sets it."""

    def __init__(self, own: OwnNetwork, table: Table, auth: Authentication, admin: AdminService) -> None:
        self._own = own
        self._table = table
        self._auth = auth
        self._admin = admin

    def in_front_of(self, app: ASGIApp) -> ASGIApp:
        """Return ``app`` with this page in front of it for phones in the own network."""
        routes: list[Route[Any]] = [
            Route("GET", "/wifi", None, self.show, media_type="text/html"),
            Route("GET", "/api/texts/{language}", None, self.get_texts),
            Route("GET", "/api/wifi", None, self.describe, localized=True),
            Route("POST", "/api/wifi", None, self.join, body_type=JoinWifi),
        ]
        page = build_app(
            routes,
            PAGE_FILES,
            lambda *_: "page",
            lambda request: language_or_404(request.query_params.get("language", self._table.house.language)),
            names=(),
            middleware=(),
            errors={KeyringError: conflict_response},
        )

        async def choose(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "http" or not self._own.is_open or scope["server"][0] != OWN_ADDRESS:
                await app(scope, receive, send)
            elif scope["method"] in {"GET", "HEAD"} and not is_trusted_host(
                parse_hostname(Headers(scope=scope).get("host", ""))
            ):
                port = scope["server"][1] or PROBE_PORT  # None: a test, without a socket
                url = f"http://{OWN_ADDRESS}{'' if port == PROBE_PORT else f':{port}'}/wifi"
                await RedirectResponse(url, 302, {"cache-control": "no-store"})(scope, receive, send)
            else:
                await (page if scope["path"].startswith(PATHS) else app)(scope, receive, send)

        return choose

    async def show(self, _: RequestContext[None]) -> Response:
        """The page."""
        return HTMLResponse(PAGE_FILES.render_page(SCRIPT), headers={"cache-control": "no-store"})

    async def get_texts(self, context: RequestContext[None]) -> dict[str, Any]:
        """The page's texts in a language."""
        return page_texts(language_or_404(context.request.path_params["language"]))

    async def describe(self, context: RequestContext[None]) -> dict[str, Any]:
        """The networks in range, why the last could not be joined, and what is set already."""
        self._own.note_use()
        failure, address = self._own.failure, self._table.console.page_address
        return {
            "networks": self._own.networks,
            "tried": failure and failure[0],
            "failure": failure and translate_text(failure[1], context.language),
            "table": self._table.config.table.name,
            "has_owner": self._auth.keyring.has_password,
            "address": address and address.typed,
        }

    async def join(self, context: RequestContext[JoinWifi]) -> dict[str, str]:
        """Set owner's password and name, then close the own network and join the one that was chosen.

        A name that cannot be written is no obstacle; the response says why. The password of a first owner is set only
        if the choice is taken, since there may be two at once.
        """
        body, keyring, note = context.body, self._auth.keyring, ""
        if has_owner := keyring.has_password:
            wrong = "Wrong password. It is the one of the table's owner."
            await self._auth.verify_owner(context.request, body.owner, wrong)
        if not self._own.wish(body.network, body.password):
            raise HTTPException(409, "The table is joining a network already. Wait two minutes.")
        if not has_owner:
            try:
                await asyncio.to_thread(keyring.set_password, body.owner)
            except KeyringError:
                self._own.take_back_wish()
                raise
        try:
            await asyncio.to_thread(self._admin.name_table, body.table)
        except AdminError as fault:
            log.warning("table_not_named", seen=str(fault))
            note = str(fault)
        return {"note": note}
