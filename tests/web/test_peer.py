"""Where a request comes from: what proxies add, and what browsers and programs at the machine itself send."""

from typing import Any

import pytest
from starlette.requests import Request

from controller.web.access.peer import is_from_private_network, is_from_this_machine

HERE = {"host": "localhost:8080", "connection": "keep-alive"}


def request(headers: dict[str, str], peer: str | None = "127.0.0.1", **scope: Any) -> Request:
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    client = None if peer is None else (peer, 50_000)
    return Request({"type": "http", "http_version": "1.1", "headers": raw, "client": client, **scope})


@pytest.mark.parametrize("peer", ["127.0.0.1", "127.0.0.2", "::1", "::ffff:127.0.0.1"])
@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8080", "table.localhost", "127.0.0.1:8090", "[::1]:8090"])
def test_a_loopback_address_and_a_loopback_name_are_this_machine(peer: str, host: str) -> None:
    assert is_from_this_machine(request({"host": host}, peer))


@pytest.mark.parametrize(
    "host", ["table.local:8080", "games.example", "192.168.1.5:8080", "10.0.0.1", "localhost.example", "", "[::1", "pi"]
)
def test_a_proxy_that_passes_its_own_name_on_is_noticed(host: str) -> None:
    here = request({"host": host})
    assert (is_from_this_machine(here), is_from_private_network(here)) == (False, False)


@pytest.mark.parametrize(
    "header",
    [
        "Forwarded",
        "Via",
        "X-Forwarded-For",
        "X-Forwarded-Host",
        "X-Forwarded-Proto",
        "X-Forwarded-Port",
        "X-Forwarded-Prefix",
        "X-Real-IP",
        "X-Client-IP",
        "X-Cluster-Client-IP",
        "X-Original-Forwarded-For",
        "X-ProxyUser-Ip",
        "X-Envoy-External-Address",
        "X-Request-ID",
        "X-Amzn-Trace-Id",
        "X-Azure-ClientIP",
        "X-Cloud-Trace-Context",
        "X-ARR-LOG-ID",
        "X-Ingress-Path",
        "X-Remote-User",
        "Remote-User",
        "CF-Connecting-IP",
        "CF-Ray",
        "CDN-Loop",
        "True-Client-IP",
        "Client-IP",
        "Fastly-Client-IP",
        "Fly-Client-IP",
        "Akamai-Origin-Hop",
        "CloudFront-Viewer-Address",
        "Incap-Client-IP",
        "Tailscale-User-Login",
        "Proxy-Connection",
        "Front-End-Https",
    ],
)
def test_a_proxy_that_adds_a_header_is_noticed(header: str) -> None:
    """Any value counts, since a client could write it, too."""
    for peer in ("127.0.0.1", "192.168.1.7"):
        for value in ("127.0.0.1", ""):
            sent = request({**HERE, header: value}, peer)
            assert (is_from_this_machine(sent), is_from_private_network(sent)) == (False, False)


@pytest.mark.parametrize("signs", [{"http_version": "1.0"}, {"connection": "close"}, {"connection": "upgrade"}])
def test_nginx_with_its_defaults_is_noticed(signs: dict[str, str]) -> None:
    """It asks for the address it passes requests on to, adds no header, and keeps no connection."""
    headers = {"host": "127.0.0.1:8080", **signs}
    assert not is_from_this_machine(request(headers, http_version=headers.pop("http_version", "1.1")))


SENT = [
    {"user-agent": "curl/7.88.1", "accept": "*/*"},
    {"user-agent": "Prometheus/2.42.0", "accept": "text/plain", "x-prometheus-scrape-timeout-seconds": "10"},
    {
        "connection": "keep-alive", "cache-control": "max-age=0", "sec-ch-ua": '"Chromium";v="120"',
        "sec-ch-ua-mobile": "?0", "sec-ch-ua-platform": '"Linux"', "upgrade-insecure-requests": "1",
        "user-agent": "Mozilla/5.0", "accept": "text/html", "sec-fetch-site": "none", "sec-fetch-mode": "navigate",
        "sec-fetch-user": "?1", "sec-fetch-dest": "document", "accept-encoding": "gzip", "accept-language": "de",
        "cookie": "royaltable=x", "dnt": "1", "priority": "u=0, i", "viewport-width": "412", "save-data": "on",
    },
    {"connection": "Keep-Alive", "user-agent": "Mozilla/5.0 (Linux; Android 13; wv)", "x-requested-with": "org.kiosk"},
]  # fmt: skip


@pytest.mark.parametrize("headers", SENT)
def test_what_browsers_and_programs_send_is_no_sign_of_a_proxy(headers: dict[str, str]) -> None:
    assert is_from_this_machine(request({"host": "localhost:8080", **headers}))
    for peer in ("192.168.1.20", "10.0.0.9", "fd00::7", "fe80::1%eth0", "::ffff:192.168.1.20"):
        assert is_from_private_network(request({"host": "table.local", **headers}, peer))


@pytest.mark.parametrize("peer", ["8.8.8.8", "2001:4860:4860::8888", "::ffff:8.8.8.8", "", "nowhere", None])
def test_other_networks_and_unknown_addresses_are_neither(peer: str | None) -> None:
    sent = request(HERE, peer)
    assert (is_from_this_machine(sent), is_from_private_network(sent)) == (False, False)
