"""A tournament as its organiser does it, and as guests, phones, a television and a printer see it; real PostgreSQL."""

import json
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from bench.shared.ports import free_port
from controller.texts import translation
from hub.page.access import Role, RoomKeys
from tests.fleet.mosquitto import Mosquitto, need_mosquitto
from tests.hub.in_browser.conftest import OpenRoom, opening, serve, until_in_the_room
from tests.hub.in_browser.test_room_page import PHONE, TV, overflows
from tests.hub.running import run_in_background
from tests.hub.test_room import HERE, STATE
from tests.soak import sample
from tests.web.browser.chromium import DOCS, Devices
from tests.web.real_table import PATIENCE_S

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
    keys, port = RoomKeys(tmp_path), free_port()
    pin = keys.new_pin(Role.ORGANISER).reveal()
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
    page.locator("form.begin:visible, .controls:visible").first.wait_for()


def begin(page: Page, name: str = "Spring cup", rounds: int = 2) -> None:
    form = page.locator("form.begin")
    form.locator("[name=name]").fill(name)
    form.locator("[name=rounds]").fill(str(rounds))
    form.locator("[name=minutes]").fill("45")
    expect(form.locator("fieldset input:checked")).to_have_count(2)
    form.locator("button").click()
    expect(page.locator(".top h1")).to_have_text(name)


def tick_all(page: Page, names: Sequence[str] = NAMES) -> None:
    """Until the hub, too, knows that all are here."""
    for name in names:
        box = page.get_by_role("checkbox", name=f"{name}: here")
        box.check()
        expect(box).to_be_checked()
    expect(page.get_by_role("heading", name=f"{len(names)} / {len(names)}")).to_be_visible()


def end_all(page: Page) -> None:
    for table in page.locator(".rounds > div").first.locator(".of-game h3").all_text_contents():
        end_one(page, table)


def end_one(page: Page, table: str) -> None:
    """The game at this table of the latest round ends as its people sit."""
    heading = page.get_by_role("heading", name=table, exact=True)
    game = page.locator(".rounds > div").first.locator(".of-game").filter(has=heading)
    game.get_by_role("button").click()
    page.locator("dialog[open] button.do").first.click()
    expect(game).to_have_attribute("data-state", "over")


def test_what_the_guide_names_is_what_the_page_says() -> None:
    named = set(re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", STEPS)) - AT_THE_CONSOLE
    assert len(named) > 12
    said = {str(text) for text in translation.page_texts("en").values()}
    assert {each for each in named if not any(text.startswith(each) for text in said)} == set()


def test_an_evening_from_a_list_of_names_to_the_winner(evening: Evening, opens: OpenRoom) -> None:
    page = opens()
    expect(page.locator(".state")).to_have_text("No tournament has begun.")
    log_in(page, evening.pin)
    begin(page)
    commitment = page.locator(".seeds dd").first.text_content()
    page.locator("[name=list]").fill("Name,Club\n" + "\n".join(f"{name},Rooks" for name in NAMES))
    page.get_by_role("button", name="Enter all").click()
    expect(page.locator(".state")).to_have_text("Entering: 0 of 8 are here")
    tick_all(page)
    page.get_by_role("button", name="Close the field").click()
    expect(page.locator(".state")).to_have_text("The field is closed: 8 people. The draw is next.")
    page.locator("[name=said]").fill("dice 3 5 2")
    page.get_by_role("button", name="Draw", exact=True).click()
    games = page.locator(".rounds > div").first.locator(".of-game")
    expect(games).to_have_count(2)
    expect(games.first.locator("h3")).to_have_text("Table 1")
    assert sorted(page.locator(".rounds .seats .name").all_text_contents()) == sorted(NAMES)
    assert page.locator(".seeds dd").first.text_content() == commitment
    expect(page.locator(".seeds dd").nth(1)).to_contain_text("dice 3 5 2")
    page.get_by_role("button", name="Start the clock").click()
    expect(page.locator(".clock")).to_contain_text("min left")

    evening.broker.publish(
        "royaltable/v1/rt-a/reported",
        _json({"fixture": {"id": _fixture(page), "state": "refused", "why": "no grey castle"}}),
        "-r",
    )
    expect(games.first.locator(".step")).to_have_text("The table cannot play it: no grey castle")

    guest = opens(size=PHONE, language="de")
    expect(guest.locator(".state")).to_have_text("0 von 2 Spielen haben ein Ergebnis")
    expect(guest.locator(".of-game button")).to_have_count(0)
    assert overflows(guest) == []

    end_all(page)
    expect(page.locator(".standing tbody tr")).to_have_count(8)
    expect(page.locator(".standing tbody tr").first.locator("td").nth(2)).to_have_text("12")
    page.get_by_role("button", name="Close the field").click()
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(page.locator(".earlier summary")).to_have_text("Round 1 of 2")

    page.locator(".earlier summary").click()
    corrected = page.locator(".earlier .of-game").first
    corrected.get_by_role("button").click()
    places = page.locator("dialog[open] .places input[min='1']")
    for place, number in enumerate(("4", "3", "2", "1")):
        places.nth(place).fill(number)
    page.locator("dialog[open] button.do").first.click()
    expect(page.locator(".rounds > div > .complaint").first).to_contain_text("It stands as it was drawn.")

    page.locator(".controls summary").click()
    page.locator(".controls [value=rt-a]").uncheck()
    page.locator(".controls .do", has_text="Keep").click()
    expect(page.locator(".controls details")).not_to_have_attribute("open", "")
    end_all(page)
    expect(page.locator(".state")).to_have_text("All rounds were played.")
    page.on("dialog", lambda asked: asked.accept())
    page.get_by_role("button", name="End the tournament").click()
    expect(page.locator(".state")).to_contain_text("The tournament is over.")
    assert overflows(page) == []


def _fixture(page: Page) -> str:
    value = page.evaluate("async () => (await (await fetch('/api/tournament')).json()).played[0].games[0].fixture")
    assert re.fullmatch(r"[0-9a-f]{12}-1-1", value)
    return str(value)


@pytest.mark.parametrize(
    ("language", "done"),
    sample(
        [("es", "Ana, estás en la lista"), ("en", "Ana, you are on the list"), ("de", "Ana, du stehst auf der Liste")]
    ),
)
def test_a_guest_signs_up_on_a_phone(evening: Evening, opens: OpenRoom, language: str, done: str) -> None:
    desk = opens()
    log_in(desk, evening.pin)
    begin(desk)
    assert desk.evaluate("async () => (await fetch('/api/tournament/sign-up.svg')).headers.get('content-type')") == (
        "image/svg+xml"
    )
    phone = opens("/tournament/sign-up", PHONE, language=language)
    phone.locator("[name=name]").fill("  Ana ")
    phone.locator("form button.do").click()
    expect(phone.locator("[role=status]")).to_contain_text(done)
    expect(desk.locator(".people .name")).to_have_text(["Ana"])
    expect(desk.get_by_role("checkbox", name="Ana: here")).not_to_be_checked()
    phone.locator("[name=name]").fill("Bo")
    phone.locator("[name=keep]").check()
    phone.locator("form button.do").click()
    expect(phone.locator("[role=status] .code")).to_have_text(re.compile(r"^\w{4} \w{4}$"))
    expect(phone.locator("[name=keep]")).not_to_be_checked()
    phone.locator("[name=name]").fill("ANA")
    phone.locator("form button.do").click()
    expect(phone.locator("[role=status]")).not_to_contain_text(done)
    assert overflows(phone) == []


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
    form.locator("button").click()
    names = ["Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gil", "Hal", "Ida", "Jo", "Kim", "Lea", "Max", "Nia", "Oda", "Pia"]
    desk.locator("[name=list]").fill("\n".join(names))
    desk.get_by_role("button", name="Enter all").click()
    tick_all(desk, names)
    for drawn in (".of-game", ".earlier summary"):
        desk.get_by_role("button", name="Close the field").click()
        desk.get_by_role("button", name="Draw", exact=True).click()
        desk.locator(drawn).first.wait_for()
        if drawn == ".of-game":
            end_all(desk)
    end_one(desk, "Table 1")
    desk.evaluate("scrollTo(0, 0)")
    assert overflows(desk) == []
    keep_picture(desk, "tournament.png")


def test_a_television_shows_who_plays_where_and_slips_can_be_printed(evening: Evening, opens: OpenRoom) -> None:
    desk = opens()
    log_in(desk, evening.pin)
    begin(desk)
    of_the_room = opens("/tv", TV)
    expect(of_the_room.locator(".of-table")).to_have_count(2)
    desk.locator("[name=list]").fill("\n".join(NAMES))
    desk.get_by_role("button", name="Enter all").click()
    tick_all(desk)
    desk.get_by_role("button", name="Close the field").click()
    desk.get_by_role("button", name="Draw", exact=True).click()
    desk.locator(".of-game").first.wait_for()
    expect(of_the_room).to_have_url(f"{evening.url}/tournament/tv?room")
    expect(of_the_room.locator(".of-game")).to_have_count(2)
    desk.on("dialog", lambda asked: asked.accept())
    desk.get_by_role("button", name="Take the draw back").click()
    expect(of_the_room).to_have_url(f"{evening.url}/tv")
    desk.get_by_role("button", name="Close the field").click()
    desk.get_by_role("button", name="Draw", exact=True).click()
    desk.locator(".of-game").first.wait_for()
    tv = opens("/tournament/tv", TV)
    expect(tv.locator(".of-game")).to_have_count(2)
    expect(tv.locator(".standing")).to_be_hidden()
    assert overflows(tv) == []
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
    one.locator("[name=list]").fill("\n".join(NAMES))
    one.get_by_role("button", name="Enter all").click()
    tick_all(one)
    one.get_by_role("button", name="Close the field").click()
    one.get_by_role("button", name="Draw", exact=True).click()
    one.locator(".of-game").first.wait_for()
    two = opens()
    log_in(two, evening.pin)
    for page in (one, two):
        page.locator(".of-game").first.get_by_role("button").click()
        page.locator("dialog[open] .places input").first.wait_for()
    one.locator("dialog[open] button.do").first.click()
    expect(one.locator(".of-game").first).to_have_attribute("data-state", "over")
    for place, number in enumerate(("4", "3", "2", "1")):
        two.locator("dialog[open] .places input[min='1']").nth(place).fill(number)
    two.locator("dialog[open] button.do").first.click()
    expect(two.locator(".notice")).to_contain_text("Somebody else has just changed the same")
    expect(two.locator(".of-game").first.locator("b")).to_have_text(["1.", "2.", "3.", "4."])
