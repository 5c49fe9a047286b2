"""After a correction the console lists the tiles that lie differently; taps and the knob put them right."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from controller.games.contract.effects import RowsScreen
from controller.games.requests import Correct
from controller.play import table_view
from controller.show.console_screens import MenuScreen
from tests.whole_table.playing import Playing, playing


@pytest.fixture
def play(tmp_path: Path) -> AbstractAsyncContextManager[Playing]:
    return playing(tmp_path, gates=False)


async def robbed_and_taken_back(play: Playing, tiles: int) -> None:
    """Blue has robbed so many tiles, and with the hourglass stopped all of that is taken back."""
    await play.to_the_taxes(gates=False)
    for number in range(tiles):
        await play.report_tile("blue", f"t{number + 10:02}")
    assert (await play.table.loop.propose({"do": "stop"}, "page")).refusal is None
    answer = await play.table.loop.submit(Correct(play.table.loop.seq - tiles, by_hand=True), "page")
    assert answer.refusal is None
    await play.wait(1)


def rows(play: Playing) -> list[tuple[str, ...]]:
    screen = play.table.console.screen()
    assert isinstance(screen, RowsScreen)
    return [tuple(text.key for text in row) for row in screen.rows]


async def test_the_console_and_the_page_say_what_is_to_be_moved_and_a_press_says_it_is_done(play: Playing) -> None:
    await robbed_and_taken_back(play, 2)
    assert table_view.view(play.table, "en")["to_move"] == ["2 tiles: Blue → people"]
    assert rows(play) == [("screen-move-hidden", "nothing"), ("at-blue", "screen-move-to")]
    seq = play.table.loop.seq
    await play.press()
    assert table_view.view(play.table, "en")["to_move"] == []
    assert play.table.console.screen() is None
    assert play.table.loop.seq == seq


async def test_holding_the_knob_still_opens_the_menu(play: Playing) -> None:
    await robbed_and_taken_back(play, 1)
    await play.press(1.2)
    assert isinstance(play.table.console.screen(), MenuScreen)
