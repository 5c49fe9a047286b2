"""A real chromium, Debian's, driven by Playwright: whose pages are looked at, and what must not be seen on any."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Literal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, ViewportSize, expect, sync_playwright

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

OpenPage = Callable[..., Page]

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


class Faultless:
    """Owner of what pages were heard to do wrong, as long as anybody listens."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self._listening: list[tuple[Page, Any, Callable[[Any], None]]] = []

    def watch(self, page: Page, url: str) -> None:
        """Of a page that may ask nobody but ``url``."""
        self.listen(page, "pageerror", lambda error: self.faults.append(str(error)))
        self.listen(
            page, "console", lambda said: self.faults.append(said.text) if "Content Security" in said.text else None
        )
        self.listen(page, "request", lambda asked: None if asked.url.startswith(url) else self.faults.append(asked.url))

    def listen(self, page: Page, event: Any, hear: Callable[[Any], None]) -> None:
        """``hear`` what happens there until the end."""
        page.on(event, hear)
        self._listening.append((page, event, hear))

    def stop(self) -> None:
        """Nobody listens any more: the page is another test's now."""
        for page, event, hear in self._listening:
            page.remove_listener(event, hear)


@contextmanager
def faultless(devices: Devices) -> Iterator[Faultless]:
    """For the pages of one test, after which all devices are given back."""
    pages = Faultless()
    yield pages
    pages.stop()
    devices.give_back()
    assert pages.faults == []


PHONE: Final = ViewportSize(width=390, height=844)
TV: Final = ViewportSize(width=1920, height=1080)
SIZES: Final = {"phone": PHONE, "tv": TV}

WIDER_THAN_ITS_BOX: Final = """() => [...document.querySelectorAll("button, h1, h2, h3, .chip, .rank, legend, summary")]
  .filter((part) => part.checkVisibility() && part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1)
  .map((part) => `${part.className || part.tagName}: ${part.textContent}`)"""

OUTSIDE: Final = """() => [...document.querySelectorAll("#page *")]
  .filter((part) => part.checkVisibility() && !part.closest(".skip, svg, .symbols"))
  .filter((part) => { const box = part.getBoundingClientRect(); return box.right > innerWidth + 1 || box.left < -1; })
  .map((part) => `${part.className || part.tagName}: ${part.textContent.slice(0, 40)}`)"""

DRAWN: Final = "async () => { for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame); }"
"""What the page has heard by now is drawn when this has ended."""


SEEN_MS: Final = 600
"""Above a gate, as long as even a busy machine takes to see what passes."""


def middle(part: Locator) -> tuple[float, float]:
    part.scroll_into_view_if_needed()
    box = part.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def carried(page: Page, thing: Locator, *way: Locator | tuple[float, float], stays_ms: int = 0) -> None:
    """By mouse, along the way, and put down at its end; at each place of it the hand stays.

    Where a place is, is looked up once the thing is there to be taken: until then the page may still be moving.
    """
    page.mouse.move(*middle(thing))
    page.mouse.down()
    for place in way:
        page.mouse.move(*(middle(place) if isinstance(place, Locator) else place), steps=6)
        page.wait_for_timeout(stays_ms)
    page.mouse.up()


def carried_by_finger(page: Page, thing: Locator, place: Locator, parts: int = 8) -> None:
    """Both are in sight."""
    (x, y), (to_x, to_y) = middle(thing), middle(place)
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in range(1, parts + 1):
        point = {"x": x + (to_x - x) * part / parts, "y": y + (to_y - y) * part / parts}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    page.wait_for_timeout(SEEN_MS)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
