"""Answer plain HTTP requests to a TLS page: show the page, redirect, or explain how to reach TLS.

Table and hub have a second port for TLS. The plain port's work depends on the certificate:

* The owner's certificate: browsers are redirected. A hub serves machines without a redirect.
* Our own authority: a table first shows a page from which people load the authority's certificate,
  because browsers would only warn otherwise. A hub shows its page, without a login.
* No usable certificate: visitors may look on but not log in, as the secret could be overheard.

Requests from the hub's own machine (``peer.py``) are treated like TLS.
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
from controller.games.naming import translate_text
from controller.web.access.peer import is_from_this_machine

AUTHORITY_PATH: Final = "/certificate"
AUTHORITY_TYPE: Final = "application/x-x509-ca-cert"
"""Media type by which phones offer to install a certificate."""

SECRET_PATHS: Final = ("/api/login", "/api/logout", "/api/knock", "/api/seat", "/api/owner")
"""Prefixes of paths whose requests or responses carry a secret."""

HTTPS_HELP_PATH: Final = "/encrypted"
"""Prefix of a plain page's path; it leads to the rest of it on the encrypted page."""

MACHINE_PATHS: Final = ("/api/", "/static/", "/packages/", "/metrics")
"""Prefixes of paths that scripts and machines fetch."""

CREDENTIAL_HEADERS: Final = frozenset({b"authorization", b"cookie"})


class Encryption(Protocol):
    """The page's certificate, which may change while the server runs."""

    @property
    def is_on(self) -> bool: ...

    @property
    def authority_der(self) -> bytes | None:
        """The certificate of our own authority in DER; None with an owner's certificate."""
        ...

    @property
    def port(self) -> int: ...

    def hsts_max_age_s(self) -> int | None:
        """Return ``max-age`` of Strict-Transport-Security; None for no header."""
        ...

    def encrypted_host_for(self, host: str) -> str: ...


class PlainHttpMiddleware:
    """Apply this module's rules in front of ``app``.

    It sets ``state.guest_url``, the address for phones that do not trust our authority, and
    ``state.login_path``, the path to a login if the request cannot log in.

    Args:
        language: of the sentences.
        plain_port: port of a hub's page without encryption; None at a table.
        texts: prefix of the text ids.
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
        on, path = self._encryption.is_on, scope["path"]
        is_local = self._plain_port is not None and is_from_this_machine(Request(scope))
        can_log_in = is_local or scope["scheme"] == "https"
        state = {
            **scope.get("state", {}),
            "guest_url": self._visitor_base_url(scope),
            "login_path": HTTPS_HELP_PATH if on and not can_log_in else None,
        }
        if path == AUTHORITY_PATH and self._encryption.authority_der is not None:
            await _authority_download_response(self._encryption.authority_der)(scope, receive, send)
        elif scope["scheme"] == "https":
            await self._app({**scope, "state": state}, receive, self._with_hsts(send))
        elif on and (_is_https_help_path(path) or not (is_local or self._is_shown_plainly(path))):
            await self._redirect_or_explain(scope)(scope, receive, send)
        elif is_local:
            await self._app({**scope, "state": state}, receive, send)
        elif path.startswith(SECRET_PATHS):
            await self._refusal_response("speak-https" if on else "not-encrypted")(scope, receive, send)
        else:
            headers = [(name, value) for name, value in scope["headers"] if name not in CREDENTIAL_HEADERS]
            await self._app({**scope, "headers": headers, "state": state}, receive, send)

    def _is_shown_plainly(self, path: str) -> bool:
        return self._plain_port is not None and (
            self._encryption.authority_der is not None or path.startswith(MACHINE_PATHS)
        )

    def _visitor_base_url(self, scope: Scope) -> str:
        if not self._encryption.is_on:
            return f"http://{Headers(scope=scope).get('host', '')}"
        if self._plain_port is None or self._encryption.authority_der is None:
            return self._encrypted_base_url(scope)
        host = _bracket_ipv6(_split_host_header(scope).hostname or "")
        return f"http://{host}{'' if self._plain_port == 80 else f':{self._plain_port}'}"

    def _encrypted_base_url(self, scope: Scope) -> str:
        port = self._encryption.port
        host = _bracket_ipv6(self._encryption.encrypted_host_for(_split_host_header(scope).hostname or ""))
        return f"https://{host}{'' if port == 443 else f':{port}'}"

    def _with_hsts(self, send: Send) -> Send:
        seconds = self._encryption.hsts_max_age_s()

        async def send_with_hsts(message: Message) -> None:
            if message["type"] == "http.response.start" and seconds is not None:
                MutableHeaders(scope=message)["strict-transport-security"] = f"max-age={seconds}"
            await send(message)

        return send_with_hsts

    def _redirect_or_explain(self, scope: Scope) -> Response:
        """Refuse a request with a body, which may have been overheard."""
        if scope["method"] not in {"GET", "HEAD"}:
            return self._refusal_response("speak-https")
        path = scope["path"].removeprefix(HTTPS_HELP_PATH) if _is_https_help_path(scope["path"]) else scope["path"]
        query = f"?{scope['query_string'].decode('ascii', 'replace')}" if scope["query_string"] else ""
        url = f"{self._encrypted_base_url(scope)}{quote(path or '/')}{query}"
        if self._encryption.authority_der is None:
            return RedirectResponse(url, 307, headers={"cache-control": "no-store"})
        if scope["path"].startswith(("/api/", "/metrics")):
            return self._refusal_response("speak-https")
        return HTMLResponse(self._trust_authority_page_html(url), headers={"cache-control": "no-store"})

    def _refusal_response(self, key: str) -> JSONResponse:
        message = translate_text(Text(f"{self._texts}-{key}"), self._language())
        return JSONResponse({"error": {"message": message}}, status_code=403)

    def _trust_authority_page_html(self, url: str) -> str:
        language = self._language()
        keys = ("title", "load", "compare", "go")
        text = {key: escape(translate_text(Text(f"{self._texts}-{key}"), language)) for key in keys}
        return (
            f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width">'
            f"<title>{text['title']}</title><h1>{text['title']}</h1>"
            f'<ol><li><p><a href="{AUTHORITY_PATH}">{text["load"]}</a></p><p>{text["compare"]}</p></li>'
            f'<li><p><a href="{escape(url)}">{text["go"]}</a></p></li></ol></html>'
        )


def _authority_download_response(der: bytes) -> Response:
    headers = {"content-disposition": 'attachment; filename="royaltable.crt"', "cache-control": "no-store"}
    return Response(der, media_type=AUTHORITY_TYPE, headers=headers)


def _is_https_help_path(path: str) -> bool:
    return path == HTTPS_HELP_PATH or path.startswith(f"{HTTPS_HELP_PATH}/")


def _split_host_header(scope: Scope) -> SplitResult:
    return urlsplit(f"//{Headers(scope=scope).get('host', '')}")


def _bracket_ipv6(host: str) -> str:
    """Put an IPv6 address into a URL's brackets (RFC 3986, 3.2.2)."""
    return f"[{host}]" if ":" in host else host
