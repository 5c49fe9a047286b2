"""A game of Tudor to its end in a real browser: whose prestige came of what, and how it grew."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.looks import OUTSIDE, SIZES, WIDER_THAN_ITS_BOX
from tests.web.browser.test_tudor import _the_usual_game_again, begin, on
from tests.web.real_table import RealTable

OpenPage = Callable[..., Page]

__all__ = ["_the_usual_game_again"]  # a fixture

QUIET = ("pass", "assign", "place_lord", "activate", "end_turn", "decline")
"""What everybody does who climbs no further."""


def to_the_end(table: RealTable) -> str:
    """Who climbs: the first to act, one step in the first round; nobody else ever stands in the throne room."""
    climber = str(on(table, "actions")["to_act"])
    on_board = False
    while (view := table.view())["phase"] != "over":
        whole = [offer for offer in view["offers"] if "asks" not in offer]
        steps = [offer for offer in whole if offer.get("action") == "A"]
        if view["due"] and view["due"][0]["step"] == "draw":
            table.act(do="draw")
        elif steps and not on_board and view["to_act"] == climber:
            table.act(**steps[0])
            on_board = True
        else:
            table.act(
                **min((offer for offer in whole if offer["do"] in QUIET), key=lambda offer: QUIET.index(offer["do"]))
            )
    assert on_board
    return climber


@pytest.mark.parametrize(("size", "path"), [("phone", "/referee"), ("tv", "/spectator")])
def test_the_end_is_a_table_of_what_brought_prestige_and_a_chart_of_the_rounds(
    table: RealTable, open_page: OpenPage, size: str, path: str
) -> None:
    """Cards 4 and 5: no office was taken, and a column counted 6 at four ends of round (TU-13.5)."""
    begin(table, dealt={"scoring": [4, 5], "scenario": 2})
    climber = to_the_end(table)
    page = open_page(path=path, size=SIZES[size], language="en")
    ending = page.locator(".chart")
    expect(ending.locator("tbody tr")).to_have_count(3)
    rows = [row.split("\t") for row in ending.locator("table").inner_text().splitlines()]
    place = [head.get_attribute("title") for head in ending.locator("thead th").all()].index(climber)
    numbers = {row[0]: [int(each) for each in row[1:]] for row in rows if row[0][:1].isalpha() or row[0][:1].isdigit()}
    assert [numbers[name][place] for name in ("4: offices", "5: crowded columns")] == [0, 24]
    assert sum(numbers["5: crowded columns"]) == 24
    prestige = {player["color"]: player["prestige"] for player in table.view()["players"]}
    assert numbers["Prestige"][place] == prestige[climber] == 24 + numbers["The Garter"][place]
    course = ending.get_by_role("img", name=f"{climber}: 0, 6, 12, 18, {prestige[climber]}")
    expect(course).to_be_visible()
    expect(ending.locator("polyline")).to_have_count(3)
    expect(page.locator(".waiting")).to_have_text(f"{climber.capitalize()} wins.")
    (top, board) = (page.locator(part).bounding_box() for part in (".chart", ".throne"))
    assert top is not None
    assert board is not None
    assert top["y"] < board["y"]
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(WIDER_THAN_ITS_BOX) == []
