"""axe-core finds no serious fault on the hub's pages; `make test` looks at a sample of them, `make soak` at all."""

from playwright.sync_api import Page, expect

from tests.hub.in_browser.conftest import PASSWORD, OpenRoom, RunningRoom
from tests.hub.in_browser.test_book import played, two_games  # noqa: F401  # fixtures
from tests.hub.in_browser.test_room_page import PHONE, TV
from tests.hub.in_browser.test_tournament_page import NAMES, Evening, evening  # noqa: F401  # a fixture
from tests.support.soak import SOAK, sample
from tests.web.browser.test_accessible import axe, faults  # noqa: F401  # a fixture


def dark(page: Page) -> Page:
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_css("background-color", "rgb(23, 21, 15)")
    return page


def test_room_and_history_have_no_serious_fault(played: RunningRoom, open_room: OpenRoom, axe: str) -> None:  # noqa: F811
    standings = [{"castle": "blue", "points": 3}, {"castle": "grey", "points": 1}]
    played.enter("rt-b", "Window", help=True, standings=standings)
    page = open_room("/no/such/page", PHONE)
    for path in sample(["/table/rt-b", "/players", "/games", "/records", "/mine", "/fleet", "/no/such/page"]):
        page.goto(played.url + path)
        page.locator("body.drawn").wait_for()
        assert faults(page, axe) == [], path
    page.goto(played.url)
    page.get_by_role("button", name="Log in").click()
    page.locator("dialog input").fill(PASSWORD)
    if SOAK:
        assert faults(page, axe) == []
    page.locator("dialog button.do").click()
    page.get_by_role("button", name="Add a table").click()
    assert faults(dark(page), axe) == []
    if SOAK:
        assert faults(open_room("/tv", TV), axe) == []


def test_a_tournament_has_no_serious_fault(evening: Evening, open_room: OpenRoom, axe: str) -> None:  # noqa: F811
    page = open_room("/tournament", pin=evening.pin)
    if SOAK:
        expect(page.locator("form.card")).to_be_visible()
        assert faults(page, axe) == []
    evening.begin(NAMES)
    expect(page.locator(".people .name")).to_have_count(8)
    if SOAK:
        assert faults(page, axe) == []
    evening.draw()
    evening.end(0)
    expect(page.locator(".standing")).to_be_visible()
    assert faults(page, axe) == []
    page.locator(".of-game button").last.click()
    page.locator("dialog .finish button").first.click()
    assert faults(dark(page), axe) == []
    for path in ("/tournament/sign-up", "/tournament/tv", "/tournament/seat", "/tournament/slips") if SOAK else ():
        assert faults(open_room(path, TV if path.endswith("tv") else PHONE), axe) == [], path
