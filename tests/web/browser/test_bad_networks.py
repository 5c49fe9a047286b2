"""Pages in networks that are slow, that end connections without a word, or that answer themselves."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.real_table import RealTable
from tests.support.soak import sample
from tests.web.browser.chromium import OpenPage
from tests.web.browser.relay import Relay, relayed
from tests.web.browser.test_installed import KEPT, device, settled

__all__ = ["device"]  # a fixture


@pytest.fixture
def network(table: RealTable) -> Iterator[Relay]:
    with relayed(table.url) as relay:
        yield relay


def until_controlled(page: Page) -> None:
    page.wait_for_function("navigator.serviceWorker.controller !== null")


def test_a_slow_table_throws_nobody_off_and_its_first_page_was_kept(network: Relay, device: BrowserContext) -> None:
    page = device.new_page()
    settled(page, network.url)
    until_controlled(page)
    network.delay_s = 6.0
    for path in sample(["/owner", "/referee", "/replay", "/course.png"]):
        page.goto(network.url + path)
        expect(page).to_have_url(network.url + path)
        assert page.title() != "127.0.0.1"
    network.delay_s = 30.0
    page.goto(f"{network.url}/spectator", timeout=15_000)
    assert page.locator("script[type=module]").count() == 1


def test_what_a_foreign_network_answers_is_never_kept(network: Relay, table: RealTable, device: BrowserContext) -> None:
    table.begin("sentiment")
    page = device.new_page()
    settled(page, network.url)
    until_controlled(page)
    before = page.evaluate(KEPT)
    page.evaluate("caches.keys().then(async ([name]) => (await caches.open(name)).delete('/'))")
    network.lose_streams()
    network.is_portal = True
    assert "accept our terms" in page.evaluate("fetch('/?x').then((answer) => answer.text())")
    page.evaluate("navigator.serviceWorker.controller.postMessage({ language: 'de', files: [] })")
    page.wait_for_timeout(500)
    kept = page.evaluate(KEPT)
    assert kept == {path: text for path, text in before.items() if path != "/"}
    assert page.evaluate("fetch('/api/view').then((answer) => answer.json())")["kept_ms"] > 0

    network.is_portal = False
    network.lose_streams()
    page.goto(network.url)
    expect(page.locator('.link[data-state="live"]')).to_be_visible()


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
