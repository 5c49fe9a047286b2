"""The owner's page in a real browser, at a table without open roles."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from controller.config import examples
from controller.secret import Secret
from controller.store.keyring import Keyring
from controller.store.setup_results import DeviceResult, SetupResults
from controller.store.table_files import TableFiles
from controller.texts.translation import LANGUAGES
from tests.support.real_table import RealTable, running
from tests.support.soak import SOAK, in_soak, sample
from tests.web.browser.chromium import OUTSIDE, PHONE, SIZES, WIDER_THAN_ITS_BOX, Devices, OpenPage, origin_of

PASSWORD = "a long evening"
LONG_MS = 120_000
"""Timeout for parts: half-steps and polls are slow on a busy machine."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("owned")


@pytest.fixture(scope="module")
def table(browser: Browser, folder: Path) -> Iterator[RealTable]:
    """Simulated parts with a table.toml of their own; the owner has a password."""
    head, _, rest = examples.read_example("simulator").partition("[page]\n")
    (folder / "table.toml").write_text(f"{head}[voice]\n[page]\nopen_house = false\n{rest}", encoding="utf-8")
    serves = ["serve", "--twins", "--config", str(folder / "table.toml"), "--port", "0"]
    measured = DeviceResult(works=True, tried="2026-05-01", measured={"gain, dB": 38}, findings=["RT-READER-NEAR"])
    SetupResults(TableFiles(folder / "table.journal").setup_results).save_result("blue", measured)
    Keyring(TableFiles(folder / "table.journal").keys).set_password(Secret(PASSWORD))
    with running(folder, serves=serves, log_stays_empty=False) as table:
        yield table


@pytest.fixture
def owner(open_page: OpenPage, table: RealTable) -> Iterator[Callable[..., Page]]:
    """Open a subject of the owner's page, logged in, with ``changes`` of the table's overview.

    The fixture logs out at the end, since owners' sessions are limited.
    """
    pages = list[Page]()

    def open_one(
        subject: str = "devices",
        changes: dict[str, Any] | None = None,
        prepare: Callable[[Page], object] = lambda _: None,
        **how: Any,
    ) -> Page:
        def log_in(page: Page) -> None:
            assert page.request.post(f"{table.url}/api/login", data={"password": PASSWORD}).status == 204
            if changes is not None:
                page.route("**/api/owner?*", lambda route: route.fulfill(json=route.fetch().json() | changes))
            prepare(page)

        page = open_page(path=f"/owner#{subject}", prepare=log_in, **how)
        page.locator(".problems").wait_for()
        pages.append(page)
        return page

    yield open_one
    for page in pages:
        page.request.post(f"{table.url}/api/logout")


@in_soak("the same by requests in tests/web/test_owner.py")
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
    page.route("**/api/owner?*", lambda route: route.fulfill(json=route.fetch().json() | {"password": False}))
    page.get_by_role("button", name="Ask at the table").click()
    expect(page.get_by_role("heading", name="One thing needs you")).to_be_visible()
    expect(page.locator(".problems li")).to_contain_text("lock the page for visitors")
    page.locator(".problems").get_by_role("button", name="Set password").click()
    expect(page.get_by_label("New, at least 8 characters")).to_be_focused()
    page.get_by_label("New, at least 8 characters").fill(PASSWORD)
    page.get_by_label("Repeat").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_text("The password is set.")).to_be_visible()
    assert passwords == [{"password": PASSWORD, "old": ""}]


def test_the_password_logs_in_and_logout_ends_the_session(open_page: OpenPage) -> None:
    page = open_page(path="/owner")
    expect(page.locator(".login")).to_contain_text("Forgotten? Run “royaltable password” in a terminal.")
    page.get_by_label("Password").fill("a short one")
    page.get_by_role("button", name="Enter").click()
    expect(page.locator(".login")).to_contain_text("This password is not right.")
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("tab")).to_have_text(["Devices", "House rules", "Games", "Access", "System", "Set-up"])
    page.locator(".prefs summary").click()
    page.get_by_role("button", name="Log out").click()
    expect(page.locator(".login")).to_be_visible()


def test_a_page_whose_session_has_ended_asks_for_the_password(owner: OpenPage) -> None:
    """As after a restart of the table."""
    page = owner("system")
    page.request.post(f"{origin_of(page.url)}/api/logout")
    expect(page.locator(".login")).to_be_visible()
    expect(page.locator(".notice")).to_be_hidden()


def test_a_wrong_current_password_is_told_at_its_field(owner: OpenPage) -> None:
    page = owner("access")
    for label, secret in (("Current password", "not this one"), ("New, at least 8", PASSWORD), ("Repeat", PASSWORD)):
        page.get_by_label(label).fill(secret)
    page.keyboard.press("Enter")
    field = page.get_by_label("Current password")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    expect(page.locator("#old-password-told")).to_have_text("Not accepted. Is this the current password?")


@in_soak("the request and its answers in tests/web/test_roles.py")
def test_a_page_says_that_its_request_was_not_granted(table: RealTable, devices: Devices, open_page: OpenPage) -> None:
    page = open_page(path="/referee")
    devices.install_clock(page)
    page.reload()
    page.get_by_role("button", name="Ask at the table").click()
    told = page.locator(".login .hint")
    expect(told).to_contain_text("The display asks about a page: turn the knob there to")
    table.post("/api/table/press", {"control": "knob", "long": True})
    page.clock.fast_forward("00:36")
    expect(told).to_have_text("Nobody at the table has said yes.")


@pytest.mark.parametrize("language", sample(LANGUAGES[::-1]))
def test_the_page_fits_in_every_language(owner: OpenPage, language: str) -> None:
    page = owner(language=language, size=SIZES["tv"])
    expect(page.locator("html")).to_have_attribute("lang", language)
    page.locator(".health").wait_for()
    for size in SIZES.values():
        page.set_viewport_size(size)
        for tab in page.get_by_role("tab").all():
            tab.click()
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
            assert page.evaluate(WIDER_THAN_ITS_BOX) == []
            assert page.evaluate(OUTSIDE) == []


def test_faults_come_first_with_their_cures(owner: OpenPage) -> None:
    """A lost reader is one row with what the doctor finds there; other findings say what to run or where to go."""

    def broken(route: Route) -> None:
        overview = route.fetch().json()
        overview["devices"][0] |= {"ok": False, "text": "blue: saw FFh, expected 5Ah."}
        overview["stickers"] |= {"taught": overview["stickers"]["tiles"] - 3}
        route.fulfill(json=overview)

    range_ = finding("RT-TOO-HOT", "warning", cause="The Pi is at 84 °C.", command="vcgencmd measure_temp")
    room = finding("RT-ROOM-SILENT", "error", cause="The hub does not answer.", at=("system", "room-state"))
    wire = finding("RT-READER-WIRES", "error", device="blue", cause="MISO is off.", command="royaltable wiring")

    def at_fault(page: Page) -> None:
        page.route("**/api/owner?*", broken)
        page.route("**/api/owner/doctor", lambda route: route.fulfill(json=[range_, room, wire]))

    page = owner(prepare=at_fault)
    rows = page.locator(".problems li")
    expect(rows.locator("b")).to_have_text(
        ["Not working: Blue's gate", "The hub does not answer.", "3 pieces have no stickers", "The Pi is at 84 °C."]
    )
    expect(page.get_by_role("heading", name="4 things need you")).to_be_visible()
    expect(rows.nth(0)).to_contain_text("The table tries again every few seconds.")
    expect(rows.nth(0)).to_contain_text("MISO is off.")
    expect(rows.nth(0).locator("code")).to_have_text("royaltable wiring")
    expect(rows.nth(3).locator("code")).to_have_text("vcgencmd measure_temp")
    expect(page.locator(".problems button.do")).to_have_count(1)
    rows.nth(1).get_by_role("button", name="Open: System").click()
    expect(page.locator("#room-state")).to_be_focused()
    rows.nth(2).get_by_role("button", name="Register missing stickers").click()
    expect(page.locator(".stickers").get_by_role("button", name="Register missing stickers")).to_be_focused()


def test_a_weak_supply_stands_above_the_parts_that_fail_by_it(owner: OpenPage) -> None:
    lost = {"ok": False, "text": "", "gate": False, "counts": {}}
    gate = {**lost, "name": "purple", "label": "Purple's gate", "mends": "restart"}
    supply = {**lost, "name": "supply", "label": "The supply", "mends": ""}
    page = owner(changes={"devices": [supply, gate]})
    expect(page.locator(".problems li b")).to_have_text(["Not working: The supply", "Not working: Purple's gate"])
    expect(page.locator(".problems button.do")).to_have_count(0)
    expect(page.locator(".problems header")).to_contain_text("Checked: ")


def test_what_failed_last_stays_among_the_problems(owner: OpenPage) -> None:
    knob = {
        "name": "console",
        "label": "The knob",
        "ok": False,
        "text": "RT-KNOB-CLICKS",
        "mends": "test",
        "counts": {},
    }
    stickers = {
        "doing": "",
        "due": [],
        "ended": "",
        "missing": ["t01", "t02", "t04"],
        "said": "",
        "reason": "",
        "taught": 39,
        "tiles": 39,
    }
    backup = {"made_utc": None, "is_due": False, "fault": "No space left on device."}
    page = owner(changes={"devices": [knob], "stickers": stickers, "backup": backup})
    rows = page.locator(".problems li")
    expect(rows.nth(1)).to_contain_text("The last backup failed")
    expect(rows.nth(2).locator("b")).to_have_text("The last count did not find 3 pieces")
    missing = "The last count did not find 3 pieces: 2 \N{MULTIPLICATION SIGN} bread 1, bread 2"
    expect(page.locator(".stickers .due")).to_have_text(missing)
    rows.nth(2).get_by_role("button", name="Count the pieces").click()
    expect(page.locator(".stickers").get_by_role("button", name="Count the pieces")).to_be_focused()
    rows.nth(0).get_by_role("button", name="Test again").click()
    expect(page.get_by_role("tab", name="Set-up")).to_be_focused()
    expect(page.get_by_role("button", name="Test the parts")).to_be_visible()


def finding(
    code: str,
    severity: str,
    *,
    cause: str,
    device: str = "machine",
    command: str = "",
    at: tuple[str, str] | None = None,
) -> dict[str, Any]:
    said = {"code": code, "severity": severity, "device": device, "cause": cause, "cure": "", "command": command}
    return said | {"mended_at": at}


def test_on_a_phone_problems_take_one_line_but_at_the_devices(owner: OpenPage) -> None:
    lost = {"name": "oled", "label": "The display", "ok": False, "text": "", "gate": False, "counts": {}, "mends": ""}
    page = owner("house", {"devices": [lost]}, size=PHONE, touch=True)
    banner, rows = page.locator(".problems"), page.locator(".problems li")
    expect(banner.get_by_role("heading", name="One thing needs you")).to_be_visible()
    expect(rows).to_be_hidden()
    expect(page.get_by_role("button", name="Check again")).to_be_hidden()
    box = banner.bounding_box()
    assert box is not None
    assert box["height"] < 90
    page.get_by_role("button", name="Show").click()
    expect(rows).to_contain_text("Not working: The display")
    expect(page.get_by_role("tab", name="Devices")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("button", name="Show")).to_be_hidden()
    expect(page.locator("#problems-title")).to_be_focused()


def test_a_gate_is_tested_live_and_the_box_counted_at_the_gates(table: RealTable, owner: OpenPage) -> None:
    """Outside the soak the count is stopped; tests/care/test_admin_service.py counts to the end."""
    page = owner("devices")
    button = page.get_by_role("button", name="Test Blue's gate")
    button.click()
    gate = page.get_by_role("dialog", name="Blue's gate")
    told, counts = gate.get_by_role("status"), gate.get_by_text("The last 5 seconds")
    expect(told).to_contain_text("Lay a piece on the gate")
    expect(gate).to_contain_text("Measured at set-up, 2026-05-01")
    expect(gate).to_contain_text("gain, dB: 38")
    expect(gate.locator("pre")).to_contain_text("reader  ┌──(( coil ))")
    with lying_at_blue(table, "unknown_tag"):
        expect(told).to_have_text("Reads now: An unknown sticker")
        expect(counts).to_contain_text(re.compile("[1-9].* reads, 0 failed"))
        expect(gate.get_by_role("meter", name="good, this gate reads well")).to_be_visible()
    expect(told).to_have_text("Just read: An unknown sticker")
    with lying_at_blue(table, "two_tags"):
        expect(counts).to_contain_text(re.compile("[1-9][0-9]* failed"))
    page.keyboard.press("Escape")
    expect(gate).to_have_count(0)
    expect(button).to_be_focused()

    page.get_by_role("button", name="Count the pieces").click()
    due = page.locator(".stickers .due")
    expect(due).to_have_text(
        re.compile("Still missing \\([0-9]+\\): [0-9] \N{MULTIPLICATION SIGN} bread 1, .* tools 3$")
    )
    stop = page.get_by_role("button", name="Stop")
    expect(stop).to_be_focused()
    if not SOAK:
        stop.click()
        expect(page.locator("#census")).to_be_enabled()
        expect(due).not_to_contain_text("was counted")
        return
    with table.hurried(20):
        expect(due).to_have_text("Every piece that has a sticker was counted.", timeout=LONG_MS)
    expect(page.locator(".health tr", has_text="Blue's gate")).to_contain_text("39 pieces")


@contextmanager
def lying_at_blue(table: RealTable, fault: str) -> Iterator[None]:
    for on in (True, False):
        assert table.post("/api/table/fault", {"name": fault, "place": "blue", "on": on}).status_code == 204
        if on:
            yield


def test_boards_and_lost_devices_are_mended_by_buttons(owner: OpenPage) -> None:
    lost = {"ok": False, "text": "", "gate": False, "counts": {}}
    board = {**lost, "name": "b1", "label": "Blue's board", "mends": "flash"}
    display = {**lost, "name": "oled", "label": "The display", "mends": "restart"}
    sent: list[object] = []

    def mended(route: Route) -> None:
        sent.append((route.request.url.rpartition("/")[2], route.request.post_data_json))
        route.fulfill(status=204)

    page = owner(changes={"devices": [board, display]})
    for mends in ("flash", "restart"):
        page.route(f"**/api/owner/{mends}", mended)
    told = page.locator("#mending")
    page.route("**/api/owner/doctor", lambda route: route.fulfill(json=[finding("RT-HOT", "note", cause="It is hot.")]))
    for device, button, goes in (
        (board, "Update firmware", "Blue's board: updating, up to a minute …"),
        (display, "Restart", "The display: restarting …"),
    ):
        problem = page.locator(".problems li", has_text=str(device["label"]))
        problem.get_by_role("button", name=button).click()
        expect(told).to_have_text(goes)
        expect(told).to_be_focused()
        device.update(ok=True, mends="")
        expect(told).to_have_text(f"{device['label']}: it works")
        expect(problem).to_have_count(0)
    expect(page.locator(".problems li", has_text="It is hot.")).to_be_visible()  # the doctor has looked again
    assert sent == [("flash", {"device": "b1"}), ("restart", {"device": "oled"})]


def test_settings_are_checked_before_saving_and_updates_confirmed(owner: OpenPage, folder: Path) -> None:
    """Outside the soak it ends with the confirmation; tests/care/test_own_update.py derives the answers from files."""
    update = {"installed": "0.1.0", "version": None, "newer": None, "state": "new", "reason": "", "why": ""}
    sent: list[object] = []

    def requested(route: Route) -> None:
        sent.append(json.loads(route.request.post_data or "")["version"])
        update.update(newer=None, state="looks" if sent[-1] == "look" else "asked", reason="", why="")
        route.fulfill(status=204)

    def becomes(told: str, **changes: str) -> None:
        update.update(changes)
        expect(state).to_have_text(told)

    before = (folder / "table.toml").read_text(encoding="utf-8")
    page = owner("system", {"update": update})
    text, keep = page.get_by_label("table.toml"), page.get_by_role("button", name="Save")
    expect(text).to_have_value(before)
    expect(keep).to_be_enabled()
    expect(page.locator(".settings")).not_to_contain_text("restart")
    text.fill(before.replace("open_house", "open_hous"))
    expect(page.locator(".settings .finding-error")).to_contain_text("Did you mean 'open_house'?")
    expect(keep).to_be_disabled()
    text.fill(before.replace("port = 8080", "port = 9000"))
    expect(page.locator(".settings")).to_contain_text("Changes in page take effect when the table is started again")
    keep.click()
    expect(page.locator(".notice")).to_contain_text("Saved: Settings file")
    assert "port = 9000" in (folder / "table.toml").read_text(encoding="utf-8")
    (folder / "table.toml").write_text(before, encoding="utf-8")

    page.route("**/api/owner/update", requested)
    state, now = page.locator("#update-state"), page.get_by_role("button", name="Update now to 0.2.0")
    becomes("Version 0.1.0. Nobody has looked for a newer one yet.")
    page.get_by_role("button", name="Look for updates").click()
    becomes("Version 0.1.0. Looking for a newer one…")
    expect(state).to_be_focused()
    becomes("Version 0.1.0; 0.2.0 is available.", state="found", version="0.2.0", newer="0.2.0")
    now.click()
    page.keyboard.press("Escape")
    assert sent == ["look"]
    now.click()
    page.get_by_role("dialog", name="Update to 0.2.0?").get_by_role("button", name="Update now to 0.2.0").click()
    becomes("Version 0.2.0 is about to be installed…")
    assert sent == ["look", "0.2.0"]
    if not SOAK:
        return
    becomes(
        "Version 0.2.0 is installed when the game is over. A game is being played.",
        state="waits",
        reason="game",
    )
    becomes("Version 0.2.0 is being installed and has to prove itself…", state="trying", reason="")
    with page.expect_event("requestfailed"):
        page.route("**/api/owner?*", lambda route: route.abort())
    expect(page.locator(".notice")).to_be_hidden()
    page.unroute("**/api/owner?*")
    page.route("**/api/owner?*", lambda route: route.fulfill(json=route.fetch().json() | {"update": update}))
    gone = "Version 0.2.0 did not start, so 0.1.0 plays again, with all games. It did not play for long enough."
    becomes(gone, state="rolled-back", reason="silent", why="it did not play for 20 s within 60 s")
    expect(now).to_have_count(0)
    page.get_by_role("button", name="Look for updates").click()
    expect(state).to_have_text("Version 0.1.0. Looking for a newer one…")
    becomes(
        "Version 0.1.0. Nothing was changed. The packages there are not those that were signed.",
        state="refused",
        reason="unsigned",
        why="the packages are not those that were signed: W: GPG error: BADSIG",
    )
    expect(page.get_by_text("W: GPG error: BADSIG")).to_be_visible()


@in_soak("another table's devices mended by buttons, and the restart in tests/care/test_admin_service.py")
def test_a_lost_display_is_restarted_by_a_button(owner: OpenPage) -> None:
    page = owner("system")

    def switch(*, on: bool) -> None:
        fault = {"name": "oled_missing", "on": on}
        assert page.request.post(f"{origin_of(page.url)}/api/table/fault", data=fault).status == 204

    told = page.locator("#mending")
    switch(on=True)
    try:
        page.locator(".problems").get_by_role("button", name="Restart").click()
        expect(told).to_have_text("The display: restarting …")
        expect(told).to_be_focused()
    finally:
        switch(on=False)
    expect(told).to_have_text("The display: it works")
    expect(page.get_by_role("button", name="Restart")).to_have_count(0)
    page.locator(".problems[data-fine]").wait_for()


@in_soak("the numbers of the graphs in tests/care/test_admin_service.py")
def test_graphs_of_the_last_day_say_in_words_what_they_draw(owner: OpenPage) -> None:
    page = owner()
    measured = {"celsius": [50.2, 61.0, 48.4], "memory_mib": [70.0] * 3, "pieces": [0, 12, 3], "faults": [0, 0, 0]}
    page.route("**/api/owner/history", lambda route: route.fulfill(json=measured))
    page.reload()
    graphs = page.locator(".graphs figure")
    expect(graphs).to_have_text(
        [
            "Temperature, °C now 48, lowest 48, highest 61",
            "Memory, MiB now 70, lowest 70, highest 70",
            "Pieces read 15 in all, at most 12 in a minute",
            "Faults 0 in all, at most 0 in a minute",
        ]
    )
    expect(graphs.nth(2).locator("polyline")).to_have_attribute("points", "0,40 1,40 2,0 3,30")
    page.unroute("**/api/owner/history")
    page.route("**/api/owner/history", lambda route: route.fulfill(json=route.fetch().json() | {"celsius": [None]}))
    page.reload()
    expect(graphs.nth(0)).to_contain_text("Memory, MiB")


def test_a_subject_stays_open_and_no_late_answer_undoes_a_choice(table: RealTable, owner: OpenPage) -> None:
    """An overview asked for before the change arrives after it."""
    page = owner()
    page.get_by_role("tab", name="Devices").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="House rules")).to_be_focused()
    expect(page.get_by_label("Hourglass, seconds")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Hourglass, seconds")).to_be_visible()

    silent = page.get_by_label("Mute")
    held: list[tuple[Route, dict[str, Any]]] = []

    def overview(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append((route, route.fetch().json()))

    page.route("**/api/owner?*", overview)
    with page.expect_request("**/api/owner?*"):
        page.get_by_label("Language of the table").select_option("de")
    silent.click()
    page.wait_for_function("document.querySelector('[name=silent]').checked")
    while not held:
        page.wait_for_timeout(50)
    (late, said), *_ = held
    late.fulfill(json=said)
    page.wait_for_timeout(300)
    expect(silent).to_be_checked()
    expect(silent).to_be_focused()
    page.unroute("**/api/owner?*")
    silent.click()
    page.get_by_label("Language of the table").select_option("en")
    expect(silent).not_to_be_checked()
    table.until(lambda: (house(page)["language"], house(page)["silent"]) == ("en", False), "both have arrived")


def test_games_show_how_they_stand_and_the_log_its_newest_lines_first(owner: OpenPage) -> None:
    games = [
        listed(4, "parked", round=2, points={"blue": 7, "yellow": 9}),
        listed(3, "over", round=5, points={"blue": 21, "yellow": 18}, winners=["blue"]),
    ]
    page = owner()
    resumed: list[object] = []

    def take_up(route: Route) -> None:
        resumed.append(route.request.post_data_json)
        games[0]["state"] = "current"
        route.fulfill(status=204)

    page.route("**/api/owner/games", lambda route: route.fulfill(json=games))
    page.route("**/api/parked/take-up*", take_up)
    page.get_by_role("tab", name="Games").click()
    rows = page.locator(".games tbody tr")
    parked, over = rows.nth(0), rows.nth(1)
    expect(parked).to_contain_text("Tumult Royale 4")
    expect(parked).to_contain_text("Blue 7")
    expect(parked).to_contain_text("Round 2")
    games[0]["round"] = 3
    expect(parked).to_contain_text("Round 3")
    expect(over).to_contain_text("Yellow 18")
    expect(over.locator("td").last).to_contain_text("Blue")
    expect(over.get_by_role("link", name="Replay")).to_be_visible()
    page.get_by_role("button", name="Resume game 4").click()
    expect(page.get_by_role("button", name="Resume game 4")).to_have_count(0)
    expect(parked).to_contain_text("on the table")
    expect(page.locator("#open-games")).to_be_focused()
    assert resumed == [{"game": 4}]
    page.get_by_role("button", name="Verify every entry").click()
    expect(page.get_by_text("Every entry is intact.")).to_be_visible()

    lost = {
        "written_utc": "2026-05-01T18:00:00+00:00",
        "warning": True,
        "sentence": "The display is off",
        "details": "no I2C",
    }
    page.route("**/api/owner/log?*", lambda route: route.fulfill(json=[*route.fetch().json(), lost]))
    page.get_by_role("tab", name="System").click()
    lines = page.locator(".log li")
    expect(lines.first).to_contain_text("warning")
    expect(lines.first).to_contain_text("The display is off")
    expect(lines.first.locator("small").last).to_have_text("no I2C")
    expect(lines.filter(has_text="The table started")).to_have_count(1)
    page.get_by_label("Warnings only").check()
    expect(lines.filter(has_text="The table started")).to_have_count(0)
    expect(lines.first).to_contain_text("The display is off")


def listed(game: int, state: str, **how: object) -> dict[str, Any]:
    known = {"title": "Tumult Royale", "last_utc": "2026-05-01T18:00:00+00:00", "actions": 70, "winners": []}
    return {"game": game, "state": state, "castles": ["blue", "yellow"]} | known | how


def test_house_rules_hold_at_once_and_pages_show_what_is_read_aloud(
    table: RealTable, owner: OpenPage, open_page: OpenPage, keep_picture: Callable[[Page, str], None]
) -> None:
    page, guest = owner("house"), open_page(path="/spectator", language="de")
    keep_picture(page, "owner.png")
    page.get_by_label("Hourglass, seconds").fill("25")
    page.keyboard.press("Tab")
    expect(page.get_by_role("status").and_(page.locator(".notice"))).to_contain_text("Saved: Hourglass, seconds")
    expect(page.get_by_label("Language of the table")).to_be_focused()
    page.get_by_label("Hourglass, seconds").fill("9999")
    page.keyboard.press("Tab")
    expect(page.locator("#hourglass_s-told")).to_have_text("Not changed. From 10 to 60.")
    expect(page.get_by_label("Hourglass, seconds")).to_have_value("25")
    table.until(lambda: table.view()["hourglass"]["total_s"] == 25, "the hourglass is longer")
    caption = guest.locator("[role=status].said")
    expect(caption).to_be_hidden()
    aloud = page.get_by_label("What the console shows")
    hears = page.get_by_label("Blue: say each piece aloud before it counts")
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


def test_a_token_is_shown_once_and_can_be_revoked(table: RealTable, owner: OpenPage) -> None:
    page = owner("access")
    page.get_by_label("Name", exact=True).fill("scoreboard")
    page.get_by_role("button", name="Create token").click()
    told = page.locator(".machines ~ .secret")
    told.click()
    token = told.inner_text()
    assert page.evaluate("getSelection().toString()") == token, "a click selects all of it"
    assert pause(table, token) == 204
    page.reload()
    page.get_by_role("button", name="Revoke scoreboard").click()
    expect(page.get_by_text("Revoked: scoreboard")).to_be_visible()
    expect(page.get_by_role("button", name="Revoke scoreboard")).to_have_count(0)
    expect(page.locator(".card", has_text="Machines")).to_be_focused()
    expect(page.get_by_text(token)).to_have_count(0)
    assert pause(table, token) == 401


def pause(table: RealTable, token: str) -> int:
    return table.post("/api/pause", {"on": False}, headers={"authorization": f"Bearer {token}"}).status_code


@in_soak("the same in the set-up")
def test_stickers_cannot_be_taught_during_a_game(owner: OpenPage) -> None:
    changes = {"playing": True}
    page = owner(changes=changes)
    due, count = page.locator(".stickers .due"), page.get_by_role("button", name="Count the pieces")
    expect(due).to_have_text("Stickers have to wait until the game is over.")
    expect(count).to_be_disabled()
    changes["playing"] = False
    page.reload()
    expect(count).to_be_enabled()
    expect(due).to_be_hidden()


def test_an_arrow_that_misses_its_mark_says_so_until_it_works(owner: OpenPage) -> None:
    arrow = {"name": "spinner", "label": "The arrow", "ok": True, "text": "", "gate": False, "counts": {}, "mends": ""}
    page = owner("devices", {"devices": [arrow]})

    def in_vain(route: Route) -> None:
        arrow.update(ok=False, text="spinner: saw the mark nowhere", mends="restart")
        route.fulfill(status=409, json={"error": {"message": "spinner: saw the mark nowhere"}})

    def mended(route: Route) -> None:
        arrow.update(ok=True, text="", mends="")
        route.fulfill(status=204)

    page.route("**/api/owner/calibrate", in_vain)
    page.route("**/api/owner/restart", mended)
    card = page.locator(".card", has_text="Move to its mark")
    page.get_by_role("button", name="Move to its mark").click()
    expect(card).to_contain_text("The arrow does not find its mark.")
    expect(page.locator(".notice")).to_be_hidden()
    page.locator(".problems").get_by_role("button", name="Restart").click()
    expect(page.locator("#mending")).to_have_text("The arrow: it works")
    expect(card).not_to_contain_text("The arrow does not find its mark.")


@in_soak("the calibration in tests/care/test_admin_service.py")
def test_calibrating_the_arrow_shows_the_zero_line_and_fills_settings(table: RealTable, owner: OpenPage) -> None:
    page = owner("devices")
    with table.hurried(20):
        page.get_by_role("button", name="Move to its mark").click()
        expect(page.get_by_label("Degrees clockwise")).to_be_focused(timeout=LONG_MS)
        page.get_by_label("Degrees clockwise").fill("45")
        page.get_by_role("button", name="Show that line").click()
        page.get_by_role("button", name="Settings file").click(timeout=LONG_MS)
        expect(page.get_by_label("table.toml")).to_have_value(re.compile("mark_deg = 44.56"))
        expect(page.get_by_label("table.toml")).to_be_focused()


def test_a_backup_is_checked_before_the_question_and_can_be_cancelled(owner: OpenPage, tmp_path: Path) -> None:
    page = owner("system")
    card, told = page.locator(".card", has_text="Download backup"), page.locator(".notice")
    expect(card).to_contain_text("There is no backup yet")
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download backup").click()
    coming.value.save_as(tmp_path / "backup.zip")
    expect(told).to_contain_text("The backup has been downloaded.")
    expect(card).to_contain_text("Last backup: ")

    (tmp_path / "holiday.jpg").write_bytes(b"JFIF")
    page.get_by_label("Backup file").set_input_files(tmp_path / "holiday.jpg")
    page.get_by_role("button", name="Restore").click()
    expect(page.locator("#backup-told")).to_contain_text("This file cannot be restored.")
    expect(told).to_be_hidden()
    card.get_by_text("Details").click()
    expect(card).to_contain_text("holiday.jpg is not a complete backup of royaltable")
    asked = page.get_by_role("dialog", name="Restore the backup of ")
    expect(asked).to_have_count(0)

    page.get_by_label("Backup file").set_input_files(tmp_path / "backup.zip")
    page.get_by_role("button", name="Restore").click()
    expect(asked).to_contain_text("At the next start its settings, passwords, stickers and games take the place")
    expect(told).to_be_hidden()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Restore").click()
    asked.get_by_role("button", name="Restore").click()
    expect(told).to_contain_text("The backup is ready")
    expect(page.locator(".problems:not([data-fine]) li", has_text="A backup waits for the")).to_be_visible()
    page.get_by_role("button", name="Do not restore it").click()
    expect(page.get_by_text("A backup waits for the")).to_have_count(0)


def test_a_restored_backup_comes_with_a_restart_from_the_page_and_is_told(open_page: OpenPage, tmp_path: Path) -> None:
    """A game is in play: the question names it, and the page finds the table again at its address."""
    with running(tmp_path) as table:
        table.begin("set_aside")
        page = open_page(table.url, path="/owner#system")
        with page.expect_download() as coming:
            page.get_by_role("button", name="Download backup").click()
        coming.value.save_as(tmp_path / "backup.zip")
        table.begin("set_aside", players=3)
        page.get_by_label("Backup file").set_input_files(tmp_path / "backup.zip")
        page.get_by_role("button", name="Restore", exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name="Restore").click()
        banner = page.locator(".problems")
        banner.get_by_role("button", name="Restart the table now").click()
        asked = page.get_by_role("dialog", name="Restart the table?")
        expect(asked).to_contain_text("A game is being played.")
        asked.get_by_role("button", name="Restart the table now").click()
        told = banner.locator("li", has_text="The backup of ")
        expect(told).to_contain_text("was restored", timeout=LONG_MS)
        expect(told).to_contain_text("The former files are kept as sim.journal-kept-")
        assert len(table.view()["players"]) == 2
        page.reload()
        told.get_by_role("button", name="Close").click()
        expect(told).to_have_count(0)


def test_a_backup_that_was_not_restored_stands_first_with_its_reason(owner: OpenPage) -> None:
    outcome = {"made_utc": "", "kept": ["table.journal-restore-failed"], "fault": "the disk is full"}
    page = owner("house", {"restored": outcome})
    row = page.locator(".problems li").first
    expect(row).to_contain_text("The backup was not restored")
    expect(row).to_contain_text("The backup is kept as table.journal-restore-failed.")
    row.get_by_text("Details").click()
    expect(row).to_contain_text("the disk is full")


def test_a_restart_says_first_that_it_loses_the_count_of_the_pieces(owner: OpenPage) -> None:
    stickers = {"doing": "census", "due": [], "missing": [], "said": "", "reason": "", "taught": 0, "tiles": 0}
    page = owner("house", {"restore": True, "stickers": stickers})
    page.locator(".problems").get_by_role("button", name="Restart the table now").click()
    asked = page.get_by_role("dialog", name="Restart the table?")
    expect(asked).to_contain_text("The pieces are being counted.")


def test_an_owner_is_asked_for_a_backup_each_month(owner: OpenPage) -> None:
    page = owner("house", {"backup": {"made_utc": "2026-05-01T18:00:00+00:00", "is_due": True}})
    due = page.locator(".problems li", has_text="The last backup is more than a month old")
    due.get_by_role("button", name="Open: System").click()
    expect(page.get_by_role("button", name="Download backup")).to_be_focused()
    expect(page.get_by_text("Last backup: May 1, 2026")).to_be_visible()


def test_a_locked_page_only_shows(table: RealTable, owner: OpenPage, open_page: OpenPage) -> None:
    page = owner("house")
    visitor = open_page()
    expect(visitor.locator("html")).to_have_attribute("data-page", "table")
    page.get_by_label("Lock the page").click()
    expect(visitor.locator(".lock")).to_have_text("This page is for watching only.")
    expect(visitor.locator("html")).to_have_attribute("data-page", "spectator")
    assert table.post("/api/table/press", {"control": "knob"}).status_code == 401
    page.get_by_label("Lock the page").click()
    expect(visitor.locator("html")).to_have_attribute("data-page", "table")


@in_soak("a locked page")
def test_a_locked_page_returns_to_its_start(
    table: RealTable, devices: Devices, owner: OpenPage, open_page: OpenPage
) -> None:
    page = owner("house")
    page.get_by_label("Lock the page").click()
    left = open_page(path="/")
    devices.install_clock(left)
    left.goto(f"{table.url}/spectator")
    expect(left.locator(".lock")).to_be_visible()
    left.locator("h1").click()
    left.clock.fast_forward("02:01")
    left.wait_for_url(f"{table.url}/")
    page.get_by_label("Lock the page").click()
    expect(left.locator("html")).to_have_attribute("data-page", "table")
