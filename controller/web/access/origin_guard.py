"""Who may talk to the page: the names it answers to, where a browser's request may come from, what a page may load."""

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
        "trusted-types royaltable-worker",  # one policy, whose only script is /worker.js (js/installed.js)
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
"""On every answer: nothing from outside, no inline code, no framing."""

_LOCAL_SUFFIXES: Final = (".local", ".localhost", ".home.arpa", ".internal")
"""Names that public DNS does not give out (RFC 6762, 6761, 8375, ICANN 2024-07)."""


_HOST: Final = re.compile(
    r"(\[(?P<address>[0-9A-Fa-f:.]{2,45}(%[\w.~-]{1,32})?)\]|(?P<name>[\w.-]{1,253}))(:(?P<port>[0-9]{0,5}))?", re.ASCII
)
"""A name or an address, and a port (RFC 9110, 7.2): handlers put it into addresses and codes that people read."""

_SHOWN: Final = 80
"""Characters of a header that is repeated."""


def is_local_name(host: str, names: Collection[str] = ()) -> bool:
    """Whether ``host`` can only mean this machine: an address, a name without a dot, a local one, a given one.

    A stranger's web site can point its own public name at our address (DNS rebinding); such a name is not answered.
    """
    host = host.rstrip(".").lower()
    if host in names or ("." not in host and ":" not in host and host) or host.endswith(_LOCAL_SUFFIXES):
        return True
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


class OriginGuard:
    """Middleware: refuses foreign hosts and origins, puts ``RESPONSE_HEADERS`` on every answer.

    Args:
        app: what it guards.
        names: further host names that the owner gave the machine, lower-case; there may be others later.
    """

    def __init__(self, app: ASGIApp, names: Collection[str] = ()) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(RESPONSE_HEADERS)
            await send(message)

        refusal = self._refusal(scope["method"], scope["scheme"], Headers(scope=scope))
        await (refusal or self._app)(scope, receive, send_with_headers)

    def _refusal(self, method: str, scheme: str, headers: Headers) -> JSONResponse | None:
        host = headers.get("host", "")
        if not is_local_name(_hostname(host), self._names):
            cure = "Use the machine's address or its local name instead."
            return _forbidden(400, f"The request asks for the host {host[:_SHOWN]!r}. {cure}")
        if long := next((name for name, value in headers.items() if len(value) > limits.REQUEST_HEADER_BYTES), None):
            return _forbidden(
                431, f"The header {long[:_SHOWN]!r} is too long, expected {limits.REQUEST_HEADER_BYTES} bytes at most."
            )
        # Browsers send Origin with every POST; a client without one is no browser that a stranger's page could steer.
        origin = headers.get("origin")
        if method not in {"GET", "HEAD"} and origin is not None and not _is_own(origin, scheme, host):
            return _forbidden(
                403, f"The request comes from {origin[:_SHOWN]!r}, expected a page of {host!r}. Open the page itself."
            )
        return None


def _hostname(host: str) -> str:
    """Of a Host header; "" for what is none."""
    found = _HOST.fullmatch(host)
    if found is None or int(found["port"] or 0) > 65535:
        return ""
    return found["address"] or found["name"]


def _is_own(origin: str, scheme: str, host: str) -> bool:
    """Whether it is the page itself; a plain page, which anybody on the way may have changed, is no encrypted one."""
    try:
        place = urlsplit(origin)
    except ValueError:
        return False
    return place.netloc.lower() == host.lower() and (scheme != "https" or place.scheme == "https")


def _forbidden(status: int, message: str) -> JSONResponse:
    return JSONResponse({"error": {"message": message}}, status_code=status)
