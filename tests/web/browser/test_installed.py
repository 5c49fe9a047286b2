"""The installed page: offline, reconnecting, over HTTPS, and on a television."""

import shutil
import subprocess
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright

from controller.store.certificates.authority import create_authority, permitted_host_names
from controller.store.table_files import TableFiles
from tests.support.real_table import PATIENCE_S, RealTable, running
from tests.support.soak import in_soak, sample
from tests.web.browser.chromium import CHROMIUM, FLAGS, PATIENCE_MS
from tests.web.browser.relay import Relay, relayed

SETTLED_MS = 6_000
KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys())
      found[new URL(request.url).pathname] = await (await caches.match(request)).text();
  return found;
}"""


@pytest.fixture
def device(browser: Browser) -> Iterator[BrowserContext]:
    """A browser of its own, in which service workers may run."""
    context = browser.new_context(reduced_motion="reduce", locale="en")
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


def settled(page: Page, url: str) -> None:
    """Open the page and wait until its background work is done."""
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.goto(url)
    deadline_s = time.monotonic() + PATIENCE_S
    while page.locator(".banner .what:not(:empty)").count() == 0:
        assert time.monotonic() < deadline_s, "nothing was drawn"
        page.wait_for_timeout(50)
        page.clock.run_for(20)  # it is drawn in a frame
    assert page.evaluate("document.querySelectorAll('[rel=manifest]').length") == 0, (
        "nothing of it is in the first load"
    )
    page.clock.fast_forward(SETTLED_MS)
    page.clock.resume()
    deadline_s = time.monotonic() + PATIENCE_S
    while not page.evaluate("caches.match('/api/view').then(Boolean)"):
        assert time.monotonic() < deadline_s, "no view was kept"
        page.wait_for_timeout(50)


@pytest.fixture(scope="module")
def used(browser: Browser, table: RealTable) -> Iterator[tuple[Page, Relay]]:
    """A page that was used at the table with two robbed tiles, and its network."""
    table.begin("taxes")
    table.rob_for_a_pasture()
    with browser.new_context(reduced_motion="reduce", locale="en") as context, relayed(table.url) as network:
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        settled(page, f"{network.url}/referee")
        page.wait_for_function("navigator.serviceWorker.controller !== null")
        yield page, network


@pytest.fixture
def installed(used: tuple[Page, Relay]) -> Iterator[tuple[Page, Relay]]:
    """The page in a network without faults; an exception in the page fails the test."""
    page, network = used
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield used
    network.delay_s, network.is_portal = 0.0, False
    assert faults == []


def test_an_installed_page_shows_the_last_public_view_offline(table: RealTable, installed: tuple[Page, Relay]) -> None:
    page, network = installed
    link, tiles = page.locator(".link"), page.locator('[data-castle="blue"] .count .tiles').first
    assert page.evaluate("document.querySelector('[rel=manifest]').href").endswith("/manifest.json")
    kept = page.evaluate(KEPT)
    files = {path for path in kept if not path.startswith("/static/")}
    assert files == {"/", "/api/me", "/api/view", "/api/texts/en"}
    assert '"roles":["spectator"]' in kept["/api/me"]
    assert '"table":' not in kept["/api/view"], "which tile lies where only the simulated table knows"
    expect(link).to_have_attribute("data-state", "live")

    network.go_down()
    expect(link).to_have_attribute("data-state", "behind")
    page.goto(network.url)
    expect(link).to_contain_text("The table cannot be reached. This is how it was at")
    expect(tiles).to_have_text("2 tiles")
    expect(page.locator(".face")).to_have_count(0)
    page.goto(f"{network.url}/owner")
    expect(page).to_have_url(f"{network.url}/spectator")
    expect(tiles).to_have_text("2 tiles")

    network.come_back()
    expect(link).to_have_attribute("data-state", "live")
    table.act(do="rob", player="blue", tile="t13")
    expect(tiles).to_have_text("3 tiles")
    page.goto(network.url)
    expect(page.locator(".knob")).to_be_visible()  # again the table itself, for who may play


def test_what_a_foreign_network_answers_is_never_kept(installed: tuple[Page, Relay]) -> None:
    page, network = installed
    page.goto(network.url)
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
    page.evaluate("caches.keys().then(async ([name]) => (await caches.open(name)).add('/'))")


def test_a_slow_table_throws_nobody_off_and_its_first_page_was_kept(installed: tuple[Page, Relay]) -> None:
    page, network = installed
    network.delay_s = 5.0  # longer than the browser waits for a page that it has
    for path in sample(["/owner", "/referee", "/replay", "/course.png"]):
        page.goto(network.url + path)
        expect(page).to_have_url(network.url + path)
        assert page.title() != "127.0.0.1"
    network.delay_s = 30.0
    page.goto(f"{network.url}/spectator", timeout=15_000)
    assert page.locator("script[type=module]").count() == 1


CERTUTIL = shutil.which("certutil")
BY_NAME = "--host-resolver-rules=MAP table.local 127.0.0.1"


@in_soak("the certificates by requests in tests/web/test_encrypted.py")
@pytest.mark.skipif(CHROMIUM is None or CERTUTIL is None, reason="Cure: sudo apt install chromium libnss3-tools")
def test_clients_that_trust_the_authority_reach_address_and_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = TableFiles(tmp_path / "sim.journal")
    create_authority(files, permitted_host_names("table", "pi"), datetime.now(UTC))
    store = tmp_path / ".pki" / "nssdb"  # where Chromium looks, in a home of its own
    store.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path))

    def certutil(*words: str) -> None:
        subprocess.run([str(CERTUTIL), *words, "-d", f"sql:{store}"], check=True)

    certutil("-N", "--empty-password")
    with running(tmp_path, trusted=files.authority) as table, sync_playwright() as playwright:
        places = (table.url, table.url.replace("127.0.0.1", "table.local"))
        for trusts in (False, True):
            if trusts:
                certutil("-A", "-n", "table", "-t", "C,,", "-i", str(files.authority))
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, BY_NAME])
            page = browser.new_page()
            for place in places:
                if trusts:
                    page.goto(place)
                    expect(page.get_by_text("live", exact=True)).to_be_visible()
                else:
                    with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
                        page.goto(place)
            browser.close()
