"""What was played, as people look at it: a table, games, players, records, a player's own page."""

import re
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from typing import Any

import httpx
import msgspec
import pytest
from asyncpg import Connection, DeadlockDetectedError
from playwright.sync_api import Locator, Page, Route, ViewportSize, expect

from controller.games.contract.rules import Outcome
from controller.texts.translation import LANGUAGES, translate
from hub.players.registry import find_or_create_player, save_seat
from hub.store.connection import connect_with_retry
from hub.store.stored_games import JournalUid, NewEntries, append_entries, register_journals
from tests.hub.in_browser.conftest import PASSWORD, OpenRoom, RunningRoom
from tests.hub.in_browser.test_room_page import PHONE, TV, overflows
from tests.hub.recorded import FOLLOWS, recorded_game
from tests.hub.running import run_in_thread
from tests.support.real_table import PATIENCE_S
from tests.support.soak import sample
from tests.web.browser.chromium import DRAWN

LAPTOP = ViewportSize(width=1280, height=800)
UID = JournalUid(bytes(range(16)))
SEATS = {"blue": "Ana", "yellow": "Kim", "purple": "Lou", "grey": "Max"}
NAMES = {"tumult_royale": "Tumult Royale", "tudor": "Tudor"}


def on(room: RunningRoom, work: Callable[[Connection], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        connection = await connect_with_retry(room.database)
        try:
            return await work(connection)
        finally:
            await connection.close()

    return run_in_thread(run())


def ship(room: RunningRoom, game: int, actions: int | None = None, name: str = "tumult_royale") -> Outcome:
    """The hub keeps so much of a game, all of it if not said; gives how it ends."""
    kept = recorded_game(game, game, name)

    async def work(connection: Connection) -> None:
        await register_journals(connection, {UID: ("rt-b", None)})
        await connection.execute("update tables set name = 'Window' where table_id = 'rt-b'")
        have = await connection.fetchval("select coalesce(max(head), 0) from games where game = $1", game)
        outcome = kept.outcome if actions is None else None
        rows = kept.rows[have:actions]
        await append_entries(
            connection, [NewEntries((UID, game), rows[0].written_utc, " ".join(SEATS), FOLLOWS, rows, outcome)]
        )

    on(room, work)
    return msgspec.json.decode(kept.outcome, type=Outcome)


def sit(room: RunningRoom, game: int) -> None:
    async def work(connection: Connection) -> None:
        number = await connection.fetchval("select journal_no from journals where uid = $1", UID)
        for castle, name in SEATS.items():
            await save_seat(connection, number, game, castle, name, "steward")

    on(room, work)


@pytest.fixture
def kept(room: RunningRoom) -> Iterator[RunningRoom]:
    """Nothing was played before."""
    yield room

    async def work(connection: Connection) -> None:
        while True:
            with suppress(DeadlockDetectedError):  # the hub may just be reading what this takes away, in another order
                await connection.execute("truncate tables, players, seasons, ratings cascade")
                return

    on(room, work)


def log_in(page: Page, secret: str) -> None:
    page.locator(".top > button.quiet").last.click()
    page.locator("dialog input").first.fill(secret)
    page.locator("dialog button.do").first.click()
    expect(page.locator("dialog[open]")).to_have_count(0)


def waited_for(page: Page, path: str, shown: Callable[[], Locator]) -> None:
    """The hub has played a game again, and rated it."""
    deadline_s = time.monotonic() + PATIENCE_S
    while shown().count() == 0:
        assert time.monotonic() < deadline_s, f"nothing of it on {path} in {PATIENCE_S} s"
        page.wait_for_timeout(250)
        page.goto(path)
        page.locator("body.drawn").wait_for()


@pytest.mark.parametrize("name", ["tumult_royale", "tudor"])
@pytest.mark.parametrize("size", [PHONE, LAPTOP, TV], ids=["phone", "laptop", "television"])
def test_a_table_is_shown_up_to_where_it_lay_open_and_goes_on_by_itself(
    kept: RunningRoom, open_room: OpenRoom, name: str, size: ViewportSize
) -> None:
    ship(kept, 1, 40, name)
    kept.enter("rt-b", "Window", game_no=1, seq=43, game=NAMES[name])
    page = open_room("/table/rt-b", size)
    expect(page.locator("article.of-table h2")).to_have_text("Window")
    expect(page.locator(".lag")).to_contain_text("Shown without the latest moves: 3")
    story = page.locator(".story li")
    expect(story.first).to_be_visible()
    before = story.count()
    assert page.locator("main").count() == 1
    assert overflows(page) == []
    ship(kept, 1, 60, name)
    kept.enter("rt-b", "Window", game_no=1, seq=60, game=NAMES[name])
    expect(page.locator(".lag")).to_have_text("Up to date")
    page.wait_for_function("before => document.querySelectorAll('.story li').length > before", arg=before)
    outcome = ship(kept, 1, None, name)
    expect(page.locator(".at-castle[data-won]")).to_have_count(len(outcome.winners))
    page.locator(".chart table").wait_for()
    assert overflows(page) == []
    widths = page.locator(".ward").evaluate_all("(wards) => wards.map((each) => Math.round(each.clientWidth))")
    assert len(set(widths)) == 1, widths


def test_a_steward_says_who_sits_where_and_a_new_player_gets_a_code(kept: RunningRoom, open_room: OpenRoom) -> None:
    ship(kept, 1, 40)
    kept.enter("rt-b", "Window")
    page = open_room("/table/rt-b", PHONE)
    expect(page.locator(".at-seats .at-castle")).to_have_text(["Blue", "Yellow", "Purple", "Grey"])
    expect(page.locator(".at-seats input")).to_have_count(0)
    log_in(page, kept.pin)
    field = page.get_by_label("Player at Blue")
    field.fill("Ana")
    field.press("Enter")
    expect(page.locator(".code")).to_have_text(re.compile(r"^[a-z]{4} [a-z]{4}$"))
    code = page.locator(".code").inner_text()
    expect(page.locator(".code")).to_be_in_viewport()
    expect(page.locator(".castle h2").filter(has_text="Blue")).to_have_text("Blue Ana")
    expect(page.get_by_role("img", name="Ana's own page, as a QR code")).to_be_visible()
    other = page.get_by_label("Player at Grey")
    other.fill("ana")
    other.press("Enter")
    expect(page.locator(".notice")).to_contain_text("A player can have only one castle in a game.")
    assert overflows(page) == []

    mine = open_room("/mine", PHONE)
    mine.get_by_label("My code").fill("bcdf ghjk")
    mine.get_by_role("button", name="Open my page").click()
    expect(mine.locator("main [role=alert]")).to_contain_text("This code is not right")
    mine.get_by_label("My code").fill(code)
    mine.get_by_role("button", name="Open my page").click()
    expect(mine.get_by_role("heading", name="Ana")).to_be_visible()
    read = open_room(f"/mine#{code.replace(' ', '')}", PHONE)
    expect(read.get_by_role("heading", name="Ana")).to_be_visible()
    assert code.replace(" ", "") not in read.url
    mine.get_by_role("button", name="Delete my name").click()
    mine.get_by_role("button", name="Yes").click()
    expect(mine.locator("main [role=status]")).to_have_text("Ana has been deleted.")
    page.reload()
    page.locator("body.drawn").wait_for()
    expect(page.get_by_label("Player at Blue")).to_have_value("")


def test_a_steward_lets_a_table_be_found(kept: RunningRoom, open_room: OpenRoom) -> None:
    kept.enter("rt-b", "Window")
    page = open_room("/table/rt-b", PHONE)
    button = page.get_by_role("button", name="Blink and beep")
    expect(page.locator("article.of-table h2")).to_have_text("Window")
    expect(button).to_be_hidden()
    log_in(page, kept.pin)
    with kept.broker.listened_to() as heard:
        button.click()
        assert heard.until("royaltable/v1/rt-b/ask")[1]["do"] == "identify"


@pytest.mark.parametrize("language", sample(LANGUAGES[::-1]))
def test_what_was_played_is_found_again(kept: RunningRoom, open_room: OpenRoom, language: str) -> None:
    games, players, records = (translate(language, f"page-place-{each}") for each in ("games", "players", "records"))
    outcome = ship(kept, 1)
    ship(kept, 2, name="tudor")
    sit(kept, 1)
    winner = SEATS[outcome.winners[0]]
    page = open_room("/players?rules=tumult_royale", PHONE, language=language)
    path = page.url
    waited_for(page, path, lambda: page.locator(".ranking tbody tr"))
    first = page.locator(".ranking tbody tr").first
    expect(first.get_by_role("link")).to_have_text(winner)
    expect(page.get_by_role("heading", name=players)).to_be_visible()
    assert overflows(page) == []
    first.get_by_role("link").click()
    page.locator("body.drawn").wait_for()
    expect(page.locator(".rows > li")).to_have_count(1)
    expect(page.locator(".at-castle[data-won]")).to_contain_text(winner)
    assert overflows(page) == []

    page.get_by_role("link", name=games, exact=True).click()
    page.locator("body.drawn").wait_for()
    expect(page.locator(".rows > li")).to_have_count(2)
    page.locator(".filters select").nth(1).select_option("tudor")
    expect(page.locator(".rows > li")).to_have_count(1)
    expect(page.locator(".rows > li a").first).to_have_text("Tudor, Window")
    assert overflows(page) == []
    page.locator("input[type=date]").fill("2001-01-01")
    expect(page.locator(".rows > li")).to_have_count(0)

    page.get_by_role("link", name=records, exact=True).click()
    page.locator("body.drawn").wait_for()
    page.locator(".filters select").first.select_option("tumult_royale")
    expect(page.locator("[data-record=longest] .at-castle[data-won]")).to_contain_text(winner)
    expect(page.locator("[data-record=wins] dd")).to_have_text(["1"])
    assert overflows(page) == []


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_rating_has_a_curve_that_is_also_said_in_words(
    kept: RunningRoom, open_room: OpenRoom, size: ViewportSize
) -> None:
    for game in (1, 2):
        ship(kept, game)
        sit(kept, game)
    page = open_room("/players?rules=tumult_royale", size)
    waited_for(page, page.url, lambda: page.get_by_role("img", name="Over the last 2 games"))
    curves = page.get_by_role(
        "img", name=re.compile(r"Over the last 2 games: from \d+ to \d+, lowest \d+, highest \d+")
    )
    expect(curves).to_have_count(4)
    assert overflows(page) == []
    page.locator(".ranking a").first.click()
    expect(curves).to_have_count(1)
    assert overflows(page) == []


def test_an_answer_that_another_choice_has_overtaken_changes_nothing(kept: RunningRoom, open_room: OpenRoom) -> None:
    ship(kept, 1)
    ship(kept, 2, name="tudor")
    page = open_room("/games", PHONE)
    waited_for(page, page.url, lambda: page.locator(".filters:has([value=tudor]):has([value=tumult_royale])"))
    late: list[Route] = []
    page.route("**/api/games?rules=tudor", lambda route: late.append(route))  # noqa: PLW0108  # no method of C
    game = page.locator(".filters select").nth(1)
    with page.expect_request("**/api/games?rules=tudor"):
        game.select_option("tudor")
    game.select_option("tumult_royale")
    expect(page.locator(".rows > li")).to_have_count(1)
    with page.expect_response("**/api/games?rules=tudor") as answer:
        late[0].continue_()
    answer.value.finished()
    page.evaluate(DRAWN)
    expect(page.locator(".rows > li a").first).to_have_text("Tumult Royale, Window")


def test_a_list_goes_on_with_nothing_while_another_choice_is_asked_for(kept: RunningRoom, open_room: OpenRoom) -> None:
    def long(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"more": True})

    ship(kept, 1)
    page = open_room("/games", PHONE)
    waited_for(page, page.url, lambda: page.locator(".filters:has([value=tumult_royale])"))
    page.route("**/api/games", long)
    page.reload()
    more = page.locator(".more")
    expect(more).to_be_visible()
    page.route("**/api/games?rules=tumult_royale", lambda _: None)  # no answer yet
    page.locator(".filters select").nth(1).select_option("tumult_royale")
    expect(more).to_be_hidden()
    page.unroute_all(behavior="ignoreErrors")


def test_a_game_shows_how_it_stood_at_its_end_and_its_course(kept: RunningRoom, open_room: OpenRoom) -> None:
    outcome = ship(kept, 1)
    page = open_room("/games", TV)
    waited_for(page, page.url, lambda: page.locator(".rows > li a").filter(has_text="Tumult Royale, Window"))
    page.locator(".rows > li a").first.click()
    page.locator("body.drawn").wait_for()
    expect(page.locator(".figures")).to_contain_text(f"Rounds{outcome.rounds}")
    expect(page.locator(".figures")).to_contain_text("Tumult: ")
    expect(page.locator(".chart figure svg").first).to_be_visible()
    assert page.locator("main input:not([type=range]), main select").count() == 0, "a viewer changes nothing"
    assert overflows(page) == []


@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_finished_game_is_replayed_at_the_hub_as_at_its_table(
    kept: RunningRoom, open_room: OpenRoom, size: ViewportSize
) -> None:
    ship(kept, 1)
    steps = len(recorded_game(1, 1).rows)
    journal = httpx.get(f"{kept.url}/api/games").json()["games"][0]["journal"]
    page = open_room(f"/game/{journal}/1", size)
    bar = page.locator(".replay")
    expect(bar.locator("output")).to_have_text(f"Step {steps} of {steps}")
    expect(page.locator(".chart figure svg").first).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(f"{kept.url}/game/{journal}/1#{steps - 1}")
    bar.get_by_role("slider").fill("40")
    expect(bar.locator("output")).to_have_text("Step 40 of " + str(steps))
    expect(page.locator(".chart figure svg")).to_have_count(0)
    bar.get_by_role("button", name="Play").click()
    expect(page).to_have_url(f"{kept.url}/game/{journal}/1#41")
    assert overflows(page) == []
    again = open_room(f"/game/{journal}/1#17", size)
    expect(again.locator(".replay output")).to_have_text(f"Step 17 of {steps}")


def test_a_game_that_goes_on_has_no_replay_at_the_hub(kept: RunningRoom, open_room: OpenRoom) -> None:
    ship(kept, 1, 40)

    async def journal_of(connection: Connection) -> int:
        number: int = await connection.fetchval("select journal_no from journals where uid = $1", UID)
        return number

    game = f"/api/games/{on(kept, journal_of)}/1"
    assert httpx.get(f"{kept.url}{game}/steps/9").status_code == 404
    page = open_room(game.removeprefix("/api").replace("games", "game"))
    expect(page.locator(".story li").first).to_be_visible()
    expect(page.locator(".replay")).to_have_count(0)


def test_the_owner_begins_a_season_whose_records_are_its_own(kept: RunningRoom, open_room: OpenRoom) -> None:
    ship(kept, 1)
    sit(kept, 1)
    page = open_room("/records")
    waited_for(page, page.url, lambda: page.locator("[data-record=wins]"))
    expect(page.get_by_label("New season")).to_have_count(0)
    log_in(page, PASSWORD)
    page.get_by_label("New season").first.fill("Winter")
    page.get_by_role("button", name="Start it now").click()
    expect(page.locator(".filters select").nth(1)).to_contain_text("Winter")
    expect(page.locator("[data-record]")).to_have_count(0)
    page.locator(".filters select").nth(1).select_option(label="All time")
    expect(page.locator("[data-record=longest]")).to_have_count(1)


def test_names_are_text_and_fit(kept: RunningRoom, open_room: OpenRoom) -> None:
    ship(kept, 1)
    name = "<img src=x onerror=alert(1)>" + "W" * 36

    async def work(connection: Connection) -> None:
        number = await connection.fetchval("select journal_no from journals where uid = $1", UID)
        await find_or_create_player(connection, name)
        await save_seat(connection, number, 1, "blue", name, "steward")

    on(kept, work)
    page = open_room("/games", PHONE)
    expect(page.locator(".at-castle").filter(has_text="<img src=x")).to_have_count(1)
    assert page.locator("main img").count() == 0
    assert overflows(page) == []
