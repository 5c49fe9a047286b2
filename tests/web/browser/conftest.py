"""Debian's chromium, driven by Playwright; without it these tests are left out and say so."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Error, Page, ViewportSize, expect, sync_playwright

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


def emptied(page: Page) -> Page:
    """The page, which has left where it was; one that was on its way to another is closed, and a new one made."""
    page.unroute_all(behavior="ignoreErrors")
    try:
        page.mouse.up()
        page.mouse.move(0, 0)
        page.goto("about:blank")
    except Error:
        page.close()
        return page.context.new_page()
    return page


class Devices:
    """Phones and computers: each is somebody's during a test, and then forgets all but the files it has loaded.

    A device has one page, which is kept and led to the next test's: a new one would cost a process each time.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: dict[tuple[str, bool], list[Page]] = {}
        self._used: list[tuple[tuple[str, bool], Page]] = []

    def take(
        self,
        size: ViewportSize = DESKTOP,
        *,
        language: str = "en",
        touch: bool = False,
        theme: Literal["light", "dark"] = "light",
    ) -> Page:
        """The page of one that nobody in this test has: it is empty."""
        idle = self._idle.setdefault((language, touch), [])
        page = idle.pop() if idle else self._with(language, touch)
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=theme)
        self._used.append(((language, touch), page))
        return page

    def give_back(self) -> None:
        """All that were taken."""
        for kind, page in self._used:
            origin = origin_of(page.url)
            blank = emptied(page)
            # Asked of the browser; no page is there any more that could write something after it.
            session = blank.context.new_cdp_session(blank)
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "local_storage"})
            session.detach()
            blank.context.clear_cookies()
            self._idle[kind].append(blank)
        self._used.clear()

    def _with(self, language: str, touch: bool) -> Page:
        device = self._browser.new_context(reduced_motion="reduce", locale=language, has_touch=touch)
        device.set_default_timeout(PATIENCE_MS)
        return device.new_page()


@pytest.fixture(scope="package")
def devices(browser: Browser) -> Devices:
    return Devices(browser)


@pytest.fixture
def open_page(devices: Devices, table: RealTable) -> Iterator[Callable[..., Page]]:
    """Opens pages of the table; a page that breaks its own policy or throws fails the test at its end."""
    faults: list[str] = []
    listening: list[tuple[Page, Any, Callable[[Any], None]]] = []

    def listen(page: Page, event: Any, hear: Callable[[Any], None]) -> None:
        page.on(event, hear)
        listening.append((page, event, hear))

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
        page = devices.take(size, language=language, touch=touch, theme=theme)
        listen(page, "pageerror", lambda error: faults.append(str(error)))
        listen(page, "console", lambda said: faults.append(said.text) if "Content Security" in said.text else None)
        listen(page, "request", lambda asked: None if asked.url.startswith(url) else faults.append(asked.url))
        if isinstance(table, RealTable):
            listen(page, "request", lambda asked: table.passing() if "/api/table/pass" in asked.url else None)
        if led_through is not None:  # as the form remembers it: the game, and the newcomer's castle
            page.goto(f"{url}/static/any/icon.svg")
            page.evaluate("led => { localStorage['royaltable.tour'] = led; }", led_through)
        page.goto(url + path)
        page.locator(".banner .what:not(:empty)").wait_for()
        return page

    yield open_one
    for page, event, hear in listening:
        page.remove_listener(event, hear)
    devices.give_back()
    assert faults == []


@pytest.fixture
def keep_picture() -> Callable[[Page, str], None]:
    """Renews a picture of the README where ROYALTABLE_SCREENSHOT is set."""

    def keep(page: Page, name: str) -> None:
        if "ROYALTABLE_SCREENSHOT" in os.environ:
            page.screenshot(path=DOCS / name)

    return keep
