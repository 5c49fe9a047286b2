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
from tests.support.soak import in_soak
from tests.web.browser.chromium import CHROMIUM, FLAGS, PATIENCE_MS
from tests.web.browser.relay import relayed

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


def test_an_installed_page_shows_the_last_public_view_offline(table: RealTable, device: BrowserContext) -> None:
    faults: list[str] = []
    table.begin("taxes")
    table.rob_for_a_pasture()
    page = device.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    link, tiles = page.locator(".link"), page.locator('[data-castle="blue"] .count .tiles').first
    with relayed(table.url) as network:
        settled(page, f"{network.url}/referee")
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
    assert faults == []


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
