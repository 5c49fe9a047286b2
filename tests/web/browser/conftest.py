"""A page of a real table in a real browser; the tests are skipped without one."""

from collections.abc import Callable, Iterator
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.support.real_table import RealTable, running
from tests.web.browser.chromium import DESKTOP, Devices, browser, devices, faultless, keep_picture  # noqa: F401  # fixtures


@pytest.fixture(scope="package")
def table(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealTable]:  # noqa: F811
    """The daemon, started only if there is a browser."""
    with running(tmp_path_factory.mktemp("table")) as table:
        yield table


@pytest.fixture
def open_page(devices: Devices, table: RealTable) -> Iterator[Callable[..., Page]]:  # noqa: F811
    """Open pages of the table, after ``prepare``; an exception or a breach of the content policy fails the test."""

    def open_one(
        url: str = table.url,
        size: ViewportSize = DESKTOP,
        *,
        path: str = "/",
        language: str = "en",
        touch: bool = False,
        led_through: str | None = None,
        theme: Literal["light", "dark"] = "light",
        prepare: Callable[[Page], object] = lambda _: None,
    ) -> Page:
        page = devices.take(size, language=language, touch=touch, theme=theme)
        pages.watch(page, url)
        if isinstance(table, RealTable):
            pages.listen(page, "request", lambda asked: table.passing() if "/api/table/pass" in asked.url else None)
        if led_through is not None:  # as the form remembers it: the game, and the newcomer's castle
            page.goto(f"{url}/static/any/icon.svg")
            page.evaluate("led => { localStorage['royaltable.tour'] = led; }", led_through)
        prepare(page)
        page.goto(url + path)
        page.locator(".banner .what:not(:empty)").wait_for()
        return page

    with faultless(devices) as pages:
        yield open_one
