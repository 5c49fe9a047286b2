"""Tudor in a real browser: a board is dealt from the form, rings, hands, chambers and a way are chosen on the page."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.soak import SOAK
from tests.web.browser.looks import OUTSIDE, SIZES, WIDER_THAN_ITS_BOX
from tests.web.browser.test_accessible import axe, faults
from tests.web.real_table import RealTable

OpenPage = Callable[..., Page]

__all__ = ["axe"]  # a fixture

FINGERS = ("thumb", "index", "middle", "ring", "pinky")
BOARD = {"game": "tudor", "castles": ["blue", "yellow", "purple"]}


@pytest.fixture(autouse=True)
def _the_usual_game_again(table: RealTable) -> Iterator[None]:
    yield
    assert table.post("/api/game", {"game": "tumult_royale", "castles": ["blue", "yellow"]}).status_code == 204


def begin(table: RealTable, **more: Any) -> None:
    """A board for three with the cards of a first game."""
    assert table.post("/api/game", {**BOARD, **more}).status_code == 204


def on(table: RealTable, phase: str) -> dict[str, Any]:
    """The first thing that may be done, again and again, until ``phase``."""
    while (view := table.view())["phase"] != phase:
        offer = view["offers"][0]
        if offer["do"] == "wear":
            player = next(one for one in view["players"] if one["color"] == offer["player"])
            rings = [[ring["id"]] for ring in player["unworn"]]
            hand = dict(zip(FINGERS, [*rings, [], [], []], strict=True))
            table.act(do="wear", player=offer["player"], hand=hand)
        else:
            table.act(**offer)
    return view


def test_rings_are_chosen_hands_laid_courtiers_and_lords_placed_by_a_tap_each(
    table: RealTable, open_page: OpenPage
) -> None:
    begin(table)
    page = open_page(path="/referee")
    for number in range(6):
        expect(page.locator(".stand .pick")).to_have_count(14 - number)
        page.locator(".stand button.pick").first.click()
    for _ in range(3):
        page.get_by_role("button", name="Lay the rings").click()
        page.get_by_role("button", name="Do it").click()
        expect(page.locator(".asked")).to_be_hidden()
    expect(page.locator(".mode")).to_have_text("Courtiers to the benches")
    expect(page.locator(".hand .ring")).to_have_count(6)
    for number in range(6):
        page.get_by_role("button", name=f"Chamber {number % 3 + 1}", exact=True).first.click()
        expect(page.locator(".chamber .courtier")).to_have_count(number + 1)
    expect(page.locator(".mode")).to_have_text("Lords")


def test_a_figure_goes_a_way_by_the_keyboard_and_tokens_are_drawn(table: RealTable, open_page: OpenPage) -> None:
    begin(table)
    view = on(table, "actions")
    page = open_page(path="/referee", size=SIZES["phone"])
    player = view["to_act"]
    page.locator("button.seat").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".seat[data-active]")).to_have_count(1)
    view = table.view()
    chamber = view["turn"]["figure"]["chamber"]
    assert view["players"][0]["supply"] == 12
    expect(page.locator(f".chamber:nth-child({chamber}) .seat[data-active]")).to_have_count(1)
    step = next(offer["path"][0] for offer in view["offers"] if "path" in offer)
    page.locator(f'button[data-space="{step}"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(f'[data-space="{step}"]')).to_have_attribute("data-step", "1")
    expect(page.locator(f'[data-space="{step}"]')).to_be_focused()
    expect(page.locator(".offers")).to_contain_text(f"supply to {step}")
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(WIDER_THAN_ITS_BOX) == []
    page.keyboard.press("Enter")
    expect(page.locator("[data-step]")).to_have_count(0)
    assert table.view()["to_act"] == player


def test_what_is_paid_from_behind_a_screen_waits_for_a_yes_and_a_refusal_names_no_card(
    table: RealTable, open_page: OpenPage
) -> None:
    """G pays with any card of the hand that matches; nobody has a card of each faction at the start (TU-9.7)."""
    begin(table)
    view = on(table, "actions")
    table.act(**view["offers"][0])
    seq = table.view()["seq"]
    page = open_page(path="/referee")
    for name in ("A1", "B1", "C1", "D1", "E1", "F1"):
        page.locator(f'button[data-space="{name}"]').click()
        with page.expect_response("**/api/actions**") as answer:
            page.get_by_role("group", name="G: one up").get_by_role("button").click()
        assert (answer.value.status, answer.value.json()["accepted"]) == (200, False)
        expect(page.locator(".tudor-choices .waits")).to_contain_text("yes at the castle")
        assert table.view()["seq"] == seq
        assert table.post("/api/table/press", {"control": "knob"}).status_code == 204
        table.until(lambda: table.view()["waiting_for"]["step"] != "confirm", "the yes was taken")
        if table.view()["seq"] == seq:
            expect(page.locator(".complaints .complaint")).to_contain_text(
                "What is behind the screen does not do for that."
            )
            assert table.view()["complaints"][0]["rule"] == "TU-9.7"
            return
        table.act(do="undo")
        assert table.post("/api/corrections/put-right", {}).status_code == 204  # else the knob's press says that
        seq = table.view()["seq"]
    raise AssertionError("every way was paid")


def test_a_turn_s_time_drains_in_a_ring_where_the_house_looks_at_it(table: RealTable, open_page: OpenPage) -> None:
    begin(table)
    on(table, "actions")
    page = open_page(path="/spectator")
    ring = page.locator(".turn-ring")
    expect(page.locator(".banner .what")).not_to_be_empty()
    expect(ring).to_be_hidden()
    for seconds, said in ((600, re.compile(r"^\d+ s$")), (1, "time is up")):
        assert table.post("/api/owner/house", {"turn_timer_s": seconds}).status_code == 204
        expect(ring.locator("b")).to_have_text(said)
    assert table.post("/api/owner/house", {"turn_timer_s": 0}).status_code == 204
    expect(ring).to_be_hidden()


@pytest.mark.parametrize(
    ("path", "size", "language"),
    [("/", "phone", "de"), ("/referee", "phone", "de"), ("/referee", "phone", "es"), ("/spectator", "tv", "en")],
)
def test_a_board_with_courtiers_fits_every_screen(
    table: RealTable,
    open_page: OpenPage,
    keep_picture: Callable[[Page, str], None],
    path: str,
    size: str,
    language: str,
) -> None:
    begin(table)
    table.act(**on(table, "actions")["offers"][0])
    page = open_page(path=path, size=SIZES[size], language=language)
    expect(page.locator(".space").first).to_be_visible()
    assert not [part for part in page.locator(".hourglass, .clock").all() if part.is_visible()]
    if path == "/spectator":
        keep_picture(page, "tudor.png")
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(WIDER_THAN_ITS_BOX) == []


@pytest.mark.parametrize("path", ["/", "/spectator", "/referee"] if SOAK else ["/referee"])
def test_no_face_of_it_has_a_serious_fault(table: RealTable, open_page: OpenPage, axe: str, path: str) -> None:
    begin(table)
    table.act(**on(table, "actions")["offers"][0])
    page = open_page(path=path)
    expect(page.locator(".space").first).to_be_visible()
    assert faults(page, axe) == []
