"""Tiles in time when a castle board is away or restarts; whole games over boards are in ``test_faults``."""

import asyncio
from pathlib import Path

import pytest

from controller.devices import castle_boards
from firmware.castle_node import FIRMWARE_VERSION, session
from hw.errors import PartSilent
from hw.values import ReaderId
from tests.support.castle_boards import maker
from tests.support.playing import Playing, playing
from tests.support.soak import SOAK

HOURGLASS_S = 20.0


def actions(play: Playing) -> list[str]:
    game = play.journal.current_game_id()
    assert game is not None
    return [entry.action["do"] for entry in play.journal.entries(game)]


@pytest.mark.parametrize("nodes", ["cpython", *["micropython"] * SOAK])
async def test_a_tile_in_time_counts_even_if_its_board_delivers_it_late(tmp_path: Path, nodes: str) -> None:
    async with playing(tmp_path, make_board=maker(nodes)) as play:
        await play.to_the_taxes()
        began_s = play.now_s()
        tiles = [tile.id for tile in play.state.table.pool.tiles][6:]
        await play.pass_tile("blue", tiles[0])
        play.twins.faults.switch("node_unplug", "blue", on=True)
        await play.pass_tile("yellow", tiles[1])
        await play.wait(began_s + HOURGLASS_S - 1.0 - play.now_s())
        await play.pass_tile("blue", tiles[2])  # in time, but the board cannot report it
        await play.wait(2.0)
        assert actions(play)[-1] == "stop"
        assert [castle.castle.bit_count() for castle in play.state.players] == [1, 1]
        assert any("Blue's board" in line for line in play.story)

        play.twins.faults.switch("node_unplug", "blue", on=False)
        await play.wait(7.0)
        assert actions(play)[-2:] == ["stop", "amend"]
        await play.pass_tile("blue", tiles[3])  # the one that was in the hand
        await play.wait(0.5)
        assert actions(play)[-3:] == ["stop", "amend", "rob"]
        await play.pass_tile("blue", tiles[4])
        await play.wait(0.5)
        assert actions(play)[-3:] == ["stop", "amend", "rob"]
        assert [castle.castle.bit_count() for castle in play.state.players] == [3, 1]


async def test_a_board_plugged_in_restarts_the_others_and_all_count_again(tmp_path: Path) -> None:
    async with playing(tmp_path, make_board=maker("cpython")) as play:
        await play.to_the_taxes()
        counts = play.table.counts
        tiles = [tile.id for tile in play.state.table.pool.tiles][6:]
        play.twins.faults.switch("node_dark", "blue", on=True)
        await play.pass_tile("blue", tiles[0])
        await play.wait(4.0)
        assert "Blue's board" in play.story[-1]
        before = counts["blue"]["tiles"], counts["yellow"]["tiles"]
        play.twins.faults.switch("node_dark", "blue", on=False)
        await play.pass_tile("yellow", tiles[1])  # while its board restarts
        await play.wait(8.0)
        assert (counts["blue"]["tiles"], counts["yellow"]["tiles"]) == before
        for gate, tile in (("blue", tiles[0]), ("yellow", tiles[1])):
            await play.pass_tile(gate, tile)
            await play.wait(0.5)
        assert (counts["blue"]["tiles"], counts["yellow"]["tiles"]) == (before[0] + 1, before[1] + 1)
        assert not any(device.fault for device in play.table.health if device.name.endswith("board"))


async def test_a_tile_on_a_restarting_board_counts_once(tmp_path: Path) -> None:
    async with playing(tmp_path, make_board=maker("cpython")) as play:
        await play.to_the_taxes()
        tile = play.state.table.pool.tiles[10].id
        restart = asyncio.get_running_loop().call_later(0.1, play.twins.boards[ReaderId("blue")].reboot)
        await play.pass_tile("blue", tile, dwell_s=0.5)
        await play.wait(0.5)
        assert restart.when() < play.now_s()
        assert actions(play)[-2:] == ["collect", "rob"]
        assert play.complaints == {}


async def test_a_running_table_flashes_a_silent_board_or_one_of_other_firmware(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flashed: list[tuple[str, str | None]] = []
    monkeypatch.setattr(castle_boards, "flash_board", lambda port, board, _progress: flashed.append((port, board)))
    monkeypatch.setattr(session, "FIRMWARE_VERSION", "0.0.9")
    async with playing(tmp_path, castles=2, make_board=maker("cpython")) as play:
        boards, blue = play.table.hardware.boards, play.twins.boards[ReaderId("blue")]
        await play.wait(1)
        assert boards.port_to_flash("blue board")
        assert "Blue's board has firmware 0.0.9, not this table's. Update it on the owner's page." in play.story
        monkeypatch.setattr(session, "FIRMWARE_VERSION", FIRMWARE_VERSION)
        await boards.flash("blue board")
        await play.wait(2)
        assert not boards.port_to_flash("blue board")
        with pytest.raises(PartSilent, match="no board to flash"):
            await boards.flash("blue board")

        blue.off()
        await play.wait(10)
        assert play.table.health.is_lost("blue board")
        await boards.flash("blue board")
        blue.reboot()
        await play.wait(5)
        assert not play.table.health.is_lost("blue board")
        assert [board for _, board in flashed] == ["blue", "blue"]
        assert len({port for port, _ in flashed}) == 1
