"""A page of a real table in a real browser; without one these tests are left out and say so."""

from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.web.browser.chromium import DESKTOP, Devices, browser, devices, keep_picture  # noqa: F401  # fixtures
from tests.web.real_table import RealTable, running


@pytest.fixture(scope="package")
def table(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealTable]:  # noqa: F811
    """The real daemon; started only where there is a browser to look at it."""
    with running(tmp_path_factory.mktemp("table")) as table:
        yield table


@pytest.fixture
def open_page(devices: Devices, table: RealTable) -> Iterator[Callable[..., Page]]:  # noqa: F811
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
