"""People at the table call somebody of the house, at the knob, where a broker would tell him."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from controller.games.contract.screens import TextScreen
from controller.games.contract.texts import Text
from controller.play.menu.entries import entries
from controller.play.menu.menu import MenuAction, MenuEntry
from controller.service.fleet.told_state import told_state
from tests.whole_table.playing import Playing, at_a_table
from tests.whole_table.test_house import shows


def says(key: str) -> TextScreen:
    return TextScreen(Text("call-title"), (Text(key),))


def in_a_room(folder: Path, deed: Callable[[Playing], Awaitable[None]]) -> None:
    async def heard(play: Playing) -> None:
        with play.table.help_call.offered():
            await deed(play)

    at_a_table(folder, heard)


async def call(play: Playing) -> None:
    await play.turn(1)
    await play.choose(MenuAction.CALL)


def test_they_call_until_they_take_it_back(tmp_path: Path) -> None:
    async def deed(play: Playing) -> None:
        assert not told_state(play.table).help
        await play.begin(players=2)
        await call(play)
        assert told_state(play.table).help
        assert shows(play, says("call-called"))
        await play.until_shown()
        await call(play)
        assert not told_state(play.table).help
        assert shows(play, says("call-taken-back"))

    in_a_room(tmp_path, deed)


def test_they_see_that_somebody_comes_and_call_no_more(tmp_path: Path) -> None:
    async def deed(play: Playing) -> None:
        await play.begin(players=2)
        await call(play)
        await play.until_shown()
        play.table.help_call.answer()
        await play.wait(0.5)
        assert shows(play, says("call-answered"))
        assert not told_state(play.table).help
        await play.until_shown()
        play.table.help_call.answer()  # once more, as when it was asked twice
        await play.wait(0.5)
        assert not shows(play, says("call-answered"))

    in_a_room(tmp_path, deed)


def test_where_nobody_would_hear_it_the_menu_does_not_offer_it(tmp_path: Path) -> None:
    async def deed(play: Playing) -> None:
        await play.begin(players=2)
        await play.turn(1)
        menu = play.table.console._menu
        assert menu is not None
        assert MenuEntry(MenuAction.CALL) not in entries(menu)

    at_a_table(tmp_path, deed)
