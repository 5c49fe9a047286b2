"""House rules set at the knob apply at once and after a restart."""

import asyncio
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

import pytest
from PIL import Image

from controller.config.schema import TableSection
from controller.games.contract.effects import Complain, TimerScreen
from controller.games.contract.values import CastleId, Text
from controller.play.menu import MenuAction
from controller.play.page_service import public_view
from controller.service.daemon import keep_page_address_current
from controller.show.console_screens import PageAddress, QrCodeScreen, complaint_screen, goodbye_screen
from controller.show.pictures import draw_screen
from controller.store.house_rules import HouseRules
from hw.testing import disk
from hw.testing.disk import DiskFault
from tests.support.playing import Playing, playing, shows

RING = (0, 16, 128, 64)


def above_the_ring(image: Image.Image) -> bytes:
    return image.crop((0, 0, 128, 12)).tobytes()


async def test_a_new_language_applies_at_once_and_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "table.house.json"
    async with playing(tmp_path, house=HouseRules(TableSection(), file)) as play:
        await play.press()
        await play.choose(MenuAction.HOUSE)
        await play.choose(MenuAction.SETTING, "language")
        await play.choose(MenuAction.SETTING, "hourglass_s")
        await play.turn(2)
        await play.press()
        await play.choose(MenuAction.BACK)
        await play.choose(MenuAction.START)
        text = public_view(play.table, play.table.house.language)["waiting_for"]["text"]
        assert text.startswith(("Blau", "Gelb", "Lila", "Grau"))
    house = HouseRules(TableSection(), file)
    assert house.fault is None
    (tmp_path / "another").mkdir()
    async with playing(tmp_path / "another", house=house) as play:
        assert play.table.hourglass.total_s == 30
        text = public_view(play.table, play.table.house.language)["waiting_for"]["text"]
        assert text == "Royaltable. Zum Beginnen den Knopf drücken."


async def test_the_last_five_seconds_beep_unless_the_table_is_silent(play: Playing) -> None:
    await play.to_the_taxes()
    await play.wait(2)
    heard = play.tones()
    await play.wait(play.table.hourglass.remaining_s() - 0.05)
    assert len(heard) == 5
    assert [round(second - first, 1) for first, second in pairwise(heard)] == [1.0] * 4
    play.table.house.change_and_save(silent=True)
    await play.wait(5)
    assert play.table.loop.current_waiting().step == "confirm"
    assert len(heard) == 5


async def test_a_complaint_is_shown_above_the_running_seconds(play: Playing) -> None:
    await play.to_the_taxes()
    await play.pass_tile("blue", "t20")
    await play.wait(1.0)
    await play.pass_tile("yellow", "t20")
    await play.wait(0.2)
    refused = TimerScreen(complaint_screen(Complain(CastleId("yellow"), Text("x"), "TR-2.4")).title)
    assert above_the_ring(play.table.display.page_picture) == above_the_ring(draw_screen(refused, "en", 10, 20))
    assert play.table.display.page_picture.crop(RING).getbbox() is not None
    await play.wait(3)
    counts = play.table.loop.current_waiting().screen
    assert above_the_ring(play.table.display.page_picture) == above_the_ring(draw_screen(counts, "en", 10, 20))


async def test_the_page_s_address_is_on_the_first_screen_and_later_in_the_menu(play: Playing) -> None:
    play.table.console.set_page_address(PageAddress("http://192.168.0.9:8080/"))
    await play.wait(0.1)
    assert shows(play, QrCodeScreen("http://192.168.0.9:8080/", Text("address-press")))
    await play.begin()
    await play.wait(0.1)
    assert not shows(play, QrCodeScreen("http://192.168.0.9:8080/", Text("address-press")))
    await play.turn(1)
    await play.choose(MenuAction.HOUSE)
    await play.choose(MenuAction.ADDRESS)
    assert shows(play, QrCodeScreen("http://192.168.0.9:8080/"))


async def test_without_a_reachable_page_the_first_screen_asks_for_a_press(play: Playing) -> None:
    play.table.console.set_page_address(PageAddress("http://127.0.0.1:8080/"))
    await play.wait(0.1)
    assert shows(play, play.table.loop.current_waiting().screen)


async def test_a_new_network_address_is_on_the_screen_within_ten_seconds(play: Playing) -> None:
    host = "table.local"
    way = lambda: PageAddress(f"http://{host}:8080/")  # noqa: E731  # read where it is used
    keeping = asyncio.create_task(keep_page_address_current(play.table, way, lambda: None))
    await play.wait(1)
    assert shows(play, QrCodeScreen("http://table.local:8080/", Text("address-press")))
    for host in ("192.168.0.9", "10.0.0.7"):
        await play.wait(10.1)
        assert shows(play, QrCodeScreen(f"http://{host}:8080/", Text("address-press")))
    keeping.cancel()


async def test_the_menu_shows_the_standings(play: Playing) -> None:
    await play.begin(players=3)
    await play.turn(1)
    await play.choose(MenuAction.STANDINGS)
    assert shows(play, play.table.game.standings(play.state))


async def test_after_a_shutdown_the_screen_keeps_its_last_picture(tmp_path: Path) -> None:
    async with playing(tmp_path) as play:
        await play.press()
        await play.choose(MenuAction.SHUT_DOWN)
        await play.press()

    assert shows(play, goodbye_screen(poweroff=False))
    assert play.twins.oled is not None
    assert play.twins.oled.lit
    assert play.twins.rotor is not None
    assert not play.twins.rotor.energised


@pytest.mark.skipif(
    not disk.can_simulate_faults(),
    reason="this Python's SQLite does not let its system calls be replaced; use the system's Python",
)
async def test_the_last_screen_says_if_something_is_unsaved(tmp_path: Path) -> None:
    with ExitStack() as mended:
        async with playing(tmp_path) as play:
            await play.begin()
            mended.callback(disk.begin_fault(DiskFault.FULL))
            await play.press()
            await play.turn(1)
            await play.choose(MenuAction.SHUT_DOWN)
            await play.press()
    assert shows(play, goodbye_screen(poweroff=False, written=False))


async def test_without_a_shutdown_from_the_menu_the_screen_goes_dark(tmp_path: Path) -> None:
    async with playing(tmp_path) as play:
        await play.wait(1)

    assert play.twins.oled is not None
    assert not play.twins.oled.lit
