"""A tournament as its organiser does it, and as guests, phones, a television and a printer see it; real PostgreSQL."""

import json
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
from playwright.sync_api import Page, ViewportSize, expect

from controller.texts import translation
from controller.texts.translation import LANGUAGES, translate
from hub.page.access import Role, RoomSecrets
from tests.hub.in_browser.conftest import OpenRoom, opening, serve, until_in_the_room
from tests.hub.in_browser.test_room_page import PHONE, TV, overflows
from tests.hub.running import run_in_background
from tests.hub.test_room import HERE, STATE
from tests.support.mosquitto import Mosquitto, need_mosquitto
from tests.support.ports import free_port
from tests.support.real_table import PATIENCE_S
from tests.support.soak import sample
from tests.web.browser.chromium import DOCS, Devices

GUIDE: Final = (DOCS / "tournament.md").read_text(encoding="utf-8")
STEPS: Final = GUIDE[: GUIDE.index("## Who plays whom")]
AT_THE_CONSOLE: Final = {"Round 2: press"}

DESK: Final = ViewportSize(width=1366, height=900)
NAMES: Final = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hal")


class Evening:
    """A hub's page with tournaments, its broker, the organiser's PIN."""

    def __init__(self, url: str, pin: str, broker: Mosquitto) -> None:
        self.url, self.pin, self.broker = url, pin, broker

    def table(self, table: str, name: str) -> None:
        self.broker.publish(f"royaltable/v1/{table}/presence", _json(HERE | {"name": name}), "-r")
        self.broker.publish(f"royaltable/v1/{table}/state", _json(STATE | {"playing": False}), "-r")
        until_in_the_room(self.url, [table])


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value)


@pytest.fixture
def evening(database: str, tmp_path: Path, cheap_secrets: None) -> Iterator[Evening]:
    need_mosquitto()
    broker = Mosquitto(tmp_path)
    broker.start()
    keys, port = RoomSecrets(tmp_path), free_port()
    pin = keys.replace_pin(Role.ORGANISER).reveal()
    ready = threading.Event()
    with run_in_background(serve(broker, tmp_path, port, database, ready)):
        assert ready.wait(PATIENCE_S)
        one = Evening(f"http://127.0.0.1:{port}", pin, broker)
        one.table("rt-a", "Table 1")
        one.table("rt-b", "Table 2")
        yield one
    broker.kill()


@pytest.fixture
def opens(devices: Devices, evening: Evening) -> Iterator[OpenRoom]:
    with opening(devices, evening.url, "/tournament", DESK) as open_one:
        yield open_one


def log_in(page: Page, pin: str) -> None:
    page.locator(".top > button.quiet").click()
    page.locator("dialog input").first.fill(pin)
    page.locator("dialog button.do").first.click()
    page.locator("form.begin, .controls").first.wait_for()


def begin(page: Page, name: str = "Spring cup", rounds: int = 2) -> None:
    form = page.locator("form.begin")
    form.locator("[name=name]").fill(name)
    form.locator("[name=rounds]").fill(str(rounds))
    form.locator("[name=minutes]").fill("45")
    expect(form.locator("fieldset input:checked")).to_have_count(2)
    form.locator("button.do").click()
    expect(page.locator(".top h1")).to_have_text(name)


def enter_all(page: Page, names: Sequence[str] = NAMES) -> None:
    """Enter a list of people who are here."""
    page.locator("[name=list]").fill("\n".join(names))
    page.get_by_role("checkbox", name="They are all here").check()
    page.get_by_role("button", name=re.compile("Enter .* pe")).click()
    expect(page.get_by_role("heading", name=f"Players: {len(names)} of {len(names)} here")).to_be_visible()


def draw(page: Page) -> None:
    page.get_by_role("button", name=re.compile("Close entries|Next round")).click()
    page.get_by_role("button", name="Draw", exact=True).click()
    page.locator(".of-game").first.wait_for()


def end_all(page: Page) -> None:
    for table in page.locator(".rounds > div").first.locator(".of-game h3").all_text_contents():
        end_one(page, table)


def end_one(page: Page, table: str) -> None:
    """The game at this table of the latest round ends as its people sit."""
    heading = page.get_by_role("heading", name=table, exact=True)
    game = page.locator(".rounds > div").first.locator(".of-game").filter(has=heading)
    game.get_by_role("button").click()
    finish(page)
    expect(game).to_have_attribute("data-state", "over")


def finish(page: Page, order: Sequence[int] = (0, 1, 2)) -> None:
    """Tap the players, by their seats, in the order of their places; the one who is left is last."""
    for seat in order:
        page.locator("dialog[open] .finish button").nth(seat).click()
    page.locator("dialog[open] button.do").click()
    expect(page.locator("dialog")).to_have_count(0)


def test_what_the_guide_names_is_what_the_page_says() -> None:
    named = set(re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", STEPS)) - AT_THE_CONSOLE
    assert len(named) > 12
    said = {str(text) for text in translation.page_texts("en").values()}
    assert {each for each in named if not any(text.startswith(each) for text in said)} == set()


def test_an_evening_from_a_list_of_names_to_the_winner(evening: Evening, opens: OpenRoom) -> None:
    page = opens()
    expect(page.locator(".empty-state .title")).to_have_text("No tournament is running")
    log_in(page, evening.pin)
    begin(page)
    commitment = page.locator(".seeds dd").first.text_content()
    page.locator("[name=list]").fill("Name,Club\n" + "\n".join(f"{name},Rooks" for name in NAMES))
    page.get_by_role("button", name=re.compile("Enter .* pe")).click()
    expect(page.locator(".state")).to_have_text("Check-in: 0 of 8 here")
    page.get_by_role("button", name="Tick all").click()
    expect(page.locator(".state")).to_have_text("Check-in: 8 of 8 here")
    page.get_by_role("checkbox", name="Ana is here").uncheck()
    expect(page.locator(".state")).to_have_text("Check-in: 7 of 8 here")
    page.get_by_role("checkbox", name="Ana is here").check()
    page.get_by_role("button", name="Close entries").click()
    expect(page.locator(".state")).to_have_text("Entries are closed: 8 players. Draw next.")
    page.locator("[name=said]").fill("dice 3 5 2")
    page.get_by_role("button", name="Draw", exact=True).click()
    games = page.locator(".rounds > div").first.locator(".of-game")
    expect(games).to_have_count(2)
    expect(games.first.locator("h3")).to_have_text("Table 1")
    assert sorted(page.locator(".rounds .seats .name").all_text_contents()) == sorted(NAMES)
    assert page.locator(".seeds dd").first.text_content() == commitment
    expect(page.locator(".seeds dd").nth(1)).to_contain_text("dice 3 5 2")
    page.get_by_role("button", name="Start the clock").click()
    expect(page.locator(".clock")).to_have_text(re.compile(r"^4[45]:\d\d$"))

    evening.broker.publish(
        "royaltable/v1/rt-a/reported",
        _json({"fixture": {"id": _fixture(page), "state": "refused", "why": "no grey castle"}}),
        "-r",
    )
    expect(games.first.locator(".step")).to_have_text("This table cannot play it: no grey castle")

    guest = opens(size=PHONE, language="de")
    expect(guest.locator(".state")).to_have_text("0 von 2 Partien fertig")
    expect(guest.locator(".of-game button")).to_have_count(0)
    assert overflows(guest) == []

    end_all(page)
    expect(page.locator(".standing tbody tr")).to_have_count(8)
    expect(page.locator(".standing tbody tr").first.locator("td").nth(1)).to_have_text("12")
    draw(page)
    expect(page.locator(".earlier summary")).to_have_text("Round 1 of 2")

    page.locator(".earlier summary").click()
    corrected = page.locator(".earlier .of-game").first
    corrected.get_by_role("button").click()
    finish(page, (3, 2, 1))
    expect(page.locator(".rounds > div > .complaint").first).to_contain_text("The draw stands.")

    page.locator(".controls summary").click()
    page.locator(".controls [value=rt-a]").uncheck()
    page.get_by_role("button", name="Save tables").click()
    expect(page.locator(".controls details")).not_to_have_attribute("open", "")
    end_all(page)
    expect(page.locator(".state")).to_have_text("All rounds are finished.")
    page.get_by_role("button", name="End the tournament").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".state")).to_contain_text("wins the tournament!")
    expect(page.locator(".of-game button")).to_have_count(0)
    assert page.evaluate("() => document.querySelector('main').lastElementChild.matches('form.begin')")
    assert overflows(page) == []


def test_a_bot_is_entered_with_its_level_and_its_table_learns_it(evening: Evening, opens: OpenRoom) -> None:
    page = opens()
    log_in(page, evening.pin)
    begin(page)
    enter_all(page, NAMES[:3])
    page.get_by_label("Name, or a player's code").fill("Robby")
    page.get_by_label("Played by").select_option(label="hard bot")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".people li").filter(has_text="Robby")).to_have_text(re.compile(r"Robby\s*hard bot"))
    expect(page.get_by_label("Played by")).to_have_value("")
    draw(page)
    tournament = httpx.get(f"{evening.url}/api/tournament").json()
    assert [each["bot"] for each in tournament["entrants"].values()] == [None, None, None, "hard"]


EXPORTED: Final = """\
Spring cup
No.;;Name;FED;Club/City
1;GM;Adler, Berta;GER;North
2;;Falk, Cem;GER;South
3;;;GER;South
4;;falk, cem;;
"""


@pytest.mark.parametrize("size", [ViewportSize(width=1280, height=800), ViewportSize(width=390, height=844)])
def test_a_list_is_shown_corrected_entered_and_undone(
    evening: Evening, opens: OpenRoom, tmp_path: Path, size: ViewportSize
) -> None:
    page = opens(size=size)
    log_in(page, evening.pin)
    begin(page)
    form = page.locator("form:has([name=list])")
    people, left = form.get_by_role("table", name="As understood"), form.get_by_role("table", name="Not entered").first
    form.locator("[name=list]").fill(EXPORTED)
    expect(people.locator("tbody tr")).to_have_text(["3Adler, BertaNorth", "4Falk, CemSouth"])
    expect(left.locator("tbody tr")).to_have_text(
        ["5has no name.3;;;GER;South", re.compile("^6is the same name as line 4")]
    )
    expect(form.get_by_role("status")).to_have_text("2 people understood · 2 doubtful lines")
    form.get_by_label("FED").select_option(label="Club")
    form.get_by_label("Club/City").select_option(label="not used")
    expect(people.locator("tbody tr").first).to_have_text("3Adler, BertaGER")
    form.get_by_label("Between columns").select_option(label="Nothing: one column")
    expect(form.get_by_role("button", name="Enter 6 people")).to_be_enabled()
    assert overflows(page) == []

    file = tmp_path / "players.csv"
    file.write_bytes("Name;Vorname\nGroß;Jörg\nGold;Ana\n".encode("cp1252"))
    form.locator("[type=file]").set_input_files(file)
    expect(people.locator("tbody tr")).to_have_text(["2Jörg Groß", "3Ana Gold"])
    expect(form.get_by_label("Letters of the file")).to_have_value("cp1252")
    form.get_by_role("button", name="Enter 2 people").click()
    expect(form.get_by_role("status")).to_have_text("2 players added.")
    expect(page.locator(".people .name")).to_have_text(["Jörg Groß", "Ana Gold"])
    page.get_by_label("Name, or a player's code").fill("Kim")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("button", name="Undo this list (2: Jörg Groß …)").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".people .name")).to_have_text(["Kim"])
    page.get_by_role("button", name="Take Kim out").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".empty-state .title")).to_have_text("No players yet")


def test_results_are_pasted_after_a_preview_of_their_games(evening: Evening, opens: OpenRoom) -> None:
    page = opens()
    log_in(page, evening.pin)
    begin(page)
    enter_all(page)
    draw(page)
    expect(page.get_by_role("button", name="Undo this list")).to_have_count(0)
    expect(page.get_by_role("button", name="Take Ana out")).to_have_count(0)
    page.get_by_text("Paste results").click()
    form = page.locator("form:has([name=results])")
    seats = page.locator(".of-game").first.locator(".name").all_text_contents()
    form.locator("[name=results]").fill(
        "\n".join(["Name;Points", *(f"{name};{9 - at}" for at, name in enumerate(seats))])
    )
    expect(form.locator("tbody tr").first).to_have_text(f"Table 1{seats[0]}19")
    form.get_by_role("button", name="Save 1 result").click()
    expect(page.locator(".state")).to_have_text("1 of 2 games finished")
    expect(page.locator(".of-game").first.locator("b")).to_have_text(["1.", "2.", "3.", "4."])


CLICKS = "() => { window.clicks = 0; addEventListener('click', (event) => window.clicks += event.detail > 0, true); }"
"""Count clicks, without those that the browser makes itself for a label or the Enter key."""


def test_eight_people_are_drawn_with_nine_clicks_and_a_result_takes_five(evening: Evening, opens: OpenRoom) -> None:
    page = opens()
    page.evaluate(CLICKS)
    log_in(page, evening.pin)
    begin(page)
    enter_all(page)
    draw(page)
    assert page.evaluate("window.clicks") <= 9
    page.evaluate("() => { window.clicks = 0; }")
    end_one(page, "Table 1")
    assert 0 < page.evaluate("window.clicks") <= 5


def test_the_focus_stays_on_the_page_when_a_button_goes(evening: Evening, opens: OpenRoom) -> None:
    page = opens()
    log_in(page, evening.pin)
    expect(page.locator("main")).to_be_focused()
    begin(page)
    expect(page.locator("main")).to_be_focused()
    focused = page.locator("main .controls :focus")
    enter_all(page, NAMES[:4])
    page.get_by_role("button", name="Close entries").click()
    expect(focused).to_have_text("Draw")
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(focused).to_have_text("Start the clock")


def test_a_result_needs_a_tap_for_each_player_and_ties_share_a_place(evening: Evening, opens: OpenRoom) -> None:
    page = opens()
    log_in(page, evening.pin)
    begin(page)
    enter_all(page)
    draw(page)
    game = page.locator(".of-game").first
    game.get_by_role("button").click()
    dialog, players = page.locator("dialog[open]"), page.locator("dialog[open] .finish button")
    save = dialog.get_by_role("button", name="Save")
    expect(save).to_be_disabled()
    players.nth(1).click()
    dialog.get_by_role("button", name="Tied with the next one").click()
    players.nth(3).click()
    expect(save).to_be_disabled()
    players.nth(0).click()
    players.nth(2).click()  # is placed already
    expect(dialog.locator(".place")).to_have_text(["3", "1", "4", "1"])
    save.click()
    expect(game.locator("b")).to_have_text(["3.", "1.", "4.", "1."])


def test_an_address_without_a_page_says_so_in_words(evening: Evening, opens: OpenRoom) -> None:
    page = opens("/no/such/page")
    expect(page.get_by_role("heading")).to_have_text("There is no such page.")
    page.get_by_role("link", name="To the room").click()
    expect(page.locator("nav.places [aria-current=page]")).to_have_text("The room")


def filled(page: Page) -> float:
    """Return which part of the main area its cards fill."""
    part: float = page.evaluate(
        """() => {
            const area = (each) => each.clientWidth * each.clientHeight;
            const main = document.querySelector("main");
            return [...main.children].reduce((sum, each) => sum + area(each), 0) / area(main);
        }"""
    )
    return part


def _fixture(page: Page) -> str:
    value = page.evaluate("async () => (await (await fetch('/api/tournament')).json()).played[0].games[0].fixture")
    assert re.fullmatch(r"[0-9a-f]{12}-1-1", value)
    return str(value)


@pytest.mark.parametrize("language", sample(LANGUAGES[::-1]))
def test_a_guest_signs_up_on_a_phone(evening: Evening, opens: OpenRoom, language: str) -> None:
    desk = opens()
    log_in(desk, evening.pin)
    begin(desk)
    assert desk.evaluate("async () => (await fetch('/api/tournament/sign-up.svg')).headers.get('content-type')") == (
        "image/svg+xml"
    )
    phone = opens("/tournament/sign-up", PHONE, language=language)
    phone.locator("[name=name]").fill("  Ana ")
    phone.locator("form button.do").click()
    expect(phone.locator("[role=status]")).to_contain_text(
        translate(language, "page-tournament-sign-up-done", {"name": "Ana"})
    )
    expect(desk.locator(".people .name")).to_have_text(["Ana"])
    expect(desk.get_by_role("checkbox", name="Ana is here")).not_to_be_checked()
    phone.locator("[name=name]").fill("Bo")
    phone.locator("[name=keep]").check()
    phone.locator("form button.do").click()
    expect(phone.locator("[role=status] .code")).to_have_text(re.compile(r"^\w{4} \w{4}$"))
    expect(phone.locator("[name=keep]")).not_to_be_checked()
    phone.locator("[name=name]").fill("ANA")
    phone.locator("form button.do").click()
    expect(phone.locator("[role=alert]")).to_be_visible()
    expect(phone.locator("[role=status]")).not_to_contain_text("ANA")
    assert overflows(phone) == []


def test_players_check_in_by_phone_and_the_organiser_sees_it(evening: Evening, opens: OpenRoom) -> None:
    desk = opens()
    log_in(desk, evening.pin)
    begin(desk)
    phone = opens("/tournament/sign-up", PHONE)
    phone.locator("[name=name]").fill("Ana")
    phone.locator("[name=keep]").check()
    phone.locator("form button.do").click()
    code = phone.locator("[role=status] .code").text_content() or ""
    desk.locator("[name=list]").fill("Bo\nCy")
    desk.get_by_role("button", name=re.compile("Enter .* pe")).click()
    expect(desk.locator(".state")).to_have_text("Check-in: 0 of 3 here")
    expect(desk.locator("img[src$='/check-in.svg']")).to_be_visible()
    tv = opens("/tournament/tv", TV)
    expect(tv.locator("img[src$='/check-in.svg']")).to_be_visible()

    phone.get_by_role("link", name="Check in").click()
    field, here = phone.get_by_label("Your name, or your code"), phone.get_by_role("button", name="I'm here")
    field.fill(code)
    here.click()
    expect(phone.get_by_role("status")).to_have_text("Ana, you are checked in.")
    expect(desk.get_by_role("checkbox", name="Ana is here")).to_be_checked()
    for name in ("Bo", "Cy"):
        field.fill(name.lower())
        here.click()
        expect(phone.get_by_role("status")).to_contain_text(f"{name}, the desk knows and will tick your name.")
    first = desk.locator(".people li").first
    expect(first).to_contain_text("says: I'm here")
    expect(desk.get_by_role("checkbox", name="Cy is here")).not_to_be_checked()
    assert overflows(phone) == []
    expect(desk.locator(".state")).to_have_text("Check-in: 1 of 3 here (2 say: I'm here)")
    desk.get_by_role("button", name="Tick all who say they are here (2)").click()
    expect(phone.get_by_role("status")).to_contain_text("Cy, you are checked in.")
    field.fill("Di")
    here.click()
    expect(phone.get_by_role("alert")).to_have_text("This name is not on the list: sign up first.")
    expect(desk.locator(".state")).to_have_text("Check-in: 3 of 3 here")


def test_closing_entries_asks_about_those_who_checked_in_and_have_no_tick(evening: Evening, opens: OpenRoom) -> None:
    desk = opens()
    log_in(desk, evening.pin)
    begin(desk)
    enter_all(desk, ["Ana", "Bo", "Cy"])
    for path, field in (("sign-up", "name"), ("check-in", "who")):
        assert httpx.post(f"{evening.url}/api/tournament/{path}", json={field: "Zoë"}).is_success
    expect(desk.get_by_role("heading", name="Players: 3 of 4 here (1 says: I'm here)")).to_be_visible()
    desk.get_by_role("button", name="Close entries").click()
    asked = desk.get_by_role("dialog", name="Close anyway? Checked in, but not ticked: Zoë.")
    asked.get_by_role("button", name="No").click()
    expect(asked).to_have_count(0)
    expect(desk.get_by_role("button", name="Draw", exact=True)).to_have_count(0)


PICTURE: Final = ViewportSize(width=1280, height=940)


def test_the_picture_of_the_guide(
    evening: Evening,
    opens: OpenRoom,
    keep_picture: Callable[[Page, str], None],
) -> None:
    for number in range(3, 5):
        evening.table(f"rt-{number}", f"Table {number}")
    desk = opens(size=PICTURE)
    log_in(desk, evening.pin)
    form = desk.locator("form.begin")
    form.locator("[name=name]").fill("Café Royal, spring cup")
    form.locator("[name=minutes]").fill("50")
    expect(form.locator("fieldset input:checked")).to_have_count(4)
    form.locator("button.do").click()
    names = ["Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hal", "Ida", "Jo", "Kim", "Lea", "Max", "Nia", "Oda", "Pia"]
    enter_all(desk, names)
    for drawn in (".of-game", ".earlier summary"):
        draw(desk)
        desk.locator(drawn).first.wait_for()
        if drawn == ".of-game":
            end_all(desk)
    end_one(desk, "Table 1")
    desk.evaluate("scrollTo(0, 0)")
    assert overflows(desk) == []
    keep_picture(desk, "tournament.png")


@pytest.mark.parametrize("minutes_off", [10, -20 * 365 * 24 * 60])
def test_the_rounds_clock_is_the_hubs_and_not_the_viewers(evening: Evening, opens: OpenRoom, minutes_off: int) -> None:
    desk = opens()
    log_in(desk, evening.pin)
    begin(desk)
    enter_all(desk)
    draw(desk)
    desk.get_by_role("button", name="Start the clock").click()
    for page in (desk, opens("/tournament/tv", TV)):
        page.evaluate("(ms) => { const now = Date.now; Date.now = () => now() + ms; }", 60_000 * minutes_off)
        clock = page.locator(".clock")
        expect(clock).to_have_text(re.compile(r"^4[45]:\d\d$"))
        expect(clock).not_to_have_text(clock.text_content() or "")  # drawn again
        expect(clock).to_have_text(re.compile(r"^4[45]:\d\d$"))


def test_a_television_shows_who_plays_where_and_slips_can_be_printed(evening: Evening, opens: OpenRoom) -> None:
    desk = opens()
    log_in(desk, evening.pin)
    begin(desk)
    of_the_room = opens("/tv", TV)
    expect(of_the_room.locator(".of-table")).to_have_count(2)
    enter_all(desk)
    draw(desk)
    expect(of_the_room).to_have_url(f"{evening.url}/tournament/tv?room")
    expect(of_the_room.locator(".of-game")).to_have_count(2)
    desk.get_by_role("button", name="Undo the draw").click()
    desk.get_by_role("button", name="Yes").click()
    expect(of_the_room).to_have_url(f"{evening.url}/tv")
    draw(desk)
    tv = opens("/tournament/tv", TV)
    expect(tv.locator(".of-game")).to_have_count(2)
    expect(tv.locator(".standing")).to_have_count(0)
    assert overflows(tv) == []
    assert filled(tv) > 0.9
    desk.get_by_role("button", name="Start the clock").click()
    clock = tv.locator(".clock")
    expect(clock).to_have_text(re.compile(r"^4[45]:\d\d$"))
    assert clock.evaluate("(each) => parseFloat(getComputedStyle(each).fontSize)") >= 200
    expect(tv.locator("img[src$='/seat.svg']")).to_be_visible()
    assert overflows(tv) == []
    phone = opens("/tournament/seat", PHONE)
    phone.get_by_label("Your name").fill("ana")
    expect(phone.locator(".my-seat strong")).to_have_text(re.compile("Table [12]"))
    assert overflows(phone) == []
    slips = opens("/tournament/slips")
    expect(slips.locator(".slip")).to_have_count(2)
    expect(slips.locator(".slip h3").first).to_have_text("Table 1")
    slips.emulate_media(media="print")
    expect(slips.locator(".no-print")).to_be_hidden()
    slips.emulate_media(media="screen")


def test_the_second_of_two_organisers_sees_the_conflict(evening: Evening, opens: OpenRoom) -> None:
    one = opens()
    log_in(one, evening.pin)
    begin(one)
    enter_all(one)
    draw(one)
    two = opens()
    log_in(two, evening.pin)
    for page in (one, two):
        page.locator(".of-game").first.get_by_role("button").click()
        page.locator("dialog[open] .finish").wait_for()
    finish(one)
    expect(one.locator(".of-game").first).to_have_attribute("data-state", "over")
    for seat in (3, 2, 1):
        two.locator("dialog[open] .finish button").nth(seat).click()
    two.locator("dialog[open] button.do").click()
    expect(two.locator("dialog [role=alert]")).to_contain_text("Another organiser has just changed this.")
    expect(two.locator(".of-game").first.locator("b")).to_have_text(["1.", "2.", "3.", "4."])
