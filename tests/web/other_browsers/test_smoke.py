"""The page in Firefox and WebKit: drawing, streaming, playing, caching; mostly in `make soak` only."""

import pytest

from tests.support.real_table import RealTable
from tests.support.soak import in_soak
from tests.web.browser.chromium import OUTSIDE, WIDER_THAN_ITS_BOX
from tests.web.other_browsers.driver import OtherBrowser, until

long = in_soak("the same in Chromium, and one page in WebKit")

WATCH = """
  window.faults = [];
  addEventListener("error", (event) => window.faults.push(event.message));
  addEventListener("unhandledrejection", (event) => window.faults.push(String(event.reason)));
  document.addEventListener("securitypolicyviolation", (event) => window.faults.push(event.violatedDirective));"""
TILES_OF_BLUE = """return document.querySelector('[data-castle="blue"] .count .tiles')?.textContent === arguments[0]"""
WAITS = "return document.querySelector('.banner .what')?.textContent"


def opened(browser: OtherBrowser, url: str) -> None:
    browser.go(url)
    browser.run(WATCH)
    until(browser, WAITS)
    until(browser, "return document.querySelector('.link')?.dataset.state === 'live'")


def faults(browser: OtherBrowser) -> object:
    return browser.run("return window.faults")


def test_who_looks_on_sees_the_table_and_each_change(browser: OtherBrowser, table: RealTable) -> None:
    table.take_time()
    table.begin("taxes")
    opened(browser, f"{table.url}/spectator")
    table.act(do="rob", player="blue", tile="t07")
    until(browser, TILES_OF_BLUE, "1 tile")
    table.act(do="rob", player="blue", tile="t11")
    until(browser, TILES_OF_BLUE, "2 tiles")
    assert browser.run("return document.querySelectorAll('.face').length") == 0
    assert faults(browser) == []


@long
@pytest.mark.parametrize("path", ["/", "/spectator", "/referee", "/owner"])
@pytest.mark.parametrize("width", [500, 1400])
def test_a_face_of_the_page_is_drawn_whole(browser: OtherBrowser, table: RealTable, path: str, width: int) -> None:
    table.begin("taxes")
    table.rob_for_a_pasture()
    table.count()
    browser.resize(width, 950)
    opened(browser, table.url + path)
    until(browser, "return document.querySelectorAll('.castle, .owner .card').length > 1")
    assert browser.run(f"return ({OUTSIDE})()") == []
    assert browser.run(f"return ({WIDER_THAN_ITS_BOX})()") == []
    assert faults(browser) == []


@long
def test_a_tile_is_taken_over_a_gate_and_the_page_speaks_german(browser: OtherBrowser, table: RealTable) -> None:
    table.take_time()
    table.begin("taxes")
    browser.resize(1400, 950)
    opened(browser, f"{table.url}/")
    until(browser, "return document.querySelector('.heap button')")
    browser.run("document.querySelector('.heap button').click()")
    until(browser, "return document.querySelector('.held-tile:not([hidden]) .gates button')")
    browser.run("document.querySelector('.held-tile .gates button').click()")
    table.until(lambda: sum(player["tiles"] for player in table.view()["players"]) == 1, "a tile is counted")
    browser.run("""const one = document.querySelector("select[name=language]");
      one.value = "de"; one.dispatchEvent(new Event("change"));""")
    until(browser, "return document.documentElement.lang === 'de'")
    until(browser, "return document.querySelector('.people .number').textContent.endsWith('Plättchen')")
    browser.run("localStorage.clear()")
    assert faults(browser) == []


@long
def test_the_second_game_is_drawn(browser: OtherBrowser, table: RealTable) -> None:
    browser.go("about:blank")  # a page that is open loads anew with another game
    assert table.post("/api/game", {"game": "tudor", "castles": ["blue", "yellow"], "options": {}}).status_code == 204
    browser.resize(1400, 950)
    opened(browser, f"{table.url}/spectator")
    until(browser, "return document.querySelectorAll('.throne-grid .space').length >= 20")
    until(browser, "return document.querySelectorAll('.stock .ring').length >= 7")
    assert browser.run(f"return ({OUTSIDE})()") == []
    assert faults(browser) == []
    browser.go("about:blank")
    first = {"game": "tumult_royale", "castles": ["blue", "yellow"], "options": {"map": "tracked"}}
    assert table.post("/api/game", first).status_code == 204


@long
def test_the_worker_keeps_what_everybody_saw(browser: OtherBrowser, table: RealTable) -> None:
    opened(browser, f"{table.url}/spectator")
    until(browser, "return caches.match('/api/view').then(Boolean)")
    paths = browser.run("""return caches.keys().then((names) => caches.open(names[0])).then((kept) => kept.keys())
      .then((all) => all.map((one) => new URL(one.url).pathname))""")
    others = {path for path in paths if not path.startswith(("/static/", "/api/texts/"))}
    assert others == {"/", "/api/me", "/api/view"}
    assert faults(browser) == []
