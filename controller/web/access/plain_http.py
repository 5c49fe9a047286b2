"""What is not encrypted, where the page speaks TLS: it is sent on to the encrypted page, or hears how to get there.

A hub has a second port for TLS. There the plain page is shown, without logging in, unless an owner's certificate lets
browsers be redirected; what machines fetch is never redirected, and on the hub's own machine all is as with TLS.

A table has a second port for TLS, too, where it has a certificate. At its plain port there are three cases. With an
owner's certificate a browser is redirected. With the table's own authority it is told of that first, since it would
only warn otherwise, and can load the authority's certificate. While no certificate can be used everybody may look on,
but nobody can log in: whoever listens could read it.
"""

from collections.abc import Callable
from html import escape
from typing import Final, Protocol
from urllib.parse import SplitResult, quote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from controller.games.contract.values import Text
from controller.games.naming import sentence
from controller.web.access.sessions import LOOPBACK, client_address, was_forwarded

AUTHORITY: Final = "/certificate"
"""Where the certificate of the table's own authority is, for whoever wants to trust it."""

AUTHORITY_TYPE: Final = "application/x-x509-ca-cert"
"""By which phones know what to do with it."""

SECRET_PATHS: Final = ("/api/login", "/api/logout", "/api/knock", "/api/seat", "/api/owner")
"""Begin of all paths on which a secret goes to and fro."""

HTTPS_HELP_PATH: Final = "/encrypted"
"""Before a path of the plain page: says how to come to the same one encrypted."""

FETCHED: Final = ("/api/", "/static/", "/packages/", "/metrics")
"""Begin of all paths that pages and machines ask for, not people."""

SECRETS: Final = frozenset({b"authorization", b"cookie"})
"""Headers that say who somebody is."""


class Encryption(Protocol):
    """What the page must know of its certificate, which may change while the table plays."""

    @property
    def on(self) -> bool:
        """Whether there is a certificate that can be used."""
        ...

    @property
    def authority(self) -> bytes | None:
        """The certificate of the table's own authority, as DER; None where the owner has brought a certificate."""
        ...

    @property
    def port(self) -> int:
        """Of the encrypted page."""
        ...

    def hsts_s(self) -> int | None:
        """For how long browsers are told to ask for nothing but the encrypted page; None tells them nothing."""
        ...

    def host_for(self, host: str) -> str:
        """The name or address of the encrypted page for whoever asked for ``host``."""
        ...


class PlainHttpMiddleware:
    """Middleware for a page that speaks TLS, or should.

    Args:
        app: the page.
        encryption: says whether it does.
        language: of the table.
        plain_port: where the page is shown without encryption; None where it is not.
        texts: first word of the names of all that is said.

    Requests that it lets through have ``state.guests_at``, the address of the page for phones that know no authority,
    and ``state.log_in_at``, the path of the way to log in where that is not possible at once.
    """

    def __init__(
        self,
        app: ASGIApp,
        encryption: Encryption,
        language: Callable[[], str],
        plain_port: int | None = None,
        texts: str = "landing",
    ) -> None:
        self._app = app
        self._encryption = encryption
        self._language = language
        self._plain_port = plain_port
        self._texts = texts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        on, path = self._encryption.on, scope["path"]
        here = self._plain_port is not None and _is_this_machine(scope)
        can_log_in = here or scope["scheme"] == "https"
        state = {
            **scope.get("state", {}),
            "guests_at": self._guests_at(scope),
            "log_in_at": HTTPS_HELP_PATH if on and not can_log_in else None,
        }
        if path == AUTHORITY and self._encryption.authority is not None:
            await _the_authority(self._encryption.authority)(scope, receive, send)
        elif scope["scheme"] == "https":
            await self._app({**scope, "state": state}, receive, self._with_hsts(send))
        elif on and (_asks_for_the_way(path) or not (here or self._is_shown(path))):
            await self._the_way(scope)(scope, receive, send)
        elif here:
            await self._app({**scope, "state": state}, receive, send)
        elif path.startswith(SECRET_PATHS):
            await self._refusal("speak-https" if on else "not-encrypted")(scope, receive, send)
        else:
            nobody = [(name, value) for name, value in scope["headers"] if name not in SECRETS]
            await self._app({**scope, "headers": nobody, "state": state}, receive, send)

    def _is_shown(self, path: str) -> bool:
        return self._plain_port is not None and (self._encryption.authority is not None or path.startswith(FETCHED))

    def _guests_at(self, scope: Scope) -> str:
        host = _asked(scope).hostname or ""
        if self._plain_port is None or not self._encryption.on or self._encryption.authority is None:
            return (
                self._encrypted_at(scope) if self._encryption.on else f"http://{Headers(scope=scope).get('host', '')}"
            )
        return f"http://{_in_an_address(host)}{'' if self._plain_port == 80 else f':{self._plain_port}'}"

    def _encrypted_at(self, scope: Scope) -> str:
        port = self._encryption.port
        host = _in_an_address(self._encryption.host_for(_asked(scope).hostname or ""))
        return f"https://{host}{'' if port == 443 else f':{port}'}"

    def _with_hsts(self, send: Send) -> Send:
        seconds = self._encryption.hsts_s()

        async def send_with_hsts(message: Message) -> None:
            if message["type"] == "http.response.start" and seconds is not None:
                MutableHeaders(scope=message)["strict-transport-security"] = f"max-age={seconds}"
            await send(message)

        return send_with_hsts

    def _the_way(self, scope: Scope) -> Response:
        """To the encrypted page; no body is sent there again, for whoever listens has read it already."""
        if scope["method"] not in {"GET", "HEAD"}:
            return self._refusal("speak-https")
        path = scope["path"].removeprefix(HTTPS_HELP_PATH) if _asks_for_the_way(scope["path"]) else scope["path"]
        query = f"?{scope['query_string'].decode('ascii', 'replace')}" if scope["query_string"] else ""
        there = f"{self._encrypted_at(scope)}{quote(path or '/')}{query}"
        if self._encryption.authority is None:
            return RedirectResponse(there, 307, headers={"cache-control": "no-store"})
        if scope["path"].startswith("/api/"):
            return self._refusal("speak-https")
        return HTMLResponse(self._landing(there), headers={"cache-control": "no-store"})

    def _refusal(self, key: str) -> JSONResponse:
        message = sentence(Text(f"{self._texts}-{key}"), self._language())
        return JSONResponse({"error": {"message": message}}, status_code=403)

    def _landing(self, there: str) -> str:
        """The one page that is not encrypted; it has no script, and takes nothing."""
        language = self._language()
        keys = ("title", "load", "compare", "go")
        said = {key: escape(sentence(Text(f"{self._texts}-{key}"), language)) for key in keys}
        return (
            f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width">'
            f"<title>{said['title']}</title><h1>{said['title']}</h1>"
            f'<ol><li><p><a href="{AUTHORITY}">{said["load"]}</a></p><p>{said["compare"]}</p></li>'
            f'<li><p><a href="{escape(there)}">{said["go"]}</a></p></li></ol></html>'
        )


def _the_authority(der: bytes) -> Response:
    headers = {"content-disposition": 'attachment; filename="royaltable.crt"', "cache-control": "no-store"}
    return Response(der, media_type=AUTHORITY_TYPE, headers=headers)


def _asks_for_the_way(path: str) -> bool:
    return path == HTTPS_HELP_PATH or path.startswith(f"{HTTPS_HELP_PATH}/")


def _is_this_machine(scope: Scope) -> bool:
    request = Request(scope)
    return client_address(request) in LOOPBACK and not was_forwarded(request)


def _asked(scope: Scope) -> SplitResult:
    return urlsplit(f"//{Headers(scope=scope).get('host', '')}")


def _in_an_address(host: str) -> str:
    """With the brackets that an IPv6 address has there (RFC 3986, 3.2.2)."""
    return f"[{host}]" if ":" in host else host
