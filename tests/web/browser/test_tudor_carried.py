"""Tudor's pieces are carried over the page in a real browser, by mouse and by finger: rings, figures, tokens."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.web.browser.carrying import SEEN_MS, carried, carried_by_finger, middle
from tests.web.browser.looks import OUTSIDE, PHONE
from tests.web.browser.test_tudor import _the_usual_game_again, begin, on
from tests.web.real_table import RealTable

OpenPage = Callable[..., Page]

__all__ = ["_the_usual_game_again"]  # a fixture


def ward(page: Page, color: str) -> Locator:
    return page.locator(f'[data-place="castle:{color}"]')


def finger(page: Page, color: str, name: str) -> Locator:
    return ward(page, color).locator(f'[data-finger="{name}"]')


def hand_of(table: RealTable, color: str) -> dict[str, Any]:
    hand: dict[str, Any] = next(player["hand"] for player in table.view()["players"] if player["color"] == color)
    return hand


def test_rings_go_to_their_owner_and_onto_the_fingers_where_they_are_put(table: RealTable, open_page: OpenPage) -> None:
    begin(table)
    page = open_page(path="/referee")
    for number in range(6):
        expect(page.locator(".stand [data-piece]")).to_have_count(14 - number)
        to_act = table.view()["to_act"]
        carried(page, page.locator(".stand [data-piece]").first, ward(page, to_act))
        expect(page.locator(".more .ring")).to_have_count(number + 1)
    to_act = table.view()["to_act"]
    rings = ward(page, to_act).locator(".more [data-piece]")
    first, second = (rings.nth(number).get_attribute("data-piece") for number in range(2))
    carried(page, rings.first, finger(page, to_act, "pinky"))
    expect(finger(page, to_act, "pinky").locator(".ring")).to_have_count(1)
    carried(page, rings.first, finger(page, to_act, "middle"))
    page.get_by_role("button", name="Do it").click()
    expect(page.locator(".asked")).to_be_hidden()
    worn = hand_of(table, to_act)
    assert [ring["id"] for ring in worn["pinky"] + worn["middle"]] == [str(first)[5:], str(second)[5:]]


def test_courtiers_go_to_benches_and_lords_into_chambers(table: RealTable, open_page: OpenPage) -> None:
    begin(table)
    view = on(table, "assignment")
    page = open_page(path="/referee")
    for number in range(6):
        to_act = table.view()["to_act"]
        carried(page, ward(page, to_act).locator(".courtier[data-piece]"), page.locator(".chamber").nth(number % 3))
        expect(page.locator(".chamber .courtier")).to_have_count(number + 1)
    for number in range(3):
        to_act = table.view()["to_act"]
        carried(page, ward(page, to_act).locator(".lord[data-piece]"), page.locator(".chamber").nth(number))
        expect(page.locator(".chamber .lord")).to_have_count(number + 1)
    expect(page.locator(".mode")).to_have_text("Turns")
    colors = [player["color"] for player in view["players"]]
    first = colors.index(view["to_act"])
    lords = [chamber["lords"][0]["color"] for chamber in table.view()["chambers"]]
    assert lords == [*colors[first:], *colors[:first]]  # clockwise from the one who begins


def test_what_a_piece_may_reach_shines_while_it_is_carried_and_it_goes_back_from_elsewhere(
    table: RealTable, open_page: OpenPage
) -> None:
    begin(table)
    view = on(table, "actions")
    table.act(**view["offers"][0])
    seq = table.view()["seq"]
    page = open_page(path="/referee")
    courtier = ward(page, view["to_act"]).locator(".courtier[data-piece]")
    page.mouse.move(*middle(courtier))
    page.mouse.down()
    page.mouse.move(*middle(page.locator(".bag")), steps=4)
    expect(page.locator(".space.open")).to_have_count(6)
    expect(page.locator(".ghost .figure")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".space.open")).to_have_count(0)
    expect(page.locator(".ghost")).to_have_count(0)
    assert table.view()["seq"] == seq


def test_a_way_is_drawn_over_the_board_and_back_again(table: RealTable, open_page: OpenPage) -> None:
    begin(table)
    view = on(table, "actions")
    last = max(offer["chamber"] for offer in view["offers"] if offer["do"] == "activate")
    table.act(**next(offer for offer in view["offers"] if offer["do"] == "activate" and offer["chamber"] == last))
    page = open_page(path="/referee")
    courtier = ward(page, view["to_act"]).locator(".courtier[data-piece]")
    spaces = [page.locator(f'[data-space="{name}"]') for name in ("C1", "C2", "C1", "C2")]
    carried(page, courtier, *spaces)
    said = {"waits_for": [view["to_act"]], "from": "supply", "path": ["C1", "C2"]}
    table.until(lambda: table.view()["said"] == said, "what was drawn waits for its owner's yes: its cards are forced")
    expect(spaces[0]).to_have_attribute("data-step", "1")
    expect(spaces[1]).to_have_attribute("data-step", "2")
    expect(page.locator(".waits")).to_contain_text("yes at the castle")
    assert table.post("/api/table/press", {"control": "knob", "long": True}).status_code == 204
    expect(page.locator(".waits")).to_be_hidden()
    assert table.view()["said"] == {}


def test_a_finger_carries_a_courtier_to_a_bench_on_a_phone(table: RealTable, open_page: OpenPage) -> None:
    begin(table)
    to_act = on(table, "assignment")["to_act"]
    page = open_page(path="/referee", size=PHONE, touch=True)
    page.set_viewport_size({"width": 390, "height": 2400})  # all of it in sight: fingers do not scroll while they carry
    carried_by_finger(page, ward(page, to_act).locator(".courtier[data-piece]"), page.locator(".chamber").nth(1))
    expect(page.locator(".chamber .courtier")).to_have_count(1)
    assert page.evaluate(OUTSIDE) == []


def test_on_a_drawn_table_a_ring_is_carried_over_a_gate_as_at_a_real_one(table: RealTable, open_page: OpenPage) -> None:
    begin(table)
    page = open_page()
    view = table.view()
    gate = next(player["gate"] for player in view["players"] if player["color"] == view["to_act"])
    ring = page.locator(".stand [data-handle]").first
    page.mouse.move(*middle(ring))
    page.mouse.down()
    page.mouse.move(*middle(page.locator(f'[data-gate="{gate}"]')), steps=6)
    page.wait_for_timeout(SEEN_MS)
    page.mouse.up()
    expect(page.locator(".more .ring")).to_have_count(1)
    assert table.view()["seq"] == view["seq"] + 1
