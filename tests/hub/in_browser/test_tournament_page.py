"""A tournament as its organiser does it, and as guests, phones, a television and a printer see it.

Most tests bring the tournament to a moment by requests, and look at that moment in the browser.
"""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from asyncpg import Connection
from playwright.sync_api import Page, ViewportSize, expect

from controller.texts import translation
from controller.texts.translation import LANGUAGES, translate
from hub.tournament_service.entrants import NAME_ERASED_CHANNEL
from tests.hub.in_browser.conftest import OpenRoom, RunningRoom
from tests.hub.in_browser.test_room_page import PHONE, TV, overflows
from tests.support.soak import SOAK, sample
from tests.web.browser.chromium import DOCS

GUIDE: Final = (DOCS / "tournament.md").read_text(encoding="utf-8")
STEPS: Final = GUIDE[: GUIDE.index("## Who plays whom")]
AT_THE_CONSOLE: Final = {"Round 2: press"}

DESK: Final = ViewportSize(width=1366, height=900)
NAMES: Final = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hal")
TABLES: Final = {"rt-a": "Bar", "rt-b": "Window"}
CLOCK: Final = re.compile(r"^4[45]:\d\d$")


class Evening:
    """A tournament in the room, moved on by an organiser's requests."""

    def __init__(self, room: RunningRoom) -> None:
        self.room, self.url, self.pin = room, room.url, room.organiser_pin
        self._client = room.client
        assert self._client.post("/api/login", json={"pin": self.pin}).status_code == 204

    def value(self) -> dict[str, Any]:
        value: dict[str, Any] = self._client.get("/api/tournament").json()
        return value

    def post(self, path: str, **body: Any) -> None:
        answer = self._client.post(f"/api/tournament/{path}", json=body)
        assert answer.is_success, answer.text

    def act(self, do: str, **act: Any) -> None:
        self.post("do", act={"do": do, **act}, seen=self.value()["count"])

    def begin(self, names: Sequence[str] = NAMES) -> None:
        """Begin a tournament of two rounds with these people, who are all here."""
        begun = {"name": "Spring cup", "format": "swiss", "rounds": 2, "minutes": 45, "tables": list(TABLES)}
        self.post("begin", **begun)
        if names:
            self.enter(names)

    def enter(self, names: Sequence[str], *, here: bool = True) -> None:
        self.post("list", text="\n".join(names), here=here, expected=len(names))

    def draw(self) -> None:
        self.act("closed", closed=True)
        self.post("draw", said="", seen=self.value()["count"])

    def end(self, game: int) -> None:
        """End this game of the latest round, placed as its people sit."""
        drawn = self.value()["played"][-1]["games"][game]
        scores = [(entrant, place + 1) for place, (_, entrant) in enumerate(drawn["seats"])]
        self.act("resulted", fixture=drawn["fixture"], scores=scores)

    def clear(self) -> None:
        async def work(connection: Connection) -> None:
            await connection.execute("truncate tournaments cascade")
            await connection.execute("select pg_notify($1, '')", NAME_ERASED_CHANNEL)

        self.room.in_database(work)
        self.room.table.until(lambda: not self.value()["exists"], "the hub forgets the tournament")
        self._client.cookies.clear()


@pytest.fixture
def evening(room: RunningRoom) -> Iterator[Evening]:
    for table, name in TABLES.items():
        room.enter(table, name, playing=False)
    room.until_online(TABLES)
    evening = Evening(room)
    yield evening
    evening.clear()


@pytest.fixture
def opens(open_room: OpenRoom, evening: Evening) -> OpenRoom:
    """Open a page of the tournament; the desk is the organiser's."""

    def open_one(path: str = "/tournament", size: ViewportSize = DESK, **how: str) -> Page:
        return open_room(path, size, **how)

    assert evening
    return open_one


@pytest.fixture
def desk(opens: OpenRoom, evening: Evening) -> Callable[[], Page]:
    return lambda: opens(pin=evening.pin)


def test_what_the_guide_names_is_what_the_page_says() -> None:
    named = set(re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", STEPS)) - AT_THE_CONSOLE
    assert len(named) > 12
    said = {str(text) for text in translation.page_texts("en").values()}
    assert {each for each in named if not any(text.startswith(each) for text in said)} == set()


CLICKS = "() => { window.clicks = 0; addEventListener('click', (event) => window.clicks += event.detail > 0, true); }"
"""Count clicks, without those that the browser makes itself for a label or the Enter key."""


def test_an_evening_takes_nine_clicks_to_the_draw_and_five_for_a_result(evening: Evening, opens: OpenRoom) -> None:
    page = opens()
    expect(page.locator(".empty-state .title")).to_have_text("No tournament is running")
    page.evaluate(CLICKS)
    page.get_by_role("button", name="Log in").click()
    page.locator("dialog input").fill(evening.pin)
    page.locator("dialog button.do").click()
    form = page.locator("form.card")
    form.locator("[name=name]").fill("Spring cup")
    form.locator("[name=rounds]").fill("1")
    form.locator("[name=minutes]").fill("45")
    expect(form.locator("fieldset input:checked")).to_have_count(3)
    form.locator("[value=rt-real]").uncheck()
    form.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator(".top h1")).to_have_text("Spring cup")
    expect(page.locator("main")).to_be_focused()
    page.locator("[name=list]").fill("Name,Club\n" + "\n".join(f"{name},Rooks" for name in NAMES[:7]))
    page.get_by_role("button", name="Enter 7 people").click()
    expect(page.locator(".state")).to_have_text("Check-in: 0 of 7 here")
    page.get_by_role("button", name="Tick all").click()
    expect(page.locator(".state")).to_have_text("Check-in: 7 of 7 here")
    page.get_by_label("Name, or a player's code").fill("Robby")
    page.get_by_label("Played by").select_option(label="hard bot")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".people li").filter(has_text="Robby")).to_have_text(re.compile(r"Robby\s*hard bot"))
    expect(page.get_by_label("Played by")).to_have_value("")
    assert [each["bot"] for each in evening.value()["entrants"].values()] == [*[None] * 7, "hard"]
    page.get_by_role("button", name="Close entries").click()
    expect(page.locator(".state")).to_have_text("Entries are closed: 8 players. Draw next.")
    page.locator("[name=said]").fill("dice 3 5 2")
    page.get_by_role("button", name="Draw", exact=True).click()
    games = page.locator(".of-game")
    expect(games.locator("h3")).to_have_text(["Bar", "Window"])
    assert page.evaluate("window.clicks") <= 9
    expect(page.locator(".seeds dd").nth(1)).to_contain_text("dice 3 5 2")
    page.get_by_role("button", name="Start the clock").click()
    expect(page.locator(".clock")).to_have_text(CLOCK)
    for game in range(2):
        page.evaluate("() => { window.clicks = 0; }")
        games.nth(game).get_by_role("button").click()
        for seat in range(3):
            page.locator("dialog[open] .finish button").nth(seat).click()
        page.locator("dialog[open]").get_by_role("button", name="Save").click()
        expect(games.nth(game)).to_have_attribute("data-state", "over")
        assert 0 < page.evaluate("window.clicks") <= 5
    expect(page.locator(".standing tbody tr")).to_have_count(8)
    expect(page.locator(".standing tbody tr").first.locator("td").nth(1)).to_have_text("12")
    page.get_by_role("button", name="End the tournament").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator(".state")).to_contain_text("wins the tournament!")
    expect(page.locator(".of-game button")).to_have_count(0)
    assert page.evaluate("() => document.querySelector('main').lastElementChild.matches('form.card')")
    assert overflows(page) == []


def test_a_refused_fixture_is_shown_to_guests_without_controls(evening: Evening, opens: OpenRoom) -> None:
    evening.begin()
    evening.draw()
    fixture = {"id": evening.value()["played"][0]["games"][0]["fixture"], "state": "refused", "why": "no grey castle"}
    evening.room.say("rt-a", "reported", {"fixture": fixture})
    guest = opens(size=PHONE, language="de")
    expect(guest.locator(".state")).to_have_text("0 von 2 Partien fertig")
    expect(guest.locator(".of-game .step").first).to_have_text(re.compile(": no grey castle$"))
    expect(guest.locator(".of-game button")).to_have_count(0)
    assert overflows(guest) == []


EXPORTED: Final = """\
Spring cup
No.;;Name;FED;Club/City
1;GM;Adler, Berta;GER;North
2;;Falk, Cem;GER;South
3;;;GER;South
4;;falk, cem;;
"""


@pytest.mark.parametrize("size", sample([PHONE, ViewportSize(width=1280, height=800)]))
def test_a_list_is_shown_corrected_entered_and_undone(
    evening: Evening, opens: OpenRoom, tmp_path: Path, size: ViewportSize
) -> None:
    evening.begin(())
    page = opens(size=size, pin=evening.pin)
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


def test_results_are_pasted_and_corrected_and_a_draw_stands(evening: Evening, desk: Callable[[], Page]) -> None:
    evening.begin()
    evening.draw()
    page = desk()
    expect(page.get_by_role("button", name="Undo this list")).to_have_count(0)
    expect(page.get_by_role("button", name="Take Ana out")).to_have_count(0)
    page.get_by_text("Paste results").click()
    form = page.locator("form:has([name=results])")
    seats = page.locator(".of-game").first.locator(".name").all_text_contents()
    form.locator("[name=results]").fill(
        "\n".join(["Name;Points", *(f"{name};{9 - at}" for at, name in enumerate(seats))])
    )
    expect(form.locator("tbody tr").first).to_have_text(f"Bar{seats[0]}19")
    form.get_by_role("button", name="Save 1 result").click()
    expect(page.locator(".state")).to_have_text("1 of 2 games finished")
    expect(page.locator(".of-game").first.locator("b")).to_have_text(["1.", "2.", "3.", "4."])

    evening.end(1)
    evening.draw()
    page.locator(".earlier summary").click()
    page.locator(".earlier .of-game button").first.click()
    for seat in (3, 2, 1):
        page.locator("dialog[open] .finish button").nth(seat).click()
    page.locator("dialog[open]").get_by_role("button", name="Save").click()
    expect(page.locator(".rounds > div > .complaint, .earlier .complaint").first).to_contain_text("The draw stands.")
    page.locator(".controls summary").click()
    page.locator(".controls [value=rt-a]").uncheck()
    page.get_by_role("button", name="Save tables").click()
    expect(page.locator(".controls details")).not_to_have_attribute("open", "")
    assert evening.value()["tables"] == ["rt-b"]


def test_the_focus_stays_and_a_result_needs_a_tap_for_each_player(evening: Evening, desk: Callable[[], Page]) -> None:
    evening.begin(NAMES[:4])
    page = desk()
    focused = page.locator("main .controls :focus")
    page.get_by_role("button", name="Close entries").click()
    expect(focused).to_have_text("Draw")
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(focused).to_have_text("Start the clock")

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


def test_the_second_of_two_organisers_sees_the_conflict(evening: Evening, desk: Callable[[], Page]) -> None:
    evening.begin(NAMES[:4])
    evening.draw()
    page = desk()
    page.locator(".of-game").first.get_by_role("button").click()
    page.locator("dialog[open] .finish").wait_for()
    evening.end(0)
    for seat in (3, 2, 1):
        page.locator("dialog[open] .finish button").nth(seat).click()
    page.locator("dialog[open]").get_by_role("button", name="Save").click()
    expect(page.locator("dialog [role=alert]")).to_contain_text("Another organiser has just changed this.")
    expect(page.locator(".of-game").first.locator("b")).to_have_text(["1.", "2.", "3.", "4."])


@pytest.mark.parametrize("language", sample(LANGUAGES[::-1]))
def test_a_guest_signs_up_on_a_phone(evening: Evening, opens: OpenRoom, language: str) -> None:
    evening.begin(())
    phone = opens("/tournament/sign-up", PHONE, language=language)
    name, enter = phone.locator("[name=name]"), phone.locator("form button.do")
    name.fill("  Ana ")
    enter.click()
    done = translate(language, "page-tournament-sign-up-done", {"name": "Ana"})
    expect(phone.locator("[role=status]")).to_contain_text(done)
    name.fill("Bo")
    phone.locator("[name=keep]").check()
    enter.click()
    expect(phone.locator("[role=status] .code")).to_have_text(re.compile(r"^\w{4} \w{4}$"))
    expect(phone.locator("[name=keep]")).not_to_be_checked()
    name.fill("ANA")
    enter.click()
    expect(phone.locator("[role=alert]")).to_be_visible()
    expect(phone.locator("[role=status]")).not_to_contain_text("ANA")
    assert overflows(phone) == []
    assert [(each["name"], each["here"]) for each in evening.value()["entrants"].values()] == [
        ("Ana", False),
        ("Bo", False),
    ]


def test_players_check_in_by_phone_and_the_organiser_is_asked_about_it(
    evening: Evening, opens: OpenRoom, desk: Callable[[], Page]
) -> None:
    evening.begin(())
    evening.enter(("Bo", "Cy"), here=False)
    page, phone = desk(), opens("/tournament/check-in", PHONE)
    for code in ("sign-up", "check-in"):
        expect(page.locator(f"img[src$='/{code}.svg']")).not_to_have_js_property("naturalWidth", 0)
    field, here = phone.get_by_label("Your name, or your code"), phone.get_by_role("button", name="I'm here")
    for name in ("Bo", "Cy"):
        field.fill(name.lower())
        here.click()
        expect(phone.get_by_role("status")).to_contain_text(f"{name}, the desk knows and will tick your name.")
    expect(page.locator(".people li").first).to_contain_text("says: I'm here")
    expect(page.locator(".state")).to_have_text("Check-in: 0 of 2 here (2 say: I'm here)")
    assert overflows(phone) == []
    page.get_by_role("button", name="Tick all who say they are here (2)").click()
    expect(phone.get_by_role("status")).to_contain_text("Cy, you are checked in.")
    field.fill("Di")
    here.click()
    expect(phone.get_by_role("alert")).to_have_text("This name is not on the list: sign up first.")
    expect(page.locator(".state")).to_have_text("Check-in: 2 of 2 here")

    evening.enter(("Ed",))
    evening.post("sign-up", name="Zoë")
    evening.post("check-in", who="Zoë")
    expect(page.get_by_role("heading", name="Players: 3 of 4 here (1 says: I'm here)")).to_be_visible()
    page.get_by_role("button", name="Close entries").click()
    asked = page.get_by_role("dialog", name="Close anyway? Checked in, but not ticked: Zoë.")
    asked.get_by_role("button", name="No").click()
    expect(asked).to_have_count(0)
    expect(page.get_by_role("button", name="Draw", exact=True)).to_have_count(0)


@pytest.mark.skipif(not SOAK and "ROYALTABLE_SCREENSHOT" not in os.environ, reason="draws a picture: make soak")
def test_the_guides_picture_has_sixteen_people_at_four_tables(
    evening: Evening, opens: OpenRoom, keep_picture: Callable[[Page, str], None]
) -> None:
    more = {"rt-3": "Table 3", "rt-4": "Table 4"}
    for table, name in more.items():
        evening.room.enter(table, name, playing=False)
    evening.room.until_online(more)
    tables = [*TABLES, *more]
    evening.post("begin", name="Café Royal, spring cup", format="swiss", rounds=2, minutes=50, tables=tables)
    late = ("Ida", "Jo", "Kim", "Lea", "Max", "Nia", "Oda", "Pia")
    evening.enter([*NAMES, *late])
    for games in (4, 1):
        evening.draw()
        for game in range(games):
            evening.end(game)
    page = opens(size=ViewportSize(width=1280, height=940), pin=evening.pin)
    expect(page.locator(".earlier summary")).to_have_text("Round 1 of 2")
    assert overflows(page) == []
    keep_picture(page, "tournament.png")


def test_the_rounds_clock_is_the_hubs_and_not_the_viewers(evening: Evening, opens: OpenRoom) -> None:
    evening.begin()
    evening.draw()
    evening.act("clocked", minutes=45)
    for path in sample(["/tournament/tv", "/tournament"]):
        page = opens(path)
        clock = page.locator(".clock")
        for minutes_off in (10, -20 * 365 * 24 * 60):
            expect(clock).to_have_text(CLOCK)
            page.evaluate("(ms) => { const now = Date.now; Date.now = () => now() + ms; }", 60_000 * minutes_off)
            expect(clock).not_to_have_text(clock.text_content() or "")  # drawn again
        expect(clock).to_have_text(CLOCK)


FILLED: Final = """() => {
  const area = (each) => each.clientWidth * each.clientHeight;
  const main = document.querySelector("main");
  return [...main.children].reduce((sum, each) => sum + area(each), 0) / area(main);
}"""
"""Which part of the main area its cards fill."""


def test_the_rooms_television_turns_to_a_round_that_is_drawn(evening: Evening, opens: OpenRoom) -> None:
    evening.begin()
    page = opens("/tv?language=de", TV)
    expect(page.locator(".of-table")).to_have_count(3)
    evening.draw()
    expect(page.locator(".of-game")).to_have_count(2)
    evening.act("taken_back")
    expect(page.locator(".of-table")).to_have_count(3)


def test_a_television_shows_who_plays_where_and_slips_can_be_printed(evening: Evening, opens: OpenRoom) -> None:
    evening.begin()
    tv = opens("/tournament/tv", TV)
    expect(tv.locator("img[src$='/check-in.svg']")).to_be_visible()
    evening.draw()
    expect(tv.locator(".of-game")).to_have_count(2)
    expect(tv.locator(".standing")).to_have_count(0)
    assert overflows(tv) == []
    assert tv.evaluate(FILLED) > 0.9
    clock = tv.locator(".clock")
    expect(clock).to_have_text("45:00")
    evening.act("clocked", minutes=45)
    expect(tv.locator(".clock:not([data-stands])")).to_have_text(CLOCK)
    assert clock.evaluate("(each) => parseFloat(getComputedStyle(each).fontSize)") >= 200
    expect(tv.locator("img[src$='/seat.svg']")).to_be_visible()
    assert overflows(tv) == []
    phone = opens("/tournament/seat", PHONE)
    phone.get_by_label("Your name").fill("ana")
    expect(phone.locator(".my-seat strong")).to_have_text(re.compile("Bar|Window"))
    assert overflows(phone) == []
    evening.end(0)
    evening.end(1)
    expect(tv.locator(".standing b").first).to_have_text("1*")
    expect(tv.locator(".tv-side")).to_contain_text("* Equal in everything")
    slips = opens("/tournament/slips")
    expect(slips.locator(".slip h3")).to_have_text(["Bar", "Window"])
    slips.emulate_media(media="print")
    expect(slips.locator(".no-print")).to_be_hidden()
    slips.emulate_media(media="screen")


def test_a_tournaments_television_shows_what_is_announced(evening: Evening, opens: OpenRoom, room: RunningRoom) -> None:
    evening.begin()
    evening.draw()
    televisions = [opens(path, TV) for path in ("/tv", "/tournament/tv")]
    steward = opens("/", pin=room.pin)
    steward.get_by_role("button", name="Announcement").click()
    steward.get_by_label("Message to all tables and televisions").fill("The kitchen closes in ten minutes.")
    steward.keyboard.press("Enter")
    for page in televisions:
        expect(page.locator(".of-game")).to_have_count(2)
        expect(page.locator(".news")).to_have_text("Announcement: The kitchen closes in ten minutes.")
        expect(page.locator(".place")).to_have_count(0)
        assert overflows(page) == []
