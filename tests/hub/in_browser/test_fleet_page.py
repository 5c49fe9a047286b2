"""The fleet for the room's owner: what each table runs, does of what the room wants, has found, and is asked."""

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.hub.in_browser.conftest import PASSWORD, REAL, OpenRoom, RunningRoom
from tests.hub.in_browser.test_room_page import PHONE, TV, overflows
from tests.soak import sample


def logged_in(page: Page) -> None:
    page.locator(".top > button.quiet").click()
    page.locator("dialog input").fill(PASSWORD)
    page.locator("dialog button.do").click()


IN_WORDS = {
    "en": ("0.2.0 was taken back", "Done."),
    "de": ("0.2.0 wurde zurückgenommen", "Erledigt."),
    "es": ("0.2.0 se retiró", "Hecho."),
}


@pytest.mark.parametrize(
    ("size", "language"),
    sample([(PHONE, "de"), (TV, "es"), (PHONE, "en"), (PHONE, "es"), (TV, "de"), (TV, "en")], at_least=2),
)
def test_the_owner_sees_all_tables_and_asks_them(
    room: RunningRoom, open_room: OpenRoom, size: ViewportSize, language: str
) -> None:
    waits, done = IN_WORDS[language]
    room.enter("rt-b", "Window")
    update = {"version": "0.2.0", "state": "rolled-back", "why": "it did not play"}
    room.say("rt-b", "reported", {"update": update})
    page = open_room("/fleet", size=size, language=language)
    expect(page.locator(".fleet")).to_have_count(0)
    logged_in(page)
    window, real = (page.locator(f"[data-table={table}]") for table in ("rt-b", REAL))
    expect(window.locator("> .facts")).to_contain_text(waits)
    expect(real.get_by_role("heading")).to_have_text("Table 1")
    expect(page.locator("[aria-current=page]")).to_have_attribute("href", "/fleet")
    assert overflows(page) == []

    real.locator("input").fill("Round 3 begins at 8.")
    real.locator("form button").click()
    expect(real.locator(".told")).to_have_text(done)
    story: Any = room.table.view()["story"]
    assert "Round 3 begins at 8." in story
    real.locator(".ways button").nth(1).click()
    expect(real.locator(".rows li").first).to_be_visible()
    with page.expect_download() as download:
        real.locator(".ways button").nth(2).click()
    assert download.value.suggested_filename == f"{REAL}-report.zip"
    assert overflows(page) == []


def test_who_is_not_the_owner_is_told_so(room: RunningRoom, open_room: OpenRoom) -> None:
    page = open_room("/fleet")
    expect(page.locator("main")).to_contain_text("Only the room's owner sees the fleet.")
    expect(page.locator("nav.places")).not_to_contain_text("Fleet")
