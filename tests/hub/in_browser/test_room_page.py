"""The room in a browser: cards that follow their tables, calls for help, and the owner's page of the fleet."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

import hub.room
from controller.fleet.enrolment import format_letters
from controller.texts.translation import LANGUAGES, translate
from tests.hub.enrolment.test_admission import Asking
from tests.hub.in_browser.conftest import PASSWORD, REAL, OpenRoom, RunningRoom, opening
from tests.support.real_table import PATIENCE_S
from tests.support.soak import sample
from tests.web.browser.chromium import Devices
from tests.web.browser.relay import relayed

PHONE = ViewportSize(width=390, height=844)
TV = ViewportSize(width=1920, height=1080)


def card(page: Page, name: str) -> Locator:
    return page.locator("article.of-table").filter(has=page.get_by_role("heading", name=name, exact=True))


def overflows(page: Page) -> list[str]:
    """Return what reaches beyond the width of the page, except for links that a heading cuts."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("#page *")]
            .filter((each) => each.checkVisibility() && !each.closest(".unseen, .skip, h2 > a"))
            .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
            .map((each) => `${each.tagName}.${each.className}`)"""
    )
    wider: bool = page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
    return [*found, *(["the page"] if wider else [])]


def put_clock_forward(page: Page, seconds: float) -> None:
    """Put the page's clock forward."""
    page.evaluate(
        """(ms) => {
            const now = performance.now.bind(performance);
            performance.now = () => now() + ms;
        }""",
        1000 * seconds,
    )


def test_a_real_tables_card_follows_its_game_and_shows_its_board(room: RunningRoom, open_room: OpenRoom) -> None:
    page = open_room()
    real = card(page, "Table 1")
    expect(real).to_contain_text("Press the knob to begin")
    room.enter("rt-b", "Older")
    room.enter("rt-c", "Odd")
    room.say("rt-c", "board", {"game": "tumult_royale", "view": {}})
    room.table.begin("taxes")
    expect(real).to_have_attribute("data-state", "playing")
    expect(real.locator(".game")).to_have_text("Tumult Royale")
    expect(real.locator(".round")).to_have_text("Round 1")
    points = [str(player["placed"]) for player in room.table.view()["players"]]
    expect(real.locator(".standings b")).to_have_text(points)
    board = real.locator("img.board")
    board.scroll_into_view_if_needed(timeout=1000 * PATIENCE_S)
    expect(board).to_have_js_property("naturalWidth", 472)
    first = board.get_attribute("src")
    room.table.count()
    expect(real.locator(".step")).not_to_contain_text("Take")
    expect(board).not_to_have_attribute("src", first or "", timeout=1000 * PATIENCE_S)
    expect(board).to_have_js_property("naturalWidth", 472)
    expect(card(page, "Odd").locator("img.board")).to_have_js_property("naturalWidth", 0)
    expect(card(page, "Older").locator("img")).to_have_count(0)


SHIFTS = """() => new Promise((done) => {
  const add = (list) => done(list.getEntries().reduce((sum, one) => sum + one.value, 0));
  new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(0), 500);
})"""
"""How much of the page has moved since it was opened."""


@pytest.mark.parametrize("path", ["/", "/tv"])
def test_cards_stand_still_while_the_page_opens(room: RunningRoom, open_room: OpenRoom, path: str) -> None:
    room.table.begin("taxes")
    room.enter("rt-b", "Window", rules="tudor", step="rings", to_act="blue")
    page = open_room(path)
    expect(card(page, "Window").locator(".step")).to_contain_text("choose your ring")
    assert page.evaluate(SHIFTS) < 0.01


def test_a_board_whose_picture_failed_comes_with_the_next_move(room: RunningRoom, open_room: OpenRoom) -> None:
    room.table.begin("taxes")
    page = open_room("/mine")
    page.route("**/board.svg*", lambda route: route.fulfill(status=204))
    page.goto(room.url)
    board = card(page, "Table 1").locator("img.board")
    expect(board).to_have_js_property("naturalWidth", 0)
    page.unroute("**/board.svg*")
    room.table.count()
    expect(board).to_have_js_property("naturalWidth", 472, timeout=1000 * PATIENCE_S)
    expect(board).to_be_visible()


def test_a_tables_page_fits_a_phone_however_long_its_step_is(room: RunningRoom, open_room: OpenRoom) -> None:
    text = f"Round 2: {'Maximiliane-Theodora, ' * 6}press the knob."
    room.enter("rt-b", "The long table below the window", text=text)
    page = open_room("/table/rt-b", PHONE)
    step = page.locator(".banner .step")
    expect(step).to_contain_text("press the knob.")
    assert overflows(page) == []
    assert step.evaluate("(each) => each.scrollHeight <= each.clientHeight + 1")


def test_a_step_is_said_in_the_pages_language_if_its_game_has_words(room: RunningRoom, open_room: OpenRoom) -> None:
    room.enter("rt-b", "Window", rules="tumult_royale")
    room.enter("rt-c", "Bar", rules="tudor", step="rings", to_act="blue", text="Blue takes a ring.")
    room.enter("rt-d", "Older")
    room.enter("rt-f", "Turn", rules="tudor", step="actions", to_act="grey")
    room.enter("rt-g", "Token", rules="tudor", step="token", to_act="grey")
    room.enter("rt-e", "Over", rules="tudor", game="Tudor", playing=False, step="new_game", text="Blue wins.")
    page = open_room(language="de")
    for name, text in {
        "Window": "Raube! Trag Plättchen über dein Tor.",
        "Bar": "Blau: Wähle deinen Ring.",
        "Older": "Take tiles! 12 taken.",
        "Turn": "Grün macht einen Zug.",
        "Token": "Grün macht einen Zug.",
        "Over": "Tudor ist zu Ende.",
    }.items():
        expect(card(page, name).locator(".step")).to_contain_text(text)
    expect(card(page, "Turn").locator(".standings .named")).to_have_text(["Blau", "Gelb", "Grün"])


@pytest.mark.parametrize("language", sample(LANGUAGES[::-1]))
def test_a_steward_comes_to_a_table_that_calls(room: RunningRoom, open_room: OpenRoom, language: str) -> None:
    keys = ("page-need-help", "page-room-come", "page-room-taken")
    calls, coming, taken = (translate(language, key) for key in keys)
    page = open_room(size=PHONE, language=language)
    room.enter("rt-b", "Window", help=True)
    need = page.locator(".needs li[data-code=help]")
    expect(need).to_contain_text(calls)
    expect(need.get_by_role("button")).to_have_count(0)
    expect(card(page, "Window").locator(".badge")).to_have_text(calls)

    page.locator(".top > button.quiet").click()
    page.locator("dialog input").fill(room.pin)
    page.locator("dialog button.do").click()
    expect(page.get_by_role("button", name=translate(language, "page-logout"))).to_be_visible()
    button = need.get_by_role("button", name=coming)
    with room.broker.listened_to() as heard:
        button.click()
        expect(page.locator(".needs .taken")).to_have_text(taken)
        assert heard.until("royaltable/v1/rt-b/ask") == (False, {"do": "coming"})
    expect(button).to_be_hidden()
    assert overflows(page) == []
    room.enter("rt-b", "Window")
    expect(page.locator(".needs")).to_be_hidden()


def test_the_menu_closes_by_a_key_or_click_and_a_wrong_pin_says_so(room: RunningRoom, open_room: OpenRoom) -> None:
    page = open_room()
    sheet = page.locator(".prefs .sheet")
    page.locator(".prefs summary").click()
    expect(sheet).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(page.locator(".prefs summary")).to_be_focused()
    page.locator(".prefs summary").click()
    page.locator(".top h1").click()
    expect(sheet).to_be_hidden()
    page.get_by_role("button", name="Log in").click()
    page.locator("dialog input").fill("0")
    page.locator("dialog button.do").click()
    expect(page.locator("dialog [role=alert]")).to_have_text("Wrong PIN or password.")


def test_the_owner_lets_a_table_in_by_its_letters(room: RunningRoom, open_room: OpenRoom) -> None:
    page = open_room()
    button = page.get_by_role("button", name="Add a table")
    page.get_by_role("button", name="Log in").click()
    expect(button).to_have_count(0)
    page.locator("dialog input").fill(PASSWORD)
    page.locator("dialog button.do").click()
    button.click()
    dialog = page.get_by_role("dialog", name="Add a table")
    table = Asking(room.desk)
    table.open()
    dialog.get_by_label("Letters on its display").fill("bcdf ghjk")
    dialog.get_by_role("button", name="Add").click()
    expect(dialog.get_by_role("status")).to_contain_text("No table shows these letters")
    dialog.get_by_label("Letters on its display").fill(format_letters(table.letters))
    dialog.get_by_label("Name in this room").fill("By the window")
    dialog.get_by_role("button", name="Add").click()
    expect(dialog.get_by_role("status")).to_have_text("By the window has joined.")
    member = table.ask().membership
    assert member is not None
    assert (member.name, member.hub) == ("By the window", "Café Royal")
    room.enter(member.table, "By the window")
    room.enter("rt-stray", "Stray")
    goes = dialog.get_by_label("Remove a table")
    goes.select_option("By the window")
    dialog.get_by_role("button", name="Remove").click()
    page.get_by_role("button", name="Yes").click()
    expect(dialog.get_by_role("status")).to_have_text("By the window has been removed.")
    expect(goes.locator("option", has_text="By the window")).to_have_count(0)
    goes.select_option("Stray")
    dialog.get_by_role("button", name="Remove").click()
    page.get_by_role("button", name="Yes").click()
    expect(dialog.get_by_role("status")).to_contain_text("There is no table")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_seconds_run_down_or_stand_and_a_lost_table_stays_a_card(room: RunningRoom, open_room: OpenRoom) -> None:
    page = open_room()
    room.enter("rt-b", "Window", left_s=600.0)
    room.enter("rt-c", "Bar", left_s=12.0, paused=True)
    expect(card(page, "Bar").locator(".seconds")).to_have_text("paused, 12 s")
    room.enter("rt-d", "Door")
    expect(card(page, "Door").locator(".round")).to_be_visible()
    heads = [card(page, name).locator("header").bounding_box() for name in ("Door", "Window", "Bar")]
    assert len({head["height"] for head in heads if head}) == 1, "an hourglass moves nothing"
    seconds = card(page, "Window").locator(".seconds")
    expect(seconds).to_have_text(re.compile(r"^5[89]\d s$"))
    first = seconds.inner_text()
    expect(seconds).not_to_have_text(first)
    assert int(seconds.inner_text().split()[0]) < int(first.split()[0])
    expect(card(page, "Bar").locator(".seconds")).to_have_text("paused, 12 s")

    room.say("rt-b", "presence", {"online": False, "boot": "x", "name": "Window"})
    expect(card(page, "Window")).to_have_attribute("data-state", "away")
    expect(card(page, "Window").locator(".game")).to_have_text("Offline")
    middle = card(page, "Bar").locator(".standings").bounding_box()
    assert middle is not None
    page.mouse.click(middle["x"] + 90, middle["y"] + 20)
    expect(page).to_have_url(re.compile("/table/rt-c$"))


def test_what_a_table_calls_itself_is_text_and_fits(room: RunningRoom, open_room: OpenRoom) -> None:
    page = open_room(size=PHONE)
    name = "<img src=x onerror=alert(1)>" + "W" * 200
    room.enter(
        "rt-b", name, text="<b>bold</b> " + "x" * 230, game="y" * 250, standings=[{"castle": "<i>", "points": 3}]
    )
    shown = page.locator("article.of-table", has_text="<img src=x")
    expect(shown.locator("h2")).to_have_text(name)
    expect(shown.locator(".step")).to_contain_text("<b>bold</b>")
    assert page.locator("article img:not(.board), article b b, article i").count() == 0
    assert overflows(page) == []


def test_the_television_shows_alarms_on_cards_and_winners_in_its_head(
    room: RunningRoom, open_room: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub.room, "LARGE_EVENT_S", 25.0)  # a busy machine looks late
    room.enter("rt-b", "Window", rules="tumult_royale")
    alarm = "Tumult! bread: 3 left of 4."
    steps = {"en": alarm, "de": "Tumult! Brot: 3 von 4 sind übrig."}
    wins = {"en": "Blue wins with 2.", "de": "Blau gewinnt mit 2."}
    pages = {language: open_room("/tv", TV, language=language) for language in sample(list(steps))}
    cards = open_room("/")
    for page in (*pages.values(), cards):
        expect(card(page, "Window")).to_be_visible()
    room.say("rt-b", "event", {"event_type": "alarm", "text": alarm, "translations": {"de": steps["de"]}})
    for language, page in pages.items():
        expect(card(page, "Window")).to_have_attribute("data-needed", "")
        expect(card(page, "Window").locator(".alarm")).to_have_text(steps[language])
        expect(page.locator(".news")).to_be_hidden()
    room.say("rt-b", "event", {"event_type": "alarm", "text": "Tumult over tools.", "translations": {}})
    for language, page in pages.items():
        expect(card(page, "Window").locator(".alarm")).to_have_text(f"{steps[language]} Tumult over tools.")
    expect(card(cards, "Window").locator(".alarm")).to_have_text(f"{alarm} Tumult over tools.")
    tops = [card(page, "Window").bounding_box() for page in pages.values()]
    room.enter("rt-b", "Window", rules="tumult_royale", playing=False, winners=["blue"])
    room.say("rt-b", "event", {"event_type": "over", "game": "Tudor", "winners": ["blue"]})
    for language, page in pages.items():
        expect(page.locator(".news")).to_have_text(f"Window: {wins[language]}")
        expect(card(page, "Window").locator(".step")).to_have_text(wins[language])
        expect(card(page, "Window").locator(".standings li").first).to_have_attribute("data-leads", "")
    assert [card(page, "Window").bounding_box() for page in pages.values()] == tops
    for page in pages.values():
        put_clock_forward(page, 26.0)
        expect(page.locator(".news")).to_be_hidden()
        assert page.locator("button, input, select, summary").count() == 0


@pytest.mark.parametrize("length", [1, 7])
def test_on_a_phone_an_alarm_is_read_whole_and_moves_nothing(
    room: RunningRoom, open_room: OpenRoom, length: int
) -> None:
    for number in range(1, 4):
        room.enter(f"rt-{number}", f"Table {number}", rules="tumult_royale")
    page = open_room(size=PHONE)
    shown = card(page, "Table 2")
    expect(shown.locator("h2")).to_be_visible()
    parts = [shown.locator(part) for part in ("h2", ".board", ".standings", ".step")]
    before = [part.bounding_box() for part in parts]
    room.say("rt-2", "event", {"event_type": "alarm", "text": "Tumult over bread: 3 left, 4 wanted. " * length})
    alarm = shown.locator(".alarm")
    expect(alarm).to_be_visible()
    assert [part.bounding_box() for part in parts] == before
    assert alarm.evaluate("(each) => parseFloat(getComputedStyle(each).fontSize)") >= 13
    band, around = alarm.bounding_box(), shown.bounding_box()
    assert band is not None
    assert around is not None
    assert around["y"] < band["y"]
    assert band["y"] + band["height"] < around["y"] + around["height"]
    assert alarm.evaluate("(each) => each.scrollHeight <= each.clientHeight")
    assert overflows(page) == []


@pytest.mark.parametrize(("path", "size"), [("/tv", TV), ("/", ViewportSize(width=1280, height=800))])
def test_an_alarm_is_read_whole_on_the_board_and_moves_nothing(
    room: RunningRoom, open_room: OpenRoom, monkeypatch: pytest.MonkeyPatch, path: str, size: ViewportSize
) -> None:
    monkeypatch.setattr(hub.room, "LARGE_EVENT_S", 25.0)
    room.table.begin("taxes")
    for number in range(2, 5):
        room.enter(f"rt-{number}", f"Table {number}", rules="tumult_royale", game="Tumult Royale")
    room.say("rt-2", "board", {"game": "tumult_royale", "view": room.table.view()})
    page = open_room(path, size)
    shown = card(page, "Table 2")
    expect(shown.locator("img.board")).to_have_js_property("naturalWidth", 472)
    parts = [shown.locator(part) for part in ("h2", ".board", ".standings", ".step")]
    before = [part.bounding_box() for part in parts]
    for each in ("bread", "marble", "tools"):
        who = "Maximilian robbed 8 and is the greediest even with one off for mercy, pays 3."
        room.say("rt-2", "event", {"event_type": "alarm", "text": f"Tumult over {each}: 1 left, 2 wanted. {who}"})
    alarm = shown.locator(".alarm")
    expect(alarm).to_contain_text("tools")
    assert [part.bounding_box() for part in parts] == before
    band, board = alarm.bounding_box(), before[1]
    assert band is not None
    assert board is not None
    assert board["y"] <= band["y"]
    assert band["y"] + band["height"] == pytest.approx(board["y"] + board["height"], abs=2)
    assert alarm.evaluate("(each) => parseFloat(getComputedStyle(each).fontSize)") >= 13


def test_a_tables_card_says_each_step_of_a_game(room: RunningRoom, open_room: OpenRoom) -> None:
    page = open_room()
    steps = {"spin": "Blue spins", "set_aside": "three tiles aside", "collect": "hourglass", "build": "Blue builds"}
    for step, says in steps.items():
        room.enter("rt-2", "Table 2", rules="tumult_royale", game="Tumult Royale", step=step, to_act="blue")
        expect(card(page, "Table 2").locator(".step")).to_contain_text(says)


def test_a_television_shows_a_whole_announcement_in_its_own_colour_before_a_winner(
    room: RunningRoom, open_room: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub.room, "LARGE_EVENT_S", 25.0)
    text = "Maximilian: the kitchen closes in ten minutes; last orders for soup and salad at"
    assert len(text) == 80
    for number in range(2, 5):
        room.enter(f"rt-{number}", f"Table {number}")
    page = open_room("/tv", TV)
    news = page.locator(".news p")
    room.say("rt-2", "event", {"event_type": "over", "game": "Tudor", "winners": ["blue"]})
    expect(news).to_contain_text("wins")
    background = "(each) => getComputedStyle(each).backgroundColor"
    winners = news.evaluate(background)
    steward = open_room(pin=room.pin)
    steward.get_by_role("button", name="Announcement").click()
    message = steward.get_by_label("Message to all tables and televisions")
    message.fill(f"{text} the bar")
    expect(steward.get_by_role("alert")).to_have_text("Too long by 8 letters")
    expect(steward.get_by_role("button", name="Send to all")).to_be_disabled()
    message.fill(text[:-1])
    expect(steward.get_by_role("dialog")).to_contain_text("One letter left")
    message.fill(text)
    steward.keyboard.press("Enter")
    expect(news).to_contain_text(text)
    assert news.evaluate(background) != winners
    room.say("rt-3", "event", {"event_type": "over", "game": "Tudor", "winners": ["blue"]})
    room.enter("rt-3", "Table 3", playing=False, winners=["blue"])
    expect(card(page, "Table 3").locator(".step")).to_contain_text("wins")
    expect(news).to_contain_text(text)
    put_clock_forward(page, 45.0)
    expect(news).to_contain_text(text)
    assert news.evaluate("(each) => each.scrollWidth <= each.clientWidth && each.scrollHeight <= each.clientHeight")
    assert overflows(page) == []
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")


def test_a_televisions_boards_stand_level_and_keep_their_place_after_the_game(
    room: RunningRoom, open_room: OpenRoom
) -> None:
    room.table.begin("taxes")
    room.enter(
        "rt-w", "The table by the window of the large hall", rules="tumult_royale", round=10, game="Tumult Royale"
    )
    room.say("rt-w", "board", {"game": "tumult_royale", "view": room.table.view()})
    page = open_room("/tv", TV)
    boards = page.locator("article .board")
    expect(boards).to_have_count(2)
    for at in range(2):
        expect(boards.nth(at)).to_have_js_property("naturalWidth", 472)
    before = [boards.nth(at).bounding_box() for at in range(2)]
    tops, heights = zip(*((box["y"], box["height"]) for box in before if box), strict=True)
    assert tops[0] == tops[1]
    assert heights[0] > 0.45 * TV["height"]
    room.enter("rt-w", "The table by the window of the large hall", playing=False, winners=["blue"], round=None)
    expect(page.locator("[data-state=free] .step")).to_have_text("Blue wins with 2.")
    assert [boards.nth(at).bounding_box() for at in range(2)] == before


@pytest.mark.parametrize("tables", [1, 2, 3, 4, 8])
def test_a_television_shows_every_player_whole_whatever_is_said(
    room: RunningRoom, open_room: OpenRoom, tables: int
) -> None:
    four = [{"castle": color, "points": 12, "color": color} for color in ("blue", "yellow", "purple", "green")]
    long = {"round": 10, "left_s": 8.0, "text": "A long step. " * 20, "standings": four}
    for number in range(2, tables + 1):
        room.enter(f"rt-{number}", f"Table {number}", game="Tumult Royale", **long)
        room.say(f"rt-{number}", "board", {"game": "tumult_royale", "view": room.table.view()})
    room.table.begin("taxes")
    page = open_room("/tv", TV)
    expect(page.locator(".standings:visible")).to_have_count(tables)
    cut = page.evaluate(
        """() => [...document.querySelectorAll(".of-table :is(.standings, .standings li, .game, .round)")]
            .filter((each) => {
                const [box, card] = [each, each.closest(".of-table")].map((one) => one.getBoundingClientRect());
                const overflows = each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth;
                return overflows || box.bottom > card.bottom || box.right > card.right;
            })
            .map((each) => `${each.className}: ${each.textContent}`)"""
    )
    assert cut == []


def test_a_phone_shows_two_tables_at_once_by_first_names(room: RunningRoom, open_room: OpenRoom) -> None:
    for number in range(2, 5):
        room.enter(f"rt-{number}", f"Table {number}", game="Tumult Royale", game_no=1)
    page = open_room("/mine", PHONE)
    castles = {"blue": "Maximilian von Hohenzollern", "yellow": "Anna-Lena Schmidt", "grey": "Anna-Lena Schulze"}
    seats = {"rt-2": {"game_no": 1, "seats": {each: {"name": name} for each, name in castles.items()}, "before": {}}}
    page.route("**/api/seats", lambda route: route.fulfill(json=seats))
    forecast = {f"rt-{number}": 12 for number in range(2, 5)}
    page.route("**/api/forecasts", lambda route: route.fulfill(json=forecast))
    page.goto(room.url)
    named = card(page, "Table 2").locator(".named")
    expect(named).to_have_text(["Maximilian", "Anna-Lena Schmidt", "Anna-Lena Schulze"])
    for name in ("Table 1", "Table 2"):
        expect(card(page, name).locator(".standings, .step").first).to_be_in_viewport(ratio=1)
    game = card(page, "Table 2").locator(".game")
    expect(card(page, "Table 2").locator(".round")).to_contain_text("12 min")
    assert game.evaluate("(each) => each.getClientRects().length === 1 && each.clientHeight < 30")
    assert overflows(page) == []


TABLES = 41
"""More than a television shows at once."""


def test_on_a_television_all_cards_come_in_turn_and_each_is_whole(room: RunningRoom, open_room: OpenRoom) -> None:
    for number in range(2, TABLES + 1):
        room.say(f"rt-{number}", "presence", {"online": True, "boot": "x", "name": f"Table {number}"})
    room.until_online([f"rt-{number}" for number in range(2, TABLES + 1)])
    page = open_room("/tv", TV)
    wanted = {f"Table {number}" for number in range(1, TABLES + 1)}
    page.wait_for_function("() => document.querySelectorAll('article').length > 15")
    rest = wanted - set(page.locator("article h2").all_text_contents())
    assert rest
    put_clock_forward(page, 12.0)
    page.wait_for_function(
        """rest => {
            const shown = [...document.querySelectorAll("article h2")].map((each) => each.textContent);
            return rest.every((name) => shown.includes(name));
        }""",
        arg=sorted(rest),
    )
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    assert overflows(page) == []


@pytest.mark.parametrize("language", sample(LANGUAGES[::-1]))
def test_the_owner_sees_all_tables_and_asks_them(room: RunningRoom, open_room: OpenRoom, language: str) -> None:
    waits = translate(language, "page-fleet-update-rolled-back", {"version": "0.2.0"})
    done = translate(language, "page-fleet-done")
    room.enter("rt-b", "Window")
    update = {"version": "0.2.0", "state": "rolled-back", "why": "it did not play"}
    room.say("rt-b", "reported", {"update": update})
    page = open_room("/fleet", PHONE, language=language, password=PASSWORD)
    window, real = (page.locator(f"[data-table={table}]") for table in ("rt-b", REAL))
    expect(window.locator("> .facts")).to_contain_text(waits)
    expect(real.get_by_role("heading")).to_have_text("Table 1")
    expect(page.locator("[aria-current=page]")).to_have_attribute("href", "/fleet")
    for size in (TV, PHONE):
        page.set_viewport_size(size)
        assert overflows(page) == []

    real.locator("input").fill("Round 3 begins at 8.")
    real.locator("form button").click()
    expect(real.locator(".told")).to_have_text(done)
    story: Any = room.table.view()["story"]
    assert "From the staff: Round 3 begins at 8." in story
    real.locator(".ends button").nth(1).click()
    expect(real.locator(".rows li").first).to_be_visible()
    with page.expect_download() as download:
        real.locator(".ends button").nth(2).click()
    assert download.value.suggested_filename == f"{REAL}-report.zip"
    assert overflows(page) == []


def test_an_address_without_a_page_and_one_for_the_owner_say_so(room: RunningRoom, open_room: OpenRoom) -> None:
    page = open_room("/no/such/page")
    expect(page.get_by_role("heading")).to_have_text("There is no such page.")
    page.get_by_role("link", name="To the room").click()
    expect(page.locator("nav.places [aria-current=page]")).to_have_text("The room")
    expect(page.locator("nav.places")).not_to_contain_text("Fleet")
    page.goto(f"{room.url}/fleet")
    expect(page.locator("main")).to_contain_text("Only the owner sees the fleet")
    expect(page.locator(".fleet")).to_have_count(0)


@pytest.mark.parametrize("path", sample(["/", "/tv", "/tournament"]))
def test_a_page_that_wakes_up_renews_its_stream_and_notices_an_update(
    room: RunningRoom, devices: Devices, path: str
) -> None:
    with relayed(room.url) as network, opening(devices, network.url, path, PHONE) as open_one:
        page = open_one()
        present = httpx.get(network.url).headers["royaltable"]
        network.newer = f"royaltable: {present}".encode(), f"royaltable: {present[::-1]}".encode()
        with page.expect_request("**/stream?language=en"):
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        offer = page.get_by_role("button", name="New version: reload")
        expect(offer).to_be_visible()
        network.newer = None
        offer.click()
        page.locator("body.drawn").wait_for()
        expect(offer).to_have_count(0)
