"""A seat on a phone: taking it, its view, playing from it, and the referee's page beside it."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import nullcontext, suppress
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page, expect
from playwright.sync_api import TimeoutError as NotInTime

from controller.games.contract.values import CastleId
from controller.games.requests import SubmitAction
from controller.games.tudor.bots.random_play import random_move
from controller.games.tudor.bots.sensible import sensible_move
from controller.games.tudor.rules.actions import move_to_line
from controller.games.tudor.rules.state import DrawStep, State
from controller.show.console_screens import PageAddress
from controller.web.access.sessions import COOKIE
from tests.support.real_table import PATIENCE_S
from tests.support.soak import SOAK, in_soak
from tests.web.browser.chromium import DRAWN, IN_SIGHT, OUTSIDE, PHONE, WIDER_THAN_ITS_BOX, OpenPage
from tests.whole_table.seated import BLUE, REFEREE, YELLOW, Seated, seated, the_hidden_race

T = TypeVar("T")


class Elsewhere:
    """A table with seats in a thread of its own, because the browser is driven synchronously."""

    def __init__(self, folder: Path, game: str = "hidden_race") -> None:
        self._made: Future[Seated] = Future()
        self._loop = asyncio.new_event_loop()
        self._end = asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._serve(folder, game),))
        self._thread.start()
        self.seated = self._made.result(PATIENCE_S)
        self.url = self.seated.url

    async def _serve(self, folder: Path, game: str) -> None:
        try:
            async with seated(folder, game) as table:
                await table.begin()
                self._made.set_result(table)
                await self._end.wait()
        except BaseException as fault:
            if not self._made.done():
                self._made.set_exception(fault)
            raise

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE_S)

    def code(self, castle: CastleId) -> str:

        async def drawn() -> str:
            return self.seated.code(castle)

        return self.do(drawn())

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()
        self._loop.close()


@pytest.fixture
def table(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Elsewhere]:
    """A table of the hidden race, or of the game that a test names."""
    assert browser.is_connected()
    game = getattr(request, "param", "hidden_race")
    with the_hidden_race() if game == "hidden_race" else nullcontext():
        table = Elsewhere(tmp_path, game)
        yield table
        table.close()


at_tudor = pytest.mark.parametrize("table", ["tudor"], indirect=True)


def test_a_seat_is_opened_by_its_code_or_a_scan_and_ended_by_the_next_game(
    table: Elsewhere, open_page: OpenPage
) -> None:
    page = open_page(size=PHONE, path="/seat", language="de")
    code = page.get_by_label("Code")
    assert page.locator(".login").evaluate("form => form.getBoundingClientRect().width > innerWidth - 40")
    code.fill("000000")
    code.press("Enter")
    expect(page.get_by_role("status").filter(has_text="falsch oder abgelaufen")).to_be_visible()
    assert (page.evaluate(OUTSIDE), page.evaluate(WIDER_THAN_ITS_BOX)) == ([], [])

    code.fill(table.code(BLUE))
    code.press("Enter")
    hand = page.locator(".own-hand")
    expect(hand.locator("h2")).to_have_text("Hand von Blau")
    words = page.get_by_role("group", name="Das kannst du jetzt tun").get_by_role("button")
    expect(words).to_have_count(3)
    assert (page.evaluate(OUTSIDE), page.evaluate(WIDER_THAN_ITS_BOX)) == ([], [])
    played = words.first.inner_text().removeprefix("play ")
    words.first.click()
    expect(words).to_have_count(2)
    expect(hand).not_to_contain_text(played)
    page.get_by_role("tab", name="Verlauf").click()
    expect(page.locator(".story li").last).to_contain_text("Blau steht auf 1.")
    page.get_by_role("tab", name="Brett").click()

    table.do(table.seated.begin())
    expect(page.get_by_label("Code")).to_be_visible()

    scanned = table.code(BLUE)
    title = hand.locator("h2")
    for castle, said in ((scanned, "Hand von Blau"), (table.code(YELLOW), "Hand von Gelb")):
        page.goto("about:blank")
        page.goto(f"{table.url}/seat#{castle}")
        expect(title).to_have_text(said)
        assert page.url == f"{table.url}/seat"
    page.goto("about:blank")
    page.goto(f"{table.url}/seat#{scanned}")  # it opens a seat once
    expect(page.get_by_role("status").filter(has_text="falsch oder abgelaufen")).to_be_visible()
    page.reload()
    expect(title).to_have_text("Hand von Gelb")


def test_the_public_page_shows_where_to_take_seats_but_no_code(table: Elsewhere, open_page: OpenPage) -> None:
    async def reached() -> None:
        table.seated.play.table.console.set_page_address(PageAddress("http://192.168.0.9:8080/"))

    assert "/seat.svg" not in open_page(path="/spectator").content()
    table.do(reached())
    code = table.code(BLUE)
    page = open_page(path="/spectator", size=PHONE)
    page.get_by_text("Hand on a phone", exact=True).click()
    expect(page.locator(".phones")).to_contain_text("http://192.168.0.9:8080/seat")
    page.wait_for_function("() => document.querySelector('.phones img').naturalWidth > 0")
    assert (page.evaluate(OUTSIDE), page.evaluate(WIDER_THAN_ITS_BOX)) == ([], [])
    seen = zxingcpp.read_barcodes(Image.open(BytesIO(page.locator(".phones img").screenshot())).convert("L"))
    assert [each.text for each in seen] == ["http://192.168.0.9:8080/seat"]
    assert code not in page.content()


PHONES = (BLUE, YELLOW)

CLICK_MS = 2_000
PRESSED_AGAIN_S = 5
PRESSES = 6
LIKED = ("from the supply", "Keep it", "End the turn", "Pass")
"""Buttons that the bot presses, preferred ones first."""


def take_a_step(page: Page) -> None:
    """Tap what is lit on the board, or press a button."""
    offers = page.locator(".tudor-choices")
    expect(offers).to_be_visible()
    form = offers.locator(".asked")
    with suppress(NotInTime):  # what was drawn anew meanwhile is looked at again
        if form.is_visible():
            return form.locator("button").first.click(timeout=CLICK_MS)
        due = page.locator(".chambers-of button")
        lit = page.locator("button.space[data-lit]:not(:has(.figure))")
        if due.count():
            return due.first.click(timeout=CLICK_MS)
        if lit.count() and not page.locator("[data-step]").count():
            return lit.first.click(timeout=CLICK_MS)
        shown = offers.locator(".offer:visible")
        told = shown.all_inner_texts()
        liked = min(range(len(told)), key=lambda place: _liking(told[place]), default=0)
        shown.nth(liked).click(timeout=CLICK_MS)
    return None


def _liking(words: str) -> int:
    return next((place for place, liked in enumerate(LIKED) if liked in words), len(LIKED))


def state_of(table: Elsewhere) -> State:
    state: State = table.seated.play.table.loop.state
    return state


def played_from_two_hands(table: Elsewhere, open_page: OpenPage, over: Callable[[State], bool]) -> None:
    """Play by two phones and a bot."""
    chance = Random(8)

    async def one_step() -> bool:
        """Play the table's own steps and the bot's; return False when a phone has to act."""
        state = state_of(table)
        if state.seat_to_act is None:
            return False
        laid_or_drawn = state.phase in {"rings", "hands"} or (state.due and isinstance(state.due[0], DrawStep))
        if state.seat_to_act < len(PHONES) and not laid_or_drawn:
            return False
        move = random_move if laid_or_drawn else sensible_move
        action = move_to_line(state.table, move(state, chance))
        loop = table.seated.play.table.loop
        castle = None if laid_or_drawn else loop.castles[state.seat_to_act]
        answer = await loop.submit(SubmitAction(action, castle=castle), "test")
        assert (answer.refusal, answer.needs_yes) == (None, False)
        return True

    def by_others() -> None:
        while table.do(one_step()):
            pass

    async def stepped(before: int) -> bool:
        """Press, again if the element was redrawn; return whether the page has sent it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PRESSED_AGAIN_S):
                while table.seated.play.table.loop.seq == before:  # noqa: ASYNC110  # as long as a page takes
                    await asyncio.sleep(0.01)
        return table.seated.play.table.loop.seq != before

    by_others()
    phones = [open_page(size=PHONE, path="/seat") for _ in PHONES]
    for phone, castle in zip(phones, PHONES, strict=True):
        phone.get_by_label("Code").fill(table.code(castle))
        phone.keyboard.press("Enter")
        expect(phone.locator(".own-hand h2")).to_have_text(castle.capitalize())
    while not over(state := state_of(table)):
        before = table.seated.play.table.loop.seq
        assert state.seat_to_act is not None
        for _ in range(PRESSES):
            take_a_step(phones[state.seat_to_act])
            if table.do(stepped(before)):
                break
        assert table.seated.play.table.loop.seq != before, "nothing came of what was pressed"
        by_others()
        for phone in phones:
            phone.evaluate(DRAWN)
    for phone in phones:
        assert (phone.evaluate(OUTSIDE), phone.evaluate(WIDER_THAN_ITS_BOX)) == ([], [])


@at_tudor
def test_two_seats_play_a_round_from_their_own_hands(table: Elsewhere, open_page: OpenPage) -> None:
    """Outside the soak the round ends with the courtiers on their benches."""
    played_from_two_hands(table, open_page, lambda state: state.round > 1 or (not SOAK and state.phase == "lords"))


@at_tudor
def test_a_computer_shows_the_board_beside_the_hand(table: Elsewhere, open_page: OpenPage) -> None:
    page = open_page(size={"width": 1024, "height": 768}, path=f"/seat#{table.code(BLUE)}")
    page.locator(".own-hand").wait_for()
    boxes = "all => all.map((one) => one.getBoundingClientRect().toJSON())"
    expect(page.locator(".own-hand .held-cards .part").first).to_have_text("Blue 0")
    throne, hand, chambers = page.locator(".throne, .own-hand, .chambers-of").evaluate_all(boxes)
    assert min(throne["height"], chambers["height"]) > hand["height"]
    assert max(throne["bottom"], chambers["bottom"]) <= hand["top"]
    page.locator(".stand button.pick").first.click()
    expect(page.locator(".own-hand .ring")).to_have_count(1)


@at_tudor
@in_soak("the beginning of a round from two hands")
def test_a_whole_game_is_played_from_two_hands_and_by_a_bot(table: Elsewhere, open_page: OpenPage) -> None:
    table.do(table.seated.begin(*PHONES, CastleId("purple")))
    played_from_two_hands(table, open_page, lambda state: state.phase == "over")
    assert len(state_of(table).winners) > 0


def as_referee(table: Elsewhere, page: Page) -> Page:
    """Open the referee's page in the same browser."""
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
            action = move_to_line(state.table, random_move(state, chance))
            castle = table.seated.play.table.loop.castles[state.turn_seat]
            await table.seated.page.submit(SubmitAction(action, castle=castle), "page", "en")

    table.do(play())


@at_tudor
def test_the_referee_enters_the_faction_of_a_drawn_token(table: Elsewhere, open_page: OpenPage) -> None:
    until_a_draw(table)
    page = as_referee(table, open_page(path="/referee", size=PHONE))
    page.wait_for_function(IN_SIGHT, arg=".throne")  # nothing there is lit
    choices = page.locator(".tudor-choices")
    before = state_of(table)
    step = before.due[0]
    assert isinstance(step, DrawStep)
    space = before.table.board.names[step.space]
    expect(choices).to_contain_text(f"For {space}: a token out of the bag.")
    expect(choices.get_by_role("button", name="Draw out of the bag")).to_have_count(0)
    expect(choices.locator("[data-draw]")).to_have_count(7)
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(WIDER_THAN_ITS_BOX) == []
    faction = next(name for name, left in zip(before.table.faction_names, before.bag, strict=True) if left)
    choices.locator(f'[data-draw="{faction}"]').click()
    expect(page.locator(f'[data-space="{space}"] .token.of-{faction}')).to_have_count(1)
    after = state_of(table)
    assert after.table.faction_names[after.table.pieces.token_factions[after.tokens[step.space]]] == faction
    assert after.bag == tuple(
        left - (name == faction) for name, left in zip(before.table.faction_names, before.bag, strict=True)
    )
