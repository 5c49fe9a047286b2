"""A real chromium, Debian's, driven by Playwright: the phones and computers of whoever looks at a page."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Error, Page, ViewportSize, expect, sync_playwright

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
        self._clocked: set[Page] = set()

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

    def let_its_clock_be_set(self, page: Page) -> None:
        """By the test, after which nobody else is given that device."""
        page.clock.install()
        self._clocked.add(page)

    def give_back(self) -> None:
        """All that were taken."""
        for kind, page in self._used:
            if page in self._clocked:
                page.context.close()
                continue
            origin = origin_of(page.url)
            blank = emptied(page)
            # Asked of the browser; no page is there any more that could write something after it.
            session = blank.context.new_cdp_session(blank)
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "local_storage"})
            session.detach()
            blank.context.clear_cookies()
            self._idle[kind].append(blank)
        self._used.clear()
        self._clocked.clear()

    def _with(self, language: str, touch: bool) -> Page:
        device = self._browser.new_context(
            reduced_motion="reduce", locale=language, has_touch=touch, service_workers="block"
        )
        device.set_default_timeout(PATIENCE_MS)
        return device.new_page()


@pytest.fixture(scope="package")
def devices(browser: Browser) -> Devices:
    return Devices(browser)


@pytest.fixture
def keep_picture() -> Callable[[Page, str], None]:
    """Renews a picture of the README where ROYALTABLE_SCREENSHOT is set."""

    def keep(page: Page, name: str) -> None:
        if "ROYALTABLE_SCREENSHOT" in os.environ:
            page.screenshot(path=DOCS / name)

    return keep
