"""A hand on a phone, of a game without drawings: its door, what is in it, a word played from it, and its end."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from controller.games.contract.values import CastleId
from controller.show.console_screens import WayToThePage
from tests.web.browser.looks import OUTSIDE, PHONE, WIDER_THAN_ITS_BOX
from tests.web.real_table import PATIENCE_S
from tests.whole_table.seated import BLUE, YELLOW, Seated, seated, the_hidden_race

T = TypeVar("T")

OpenPage = Callable[..., Page]


class Elsewhere:
    """A seated table in a thread of its own, since a browser is driven without a loop."""

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
        """As the console shows it."""

        async def drawn() -> str:
            return self.seated.code(castle)

        return self.do(drawn())

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()
        self._loop.close()


@pytest.fixture
def table(browser: Browser, tmp_path: Path) -> Iterator[Elsewhere]:
    assert browser.is_connected()
    with the_hidden_race():
        table = Elsewhere(tmp_path)
        yield table
        table.close()


def test_a_hand_is_opened_by_its_code_played_from_and_closed_by_the_next_game(
    table: Elsewhere, open_page: OpenPage
) -> None:
    page = open_page(size=PHONE, path="/seat", language="de")
    code = page.get_by_label("Code")
    code.fill("000000")
    code.press("Enter")
    expect(page.get_by_role("status").filter(has_text="stimmt nicht")).to_be_visible()
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
    expect(page.locator(".story li").last).to_contain_text("Blau steht auf 1.")

    table.do(table.seated.begin())
    expect(page.get_by_label("Code")).to_be_visible()


def test_a_camera_that_reads_the_consoles_code_opens_the_hand_and_another_one_the_next(
    table: Elsewhere, open_page: OpenPage
) -> None:
    code = table.code(BLUE)
    page = open_page(size=PHONE, path=f"/seat#{code}")
    title = page.locator(".own-hand h2")
    expect(title).to_have_text("Hand of Blue")
    assert page.url == f"{table.url}/seat"
    page.goto(f"{table.url}/spectator")
    page.goto(f"{table.url}/seat#{code}")
    expect(page.get_by_role("status").filter(has_text="not right")).to_be_visible()
    page.reload()
    expect(title).to_have_text("Hand of Blue")
    page.goto(f"{table.url}/spectator")
    page.goto(f"{table.url}/seat#{table.code(YELLOW)}")
    expect(title).to_have_text("Hand of Yellow")


def test_everybodys_page_shows_cameras_where_hands_are_opened_and_no_code_of_any(
    table: Elsewhere, open_page: OpenPage
) -> None:
    async def reached() -> None:
        table.seated.play.table.console.page_is_at(WayToThePage("http://192.168.0.9:8080/"))

    assert "/seat.svg" not in open_page(path="/spectator").content()
    table.do(reached())
    code = table.code(BLUE)
    page = open_page(path="/spectator", size=PHONE)
    page.get_by_text("Hands on phones", exact=True).click()
    expect(page.locator(".phones")).to_contain_text("http://192.168.0.9:8080/seat")
    page.wait_for_function("() => document.querySelector('.phones img').naturalWidth > 0")
    assert (page.evaluate(OUTSIDE), page.evaluate(WIDER_THAN_ITS_BOX)) == ([], [])
    seen = zxingcpp.read_barcodes(Image.open(BytesIO(page.locator(".phones img").screenshot())).convert("L"))
    assert [each.text for each in seen] == ["http://192.168.0.9:8080/seat"]
    assert code not in page.content()
