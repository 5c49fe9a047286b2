"""The page in the table's own network on a phone: choose a Wi-Fi, name the table, set the owner's password."""

import json
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route, expect

from controller.texts.translation import LANGUAGES
from controller.web.static_files import PAGE_FILES
from tests.support.real_table import RealTable
from tests.support.soak import sample
from tests.web.browser.chromium import OUTSIDE, PHONE, WIDER_THAN_ITS_BOX, Devices, faultless
from tests.web.browser.test_accessible import axe, faults

__all__ = ["axe"]  # a fixture

SEEN: Final = {
    "networks": ["café", "neighbour"],
    "tried": None,
    "failure": None,
    "table": "royaltable",
    "has_owner": False,
    "address": "http://table.local:8080/",
}
"""What the table answers, see tests/web/test_wifi_page.py."""

OpenWifi = Callable[..., tuple[Page, list[dict[str, Any]]]]


@pytest.fixture
def open_wifi(devices: Devices, table: RealTable) -> Iterator[OpenWifi]:
    """Open the page as in the own network, with the table's answers; return it with what it sends."""

    def open_one(language: str = "en", **changes: Any) -> tuple[Page, list[dict[str, Any]]]:
        page = devices.take(PHONE, language=language, touch=True)
        pages.watch(page, table.url)
        sent: list[dict[str, Any]] = []

        def answer(route: Route) -> None:
            if route.request.method == "GET":
                route.fulfill(json=SEEN | changes)
                return
            sent.append(json.loads(route.request.post_data or ""))
            if sent[-1]["owner"] == "a guess of mine":
                route.fulfill(status=403, json={"error": {"message": "Wrong password."}})
            else:
                route.fulfill(json={"note": "table.toml: Read-only file system"})

        html = PAGE_FILES.render_page("js/wifi_page.js")
        page.route("**/wifi", lambda route: route.fulfill(body=html, content_type="text/html"))
        page.route("**/api/wifi?*", answer)
        page.goto(f"{table.url}/wifi")
        page.get_by_role("button").first.wait_for()
        assert page.evaluate(OUTSIDE) == []
        assert page.evaluate(WIDER_THAN_ITS_BOX) == []
        return page, sent

    with faultless(devices) as pages:
        yield open_one


def test_the_first_owner_chooses_a_network_and_is_told_what_comes_next(open_wifi: OpenWifi, axe: str) -> None:
    page, sent = open_wifi()
    page.get_by_label("Its password").fill("eine gute Runde")
    page.get_by_label("Name of the table").fill("window table")
    page.get_by_label("Choose an owner's password").fill("a long evening")
    assert faults(page, axe) == []
    page.get_by_role("button", name="Connect").click()
    expect(page.get_by_role("heading", name="The table is joining café.")).to_be_visible()
    expect(page.get_by_text("table.toml: Read-only file system")).to_be_visible()
    expect(page.get_by_role("link")).to_have_attribute("href", "http://table.local:8080/owner")
    wanted = {"network": "café", "password": "eine gute Runde", "table": "window table", "owner": "a long evening"}
    assert sent == [wanted]


def test_a_hidden_network_is_named_by_hand(open_wifi: OpenWifi) -> None:
    page, sent = open_wifi()
    page.get_by_label("Wi-Fi network").select_option("Another network …")
    page.get_by_label("Its name").fill("back room")
    page.get_by_label("Choose an owner's password").fill("a long evening")
    page.get_by_role("button", name="Connect").click()
    expect(page.get_by_role("heading", name="back room")).to_be_visible()
    assert (sent[0]["network"], sent[0]["password"]) == ("back room", "")


@pytest.mark.parametrize("language", sample(LANGUAGES[::-1]))
def test_after_a_failure_it_says_why_and_keeps_the_choice(open_wifi: OpenWifi, language: str) -> None:
    page, sent = open_wifi(language, tried="neighbour", failure="neighbour: …", has_owner=True)
    expect(page.get_by_role("alert")).to_have_text("neighbour: …")
    expect(page.locator("select[name=network]")).to_have_value("neighbour")
    page.locator("input[name=password]").fill("12345678")
    page.locator("input[name=owner]").fill("a guess of mine")
    page.locator("button[type=submit]").click()
    expect(page.get_by_role("alert")).to_have_text("Wrong password.")
    assert sent[0]["network"] == "neighbour"
