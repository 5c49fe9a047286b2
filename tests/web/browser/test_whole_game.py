"""A complete game on the simulated table, from the form to the chart, by two browsers and a bot."""

import re
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as NotInTime

from tests.support.real_table import RealTable
from tests.support.soak import in_soak
from tests.web.browser.chromium import OpenPage

PATIENCE_S: Final = 450.0
"""At most ten rounds, in each of which the hourglass runs its 20 s, as people play; the rest of time is hurried."""
CLICK_MS: Final = 2_000
"""Click again if the element has vanished, because the other player was faster."""
MOST_TRIES: Final = 10


@pytest.fixture(autouse=True)
def _in_no_hurry_again(table: RealTable) -> Iterator[None]:
    yield
    assert table.post("/api/table/speed", {"speed": 1}).status_code == 204


SEEN: Final = """color => JSON.stringify([
  document.querySelector(".console").dataset.step, document.querySelector(".waiting").textContent,
  document.querySelector(`[data-castle="${color}"] .aside`)?.textContent,
])"""
"""Signs of progress: what the table waits for, and how many tiles the castle has set aside."""


class Player:
    """A person at a browser who plays one castle, by what the page shows."""

    def __init__(self, page: Page, color: str, name: str) -> None:
        self.page = page
        self.color = color
        self._name = name
        self._castle = page.locator(f'[data-castle="{color}"]')

    def carry(self, tile: Locator) -> None:
        """Click a tile over the castle's own gate."""
        self._click(tile)
        self._click(self.page.locator(".held-tile").get_by_role("button", name=f"{self._name}'s gate"))

    def rob(self) -> None:
        """Try tiles until the castle has one; the other players may be faster."""
        tiles = self.page.locator(".heap [data-handle]")
        for _ in range(MOST_TRIES):
            self.carry(tiles.first if self.color == "blue" else tiles.last)
            with suppress(NotInTime):
                self._castle.locator(".back").first.wait_for(timeout=CLICK_MS)
                return

    def do(self, step: str, acting: str | None) -> bool:
        """Do the castle's next step and return whether it had one; Blue also presses the knob."""
        mine = acting == self.color
        if not mine and step != "set_aside" and self.color != "blue":
            return False
        before = self.page.evaluate(SEEN, self.color)
        if step in {"spin", "collect", "confirm"} and self.color == "blue":
            self._click(self.page.locator(".banner .now .do"))
        elif step == "set_aside" and not re.match("3", self._castle.locator(".aside").inner_text()):
            tiles = self.page.locator(".heap [data-handle]")
            self.carry(tiles.first if self.color == "blue" else tiles.last)
        elif mine and step == "place_first":
            self._click(self.page.locator("button[data-field]").first)
        elif mine and step == "build":
            self._click(self.page.locator(".choices .build, .choices .passes button").first)
            ways = self.page.locator(".choices details[open] button").first
            if ways.is_visible():
                self._click(ways)
        elif mine and step == "reveal":
            self._click(self.page.locator("button.face-down:not(.chosen)").first)
        else:
            return False
        with suppress(NotInTime):
            self.page.wait_for_function(
                f"([color, before]) => ({SEEN})(color) !== before", arg=[self.color, before], timeout=CLICK_MS
            )
        return True

    def _click(self, part: Locator) -> None:
        try:
            part.click(timeout=CLICK_MS)
        except NotInTime:
            self.page.keyboard.press("Escape")


@in_soak("form, rush and chart, each in a test of its own")
def test_two_browsers_and_a_bot_play_a_game_from_the_form_to_the_chart(table: RealTable, open_page: OpenPage) -> None:
    table.begin("sentiment")
    blue = Player(open_page(table.url), "blue", "Blue")
    yellow = Player(open_page(table.url), "yellow", "Yellow")
    people = [blue, yellow]
    blue.page.get_by_role("button", name="New game").first.click()
    blue.page.get_by_role("group", name="Yellow").get_by_text("person").click()
    blue.page.get_by_role("group", name="Grey").get_by_text("nobody").click()
    blue.page.get_by_role("button", name="Begin").click()
    expect(yellow.page.locator(".castle")).to_have_count(3)
    blue.page.get_by_role("button", name="5 times").click()
    expect(yellow.page.get_by_role("button", name="5 times")).to_have_attribute("aria-pressed", "true")

    rushed = False
    for view in looked_at(table):
        waiting = view["waiting_for"]
        if waiting["step"] == "set_aside" and not rushed:
            blue.page.get_by_role("button", name="normal").click()
        if waiting["step"] == "rob" and not rushed:
            rushed = True
            for person in people:
                person.rob()
            expect(blue.page.locator('[data-castle="yellow"] .back').first).to_be_visible()
            expect(yellow.page.locator('[data-castle="blue"] .back').first).to_be_visible()
            blue.page.get_by_role("button", name="instant").click()
        acted = [person.do(waiting["step"], waiting["color"]) for person in people]
        if not any(acted):
            time.sleep(0.05)

    assert rushed
    over = table.view()
    winner = max(over["players"], key=lambda player: player["placed"])["placed"]
    for person in people:
        expect(person.page.locator(".waiting")).to_contain_text("wins")
        expect(person.page.locator(".chart tbody tr").first.locator("td").first).to_have_text(str(winner))
        expect(person.page.locator(".chart polyline")).to_have_count(6)


def looked_at(table: RealTable) -> Iterator[dict[str, Any]]:
    """Return the view when the game is over."""
    deadline_s = time.monotonic() + PATIENCE_S
    while (view := table.view())["phase"] != "over":
        assert time.monotonic() < deadline_s, f"round {view['round']} after {PATIENCE_S} s: {view['waiting_for']}"
        yield view
