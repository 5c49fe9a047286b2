"""A hub's page through nginx and Caddy: nothing is shown before a login, and people can log in."""

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from controller.web.bounded_server import build_server
from hub.authority import create_page_encryption
from hub.page.access import Role
from hub.settings import PageSection, RoomSection, Settings
from tests.hub.running import PageInProcess, run_in_background
from tests.web.proxies import PROXIES, Proxy, caddy_as_documented, nginx_with_defaults

pytestmark = [pytest.mark.usefixtures("cheap_secrets"), pytest.mark.real_time]

NAMES = ("games.example", "room.example")


class Hub:
    """A hub's page at real ports.

    Attributes:
        plain, encrypted: addresses of its two pages.
    """

    def __init__(self, folder: Path) -> None:
        self.listeners = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
        ports = [listener.getsockname()[1] for listener in self.listeners]
        self.plain, self.encrypted = f"http://127.0.0.1:{ports[0]}", f"https://127.0.0.1:{ports[1]}"
        settings = Settings(page=PageSection(port=ports[0], tls_port=ports[1]), room=RoomSection(names=NAMES))
        self.encryption = create_page_encryption(folder, settings, lambda: ["127.0.0.1", "royaltable-hub.local"])
        self.encryption.reload()
        self.page = PageInProcess(folder, names=self.encryption.names, encryption=self.encryption, plain_port=ports[0])
        self.pin = self.page.keys.replace_pin(Role.STEWARD).reveal()

    async def serve(self) -> None:
        servers = [build_server(self.page.app), build_server(self.page.app, certificate=self.encryption)]
        try:
            await asyncio.gather(*(each.serve([at]) for each, at in zip(servers, self.listeners, strict=True)))
        finally:
            for server in servers:
                server.request_shutdown()


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    made = Hub(tmp_path)
    with run_in_background(made.serve()):
        yield made
    for listener in made.listeners:
        listener.close()


@pytest.mark.parametrize("proxy", PROXIES.values(), ids=PROXIES)
def test_the_room_is_shown_after_a_login_only(tmp_path: Path, hub: Hub, proxy: Proxy) -> None:
    with proxy(tmp_path, hub.encrypted) as url, httpx.Client(base_url=url, verify=False) as client:
        headers = {"host": "room.example" if proxy is caddy_as_documented else "games.example"}
        assert client.get("/api/me", headers=headers).json()["roles"] == []
        assert client.get("/api/room", headers=headers).status_code == 401
        origin = {"origin": f"https://{headers['host']}", **headers}
        given = client.post("/api/login", json={"pin": hub.pin}, headers=origin)
        assert given.status_code == 204
        headers["cookie"] = given.headers["set-cookie"].partition(";")[0]
        with client.stream("GET", "/api/stream", headers=headers, timeout=1.0) as answer:
            assert "event: room" in answer.iter_lines()


def test_through_a_proxy_nobody_logs_in_or_looks_on_without_encryption(tmp_path: Path, hub: Hub) -> None:
    assert httpx.get(f"{hub.plain}/api/room").status_code == 200
    assert httpx.post(f"{hub.plain}/api/login", json={"pin": hub.pin}).status_code == 204
    with nginx_with_defaults(tmp_path, hub.plain) as url:
        for path, host in (("", "room.example"), ("", "localhost:8090"), ("/rewritten", "127.0.0.1")):
            headers = {"host": host}
            assert httpx.get(f"{url}{path}/api/room", headers=headers).status_code == 401
            assert httpx.post(f"{url}{path}/api/login", json={"pin": hub.pin}, headers=headers).status_code == 403
