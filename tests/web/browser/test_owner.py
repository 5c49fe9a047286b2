"""The owner's page in a real browser, at a table without open roles."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from controller.config import examples
from controller.secret import Secret
from controller.store.keyring import Keyring
from controller.store.table_files import TableFiles
from tests.soak import sample
from tests.web.browser.chromium import OUTSIDE, SIZES, WIDER_THAN_ITS_BOX, Devices, OpenPage, origin_of
from tests.web.real_table import RealTable, running

PASSWORD = "a long evening"
LONG_MS = 120_000
"""Timeout for parts: half-steps and polls are slow on a busy machine."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("owned")


@pytest.fixture(scope="module")
def table(browser: Browser, folder: Path) -> Iterator[RealTable]:
    """Simulated parts with a table.toml of their own; the owner has a password."""
    head, _, rest = examples.text_of("simulator").partition("[page]\n")
    (folder / "table.toml").write_text(f"{head}[voice]\n[page]\nopen_house = false\n{rest}", encoding="utf-8")
    serves = ["serve", "--twins", "--config", str(folder / "table.toml"), "--port", "0"]
    Keyring(TableFiles(folder / "table.journal").keys).set_password(Secret(PASSWORD))
    with running(folder, serves=serves, log_stays_empty=False) as table:
        yield table


@pytest.fixture
def owner(open_page: OpenPage) -> Callable[..., Page]:
    """Open the owner's page and log in."""

    def log_in(**how: object) -> Page:
        page = open_page(path="/owner", **how)
        page.locator("input[name=password]").fill(PASSWORD)
        page.keyboard.press("Enter")
        expect(page.locator(".owner .health tbody tr").first).to_be_visible()
        return page

    return log_in


def test_the_first_owner_comes_in_by_the_knob_and_sets_a_password(open_page: OpenPage) -> None:
    """The table has a password already, so the responses without one are mocked."""
    page = open_page(path="/spectator")
    page.route("**/api/me", lambda route: route.fulfill(json=route.fetch().json() | {"password": False}))

    def knocked(route: Route) -> None:
        assert route.request.post_data_json == {"role": "owner"}
        assert page.request.post(f"{origin_of(page.url)}/api/login", data={"password": PASSWORD}).status == 204
        route.fulfill(status=202, json={"code": "42"})

    passwords: list[object] = []

    def kept(route: Route) -> None:
        passwords.append(route.request.post_data_json)
        route.fulfill(status=204)

    page.route("**/api/knock", knocked)
    page.route("**/api/owner/password", kept)
    page.goto(f"{origin_of(page.url)}/owner")
    expect(page.locator(".login")).to_contain_text("There is no password yet")
    page.get_by_role("button", name="Ask at the table").click()
    page.get_by_label("New, at least 8 characters").fill(PASSWORD)
    page.get_by_label("Repeat").fill(PASSWORD)
    page.get_by_role("button", name="Set password").click()
    expect(page.get_by_text("The password is set.")).to_be_visible()
    assert passwords == [{"password": PASSWORD, "old": ""}]


def test_the_password_logs_in_and_logout_ends_the_session(open_page: OpenPage) -> None:
    page = open_page(path="/owner")
    page.get_by_label("Password").fill("a short one")
    page.get_by_role("button", name="Enter").click()
    expect(page.locator(".login")).to_contain_text("This password is not right.")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".owner .card")).to_have_count(10)
    page.locator(".prefs summary").click()
    page.get_by_role("button", name="Log out").click()
    expect(page.locator(".login")).to_be_visible()


def test_a_page_that_nobody_lets_in_says_so(table: RealTable, devices: Devices, open_page: OpenPage) -> None:
    page = open_page(path="/referee")
    devices.install_clock(page)
    page.reload()
    page.get_by_role("button", name="Ask at the table").click()
    told = page.locator(".login .hint")
    expect(told).to_contain_text("The display asks about a page: turn the knob there to")
    table.post("/api/table/press", {"control": "knob", "long": True})
    page.clock.fast_forward("00:36")
    expect(told).to_have_text("Nobody at the table has said yes.")


@pytest.mark.parametrize("language", sample(["de", "en", "es"]))
def test_the_page_fits_in_every_language(owner: OpenPage, language: str) -> None:
    page = owner(language=language, size=SIZES["tv"])
    expect(page.locator("html")).to_have_attribute("lang", language)
    for size in SIZES.values():
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert page.evaluate(WIDER_THAN_ITS_BOX) == []
        assert page.evaluate(OUTSIDE) == []


def test_a_rule_of_the_house_holds_at_once(
    table: RealTable, owner: OpenPage, keep_picture: Callable[[Page, str], None]
) -> None:
    page = owner()
    keep_picture(page, "owner.png")
    page.get_by_label("Hourglass, seconds").fill("25")
    page.keyboard.press("Tab")
    table.until(lambda: table.view()["hourglass"]["total_s"] == 25, "the hourglass is longer")


def test_what_is_read_aloud_also_stands_on_every_page(table: RealTable, owner: OpenPage, open_page: OpenPage) -> None:
    page, guest = owner(), open_page(path="/spectator", language="de")
    caption = guest.locator("[role=status].said")
    expect(caption).to_be_hidden()
    aloud = page.get_by_label("Read the console's screen aloud")
    hears = page.get_by_label("Hears pieces named before they count: Blue")
    aloud.click()  # not `check`, which looks at the box at once: what it shows is what the table answers
    table.until(lambda: house(page)["says"] == ["console"], "the table has heard of the one")
    expect(aloud).to_be_checked()
    hears.click()
    table.until(lambda: house(page)["listeners"] == ["blue"], "and of the other")
    table.until(lambda: table.view()["voice"] is not None, "the table speaks")
    expect(caption).to_have_text(table.view()["voice"]["text"])
    expect(caption.locator("span")).to_have_attribute("lang", "en")
    expect(caption).to_have_attribute("aria-live", "polite")
    aloud.click()
    expect(caption).to_be_hidden()


def house(page: Page) -> dict[str, Any]:
    told: dict[str, Any] = page.request.get(f"{origin_of(page.url)}/api/owner?language=en").json()["house"]
    return told


def test_faults_in_settings_are_shown_before_saving(owner: OpenPage, folder: Path) -> None:
    page = owner()
    before = (folder / "table.toml").read_text(encoding="utf-8")
    page.get_by_role("button", name="Show table.toml").click()
    text, keep = page.get_by_label("table.toml"), page.get_by_role("button", name="Save")
    expect(text).to_have_value(before)
    text.fill(before.replace("open_house", "open_hous"))
    expect(page.locator(".settings .finding-error")).to_contain_text("Did you mean 'open_house'?")
    expect(keep).to_be_disabled()
    text.fill(before.replace("port = 8080", "port = 9000"))
    expect(page.locator(".settings")).to_contain_text("These changes would need a restart: page")
    keep.click()
    expect(page.locator(".settings")).to_contain_text("Changes in page take effect")
    assert "port = 9000" in (folder / "table.toml").read_text(encoding="utf-8")
    (folder / "table.toml").write_text(before, encoding="utf-8")


def test_a_token_is_shown_once_and_can_be_revoked(table: RealTable, owner: OpenPage) -> None:
    page = owner()
    page.get_by_label("Name").fill("scoreboard")
    page.get_by_role("button", name="Create token").click()
    told = page.locator(".keys form .secret")
    expect(told).not_to_be_empty()
    token = told.inner_text()
    assert pause(table, token) == 204
    page.reload()
    page.get_by_role("button", name="Revoke scoreboard").click()
    expect(page.get_by_role("button", name="Revoke scoreboard")).to_have_count(0)
    expect(page.get_by_text(token)).to_have_count(0)
    assert pause(table, token) == 401


def pause(table: RealTable, token: str) -> int:
    return table.post("/api/pause", {"on": False}, headers={"authorization": f"Bearer {token}"}).status_code


def test_the_box_is_counted_at_the_gates(table: RealTable, owner: OpenPage) -> None:
    page = owner()
    page.get_by_role("button", name="Count the box").click()
    expect(page.locator(".due")).to_contain_text("not seen yet")
    with table.hurried(20):
        expect(page.locator(".due")).to_have_text("The count is finished.", timeout=LONG_MS)
    expect(page.locator(".health tr", has_text="Blue's gate")).to_contain_text("39 tiles")


def test_stickers_cannot_be_taught_during_a_game(owner: OpenPage) -> None:
    page = owner()
    game_on = True
    page.route("**/api/owner?*", lambda route: route.fulfill(json=route.fetch().json() | {"playing": game_on}))
    silent = page.get_by_label("Mute")
    silent.click()  # not `check`, which looks at the box at once: what it shows is what the table answers
    expect(page.locator(".due")).to_contain_text("A game is being played")
    expect(silent).to_be_checked()
    game_on = False
    silent.click()
    expect(page.locator(".due")).to_be_hidden()


def test_calibrating_the_arrow_shows_the_zero_line_and_fills_settings(table: RealTable, owner: OpenPage) -> None:
    page = owner()
    with table.hurried(20):
        page.get_by_role("button", name="Move it to its mark").click()
        expect(page.get_by_label("Degrees clockwise")).to_be_focused(timeout=LONG_MS)
        page.get_by_label("Degrees clockwise").fill("45")
        page.get_by_role("button", name="Show that line").click()
        expect(page.get_by_label("table.toml")).to_have_value(re.compile("mark_deg = 45"), timeout=LONG_MS)


def test_a_backup_is_downloaded_and_queued_for_restoring(owner: OpenPage, tmp_path: Path) -> None:
    page = owner()
    with page.expect_download() as coming:
        page.get_by_role("link", name="Download backup").click()
    coming.value.save_as(tmp_path / "backup.zip")
    page.get_by_label("Backup file").set_input_files(tmp_path / "backup.zip")
    page.get_by_role("button", name="Restore").click()
    expect(page.locator(".card", has_text="A backup will be restored")).to_contain_text(
        "The backup is valid (games.journal, house.json"
    )


def test_a_locked_page_only_shows_and_returns_to_its_start(
    table: RealTable, devices: Devices, owner: OpenPage, open_page: OpenPage
) -> None:
    page = owner()
    visitor = open_page(path="/")
    expect(visitor.locator("html")).to_have_attribute("data-page", "table")
    page.get_by_label("Lock the page").click()
    expect(visitor.locator(".lock")).to_have_text("This page is for watching only.")
    expect(visitor.locator("html")).to_have_attribute("data-page", "spectator")
    assert table.post("/api/table/press", {"control": "knob"}).status_code == 401

    left = open_page(path="/")
    devices.install_clock(left)
    left.goto(f"{table.url}/spectator")
    expect(left.locator(".lock")).to_be_visible()
    left.locator("h1").click()
    left.clock.fast_forward("02:01")
    left.wait_for_url(f"{table.url}/")
    page.get_by_label("Lock the page").click()
    expect(visitor.locator("html")).to_have_attribute("data-page", "table")
