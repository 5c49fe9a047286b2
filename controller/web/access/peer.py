"""Where a request comes from: this machine, its private network, or a proxy, which hides its client's address."""

import ipaddress
from typing import Final

from starlette.requests import Request

from controller.web.access.origin_guard import parse_hostname

PROXY_HEADERS: Final = (
    *("x-", "forwarded", "via", "proxy-", "client-ip", "true-client-ip", "remote-", "front-end-https"),
    *("akamai-", "cdn-", "cf-", "cloudfront-", "fastly-", "fly-", "incap-", "ngrok-", "tailscale-"),
)
"""How names of headers begin that proxies and content networks add."""

CLIENT_HEADERS: Final = ("x-requested-with", "x-wap-profile", "x-prometheus-")
"""Those that clients add: Android in an app's page, older phones, and Prometheus."""


def client_address(request: Request) -> str:
    """Return the client's IP address; "" if the server does not know it."""
    return request.client.host if request.client is not None else ""


def was_forwarded(request: Request) -> bool:
    """Whether there is a sign of a proxy: a header, or HTTP/1.0, which nginx speaks unless it is told otherwise."""
    names = [name for name in request.headers if not name.startswith(CLIENT_HEADERS)]
    return any(name.startswith(PROXY_HEADERS) for name in names) or request.scope.get("http_version") == "1.0"


def is_from_this_machine(request: Request) -> bool:
    """Whether the request comes from this machine, asks for it by a loopback name, and has no sign of a proxy.

    A proxy at this machine that keeps connections and adds no header is not noticed if Host, as it or a visitor wrote
    it, is a loopback name: docs/encryption.md asks for a header.
    """
    name = parse_hostname(request.headers.get("host", "")).lower()
    is_local_name = name == "localhost" or name.endswith(".localhost") or _is_loopback(name)
    keeps = request.headers.get("connection", "keep-alive").lower() == "keep-alive"
    return _is_loopback(client_address(request)) and is_local_name and keeps and not was_forwarded(request)


def is_from_private_network(request: Request) -> bool:
    """Whether the request comes from this machine or its local network, without a sign of a proxy."""
    address = _parse_address(client_address(request))
    if address is None or address.is_loopback:
        return is_from_this_machine(request)
    return (address.is_private or address.is_link_local) and not was_forwarded(request)


def network_of_address(text: str) -> str:
    """Return an IPv4 address, or an IPv6 address's /64 network, which one client may have to itself."""
    address = _parse_address(text)
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False))
    return text if address is None else str(address)


def _is_loopback(text: str) -> bool:
    address = _parse_address(text)
    return address is not None and address.is_loopback


def _parse_address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
