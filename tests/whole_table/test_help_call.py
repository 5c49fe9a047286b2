"""The call for staff, at the knob or by both buttons of a castle."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from controller.games.contract.effects import ChoiceScreen, TextScreen
from controller.games.contract.values import Text
from controller.play.menu import MenuAction, MenuEntry, entries
from controller.service.fleet.table_state import table_state
from hw.castle_link.twin import MakeBoard
from hw.values import ReaderId
from tests.hw.castle_link.boards import maker
from tests.soak import SOAK
from tests.whole_table.playing import Playing, playing
from tests.whole_table.test_house import shows


def says(key: str) -> TextScreen:
    return TextScreen(Text("call-title"), (Text(key),))


@asynccontextmanager
async def in_a_room(folder: Path, make_board: MakeBoard | None = None) -> AsyncIterator[Playing]:
    async with playing(folder, make_board=make_board) as play:
        with play.table.help_call.offered():
            yield play


async def call(play: Playing) -> None:
    await play.turn(1)
    await play.choose(MenuAction.CALL)


async def test_a_call_for_staff_lasts_until_it_is_cancelled(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as play:
        assert not table_state(play.table).help
        await play.begin(players=2)
        await call(play)
        assert table_state(play.table).help
        assert shows(play, says("call-called"))
        await play.until_shown()
        await call(play)
        assert not table_state(play.table).help
        assert shows(play, says("call-taken-back"))


async def test_an_answered_call_is_shown_and_ended(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as play:
        await play.begin(players=2)
        await call(play)
        await play.until_shown()
        play.table.help_call.answer()
        await play.wait(0.5)
        assert shows(play, says("call-answered"))
        assert not table_state(play.table).help
        await play.until_shown()
        play.table.help_call.answer()  # once more, as when it was asked twice
        await play.wait(0.5)
        assert not shows(play, says("call-answered"))


async def test_without_a_room_the_menu_offers_no_call(play: Playing) -> None:
    await play.begin(players=2)
    await play.turn(1)
    menu = play.table.console._menu
    assert menu is not None
    assert MenuEntry(MenuAction.CALL) not in entries(menu)


async def hold(play: Playing, castle: str, yes_s: float, no_s: float, apart_s: float = 0.0) -> None:
    """Two fingers on the buttons of a castle, for so long each, the second one a moment later."""

    async def no() -> None:
        await play.wait(apart_s)
        await panel.no.press(no_s)

    panel = play.twins.panels[ReaderId(castle)]
    await asyncio.gather(panel.yes.press(yes_s), no())
    await play.wait(1)


BOARDS = [None, "cpython", *(["micropython"] if SOAK else [])]


@pytest.mark.parametrize("board", BOARDS, ids=["on the Pi", *map(str, BOARDS[1:])])
async def test_holding_both_buttons_for_two_seconds_calls_staff_and_cancels(tmp_path: Path, board: str | None) -> None:
    async with in_a_room(tmp_path, None if board is None else maker(board)) as play:
        await play.begin(players=2)
        await play.wait(2)
        before = play.state
        await hold(play, "blue", 1.6, 1.6)
        await hold(play, "blue", 2.5, 1.2)
        assert not table_state(play.table).help
        await hold(play, "yellow", 2.5, 2.3, apart_s=0.2)
        assert table_state(play.table).help
        assert shows(play, says("call-called"))
        await play.until_shown()
        await hold(play, "blue", 2.5, 2.5)
        assert not table_state(play.table).help
        assert play.state == before


async def test_an_open_menu_follows_a_call_by_buttons_and_its_answer(tmp_path: Path) -> None:
    async with in_a_room(tmp_path) as play:

        def offers(key: str) -> bool:
            shown = play.table.console.screen()
            return isinstance(shown, ChoiceScreen) and Text(key) in shown.entries

        await play.begin(players=2)
        await play.wait(2)
        await play.turn(1)
        assert offers("menu-call")
        await hold(play, "blue", 2.5, 2.5)
        assert offers("menu-call-no-more")
        play.table.help_call.answer()
        assert offers("menu-call")
