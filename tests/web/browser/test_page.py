"""The page in a real browser at the real daemon."""

import json
import math
import os
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.support.real_table import COLORS, VISIT_S, RealTable
from tests.support.soak import in_soak, sample
from tests.web.browser.chromium import PHONE, SEEN_MS, TV, OpenPage, drag, drag_by_touch, middle, slowed


def people_tile(page: Page, number: int = 0) -> Locator:
    return page.locator(".heap [data-handle]").nth(number)


def gate(page: Page, color: str) -> Locator:
    return page.locator(f'[data-gate="{color}"]')


def number_of(page: Page, color: str) -> Locator:
    return page.locator(f'[data-castle="{color}"] .count .tiles')


NEWEST_IN_SIGHT = """log => log.scrollHeight > log.clientHeight
  && log.querySelector("li:last-child").getBoundingClientRect().bottom <= log.getBoundingClientRect().bottom + 1"""
"""Whether the last line of a long story is visible."""


TONES = """() => {
  const Tone = OscillatorNode;
  window.tones = [];
  window.OscillatorNode = class extends Tone {
    constructor(context, options) { super(context, options); tones.push(options.frequency); }
  };
}"""
"""Record the tones that are played."""


def test_a_tile_carried_over_a_gate_counts_and_knocks_if_asked_to(table: RealTable, open_page: OpenPage) -> None:
    table.begin("taxes")
    page = open_page()
    page.evaluate(TONES)
    expect(number_of(page, "blue")).to_have_text("0 tiles")
    expect(page.locator(".people .number")).to_have_text("15 tiles")

    drag(page, people_tile(page, 3), gate(page, "blue"), stays_ms=SEEN_MS)

    expect(number_of(page, "blue")).to_have_text("1 tile")
    expect(page.locator(".people .number")).to_have_text("14 tiles")

    castle = page.locator('[data-castle="yellow"]').bounding_box()
    assert castle is not None
    beside, top = castle["x"] + castle["width"] + 14, castle["y"]  # round the castle, not through its gate
    way = [(beside, top + 200), (beside, top + 20), (beside - 80, top + 20)]
    drag(page, people_tile(page), *way)

    expect(page.locator(".notice")).to_contain_text("did not pass over a gate")
    assert [table.tiles_of("blue"), table.tiles_of("yellow")] == [1, 0]

    assert page.evaluate("tones") == []
    page.locator(".prefs summary").click()
    page.locator("select[name=sound]").select_option("on")
    page.locator(".prefs summary").click()
    drag(page, people_tile(page), gate(page, "yellow"), stays_ms=SEEN_MS)
    expect(number_of(page, "yellow")).to_have_text("1 tile")
    assert page.evaluate("tones.length") == 1


def test_a_quick_swipe_is_seen_and_the_browser_counts_the_hourglass_down(table: RealTable, open_page: OpenPage) -> None:
    table.begin("taxes")
    page = open_page()
    people_tile(page).wait_for()
    board_x, board_y = middle(page.locator('[data-castle="blue"] .board'))
    for swipes in range(1, 10):  # a busy machine may look, or tell, too late: one swipes again
        page.mouse.move(*middle(people_tile(page)))
        page.mouse.down()
        page.mouse.move(board_x, board_y + 260)
        with page.expect_response("**/api/table/pass"):
            page.mouse.move(board_x, board_y)  # from before the gate to behind it, with no event between
        page.mouse.up()
        with suppress(AssertionError):
            expect(number_of(page, "blue")).to_have_text(re.compile(f"^[1-{swipes}] tiles?$"), timeout=2_000)
            break
    else:
        raise AssertionError("the gate has seen none of nine swipes")

    digits = page.locator(".clock span").first
    first = int(digits.inner_text().removesuffix(" s"))
    assert 20 < first <= 60
    page.route("**/*", lambda route: route.abort())  # nothing new comes
    page.wait_for_function("most => parseInt(document.querySelector('.clock span').textContent) <= most", arg=first - 1)


def test_on_a_phone_gates_and_tiles_are_in_sight_and_a_finger_carries(table: RealTable, open_page: OpenPage) -> None:
    table.begin("taxes", players=4)
    page = open_page(size=PHONE, touch=True)
    expect(gate(page, "grey")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.locator(".felt").scroll_into_view_if_needed()
    boxes = [gate(page, color).bounding_box() for color in ("blue", "yellow", "purple", "grey")]
    tops = [box["y"] for box in boxes if box is not None]
    assert len(tops) == 4
    assert max(tops) - min(tops) < PHONE["height"] - 150

    def hangs_above_the_finger() -> None:
        tile = page.locator(".ghost .face").bounding_box()
        assert tile is not None
        assert tile["y"] + tile["height"] < middle(gate(page, "yellow"))[1] - 20

    drag_by_touch(page, people_tile(page, 2), gate(page, "yellow"), at_end=hangs_above_the_finger)
    expect(number_of(page, "yellow")).to_have_text("1 tile")


def test_a_slow_phone_shows_what_is_left_of_a_view_after_the_next_frame(table: RealTable, open_page: OpenPage) -> None:
    table.begin("taxes")
    page = open_page(size=PHONE)
    with slowed(page, 20):
        table.rob_for_a_pasture()
        expect(page.locator('[data-castle="blue"] .back')).to_have_count(2)
        expect(page.locator(".heap [data-handle]")).to_have_count(table.view()["people"]["tiles"])
        table.count()
        expect(page.locator('[data-castle="blue"] .face')).to_have_count(2)
        expect(page.locator(".choices h2")).to_have_text("Blue can build")


def test_a_phone_shows_the_lit_part_of_the_map_when_a_step_begins(table: RealTable, open_page: OpenPage) -> None:
    table.begin("first_statues", players=4)
    page = open_page(size=PHONE, touch=True)
    page.locator("button.field").first.wait_for()
    for far in (300, 200, 0):
        page.evaluate("far => scrollTo(0, far)", far)
        view = table.view()
        table.act(do="place_first", player=view["waiting_for"]["color"], field=view["first_fields"][0])
        page.wait_for_function(LIT_IN_SIGHT)


@pytest.mark.parametrize("players", [2, 4])
def test_a_phone_shows_the_pile_and_a_gate_when_tiles_can_be_taken(
    table: RealTable, open_page: OpenPage, players: int
) -> None:
    table.begin("sentiment", players=players)
    page = open_page(size=PHONE, touch=True)
    gate(page, "blue").wait_for()
    hint = page.get_by_text("Drag a tile over a gate, or tap it.")

    def set_aside_by(castle: str) -> None:
        table.post("/api/table/pass", {"handle": table.handles("people")[0], "castle": castle, "dwell_s": 0.3})
        expect(page.locator(f"[data-castle={castle}] .aside")).to_have_text("1 set aside")

    expect(hint).not_to_be_visible()
    for far in (300, 0):
        page.evaluate("far => scrollTo(0, far)", far)
    table.act(do="spin", demand=3)
    page.wait_for_function(PILE_AND_GATE_IN_SIGHT)
    expect(hint).to_be_visible()
    page.evaluate(SHIFTS)
    for number in range(1, 3 * players - 1):
        table.act(do="set_aside", tile=f"t{number:02}")
    set_aside_by("yellow")
    assert page.evaluate("shifted") == []
    set_aside_by("blue")
    page.evaluate("scrollTo(0, 0)")
    table.act(do="collect")
    page.wait_for_function(PILE_AND_GATE_IN_SIGHT)
    table.act(do="stop")
    expect(hint).not_to_be_visible()


PILE_AND_GATE_IN_SIGHT = """() => {
  const box = (part) => document.querySelector(part).getBoundingClientRect();
  const [top, end] = [box(".banner").bottom, box(".tab-list").top];
  return box(".people").top >= top && box(".people").bottom <= end + 1 && box("[data-gate=blue]").bottom >= top + 13;
}"""
"""Whether the whole pile is in sight on a phone, and at least half of the gate."""

LIT_IN_SIGHT = """() => {
  const top = document.querySelector(".banner").getBoundingClientRect().bottom;
  const end = document.querySelector(".tab-list").getBoundingClientRect().top;
  const lit = [...document.querySelectorAll("button.field")].map((one) => one.getBoundingClientRect());
  return lit.length > 0 && lit.every((box) => box.top >= top - 1 && box.bottom <= end + 1);
}"""


@pytest.mark.parametrize(("width", "height"), sample([(1024, 768), (1280, 800), (390, 844)]))
def test_robbed_tiles_move_no_gate_and_the_whole_heap_stays_in_sight(
    table: RealTable, open_page: OpenPage, width: int, height: int
) -> None:
    table.begin("taxes", players=4)
    page = open_page(size=ViewportSize(width=width, height=height))
    before = gate(page, "blue").bounding_box()

    for number in range(13, 21):
        table.act(do="rob", player="yellow", tile=f"t{number}")

    expect(number_of(page, "yellow")).to_have_text("8 tiles")
    assert gate(page, "blue").bounding_box() == before
    expect(page.get_by_role("img", name="palace costs marble 2, tools 3: 3 statues")).to_be_in_viewport(ratio=1)
    heap, people = page.locator(".heap").bounding_box(), page.locator(".people").bounding_box()
    assert heap is not None
    assert people is not None
    assert heap["y"] + heap["height"] <= people["y"] + people["height"]


SHIFTS = """() => {
  window.shifted = [];
  const place = ({ y, height }) => `${y} to ${y + height}`;
  const moved = ({ node, previousRect, currentRect }) =>
    `${node?.className ?? node?.nodeName} from ${place(previousRect)}, now ${place(currentRect)}`;
  const add = (list) => shifted.push(...list.getEntries().map((one) => [one.value, ...one.sources.map(moved)]));
  new PerformanceObserver(add).observe({ type: "layout-shift" });
}"""
"""Note what of the page moves from now on, and where."""


SIZES = sample([(1280, 800, 4), (390, 844, 4), (1280, 800, 2), (1024, 768, 3)])


@pytest.mark.parametrize(("width", "height", "players"), SIZES)
def test_nothing_moves_while_the_hourglass_runs_even_in_long_german(
    table: RealTable, open_page: OpenPage, width: int, height: int, players: int
) -> None:
    table.begin("taxes", players=players)
    led = "tumult_royale blue collect" if players == 2 else None
    page = open_page(size=ViewportSize(width=width, height=height), language="de", led_through=led)
    page.locator(".heap .tile").first.wait_for()
    page.wait_for_timeout(SEEN_MS)
    page.evaluate(SHIFTS)
    for number in range(13, 13 + 4 * players):
        table.act(do="rob", player=COLORS[number % players], tile=f"t{number:02}")
        page.wait_for_timeout(60)
    mine = table.handles("castle")[0]
    for castle in COLORS[:2]:
        table.post("/api/table/pass", {"handle": mine, "castle": castle, "dwell_s": 0.3})
    expect(page.locator(".castle .complaint").first).to_be_visible()
    page.wait_for_timeout(SEEN_MS)
    assert page.evaluate("shifted") == []
    for ward in page.locator(".castle:has(.complaint)").all():
        told, gate = (ward.locator(part).bounding_box() for part in (".complaint", ".gate"))
        assert told is not None
        assert gate is not None
        assert told["y"] + told["height"] <= gate["y"] + 1 or told["y"] >= gate["y"] + gate["height"] - 1


def showing(view: dict[str, Any]) -> Callable[[Page], object]:
    """Give a page this view instead of the table's."""
    stream = f"event: view\ndata: {json.dumps(view)}\n\n"
    return lambda page: page.route(
        "**/api/stream?*", lambda route: route.fulfill(content_type="text/event-stream", body=stream)
    )


def test_a_television_rings_for_seconds_what_was_built_since_it_was_opened(
    table: RealTable, open_page: OpenPage
) -> None:
    assert table.post("/api/game", {"castles": COLORS[:2], "options": {"map": "tracked"}}).status_code == 204
    page = open_page(path="/spectator#tv", size=TV)
    page.emulate_media(reduced_motion="no-preference")
    view = table.view()
    table.act(do="place_first", player=view["waiting_for"]["color"], field=view["first_fields"][0])
    statues = page.locator(".field .statues")
    expect(statues).to_have_css("outline-color", "rgb(255, 207, 63)")
    page.reload()
    expect(statues).to_have_css("outline-color", "rgba(0, 0, 0, 0)")


def test_the_referee_goes_back_to_the_last_count_while_no_hourglass_runs(table: RealTable, open_page: OpenPage) -> None:
    table.begin("set_aside")
    for number, glass, offers in ((1, "idle", 0), (2, "idle", 1), (2, "running", 0)):
        view = table.view() | {"round": number}
        page = open_page(path="/referee", prepare=showing(view | {"hourglass": view["hourglass"] | {"state": glass}}))
        expect(page.get_by_role("button", name="Take back")).to_be_visible()
        expect(page.get_by_role("button", name="Back to the count")).to_have_count(offers)


def test_a_later_placement_round_is_said_in_the_head(table: RealTable, open_page: OpenPage) -> None:
    table.begin("taxes")
    table.rob_for_a_pasture()
    table.count()
    headline = open_page().locator(".now .what")
    expect(headline).to_have_text("Blue builds, or passes.")
    page = open_page(size=PHONE, prepare=showing(table.view() | {"placement_round": 2}))
    expect(page.locator(".now .what")).to_have_text("Second placement round: Blue builds, or passes.")
    assert page.locator(".now .what").evaluate("what => what.scrollHeight <= what.clientHeight + 1")


@pytest.mark.parametrize("size", [ViewportSize(width=1280, height=800), PHONE])
def test_what_practice_says_covers_neither_board_nor_castles(
    table: RealTable, open_page: OpenPage, size: ViewportSize
) -> None:
    table.begin("set_aside")
    page = open_page(size=size, prepare=showing(table.view() | {"remark": "Well built. " * 6}))
    told = page.locator(".notice")
    expect(told).to_contain_text("Well built.")
    for part in (".country", ".prices", "[data-castle=blue]", "[data-castle=yellow]"):
        assert page.evaluate(OVERLAP, [".notice", part]) is False, part


OVERLAP = """parts => {
  const [one, other] = parts.map((part) => document.querySelector(part).getBoundingClientRect());
  return one.x < other.right && other.x < one.right && one.y < other.bottom && other.y < one.bottom;
}"""


def test_a_tile_robbed_too_many_is_marked_and_so_is_the_pile(table: RealTable, open_page: OpenPage) -> None:
    table.begin("taxes")
    table.rob_for_a_pasture()
    table.count()
    judged = {
        "step": "practice",
        "no": True,
        "castle": "blue",
        "done_at": [],
        "better_at": ["people"],
        "pieces": ["t11"],
    }
    seen = table.view() | {"question": judged, "scene": None}
    page = open_page(path="/spectator", size=ViewportSize(width=390, height=600), prepare=showing(seen))
    expect(page.locator("[data-done]")).to_have_accessible_name("marble 2")
    expect(page.locator("[data-castle=blue] [data-done]")).to_have_count(1)
    better = page.locator("[data-better]")
    expect(better).to_have_class("people")
    assert better.evaluate(COVERS_THE_TABS) is False


COVERS_THE_TABS = """part => {
  const tabs = document.querySelector(".tab-list").getBoundingClientRect();
  scrollBy(0, part.getBoundingClientRect().y - tabs.y + 10);
  return part.contains(document.elementFromPoint(tabs.x + tabs.width / 2, tabs.y + 2));
}"""


def test_a_tumult_is_staged_on_the_board_until_people_go_on(table: RealTable, open_page: OpenPage) -> None:
    table.begin("taxes", players=4)
    assert table.post("/api/owner/house", {"scenes": "knob"}).status_code == 204
    try:
        bread = [piece["id"] for piece in table.get("/api/box").json()["pieces"] if piece["commodity"] == "bread"]
        for tile in [tile for tile in bread if tile > "t12"]:
            table.act(do="rob", player="purple", tile=tile)
        page = open_page()
        people_tile(page).wait_for()
        table.count()
        scene, headline, go_on = page.locator(".scene"), page.locator(".now .what"), page.locator(".now .do")
        expect(headline).to_have_text("Left with the people")
        expect(scene.locator(".sum")).to_have_count(3)
        expect(page.locator('[data-castle="blue"] .count')).not_to_contain_text("Short of")
        newest = page.locator(".log li").last
        expect(newest).to_be_visible()
        expect(newest).to_contain_text("The hourglass is empty.")  # the count is told once its scenes are over
        expect(scene.locator(".sum[data-tumult] b")).to_have_text("0")
        expect(number_of(page, "purple")).to_have_text("6 tiles")  # until the scene that takes them back
        place = scene.bounding_box()
        page.wait_for_timeout(SEEN_MS)  # sooner it would be meant for the step before
        go_on.click()
        expect(headline).to_have_text("Tumult: bread")
        expect(scene).to_contain_text("Purple is the greediest")
        expect(page.locator('[data-castle="purple"][data-told="tumult"] .change')).to_contain_text("3")
        expect(number_of(page, "purple")).to_have_text("1 tile")
        felt = page.locator(".felt").bounding_box()
        assert place is not None
        assert felt is not None
        assert (scene.bounding_box(), place["x"] >= felt["x"] + felt["width"]) == (place, True)
        scene.get_by_role("button", name="Why?").click()
        expect(page.get_by_role("dialog")).to_contain_text("TR-3.5")
        page.keyboard.press("Escape")
        expect(page.locator(".flying")).to_have_count(0)
        while scene.is_visible():
            page.keyboard.press("Escape")
            page.wait_for_timeout(600)  # sooner it would be meant for the scene before
            go_on.click()
            page.wait_for_timeout(600)
        expect(headline).not_to_contain_text("Tumult")
        expect(newest).not_to_contain_text("The hourglass is empty.")
    finally:
        table.take_time()


def test_a_television_tells_the_latest_in_one_line_and_offers_nothing(table: RealTable, open_page: OpenPage) -> None:
    table.begin("taxes", players=4)
    page = open_page(path="/spectator#tv", size=TV)
    expect(page.locator(".story li").filter(visible=True)).to_have_text(re.compile("^The hourglass runs"))
    expect(page.locator("button, a").filter(visible=True)).to_have_count(0)
    expect(page.get_by_role("listitem", name="Round 1", exact=True)).to_be_in_viewport(ratio=1)  # of the chronicle


def test_the_address_of_a_television_chooses_its_language(table: RealTable, open_page: OpenPage) -> None:
    table.begin("taxes")
    page = open_page(path="/spectator?language=es#tv", size=TV)
    expect(page.locator("h2").filter(has_text="El pueblo")).to_be_visible()


def test_a_tile_in_the_hand_goes_back_or_over_a_gate_by_keys_and_taps(table: RealTable, open_page: OpenPage) -> None:
    table.begin("taxes")
    page = open_page()
    tiles, in_hand = page.locator(".heap [data-handle]"), page.locator(".held-tile")
    people_tile(page).click()
    page.keyboard.press("Escape")
    expect(in_hand).to_be_hidden()
    expect(people_tile(page)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(people_tile(page, 1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(in_hand).to_be_visible()
    expect(in_hand.locator(".words")).to_have_text(re.compile("^(bread|marble|tools) [123]$"))
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Yellow's gate")).to_be_focused()
    page.keyboard.press("Enter")
    expect(number_of(page, "yellow")).to_have_text("1 tile")
    expect(in_hand).to_be_hidden()

    expect(tiles).to_have_count(14)
    people_tile(page).click()
    expect(in_hand.get_by_role("button", name="Yellow's gate")).to_have_text("Yellow 1 tile")
    gate(page, "blue").click()
    expect(number_of(page, "blue")).to_have_text("1 tile")
    expect(tiles).to_have_count(13)

    held = {"handle": people_tile(page).get_attribute("data-handle"), "castle": "blue", "dwell_s": 0.2}
    people_tile(page).click()
    expect(in_hand).to_be_visible()
    assert table.post("/api/table/pass", held).status_code == 204
    expect(in_hand).to_be_hidden()
    expect(page.locator(".notice")).to_contain_text("Another hand")
    people_tile(page).click()
    expect(in_hand).to_be_visible()
    expect(page.locator(".notice")).to_be_hidden()


FOCUSED = "document.activeElement.closest('main') !== null"


def test_a_round_is_played_by_keyboard_alone_and_the_focus_is_never_lost(table: RealTable, open_page: OpenPage) -> None:
    table.begin("sentiment")
    page = open_page()
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Press the knob to spin")).to_be_focused()
    with table.hurried(20):
        page.keyboard.press("Space")
        expect(page.locator(".mode")).to_have_text("Set tiles aside")
    tiles = page.locator(".heap [data-handle]")
    expect(tiles.first).to_be_focused()
    left = tiles.count()
    for tile in ("t01", "t02", "t03", "t04"):
        table.act(do="set_aside", tile=tile)
    expect(tiles).to_have_count(left - 4)
    for castle, number in (("Blue", 5), ("Yellow", 6)):
        tiles.first.focus()
        page.keyboard.press("Enter")
        page.get_by_role("button", name=f"{castle}'s gate").focus()
        page.keyboard.press("Enter")
        expect(tiles).to_have_count(left - number)
        assert page.evaluate(FOCUSED) or number == 6
    expect(page.get_by_role("button", name="Press the knob to turn the hourglass")).to_be_focused()


@in_soak("the words of another screen")
def test_the_knobs_menu_is_read_out_with_its_chosen_entry(table: RealTable, open_page: OpenPage) -> None:
    table.begin("taxes")
    table.rob_for_a_pasture()
    table.count()
    page = open_page()
    table.post("/api/table/press", {"control": "knob", "long": False})
    picture = page.locator(".oled img")
    before = str(picture.get_attribute("alt"))
    table.post("/api/table/press", {"control": "knob:right"})
    expect(picture).not_to_have_attribute("alt", before)
    expect(picture).to_have_attribute("alt", re.compile("^The table's display: .{8,}"))


def test_a_bots_turn_is_told_instead_of_a_prompt(table: RealTable, open_page: OpenPage) -> None:
    castles = ["blue", "yellow"]
    assert table.post("/api/game", {"castles": castles, "bots": castles}).status_code == 204
    page = open_page()
    expect(page.locator(".waiting .what")).to_have_text(
        re.compile("^(Blue|Yellow) (chooses a pasture|spins the arrow)")
    )
    expect(page.locator(".people .hint")).to_have_count(0)  # bots need no hint how to carry tiles


def test_a_bot_king_says_in_how_many_seconds_it_turns_the_hourglass(table: RealTable, open_page: OpenPage) -> None:
    table.begin("set_aside")
    for tile in range(1, 7):
        table.act(do="set_aside", tile=f"t{tile:02}")
    page = open_page()
    king = {"castle": table.view()["waiting_for"]["color"], "level": "normal"}
    assert table.post("/api/bots", king).status_code == 204
    expect(page.locator(".waiting .what")).to_have_text(re.compile(r"turns the hourglass in [1-9]0? s\. Ready\?$"))


def test_a_tile_that_was_let_go_outside_follows_no_pointer(table: RealTable, open_page: OpenPage) -> None:
    table.begin("set_aside")
    page = open_page()
    x, y = middle(people_tile(page))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(600, 5)
    page.mouse.up()
    page.mouse.move(x - 200, y, steps=4)
    expect(page.locator(".ghost")).to_have_count(0)
    expect(page.locator(".lifted")).to_have_count(0)


@in_soak("who gets a face in tests/play/test_page_service.py")
def test_only_the_hand_that_lifts_a_tile_sees_its_face(table: RealTable, open_page: OpenPage) -> None:
    table.begin("taxes")
    mine, other = open_page(), open_page()
    mine.mouse.move(*middle(people_tile(mine)))
    mine.mouse.down()
    mine.mouse.move(700, 700, steps=4)
    expect(mine.locator(".ghost .face b")).to_have_text(re.compile("^[123]$"))
    expect(other.locator(".face")).to_have_count(0)
    expect(mine.locator(".felt .face")).to_have_count(0)
    mine.mouse.up()


def test_a_tile_is_set_aside_face_down_and_the_display_follows(table: RealTable, open_page: OpenPage) -> None:
    table.begin("set_aside")
    page = open_page()
    page.mouse.move(*middle(people_tile(page)))
    page.mouse.down()
    with page.expect_response("**/api/table/lift") as lifted:
        page.mouse.move(700, 700, steps=4)
    assert lifted.value.json() is None
    page.mouse.move(*middle(gate(page, "blue")), steps=6)
    page.wait_for_timeout(SEEN_MS)
    expect(page.locator(".ghost .back")).to_have_count(1)
    page.mouse.up()
    expect(page.locator('[data-castle="blue"] .aside')).to_have_text("1 set aside")
    expect(page.locator(".people .now-left")).to_have_text("1 set aside")

    picture = page.locator(".oled img")
    expect(picture).to_have_js_property("naturalWidth", 128)
    expect(picture).to_have_js_property("naturalHeight", 64)
    before = str(picture.get_attribute("src"))
    for tile in range(1, 8):  # one of them may lie aside already
        if table.view()["set_aside"] < 6:
            table.post("/api/actions", {"do": "set_aside", "tile": f"t{tile:02}"})
    expect(picture).not_to_have_attribute("src", before)
    expect(picture).to_have_attribute("alt", re.compile("Everybody ready"))


def test_faces_are_drawn_from_the_count_on_and_pay_for_a_choice(table: RealTable, open_page: OpenPage) -> None:
    table.begin("taxes")
    table.rob_for_a_pasture()
    page = open_page()
    drag(page, people_tile(page), gate(page, "blue"), stays_ms=SEEN_MS)
    expect(page.locator('[data-castle="blue"] .back')).to_have_count(3)
    expect(page.locator(".face")).to_have_count(0)
    table.count()
    expect(page.locator('[data-castle="blue"] .face')).to_have_count(table.tiles_of("blue"))
    expect(page.locator(".people .now-left")).to_contain_text("left now")

    expect(page.locator(".choices h2")).to_have_text("Blue can build")
    choice = page.locator(".builds > li", has_text="pasture").first
    field = str(choice.locator("[data-build]").get_attribute("data-build")).split("-")[0]
    expect(choice).to_contain_text("1 statue")
    pays = choice.locator(".pays").first  # with the third tile, which is any, there may be several ways
    expect(pays.locator(".face")).to_have_count(2)
    pays.dispatch_event("click")
    expect(page.locator(f'[data-field="{field}"] .of-blue .statue')).to_have_count(1)
    assert table.view()["fields"][field] == {"owner": "blue", "statues": 1}


def test_a_tile_that_is_paid_is_marked_until_it_is_taken_back(table: RealTable, open_page: OpenPage) -> None:
    table.begin("taxes")
    table.rob_for_a_pasture()
    table.count()
    page = open_page()
    first = page.locator('[data-castle="blue"] .tile[data-handle]').first
    words = str(first.get_attribute("aria-label"))
    drag(page, first, gate(page, "blue"), stays_ms=SEEN_MS)
    expect(first).to_have_attribute("aria-label", f"{words}, paid")
    expect(page.locator(".payment")).to_contain_text("To take one back, pass the gate again.")
    expect(page.locator(".choices .pays [data-paid]").first).to_have_attribute("aria-label", f"{words}, paid")
    page.wait_for_timeout(2000 * VISIT_S)  # a busy machine carries the tile away late
    with page.expect_response("**/api/table/pass"):  # which comes once the tile has left the gate
        drag(page, first, gate(page, "blue"), stays_ms=SEEN_MS)
    expect(first).to_have_attribute("aria-label", words)
    expect(page.locator(".payment")).to_have_count(0)


@in_soak("a spin by the keyboard")
def test_the_knob_spins_the_arrow_and_the_page_draws_it_where_it_stands(table: RealTable, open_page: OpenPage) -> None:
    table.begin("sentiment")
    page = open_page()
    expect(page.locator(".waiting")).to_contain_text("spins")

    with table.hurried(20):
        page.locator(".knob").click()
        expect(page.locator(".mode")).to_have_text("Set tiles aside")
    wanted = table.view()["demand"]["bread"]
    assert wanted in {2, 3, 4, 5}
    expect(page.locator(".console .demand")).to_contain_text(str(wanted))
    angle_deg = settled_arrow_deg(page, table)
    shown_deg = math.floor(angle_deg + 0.5)  # half a degree is rounded up there, and to the even one by Python
    expect(page.locator(".console .spinner")).to_have_attribute("aria-label", re.compile(f"at {shown_deg} degrees"))


def test_on_a_phone_the_head_shows_the_arrow_while_it_turns(table: RealTable, open_page: OpenPage) -> None:
    table.begin("sentiment")
    page = open_page(size=ViewportSize(width=390, height=844), touch=True)
    board, arrow = page.locator(".felt"), page.locator(".now .spinner")
    expect(arrow).to_have_count(0)
    before = board.bounding_box()
    page.locator(".now .do").click()
    expect(arrow).to_be_visible()
    assert board.bounding_box() == before
    page.get_by_role("tab", name="Console").click()
    expect(arrow).not_to_be_visible()
    expect(page.locator(".console .spinner")).to_be_visible()
    with table.hurried(20):
        expect(arrow).to_have_count(0)


def test_a_phone_s_console_has_the_castles_buttons_and_a_way_to_pieces(table: RealTable, open_page: OpenPage) -> None:
    table.begin("set_aside")
    page = open_page(size=PHONE, touch=True)
    page.get_by_role("tab", name="Console").click()
    buttons = page.get_by_role("button")
    for castle in ("Blue", "Yellow"):
        expect(buttons.and_(page.get_by_label(re.compile(f"No.*{castle}|{castle}.*No")))).to_be_in_viewport()
    page.get_by_role("button", name="To the pieces and gates").click()
    expect(people_tile(page)).to_be_visible()


def test_the_head_names_who_has_still_to_set_tiles_aside(table: RealTable, open_page: OpenPage) -> None:
    table.begin("set_aside")
    page = open_page()
    for _ in range(3):
        table.post("/api/table/pass", {"handle": table.handles("people")[0], "castle": "yellow", "dwell_s": 0.3})
    expect(page.locator(".waiting .what")).to_have_text("Still to set tiles aside, unseen: Blue.")


def test_a_refused_press_says_what_is_due_until_a_press_has_an_effect(table: RealTable, open_page: OpenPage) -> None:
    table.begin("first_statues")
    page = open_page()
    people_tile(page).click()
    gate(page, "blue").click()
    notice = page.locator(".notice")
    expect(notice).to_contain_text("What is due: ")
    page.get_by_role("button", name="Turn the knob right").click()  # which opens the menu
    expect(notice).to_be_hidden(timeout=3_000)


def settled_arrow_deg(page: Page, table: RealTable) -> float:
    """Return the arrow's angle once it has not moved for half a second."""
    before = None
    while (now := table.state()["table"]["arrow_deg"]) != before:
        before = now
        page.wait_for_timeout(500)
    assert isinstance(now, float)
    return now


def test_a_first_statue_is_placed_by_a_tap_on_the_map(table: RealTable, open_page: OpenPage) -> None:
    table.begin("first_statues")
    page = open_page()
    color, field = table.view()["waiting_for"]["color"], table.view()["first_fields"][-1]
    page.locator(f'button[data-field="{field}"]').click()
    expect(page.locator(f'[data-field="{field}"] .of-{color} .statue')).to_have_count(1)
    assert table.view()["fields"] == {field: {"owner": color, "statues": 1}}


@in_soak("the rule of three region tiles in tests/games/tumult_royale")
def test_another_tap_deselects_a_region_tile(table: RealTable, open_page: OpenPage) -> None:
    table.begin("coronation", players=4)
    page = open_page()
    down = page.locator("button.face-down")
    slots = [int(str(down.nth(place).get_attribute("data-slot"))) for place in range(3)]
    for place in (0, 0, 1):
        down.nth(place).click()
    expect(page.locator("button.chosen")).to_have_count(1)
    down.nth(2).click()
    expect(page.locator("button.face-down")).to_have_count(0)
    assert table.view()["round"] == 4
    lying = {region["slot"]: region["tile"] for region in table.view()["regions"]}
    assert [lying[slot] is None for slot in slots] == [True, False, False]


@in_soak("first statues placed by a tap on the map")
def test_without_a_map_the_knob_says_that_a_statue_stands(table: RealTable, open_page: OpenPage) -> None:
    game = {"castles": ["blue", "yellow"], "options": {"map": "honour"}}
    assert table.post("/api/game", game).status_code == 204
    page = open_page()
    expect(page.locator(".country")).to_contain_text("the players themselves judge where they may build")
    step = page.get_by_role("button", name="the statue stands")
    step.click()
    table.until(lambda: sum(player["placed"] for player in table.view()["players"]) == 1, "a first statue")
    step.click()
    expect(page.locator(".mode")).to_have_text("The people's sentiment")


@pytest.mark.skipif(
    "ROYALTABLE_SCREENSHOT" not in os.environ, reason="set ROYALTABLE_SCREENSHOT=1 to renew docs/table.png"
)
def test_the_readmes_picture_is_taken_in_mid_rush(table: RealTable, open_page: OpenPage) -> None:
    table.begin("taxes", players=4)
    page = open_page()
    hands = ("blue", "yellow", "grey", "blue", "purple", "yellow", "blue", "grey", "yellow")
    for handle, color in zip(table.handles("people")[::3], hands, strict=True):
        table.post("/api/table/pass", {"handle": handle, "castle": color, "dwell_s": 0.2})
    page.mouse.move(*middle(people_tile(page, 4)))
    page.mouse.down()
    x, y = middle(gate(page, "yellow"))
    page.mouse.move(x - 120, y + 60, steps=5)
    expect(page.locator(".ghost .face")).to_have_count(1)
    picture = Path(__file__).parents[3] / "docs" / "table.png"
    picture.parent.mkdir(exist_ok=True)
    page.screenshot(path=picture)
    page.mouse.up()
    assert picture.stat().st_size > 50_000


HEARD = """() => {
  window.heard = [];
  const prompt = document.querySelector(".banner .waiting[role=status]");
  new MutationObserver(() => heard.at(-1) === prompt.innerText || heard.push(prompt.innerText))
    .observe(prompt, { subtree: true, childList: true, characterData: true });
}"""
"""Collect what the prompt's live region announces."""


def test_a_screen_reader_follows_a_round_that_a_held_knob_ends(table: RealTable, open_page: OpenPage) -> None:
    table.begin("sentiment")
    page = open_page()
    presses: list[str | None] = []
    page.on("request", lambda request: presses.append(request.post_data) if "press" in request.url else None)
    prompt = page.locator(".banner .now")
    king = table.view()["waiting_for"]["color"].capitalize()  # by chance
    expect(prompt).to_match_aria_snapshot(f"""
        - status: "{king} spins: press the knob."
        - button "Press the knob to spin"
        """)
    page.evaluate(HEARD)
    table.act(do="spin", demand=4)
    expect(prompt).to_contain_text("set three tiles aside")
    for number in range(1, 7):
        table.act(do="set_aside", tile=f"t{number:02}")
    expect(prompt).to_match_aria_snapshot('- button "Press the knob to turn the hourglass"')
    table.act(do="collect")
    expect(prompt).to_contain_text("Rob!")
    table.rob_for_a_pasture()
    expect(page.get_by_role("region", name="Blue's castle")).to_match_aria_snapshot("""
        - heading "Blue" [level=2]
        - img "30 supporters"
        - text: 2 tiles
        - button "Tile of Blue, face down"
        - button "Tile of Blue, face down"
        """)
    table.act(do="stop")
    expect(prompt).to_match_aria_snapshot('- button "Press the knob to count"')
    table.act(do="count")
    expect(
        page.get_by_role("region", name="The country").get_by_role("button", name="build here").first
    ).to_be_visible()
    for tile in ("marble 2", "bread 3"):
        expect(page.get_by_role("region", name="Blue's castle").get_by_role("button", name=tile)).to_be_visible()
    expect(page.get_by_role("log", name="The story so far")).to_contain_text("Tumult over bread: 0 left, 4 wanted")

    display = page.locator(".oled img")
    for shown in ("Left with the people", "Blue"):  # the scenes, which a held knob skips, then the step
        expect(display).to_have_attribute("alt", re.compile(f"The table's display: {shown}"))
        page.locator(".knob").hover()
        page.mouse.down()
        expect(page.locator(".knob.held")).to_be_visible()
        page.mouse.up()

    expect(page.locator(".story")).to_contain_text("Blue passes")
    assert page.locator(".story .log").evaluate(NEWEST_IN_SIGHT)
    assert presses == ['{"control":"knob","long":true}'] * 2
    expect(page.locator(".top")).to_contain_text("Round 2")
    king = table.view()["waiting_for"]["color"].capitalize()
    expect(prompt).to_contain_text(f"{king} spins")
    heard = page.evaluate("heard")
    assert heard[heard[0] == "The arrow turns …" :] == [  # unless it rests before the page is drawn
        "Each castle: set three tiles aside, unseen.",
        "Everybody ready? Turn the hourglass.",
        "Rob! Carry tiles over your gate.",
        "Time is up. Count your tiles.",
        "Blue builds, or passes.",
        f"{king} spins: press the knob.",
    ]
