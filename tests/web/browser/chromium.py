"""Debian's Chromium, driven by Playwright, and checks that apply to all pages."""

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
"""The headless shell costs half of a full browser."""

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
    # Two processes less for each browser, and less work for each page.
    "--in-process-gpu",
    "--enable-features=NetworkServiceInProcess2",
]
DOCS: Final = Path(__file__).parents[3] / "docs"

PATIENCE_MS: Final = 30_000
"""Timeout on a busy machine; elements that are there already need no time."""

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


def blank_page(page: Page) -> Page:
    """Return a blank page; replace one that is still navigating."""
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
    """Browser contexts that tests share: after each test they forget everything but cached files.

    Each has one page, which is reused, because a new page costs a process.
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
        """Return the blank page of a free device."""
        idle = self._idle.setdefault((language, touch), [])
        page = idle.pop() if idle else self._with(language, touch)
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        self._used.append(((language, touch), page))
        return page

    def install_clock(self, page: Page) -> None:
        """Install a clock that the test sets; such a device is closed after the test."""
        page.clock.install()
        self._clocked.add(page)

    def give_back(self) -> None:
        """Reset all devices for the next test."""
        for kind, page in self._used:
            if page in self._clocked:
                page.context.close()
                continue
            origin = origin_of(page.url)
            blank = blank_page(page)
            # Through the browser: the page is blank already and cannot write anything afterwards.
            session = blank.context.new_cdp_session(blank)
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "local_storage"})
            session.detach()
            blank.context.clear_cookies()
            self._idle[kind].append(blank)
        self._used.clear()
        self._clocked.clear()

    def _with(self, language: str, touch: bool) -> Page:
        device = self._browser.new_context(locale=language, has_touch=touch, service_workers="block")
        device.set_default_timeout(PATIENCE_MS)
        return device.new_page()


@pytest.fixture(scope="package")
def devices(browser: Browser) -> Devices:
    return Devices(browser)


@pytest.fixture
def keep_picture() -> Callable[[Page, str], None]:
    """Renew a picture of the README if ROYALTABLE_SCREENSHOT is set."""

    def keep(page: Page, name: str) -> None:
        if "ROYALTABLE_SCREENSHOT" in os.environ:
            page.screenshot(path=DOCS / name)

    return keep


class PageFaults:
    """Faults that pages report during a test."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self._listening: list[tuple[Page, Any, Callable[[Any], None]]] = []

    def watch(self, page: Page, url: str) -> None:
        """Watch a page that may send requests to ``url`` only."""
        self.listen(page, "pageerror", lambda error: self.faults.append(str(error)))
        self.listen(
            page, "console", lambda said: self.faults.append(said.text) if "Content Security" in said.text else None
        )
        self.listen(page, "request", lambda asked: None if asked.url.startswith(url) else self.faults.append(asked.url))

    def listen(self, page: Page, event: Any, hear: Callable[[Any], None]) -> None:
        """Register an event handler until the end."""
        page.on(event, hear)
        self._listening.append((page, event, hear))

    def stop(self) -> None:
        """Remove all event handlers."""
        for page, event, hear in self._listening:
            page.remove_listener(event, hear)


@contextmanager
def faultless(devices: Devices) -> Iterator[PageFaults]:
    """Devices of one test, all given back at its end."""
    pages = PageFaults()
    yield pages
    pages.stop()
    devices.give_back()
    assert pages.faults == []


PHONE: Final = ViewportSize(width=390, height=844)
TV: Final = ViewportSize(width=1920, height=1080)
SIZES: Final = {"phone": PHONE, "tv": TV}

WIDER_THAN_ITS_BOX: Final = """() =>
  [...document.querySelectorAll("button, h1, h2, h3, .chip, .rank, legend, summary, .choice span")]
  .filter((part) => part.checkVisibility() && part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1)
  .map((part) => `${part.className || part.tagName}: ${part.textContent}`)"""

OUTSIDE: Final = """() => [...document.querySelectorAll("#page *")]
  .filter((part) => part.checkVisibility() && !part.closest(".skip, svg, .symbols"))
  .filter((part) => { const box = part.getBoundingClientRect(); return box.right > innerWidth + 1 || box.left < -1; })
  .map((part) => `${part.className || part.tagName}: ${part.textContent.slice(0, 40)}`)"""

IN_SIGHT: Final = """part => {
  const { top, bottom } = document.querySelector(part).getBoundingClientRect();
  const [above, below] = [".banner", ".slot-offers"].map((one) => document.querySelector(one).getBoundingClientRect());
  return top >= above.bottom - 1 && bottom <= below.top + 1 && above.height < 125;
}"""
"""Whether a whole part of the board is in sight on a phone, between the head and the choices."""

DRAWN: Final = "async () => { for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame); }"
"""Resolves once all events received so far are drawn."""


SEEN_MS: Final = 600
"""Time over a gate in which a busy machine also sees the tile."""


def middle(part: Locator) -> tuple[float, float]:
    part.scroll_into_view_if_needed()
    box = part.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, thing: Locator, *way: Locator | tuple[float, float], stays_ms: int = 0) -> None:
    """Drag by mouse through all points, with a pause at each.

    Places are located only after the thing is, because the page may still be moving until then.
    """
    page.mouse.move(*middle(thing))
    page.mouse.down()
    for place in way:
        page.mouse.move(*(middle(place) if isinstance(place, Locator) else place), steps=6)
        page.wait_for_timeout(stays_ms)
    page.mouse.up()


def drag_by_touch(
    page: Page, thing: Locator, place: Locator, parts: int = 8, at_end: Callable[[], object] = lambda: None
) -> None:
    """Drag by touch; both elements have to be in view. Call ``at_end`` before the finger lets go."""
    (x, y), (to_x, to_y) = middle(thing), middle(place)
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in range(1, parts + 1):
        point = {"x": x + (to_x - x) * part / parts, "y": y + (to_y - y) * part / parts}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    page.wait_for_timeout(SEEN_MS)
    at_end()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@contextmanager
def slowed(page: Page, times: int) -> Iterator[None]:
    """Slow the page's processor; its device is as fast as ever afterwards."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": times})
    try:
        yield
    finally:
        session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
        session.detach()
