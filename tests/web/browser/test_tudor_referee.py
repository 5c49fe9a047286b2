"""The referee's page of a table with real parts, in a real browser: which token was drawn, and whose yes is due."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from controller.games.requests import Propose
from controller.games.tudor.bots.random_play import random_move
from controller.games.tudor.rules.actions import as_line
from controller.games.tudor.rules.state import DrawStep, State
from controller.web.access.sessions import COOKIE
from tests.web.browser.looks import OUTSIDE, PHONE, WIDER_THAN_ITS_BOX
from tests.web.browser.test_seat_page import Elsewhere
from tests.whole_table.seated import REFEREE

OpenPage = Callable[..., Page]


@pytest.fixture
def table(browser: Browser, tmp_path: Path) -> Iterator[Elsewhere]:
    assert browser.is_connected()
    table = Elsewhere(tmp_path, "tudor")
    yield table
    table.close()


def state_of(table: Elsewhere) -> State:
    state: State = table.seated.play.table.loop.state
    return state


def as_referee(table: Elsewhere, page: Page) -> Page:
    """The same browser, with the referee's cookie."""
    table.do(table.seated.everybody())
    cookie = str(table.seated.people[REFEREE].client.headers["cookie"]).removeprefix(f"{COOKIE}=")
    page.context.add_cookies([{"name": COOKIE, "value": cookie, "url": table.url}])
    page.reload()
    page.locator(".banner .what:not(:empty)").wait_for()
    return page


def until_a_draw(table: Elsewhere) -> None:
    chance = Random(11)

    async def play() -> None:
        while not ((state := state_of(table)).due and isinstance(state.due[0], DrawStep)):
            action = as_line(state.table, random_move(state, chance))
            castle = table.seated.play.table.loop.castles[state.at]
            await table.seated.page.submit(Propose(action, castle=castle), "page", "en")

    table.do(play())


def test_of_a_token_that_people_drew_the_referee_says_the_faction(table: Elsewhere, open_page: OpenPage) -> None:
    until_a_draw(table)
    page = as_referee(table, open_page(path="/referee", size=PHONE))
    choices = page.locator(".tudor-choices")
    before = state_of(table)
    step = before.due[0]
    assert isinstance(step, DrawStep)
    space = before.table.board.names[step.space]
    expect(choices).to_contain_text(f"For {space}: a token out of the bag.")
    expect(choices.get_by_role("button", name="by chance")).to_have_count(0)
    expect(choices.locator("[data-draw]")).to_have_count(7)
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(WIDER_THAN_ITS_BOX) == []
    faction = next(name for name, left in zip(before.table.names, before.bag, strict=True) if left)
    choices.locator(f'[data-draw="{faction}"]').click()
    expect(page.locator(f'[data-space="{space}"] .token.of-{faction}')).to_have_count(1)
    after = state_of(table)
    assert after.table.names[after.table.pieces.token_factions[after.tokens[step.space]]] == faction
    assert after.bag == tuple(
        left - (name == faction) for name, left in zip(before.table.names, before.bag, strict=True)
    )
