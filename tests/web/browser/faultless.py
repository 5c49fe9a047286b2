"""Pages without fault: one that throws, breaks its own policy or asks elsewhere fails the test at its end."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page

from tests.web.browser.chromium import Devices


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
