"""A round of Tudor on two phones in a real browser: each plays from its own hand, and hears nothing of the other's."""

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import TimeoutError as NotInTime

from controller.games.contract.values import CastleId
from controller.games.requests import Propose
from controller.games.tudor.bots.random_play import random_move
from controller.games.tudor.bots.sensible import sensible_move
from controller.games.tudor.rules.actions import as_line
from controller.games.tudor.rules.state import DrawStep, State
from tests.soak import SOAK
from tests.web.browser.looks import DRAWN, OUTSIDE, PHONE, WIDER_THAN_ITS_BOX
from tests.web.browser.test_seat_page import Elsewhere
from tests.web.folding import Folding
from tests.web.real_table import PATIENCE_S
from tests.whole_table.seated import BLUE, YELLOW

OpenPage = Callable[..., Page]

PHONES = (BLUE, YELLOW)

CLICK_MS = 2_000
PRESSED_AGAIN_S = 5
PRESSES = 6
LIKED = ("chair", "lord", "Chamber", "supply to", "Keep it", "End the turn", "Give up the placement")
"""Buttons that a hurried hand presses, by their words, the liked ones first."""


@pytest.fixture
def table(browser: Browser, tmp_path: Path) -> Iterator[Elsewhere]:
    assert browser.is_connected()
    table = Elsewhere(tmp_path, "tudor")
    yield table
    table.close()


class Phone:
    """A seat's page; ``heard`` is all that it was ever sent by the table's stream."""

    def __init__(self, table: Elsewhere, page: Page, castle: CastleId) -> None:
        self.page, self.castle, self.heard, self._knows = page, castle, "", Folding()
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        network.on("Network.eventSourceMessageReceived", self._hear)
        page.get_by_label("Code").fill(table.code(castle))
        page.keyboard.press("Enter")
        expect(page.locator(".own-hand h2")).to_have_text(castle)

    def _hear(self, message: dict[str, Any]) -> None:
        name, data = message["eventName"], message["data"]
        self.heard += data
        if name.removesuffix("-patch") in {name, *self._knows.values}:
            self._knows.take(name, json.loads(data))

    def hears_of(self, seq: int) -> None:
        """Of the table's step of this number, and draws it."""
        self._until(lambda: self._knows.values.get("view", {}).get("seq", 0) >= seq, f"step {seq}")
        self.page.evaluate(DRAWN)

    def hears(self, text: str) -> None:
        self._until(lambda: text in self.heard, text)

    def _until(self, true: Callable[[], bool], what: str) -> None:
        deadline_s = time.monotonic() + PATIENCE_S
        while not true():
            assert time.monotonic() < deadline_s, f"{self.castle}'s page waited {PATIENCE_S} s in vain for {what}"
            self.page.wait_for_timeout(10)

    def play(self) -> None:
        """The next step: a space that shines, if one does, then a button of what may be done."""
        offers = self.page.locator(".tudor-choices")
        expect(offers).to_be_visible()
        form = offers.locator(".asked")
        with suppress(NotInTime):  # what was drawn anew meanwhile is looked at again
            if not form.is_visible():
                self._choose(offers)
            if form.is_visible():
                form.get_by_role("button", name="Do it").click(timeout=CLICK_MS)

    def _choose(self, offers: Locator) -> None:
        lit = self.page.locator("button.space[data-lit]:not(:has(.figure))")
        if lit.count() and not self.page.locator("[data-step]").count():
            lit.first.click(timeout=CLICK_MS)
        told = offers.locator(".offer").all_inner_texts()
        liked = min(range(len(told)), key=lambda place: _liking(told[place]), default=0)
        offers.locator(".offer").nth(liked).click(timeout=CLICK_MS)


def _liking(words: str) -> int:
    return next((place for place, liked in enumerate(LIKED) if liked in words), len(LIKED))


def state_of(table: Elsewhere) -> State:
    state: State = table.seated.play.table.loop.state
    return state


def played_from_two_hands(table: Elsewhere, open_page: OpenPage, over: Callable[[State], bool]) -> None:
    """Two phones and, of three castles, a bot play; then no phone has heard anything of another's hand."""
    chance = Random(8)

    async def one_step() -> bool:
        """Hands are laid, tokens drawn, and the bot's castle plays at the table; False: a phone is to act."""
        state = state_of(table)
        if state.to_act is None:
            return False
        laid_or_drawn = state.phase in {"rings", "hands"} or (state.due and isinstance(state.due[0], DrawStep))
        if state.to_act < len(PHONES) and not laid_or_drawn:
            return False
        move = random_move if laid_or_drawn else sensible_move
        action = as_line(state.table, move(state, chance))
        loop = table.seated.play.table.loop
        castle = None if laid_or_drawn else loop.castles[state.to_act]
        answer = await loop.submit(Propose(action, castle=castle), "test")
        assert (answer.refusal, answer.waits) == (None, False)
        return True

    def by_others() -> None:
        while table.do(one_step()):
            pass

    async def stepped(before: int) -> bool:
        """Whether the page has sent it; what was drawn anew under a finger is pressed again."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PRESSED_AGAIN_S):
                while table.seated.play.table.loop.seq == before:  # noqa: ASYNC110  # as long as a page takes
                    await asyncio.sleep(0.01)
        return table.seated.play.table.loop.seq != before

    by_others()
    phones = [Phone(table, open_page(size=PHONE, path="/seat"), castle) for castle in PHONES]
    held: list[set[str]] = [set() for _ in state_of(table).players]
    while not over(state := state_of(table)):
        for seat, player in enumerate(state.players):
            held[seat] |= set(state.table.pieces.token_ids(player.tokens))
        before = table.seated.play.table.loop.seq
        assert state.to_act is not None
        phone = phones[state.to_act]
        for _ in range(PRESSES):
            phone.play()
            if table.do(stepped(before)):
                break
        assert table.seated.play.table.loop.seq != before, "nothing came of what was pressed"
        by_others()
        for each in phones:
            each.hears_of(table.seated.play.table.loop.seq)
    for seat, phone in enumerate(phones):
        assert phone.page.evaluate(OUTSIDE) == []
        assert phone.page.evaluate(WIDER_THAN_ITS_BOX) == []
        assert [f'"player":"{color}","cards":' in phone.heard for color in PHONES] == [seat == 0, seat == 1]
        others = set[str]().union(*(each for other, each in enumerate(held) if other != seat))
        assert not any(f'"{token}"' in phone.heard for token in others)
        for token in held[seat]:
            phone.hears(f'"{token}"')


def test_a_round_is_played_from_two_hands_and_neither_is_told_of_the_other(
    table: Elsewhere, open_page: OpenPage
) -> None:
    played_from_two_hands(table, open_page, lambda state: state.round > 1)


@pytest.mark.skipif(not SOAK, reason="some minutes: make soak")
def test_a_whole_game_is_played_from_two_hands_and_by_a_bot(table: Elsewhere, open_page: OpenPage) -> None:
    table.do(table.seated.begin(*PHONES, CastleId("purple")))
    played_from_two_hands(table, open_page, lambda state: state.phase == "over")
    assert len(state_of(table).winners) > 0
