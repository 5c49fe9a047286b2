"""The page's three forms in a real browser: spectators, referee, newcomers."""

import json
import re
from collections.abc import Callable
from itertools import product
from typing import Final

import pytest
from playwright.sync_api import Page, Request, Route, expect

import controller.games.tumult_royale  # noqa: F401  # whose rules are said
from controller.texts import translation
from controller.texts.translation import LANGUAGES, translate
from tests.support.real_table import RealTable
from tests.support.soak import SOAK, in_soak
from tests.web.browser.chromium import DRAWN, OUTSIDE, PHONE, SEEN_MS, SIZES, TV, WIDER_THAN_ITS_BOX, OpenPage


def counted(table: RealTable) -> None:
    """Two players; Blue has to build."""
    table.begin("taxes")
    table.rob_for_a_pasture()
    table.count()


FACES: Final = ("/", "/spectator", "/referee")
SOME: Final = tuple(zip(FACES[1:], LANGUAGES[::-1], strict=False))


COUNTS: Final = (0, 1, 2, 3, 5, 11, 12, 21, 22, 100, 101, 112)
SAY_TILES: Final = """async (counts) => {
  const { say } = await import(document.querySelector("link[href$='/js/lib/texts.js']").href);
  return counts.map((number) => say("tiles", { number }));
}"""


@pytest.mark.parametrize(("path", "language"), tuple(product(FACES, LANGUAGES)) if SOAK else SOME)
def test_every_face_speaks_every_language_on_a_phone_and_on_a_television(
    table: RealTable, open_page: OpenPage, path: str, language: str
) -> None:
    counted(table)
    page = open_page(path=path, size=SIZES["tv"], language=language)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator(".mode")).to_have_text(translate(language, "page-phase-statues"))
    builds = translate(language, "wait-build-title", {"color": translate(language, "blue")})
    expect(page.locator(".waiting")).to_contain_text(builds)
    expect(page.locator(".castle")).to_have_count(2)

    for size in SIZES.values():
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert page.evaluate(WIDER_THAN_ITS_BOX) == []
        assert page.evaluate(OUTSIDE) == []
    unsaid = {key for key in translation.page_texts("en") if "-" in key}
    assert unsaid & set(page.locator("#page").inner_text().split()) == set()
    said = [translate(language, "page-tiles", {"number": count}) for count in COUNTS]
    assert page.evaluate(SAY_TILES, COUNTS) == said


def test_chosen_language_and_theme_apply_at_once_and_are_kept(table: RealTable, open_page: OpenPage) -> None:
    counted(table)
    page = open_page(theme="dark")
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(paper) == "rgb(23, 21, 15)"
    page.evaluate("window.same = true")
    page.locator(".prefs summary").click()
    page.locator("select[name=theme]").select_option("light")
    assert page.evaluate(paper) == "rgb(244, 238, 226)"

    page.locator("select[name=language]").select_option("de")

    expect(page.locator(".mode")).to_have_text("Statuen aufstellen")
    expect(page.locator(".waiting")).to_contain_text("Blau baut")
    expect(page.locator(".story")).to_contain_text("Die Sanduhr läuft")
    expect(page.locator(".oled img")).to_have_attribute("alt", re.compile("Blau baut"))
    expect(page.locator(".prefs summary")).to_be_focused()
    assert page.evaluate("window.same") is True
    page.reload()
    expect(page.locator(".mode")).to_have_text("Statuen aufstellen")
    assert table.post("/api/owner/house", {"language": "en"}).status_code == 204
    assert page.evaluate(paper) == "rgb(244, 238, 226)"


def test_a_guest_is_told_in_their_language_what_did_not_work(table: RealTable, open_page: OpenPage) -> None:
    counted(table)
    page = open_page()
    page.locator(".prefs summary").click()
    page.locator("select[name=language]").select_option("de")
    expect(page.locator(".mode")).to_have_text("Statuen aufstellen")
    moved_on = {"error": {"message": "saw the answer yes, but the table asks no question that takes it"}}
    page.route("**/api/table/press", lambda route: route.fulfill(status=404, json=moved_on))
    page.get_by_role("button", name="links", exact=False).first.click()
    expect(page.locator(".notice")).to_contain_text("Das geht nicht mehr: Der Tisch ist schon weiter.")
    assert table.post("/api/owner/house", {"language": "en"}).status_code == 204


COVERED = """part => {
  const [over, ...all] = [part, ".castle", ".country", ".heap .tile"].flatMap((each) =>
    [...document.querySelectorAll(each)].map((one) => one.getBoundingClientRect()));
  const apart = (box) => box.right <= over.left || box.left >= over.right ||
    box.bottom <= over.top || box.top >= over.bottom;
  return all.filter((box) => !apart(box)).length;
}"""
"""How many castles and tiles lie below this part."""


def test_a_television_shows_the_rush_without_buttons_until_touched(table: RealTable, open_page: OpenPage) -> None:
    table.begin("taxes", players=4)
    page = open_page(path="/spectator#tv", size=TV)
    for number, color in enumerate(("blue", "yellow", "grey", "blue", "purple", "yellow", "blue")):
        table.act(do="rob", player=color, tile=f"t{number + 13}")
    expect(page.locator('[data-castle="blue"] .count .tiles')).to_have_text("3 tiles")
    expect(page.locator(".clock span").first).to_have_text(re.compile(r"^\d+ s$"))
    expect(page.locator(".face")).to_have_count(0)
    expect(page.locator(":is(.gate, .knob, .oled, .buttons, .castle button, .country button):visible")).to_have_count(0)
    expect(page.locator(".demand")).to_be_visible()
    assert [page.evaluate(COVERED, part) for part in (".clock", ".wants")] == [0, 0]

    page.set_viewport_size({"width": 960, "height": 540})
    expect(page.locator(".prefs")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page.mouse.click(5, 5)
    expect(page.locator(".prefs")).to_be_visible()
    expect(page).to_have_url(f"{table.url}/spectator")


def test_a_television_shows_all_without_scrolling_and_why_a_rule_holds(table: RealTable, open_page: OpenPage) -> None:
    counted(table)
    page = open_page(path="/spectator", size=TV, language="de")
    for part in (".banner", '[data-castle="blue"]', '[data-castle="yellow"]', ".fields", ".people header", ".wants"):
        box = page.locator(part).bounding_box()
        assert box is not None, part
        assert box["y"] + box["height"] <= TV["height"], part
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('.story li')).fontSize)") >= 21
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('.waiting')).fontSize)") >= 32

    page.locator(".story").get_by_role("button", name="TR-2.6").first.click()
    told = page.get_by_role("dialog")
    expect(told).to_contain_text("Regel TR-2.6")
    expect(told).to_contain_text(translation.rule_texts("de")["TR-2.6"])
    page.keyboard.press("Escape")
    expect(told).to_have_count(0)


AS_HIGH_AS_ITS_SLOT = "(felt => felt.offsetHeight === felt.parentElement.clientHeight)(document.querySelector('.felt'))"


def test_what_was_done_and_what_was_better_are_marked_on_the_board(table: RealTable, open_page: OpenPage) -> None:
    counted(table)
    offer = {"step": "practice", "no": True, "text": "Another field?", "done_at": ["A1"], "better_at": ["B2"]}
    stream = f"event: view\ndata: {json.dumps(table.view() | {'question': offer})}\n\n"

    def judge(page: Page) -> None:
        page.route("**/api/stream?*", lambda route: route.fulfill(content_type="text/event-stream", body=stream))

    page = open_page(path="/spectator", prepare=judge)
    expect(page.locator(".asked")).to_have_count(0)
    expect(page.locator("[data-better]")).to_have_attribute("data-field", "B2")
    expect(page.locator(".middle [data-done]")).to_have_attribute("data-field", "A1")
    board = open_page().locator(".felt").bounding_box()
    page = open_page(prepare=judge)
    expect(page.locator(".asked")).to_contain_text("Another field?")
    expect(page.get_by_role("button", name="Take back and try again")).to_be_visible()
    assert page.locator(".felt").bounding_box() == board  # the question moves nothing


def test_a_better_pass_is_marked_at_its_castle(table: RealTable, open_page: OpenPage) -> None:
    counted(table)
    offer = {"step": "practice", "no": True, "castle": "blue", "done_at": ["A1"], "better_at": []}
    stream = f"event: view\ndata: {json.dumps(table.view() | {'question': offer})}\n\n"

    def judge(page: Page) -> None:
        page.route("**/api/stream?*", lambda route: route.fulfill(content_type="text/event-stream", body=stream))

    page = open_page(path="/spectator", prepare=judge)
    expect(page.locator("[data-better]")).to_have_attribute("data-castle", "blue")
    expect(page.locator("[data-done]")).to_have_attribute("data-field", "A1")


COUNT_FLIGHTS: Final = """
  window.flown = 0;
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...all) { window.flown += 1; return animate.apply(this, all); };
"""


@pytest.mark.parametrize(("leaps", "flying"), [(False, 2), (True, 0)])
def test_tiles_slide_to_a_castle_but_not_where_a_replay_leaps(
    table: RealTable, open_page: OpenPage, *, leaps: bool, flying: int
) -> None:
    table.begin("taxes")
    before, after = table.view(), table.view() | {"leaps": leaps}
    after["players"][0]["tiles"] += 2
    coming = [before]

    def send(route: Route) -> None:
        view = coming.pop() if coming else after
        route.fulfill(content_type="text/event-stream", body=f"event: view\ndata: {json.dumps(view)}\n\n")

    def rob(page: Page) -> None:
        page.emulate_media(reduced_motion="no-preference")
        page.add_init_script(COUNT_FLIGHTS)
        page.route("**/api/stream?*", send)

    page = open_page(path="/spectator", prepare=rob)
    expect(page.locator('[data-castle="blue"] .board .tile')).to_have_count(2)
    page.evaluate(DRAWN)
    page.wait_for_function(f"flown === {flying}")


def test_a_game_that_is_over_is_drawn_as_a_chart(table: RealTable, open_page: OpenPage) -> None:
    counted(table)
    points = [
        {"round": at, "players": {"blue": {"placed": 1 + 4 * at, "supporters": 30 - at},
                                  "yellow": {"placed": 1 + at, "supporters": 29}}}
        for at in range(7)
    ]  # fmt: skip
    view = table.view() | {"phase": "over", "winner": "blue", "ending": "25th statue"}
    view["players"][0]["placed"] = view["players"][1]["placed"] = 25
    stream = f"event: view\ndata: {json.dumps(view)}\n\n"
    share = "navigator.canShare = () => true; navigator.share = async (what) => { window.shared = what; }"

    def end(page: Page) -> None:
        page.route("**/api/course", lambda route: route.fulfill(json=points))
        page.route("**/api/stream?*", lambda route: route.fulfill(content_type="text/event-stream", body=stream))

    page = open_page(path="/spectator", prepare=end)
    page.evaluate(f"() => {{ {share} }}")
    expect(page.locator(".waiting")).to_have_text("Blue wins!")
    expect(page.locator(".podium h2")).to_have_text("Blue wins. The game ended with the 25th statue.")
    expect(page.locator(".podium li").first).to_contain_text("25 statues")
    expect(page.locator(".podium .hint")).to_contain_text("the higher rank is ahead; supporters decide the ranks")
    expect(page.locator(".chart tbody th").first).to_have_text("Blue")
    expect(
        page.get_by_role("img", name="Statues placed. Blue: 1, 5, 9, 13, 17, 21, 25; Yellow: 1, 2, 3")
    ).to_be_visible()
    expect(page.locator(".chart polyline")).to_have_count(4)
    assert page.evaluate(AS_HIGH_AS_ITS_SLOT)
    page.set_viewport_size(TV)
    assert page.evaluate(AS_HIGH_AS_ITS_SLOT)
    assert page.evaluate("(slot => slot.scrollHeight <= slot.clientHeight)(document.querySelector('.slot-board'))")
    page.get_by_role("button", name="Share").click()
    page.wait_for_function("() => window.shared?.files[0].type === 'image/png'")
    page.evaluate("location.hash = 'tv'")
    expect(page.locator(".podium h2")).to_be_hidden()  # its heading and its caption say who won
    expect(page.locator(".castle .tiles:visible", has_text="0 tiles")).to_have_count(0)


class TestReferee:
    """The referee plays the game without any device."""

    @pytest.fixture(autouse=True)
    def _counted(self, table: RealTable) -> None:
        counted(table)

    def test_sets_a_game_up_as_it_was_dealt_and_goes_on_with_the_parked_one(
        self, table: RealTable, open_page: OpenPage
    ) -> None:
        page = open_page(path="/referee")
        page.get_by_role("button", name="New game").first.click()
        form = page.locator("dialog.new-game")
        for color, sitter in (("Yellow", "person"), ("Grey", "person"), ("Blue", "nobody"), ("Purple", "nobody")):
            form.get_by_role("group", name=color).get_by_text(sitter).click()
        form.get_by_text("as people dealt them").click()
        form.get_by_text("As they were dealt").click()
        form.locator("[name=rank-yellow]").select_option(label="Duke")
        form.locator("[name=rank-grey]").select_option(label="King")
        form.get_by_text("As they lie").click()
        places, palette = form.locator(".frame-places button"), form.locator(".frame-palette button")
        expect(places).to_have_count(4)
        places.nth(1).click()
        palette.nth(0).click()
        places.nth(1).click()
        places.nth(1).click()
        places.nth(2).click()
        palette.nth(3).click()

        form.get_by_role("button", name="Begin").click()

        expect(form).to_be_hidden()
        view = table.view()
        assert [(player["color"], player["rank"]) for player in view["players"]] == [("yellow", 2), ("grey", 1)]
        lies = [(region["tile"], region["turns"]) for region in view["regions"]]
        assert lies == [(None, 0), ("R0", 2), ("R3", 0), (None, 0)]

        page.get_by_role("button", name="New game").first.click()
        form.get_by_role("button", name="last played").first.click()
        expect(form).to_be_hidden()
        assert [player["color"] for player in table.view()["players"]] == ["blue", "yellow"]
        assert table.view()["phase"] == "statues"

    def test_is_told_the_best_plan_builds_takes_back_and_corrects_supporters(
        self, table: RealTable, open_page: OpenPage, keep_picture: Callable[[Page, str], None]
    ) -> None:
        page = open_page(path="/referee", theme="dark")
        expect(page.locator(".choices .build").first).to_be_visible()
        keep_picture(page, "referee.png")
        page.get_by_role("button", name="What would be best").click()
        expect(page.locator(".advice li").first).to_contain_text("Blue")
        field = page.locator("button[data-field]").first
        name = str(field.get_attribute("data-field"))
        field.click()
        expect(page.locator(f'[data-field="{name}"] .of-blue .statue').first).to_be_visible()
        table.until(lambda: table.view()["players"][0]["tiles"] == 0, "Blue has paid")
        page.get_by_role("button", name="Take back").click()
        expect(page.locator(f'button[data-field="{name}"]')).to_be_visible()
        assert name not in table.view()["fields"]
        expect(page.locator(".moves")).to_contain_text(re.compile("bread 3[^:]*: people → Blue"))
        page.get_by_role("button", name="All in place").click()
        expect(page.locator(".moves")).to_have_count(0)
        assert table.view()["to_move"] == []

        before = table.view()["players"][1]["supporters"]
        late: list[Route] = []
        page.route("**/api/corrections**", lambda route: late.append(route))  # noqa: PLW0108  # no method of C
        page.get_by_text("Correct by hand").click()
        page.locator("[name=action]").select_option("supporters")
        page.locator("[name=player]").select_option("yellow")
        change = page.locator("[name=change]")
        change.fill("-2")
        with page.expect_request("**/api/corrections**"):
            page.get_by_role("button", name="Enter it").click()
        change.fill("-3")
        with page.expect_response("**/api/corrections**"):
            late[0].continue_()
        expect(page.locator('[data-castle="yellow"] .stat b').first).to_have_text(str(before - 2))
        page.evaluate(DRAWN)
        expect(change).to_have_value("-3")
        page.unroute("**/api/corrections**")
        change.fill("-200")
        page.get_by_role("button", name="Enter it").click()
        expect(page.locator(".notice")).to_contain_text("a change of -200 is not possible")

    @in_soak("a build taken back, with the tiles to move")
    def test_goes_back_a_round_and_sees_which_tiles_lie_differently(
        self, table: RealTable, open_page: OpenPage
    ) -> None:
        """Blue paid bread 3 and marble 2, and the round ended; amending the count builds and ends it again."""
        page = open_page(path="/referee")
        page.locator("button[data-field]").first.click()
        table.until(lambda: table.view()["players"][0]["tiles"] == 0, "Blue has paid")
        page.get_by_role("button", name="Back to the count").click()
        expect(page.locator(".moves li")).to_have_text(["bread 3, marble 2: people → Blue", "6 tiles: people → aside"])
        assert table.view()["phase"] == "taxes"
        page.get_by_role("button", name="Count", exact=True).click()
        expect(page.locator(".moves")).to_be_hidden()
        assert [table.view()[key] for key in ("phase", "round", "to_move")] == ["sentiment", 2, []]

    def test_works_on_while_a_scene_shows_and_is_offered_nothing_that_is_not_due(
        self, table: RealTable, open_page: OpenPage
    ) -> None:
        scene = {"name": "left-over", "title": "Give tiles back", "text": "Nobody builds any more.", "rules": []}
        view = table.view() | {"scene": scene | {"hands": True, "left": 2, "drawn": {}}}
        stream = f"event: view\ndata: {json.dumps(view)}\n\n"

        def stage(page: Page) -> None:
            page.route("**/api/stream?*", lambda route: route.fulfill(content_type="text/event-stream", body=stream))

        page = open_page(path="/referee", size={"width": 1280, "height": 800}, prepare=stage)
        scene_at = page.locator(".scene").bounding_box()
        assert scene_at is not None
        for part in (".desk", ".entry", ".complaints"):
            box = page.locator(part).last.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= scene_at["y"], part
        expect(page.locator(".choices, .advice")).to_have_count(0)

    def test_sees_the_whole_board_on_a_phone_and_has_the_desk_beside_it(
        self, table: RealTable, open_page: OpenPage
    ) -> None:
        table.begin("coronation")
        page = open_page(path="/referee", size=PHONE, touch=True)
        expect(page.locator(".slot-offers")).to_have_count(0)
        page.get_by_role("tab", name="Desk").tap()
        expect(page.get_by_role("button", name="Take back the latest step")).to_be_visible()
        page.get_by_role("tab", name="Board").tap()
        page.locator("button.face-down").last.tap()
        page.get_by_role("button", name="Enter it").tap()  # the form came to the front by itself
        expect(page.locator(".field")).to_have_count(27)
        expect(page.get_by_role("tab", name="Board")).to_have_attribute("aria-selected", "true")

    def test_enters_on_a_phone_a_tile_that_a_gate_did_not_read(self, table: RealTable, open_page: OpenPage) -> None:
        table.begin("taxes")
        page = open_page(path="/referee", size=PHONE, touch=True)
        page.get_by_role("tab", name="Desk").tap()
        page.get_by_text("Enter a piece by hand").tap()
        page.get_by_label("Gate", exact=True).select_option("yellow")
        expect(page.get_by_label("Gate", exact=True).locator("option")).to_have_text(["Blue", "Yellow"])
        page.get_by_label("Piece", exact=True).select_option("t13")
        page.get_by_role("button", name="It passed the gate").tap()
        expect(page.locator(".entry output")).to_have_text("✓ Yellow: marble 2 · t13")
        expect(page.get_by_label("Gate", exact=True)).to_have_value("yellow")
        expect(page.get_by_label("Piece", exact=True).locator("option:checked")).not_to_contain_text("t13")
        expect(page.get_by_label("Piece", exact=True).locator("option").last).to_contain_text("t13")
        expect(page.locator(".desk .latest")).to_have_text("Yellow has one tile.")
        assert table.tiles_of("yellow") == 1

    def test_reads_a_refusal_above_the_tabs_of_a_phone(self, table: RealTable, open_page: OpenPage) -> None:
        table.begin("set_aside")
        page = open_page(path="/referee", size=PHONE, touch=True)
        page.get_by_role("tab", name="Desk").tap()
        page.get_by_text("Correct by hand").tap()
        page.locator("[name=change]").fill("-200")
        page.get_by_role("button", name="Enter it").tap()
        expect(page.locator(".notice")).to_be_visible()
        refused, tabs = page.locator(".notice").bounding_box(), page.locator(".stage .tab-list").bounding_box()
        assert refused is not None
        assert tabs is not None
        assert refused["y"] + refused["height"] <= tabs["y"]

    def test_chooses_how_a_build_is_paid(self, table: RealTable, open_page: OpenPage) -> None:
        table.begin("taxes")
        table.rob_for_a_pasture()
        table.act(do="rob", player="blue", tile="t14")
        table.count()
        page = open_page(path="/referee", size=PHONE, touch=True)
        page.locator("button[data-field]").first.tap()
        ways = page.get_by_role("list", name="Ways to pay").get_by_role("button")
        expect(ways).to_have_count(2)
        expect(ways.first).to_be_focused()
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.get_by_role("tab", name="Board")).to_have_attribute("aria-selected", "true")
        page.get_by_role("tab", name="Story").tap()
        expect(page.locator(".story")).to_contain_text("bread 3 and marble 3")

    def test_takes_the_end_of_the_hourglass_back_and_starts_it_anew(
        self, table: RealTable, open_page: OpenPage
    ) -> None:
        table.begin("taxes")
        table.act(do="stop")
        page = open_page(path="/referee", size={"width": 1280, "height": 800})
        felt = page.locator(".felt").bounding_box()
        page.get_by_role("button", name="Take back").click()
        expect(page.locator(".desk .do")).to_have_text("Start the hourglass")
        expect(page.locator(".asked, .clock")).to_have_count(0)
        assert page.locator(".felt").bounding_box() == felt
        page.locator(".desk .do").click()
        expect(page.locator(".desk .do")).to_have_text("The hourglass has run out")

    def test_corrects_what_was_counted_by_tiles_named_with_their_places(
        self, table: RealTable, open_page: OpenPage
    ) -> None:
        page = open_page(path="/referee")
        page.get_by_text("Correct by hand").click()
        page.locator(".entry select[name=action]").select_option("move")
        tiles = page.locator("select[name=tile]")
        expect(tiles.locator("option")).to_have_count(21)
        assert tiles.locator("option").all_inner_texts()[:3] == [
            "Blue: bread 3 · t07",
            "Blue: marble 2 · t11",
            "The people: marble 1 · t08",
        ]
        tiles.select_option("t13")
        page.locator("select[name=to]").select_option("yellow")
        expect(page.get_by_label("it was before the count")).to_be_checked()
        page.get_by_role("button", name="Enter it").click()
        expect(page.locator('[data-castle="yellow"] .count .tiles')).to_have_text("1 tile")
        assert table.view()["phase"] == "statues"

    @in_soak("another action of the same form")
    def test_turns_up_the_region_tile_that_lies_there(self, table: RealTable, open_page: OpenPage) -> None:
        table.begin("coronation")
        page = open_page(path="/referee")
        free = table.view()["reveal"]["free_tiles"][2]
        page.locator("button.face-down").last.click()
        page.locator("[name=region-0]").select_option(free)
        page.locator("[name=turns-0]").select_option("3")
        page.get_by_role("button", name="Enter it").click()
        expect(page.locator(".field")).to_have_count(27)
        slots = {region["slot"]: (region["tile"], region["turns"]) for region in table.view()["regions"]}
        assert (free, 3) in slots.values()

    @in_soak("pauses by requests in tests/web")
    def test_pauses_the_hourglass_and_lets_it_run_on(self, table: RealTable, open_page: OpenPage) -> None:
        table.begin("taxes")
        page, looking_on = open_page(path="/referee"), open_page(path="/spectator")
        page.get_by_role("button", name="Pause the hourglass").click()
        expect(looking_on.locator(".clock small")).to_have_text("paused")
        left_s = table.view()["hourglass"]["left_s"]
        page.wait_for_timeout(300)
        assert table.view()["hourglass"]["left_s"] == left_s
        page.get_by_role("button", name="Resume the hourglass").click()
        expect(looking_on.locator(".clock small")).to_be_hidden()

    @in_soak("the PIN by requests in tests/web/test_roles.py")
    def test_asks_for_the_pin_first_where_it_does_not_know_the_referee(self, open_page: OpenPage) -> None:
        page = open_page(path="/spectator")
        roles = ["spectator"]
        me = {"roles": roles, "table": "real", "game": "tumult-royale", "language": "en"}
        page.route("**/api/me", lambda route: route.fulfill(json=me))

        def login(route: Route) -> None:
            right = route.request.post_data_json == {"pin": "4711"}
            if right:
                roles.append("referee")
            route.fulfill(status=204 if right else 403)

        page.route("**/api/login", login)
        page.goto(page.url.replace("/spectator", "/referee"))
        expect(page.locator(".desk")).to_have_count(0)
        page.get_by_label("PIN").fill("1234")
        page.get_by_role("button", name="Enter", exact=True).click()
        expect(page.locator(".login")).to_contain_text("This PIN is not right.")
        page.get_by_label("PIN").fill("4711")
        page.keyboard.press("Enter")
        expect(page.locator(".desk")).to_be_visible()


def test_a_newcomer_is_led_through_the_first_steps_and_never_again(table: RealTable, open_page: OpenPage) -> None:
    table.begin("sentiment")
    newcomer = "blue" if table.view()["waiting_for"]["color"] == "yellow" else "yellow"  # not the king
    page = open_page(led_through=f"tumult_royale {newcomer}", size=PHONE)
    read: list[int | None] = []

    def hear(sent: Request) -> None:
        if "/api/table/read" in sent.url:
            read.append((sent.post_data_json or {})["seq"])

    page.on("request", hear)
    tour = page.locator(".tour")
    expect(tour).to_contain_text("Step 2 of 11")
    expect(tour).to_contain_text("turns the arrow now")
    table.act(do="spin", demand=3)
    expect(tour).to_contain_text(f"Drag three tiles over {newcomer.capitalize()}'s gate")
    for number in range(1, 7):
        table.act(do="set_aside", tile=f"t{number:02}")
    expect(tour).to_contain_text("Everybody ready?")  # a bot that is the king would not start the hourglass yet
    set_aside = table.view()["seq"]
    assert set_aside not in read
    with page.expect_request(lambda sent: "/read" in sent.url and sent.post_data_json == {"seq": set_aside}):
        tour.get_by_role("button", name="Next").click()
    table.act(do="collect")
    expect(tour).to_contain_text("Rob!")
    assert table.post("/api/owner/house", {"scenes": "knob"}).status_code == 204
    table.count()
    told = {"count": "All tiles lie open", "consolation": "press Go on", "ranks": "press Go on"}
    for scene, said in (told | {"crowned": "is crowned", "mercy": "have mercy"}).items():
        expect(page.locator(".scene")).to_have_attribute("data-scene", scene)
        expect(tour).to_contain_text(said)
        assert table.view()["seq"] not in read
        page.wait_for_timeout(SEEN_MS)
        page.locator(".now .do").click()
    table.take_time()
    expect(tour).to_contain_text("That was a round")
    tour.get_by_role("button", name="I know my way around").click()
    expect(tour).to_be_hidden()
    page.reload()
    expect(page.locator(".castle")).to_have_count(2)
    expect(tour).to_be_hidden()


@in_soak("the draws by requests in tests/play/test_game_draws.py")
def test_guests_can_read_the_commitment_and_revealed_draws(table: RealTable, open_page: OpenPage) -> None:
    table.begin("set_aside")
    told = table.get("/api/draws").json()
    page = open_page(path="/spectator")
    page.locator(".draws summary").click()
    lines = page.locator(".draws li")
    expect(lines.first).to_contain_text(told["standing"]["commitment"])
    expect(lines.last).to_contain_text("Draw 1: the deal")
    expect(lines.last).to_contain_text(told["opened"][0]["seed"])
