"""A phone at a hub with two ports: it looks on without encryption, and logs in with it."""

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect
from starlette.types import ASGIApp, Receive, Scope, Send

from controller.web.bounded_server import BoundedServer, build_server
from hub.authority import create_page_encryption
from hub.page.access import Role, RoomSecrets
from hub.room import RoomLoop
from hub.settings import PageSection, Settings
from tests.hub.running import PageInProcess
from tests.hub.test_room import HERE, STATE, receive

PHONE = ViewportSize(width=390, height=844)


def from_a_phone(app: ASGIApp) -> ASGIApp:
    """The same page; who asks is not on this machine."""

    async def asked(scope: Scope, receive: Receive, send: Send) -> None:
        await app({**scope, "client": ("192.168.1.20", 1)}, receive, send)

    return asked


@pytest.fixture
def hub(tmp_path: Path, cheap_secrets: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, str]]:
    """Its plain page, and the stewards' PIN."""
    monkeypatch.setattr(RoomLoop, "connected", True)  # there is no broker
    pin = RoomSecrets(tmp_path).replace_pin(Role.STEWARD).reveal()
    listeners = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
    plain, tls = (listener.getsockname()[1] for listener in listeners)
    encryption = create_page_encryption(
        tmp_path, Settings(page=PageSection(port=plain, tls_port=tls)), lambda: ["127.0.0.1", "royaltable-hub.local"]
    )
    encryption.reload()
    ready = threading.Event()
    servers: list[BoundedServer] = []

    async def serve() -> None:
        house = PageInProcess(tmp_path, encryption=encryption, plain_port=plain)
        for number in (1, 2, 3):
            receive(house.room.room, f"rt-{number}", "presence", HERE | {"name": f"Table {number}"})
            receive(house.room.room, f"rt-{number}", "state", STATE)
        servers.extend(
            [build_server(from_a_phone(house.app)), build_server(from_a_phone(house.app), certificate=encryption)]
        )
        ready.set()
        await asyncio.gather(*(each.serve([at]) for each, at in zip(servers, listeners, strict=True)))

    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    assert ready.wait(60)
    yield f"http://127.0.0.1:{plain}/", pin
    for server in servers:
        server.request_shutdown()
    thread.join()


def test_the_plain_page_leads_a_phone_to_where_it_logs_in(
    hub: tuple[str, str], browser: Browser, keep_picture: Callable[[Page, str], None]
) -> None:
    url, pin = hub
    context = browser.new_context(viewport=PHONE, ignore_https_errors=True)  # it goes on in spite of the warning
    page = context.new_page()
    page.goto(url)
    expect(page.locator("article")).to_have_count(3)
    keep_picture(page, "hub-plain.png")
    page.get_by_role("link", name="Log in").click()
    expect(page.get_by_role("heading")).to_have_text("Log in, encrypted")
    keep_picture(page, "hub-way.png")
    page.get_by_role("link", name="Go to the encrypted page").click()
    page.get_by_role("button", name="Log in").click()
    assert page.url.startswith("https://")
    keep_picture(page, "hub-login.png")
    page.locator("input[name=secret]").fill(pin)
    page.locator("dialog button.do").click()
    expect(page.get_by_role("button", name="Log in")).to_have_count(0)
    assert [cookie["name"] for cookie in context.cookies()] == ["__Host-royaltable"]
    page.goto(url)
    expect(page.get_by_role("link", name="Log in")).to_have_count(1)
    context.close()
