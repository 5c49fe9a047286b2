"""Chromium over HTTPS: it warns until it trusts the table's own authority, then takes the page by address and name."""

import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Error, expect, sync_playwright

from controller.store.certificates.authority import make_authority, names_of
from controller.store.table_files import TableFiles
from tests.soak import SOAK
from tests.web.browser.chromium import CHROMIUM, FLAGS
from tests.web.real_table import running

CERTUTIL = shutil.which("certutil")
BY_NAME = "--host-resolver-rules=MAP table.local 127.0.0.1"


@pytest.mark.skipif(not SOAK, reason="it starts browsers of its own: make soak")
@pytest.mark.skipif(CHROMIUM is None or CERTUTIL is None, reason="Cure: sudo apt install chromium libnss3-tools")
def test_who_trusts_the_authority_alone_reaches_the_page_by_address_and_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = TableFiles(tmp_path / "sim.journal")
    make_authority(files, names_of("table", "pi"), datetime.now(UTC))
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
