"""What is not encrypted, where the page speaks TLS: it is sent on to the encrypted page, or hears how to get there.

Three cases. With an owner's certificate a browser is redirected. With the table's own authority it is told of that
first, since it would only warn otherwise, and can load the authority's certificate. While no certificate can be used
everybody may look on, but nobody can log in: whoever listens could read it.
"""

from collections.abc import Callable
from html import escape
from typing import Final, Protocol
from urllib.parse import quote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from controller.games.contract.texts import Text
from controller.games.sentences import sentence

AUTHORITY: Final = "/certificate"
"""Where the certificate of the table's own authority is, for whoever wants to trust it."""

AUTHORITY_TYPE: Final = "application/x-x509-ca-cert"
"""By which phones know what to do with it."""

NEEDS_ENCRYPTION: Final = ("/api/login", "/api/logout", "/api/knock", "/api/seat", "/api/owner")
"""Begin of all paths on which a secret goes to and fro."""

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

    def hsts_s(self) -> int:
        """For how long browsers may be told to ask for nothing but the encrypted page; 0 where they are not."""
        ...

    def host_for(self, host: str) -> str:
        """The name or address of the encrypted page for whoever asked for ``host``."""
        ...


class PlainRequests:
    """Middleware for a page that speaks TLS, or should.

    Args:
        app: the page.
        encryption: says whether it does.
        language: of the table.
    """

    def __init__(self, app: ASGIApp, encryption: Encryption, language: Callable[[], str]) -> None:
        self._app = app
        self._encryption = encryption
        self._language = language

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request of ASGI."""
        if scope["type"] == "http" and scope["path"] == AUTHORITY and self._encryption.authority is not None:
            await _the_authority(self._encryption.authority)(scope, receive, send)
        elif scope["type"] != "http":
            await self._app(scope, receive, send)
        elif scope["scheme"] == "https":
            await self._app(scope, receive, self._with_hsts(send))
        elif self._encryption.on:
            await self._the_way(scope)(scope, receive, send)
        elif scope["path"].startswith(NEEDS_ENCRYPTION):
            await _refusal("landing-not-encrypted", self._language())(scope, receive, send)
        else:
            nobody = [(name, value) for name, value in scope["headers"] if name not in SECRETS]
            await self._app({**scope, "headers": nobody}, receive, send)

    def _with_hsts(self, send: Send) -> Send:
        seconds = self._encryption.hsts_s()

        async def send_with_hsts(message: Message) -> None:
            if message["type"] == "http.response.start" and seconds > 0:
                MutableHeaders(scope=message)["strict-transport-security"] = f"max-age={seconds}"
            await send(message)

        return send_with_hsts

    def _the_way(self, scope: Scope) -> Response:
        """To the encrypted page; no body is sent there again, for whoever listens has read it already."""
        if scope["method"] not in {"GET", "HEAD"}:
            return _refusal("landing-speak-https", self._language())
        asked = urlsplit(f"//{Headers(scope=scope).get('host', '')}")
        host = self._encryption.host_for(asked.hostname or "")
        port = "" if asked.port is None else f":{asked.port}"
        query = f"?{scope['query_string'].decode('ascii', 'replace')}" if scope["query_string"] else ""
        there = f"https://{host}{port}{quote(scope['path'])}{query}"
        if self._encryption.authority is None:
            return RedirectResponse(there, 307, headers={"cache-control": "no-store"})
        if scope["path"].startswith("/api/"):
            return _refusal("landing-speak-https", self._language())
        return HTMLResponse(_landing(there, self._language()), headers={"cache-control": "no-store"})


def _the_authority(der: bytes) -> Response:
    headers = {"content-disposition": 'attachment; filename="table.crt"', "cache-control": "no-store"}
    return Response(der, media_type=AUTHORITY_TYPE, headers=headers)


def _refusal(key: str, language: str) -> JSONResponse:
    return JSONResponse({"error": {"message": sentence(Text(key), language)}}, status_code=403)


def _landing(there: str, language: str) -> str:
    """The one page that is not encrypted; it has no script, and takes nothing."""
    said = {key: escape(sentence(Text(f"landing-{key}"), language)) for key in ("title", "load", "compare", "go")}
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{said['title']}</title><h1>{said['title']}</h1>"
        f'<ol><li><p><a href="{AUTHORITY}">{said["load"]}</a></p><p>{said["compare"]}</p></li>'
        f'<li><p><a href="{escape(there)}">{said["go"]}</a></p></li></ol></html>'
    )
