"""A game of a foreign package without drawings can be shown and played."""

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from controller.config import examples
from tests.support.documents import ROOT
from tests.support.real_table import RealTable, running
from tests.support.soak import in_soak, sample
from tests.web.browser import chromium

EXAMPLE: Final = ROOT / "examples" / "arrow_race"
COLOR_WORDS: Final = {"blue": "Blau", "yellow": "Gelb"}


@contextmanager
def playing_guest(folder: Path, name: str, maker: str) -> Iterator[RealTable]:
    """A table with the game of another package, installed as pip would install it."""
    (folder / f"{name}-1.dist-info").mkdir()
    (folder / f"{name}-1.dist-info" / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (folder / f"{name}-1.dist-info" / "entry_points.txt").write_text(f"[royaltable.games]\n{name} = {maker}\n")
    settings = examples.read_example("simulator").replace("[table]\n", f'[table]\ngame = "{name}"\n')
    (folder / "table.toml").write_text(settings, encoding="utf-8")
    program = ["env", f"PYTHONPATH={folder}:{EXAMPLE}", sys.executable, "-m", "controller"]
    serves = ["serve", "--twins", "--config", str(folder / "table.toml"), "--port", "0"]
    with running(folder, program=program, serves=serves, log_stays_empty=False) as table:
        yield table


@pytest.fixture(scope="module")
def table(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealTable]:
    with playing_guest(tmp_path_factory.mktemp("race"), "race", "tests.play.tiny_game.game:race") as table:
        yield table


def begin_race(table: RealTable, *moves: int) -> None:
    """Begin the race, and move blue; at 5 it has won."""
    assert table.post("/api/game", {"game": "race", "castles": ["blue", "yellow"]}).status_code == 204
    for by in moves:
        table.act(do="move", player="blue", by=by)


def answering(replay: dict[str, Any], analysis: dict[str, Any]) -> Callable[[Page], None]:
    """Prepare a page whose replay has these values in place of the table's, and this analysis."""
    found = {"playouts": 0, "moments": [], "changes": {}, "note": None, "unit": "chance"} | analysis

    def prepare(page: Page) -> None:
        page.route("**/api/replay/*/*", lambda route: route.fulfill(json=route.fetch().json() | replay))
        page.route("**/api/replay/*/analysis?*", lambda route: route.fulfill(json=found))

    return prepare


@in_soak("another game without drawings, played by the knob")
def test_the_example_is_played_by_mouse_touch_and_keyboard(tmp_path: Path, devices: chromium.Devices) -> None:
    with playing_guest(tmp_path, "arrow_race", "arrow_race.game:make") as table:
        assert table.post("/api/game", {"castles": ["blue", "yellow"]}).status_code == 204
        assert table.post("/api/table/speed", {"speed": 5}).status_code == 204  # a game of people begins at 1
        page = devices.take(chromium.DESKTOP, language="de", touch=True)
        page.goto(table.url)
        for way in ("mouse", "touch", "keyboard"):
            mover = table.view()["waiting_for"]["color"]
            page.get_by_role("button", name="Drück den Knopf", exact=True).click()
            expect(page.locator(".banner .what")).to_contain_text("weiter")
            drawn = table.view()["drawn"]
            before = next(player["hare"] for player in table.view()["players"] if player["color"] == mover)
            hare = page.get_by_role("button", name=f"Hase {COLOR_WORDS[mover]}")
            gate = page.locator(f'[data-gate="{mover}"]')
            if way == "mouse":
                chromium.drag(page, hare, gate, stays_ms=chromium.SEEN_MS)
            elif way == "touch":
                chromium.drag_by_touch(page, hare, gate)
            else:
                hare.press("Enter")
                page.get_by_role("button", name=f"Tor von {COLOR_WORDS[mover]}").press("Enter")
            fact = page.locator(f'[data-castle="{mover}"] .facts div', has_text="Hase")
            expect(fact).to_have_text(f"Hase{before + drawn}")
        while not table.view()["waiting_for"]["over"]:
            table.act(do="draw")
            table.act(do="run", runner=f"hare-{table.view()['waiting_for']['color']}")
        expect(page.locator(".banner .what")).to_contain_text("hat gewonnen")
        expect(page.locator(".lanes").first.locator(".lane")).to_have_count(2)
        ways = page.locator(".lane .plain-piece").evaluate_all(
            "all => all.map((one) => one.style.getPropertyValue('--way'))"
        )
        assert sorted(map(float, ways))[-1] == 1 > sorted(map(float, ways))[-2]
        expect(page.get_by_role("button", name="Neue Partie").last).to_be_visible()
        expect(page.locator(".podium li")).to_have_count(2)
        expect(page.locator(".podium").get_by_role("link", name="Wiederholung")).to_be_visible()


@in_soak("the form that starts Tudor")
def test_the_form_starts_any_game_also_after_one_that_ended(table: RealTable, open_page: chromium.OpenPage) -> None:
    page = open_page()
    form = page.locator("dialog.new-game")
    expect(form.get_by_role("group", name="Game").locator("label")).to_have_text(["The Race", "Tumult Royale", "Tudor"])
    form.get_by_role("group", name="Purple").get_by_text("nobody").click()
    form.get_by_role("group", name="Grey").get_by_text("nobody").click()
    form.get_by_role("button", name="Begin").click()
    expect(form).to_be_hidden()
    table.act(do="move", player="blue", by=5)
    expect(page.locator(".banner .what")).to_have_text("Race. Blue has won.")
    page.get_by_role("button", name="New game").first.click()
    form.get_by_text("Tudor", exact=True).click()
    form.get_by_role("button", name="Begin").click()
    expect(page.locator(".space")).to_have_count(28)  # of two, as before
    page.get_by_role("button", name="New game").first.click()
    form.get_by_text("The Race").click()
    form.get_by_role("button", name="Begin").click()
    expect(page.locator(".banner .what")).to_have_text("Race. Tap your piece, or draw.")
    expect(page.locator(".space")).to_have_count(0)


def test_the_race_is_begun_and_played_by_the_knob(table: RealTable, open_page: chromium.OpenPage) -> None:
    begin_race(table)
    page = open_page()
    expect(page.locator(".banner .what")).to_have_text("Race. Tap your piece, or draw.")
    expect(page.locator(".hourglass")).to_be_hidden()
    assert not re.search("called|remark|menu", page.locator(".plain-board").inner_text(), re.IGNORECASE)
    with table.hurried(20):  # the arrow turns
        page.locator(".knob").click()
        expect(page.locator(".story li").last).to_contain_text("Blue is at")
    table.act(do="move", player="yellow", by=5)
    expect(page.locator(".banner .what")).to_have_text("Race. Yellow has won.")
    page.locator(".podium").get_by_role("link", name="Replay").click()
    expect(page).to_have_url(re.compile(r"/replay#\d+/1$"))  # an address to send


def test_a_piece_is_entered_by_hand_where_a_gate_is_dead(table: RealTable, open_page: chromium.OpenPage) -> None:
    begin_race(table)
    deaf = {"name": "reader_deaf", "place": "yellow"}
    assert table.post("/api/table/fault", deaf | {"on": True}).status_code == 204
    page = open_page()
    page.get_by_role("link", name="Enter its pieces on the referee's page.").click()
    page.get_by_text("Enter a piece by hand").click()
    expect(page.get_by_label("Gate", exact=True)).to_have_value("yellow")
    page.get_by_label("Piece", exact=True).select_option("piece-yellow")
    page.get_by_role("button", name="It passed the gate").click()
    expect(page.locator(".story li").last).to_contain_text("Yellow is at")
    assert table.post("/api/table/fault", deaf | {"on": False}).status_code == 204


@pytest.mark.parametrize("path", sample(["/", "/spectator", "/referee", "/owner"]))
def test_each_face_of_the_page_is_drawn(open_page: chromium.OpenPage, path: str) -> None:
    page = open_page(path=path, language="de")
    for size in chromium.SIZES.values():
        page.set_viewport_size(size)
        expect(page.locator("#main")).to_be_visible()
        assert page.evaluate(chromium.OUTSIDE) == []
        assert page.evaluate(chromium.WIDER_THAN_ITS_BOX) == []


def test_a_finished_game_is_replayed_by_keys_and_goes_into_bg_stats(
    table: RealTable, open_page: chromium.OpenPage
) -> None:
    begin_race(table, 2, 3)
    page = open_page(path="/replay")
    bar = page.locator(".replay")
    expect(bar.locator("output")).to_have_text("Decision 1 of 3")
    expect(page.locator(".banner .what")).to_have_text(re.compile(r"^Replay of The Race, game \d+$"))
    page.keyboard.press("End")
    expect(bar.locator("output")).to_have_text("Decision 3 of 3")
    chosen = page.locator(".decisions [aria-current]")
    expect(page.locator(".decisions button")).to_have_text(["1 The game begins.", "2 Blue is at 2.", "3 Blue is at 5."])
    expect(chosen).to_have_text("3 Blue is at 5.")
    page.get_by_text("Menu").click()
    page.keyboard.press("ArrowLeft")
    expect(bar.locator("output")).to_have_text("Decision 3 of 3")
    page.get_by_text("Menu").click()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".step")).to_contain_text("Blue is at 2.")
    expect(page).to_have_url(re.compile(r"/replay#\d+/2$"))
    address = page.url
    page.locator(".decisions").get_by_role("button", name="1 The game begins.").click()
    expect(bar.locator("output")).to_have_text("Decision 1 of 3")
    bar.get_by_role("button", name="To the end").click()
    expect(chosen).to_have_text("3 Blue is at 5.")
    bar.get_by_role("button", name="Round 1").click()
    expect(bar.locator("output")).to_have_text("Decision 1 of 3")
    page.keyboard.press("PageDown")
    expect(chosen).to_have_text("3 Blue is at 5.")
    page.keyboard.press("PageUp")
    expect(bar.locator("output")).to_have_text("Decision 1 of 3")
    page.goto("about:blank")
    page.goto(address)
    bar.get_by_role("button", name="Play").click()
    expect(bar.locator("output")).to_have_text("Decision 3 of 3")
    expect(bar.get_by_role("button", name="Play")).to_be_visible()
    link = page.get_by_role("link", name="Enter in BG Stats").get_attribute("href") or ""
    play = json.loads(parse_qs(urlsplit(link).query)["data"][0])
    assert [(each["name"], each["winner"]) for each in play["players"]] == [("blue", True), ("yellow", False)]
    page.goto("about:blank")
    page.goto(address)
    expect(bar.locator("output")).to_have_text("Decision 2 of 3")


@in_soak("the analysis in tests/play")
def test_chances_of_winning_stand_under_the_slider_of_a_game_that_has_them(
    table: RealTable, open_page: chromium.OpenPage
) -> None:
    begin_race(table, 5)
    page = open_page(path="/replay")
    chances = page.get_by_role("button", name="Analyse the game")
    expect(page.locator(".replay output")).to_have_text("Decision 1 of 2")
    expect(chances).to_have_count(0)
    moments = [
        {"seq": seq, "chances": {"blue": {"value": blue, "error": 0.02}, "yellow": {"value": 1 - blue, "error": 0.02}}}
        for seq, blue in ((1, 0.5), (2, 0.8), (2, 1.0))
    ]
    decision = {
        "seq": 2,
        "round": 1,
        "done": "Blue moves 5.",
        "better": "Blue moves 4.",
        "castle": "blue",
        "gain": {"value": 0.07},
        "done_at": ["5"],
        "better_at": ["4"],
    }
    parts = {part: {"value": value, "error": 0.02} for part, value in (("own", 0.4), ("others", 0.0), ("luck", 0.0))}
    analysis: dict[str, Any] = {
        "playouts": 10,
        "moments": moments,
        "decisions": [decision],
        "note": "Only a few games.",
        "unit": "chance",
    }
    analysis |= {"changes": {"blue": parts, "yellow": parts}}
    page.route("**/api/replay/*/*", lambda route: route.fulfill(json=route.fetch().json() | {"analysable": True}))
    late = [{"error": {"message": "It took too long."}}]
    page.route(
        "**/api/replay/*/analysis?*",
        lambda route: route.fulfill(status=503, json=late.pop()) if late else route.fulfill(json=analysis),
    )
    page.reload()
    chances.click()
    expect(page.get_by_text("This could not be computed. Try again in a minute.")).to_be_visible()
    chances.click()
    shown = page.locator(".chances figcaption")
    expect(shown).to_have_text("Chances of winning: Blue 50 ± 2 %, Yellow 50 ± 2 %! mistake")
    expect(page.locator(".decisions .hint")).to_have_text("Only a few games.")
    page.get_by_role("button", name="Next mistake: 1 of 1").click()
    flaw = "7 percentage points more to win: 4 instead of 5. Blue moves 4. Played: Blue moves 5."
    swing = "The largest swing of the game: Blue goes from 50 to 80 %."
    won = (
        "What brought Blue there, in percent: own decisions +40, those of others +0, luck and what all did at once +0."
    )
    expect(page.locator(".step")).to_have_text(f"Decision 2 of 2 {flaw} {swing} {won}")
    expect(page.locator(".decisions [data-flaw]")).to_have_text("2 Blue is at 5.")
    expect(page.locator(".marks .mistake")).to_have_count(1)
    expect(page.locator(".mark.swing")).to_have_count(0)  # it would lie below the mistake
    expect(shown).to_contain_text("Chances of winning: Blue 50 ± 2 %, Yellow 50 ± 2 %")
    page.keyboard.press("ArrowRight")
    expect(shown).to_contain_text("Chances of winning: Blue 100 ± 2 %, Yellow 0 ± 2 %")
    page.locator(".chances svg").click(position={"x": 5, "y": 20})
    expect(page.locator(".replay output")).to_have_text("Decision 1 of 2")


@pytest.mark.parametrize("size", [ViewportSize(width=1280, height=800), chromium.PHONE])
def test_each_mistake_of_a_replay_has_its_mark_and_is_counted(
    table: RealTable, open_page: chromium.OpenPage, size: ViewportSize
) -> None:
    begin_race(table, 5)
    long = {"analysable": True, "steps": 60, "decisions": [*range(1, 61)], "told": ["Blue moves. " * 30] * 60}
    found = [
        {"seq": seq, "castle": "blue", "done": "Blue moves 5.", "better": "Blue moves 4.", "gain": {"value": 0.07}}
        for seq in (31, 30)
    ]

    prepare = answering(long, {"decisions": found})
    page = open_page(path="/replay", size=size, prepare=prepare)
    page.get_by_role("button", name="Analyse the game").click()
    page.get_by_role("button", name="Next mistake: 1 of 2").click()
    expect(page.locator(".replay output")).to_have_text("Decision 30 of 60")
    page.get_by_role("button", name="Mistake 1 of 2").click()
    expect(page.locator(".replay output")).to_have_text("Decision 31 of 60")
    counted = page.get_by_role("button", name=re.compile("istake . of 2|istake: . of 2"))
    expect(counted).to_contain_text("Mistake 2 of 2")
    page.keyboard.press("Shift+M")
    expect(page.locator(".replay output")).to_have_text("Decision 30 of 60")
    page.keyboard.press("m")
    expect(page.locator(".replay output")).to_have_text("Decision 31 of 60")
    page.keyboard.press("Home")
    expect(counted).to_have_text("Next mistake: 1 of 2")
    page.keyboard.press("m")
    page.keyboard.press("m")
    expect(counted).to_contain_text("Mistake 2 of 2")
    one, other = (mark.bounding_box() for mark in page.locator(".mark.mistake").all())
    assert one is not None
    assert other is not None
    assert one["x"] + one["width"] <= other["x"]
    if size != chromium.PHONE:
        entry = page.locator(".decisions [aria-current]")
        assert entry.evaluate("entry => entry.clientHeight / parseFloat(getComputedStyle(entry).lineHeight)") < 13
        tops = entry.locator("> span").evaluate_all("lines => lines.map((line) => line.getBoundingClientRect().top)")
        assert tops == sorted({*tops}), "each sentence is a line"


def test_the_board_is_dim_until_the_step_that_was_jumped_to_is_there(
    table: RealTable, open_page: chromium.OpenPage
) -> None:
    begin_race(table, 5)
    page = open_page(path="/replay")
    board = page.locator(".felt")
    expect(board).to_have_css("opacity", "1")
    held: list[Route] = []
    page.route("**/api/replay/*/2?*", lambda route: held.append(route))  # noqa: PLW0108
    page.keyboard.press("End")
    expect(page.locator(".replay output")).to_have_text("Decision 2 of 2")
    expect(board).to_have_css("opacity", "0.35")
    held[0].continue_()
    expect(board).to_have_css("opacity", "1")


def test_on_a_phone_a_mistake_moves_nothing_and_chances_stand_in_numbers(
    table: RealTable, open_page: chromium.OpenPage
) -> None:
    begin_race(table, 2, 3)
    even = {castle: {"value": 0.5, "error": 0.02} for castle in ("blue", "yellow")}
    long = "Blue moves 4 and stays where it is. " * 9
    flaw = {"seq": 2, "castle": "blue", "done": "Blue moves 5.", "better": long, "gain": {"value": 0.07}}
    moments = [{"seq": 1, "chances": even}, {"seq": 3, "chances": even}]

    prepare = answering({"analysable": True}, {"moments": moments, "decisions": [flaw]})
    page = open_page(path="/replay", size=chromium.PHONE, prepare=prepare)
    page.get_by_role("button", name="Analyse the game").click()
    numbers = page.locator(".chances figcaption")
    expect(numbers).to_contain_text("Blue 50 ± 2 %, Yellow 50 ± 2 %")
    assert numbers.evaluate("caption => caption.clientHeight") > 0
    expect(numbers).to_have_css("clip-path", "none")
    top = page.locator(".felt").evaluate("board => board.getBoundingClientRect().top + scrollY")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".flaw")).to_be_visible()
    assert page.locator(".felt").evaluate("board => board.getBoundingClientRect().top + scrollY") == top


@in_soak("the film in tests/play/test_viewing.py")
def test_the_film_of_a_finished_game_is_saved_from_its_replay(table: RealTable, open_page: chromium.OpenPage) -> None:
    begin_race(table, 5)
    page = open_page(path="/replay")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Film").click()
    assert saved.value.suggested_filename == "royaltable.gif"
    assert saved.value.path().read_bytes().startswith(b"GIF89a")
    expect(page.get_by_role("button", name="Film")).to_be_enabled()


@in_soak("the same at the hub")
def test_a_game_that_goes_on_has_no_replay(table: RealTable, open_page: chromium.OpenPage) -> None:
    begin_race(table)
    assert table.get("/api/replay/9999/1").status_code == 404
    assert table.get("/api/replay/9999/film").status_code == 404
    number = table.get("/api/replay/0/1").json()["game"]
    assert table.get(f"/api/replay/{number + 1}/1").status_code == 404
    page = open_page(path=f"/replay#{number + 1}/1", language="es")
    expect(page.get_by_text("Ninguna partida terminada tiene este número.")).to_be_visible()


def test_before_the_first_end_of_a_game_the_replay_says_what_to_do(
    table: RealTable, open_page: chromium.OpenPage
) -> None:
    def have_none(page: Page) -> None:
        page.route("**/api/replay/0/1?*", lambda route: route.fulfill(status=404, json={}))

    page = open_page(path="/replay", prepare=have_none)
    expect(page.get_by_text("No game has been finished yet. Play one to its end")).to_be_visible()


def test_a_hurried_table_is_back_at_normal_speed_once_a_game_is_over(table: RealTable) -> None:
    begin_race(table)
    assert table.post("/api/table/speed", {"speed": 5}).status_code == 204
    table.act(do="move", player="blue", by=5)
    table.until(lambda: table.state()["table"]["speed"] == 1, "the normal speed, at which the display does not sleep")
