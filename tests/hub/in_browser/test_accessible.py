"""axe-core finds no serious fault on the hub's pages, neither on a phone nor in the dark."""

from playwright.sync_api import Page, expect

from tests.hub.in_browser.conftest import PASSWORD, OpenRoom, RunningRoom
from tests.hub.in_browser.test_book import kept, ship, sit, waited_for  # noqa: F401  # a fixture
from tests.hub.in_browser.test_room_page import PHONE, TV
from tests.hub.in_browser.test_tournament_page import (  # noqa: F401  # fixtures
    Evening,
    begin,
    draw,
    end_one,
    enter_all,
    evening,
    log_in,
    opens,
)
from tests.web.browser.test_accessible import axe, faults  # noqa: F401  # a fixture


def dark(page: Page) -> Page:
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_css("background-color", "rgb(23, 21, 15)")
    return page


def test_room_and_history_have_no_serious_fault(kept: RunningRoom, open_room: OpenRoom, axe: str) -> None:  # noqa: F811
    ship(kept, 1)
    sit(kept, 1)
    kept.enter(
        "rt-b", "Window", help=True, standings=[{"castle": "blue", "points": 3}, {"castle": "grey", "points": 1}]
    )
    page = open_room("/players", PHONE)
    waited_for(page, page.url, lambda: page.locator(".ranking tbody tr"))
    assert faults(page, axe) == []
    for path in ("/", "/games", "/records", "/mine", "/table/rt-b", "/fleet", "/no/such/page"):
        page.goto(kept.url + path)
        page.locator("body.drawn").wait_for()
        assert faults(page, axe) == [], path
    page.goto(kept.url)
    page.get_by_role("button", name="Log in").click()
    page.locator("dialog input").fill(PASSWORD)
    assert faults(dark(page), axe) == []
    page.locator("dialog button.do").click()
    page.get_by_role("button", name="Add a table").click()
    assert faults(page, axe) == []
    assert faults(open_room("/tv", TV), axe) == []


def test_a_tournament_has_no_serious_fault(evening: Evening, opens: OpenRoom, axe: str) -> None:  # noqa: F811
    page = opens()
    log_in(page, evening.pin)
    assert faults(page, axe) == []
    begin(page)
    assert faults(page, axe) == []
    enter_all(page)
    draw(page)
    end_one(page, "Table 1")
    assert faults(page, axe) == []
    page.locator(".of-game button").last.click()
    page.locator("dialog .finish button").first.click()
    assert faults(dark(page), axe) == []
    for path in ("/tournament/tv", "/tournament/sign-up", "/tournament/seat", "/tournament/slips"):
        assert faults(opens(path, TV if path.endswith("tv") else PHONE), axe) == [], path
