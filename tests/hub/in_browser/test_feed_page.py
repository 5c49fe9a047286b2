"""The page of a public feed, served by any web server: it shows what the hub signed and refuses everything else."""

import asyncio
import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from hub.tournament_service.feed import FeedKey
from tests.hub.recorded import open_database, recorded_game
from tests.hub.tournament_service.test_feed import HOUR, NOW, drawn_round, feed_of, store, store_entries


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the library's name
        pass


@pytest.fixture
def folder(database: str, tmp_path: Path) -> Path:
    """A feed of one round with one finished game."""

    async def write() -> None:
        async with open_database(database) as connection:
            played = drawn_round()
            await store(connection, played.acts, NOW)
            fixture = played.tournament.rounds[0].games[0].fixture
            await store_entries(connection, fixture, 1, len(recorded_game().rows))
            await feed_of(database, tmp_path, timedelta(0)).write(connection, datetime.now(UTC) + HOUR)

    with ThreadPoolExecutor(1) as thread:  # the browser's loop runs in this one
        thread.submit(asyncio.run, write()).result()
    return tmp_path / "feed"


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context(locale="de-DE") as context:
        yield context.new_page()


def test_the_page_verifies_feed_and_logs_and_refuses_changed_ones(page: Page, folder: Path, address: str) -> None:
    key = FeedKey(folder.parent).load_or_create_public_key()
    page.goto(f"{address}#{key}")
    status = page.get_by_role("status")
    expect(status).to_contain_text("Geprüft: von der Zentrale signiert.")
    expect(page.get_by_role("heading", level=1)).to_have_text("Evening")
    expect(page.get_by_role("row")).to_have_count(5)
    page.get_by_role("button", name="Protokoll").click()
    expect(page.locator("pre")).to_contain_text("2. grey: place_first D2")

    (log,) = (folder / "games").iterdir()
    log.write_text(log.read_text().replace("spin 2", "spin 3", 1))
    page.get_by_role("button", name="Protokoll").click()
    expect(page.get_by_role("alert")).to_contain_text("Abgelehnt: Dieses Protokoll")
    expect(page.locator("pre")).to_have_count(0)

    envelope = json.loads((folder / "feed.json").read_text())
    (folder / "feed.json").write_text(json.dumps(envelope | {"signed": envelope["signed"].replace("P1", "P9")}))
    page.reload()
    expect(status).to_contain_text("Abgelehnt: Das ist nicht, was die Zentrale signiert hat.")
    expect(page.get_by_role("row")).to_have_count(0)


def test_the_page_refuses_a_key_that_its_address_does_not_name(page: Page, address: str) -> None:
    page.goto(f"{address}#AAAA")
    expect(page.get_by_role("status")).to_contain_text("Abgelehnt: Der Schlüssel dieser Seite")
