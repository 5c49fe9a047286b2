"""Debian's chromium, driven by Playwright; without it these tests are left out and say so."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from tests.web.real_table import RealTable, running

CHROMIUM: Final = shutil.which("chromium-headless-shell") or shutil.which("chromium")
"""Without windows, tabs and menus of its own, the shell costs half."""

FLAGS: Final = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A process for each page, and one kept warm for the next, would be most of what the pages cost.
    "--disable-features=SpareRendererForSitePerProcess",
    "--renderer-process-limit=1",
    "--process-per-site",
]
DOCS: Final = Path(__file__).parents[3] / "docs"

PATIENCE_MS: Final = 30_000
"""How long a page may take on a machine with other things to do; what is there at once costs nothing."""

DESKTOP: Final = ViewportSize(width=1440, height=900)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no chromium here. Cure: sudo apt install chromium-headless-shell")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def table(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealTable]:
    """The real daemon; started only where there is a browser to look at it."""
    with running(tmp_path_factory.mktemp("table")) as table:
        yield table


def origin_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


class Devices:
    """Phones and computers: each is somebody's during a test, and then forgets all but the files it has loaded."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: dict[str, list[BrowserContext]] = {}
        self._used: list[tuple[str, BrowserContext]] = []

    def take(self, **kind: Any) -> BrowserContext:
        """One that nobody in this test has; ``kind`` as for Playwright's ``new_context``."""
        idle = self._idle.setdefault(str(kind), [])
        device = idle.pop() if idle else self._browser.new_context(reduced_motion="reduce", **kind)
        device.set_default_timeout(PATIENCE_MS)
        self._used.append((str(kind), device))
        return device

    def give_back(self) -> None:
        """All that were taken."""
        for kind, device in self._used:
            for page in device.pages:
                # Asked of the browser: the page itself may be on its way to another, and then answers nothing.
                device.new_cdp_session(page).send(
                    "Storage.clearDataForOrigin", {"origin": origin_of(page.url), "storageTypes": "local_storage"}
                )
                page.close()
            device.clear_cookies()
            self._idle[kind].append(device)
        self._used.clear()


@pytest.fixture(scope="package")
def devices(browser: Browser) -> Devices:
    return Devices(browser)


@pytest.fixture
def open_page(devices: Devices, table: RealTable) -> Iterator[Callable[..., Page]]:
    """Opens pages of the table; a page that breaks its own policy or throws fails the test at its end."""
    faults: list[str] = []

    def open_one(
        url: str = table.url,
        size: ViewportSize = DESKTOP,
        *,
        path: str = "/",
        language: str = "en",
        touch: bool = False,
        led_through: str | None = None,
        theme: Literal["light", "dark"] = "light",
    ) -> Page:
        page = devices.take(viewport=size, has_touch=touch, locale=language, color_scheme=theme).new_page()
        if led_through is not None:  # as the form remembers it: the game, and the newcomer's castle
            page.add_init_script(f"sessionStorage.led ||= localStorage['royaltable.tour'] = '{led_through}'")
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if "Content Security" in message.text else None)
        page.on("request", lambda request: None if request.url.startswith(url) else faults.append(request.url))
        page.goto(url + path)
        page.locator(".banner .what:not(:empty)").wait_for()
        return page

    yield open_one
    devices.give_back()
    assert faults == []


@pytest.fixture
def keep_picture() -> Callable[[Page, str], None]:
    """Renews a picture of the README where ROYALTABLE_SCREENSHOT is set."""

    def keep(page: Page, name: str) -> None:
        if "ROYALTABLE_SCREENSHOT" in os.environ:
            page.screenshot(path=DOCS / name)

    return keep
