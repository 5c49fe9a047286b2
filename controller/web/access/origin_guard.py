"""Checks Host and Origin against DNS rebinding and cross-site requests; adds security headers."""

import ipaddress
import re
from collections.abc import Collection
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from controller import limits

_CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types royaltable-worker",  # only for /worker.js (js/installed.js)
    )
)

RESPONSE_HEADERS: Final = {
    "content-security-policy": _CONTENT_SECURITY_POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
"""Headers of every response: nothing from outside, no inline code, no framing."""

PART_HEADERS: Final = {
    name: RESPONSE_HEADERS[name] for name in ("cross-origin-resource-policy", "x-content-type-options")
}
"""Those of scripts and styles of a page, which has the others; 40 such files are a page's first load."""

VERSION_HEADER: Final = "royaltable"

PREFIX_HEADERS: Final = ("x-forwarded-prefix", "x-script-name", "x-ingress-path")
"""Headers by which proxies name a path that they have removed."""

_LOCAL_SUFFIXES: Final = (".local", ".localhost", ".home.arpa", ".internal")
"""Domains that public DNS does not delegate (RFC 6762, 6761, 8375, ICANN 2024-07)."""


_HOST: Final = re.compile(
    r"(\[(?P<address>[0-9A-Fa-f:.]{2,45}(%[\w.~-]{1,32})?)\]|(?P<name>[\w.-]{1,253}))(:(?P<port>[0-9]{0,5}))?", re.ASCII
)
"""Name or address, and port (RFC 9110, 7.2); strict, as the host goes into URLs and QR codes."""

_SHOWN: Final = 80
"""Characters of a header that are quoted in an error."""


def is_trusted_host(host: str, names: Collection[str] = ()) -> bool:
    """Whether ``host`` is an address, a name without a dot, a local name, or one of ``names``.

    Other names may be an attacker's, pointed at our address (DNS rebinding).
    """
    host = host.rstrip(".").lower()
    if (
        host in {name.lower() for name in names}
        or ("." not in host and ":" not in host and host)
        or host.endswith(_LOCAL_SUFFIXES)
    ):
        return True
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


class OriginGuard:
    """Middleware that refuses foreign hosts and origins and adds ``RESPONSE_HEADERS``.

    Args:
        names: further host names of the machine; they may change.
        version: of the page. It is in a header of each response: scripts know by it what comes from here.
    """

    def __init__(self, app: ASGIApp, names: Collection[str] = (), version: str = "") -> None:
        self._app = app
        self._names = names
        self._version = {VERSION_HEADER: version}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(PART_HEADERS if _is_part(scope["path"], headers) else RESPONSE_HEADERS)
                headers.update(self._version)
            await send(message)

        refusal = self._refusal_response(scope["method"], scope["scheme"], Headers(scope=scope))
        await (refusal or self._app)(scope, receive, send_with_headers)

    def _refusal_response(self, method: str, scheme: str, headers: Headers) -> JSONResponse | None:
        host = headers.get("host", "")
        if not is_trusted_host(parse_hostname(host), self._names):
            cure = "Use the machine's address or local name instead."
            return _error_response(400, f"The request asks for the host {host[:_SHOWN]!r}. {cure}")
        if long := next((name for name, value in headers.items() if len(value) > limits.REQUEST_HEADER_BYTES), None):
            return _error_response(
                431, f"The header {long[:_SHOWN]!r} is too long, expected {limits.REQUEST_HEADER_BYTES} bytes at most."
            )
        if below := next((path for name in PREFIX_HEADERS if (path := headers.get(name, "")) not in {"", "/"}), None):
            seen = f"A proxy passes the path {below[:_SHOWN]!r} on, expected none."
            return _error_response(400, f"{seen} Give the page a name or port of its own: docs/encryption.md.")
        # Browsers send Origin with every POST; without it, no other site's page sent the request.
        origin = headers.get("origin")
        if method not in {"GET", "HEAD"} and origin is not None and not _is_own_origin(origin, scheme, host):
            return _error_response(
                403, f"The request comes from {origin[:_SHOWN]!r}, expected a page of {host!r}. Open the page itself."
            )
        return None


def _is_part(path: str, headers: Headers) -> bool:
    """Whether a response is a script or style below /static/; a picture may be opened as a document, with scripts."""
    kind = headers.get("content-type", "").partition(";")[0]
    return path.startswith("/static/") and kind in {"text/css", "text/javascript"}


def parse_hostname(host: str) -> str:
    """Return the name or address of a Host header; "" if it is malformed."""
    found = _HOST.fullmatch(host)
    if found is None or int(found["port"] or 0) > 65535:
        return ""
    return found["address"] or found["name"]


def _is_own_origin(origin: str, scheme: str, host: str) -> bool:
    """Whether ``origin`` is this page. The easily altered plain page is foreign to the encrypted one."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.netloc.lower() == host.lower() and (scheme != "https" or parts.scheme == "https")


def _error_response(status: int, message: str) -> JSONResponse:
    return JSONResponse({"error": {"message": message}}, status_code=status)
