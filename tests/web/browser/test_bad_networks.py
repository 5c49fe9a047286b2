"""Pages in networks that are slow, that end connections without a word, or that answer themselves."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from tests.support.real_table import RealTable
from tests.support.soak import sample
from tests.web.browser.chromium import OpenPage
from tests.web.browser.relay import Relay, relayed
from tests.web.browser.test_installed import device

__all__ = ["device"]  # a fixture


@pytest.fixture
def network(table: RealTable) -> Iterator[Relay]:
    with relayed(table.url) as relay:
        yield relay


WAKING = {
    "shown again": "document.dispatchEvent(new Event('visibilitychange'))",
    "from the cache": "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
    "online": "dispatchEvent(new Event('online'))",
}


@pytest.mark.parametrize("waking", sample(list(WAKING)))
def test_a_page_that_wakes_up_shows_the_game_or_a_dead_network_at_once(
    network: Relay, table: RealTable, open_page: OpenPage, waking: str
) -> None:
    table.begin("taxes")
    page = open_page(network.url, path="/spectator")
    tiles = page.locator('[data-castle="blue"] .count .tiles').first
    expect(tiles).to_have_text("0 tiles")
    network.lose_streams()
    table.act(do="rob", player="blue", tile="t13")
    page.wait_for_timeout(500)
    expect(tiles).to_have_text("0 tiles")
    page.evaluate(WAKING[waking])
    expect(tiles).to_have_text("1 tile", timeout=5_000)
    network.lose_streams()
    network.delay_s = 60.0
    page.evaluate(WAKING[waking])
    expect(page.locator('.link[data-state="behind"]')).to_be_visible(timeout=5_000)


@pytest.mark.parametrize(
    ("language", "words"),
    sample(
        [
            ("de", "Neue Version: neu laden"),
            ("en", "New version: reload"),
            ("es", "Versión nueva: recargar"),
        ]
    ),
)
def test_an_open_page_offers_to_reload_after_an_update(
    network: Relay, table: RealTable, open_page: OpenPage, language: str, words: str
) -> None:
    table.begin("taxes")  # the hourglass runs
    page = open_page(network.url, path="/spectator", language=language)
    offer = page.get_by_role("button", name=words)
    expect(page.locator('.link[data-state="live"]')).to_be_visible()
    present = table.get("/").headers["royaltable"]
    network.newer = f"royaltable: {present}".encode(), f"royaltable: {present[::-1]}".encode()
    with page.expect_response(lambda answer: answer.headers.get("royaltable") == present[::-1]):
        page.evaluate(WAKING["online"])
    page.wait_for_timeout(300)
    expect(offer).to_have_count(0)
    table.act(do="stop")
    expect(offer).to_be_visible()
    network.newer = None
    offer.click()
    expect(page.locator('.link[data-state="live"]')).to_be_visible()
    expect(offer).to_have_count(0)


def test_a_page_asks_again_for_sentences_that_were_lost(table: RealTable, device: BrowserContext) -> None:
    page, losses = device.new_page(), [503, 0]

    def lose(asked: Route) -> None:
        if not losses:
            asked.continue_()
        elif status := losses.pop():
            asked.fulfill(status=status)
        else:
            asked.abort()

    page.route("**/api/texts/**", lose)
    page.goto(table.url)
    expect(page.get_by_role("heading", name="Royaltable")).to_be_visible(timeout=15_000)
    assert losses == []


def test_a_page_without_its_files_says_what_a_proxy_must_do(
    table: RealTable, device: BrowserContext, open_page: OpenPage
) -> None:
    """As below a path that a proxy removes without a word: the files are asked for elsewhere."""
    said = "at / of a name or port of its own"
    page = device.new_page()
    page.route("**/static/**", lambda asked: asked.abort())
    page.goto(table.url)
    expect(page.get_by_text(said)).to_be_visible()
    expect(open_page().get_by_text(said)).to_be_hidden()
