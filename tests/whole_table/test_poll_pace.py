"""Readers are polled often where tiles may come, and seldom where none can."""

from pathlib import Path

import pytest

from controller.play.table import Table
from hw.oled import idle
from hw.poll import POLL_EVERY_S, REST_EVERY_S
from tests.whole_table.playing import Playing, playing


def every_s(play: Playing) -> float:
    return play.table.polls.every_s


async def test_a_table_without_a_game_polls_seldom_and_the_taxes_often(tmp_path: Path) -> None:
    async with playing(tmp_path, make_table=Table) as play:
        await play.wait(1)
        assert every_s(play) == REST_EVERY_S
        await play.begin()
        assert every_s(play) == REST_EVERY_S, "first statues need no tiles"
        await play.press()
        await play.press()
        await play.press()
        await play.until_shown()
        assert every_s(play) == POLL_EVERY_S, "tiles are set aside"
        for n in range(6):
            await play.pass_tile(("blue", "yellow")[n % 2], play.state.table.pool.tiles[n].id)
        await play.press()
        assert play.table.hourglass.runs
        assert every_s(play) == POLL_EVERY_S


async def test_the_menu_and_a_dark_screen_rest_the_readers_and_a_press_wakes_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idle, "DIM_AFTER_S", 6.0)
    monkeypatch.setattr(idle, "WANDER_EVERY_S", 3.0)
    monkeypatch.setattr(idle, "DARK_AFTER_S", 30.0)

    async with playing(tmp_path) as play:
        await play.begin()
        for _ in range(3):
            await play.press()
        await play.until_shown()
        assert every_s(play) == POLL_EVERY_S
        await play.turn(1)
        await play.wait(0.2)
        assert play.table.console.screen() is not None
        assert every_s(play) == REST_EVERY_S
        play.table.console.close()
        await play.wait(0.2)
        assert every_s(play) == POLL_EVERY_S
        await play.wait(32)
        assert every_s(play) == REST_EVERY_S
        await play.press()
        await play.wait(0.2)
        assert every_s(play) == POLL_EVERY_S
