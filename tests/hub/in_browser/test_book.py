"""What was played, as people look at it: a table, games, players, records, a player's own page."""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

import msgspec
import pytest
from asyncpg import Connection, DeadlockDetectedError
from msgspec.structs import replace
from playwright.sync_api import Route, ViewportSize, expect

from controller.games.contract.rules import Outcome
from controller.texts.translation import LANGUAGES, translate
from hub.players.registry import find_or_create_player, save_seat
from hub.store.stored_games import JournalUid, append_entries, register_journals
from tests.hub.in_browser.conftest import PASSWORD, OpenRoom, RunningRoom
from tests.hub.in_browser.test_room_page import PHONE, TV, overflows
from tests.hub.recorded import new_entries, recorded_game
from tests.support.soak import sample
from tests.web.browser.chromium import DRAWN

LAPTOP: Final = ViewportSize(width=1280, height=800)
UID: Final = JournalUid(bytes(range(16)))
SEATS: Final = {"blue": "Ana", "yellow": "Kim", "purple": "Lou", "grey": "Max"}
TITLES: Final = {"tumult_royale": "Tumult Royale", "tudor": "Tudor"}


def ship(room: RunningRoom, game: int, actions: int | None = None, name: str = "tumult_royale") -> Outcome:
    """Store the first ``actions`` of a game, or all of it, at the hub; return how it ends."""
    kept = recorded_game(game, game, name)

    async def work(connection: Connection) -> None:
        await register_journals(connection, {UID: ("rt-b", None)})
        await connection.execute("update tables set name = 'Window' where table_id = 'rt-b'")
        have = await connection.fetchval("select coalesce(max(head), 0) from games where game = $1", game)
        outcome = kept.outcome if actions is None else None
        rows = kept.rows[have:actions]
        new = replace(new_entries(rows, game, outcome, UID), begun_utc=rows[0].written_utc, castles=" ".join(SEATS))
        await append_entries(connection, [new])

    room.in_database(work)
    return msgspec.json.decode(kept.outcome, type=Outcome)


def sit(room: RunningRoom, game: int) -> None:
    async def work(connection: Connection) -> None:
        for castle, name in SEATS.items():
            await save_seat(connection, await journal_no(connection), game, castle, name, "steward")

    room.in_database(work)


async def journal_no(connection: Connection) -> int:
    number: int = await connection.fetchval("select journal_no from journals where uid = $1", UID)
    return number


def forget_games(room: RunningRoom) -> None:
    async def work(connection: Connection) -> None:
        while True:
            with suppress(DeadlockDetectedError):  # the hub may just be reading these tables, in another order
                await connection.execute("truncate tables, players, seasons, ratings cascade")
                return

    room.in_database(work)


def until_found(room: RunningRoom, path: str, text: str) -> None:
    """Wait until the hub has replayed and rated the games, so that its answer contains ``text``."""
    room.table.until(lambda: text in room.client.get(f"/api/{path}").text, f"{text} in {path}")


@pytest.fixture
def kept(room: RunningRoom) -> Iterator[RunningRoom]:
    """A room where nothing was played before."""
    forget_games(room)
    yield room
    forget_games(room)


@pytest.fixture(scope="module")
def two_games(running_room: RunningRoom) -> Iterator[None]:
    """Two games of Tumult Royale with known players: Ana wins the first, Max the second. Then one of Tudor."""
    room = running_room
    forget_games(room)
    for game in (1, 2):
        ship(room, game)
        sit(room, game)
    ship(room, 3, name="tudor")

    until_found(room, "players?rules=tumult_royale", "Ana")
    until_found(room, "choices", "tudor")
    yield
    forget_games(room)


@pytest.fixture
def played(two_games: None, room: RunningRoom) -> RunningRoom:
    return room


@pytest.mark.parametrize("name", sample(list(TITLES)))
def test_a_table_is_shown_up_to_where_it_lay_open_and_goes_on_by_itself(
    kept: RunningRoom, open_room: OpenRoom, name: str
) -> None:
    ship(kept, 1, 40, name)
    kept.enter("rt-b", "Window", game_no=1, seq=43, game=TITLES[name], to_act="purple")
    page = open_room("/table/rt-b", PHONE)
    expect(page.locator("h1")).to_have_text("Window")
    expect(page.locator(".banner .lag")).to_have_text("The board of 3 moves ago")
    expect(page.locator(".castle[data-acting]")).to_have_attribute("data-castle", "purple")
    if name == "tudor":
        expect(page.locator("[data-latest]").first).to_be_visible()
    story = page.locator(".story li")
    expect(story.first).to_be_visible()
    before = story.count()
    assert page.locator("main").count() == 1
    assert overflows(page) == []
    ship(kept, 1, 60, name)
    kept.enter("rt-b", "Window", game_no=1, seq=60, game=TITLES[name])
    expect(page.locator(".lag")).to_be_empty()
    page.wait_for_function("before => document.querySelectorAll('.story li').length > before", arg=before)
    outcome = ship(kept, 1, None, name)
    won = page.locator(".at-castle[data-won]")
    page.wait_for_timeout(1000)
    expect(won).to_have_count(0)  # players still look at their table's count
    kept.enter("rt-b", "Window", game_no=1, seq=60, game=TITLES[name], playing=False)
    expect(won).to_have_count(len(outcome.winners))
    page.locator(".chart table").wait_for()
    for size in (PHONE, LAPTOP, TV):
        page.set_viewport_size(size)
        assert overflows(page) == []
        widths = page.locator(".ward").evaluate_all("(wards) => wards.map((each) => Math.round(each.clientWidth))")
        assert len(set(widths)) == 1, widths


def test_a_page_opened_while_its_table_counts_the_end_shows_the_board_before_it(
    kept: RunningRoom, open_room: OpenRoom
) -> None:
    standings = [{"castle": castle, "points": 9} for castle in SEATS]
    ship(kept, 1)
    until_found(kept, "games", "points")
    kept.enter("rt-b", "Window", game_no=1, game="Tumult Royale", standings=standings)
    kept.say("rt-b", "board", {"game": "tumult_royale", "view": {}})
    page = open_room("/table/rt-b", PHONE)
    expect(page.locator("img.present")).to_have_count(1)
    expect(page.locator(".standings li b")).to_have_text(["9"] * 4)
    expect(page.locator(".ending")).to_have_count(0)
    kept.enter("rt-b", "Window", game_no=1, game="Tumult Royale", standings=standings, playing=False)
    expect(page.locator(".ending")).to_be_visible()


def test_a_steward_enters_players_in_sight_of_the_board_which_stays_in_its_place(
    kept: RunningRoom, open_room: OpenRoom
) -> None:
    ship(kept, 1, 40)
    kept.enter("rt-b", "Window", game_no=1)
    page = open_room("/table/rt-b", LAPTOP, pin=kept.pin)
    save, blue = page.get_by_role("button", name="Save"), page.get_by_label("Player at Blue")
    for each in (blue, save, page.get_by_role("button", name="Blink and beep")):
        expect(each).to_be_in_viewport(ratio=1)
    before = page.locator(".felt").bounding_box()
    blue.fill("Ana")
    save.click()
    expect(page.locator(".code")).to_be_in_viewport()
    page.get_by_label("Player at Grey").fill("Max")
    save.click()
    expect(page.locator(".code").last).to_be_in_viewport()
    assert page.locator(".felt").bounding_box() == before
    page.get_by_text("Codes to hand out: 2").click()
    expect(page.locator(".code").first).to_be_hidden()


def test_a_game_with_hidden_hands_is_its_board_until_its_moves_come(kept: RunningRoom, open_room: OpenRoom) -> None:
    ship(kept, 1, 40)
    kept.enter("rt-b", "Window", game_no=2, seq=60, game="Tudor")
    page = open_room("/table/rt-b", PHONE)
    expect(page.get_by_text("those of a game with hidden hands come when it is over")).to_be_visible()
    expect(page.locator(".story")).to_have_count(0)
    assert overflows(page) == []


def test_players_sit_at_a_game_with_hidden_hands_before_its_moves_come(kept: RunningRoom, open_room: OpenRoom) -> None:
    standings = [{"castle": castle, "points": 0} for castle in SEATS]
    ship(kept, 1)
    turn = {"rules": "tumult_royale", "step": "build", "to_act": "blue"}
    kept.enter("rt-b", "Window", game_no=2, game="Tudor", standings=standings, **turn)
    page = open_room("/table/rt-b", PHONE, pin=kept.pin)
    blue, yellow = page.get_by_label("Player at Blue"), page.get_by_label("Player at Yellow")
    blue.fill("Ana")
    yellow.fill("Max")
    yellow.press("Enter")
    expect(page.locator(".standings .named").first).to_have_text("Ana")
    blue.fill("Max")
    yellow.fill("Ana")
    yellow.press("Enter")
    expect(page.get_by_text("Max plays Blue. Ana plays Yellow.")).to_be_visible()
    expect(page.locator(".standings .named").first).to_have_text("Max")
    expect(page.locator(".banner .step")).to_contain_text("Max builds")
    ship(kept, 2, 40)
    expect(page.locator(".castle h2").filter(has_text="Blue")).to_have_text("Blue Max")


def test_a_refused_name_keeps_no_other_back_and_the_same_people_play_again(
    kept: RunningRoom, open_room: OpenRoom
) -> None:
    standings = [{"castle": castle, "points": 0} for castle in SEATS]
    ship(kept, 1)
    kept.enter("rt-b", "Window", game_no=2, game="Tudor", standings=standings)
    page = open_room("/table/rt-b", PHONE, pin=kept.pin)
    for color, name in {"Blue": "Ana", "Yellow": "ana", "Purple": "Max", "Grey": "Lou"}.items():
        page.get_by_label(f"Player at {color}").fill(name)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Ana plays Blue. Max plays Purple. Lou plays Grey.")).to_be_visible()
    expect(page.locator("form ~ [role=alert]")).to_have_text("ana: A player can have only one castle in a game.")
    kept.enter("rt-b", "Window", game_no=3, game="Tudor", standings=standings)
    expect(page.get_by_text("Ana plays Blue.")).to_be_hidden()
    expect(page.get_by_label("Player at Blue")).to_have_value("")
    page.get_by_role("button", name="Same players as before").click()
    expect(page.get_by_text("Ana plays Blue. Max plays Purple. Lou plays Grey.")).to_be_visible()
    expect(page.get_by_label("Player at Blue")).to_have_value("Ana")
    expect(page.get_by_role("button", name="Same players as before")).to_be_hidden()


def test_codes_are_one_line_on_other_pages_and_go_only_after_a_question(kept: RunningRoom, open_room: OpenRoom) -> None:
    ship(kept, 1, 40)
    kept.enter("rt-b", "Window")
    page = open_room("/table/rt-b", PHONE, pin=kept.pin)
    page.get_by_label("Player at Blue").fill("Ana")
    page.get_by_label("Player at Blue").press("Enter")
    expect(page.locator(".code")).to_be_in_viewport()
    page.get_by_role("link", name="The room").click()
    line = page.get_by_text("Codes to hand out: 1")
    expect(line).to_be_visible()
    expect(page.locator(".code")).to_be_hidden()
    line.click()
    done = page.locator(".codes").get_by_role("button", name="All handed out")
    done.click()
    page.get_by_role("button", name="No", exact=True).click()
    expect(page.locator(".code")).to_be_visible()
    page.get_by_role("button", name="Log out").click()
    page.get_by_role("dialog").get_by_role("button", name="All handed out").click()
    expect(page.get_by_role("button", name="Log in")).to_be_visible()


def test_a_table_between_games_says_that_nothing_has_arrived(kept: RunningRoom, open_room: OpenRoom) -> None:
    kept.enter("rt-b", "Window", game_no=2, seq=60, game="Tudor", playing=False)
    page = open_room("/table/rt-b", PHONE)
    expect(page.get_by_text("Nothing of this game has arrived yet")).to_be_visible()
    expect(page.locator("h1")).to_have_text("Window")


def test_a_steward_says_who_sits_where_and_a_new_player_gets_a_code(kept: RunningRoom, open_room: OpenRoom) -> None:
    ship(kept, 1, 40)
    kept.enter("rt-b", "Window")
    page = open_room("/table/rt-b", PHONE)
    expect(page.locator(".at-seats .at-castle")).to_have_text(["Blue", "Yellow", "Purple", "Grey"])
    expect(page.locator(".at-seats input")).to_have_count(0)
    assert page.request.post(f"{kept.url}/api/login", data={"pin": kept.pin}).status == 204
    page.reload()
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
    expect(page.locator("form ~ [role=alert]")).to_have_text("ana: A player can have only one castle in a game.")
    assert overflows(page) == []

    mine = open_room("/mine", PHONE)
    mine.get_by_label("My code").fill("bcdf ghjk")
    mine.get_by_role("button", name="Open my page").click()
    expect(mine.locator("main [role=alert]")).to_contain_text("This code is not right")
    mine.get_by_label("My code").fill(code)
    mine.get_by_role("button", name="Open my page").click()
    expect(mine.get_by_role("heading", name="Ana")).to_be_visible()
    mine.goto("about:blank")
    mine.goto(f"{kept.url}/mine#{code.replace(' ', '')}")
    expect(mine.get_by_role("heading", name="Ana")).to_be_visible()
    assert code.replace(" ", "") not in mine.url
    mine.get_by_role("button", name="Delete my name").click()
    mine.get_by_role("button", name="Yes").click()
    expect(mine.locator("main [role=status]")).to_have_text("Ana has been deleted.")
    page.reload()
    page.locator("body.drawn").wait_for()
    expect(page.get_by_label("Player at Blue")).to_have_value("")


def test_the_end_of_a_game_with_a_long_name_fits_with_the_winner_highest(
    kept: RunningRoom, open_room: OpenRoom
) -> None:
    ship(kept, 1)
    sit(kept, 1)

    async def rename(connection: Connection) -> None:
        for castle in ("grey", "purple"):
            await connection.execute(
                "update players set name = $1 where name = $2", f"Maximilian von Hohenzollern {castle}", SEATS[castle]
            )

    kept.in_database(rename)
    until_found(kept, "games", "points")
    page = open_room(f"/game/{kept.in_database(journal_no)}/1", PHONE)
    for size in (PHONE, LAPTOP):
        page.set_viewport_size(size)
        expect(page.locator(".podium li")).to_have_count(4)
        assert overflows(page) == []
        page.wait_for_function("() => document.getAnimations().length === 0")
        tops = page.locator(".podium li").evaluate_all("(all) => all.map((each) => each.getBoundingClientRect().top)")
        assert tops[0] < tops[1] < tops[2] < tops[3], tops
        table = page.locator(".ending .table-scroll")
        assert table.evaluate("(each) => each.scrollWidth - each.clientWidth") == 0


def test_a_steward_lets_a_table_be_found(kept: RunningRoom, open_room: OpenRoom) -> None:
    kept.enter("rt-b", "Window")
    page = open_room("/table/rt-b", PHONE, pin=kept.pin)
    with kept.broker.listened_to() as heard:
        page.get_by_role("button", name="Blink and beep").click()
        asked = heard.until("royaltable/v1/rt-b/ask")[1]
    assert asked["do"] == "identify"
    kept.broker.publish("royaltable/v1/rt-b/answer", msgspec.json.encode(asked | {"done": True}).decode())
    expect(page.get_by_text("Window blinks and beeps.", exact=True)).to_be_visible()


def test_a_game_that_goes_on_has_no_replay_at_the_hub(kept: RunningRoom, open_room: OpenRoom) -> None:
    ship(kept, 1, 40)
    game = f"/api/games/{kept.in_database(journal_no)}/1"
    assert kept.client.get(f"{game}/steps/9").status_code == 404
    page = open_room(game.removeprefix("/api").replace("games", "game"))
    expect(page.locator(".story li").first).to_be_visible()
    expect(page.locator(".replay")).to_have_count(0)


def test_the_owner_begins_a_season_whose_records_are_its_own(kept: RunningRoom, open_room: OpenRoom) -> None:
    ship(kept, 1)
    sit(kept, 1)
    until_found(kept, "players?rules=tumult_royale", "Ana")
    expect(open_room("/records").get_by_label("New season")).to_have_count(0)
    page = open_room("/records", password=PASSWORD)
    page.get_by_label("New season").first.fill("Winter")
    page.get_by_role("button", name="Start it now").click()
    expect(page.locator(".filters select").nth(1)).to_contain_text("Winter")
    expect(page.locator("[data-record]")).to_have_count(0)
    page.locator(".filters select").nth(1).select_option(label="All time")
    expect(page.locator("[data-record=longest]")).to_have_count(1)


@pytest.mark.parametrize("language", sample(LANGUAGES[::-1]))
def test_what_was_played_is_found_again(played: RunningRoom, open_room: OpenRoom, language: str) -> None:
    games, players, records = (translate(language, f"page-place-{each}") for each in ("games", "players", "records"))
    page = open_room("/players?rules=tumult_royale", PHONE, language=language)
    expect(page.get_by_role("heading", name=players)).to_be_visible()
    expect(page.locator(".ranking tbody tr")).to_have_count(4)
    assert overflows(page) == []
    page.locator(".ranking").get_by_role("link", name="Ana").click()
    expect(page.locator(".rows > li")).to_have_count(2)
    expect(page.locator(".rows > li").last.locator(".at-castle[data-won]")).to_contain_text("Ana")
    assert overflows(page) == []

    page.get_by_role("link", name=games, exact=True).click()
    expect(page.locator(".rows > li")).to_have_count(3)
    page.locator(".filters select").nth(1).select_option("tudor")
    expect(page.locator(".rows > li a").first).to_have_text("Tudor, Window")
    expect(page.locator(".rows > li")).to_have_count(1)
    assert overflows(page) == []
    page.locator("input[type=date]").fill("2001-01-01")
    expect(page.locator(".rows > li")).to_have_count(0)

    page.get_by_role("link", name=records, exact=True).click()
    page.locator(".filters select").first.select_option("tumult_royale")
    expect(page.locator("[data-record=longest] .at-castle[data-won]")).to_contain_text("Ana")
    expect(page.locator("[data-record=wins] dd").first).to_have_text("1")
    assert overflows(page) == []


def test_a_rating_has_a_curve_that_is_also_said_in_words(played: RunningRoom, open_room: OpenRoom) -> None:
    page = open_room("/players?rules=tumult_royale", PHONE)
    curves = page.get_by_role(
        "img", name=re.compile(r"Over the last 2 games: from \d+ to \d+, lowest \d+, highest \d+")
    )
    expect(curves).to_have_count(4)
    expect(page.locator(".ranking tbody td").last).to_contain_text("provisional")
    for size in (LAPTOP, PHONE):
        page.set_viewport_size(size)
        assert overflows(page) == []
    page.locator(".ranking a").first.click()
    expect(curves).to_have_count(1)
    for size in (PHONE, LAPTOP):
        page.set_viewport_size(size)
        assert overflows(page) == []


def test_no_rows_of_an_earlier_choice_are_shown_late_or_offered(played: RunningRoom, open_room: OpenRoom) -> None:
    page = open_room("/games", PHONE)
    late: list[Route] = []
    page.route("**/api/games?rules=tudor", lambda route: late.append(route))  # noqa: PLW0108  # no method of C
    game = page.locator(".filters select").nth(1)
    with page.expect_request("**/api/games?rules=tudor"):
        game.select_option("tudor")
    game.select_option("tumult_royale")
    expect(page.locator(".rows > li")).to_have_count(2)
    with page.expect_response("**/api/games?rules=tudor") as answer:
        late[0].continue_()
    answer.value.finished()
    page.evaluate(DRAWN)
    expect(page.locator(".rows > li a").first).to_have_text("Tumult Royale, Window")

    def long(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"more": True})

    page.route("**/api/games", long)
    game.select_option("")
    more = page.locator(".more")
    expect(more).to_be_visible()
    with page.expect_request("**/api/games?rules=tudor"):
        game.select_option("tudor")
    expect(more).to_be_hidden()
    page.unroute_all(behavior="ignoreErrors")


def test_a_finished_game_is_replayed_at_the_hub_as_at_its_table(played: RunningRoom, open_room: OpenRoom) -> None:
    """Game 1 has 307 steps and 91 decisions in 10 rounds."""
    path = f"/game/{played.in_database(journal_no)}/1"
    page = open_room(path, PHONE)
    bar = page.locator(".replay")
    expect(bar.locator("output")).to_have_text("Decision 91 of 91")
    expect(page.locator(".chart figure svg").first).to_be_visible()
    expect(page.locator(".figures")).to_contain_text("Rounds10")
    expect(page.locator(".figures")).to_contain_text("Tumult: ")
    assert page.locator("main input:not([type=range]), main select").count() == 0, "a viewer changes nothing"
    for size in (TV, LAPTOP, PHONE):
        page.set_viewport_size(size)
        assert overflows(page) == []
    page.keyboard.press("Home")
    expect(bar.locator("output")).to_have_text("Decision 1 of 91")
    page.keyboard.press("End")
    expect(bar.locator("output")).to_have_text("Decision 91 of 91")
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(f"{played.url}{path}#306")
    built = page.locator(".decisions button").filter(has_text=" builds on ").last
    built.click()
    field = re.search(r"builds on ([A-Z]\d)", built.inner_text())
    assert field is not None
    expect(page.locator("[data-latest]")).to_have_attribute("data-field", field[1])
    bar.get_by_role("slider").fill("39")
    expect(bar.locator("output")).to_have_text("Decision 40 of 91")
    expect(page.locator(".chart figure svg")).to_have_count(0)
    bar.get_by_role("button", name="Play").click()
    expect(page).to_have_url(f"{played.url}{path}#130")
    assert overflows(page) == []
    page.goto("about:blank")
    page.goto(f"{played.url}{path}#17")
    expect(bar.locator("output")).to_have_text("Decision 7 of 91")
    bar.get_by_role("button", name="Round 2", exact=True).click()
    expect(page).to_have_url(f"{played.url}{path}#38")


@pytest.mark.parametrize("language", sample(LANGUAGES))
@pytest.mark.parametrize("game", [1, 3])
def test_a_replays_board_is_in_sight_on_a_laptop_and_who_won(
    played: RunningRoom, open_room: OpenRoom, game: int, language: str
) -> None:
    page = open_room(f"/game/{played.in_database(journal_no)}/{game}", LAPTOP, language=language)
    expect(page.locator(".felt")).to_be_in_viewport(ratio=1)
    expect(page.locator(".ending h2").first).to_be_in_viewport(ratio=0.9)
    page = open_room(f"/game/{played.in_database(journal_no)}/{game}#39", LAPTOP)
    expect(page.locator(".felt")).to_be_in_viewport(ratio=1)
    expect(page.locator("main > section.card h2")).to_have_text("Who played")


KEY_ONCE_SHOWN: Final = """() => new Promise((pressed) => {
  const press = () => {
    if (!document.querySelector(".replay .step")) return;
    observer.disconnect();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
    pressed();
  };
  const observer = new MutationObserver(press);
  observer.observe(document, { childList: true, subtree: true });
  press();
})"""


def test_a_key_pressed_as_soon_as_a_replay_is_shown_goes_a_step(played: RunningRoom, open_room: OpenRoom) -> None:
    page = open_room("/", LAPTOP)
    page.goto(f"{played.url}/game/{played.in_database(journal_no)}/1", wait_until="commit")
    page.evaluate(KEY_ONCE_SHOWN)
    slider = page.locator(".replay input[type=range]")
    last = int(slider.get_attribute("max") or "")
    expect(slider).to_have_value(str(last - 1))


@pytest.mark.parametrize("game", [1, 3])
def test_a_replay_opens_at_its_controls_and_board_and_says_who_won(
    played: RunningRoom, open_room: OpenRoom, game: int
) -> None:
    page = open_room(f"/game/{played.in_database(journal_no)}/{game}", PHONE)
    words = page.locator(".replay .step")
    expect(words).to_contain_text("wins with")
    page.keyboard.press("ArrowLeft")
    expect(words).not_to_contain_text("wins with")
    expect(page.locator(".ending")).to_have_count(0)
    page.keyboard.press("End")
    expect(words).to_contain_text("wins with")
    for size in (PHONE, LAPTOP):
        page.set_viewport_size(size)
        expect(page.locator(".chart figure svg").first).to_be_attached()
        assert page.evaluate("() => scrollY") == 0
        board, ending = page.locator(".felt").bounding_box(), page.locator(".ending").bounding_box()
        assert board is not None
        assert ending is not None
        assert board["y"] < size["height"] / 1.5 < ending["y"]
    expect(words).to_be_in_viewport()
    for size in (LAPTOP, TV):
        page.set_viewport_size(size)
        page.locator(".ending > :last-child").scroll_into_view_if_needed()
        expect(page.locator(".ending")).to_be_in_viewport(ratio=0.9)
        assert page.evaluate("() => scrollY") > 0, "the page scrolls, not a part of it"


def test_names_are_text_and_fit(played: RunningRoom, open_room: OpenRoom) -> None:
    name = "<img src=x onerror=alert(1)>" + "W" * 36

    async def work(connection: Connection) -> None:
        await find_or_create_player(connection, name)
        await save_seat(connection, await journal_no(connection), 3, "blue", name, "steward")

    played.in_database(work)
    page = open_room("/games", PHONE)
    expect(page.locator(".at-castle").filter(has_text="<img src=x")).to_have_count(1)
    assert page.locator("main img").count() == 0
    assert overflows(page) == []
